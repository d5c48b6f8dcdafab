// Contexts go from thread to thread, and the runtime API works in the same ones.
// Errors of the API are meant.
#include <cuda.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <thread>

static void check(int result, const char *what, int line) {
    if (result == 0) return;
    printf("line %d: %s gives %d\n", line, what, result);
    exit(1);
}
#define CHECK(call) check((int)(call), #call, __LINE__)
#define MUST(condition) check(!(condition), #condition, __LINE__)

__global__ void twice(int *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 2;
}

int main() {
    const int n = 100;
    int x[n], count, version;
    CUcontext context, current;
    CUdevice device;
    CUdeviceptr d_x;
    MUST(cuMemAlloc(&d_x, 4) == CUDA_ERROR_NOT_INITIALIZED);
    CHECK(cuInit(0));
    CHECK(cuDeviceGetCount(&count));
    CHECK(cuDeviceGet(&device, 0));
    MUST(cuDeviceGet(&device, count) == CUDA_ERROR_INVALID_DEVICE);
    CHECK(cuDriverGetVersion(&version));
    MUST(count >= 1 && version >= 12000);
    char device_name[64];
    size_t bytes;
    CHECK(cuDeviceGetName(device_name, sizeof device_name, device));
    CHECK(cuDeviceTotalMem(&bytes, device));
    MUST(*device_name && bytes > 0);
    MUST(cuMemAlloc(&d_x, 4) == CUDA_ERROR_INVALID_CONTEXT);

    /* The runtime's memory and kernels in a context of the driver's. */
    CHECK(cuCtxCreate(&context, NULL, CU_CTX_SCHED_AUTO, 0));
    CHECK(cuCtxGetCurrent(&current));
    CHECK(cuCtxGetDevice(&device));
    MUST(current == context && device == 0);
    CHECK(cuMemAlloc(&d_x, sizeof x));
    for (int i = 0; i < n; i++) x[i] = i;
    CHECK(cudaMemcpy((void *)d_x, x, sizeof x, cudaMemcpyHostToDevice));
    twice<<<2, 64>>>((int *)d_x, n);
    CHECK(cudaGetLastError());

    /* Another thread has no context until it is given one. */
    CHECK(cuCtxPopCurrent(&current));
    MUST(current == context);
    std::thread([&] {
        CUdeviceptr nothing;
        CUcontext mine = context;
        CHECK(cuCtxGetCurrent(&mine));
        MUST(mine == NULL);
        MUST(cuMemAlloc(&nothing, 4) == CUDA_ERROR_INVALID_CONTEXT);
        CHECK(cuCtxPushCurrent(context));
        CHECK(cuMemcpyDtoH(x, d_x, sizeof x));
        CHECK(cuMemFree(d_x));
        CHECK(cuCtxPopCurrent(&mine));
        MUST(mine == context);
    }).join();
    for (int i = 0; i < n; i++) MUST(x[i] == 2 * i);

    /* What the driver gives is no error of the runtime's. */
    CHECK(cuCtxPushCurrent(context));
    MUST(cuMemFree(12) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cudaGetLastError());
    CHECK(cuCtxDestroy(context));

    /* The primary context is the runtime's. */
    CUcontext primary;
    unsigned int flags;
    int active;
    CHECK(cudaSetDevice(0));
    CHECK(cudaFree(0));
    CHECK(cuDevicePrimaryCtxGetState(0, &flags, &active));
    CHECK(cuDevicePrimaryCtxRetain(&primary, 0));
    CHECK(cuCtxGetCurrent(&current));
    MUST(active && current == primary);
    CHECK(cuDevicePrimaryCtxRelease(0));
    const char *name, *sentence;
    CHECK(cuGetErrorName(CUDA_ERROR_INVALID_CONTEXT, &name));
    CHECK(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &sentence));
    MUST(strcmp(name, "CUDA_ERROR_INVALID_CONTEXT") == 0 && strcmp(sentence, "out of memory") == 0);
    MUST(cuGetErrorName((CUresult)12345, &name) == CUDA_ERROR_INVALID_VALUE);
    printf("PASS\n");
}
