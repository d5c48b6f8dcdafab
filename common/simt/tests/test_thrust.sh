#!/bin/sh
# What the checkers tell of Thrust and CUB, and what of the two is refused. test_programs.sh runs programs with them.
# Takes turn 6 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
tests=common/simt/tests/check
line() { grep -n "// $2\$" $tests/"$1".cu | cut -d: -f1; }
run() { # PROGRAM [CASE]
    "$work/$1" ${2:+"$2"} >"$work/out" 2>&1
    code=$?
}
has() { grep -q "$1" "$work/out"; }
build() { # PROGRAM
    CXX=$cxx common/simt/simtcc --tool=memcheck,racecheck,initcheck,synccheck -O2 --extended-lambda \
        -o "$work/$cxx-$1" $tests/"$1".cu >"$work/out" 2>&1
}
# refuses WHAT SENTENCE: a file that the standard input holds, with its last line or an #error
refuses() {
    cat >"$work/bad.cu"
    ! common/simt/simtcc -o "$work/bad" "$work/bad.cu" >"$work/out" 2>&1 && grep -qF "$2" "$work/out"
    promise "$1 is refused in a sentence" $?
}

check_cub() {
    build cub
    run "$cxx-cub" right
    promise "two sums in one storage with a barrier between are clean, with $cxx" \
        "$([ $code = 0 ] && has 'ERROR SUMMARY: 0 errors' && has 'RACECHECK SUMMARY: 0 hazards'; echo $?)"
    run "$cxx-cub" again
    promise "a storage of CUB that is used again without a barrier is a race, at the program's line, with $cxx" \
        "$([ $code = 1 ] && has "Race reported between Write access at $tests/cub.cu:$(line cub again)"; echo $?)"
    run "$cxx-cub" some
    promise "a sum that only some threads call is told, with $cxx" \
        "$([ $code = 1 ] && has "at some_threads in $tests/cub.cu:$(line cub some)"; echo $?)"
    run "$cxx-cub" small
    promise "memory that is too small for a sort of CUB is told, with $cxx" \
        "$([ $code = 1 ] && has "at cub::DeviceRadixSort::SortKeys" && has "bytes after the nearest"; echo $?)"
    run "$cxx-cub" few
    promise "a sort of CUB that is given too few bytes returns an error, with $cxx" \
        "$(has '^cudaErrorInvalidValue'; echo $?)"
}

check_thrust() {
    build thrust
    run "$cxx-thrust" race
    promise "a functor that races is told with its line, with $cxx" \
        "$([ $code = 1 ] && has "at $tests/thrust.cu:$(line thrust race) .*hazards" && has thrust::for_each; echo $?)"
    run "$cxx-thrust" past
    promise "a functor that reads past an array is told with its line, with $cxx" \
        "$([ $code = 1 ] && has "at thrust::for_each in $tests/thrust.cu:$(line thrust past)\$"; echo $?)"
    run "$cxx-thrust" unwritten
    promise "a sort of memory that nobody wrote is told, with $cxx" \
        "$([ $code = 1 ] && has 'Uninitialized __global__ memory read' && has 'at thrust::sort'; echo $?)"
    run "$cxx-thrust" streams
    promise "a sort that does not wait for another stream is told, with $cxx" \
        "$([ $code = 1 ] && has 'between kernel fill (write) at .* and kernel thrust::sort'; echo $?)"
    run "$cxx-thrust" too_far
    promise "a sort past the end of an array is told, with $cxx" \
        "$([ $code != 0 ] && has 'at thrust::sort' && has 'after the nearest allocation .* of size 400 bytes'; echo $?)"
    run "$cxx-thrust" too_much
    promise "a vector that is too large throws std::bad_alloc, with $cxx" "$(has '^caught'; echo $?)"
}

# Programs that are right are clean. They sort in memory from malloc, which the host then gets.
check_programs() {
    for file in $(some common/simt/tests/programs/cub_*.cu "$@"); do
        CXX=$cxx common/simt/simtcc --tool=all -O2 --extended-lambda -w -o "$work/program" "$file" >"$work/out" 2>&1
        run program
        promise "$(basename "$file") is clean, with $cxx" \
            "$([ $code = 0 ] && has '^PASS' && has 'ERROR SUMMARY: 0 errors' && has '0 errors, 0 warnings'; echo $?)"
    done
}

lacks=$(sh common/build/deps.sh --missing thrust)
for cxx in g++ clang++; do
    if ! command -v $cxx >/dev/null; then
        echo "skip - Thrust and CUB in check builds, with $cxx (it is not installed)"
        continue
    fi
    check_cub
    if [ "$lacks" ]; then
        check_programs
    else
        check_thrust
        check_programs common/simt/tests/programs/thrust_*.cu
    fi
