#!/bin/sh
# What the compile driver promises, tried on small programs with each compiler that is installed.
# Begins first: it takes a minute.
set -u
simt=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/tmp" "$tmp/a b" && ln -s "$simt/simtcc" "$tmp/a b/cc" && cd "$tmp" || exit 2
export TMPDIR="$tmp/tmp"
unset CC SIMTCC_QUIET SIMTCC_READY
failed=0

report() { # STATUS PROMISE
    if [ "$1" = 0 ]; then echo "ok - $2"; else echo "not ok - $2" && failed=1 && sed 's/^/# /' log; fi
}

simtcc() { "$simt/simtcc" "$@" >log 2>&1; }

# says PROMISE STATUS LINE ARGUMENTS...: the driver ends so and prints that one line
says() {
    promise=$1 status=$2 line=$3
    shift 3
    simtcc "$@"
    [ $? = "$status" ] && [ "$(cat log)" = "$line" ]
    report $? "$promise"
}

cat >"a b/it's.cu" <<'CU'
#include <cstdio>
#include "three.h"
struct point { int x; __device__ point() {} };
extern __device__ int shared_by_files;
__global__ void add(int *sum, int n) {
    __shared__ point p[4];
    extern __shared__ int values[];
    values[threadIdx.x] = n + (int)threadIdx.x;
    if (threadIdx.x == 0) p[0].x = THREE;
    __syncthreads();
    atomicAdd(sum, values[(threadIdx.x + 1) % blockDim.x] + p[0].x + shared_by_files);
}
extern "C" int from_c(void);
int from_cpp();
int main() {
    int *d_sum, sum = 0;
    cudaMalloc(&d_sum, sizeof sum);
    cudaMemset(d_sum, 0, sizeof sum);
    add<<<1,
          32, 32 * sizeof(int)>>>(
        d_sum, from_c() + from_cpp());
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%d\n", sum);
    return sum == 32 * (THREE + 7 + 1 + 2) + 31 * 16 ? 5 : 1;
}
CU
mkdir inc && echo '#define THREE 3' >inc/three.h
echo '__device__ int shared_by_files = 7;' >two.cu
echo '#include <curand_kernel.h>
struct walker { curandState state; curandStatePhilox4_32_10_t other; };
int from_cpp() {
    walker w;
    curand_init(1, 2, 3, &w.state);
    return cudaSuccess + (curand_uniform(&w.state) <= 1 ? 1 : 0);
}' >one.cpp
echo 'int from_c(void) { return 2; }' >one.c

cat >older.cu <<'CU'
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstddef>
#include <cub/cub.cuh>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/complex>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_pipeline.h>
#include <cufft.h>
#include <curand_kernel.h>
#include <cusparse.h>
#include <mma.h>
#include <nvrtc.h>
using namespace std;
typedef unsigned char byte; // names that std has from C++17 on
int size = 8, *data;
__global__ void count(int *to) noexcept { to[threadIdx.x] = threadIdx.x; }
template <class T> __global__ void more(T *to) {
    register T here = to[threadIdx.x];
    to[threadIdx.x] = here + 1;
}
int sum(int n) throw(int) { return n ? data[n - 1] + sum(n - 1) : 0; }
int main() {
    void *arguments[] = {&data};
    if (cudaMallocManaged(&data, size * sizeof(int)) != cudaSuccess) return 1;
    cudaLaunchKernel((const void *)count, 1, size, arguments);
    cudaLaunchKernel((const void *)more<int>, 1, size, arguments);
    more<<<1, size>>>(data);
    return cudaDeviceSynchronize() == cudaSuccess && byte(sum(size)) == 44 ? 0 : 1;
}
CU

for CXX in g++ clang++; do
    if ! command -v $CXX >/dev/null 2>&1; then
        echo "skip - $CXX (not installed)"
        continue
    fi
    export CXX
    simtcc -rdc=true -Iinc -g "a b/it's.cu" two.cu one.cpp one.c -o "a b/prog 1" -lm && "a b/prog 1" >log
    [ $? = 5 ]
    report $? "$CXX: a program of .cu, .cpp and .c files, with blanks in names, links and runs"
    objdump -dl --no-show-raw-insn "a b/prog 1" | awk '/^[0-9a-f]+ </ { in_add = $2 ~ /add/ } in_add && /it.s.cu:/' |
        grep -o 'cu:[0-9]*' | sort -u >lines
    for line in 5 8 9 11; do grep -qx "cu:$line" lines || echo "no code for line $line" >>missing; done
    cp lines log && [ ! -e missing ]
    report $? "$CXX: debug information has the lines of the .cu"
    : >older.log
    for std in c++11 gnu++14; do
        simtcc -std=$std -Wall -Werror -Wno-deprecated older.cu -o older && ./older >>log 2>&1 || cp log older.log
    done
    mv older.log log
    [ ! -s log ]
    report $? "$CXX: a program that only standards before C++17 take builds as C++14, with CUDA's headers, and runs"
