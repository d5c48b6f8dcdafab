/**
 * @file
 * @brief Memory that a stream gets from pools: the device's own, and one that the program makes.
 */
#include <cstdint>
#include <cstdio>

const int N = 5000;

__global__ void iota(int *data, int start, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = start + i;
}

__global__ void add(const int *a, int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] += a[i];
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

int main() {
    int supported = 0, *d_a, *d_b, *out;
    GOOD(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
    CHECK(supported);
    cudaStream_t stream;
    GOOD(cudaStreamCreate(&stream));
    GOOD(cudaMallocHost(&out, N * sizeof(int)));

    cudaMemPool_t standard, pool;
    GOOD(cudaDeviceGetDefaultMemPool(&standard, 0));
    uint64_t threshold = UINT64_MAX, used = 0, high = 0;
    GOOD(cudaMemPoolSetAttribute(standard, cudaMemPoolAttrReleaseThreshold, &threshold));
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.handleTypes = cudaMemHandleTypeNone;
    props.location.type = cudaMemLocationTypeDevice;
    props.location.id = 0;
    GOOD(cudaMemPoolCreate(&pool, &props));

    for (int round = 0; round < 3; round++) {
        GOOD(cudaMallocAsync(&d_a, N * sizeof(int), stream));
        GOOD(cudaMallocFromPoolAsync(&d_b, N * sizeof(int), pool, stream));
        GOOD(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
        CHECK(used >= N * sizeof(int));
        iota<<<(N + 255) / 256, 256, 0, stream>>>(d_a, round, N);
        GOOD(cudaMemsetAsync(d_b, 0, N * sizeof(int), stream));
        add<<<(N + 255) / 256, 256, 0, stream>>>(d_a, d_b, N);
        GOOD(cudaMemcpyAsync(out, d_b, N * sizeof(int), cudaMemcpyDeviceToHost, stream));
        GOOD(cudaFreeAsync(d_a, stream));
        GOOD(cudaFreeAsync(d_b, stream));
        GOOD(cudaStreamSynchronize(stream));
        for (int i = 0; i < N; i++) CHECK(out[i] == round + i);
    }
    GOOD(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
    GOOD(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &high));
    CHECK(used == 0 && high >= N * sizeof(int));

    cudaMemPool_t now;
    GOOD(cudaDeviceSetMemPool(0, pool)); // cudaMallocAsync takes from it from here on
    GOOD(cudaDeviceGetMemPool(&now, 0));
    CHECK(now == pool);
    GOOD(cudaMallocAsync(&d_a, N * sizeof(int), stream));
    GOOD(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
    CHECK(used >= N * sizeof(int));
    GOOD(cudaFreeAsync(d_a, stream));
    GOOD(cudaStreamSynchronize(stream));
    cudaMemLocation here = {};
    here.type = cudaMemLocationTypeDevice;
    cudaMemAccessFlags flags;
    GOOD(cudaMemPoolGetAccess(&flags, pool, &here));
    CHECK(flags == cudaMemAccessFlagsProtReadWrite);
    GOOD(cudaMemPoolTrimTo(pool, 0));
    GOOD(cudaDeviceSetMemPool(0, standard));
    GOOD(cudaMemPoolDestroy(pool));
    GOOD(cudaStreamDestroy(stream));
    puts("PASS");
}
