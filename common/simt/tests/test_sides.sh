#!/bin/sh
# nvcc refuses programs that mix up host and device, or warns of them, and so it is without nvcc too, in a sentence with
# the line.
#     SIDES_NVCC=1 sh common/simt/tests/test_sides.sh      nvcc is asked as well (minutes)
# Takes turn 4 of 12.
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
    (cd "$work" && CXX=${CXX:-g++} SIMTCC_READY=1 "$top/common/simt/simtcc" -O0 -c -o "$1.o" "$1.cu" >"$1.out" 2>&1
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
    case $end in
    accepted) [ "$code" = 0 ] && ! grep -q 'is a device variable' "$work/$name.out" ;;
    warned) [ "$code" = 0 ] && grep -qF -- "$words" "$work/$name.out" ;;
    *) [ "$code" != 0 ] && [ "$words" ] && grep -qF -- "$words" "$work/$name.out" ;;
    esac
    report "${name} is $end, as nvcc does" $? "$work/$name.out"
done

# Asked of nvcc, too.
relaxed() { # NAME OPTION...
    name=$1
    shift
    (cd "$work" && "$top/common/simt/simtcc" -w -O0 --expt-relaxed-constexpr "$@" -c -o relaxed.o "$name.cu") \
        >"$work/out" 2>&1
    takes=$?
    if [ "${SIDES_NVCC:-}" ]; then
        (cd "$work" && nvcc -arch=sm_90 -w --expt-relaxed-constexpr "$@" -c -o nvcc.o "$name.cu") >"$work/out" 2>&1
        [ $((!$?)) = $((!takes)) ]
        promise "nvcc says so of $name with --expt-relaxed-constexpr $*" $?
    fi
    return $takes
}
relaxed std_min && relaxed limits && relaxed own_constexpr && relaxed std_pair && relaxed std_max_element &&
    relaxed functor_of_constexpr && ! relaxed functor_of_the_host &&
    relaxed std_gcd && relaxed std_array && ! relaxed sort && ! relaxed std_swap && ! relaxed std_count &&
    relaxed std_tie && ! relaxed std_assigned_tie
promise "with --expt-relaxed-constexpr kernels have the host's constexpr functions, and no others" $?
relaxed sort -std=c++20 && relaxed std_swap -std=c++20 && relaxed std_count --std c++20 &&
    relaxed std_assigned_tie -std=c++20
promise "and from C++20 on its algorithms" $?

cat >"$work/lambda.cu" <<'END'
#include <cstdio>
template <class F> __global__ void each(F f) { f(threadIdx.x); }
int main() {
    int n = 3;
    each<<<1, 1>>>([=] __device__ (int i) { printf("%d\n", n + i); });
    auto f = [] __host__ __device__(int) {};
    each<<<1, 1>>>(f);
    return cudaDeviceSynchronize();
}
END
lambda() { (cd "$work" && "$top/common/simt/simtcc" "$@" -O0 -o lambda lambda.cu) >"$work/out" 2>&1; }
lambda && [ "$("$work/lambda")" = 3 ] && grep -c warning "$work/out" | grep -qx 1 &&
    grep -q '^lambda.cu:5: warning: nvcc takes a lambda with __device__ only if .*--extended-lambda' "$work/out" &&
    lambda --extended-lambda && ! grep warning "$work/out" && lambda -expt-extended-lambda && ! grep warning "$work/out"
promise "a lambda with __device__ runs, and a warning names the option that nvcc asks for" $?

# A library's function may have the name of a device function. Types tell which one host code calls.
mkdir -p "$work/library"
cat >"$work/library/numbers.h" <<'END'
namespace numbers {
template <class T> struct range { T low, high; };
template <class T> range<T> square(const range<T> &r) { return {r.low * r.low, r.high * r.high}; }
}
END
cat >"$work/squares.cu" <<'END'
#include <numbers.h>
using namespace numbers;
struct span { float low, high; };
__device__ span square(const span &s) { return {s.low * s.low, s.high * s.high}; }
template <class T> T of(const T &x) { return square(x); }
__global__ void k(span *s) { *s = square(*s); }
int main() { return of(range<int>{1, 2}).high != 4; }
END
of_library() { # NAME
    (cd "$work" && "$top/common/simt/simtcc" -isystem library -w -O0 -o squares "$1.cu" && ./squares) >"$work/out" 2>&1
}
of_library squares
promise "host code calls the function of a library whose name a device function has, too" $?
sed 's/square/cube/g' "$work/squares.cu" >"$work/cubes.cu"
! of_library cubes && grep -q 'cubes.cu:5: cube is a device function' "$work/out"
promise "and none that the library does not have" $?

if [ "${SIDES_NVCC:-}" ]; then
    for source in "$work"/*.cu; do
        name=${source##*/} name=${name%.cu}
        [ -f "$work/$name.end" ] || continue
        end=refused
        # It is its linker that finds blockIdx and its like in host code.
        (cd "$work" && nvcc -arch=sm_90 -o "$name.program" "$name.cu") >"$work/out" 2>&1 && end=accepted
        [ $end = refused ] || ! grep -q 'cannot be directly \(read\|written\) in a host' "$work/out" || end=warned
        grep -qx $end "$work/$name.end"
        promise "nvcc says so of $name" $?
    done
fi
exit $failed