done
export CXX=g++

simtcc -dc -Iinc "a b/it's.cu" && simtcc -dc two.cu && [ -f "it's.o" ] && [ -f two.o ] &&
    simtcc -lib two.o -o two.a && "./a b/cc" -w one.c one.cpp "it's.o" two.a -o prog >log 2>&1 && ./prog >log
[ $? = 5 ]
report $? 'objects and archives are made and linked, also through a symbolic link to the driver'
simtcc -dlink -arch=sm_90 "it's.o" two.o -o device.o && [ -f device.o ] && rm -f prog &&
    "./a b/cc" -w one.c one.cpp "it's.o" two.o device.o -o prog -lcudadevrt >log 2>&1 && ./prog >log
[ $? = 5 ]
report $? 'a makefile may link device code (-dlink) into an object and link that with the others'

# ---- errors in programs ------------------------------------------------------------------------------
cat >bad.cu <<'CU'
__global__ void k(int *p, int n) { *p = n; }
int main() {
    int *d = nullptr;
    k<<<1,
        2>>>(d,
             3); int y = missing;
}
CU
simtcc -c bad.cu -o bad.o
[ $? = 1 ] && grep -q "^bad.cu:6:26: error: .*missing" log && [ ! -e bad.o ]
report $? 'an error behind a launch of several lines has its own line and column; no object is left'
grep -q '^      |                          ^~~~~~~' log
report $? 'its caret points at the right place'
echo '__global__ void k() { __shared__ int x[2][0]; x[0][0] = 1; }' >bad.cu
simtcc -c bad.cu
[ $? = 1 ] && grep -q 'error: .*nvcc takes no __shared__ array of 0 elements' log
report $? 'a shared array of no elements is an error, as it is of nvcc'

# A class uses a name from outside, and then gives it to a type of its own: nvcc takes it, and g++ alone does not.
cat >renames.cu <<'CU'
template <class T> struct kept { T value; };
struct user {
    using kept = kept<int>;
    kept k;
};
__global__ void k(user u) {}
int main() { k<<<1, 1>>>(user{{1}}); return cudaDeviceSynchronize(); }
CU
simtcc renames.cu -o renames && ./renames >log 2>&1
report $? 'a class may give a name that it used to a type of its own'
printf 'int *pointer() { return 7; }\n' | cat renames.cu - >wrong.cu
simtcc wrong.cu -o wrong
[ $? != 0 ] && grep -q 'invalid conversion\|cannot initialize' log
report $? 'which forgives no other mistake'
echo 'void f() { k<<<1>>>(); }' >bad.cu
says 'an error of the rewriter is one line' 2 \
    'bad.cu:1: a launch needs blocks and threads. Write <<<blocks, threads>>>' bad.cu -o bad
says 'a missing file' 2 'simtcc: none.cu: no such file. Check the name' none.cu
says 'no files' 2 'simtcc: no input files. simtcc --help lists the options' -O2
touch x.foo
says 'an unknown kind of file' 2 \
    'simtcc: x.foo: what kind of file is this? Name it .cu, .cpp, .c, .o or .a, or put -x cu before it' x.foo
says 'a library of CUDA that nothing may need' 0 \
    'simtcc: note: -lcusolverMg is left out: that library is not part of the CPU runtime' -c -lcusolverMg two.cu
says 'one -o for two objects' 2 \
    'simtcc: -c with -o takes one source, and there are 2. Leave -o out or give them one by one' -c two.cu one.c -o x.o
says 'a source named as output' 2 'simtcc: two.cu is both read and written. Name another file behind -o' \
    two.cu -c -o two.cu
says 'a compiler that is not there' 2 'simtcc: a program is missing. Install its package: clang-99' \
    -ccbin clang++-99 two.cu

