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

# Behind the program's own variables nothing of the runtime comes, so that a kernel that goes far past a __device__
# array is told, and the process goes on.
cat >"$work/far.cu" <<'CU'
#include <cstdio>
#include <cstdlib>
__device__ unsigned zeros[100];
__device__ unsigned ones[100] = {1, 1, 1};
__global__ void write(bool in_data, unsigned from, unsigned to) {
    unsigned *list = in_data ? ones : zeros;
    for (unsigned i = from; i < to; i++) list[i] = i;
}
int main(int n, char **argument) {
    write<<<1, 1>>>(n > 2, 0, 100);
    printf("in bounds: %d\n", (int)cudaDeviceSynchronize());
    write<<<1, 1>>>(n > 2, 100, atoi(argument[1]));
    printf("past the end: %d\n", (int)cudaDeviceSynchronize());
}
CU
for cxx in g++ clang++; do
    command -v $cxx >/dev/null || continue
    for tool in '' --tool=memcheck; do
        good=0
        CXX=$cxx common/simt/simtcc $tool -g -O2 -o "$work/far" "$work/far.cu" >"$work/out" 2>&1 || good=1
        for section in '' data; do
            # shellcheck disable=SC2086 # no argument, or one
            "$work/far" 2000000000 $section >"$work/out" 2>&1
            grep -qx 'in bounds: 0' "$work/out" && grep -qx 'past the end: 700' "$work/out" || good=1
            [ "$tool" ] ||
                { grep -q '^simt: kernel write.* makes an invalid access .*far.cu:7$' "$work/out" || good=1; }
            [ ! "$tool" ] || { grep -q 'write of size 4 bytes' "$work/out" &&
                grep -q 'at write.* in .*far.cu:7$' "$work/out" || good=1; }
        done
        promise "a kernel that goes far past a __device__ array is told by a build of $cxx with ${tool:-no tool}" $good
    done
done
exit $failed
