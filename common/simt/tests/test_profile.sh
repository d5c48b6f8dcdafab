#!/bin/sh
# What --tool=profile promises: the counts of an H200 for the kernels in golden/, by which it was made, and in
# unseen/, which were written when it was done; and a report that stays the same.
# Takes turn 2 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
tests=common/simt/tests

# The kernels of a folder: as on the GPU, or there is a reason.
counts() { # CXX FOLDER FILE...
    cxx=$1 folder=$tests/$2 program=$work/$1-$2 log=$work/$1.log
    shift 2
    CXX=$cxx common/simt/simtcc --tool=profile -O2 -w -rdc=true -o "$program" "$@" >"$log" 2>&1 &&
        SIMT_REPORT=$program.json "$program" >"$log" 2>"$program.table" &&
        sh $tests/golden/compare.sh "$program.json" "$folder/counts.csv" "$folder/reasons.txt" "$cxx" >"$log" &&
        [ "$(wc -l <"$log")" = 1 ]
    status=$?
    [ ! "$known" ] ||
        report "$(sed -n '$s/ equal//p' "$log") kernels of ${folder##*/} count what ncu counts on an H200, with $cxx" \
            $status "$log"
}

# The report and the table.
repeat() { # CXX
    program=$work/$1-golden log=$work/$1.log
    SIMT_REPORT=$work/$1.again "$program" 2>"$work/$1.table.again"
    cmp "$program.json" "$work/$1.again" >"$log" 2>&1 && cmp "$program.table" "$work/$1.table.again" >"$log" 2>&1
    report "two runs give the same profile, byte for byte, with $1" $? "$log"
    awk 'length > 80' "$program.table" "$work/$1-unseen.table" | head -n 3 >"$log"
    [ ! -s "$log" ]
    report "the table has at most 80 columns, with $1" $? "$log"
}

# Per line, in other orders of threads, and beside other tools.
lines() { # CXX
    program=$work/$1-lines file=$tests/check/counts.cu log=$work/$1.lines
    CXX=$1 common/simt/simtcc --tool=all -O2 -w -o "$program" $file >"$log" 2>&1 || {
        report "counts.cu builds with --tool=all, with $1" 1 "$log"
        return
    }
    for order in forward reverse random:3; do
        SIMT_ORDER=$order SIMT_REPORT=$work/$1.$order "$program" 2>"$log" || cat "$log"
        sed -n 's/^ *{"file": ".*counts.cu", "line": \([0-9]*\), "metrics": \({.*\)}}[],}]*$/\1 \2/p' \
            "$work/$1.$order" >"$work/$1.of.$order"
    done
    cmp "$work/$1.of.forward" "$work/$1.of.reverse" >"$log" 2>&1 &&
        cmp "$work/$1.of.forward" "$work/$1.of.random:3" >>"$log" 2>&1
    report "the order of threads changes no count, with $1" $? "$log"
    cat "$work/$1.forward" "$work/$1.reverse" "$work/$1.random:3" | grep -o '"lanes": .*' | cut -d, -f1-6 >"$log"
    [ "$(grep -c '^"lanes": 786, "requests": 42, "busiest_warp": 22, "busiest_block": 26, "launch__grid_size": 6, '\
'"launch__thread_count": 384$' "$log")" = 3 ]
    report "launches have their blocks, threads, busiest warp and block, in each order, with $1" $? "$log"
    grep -n '// counts: ' $file | sed 's/:.*counts: / /' | while read -r line want; do
        grep "^$line " "$work/$1.of.forward" | grep -q -F "$want" || echo "line $line lacks $want"
    done >"$log"
    [ ! -s "$log" ] && [ -s "$work/$1.of.forward" ]
    report "each line has its own counts, with $1" $? "$log"
}

# With SIMT_GPU: what limits the blocks of a multiprocessor.
occupancy() { # CXX
    program=$work/$1-golden log=$work/$1.gpu
    for gpu in H200 T4; do SIMT_GPU=$gpu SIMT_REPORT=$log.$gpu "$program" 2>"$log"; done
    grep -q '"gpu": "H200", "blocks": 8, "warps": 64, "of": 64, "limit": "threads"' "$log.H200" &&
        grep -q '"gpu": "T4", "blocks": 2, "warps": 16, "of": 32, "limit": "shared memory"' "$log.T4"
    report "the occupancy is that of the GPU named, with $1" $? "$log"
    SIMT_GPU=none "$program" 2>"$log"
    [ $? != 0 ] && grep -q "It can be T4" "$log"
    report "a GPU that is not known is an error, with $1" $? "$log"
}

job() { # CXX
    if ! command -v "$1" >/dev/null; then
        echo "skip - profiles with $1 (it is not installed)"
        return
    fi
    if needs "counts-$1" "kernels count what ncu counts on an H200, with $1"; then known=yes; else known=; fi
    counts "$1" golden $tests/golden/*.cu
    counts "$1" unseen $tests/unseen/main.cu
    repeat "$1"
    lines "$1"
    occupancy "$1"
}

[ ! "${ONLY:-}" ] || { job "$ONLY"; exit; }
job clang++ >"$work/out" 2>&1 &
job g++ | tee "$work/out.too"
wait
cat "$work/out"
! grep -q '^not ok' "$work/out" "$work/out.too"
