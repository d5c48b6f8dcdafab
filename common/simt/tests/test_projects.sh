#!/bin/sh
# Build files of other people's projects: simtcc stands where a Makefile or CMake names nvcc and g++.
# Takes turn 10 of 12.
set -u
. "$(dirname "$0")/../../tests/promise.sh"
simtcc=$top/common/simt/simtcc
cd "$work" || exit 2

cat >main.cu <<'END'
#include <cstdio>
#include "one.h"
int devices();
__global__ void add(int *sum) { atomicAdd(sum, ONE); }
int main() {
    int *sum;
    cudaMallocManaged(&sum, sizeof *sum);
    add<<<2, 32>>>(sum);
    cudaDeviceSynchronize();
    printf("%d of %d\n", *sum, devices());
}
END
cat >host.cpp <<'END'
#include <cuda_runtime.h>
int devices() {
    int n = 0;
    cudaGetDeviceCount(&n);
    return n;
}
END
mkdir 'in it' && echo '#define ONE 1' >'in it/one.h'

# runs PROGRAM PROMISE
runs() {
    ./"$1" >>log 2>&1 && tail -n 1 log | grep -qx '64 of 1'
    report "$2" $? log
}

{
    printf 'prog: main.cu host.o\n\t$(NVCC) -I"in it" main.cu host.o -o prog\n'
    printf 'host.o: host.cpp\n\t$(CXX) -c host.cpp -o host.o\n'
} >Makefile
timeout 300 make NVCC="$simtcc" CXX="$simtcc" >log 2>&1
runs prog 'make NVCC=simtcc CXX=simtcc builds a project: simtcc does not call itself'
ln -s "$simtcc" other
CC=./other CXX=./other timeout 60 "$simtcc" --version >log 2>&1 && grep -q '^g++' log
report 'nor under another name' $? log
printf '#!/bin/sh\nexec "%s" "$@"\n' "$simtcc" >nvcc && chmod +x nvcc
CC=./nvcc CXX=./nvcc timeout 60 ./nvcc --version >log 2>&1 && grep -q '^g++' log &&
    rm -f prog host.o && timeout 300 make NVCC=./nvcc CXX=./nvcc CC=./nvcc >log 2>&1
runs prog 'nor as a script that starts it'

echo '-I"in it" -DONES=1' >flags.rsp
echo 'main.cu host.o' >objects.rsp
timeout 300 "$simtcc" --options-file flags.rsp @objects.rsp -o filed >log 2>&1
runs filed '--options-file FILE and @FILE stand for the words of a file'
"$simtcc" @nowhere.rsp >log 2>&1
[ $? = 2 ] && grep -q '^simtcc: @nowhere.rsp: no such file. Check the name$' log
report 'a file of options that is not there is named' $? log

cat >letters.cu <<'END'
#define B 2
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_fp8.h>
#include <curand_kernel.h>
#include <mma.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void sum(unsigned *v) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    *v = cg::reduce(tile, 1u, cg::plus<unsigned>()) * B;
}
int main() {
    unsigned *v;
    cudaMallocManaged(&v, sizeof *v);
    sum<<<1, A>>>(v);
    cudaDeviceSynchronize();
    printf("%u of %d\n", *v, N);
}
END
timeout 300 "$simtcc" -DA=32 -DC=9 -DD=8 -DF=7 -DI=6 -DK=5 -DM=4 -DN=1 -DP=3 -DPART=2 letters.cu -o letters >log 2>&1
runs letters 'macros of one letter do not reach into the headers of CUDA'

if lacking=$(sh "$top/common/tests/lacks.sh" cmake); then
    echo "skip - a project with CMake ($lacking)"
    exit $failed
fi
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.18)
project(sums LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)
find_package(OpenMP REQUIRED)
add_library(host STATIC host.cpp)
add_library(shared SHARED shared.cu)
target_include_directories(host SYSTEM PUBLIC "in it")
add_executable(sums main.cu)
set_target_properties(sums PROPERTIES CUDA_SEPARABLE_COMPILATION ON CUDA_ARCHITECTURES 75)
target_link_libraries(sums PRIVATE host CUDA::cudart CUDA::curand OpenMP::OpenMP_CXX)
find_package(CUDA REQUIRED)
include_directories("in it")
cuda_add_executable(old main.cu host.cpp OPTIONS --extended-lambda)
add_executable(apart apart.cpp)
target_link_libraries(apart PRIVATE shared)
END
cat >shared.cu <<'END'
#include <cstdio>
__global__ void add(int *sum) { atomicAdd(sum, 1); }
int sum_of(int blocks) {
    int *sum, result;
    cudaMallocManaged(&sum, sizeof *sum);
    add<<<blocks, 32>>>(sum);
    cudaDeviceSynchronize();
    result = *sum;
    cudaFree(sum);
    return result;
}
END
cat >apart.cpp <<'END'
#include <cstdio>
int sum_of(int blocks);
int main() { printf("%d of 1\n", sum_of(2)); }
END
toolchain=$top/common/simt/cmake/simt.cmake
timeout 300 cmake -B built -DCMAKE_TOOLCHAIN_FILE="$toolchain" >log 2>&1 && timeout 300 cmake --build built >>log 2>&1
report 'CMake builds a project with the toolchain file' $? log
runs built/sums 'its program runs'
runs built/old 'and one of cuda_add_executable'
runs built/apart 'and one whose kernels are in a shared library'
exit $failed
