#!/bin/sh
# Shared libraries with kernels: simtcc -shared makes one, and programs of all kinds use it.
# Takes turn 3 of 12.
set -u
. "$(dirname "$0")/../../tests/promise.sh"
simtcc=$top/common/simt/simtcc
cd "$work" || exit 2

cat >lib.cu <<'END'
#define EXPORT extern "C" __attribute__((visibility("default")))
__constant__ int table[4];
__device__ int calls;
__global__ void reverse(int *d, int n) {
    __shared__ int s[256];
    extern __shared__ int own[];
    int t = threadIdx.x;
    own[t] = t < n ? d[t] + table[t & 3] : 0;
    s[t] = own[t];
    __syncthreads();
    int next = __shfl_down_sync(~0u, t, 1);
    if (t < n) d[t] = s[n - 1 - t];
    if (t == 0 && next == 1) atomicAdd(&calls, 1);
}
__global__ void race(int *d) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    d[threadIdx.x] = s[63 - threadIdx.x];
}
EXPORT int on_device(int *d, int n) {
    int t[4] = {1000, 1000, 1000, 1000}, made = 0;
    cudaMemcpyToSymbol(table, t, sizeof t);
    reverse<<<1, 256, 1024>>>(d, n);
    cudaMemcpyFromSymbol(&made, calls, sizeof made);
    return made;
}
EXPORT int run(int *h, int n) {
    int *d;
    cudaMalloc(&d, n * 4);
    cudaMemcpy(d, h, n * 4, cudaMemcpyHostToDevice);
    int made = on_device(d, n);
    cudaMemcpy(h, d, n * 4, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return made;
}
EXPORT void *take() {
    void *memory;
    return cudaMalloc(&memory, 256) ? nullptr : memory;
}
EXPORT int race_once() {
    int *d;
    cudaMalloc(&d, 256);
    race<<<1, 64>>>(d);
    return cudaDeviceSynchronize();
}
END
cat >main.c <<'END'
#include <stdio.h>
int run(int *h, int n);
int main() {
    int h[64];
    for (int i = 0; i < 64; i++) h[i] = i;
    int made = run(h, 64);
    printf("%d %d %d\n", made, h[0], h[63]);
}
END
cat >main.cu <<'END'
#include <cstdio>
extern "C" int on_device(int *d, int n);
__global__ void fill(int *d) { d[threadIdx.x] = threadIdx.x; }
int main() {
    int *d, h[64];
    cudaMalloc(&d, sizeof h);
    fill<<<1, 64>>>(d);
    int made = on_device(d, 64);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", made, h[0], h[63]);
    cudaFree(d);
}
END
cat >opens.cu <<'END'
#include <cstdio>
#include <dlfcn.h>
__global__ void fill(int *d) { d[threadIdx.x] = threadIdx.x; }
int main() {
    void *library = dlopen("./libx.so", RTLD_NOW);
    if (!library) return puts(dlerror()), 1;
    auto on_device = (int (*)(int *, int))dlsym(library, "on_device");
    int *d, h[64];
    cudaMalloc(&d, sizeof h);
    fill<<<1, 64>>>(d);
    int made = on_device(d, 64);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    auto take = (void *(*)())dlsym(library, "take");
    bool is_one = cudaFree(take()) == cudaSuccess; // no runtime frees what another one has given
    dlclose(library);
    fill<<<1, 64>>>(d);
    printf("%d %d %d\n", made, h[0], !is_one || cudaDeviceSynchronize() ? -1 : h[63]);
}
END
reads() { # PROMISE COMMAND...
    what=$1 && shift
    timeout 60 "$@" >out 2>>log && [ "$(cat out)" = "1 1063 1000" ]
    code=$?
    cat out >>log
    report "$what" $code log
}

timeout 300 "$simtcc" -O2 -shared -Xcompiler -fPIC -o libx.so lib.cu >log 2>&1 &&
    gcc -o c_main main.c -L. -lx -Wl,-rpath,"$work" >>log 2>&1
reads 'a C program that gcc has linked calls a shared library with kernels' ./c_main
timeout 300 "$simtcc" -O2 -o cu_main main.cu -lx -L. -Xlinker -rpath="$work" >log 2>&1
reads 'a program with kernels hands its memory over, and -L may stand behind -l' ./cu_main
timeout 300 "$simtcc" -O2 -o cu_file main.cu libx.so -Xlinker -rpath="$work" >log 2>&1
reads 'the same where the library is named as a file' ./cu_file
timeout 300 "$simtcc" -O2 -o opens opens.cu -ldl >log 2>&1
reads 'a program loads one by dlopen, has one runtime with it, and may close it' ./opens
if command -v python3 >/dev/null; then
    echo 'import ctypes
library = ctypes.CDLL("./libx.so")
h = (ctypes.c_int * 64)(*range(64))
print(library.run(h, 64), h[0], h[63])' >use.py
    reads 'Python loads one by ctypes' python3 use.py
else
    echo 'skip - Python loads one by ctypes (there is no python3)'
fi
timeout 300 env SIMT_LOOPS=0 "$simtcc" -O2 -g -shared -Xcompiler -fPIC,-fvisibility=hidden -o libx.so lib.cu >log 2>&1
reads 'threads as fibers, and hidden symbols, make no difference' ./c_main

echo 'int race_once(void); int main() { return race_once(); }' >races.c
tools=--tool=memcheck,racecheck,initcheck,synccheck
timeout 300 "$simtcc" $tools -shared -Xcompiler -fPIC -o libx.so lib.cu >log 2>&1 &&
    gcc -o races races.c -L. -lx -Wl,-rpath,"$work" >>log 2>&1
reads 'a check build of one is right where the plain one is' ./c_main
./races >log 2>&1
[ $? = 1 ] && grep -q 'Race reported between Write access at lib.cu:17 and Read access at lib.cu:18' log &&
    grep -q 's\[32\] in shared memory, .* in kernel race' log
report 'its checks name the lines, the array and the kernel, and end the program with 1' $? log
timeout 300 "$simtcc" $tools -o cu_main main.cu -L. -lx -Xlinker -rpath="$work" >log 2>&1
reads 'a checked program and a checked library are right together' ./cu_main
[ "$(grep -c 'ERROR SUMMARY: 0 errors' log)" = 1 ]
report 'and have one report' $? log

"$simtcc" -shared -o libnot.so lib.cu >log 2>&1
[ $? != 0 ] && grep -q 'recompile with -fPIC' log && [ ! -e libnot.so ]
report 'without -fPIC the linker says what to add' $? log
timeout 300 "$simtcc" -shared -Xcompiler -fPIC -o libx.so lib.cu >log 2>&1 &&
    ! "$simtcc" --tool=memcheck -o cu_main main.cu -L. -lx >log 2>&1 &&
    grep -q '^simtcc: ./libx.so was linked without --tool, and the program with it. Compile both with' log
report 'a checked program and a plain library are refused in a sentence' $? log
"$simtcc" -shared -run lib.cu >log 2>&1
[ $? = 2 ] && grep -qx 'simtcc: a shared library does not run. Leave -run out' log
report 'and so is one that is to run' $? log
exit $failed
