#!/bin/sh
# Kernels that run as loops over the threads of their block compute what their threads compute one by one, to the bit.
# Those that cannot be loops run as ever.
# Takes turn 11 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
unset SIMT_LOOPS SIMT_ORDER SIMT_TOOL
folder=common/simt/tests/loops

# run PROGRAM LOOPS [KERNEL]: sets what it prints, and which kernels ran as loops
run() {
    SIMT_LOOPS=$2 timeout 600 "$1" ${3:+"$3"} >"$log.$2" 2>"$log.err"
    sed -n 's/^simt: kernel \([a-z_]*\).* runs as loops$/\1/p' "$log.err" | sort -u >"$log.kernels"
    grep -v 'runs as loops$' "$log.err" >"$log.said"
}

names() { sed -n 's/.*__global__ void \([a-z_]*\)(.*/\1/p' "$folder/$1.cu" | sort -u; }

what_are() {
    case $1 in
    taken) echo "naive products, tiles, stencils and others" ;;
    blocks) echo "kernels that store to volatile arrays between barriers" ;;
    called) echo "kernels that call functions, or have structures," ;;
    written_out) echo "kernels that call functions with barriers" ;;
    changed) echo "kernels that change parameters, or count twice in a loop," ;;
    pointers) echo "kernels with pointers to their threads' variables" ;;
    arrays) echo "kernels with pointers to their threads' arrays, or inner loops over these," ;;
    referred) echo "kernels with references" ;;
    unreferred) echo "kernels with references to what may change" ;;
    own_arrays) echo "kernels that keep arrays of their threads" ;;
    kept) echo "kernels whose calls cannot be written out" ;;
    alone) echo "kernels with atomics, volatile words, shuffles and calls" ;;
    waiting) echo "kernels whose threads wait for each other" ;;
    esac
}

# Each kernel in a run of its own, since behind a fault no other runs: its launches are all loops.
kernels_of() { # PROGRAM CXX OPTIONS
    names "$1" >"$log.names"
    [ "$(wc -l <"$log.names")" -gt 1 ]
    report "$1.cu has kernels, with $2 $3" $? "$log.names"
    while read -r kernel; do
        run "$log.$1" 0 "$kernel"
        run "$log.$1" show "$kernel"
        { [ -s "$log.0" ] && diff "$log.0" "$log.show" && ! grep -v ' cudaSuccess$' "$log.show" &&
            [ "$(grep -c 'runs as loops$' "$log.err")" = "$(wc -l <"$log.show")" ]; } >"$log" 2>&1
        report "$kernel of $1.cu is loops that compute no more than its threads, with $2 $3" $? "$log"
    done <"$log.names"
}

