/**
 * @file
 * @brief Attributes of streams and launches that only make a GPU faster, callbacks, and marks for a profiler.
 */
#include <sm_20_atomic_functions.h> // some programs name these parts of <cuda_runtime.h>
#include <sm_32_intrinsics.h>
#include <sm_35_intrinsics.h>
#include <sm_61_intrinsics.h>
#include <nvtx3/nvToolsExt.h>

#include <cstdio>

const int N = 1024;

__global__ void twice(int *data) {
    data[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

#define GOOD(call)                                                                                 \
    do {                                                                                           \
        cudaError_t e = (call);                                                                    \
        if (e != cudaSuccess) return printf("FAIL: %s: %s\n", #call, cudaGetErrorName(e)), 1;      \
    } while (0)
#define CHECK(what)                                                                                \
    do {                                                                                           \
        if (!(what)) return printf("FAIL: line %d: %s\n", __LINE__, #what), 1;                     \
    } while (0)

static void on_stream(cudaStream_t, cudaError_t status, void *data) {
    if (status == cudaSuccess) *(int *)data += 1;
}

static void on_host(void *data) {
    *(int *)data += 10;
}

int main() {
    nvtxRangePushA("all");
    int *d_data, *values, calls = 0, priority = 1, least, greatest;
    GOOD(cudaMalloc(&d_data, N * sizeof(int)));
    GOOD(cudaMallocHost(&values, N * sizeof(int)));
    for (int i = 0; i < N; i++) values[i] = i;
    GOOD(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    cudaStream_t stream;
    GOOD(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest));
    GOOD(cudaStreamGetPriority(stream, &priority));
    CHECK(priority == greatest);

    cudaStreamAttrValue window = {}, told = {};
    window.accessPolicyWindow.base_ptr = d_data;
    window.accessPolicyWindow.num_bytes = N * sizeof(int);
    window.accessPolicyWindow.hitRatio = 1;
    window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    window.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    GOOD(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 20));
    GOOD(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &window));
    GOOD(cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &told));
    CHECK(told.accessPolicyWindow.base_ptr == d_data && told.accessPolicyWindow.hitRatio == 1);

    cudaLaunchAttribute attributes[2] = {};
    attributes[0].id = cudaLaunchAttributeAccessPolicyWindow;
    attributes[0].val.accessPolicyWindow = window.accessPolicyWindow;
    attributes[1].id = cudaLaunchAttributePriority;
    attributes[1].val.priority = greatest;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(N / 128);
    config.blockDim = dim3(128);
    config.stream = stream;
    config.attrs = attributes;
    config.numAttrs = 2;
    GOOD(cudaFuncSetCacheConfig(twice, cudaFuncCachePreferL1));
    GOOD(cudaMemcpyAsync(d_data, values, N * sizeof(int), cudaMemcpyHostToDevice, stream));
    GOOD(cudaLaunchKernelEx(&config, twice, d_data));
    GOOD(cudaStreamAddCallback(stream, on_stream, &calls, 0));
    GOOD(cudaLaunchHostFunc(stream, on_host, &calls));
    GOOD(cudaMemcpyAsync(values, d_data, N * sizeof(int), cudaMemcpyDeviceToHost, stream));
    GOOD(cudaStreamSynchronize(stream));
    CHECK(calls == 11);
    for (int i = 0; i < N; i++) CHECK(values[i] == 2 * i);

    window.accessPolicyWindow.num_bytes = 0;
    GOOD(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &window));
    GOOD(cudaCtxResetPersistingL2Cache());
    GOOD(cudaStreamDestroy(stream));
    nvtxRangePop();
    puts("PASS");
}
