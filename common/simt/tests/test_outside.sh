#!/bin/sh
# __shared__ variables outside of functions have names and ends in check builds, and every block finds them
# unwritten. With clang++ their ends are not watched: it lays them out as it likes.
. "$(dirname "$0")/../../../common/tests/promise.sh"
file=common/simt/tests/check/outside.cu
line() { grep -n "// $1\$" $file | cut -d: -f1; }
run() { # CXX CASE
    "$work/$1" "$2" >"$work/out" 2>&1
    code=$?
}
for cxx in g++ clang++; do
    if ! command -v $cxx >/dev/null; then
        echo "skip - shared memory outside of functions, with $cxx (it is not installed)"
        continue
    fi
    CXX=$cxx common/simt/simtcc --tool=memcheck,racecheck,initcheck,synccheck -O2 -o "$work/$cxx" $file \
        >"$work/out" 2>&1
    run $cxx right
    promise "what is right is clean, with $cxx" \
        "$([ $code = 0 ] && grep -q 'ERROR SUMMARY: 0 errors' "$work/out"; echo $?)"
    run $cxx race
    promise "a race names the array, with $cxx" \
        "$([ $code = 1 ] && grep -q 'first\[[0-9]*\] in shared memory' "$work/out"; echo $?)"
    run $cxx never
    promise "each block finds it unwritten, with $cxx" \
        "$([ $code = 1 ] && grep -q "at never in .*:$(line b)\$" "$work/out"; echo $?)"
    [ $cxx = g++ ] || continue
    run $cxx past
    promise "a read behind it is told, with $cxx" \
        "$([ $code = 1 ] && grep -q 'Address is 1 bytes after first of size 128 bytes' "$work/out" &&
            grep -q "at fill in .*:$(line a)\$" "$work/out"; echo $?)"
done
exit $failed
