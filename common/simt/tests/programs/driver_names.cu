// A kernel template is compiled at run time for three types. NVRTC gives the name of each instance.
#include <cuda.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <vector>

static void check(int result, const char *what, int line) {
    if (result == 0) return;
    printf("line %d: %s gives %d\n", line, what, result);
    exit(1);
}
#define CHECK(call) check((int)(call), #call, __LINE__)

static const char *const source = R"(
#include "scale.h"
namespace filters {
template <typename T> __global__ void scale(T *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = T(x[i] * FACTOR + offset);
}
}
__constant__ int table[4];
static __device__ int total;
extern "C" __global__ void sum(const int *x, int n) {
    if (threadIdx.x < n) atomicAdd(&total, x[threadIdx.x] * table[threadIdx.x % 4]);
}
)";
static const char *const header = "static __constant__ int offset;\n";

template <class T> void run(CUmodule module, const char *lowered) {
    const int n = 100;
    std::vector<T> x(n);
    for (int i = 0; i < n; i++) x[i] = T(i);
    CUfunction scale;
    CUdeviceptr d_x;
    CHECK(cuModuleGetFunction(&scale, module, lowered));
    CHECK(cuMemAlloc(&d_x, n * sizeof(T)));
    CHECK(cuMemcpyHtoD(d_x, x.data(), n * sizeof(T)));
    int count = n;
    void *args[] = {&d_x, &count};
    CHECK(cuLaunchKernel(scale, 4, 1, 1, 32, 1, 1, 0, NULL, args, NULL));
    CHECK(cuMemcpyDtoH(x.data(), d_x, n * sizeof(T)));
    CHECK(cuMemFree(d_x));
    for (int i = 0; i < n; i++)
        if (x[i] != T(i * 3 + 7)) {
            printf("%s: x[%d] is wrong\n", lowered, i);
            exit(1);
        }
}

int main() {
    CUcontext context;
    CUmodule module;
    nvrtcProgram program;
    const char *names[] = {"scale.h"}, *headers[] = {header};
    const char *expressions[] = {"filters::scale<int>", "&filters::scale<float>", "filters::scale<double>"};
    const char *options[] = {"-DFACTOR=3", "--std=c++17", "-arch=sm_90"};
    CHECK(cuInit(0));
    CHECK(cuCtxCreate(&context, NULL, 0, 0));
    CHECK(nvrtcCreateProgram(&program, source, "scale.cu", 1, headers, names));
    for (const char *e : expressions) CHECK(nvrtcAddNameExpression(program, e));
    CHECK(nvrtcAddNameExpression(program, "&total"));
    CHECK(nvrtcCompileProgram(program, 3, options));
    size_t bytes;
    CHECK(nvrtcGetCUBINSize(program, &bytes));
    std::vector<char> image(bytes);
    CHECK(nvrtcGetCUBIN(program, image.data()));
    CHECK(cuModuleLoadData(&module, image.data()));

    int seven = 7, total = 0;
    int table[4] = {1, 2, 3, 4}, x[8] = {1, 1, 1, 1, 2, 2, 2, 2};
    CUdeviceptr d_offset, d_table, d_total, d_x;
    CHECK(cuModuleGetGlobal(&d_offset, &bytes, module, "offset"));
    CHECK(cuMemcpyHtoD(d_offset, &seven, bytes));
    const char *lowered;
    CHECK(nvrtcGetLoweredName(program, expressions[0], &lowered));
    run<int>(module, lowered);
    CHECK(nvrtcGetLoweredName(program, expressions[1], &lowered));
    run<float>(module, lowered);
    CHECK(nvrtcGetLoweredName(program, expressions[2], &lowered));
    run<double>(module, lowered);

    CUfunction sum;
    CHECK(cuModuleGetFunction(&sum, module, "sum"));
    CHECK(cuModuleGetGlobal(&d_table, &bytes, module, "table"));
    if (bytes != sizeof table) return printf("the table has %zu bytes\n", bytes);
    CHECK(cuMemcpyHtoD(d_table, table, bytes));
    CHECK(nvrtcGetLoweredName(program, "&total", &lowered));
    CHECK(cuModuleGetGlobal(&d_total, NULL, module, lowered));
    CHECK(cuMemAlloc(&d_x, sizeof x));
    CHECK(cuMemcpyHtoD(d_x, x, sizeof x));
    int n = 8;
    void *args[] = {&d_x, &n};
    CHECK(cuLaunchKernel(sum, 1, 1, 1, 8, 1, 1, 0, NULL, args, NULL));
    CHECK(cuMemcpyDtoH(&total, d_total, sizeof total));
    CHECK(cuMemFree(d_x));
    CHECK(nvrtcDestroyProgram(&program));
    CHECK(cuModuleUnload(module));
    CHECK(cuCtxDestroy(context));
    if (total != 30) return printf("the sum is %d\n", total);
    printf("PASS\n");
}