echo '#include <cusolverSp.h>' >bad.cu
simtcc -c bad.cu
[ $? = 2 ] &&
    [ "$(cat log)" = \
        'bad.cu:1: <cusolverSp.h>: cuSolverSP is not part of the CPU runtime. Build this program with nvcc' ]
report $? 'a header of a library of CUDA'
echo '#include <thrust/no_such.h>' >bad.cu
simtcc -c bad.cu
why="which is not installed. Install its package: libthrust-dev"
! sh "$simt/../build/deps.sh" --missing thrust >/dev/null || why=
[ "$why" ] && says="a header of Thrust, $why" ||
    says='not part of the Thrust that is installed. Build this program with nvcc'
[ "$(cat log)" = "bad.cu:1: <thrust/no_such.h> is $says" ]
report $? 'a header of Thrust that is not there'
arch() { # WORDS OPTION...: what the program prints
    want=$1
    shift
    simtcc "$@" -Wall -Wextra "$simt/tests/check/arch.cu" -o arch && [ ! -s log ] && ./arch >log 2>/dev/null
    [ "$(cat log)" = "$want" ]
    report $? "with $* device code sees its __CUDA_ARCH__, and host code none"
}
for cxx in g++ clang++; do
    command -v $cxx >/dev/null 2>&1 || continue
    arch '8 90 900 1005 1006 1800 118 249 | 6 -5 24 132 102' -ccbin $cxx
    arch '8 90 900 1005 1006 1800 118 249 | 6 -5 24 132 102' -ccbin $cxx --tool=all
    arch '1 80 750 1005 1006 1500 118 249 | 6 -5 3 132 102' -ccbin $cxx -arch=sm_75
    arch '8 80 890 1005 1006 1780 118 249 | 6 -5 24 132 102' -ccbin $cxx -gencode arch=compute_89,code=sm_89 -g
done
simtcc -Wall -D__CUDA_ARCH__=800 "$simt/tests/check/arch.cu" -o arch && [ ! -s log ] && ./arch >log
[ "$(cat log)" = '8 80 800 1005 1006 1600 118 249 | 1005 1006 16 132 201' ]
report $? "who sets __CUDA_ARCH__ by -D sets it for host code, too"
# What __CUDA_ARCH__ changes where nothing tells host from device. The branches: device code's, and the host's.
differs() { # WHAT-IS-SAID BEFORE DEVICE HOST BEHIND
    printf '%s\n' "$2" '#ifdef __CUDA_ARCH__' "$3" '#else' "$4" '#endif' "$5" >bad.cu
    simtcc -c bad.cu
    grep -qxF "bad.cu:$1" log
    report $? "of code that differs by __CUDA_ARCH__ is said: ${1%%:*}"
}
differs "5: by __CUDA_ARCH__, x is another member in device code, and in the CPU runtime objects have one layout. \
Give the two members names of their own" 'struct S {' 'float x;' 'int x;' '};'
[ ! -e bad.o ]
report $? 'and there is no object'
differs "5: by __CUDA_ARCH__, what stands between the parameters and the { differs in device code, and the CPU runtime \
tells host from device only inside of the { }. Choose there" 'struct S { int x;' '__device__ S() : x(1) {}' \
    'S() : x(2) {}' '};'