job() { # CXX OPTIONS
    log=$work/$1
    for program in taken called blocks written_out changed pointers own_arrays referred unreferred arrays unreached \
        strided alone waiting kept fault many forms; do
        # shellcheck disable=SC2086 # options
        CXX=$1 common/simt/simtcc -v $2 -w -o "$log.$program" $folder/$program.cu >"$log" 2>&1
        status=$?
        grep -e 'no kernel runs as loops' -e 'error: ' "$log" >"$log.refused" && status=1
        [ $status = 0 ] || report "$program builds, with $1 $2" 1 "$log.refused"
    done

    for program in taken called blocks written_out changed pointers own_arrays referred; do
        run "$log.$program" 0
        run "$log.$program" show
        cmp "$log.0" "$log.show" >"$log" 2>&1 && [ -s "$log.0" ]
        report "loops and threads of $program.cu give the same bits, with $1 $2" $? "$log"
        names $program | diff - "$log.kernels" >"$log" 2>&1
        report "$(what_are $program) are loops, with $1 $2" $? "$log"
    done

    kernels_of unreached "$1" "$2"

    run "$log.strided" 0
    run "$log.strided" show
    cmp "$log.0" "$log.show" >"$log" 2>&1 && [ "$(wc -l <"$log.0")" = 8 ]
    report "threads that step through an array together give the same bits, with $1 $2" $? "$log"

    for program in alone waiting kept arrays unreferred; do
        run "$log.$program" 0
        run "$log.$program" show
        cmp "$log.0" "$log.show" >"$log" 2>&1 && [ -s "$log.0" ]
        report "$(what_are $program) give the same bits, with $1 $2" $? "$log"
        [ ! -s "$log.kernels" ]
        report "and their threads run one by one, with $1 $2" $? "$log.kernels"
    done

    run "$log.forms" 0
    cp "$log.0" "$log.want"
    run "$log.forms" show
    cmp "$log.want" "$log.show" >"$log" 2>&1 &&
        [ "$(wc -l <"$log.want")" = "$(grep -cE '(^|> )FORM\(' $folder/forms.cu)" ]
    report "statements of all forms give the same bits, with $1 $2" $? "$log"
    CXX=$1 common/simt/simtcc --tool=memcheck,racecheck,initcheck,synccheck $2 -w -o "$log.checked" $folder/forms.cu \
        >"$log" 2>&1 && timeout 600 "$log.checked" >"$log.show" 2>"$log" && cmp "$log.want" "$log.show" >>"$log"
    report "and in a check build, where none has a finding, with $1 $2" $? "$log"

    run "$log.fault" 0 && mv "$log.said" "$log.want"
    run "$log.fault" show
    { cmp "$log.want" "$log.said" && grep 'block (2,0,0), thread (77,0,0)' "$log.said"; } >"$log" 2>&1
    report "a fault in loops names its thread and line, with $1 $2" $? "$log"
    run "$log.many" 0 && mv "$log.said" "$log.want"
    run "$log.many" show
    { cmp "$log.0" "$log.show" && diff "$log.want" "$log.said" &&
        grep 'block (33333,0,0), thread (5,0,0)' "$log.said" &&
        printf 'fault\nindex\nparted\n' | cmp - "$log.kernels"; } >"$log" 2>&1
    report "many short blocks are the same as loops, and a fault names its block, with $1 $2" $? "$log"
    SIMT_ORDER=reverse run "$log.taken" show
    [ ! -s "$log.kernels" ]
    report "in another order the threads run one by one, with $1 $2" $? "$log.kernels"
}

# A compiler that refuses what kernels become: the program is built of threads then, and -v says so.
refused() {
    log=$work/refused
    mkdir "$work/wrapper"
    cat >"$work/wrapper/g++" <<END
#!/bin/sh
for word; do
    case \$word in
    *.cu.ii) ! grep -q 'for (int simt_i' "\$word" || { echo 'taken.cu:1:1: error: no loops' >&2 && exit 1; } ;;
    esac
done
exec "$(command -v g++)" "\$@"
END
    chmod +x "$work/wrapper/g++"
    CXX=$work/wrapper/g++ CC=gcc common/simt/simtcc -v -w -o "$log.taken" $folder/taken.cu >"$log" 2>&1 &&
        grep -qx "$folder/taken.cu: no kernel runs as loops, since g++ refuses them: taken.*no loops" "$log"
    report "-v says so if the compiler refuses the loops" $? "$log"
    run "$log.taken" show
    [ -s "$log.show" ] && [ ! -s "$log.kernels" ]
    report "and the threads run one by one" $? "$log.err"
}

# Vector registers of 512 bits may not hold what ld wants in others. Only built: the processor may lack them.
wide() {
    for name in taken changed; do
        common/simt/simtcc -w -O3 -march=x86-64-v4 -o "$log.wide" $folder/$name.cu >"$log" 2>&1
        report "$name.cu links with -march=x86-64-v4" $? "$log"
    done
}

if command -v g++ >/dev/null; then
    refused
    case $(g++ -dumpmachine) in x86_64*) wide ;; esac
fi
for cxx in g++ clang++; do
    command -v $cxx >/dev/null || { echo "skip - loops with $cxx (it is not installed)"; continue; }
    job $cxx -O2
    job $cxx '-O3 -march=native'
done
exit "$failed"
