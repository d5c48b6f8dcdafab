#!/bin/sh
# Kernels that launch kernels: what the checkers find in them, what is refused, and CUDA's limits; g++ and clang++.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
tests=common/simt/tests

# The greatest severity in a report, or clean.
verdict_of() {
    for severity in ERROR WARNING INFO; do
        grep -q "\"severity\": \"$severity\"" "$1" && echo $severity && return
    done
    echo clean
}

# A file that lists its kernels: `program` prints names and verdicts, `program NAME` runs one, here in three orders.
bank() { # CXX FILE
    program=$work/$1-${2%.cu} log=$work/$1-$2.log json=$work/$1-$2.json
    CXX=$1 common/simt/simtcc --tool=all -O2 -w -rdc=true -o "$program" $tests/check/$2 >"$log" 2>&1 || {
        report "$2 builds with --tool=all, with $1" 1 "$log"
        return
    }
    SIMT_TOOL=none "$program" | while read -r name want; do
        good=0
        for order in forward reverse random:1; do
            SIMT_ORDER=$order SIMT_REPORT=$json timeout 600 "$program" "$name" >"$log" 2>&1
            code=$?
            [ "$(verdict_of "$json")" = "$want" ] || good=1
            [ "$want" = ERROR ] && want_code=1 || want_code=0
            [ $code = $want_code ] || good=1
            [ $good = 0 ] || break
        done
        report "$name is $want, with $1" $good "$log"
    done
}

job() { # CXX
    if ! command -v "$1" >/dev/null; then
        echo "skip - check builds with $1 (it is not installed)"
        return
    fi
    bank "$1" children.cu
}

[ ! "${ONLY:-}" ] || { job "$ONLY"; exit; }
job g++ | tee "$work/out"
job clang++ | tee -a "$work/out"
! grep -q '^not ok' "$work/out"