differs "5: warning: by __CUDA_ARCH__, a part of a declaration differs in device code, and the CPU runtime takes the \
host's. Choose between whole declarations" 'struct S { int x[' '4' '8' ']; };'
differs "7: warning: by __CUDA_ARCH__, n differs in device code, and the CPU runtime takes the host's outside of \
functions. Use the name inside of a function" '' 'const int n = 4;' 'const int n = 8;' 'struct S { int x[n]; };'
cat >bounds.cu <<'CU'
#if __CUDA_ARCH__ >= 800
#define MOST 64
#else
#define MOST 32
#endif
__global__ void __launch_bounds__(MOST) k() {}
int main() {
    k<<<1, 64>>>();
    return cudaGetLastError() != cudaSuccess;
}
CU
simtcc bounds.cu -o bounds && ./bounds
report $? "a kernel's launch bounds are those of device code"
# Libraries have functions for all GPUs in their headers. A program calls a few of them.
cat >gpus.cuh <<'CU'
struct newest {
    static __device__ void wait(int &x) {
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        asm volatile("mov.b128 \"%0\", %1;" : "=q"(x) : "r"(x));
    }
};
template <class T> __device__ T odd(T x) {
    asm("{ .shared .b32 s; mov.u32 %0, s; }" : "=r"(x));
    return x;
}
static __device__ __forceinline__ int lane(int x) {
    asm("mov.u32 %0, %%laneid;" : "=r"(x));
    return x;
}
CU
cat >gpus.cu <<'CU'
#include "gpus.cuh"
#include <cstdio>
__global__ void k(int *p) {
    p[threadIdx.x] = lane(0);
#ifdef WAITS
    newest::wait(p[0]);
#endif
}
int main() {
    int *d, h[32];
    cudaMalloc(&d, sizeof h);
    k<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[31]);
}
CU
for cxx in g++ clang++; do
    command -v $cxx >/dev/null 2>&1 || continue
    for level in -O0 -O2 '-O2 --tool=all'; do
        simtcc -ccbin $cxx $level -Wall gpus.cu -o gpus && [ ! -s log ] && ./gpus >log 2>/dev/null
        [ "$(cat log)" = 31 ]
        report $? "$cxx $level builds with a header whose other functions have PTX that is not known"
        ! simtcc -ccbin $cxx $level -DWAITS gpus.cu -o gpus &&
            grep -qE "gpus.cuh:3:.*inline[ _]PTX[ _]with[ _']*wgmma.fence.sync.aligned[ _']*is[ _]not[ _]part" log
        report $? "$cxx $level names that PTX where the program calls its function"
    done
done
cat >gap.cpp <<'CU'
#include <cuda.h>
#include <curand.h>
int main() {
    cudaExternalSemaphore_t h;
    struct cudaDeviceProp p;
    cudaMemcpyBatchAsync(0, 0, 0, 0, 0);
    cuMulticastCreate(0, 0);
    curandGenerateBinomial(0, 0, 0, 1.0);
    return p.maxTexture5D + (int)cudaExternalMemoryHandleTypeOpaqueFd + (int)CURAND_RNG_TEST + missing + (int)sizeof h;
}
CU
cp gap.cpp 'a gap.cu'
for file in gap.cpp 'a gap.cu'; do
    for cxx in g++ clang++; do
        command -v $cxx >/dev/null 2>&1 || continue
        simtcc -ccbin $cxx -c "$file"
        [ $? = 1 ] && sed -n "s/^$file:\([0-9]*\): \([^ ]*\): the CPU runtime has no such name. .*/\1 \2/p" log |
            tr '\n' ' ' >told
        [ "$(cat told)" = '4 cudaExternalSemaphore_t 6 cudaMemcpyBatchAsync 7 cuMulticastCreate 8 '\
'curandGenerateBinomial 9 cudaDeviceProp::maxTexture5D 9 cudaExternalMemoryHandleTypeOpaqueFd 9 CURAND_RNG_TEST ' ]
        report $? "what CUDA has and the CPU runtime has not is told by name, in $file with $cxx"
    done
done
echo '#include "mine.h"' >bad.cu
simtcc -c bad.cu
[ $? = 1 ] && ! grep -q simtcc: log
report $? 'a missing header of the program is left to the compiler'

# ---- options -----------------------------------------------------------------------------------------
says 'options that every CUDA program has pass in silence' 0 '' -c two.cu \
    -arch=sm_90 -gencode arch=compute_90,code=sm_90 \
    -lineinfo --extended-lambda --expt-relaxed-constexpr -use_fast_math -lcudart -m64 -Wno-deprecated-gpu-targets
says 'other options of nvcc are noted' 0 'simtcc: note: -maxrregcount=32 means nothing on a CPU and is ignored
simtcc: note: -Xptxas=-v,-O3 means nothing on a CPU and is ignored
simtcc: note: --keep means nothing on a CPU and is ignored' -c two.cu -maxrregcount=32 -Xptxas -v,-O3 --keep
says 'not with -w' 0 '' -c two.cu -w -maxrregcount 32
simtcc --dryrun -use_fast_math -Xcompiler -Wall,-fno-strict-aliasing -Xcompiler=-fno-inline -Xlinker -rpath,/x \
    -DA='b "c"' -L/lib two.cu -fsanitize=thread
grep -q -- ' -Wall -fno-strict-aliasing -fno-inline .*-c -o' log && ! grep -q -- -ffast-math log &&
    grep -q -- '-DA=b "c"' log && grep -q -- '-Wl,-rpath,/x' log