done
refuses "a class of CUB whose header is not included" 'cub::CountingInputIterator: no header that is included has '\
'this name. Include <cub/iterator/counting_input_iterator.cuh>' <<'CU'
#include <cub/device/device_reduce.cuh>
cub::CountingInputIterator<int> from_one(1);
CU
refuses "a class of CUB that is missing" 'cub::BlockRadixRank: the CPU runtime has no such name.' <<'CU'
#include <cub/cub.cuh>
__global__ void k() {
    cub::BlockRadixRank<128, 4, false> rank;
}
CU
refuses "a header of CUB that is missing" 'the CPU runtime has no cub::DeviceSpmv.' <<'CU'
#include <cub/device/device_spmv.cuh>
CU
if [ "$lacks" ]; then
    echo "skip - Thrust in check builds (its package, $lacks, is not installed)"
    exit $failed
fi
refuses thrust::async 'thrust::async is not part of the CPU runtime.' <<'CU'
#include <thrust/async/reduce.h>
CU
refuses "a name whose header is not included" \
    'thrust::sort: no header that is included has this name. Include its own header of Thrust' <<'CU'
#include <thrust/device_vector.h>
int main() {
    thrust::device_vector<int> d(3);
    thrust::sort(d.begin(), d.end());
}
CU
# A functor that device code cannot call. nvcc refuses these too, but the address, which ends a kernel on a GPU.
functor() { # WHAT SENTENCE CALL
    refuses "$1" "$2" <<CU
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>
#include <functional>
struct above { bool operator()(int a, int b) const { return a > b; } };
static bool is_above(int a, int b) { return a > b; }
int main() {
    thrust::device_vector<int> d(3);
    $3
}
CU
}
functor "a functor of the host for Thrust" ':9: above goes to a kernel, and its operator () is the host' \
    'thrust::sort(d.begin(), d.end(), above());'
functor "a lambda of the host for Thrust" ':9: what goes to a kernel of Thrust here is a lambda of the host. Write' \
    'thrust::sort(thrust::device, d.begin(), d.end(), [](int a, int b) { return a > b; });'
functor "a function's address for Thrust" ':9: what goes to a kernel of Thrust here is the address of a function' \
    'thrust::sort(d.begin(), d.end(), is_above);'
functor "a functor of std for Thrust" ":9: what goes to a kernel of Thrust here is the host's. Write thrust:: instead" \
    'thrust::sort(d.begin(), d.end(), std::greater<int>());'
cat >"$work/sides.cu" <<'CU'
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>
#include <functional>
#include <iostream>
#include <iterator>
struct above { bool operator()(int a, int b) const { return a > b; } };
int main() {
    thrust::host_vector<int> h(3);
    int words[3] = {1, 2, 3};
    thrust::sort(h.begin(), h.end(), above());
    thrust::sort(h.begin(), h.end(), std::greater<int>());
    thrust::sort(words, words + 3, [](int a, int b) { return a > b; });
    thrust::device_vector<int> d(words, words + 3);
    thrust::sort(d.begin(), d.end(), [] __device__(int a, int b) { return a < b; });
    thrust::copy(d.begin(), d.end(), std::ostream_iterator<int>(std::cout, " "));
}
CU
common/simt/simtcc --extended-lambda -o "$work/sides" "$work/sides.cu" >"$work/out" 2>&1 &&
    [ "$("$work/sides")" = '1 2 3 ' ]
promise "functors of the host sort on the host, and iterators of the host take what the device has" $?
cat >"$work/host.cpp" <<'CPP'
#include <thrust/host_vector.h>
#include <thrust/sort.h>
#include <cstdio>
int main() {
    thrust::host_vector<int> h(3);
    h[0] = 2;
    thrust::sort(h.begin(), h.end());
    printf("%d\n", h[2]);
}
CPP
common/simt/simtcc -o "$work/host" "$work/host.cpp" >"$work/out" 2>&1 && [ "$("$work/host")" = 2 ]
promise "C++ files include Thrust, too" $?

# Headers that CUDA's Thrust includes in turn: programs rely on them.
cat >"$work/turn.cu" <<'CU'
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <cstdio>
using namespace thrust;
struct twice { __host__ __device__ int operator()(int x) const { return 2 * x; } };
int main() {
    static_assert(FLT_MAX > 1, "");
    device_vector<int> v(100);
    sequence(v.begin(), v.end(), 1);
    sort(v.begin(), v.end(), greater<int>());
    host_vector<int> h = v;
    printf("%d %d %d\n", h[0], (int)*max_element(v.begin(), v.end()),
           transform_reduce(v.begin(), v.end(), twice(), 0, plus<int>()));
}
CU
common/simt/simtcc -o "$work/turn" "$work/turn.cu" >"$work/out" 2>&1 && [ "$("$work/turn")" = '100 100 10100' ]
promise "thrust/sort.h and thrust/device_vector.h include the headers that they include in CUDA" $?
for header in partition execution_policy merge set_operations; do
    printf '#include <thrust/%s.h>\nint main() { return *thrust::max_element(thrust::host, "b", "b" + 1) - 98; }\n' \
        $header >"$work/alone.cu"
    common/simt/simtcc -o "$work/alone" "$work/alone.cu" >"$work/out" 2>&1 && "$work/alone"
    promise "thrust/$header.h has its extremes, too" $?
done
exit $failed
