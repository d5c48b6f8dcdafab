#!/bin/sh
# nvcc refuses programs that mix up host and device, and these are refused without nvcc too, in a sentence with the
# line.
#     SIDES_NVCC=1 sh common/simt/tests/test_sides.sh      nvcc is asked as well (minutes)
# Takes turn 4 of 6.
set -u
. "$(dirname "$0")/../../tests/promise.sh"
programs=common/simt/tests/sides/programs.txt
make -s -C common/simt -f simt.mk >"$work/out" 2>&1 # builds the rewriter and the runtime
promise "the compile driver is built" $?

# Each program becomes NAME.cu; how it should end stands in NAME.end, and what is said of it in NAME.words.
awk -v to="$work" '
    /^== / { name = $2; sub(/:$/, "", name); end = $3; $1 = $2 = $3 = ""; sub(/^ +/, "")
             print > (to "/" name ".words"); print end > (to "/" name ".end"); next }
    name { print > (to "/" name ".cu") }' "$programs"

# Almost all are refused before the compiler sees them, and what is accepted has to compile.
try() { # NAME
    (cd "$work" && CXX=${CXX:-g++} SIMTCC_READY=1 "$top/common/simt/simtcc" -w -O0 -c -o "$1.o" "$1.cu" >"$1.out" 2>&1
        echo $? >"$1.code")
}
for source in "$work"/*.cu; do
    name=${source##*/} name=${name%.cu}
    try "$name" &
    n=$((${n:-0} + 1))
    [ $((n % 4)) != 0 ] || wait
done
wait
for source in "$work"/*.cu; do
    name=${source##*/} name=${name%.cu}
    read -r end <"$work/$name.end"
    read -r code <"$work/$name.code"
    words=$(cat "$work/$name.words")
    if [ "$end" = accepted ]; then
        [ "$code" = 0 ]
    else
        [ "$code" != 0 ] && [ "$words" ] && grep -qF -- "$words" "$work/$name.out"
    fi
    report "${name} is $end, as nvcc does" $? "$work/$name.out"
done

relaxed() { # NAME
    (cd "$work" && "$top/common/simt/simtcc" -w -O0 --expt-relaxed-constexpr -c -o relaxed.o "$1.cu") >"$work/out" 2>&1
}
relaxed std_min && relaxed limits && relaxed own_constexpr && relaxed std_pair && ! relaxed sort
promise "with --expt-relaxed-constexpr kernels have the host's constexpr functions, and no others" $?

if [ "${SIDES_NVCC:-}" ]; then
    for source in "$work"/*.cu; do
        name=${source##*/} name=${name%.cu}
        (cd "$work" && nvcc -arch=sm_90 -o "$name.program" "$name.cu") >"$work/out" 2>&1 && end=accepted || end=refused
        grep -qx $end "$work/$name.end"
        promise "nvcc says so of $name" $?
    done
fi
exit $failed