report $? '-Xcompiler, -Xlinker and -D reach their tools; fast math does not'
! tail -n 1 log | grep -q sanitize && grep -q -- '-O2.*-fsanitize=thread.* -c -o' log
report $? '-fsanitize=thread is compiled with, not linked with'
simtcc -G -std=c++11 --dryrun two.cu && grep -q -- '-std=c++14 -O0 -g' log && grep -q 'raised to c++14' log
report $? '-G compiles without optimisation, and an old standard is raised'
simtcc --tool=memcheck --dryrun two.cu && grep -q -- '-O2 -g1 .* -c -o' log &&
    simtcc -g --tool=memcheck --dryrun two.cu && grep -q -- '-O2 -g .* -c -o' log && ! grep -q -- ' -g1 ' log
report $? 'a check build knows its lines, and with -g all that a debugger shows'
simtcc -std=gnu++0x --dryrun two.cu && grep -q -- '-std=gnu++14 ' log && grep -q 'raised to gnu++14' log
report $? 'with the words of GNU, where the program asked for them'
simtcc -MMD -MP -Iinc -c "a b/it's.cu" -o x.o && grep -q "^x.o: a.* b/it's.cu inc/three.h" x.d
report $? '-MMD writes what the object depends on'
simtcc -MMD -c two.cu -o "a b/x 1.o" && grep -qF 'a\ b/x\ 1.o: two.cu' "a b/x 1.d"
report $? 'with blanks in the name as make reads them'
simtcc -M -Iinc "a b/it's.cu" && grep -q 'cuda_runtime.h' log && simtcc -E two.cu &&
    grep -q 'static *int shared_by_files' log
report $? '-M and -E print'
cp two.cu two.txt && simtcc -c -x cu two.txt && [ -f two.o ]
report $? '-x cu makes any file CUDA'
simtcc -Iinc -c -o /dev/null two.cu && [ ! -s log ] && simtcc --tool=all -Iinc -c -o /dev/null two.cu && [ ! -s log ]
report $? '-c -o /dev/null asks whether a file compiles'
MAKEFLAGS='n --no-such-option' MAKELEVEL=3 "$simt/simtcc" -c two.cu >log 2>&1
report $? 'what a calling make hands down does no harm'
echo 'struct parts { unsigned low : 8; }; __global__ void k(parts *p, int n) { p->low <<= n; } int main() {}' >parts.cu
simtcc -w parts.cu -o parts && SIMT_LOOPS=0 simtcc -w parts.cu -o parts
report $? 'a shift that the compiler takes only as it is written builds'
echo 'int main(int n, char **v) { return 7; }' >seven.cu
simtcc -run -w seven.cu -o seven
[ $? = 7 ]
report $? '-run runs the program and ends as it does'
simtcc -v -w seven.cu -o parts && ! grep -q 'libsimt_' log && simtcc -v -w --tool=memcheck seven.cu -o parts &&
    grep -q 'libsimt_checks.a.*libsimt.a' log && ! grep -q 'libsimt_libraries' log
report $? 'a program is linked with the parts of the library that it asks for'
simtcc -w --tool=memcheck --tool synccheck seven.cu -o both && grep -aq 'memcheck,synccheck' both
report $? 'of --tool that is named twice both count'
make -n -B -C "$simt" -f simt.mk SIMT_BUILD="$PWD/none" rewriter plain >log 2>&1
grep -q 'run/launch.c' log && ! grep -qE ' (check|lib)/[a-z_0-9]*\.c' log
report $? 'and the first one does not wait for the others'
# A runtime of its own, and a make that builds nothing.
mkdir -p own/g++ bin && cp -p "${SIMT_BUILD:-$simt/../../build/simt}/rewrite" own &&
    printf '#!/bin/sh\nexit 1\n' >bin/make && chmod 755 bin/make
alone() { touch -d "$1" own/g++/made.rewriter && PATH=$PWD/bin:$PATH SIMT_BUILD=$PWD/own simtcc -c two.cu; }
alone now
report $? 'where no source is newer than what was built no make is started'
! alone 2000-01-01 && grep -q 'the runtime could not be built' log && rm own/rewrite && ! alone now
report $? 'where one is, or the rewriter is gone, one is'
[ -z "$(ls tmp)" ]
report $? 'no temporary file is left'

exit $failed
