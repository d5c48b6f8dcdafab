#!/bin/sh
# Programs in the manner of the web build with simtcc as they are, and give right answers in any order.
set -u
cd "$(dirname "$0")/../../.." || exit 2
programs=common/simt/tests/programs
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0

tries() { # NAME FILES: builds the program with $CXX and runs it in three orders
    name=$1
    shift
    good=0
    common/simt/simtcc -O2 -rdc=true -arch=sm_90 -o "$work/program" "$@" >"$work/out" 2>&1 || good=1
    for order in forward reverse random:1; do
        [ $good = 0 ] && { SIMT_ORDER=$order "$work/program" >"$work/out" 2>&1 && grep -q PASS "$work/out" || good=1; }
    done
    if [ $good = 0 ]; then
        echo "ok - $name builds and is right, with $CXX"
    else
        echo "not ok - $name builds and is right, with $CXX"
        sed 's/^/# /' "$work/out"
        failed=1
    fi
}

for CXX in g++ clang++; do
    export CXX
    if ! command -v $CXX >/dev/null; then
        echo "skip - programs with $CXX (it is not installed)"
        continue
    fi
    for name in reduction bitonic scan histogram; do tries $name $programs/$name.cu; done
    tries "a program of two files" $programs/two_files.cu $programs/two_files_main.cu
done
exit $failed
