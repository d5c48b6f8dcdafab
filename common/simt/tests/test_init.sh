#!/bin/sh
# What initcheck promises, and how the host's and the device's memory are kept apart, with g++ and clang++.
set -u
cd "$(dirname "$0")/../../.." || exit 2
tests=common/simt/tests/check
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

report() { # PROMISE STATUS LOG
    if [ "$2" = 0 ]; then
        echo "ok - $1"
    else
        echo "not ok - $1"
        sed 's/^/# /' "$3"
    fi
}

# The greatest severity in a report, or clean.
verdict_of() {
    for severity in ERROR WARNING INFO; do
        grep -q "\"severity\": \"$severity\"" "$1" && echo $severity && return
    done
    echo clean
}

# Runs one kernel of a bank, and compares what is found; a run with lazy streams must find the same.
one_of() { # PROGRAM NAME WANT
    for streams in eager lazy; do
        SIMT_STREAMS=$streams SIMT_REPORT=$1.json timeout 20 "$1" "$2" >"$1.log" 2>&1
        code=$?
        [ "$(verdict_of "$1.json")" = "$3" ] || return 1
        [ "$3" = ERROR ] && want_code=1 || want_code=0
        [ $code = $want_code ] || return 1
    done
}

bank() { # CXX FILE TOOL
    program=$work/$1-${2%.cu}
    CXX=$1 common/simt/simtcc --tool=$3 -O2 -w -o "$program" $tests/$2 >"$program.log" 2>&1 || {
        report "$2 builds with --tool=$3, with $1" 1 "$program.log"
        return
    }
    SIMT_TOOL=none "$program" | while read -r name want; do
        one_of "$program" "$name" "$want"
        report "$3: $name is $want, with $1" $? "$program.log"
    done
}

# In compute-sanitizer's words, with the line.
words() { # CXX
    program=$work/$1-init file=$tests/init.cu log=$work/$1.words
    line=$(grep -n '// global' $file | cut -d: -f1)
    "$program" never >"$log" 2>&1
    grep -q '^========= Uninitialized __global__ memory read of size 4 bytes$' "$log" &&
        grep -q "^=========     at copy.* in $file:$line\$" "$log" &&
        grep -q '^=========     by thread (0,0,0) in block (0,0,0)$' "$log" &&
        grep -q 'byte 0 of the allocation of 8000 bytes in global memory \[32 times\]' "$log"
    report "an uninitialised read is told with its line, its thread and the allocation, with $1" $? "$log"
    line=$(grep -n '// shared' $file | cut -d: -f1)
    "$program" shared_static >"$log" 2>&1
    grep -q '^========= Uninitialized __shared__ memory read of size 4 bytes$' "$log" &&
        grep -q "in $file:$line\$" "$log" && grep -q 's_static\[31\] in shared memory \[2 times\]' "$log"
    report "an uninitialised read of shared memory is told with the array's name and index, with $1" $? "$log"
}

job() { # CXX
    if ! command -v "$1" >/dev/null; then
        echo "skip - initcheck with $1 (it is not installed)"
        return
    fi
    bank "$1" init.cu initcheck
    words "$1"
}

job clang++ >"$work/out" 2>&1 &
job g++ | tee "$work/out.too"
wait
cat "$work/out"
! grep -q '^not ok' "$work/out" "$work/out.too"
