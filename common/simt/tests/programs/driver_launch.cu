// Launches of the driver API: arguments in a buffer and as pointers, shared memory, a grid that meets, attributes.
// Errors of the API are meant.
#include <cuda.h>
#include <nvrtc.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vector>

static void check(int result, const char *what, int line) {
    if (result == 0) return;
    printf("line %d: %s gives %d\n", line, what, result);
    exit(1);
}
#define CHECK(call) check((int)(call), #call, __LINE__)
#define MUST(condition) check(!(condition), #condition, __LINE__)

static const char *const source = R"(
#include <cooperative_groups.h>
struct pair { double a; char b; };
extern "C" __global__ void mixed(char c, struct pair p, short s, long long *out, float f) {
    out[0] = c;
    out[1] = (long long)p.a;
    out[2] = p.b;
    out[3] = s;
    out[4] = (long long)(f * 4);
}
extern "C" __global__ void reverse(int *x) {
    extern __shared__ int s_x[];
    s_x[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = s_x[blockDim.x - 1 - threadIdx.x];
}
extern "C" __global__ void meet(int *x, int *sum) {
    if (threadIdx.x == 0) x[blockIdx.x] = blockIdx.x + 1;
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        int all = 0;
        for (int i = 0; i < gridDim.x; i++) all += x[i];
        *sum = all;
    }
}
)";

static CUmodule compile() {
    nvrtcProgram program;
    size_t bytes;
    CUmodule module;
    CHECK(nvrtcCreateProgram(&program, source, NULL, 0, NULL, NULL));
    const char *const where[] = {"-I/usr/local/cuda/include", "-I/usr/local/cuda/include/cccl"};
    CHECK(nvrtcCompileProgram(program, 2, where));
    CHECK(nvrtcGetPTXSize(program, &bytes));
    std::vector<char> ptx(bytes);
    CHECK(nvrtcGetPTX(program, ptx.data()));
    CHECK(nvrtcDestroyProgram(&program));
    CHECK(cuModuleLoadDataEx(&module, ptx.data(), 0, NULL, NULL));
    return module;
}

static void launch_mixed(CUfunction f) {
    CUdeviceptr d_out;
    long long out[5];
    struct arguments {
        char c;
        alignas(8) double a;
        char b;
        alignas(8) short s;
        alignas(8) CUdeviceptr out;
        float f;
    } buffer;
    CHECK(cuMemAlloc(&d_out, sizeof out));
    memset(&buffer, 0, sizeof buffer);
    buffer.c = 'x', buffer.a = 2.5e9, buffer.b = 'y', buffer.s = -5, buffer.out = d_out, buffer.f = 1.25f;
    size_t bytes = offsetof(struct arguments, f) + sizeof buffer.f, all = sizeof buffer;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
    CHECK(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra));
    CHECK(cuMemcpyDtoH(out, d_out, sizeof out));
    MUST(out[0] == 'x' && out[1] == 2500000000ll && out[2] == 'y' && out[3] == -5 && out[4] == 5);
    extra[3] = &all; // four bytes more than the arguments have
    MUST(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra) == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
    bytes -= sizeof buffer.f, extra[3] = &bytes; // and without the last one, which is 0 then
    CHECK(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra));
    CHECK(cuMemcpyDtoH(out, d_out, sizeof out));
    MUST(out[3] == -5 && out[4] == 0);
    void *unsized[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_END};
    MUST(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, unsized) == CUDA_ERROR_INVALID_VALUE);
    size_t offset, size;
    CHECK(cuFuncGetParamInfo(f, 3, &offset, &size));
    MUST(offset == 32 && size == 8);
    MUST(cuFuncGetParamInfo(f, 5, &offset, &size) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemFree(d_out));
}

static void launch_reverse(CUfunction f) {
    enum { N = 1024, MORE = 96 << 10 };
    std::vector<int> x(N);
    for (int i = 0; i < N; i++) x[i] = i;
    CUdeviceptr d_x;
    CHECK(cuMemAlloc(&d_x, N * sizeof(int)));
    CHECK(cuMemcpyHtoD(d_x, x.data(), N * sizeof(int)));
    void *args[] = {&d_x};
    MUST(cuLaunchKernel(f, 1, 1, 1, N, 1, 1, MORE, NULL, args, NULL) == CUDA_ERROR_INVALID_VALUE);
    MUST(cuLaunchKernel(f, 1, 1, 1, N + 1, 1, 1, 0, NULL, args, NULL) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, MORE));
    CUlaunchConfig config;
    memset(&config, 0, sizeof config);
    config.gridDimX = config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
    config.blockDimX = N;
    config.sharedMemBytes = MORE;
    CHECK(cuLaunchKernelEx(&config, f, args, NULL));
    CHECK(cuMemcpyDtoH(x.data(), d_x, N * sizeof(int)));
    for (int i = 0; i < N; i++) MUST(x[i] == N - 1 - i);
    int value, blocks;
    CHECK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, f));
    CHECK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, N, 0));
    MUST(value == 1024 && blocks >= 1);
    CHECK(cuMemFree(d_x));
}

static void launch_meet(CUfunction f) {
    enum { BLOCKS = 4 };
    CUdeviceptr d_x, d_sum;
    int sum = 0;
    CHECK(cuMemAlloc(&d_x, BLOCKS * sizeof(int)));
    CHECK(cuMemAlloc(&d_sum, sizeof sum));
    void *args[] = {&d_x, &d_sum};
    CHECK(cuLaunchCooperativeKernel(f, BLOCKS, 1, 1, 32, 1, 1, 0, NULL, args));
    CHECK(cuMemcpyDtoH(&sum, d_sum, sizeof sum));
    MUST(sum == BLOCKS * (BLOCKS + 1) / 2);
    CHECK(cuMemFree(d_x));
    CHECK(cuMemFree(d_sum));
}

int main() {
    CUcontext context;
    CUfunction mixed, reverse, meet, none;
    CHECK(cuInit(0));
    CHECK(cuDevicePrimaryCtxRetain(&context, 0));
    CHECK(cuCtxSetCurrent(context));
    CUmodule module = compile();
    CHECK(cuModuleGetFunction(&mixed, module, "mixed"));
    CHECK(cuModuleGetFunction(&reverse, module, "reverse"));
    CHECK(cuModuleGetFunction(&meet, module, "meet"));
    MUST(cuModuleGetFunction(&none, module, "none") == CUDA_ERROR_NOT_FOUND);
    launch_mixed(mixed);
    launch_reverse(reverse);
    launch_meet(meet);
    CHECK(cuModuleUnload(module));
    CHECK(cuDevicePrimaryCtxRelease(0));
    printf("PASS\n");
}
