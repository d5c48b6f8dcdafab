/**
 * @file
 * @brief The error codes are those that a GPU gives (read on an H200 with CUDA 13.0).
 */
#include <assert.h>
#include <mma.h>

#include "promise.h"

__global__ void nothing() {}
__global__ void static_and_dynamic(int *d_out) {
    __shared__ int s_numbers[6000];
    s_numbers[threadIdx.x] = 1;
    d_out[0] = s_numbers[0];
}
__global__ void write_to(int *where) {
    *where = 1;
}
__global__ void trap() {
    __trap();
}
__global__ void fail_assertion() {
    assert(threadIdx.x != 3);
}
__global__ void divide(int *d_out, int by) {
    d_out[0] = 7 / by;
}
#ifdef __SIMT__
__global__ void too_deep(int *d_out) {
    volatile int local[1 << 20];
    local[threadIdx.x] = 1;
    d_out[0] = local[0];
}
__global__ void diverge() {
    if (threadIdx.x & 1)
        __syncwarp();
    else
        __syncthreads();
}
template <class T> static __device__ void multiply_ones() {
    using namespace nvcuda::wmma;
    fragment<matrix_a, 16, 16, 16, T, row_major> a;
    fragment<matrix_b, 16, 16, 16, T, row_major> b;
    fragment<accumulator, 16, 16, 16, float> c;
    fill_fragment(a, T(1.0f));
    fill_fragment(b, T(1.0f));
    fill_fragment(c, 0.0f);
    mma_sync(c, a, b, c);
}
/* Lanes that multiply matrices of different types are in no product together. */
__global__ void multiply_apart() {
    if (threadIdx.x & 1)
        multiply_ones<half>();
    else
        multiply_ones<__nv_bfloat16>();
}
#endif

/* The error of a launch, which the call to cudaGetLastError clears. */
static cudaError_t launch(dim3 grid, dim3 block, size_t bytes = 0) {
    nothing<<<grid, block, bytes>>>();
    return cudaGetLastError();
}

template <int THREADS> static __global__ void __launch_bounds__(THREADS, 2) bounded(int *d_out) {
    d_out[threadIdx.x] = 1;
}

static void test_launch_bounds() {
    int *d_out, first = 0;
    cudaMalloc(&d_out, 1024 * sizeof *d_out);
    cudaMemset(d_out, 0, 1024 * sizeof *d_out);
    bounded<128><<<1, 160>>>(d_out);
    cudaError_t refused = cudaGetLastError();
    if (!refused) refused = cudaDeviceSynchronize(); /* lazy streams see it when the kernel runs */
    cudaGetLastError();
    promise("more threads than __launch_bounds__ allow are refused",
            refused == cudaErrorInvalidValue);
    bounded<160><<<1, dim3(80, 2)>>>(d_out);
    promise("as many are not", cudaDeviceSynchronize() == cudaSuccess);
    cudaMemcpy(&first, d_out, sizeof first, cudaMemcpyDeviceToHost);
    promise("and a refused launch is not remembered", first == 1);
    cudaFree(d_out);
}

static void test_launches() {
    promise("a launch of 1024 threads succeeds", launch(1, 1024) == cudaSuccess);
    promise("a launch of 2048 threads is an invalid argument at once",
            launch(1, 2048) == cudaErrorInvalidValue);
    promise("a block of z = 65 is an invalid argument",
            launch(1, dim3(1, 1, 65)) == cudaErrorInvalidValue);
    promise("a grid of 0 is an invalid argument", launch(0, 1) == cudaErrorInvalidValue);
    promise("a block of 0 is an invalid argument", launch(1, 0) == cudaErrorInvalidValue);
    promise("a grid of y = 65536 is an invalid argument",
            launch(dim3(1, 65536), 1) == cudaErrorInvalidValue);
    promise("a grid of y = 65535 succeeds", launch(dim3(1, 65535), 1) == cudaSuccess);
    promise("48 KiB of dynamic shared memory need no asking", launch(1, 1, 49152) == cudaSuccess);
    promise("one byte more does", launch(1, 1, 49153) == cudaErrorInvalidValue);
    promise("a refused launch is not remembered", cudaDeviceSynchronize() == cudaSuccess);
    cudaError_t asked =
        cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448);
    promise("227 KiB can be asked for",
            asked == cudaSuccess && launch(1, 1, 232448) == cudaSuccess);
    asked = cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 232449);
    promise("and not a byte more", asked == cudaErrorInvalidValue && cudaGetLastError() == asked);
    int *d_out;
    cudaMalloc(&d_out, 4);
    static_and_dynamic<<<1, 32, 30000>>>(d_out);
    cudaError_t together = cudaGetLastError();
    if (!together)
        together = cudaDeviceSynchronize(); /* lazy streams see it when the kernel runs */
    cudaGetLastError();
    promise("static and dynamic shared memory count together", together == cudaErrorInvalidValue);
    cudaFuncSetAttribute(static_and_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 30000);
    static_and_dynamic<<<1, 32, 30000>>>(d_out);
    promise("asked for, little dynamic memory goes with static beyond 48 KiB",
            cudaDeviceSynchronize() == cudaSuccess && cudaGetLastError() == cudaSuccess);
    cudaFuncSetAttribute(static_and_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000);
    static_and_dynamic<<<1, 32, 60000>>>(d_out);
    promise("static shared memory comes on top of the dynamic that was asked for",
            cudaDeviceSynchronize() == cudaSuccess && cudaGetLastError() == cudaSuccess);
    cudaFree(d_out);
}

__global__ void add_behind(int *d_sum, int what) {
    cudaGridDependencySynchronize();
    atomicAdd(d_sum, what);
}

static void test_configured_launches() {
    int sum = 0, *d_sum, what = 3;
    cudaMalloc(&d_sum, sizeof sum);
    cudaMemset(d_sum, 0, sizeof sum);
    cudaLaunchAttribute early = {};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {dim3(2), dim3(5), 0, 0, &early, 1};
    void *args[] = {&d_sum, &what};
    cudaError_t by_pointers = cudaLaunchKernelExC(&config, (const void *)add_behind, args);
    cudaError_t by_values = cudaLaunchKernelEx(&config, add_behind, d_sum, 100);
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    promise("a configured launch takes its arguments by pointers, or as they are",
            by_pointers == cudaSuccess && by_values == cudaSuccess && sum == 1030);
    config.blockDim = dim3(2048);
    promise("a configured launch of 2048 threads is an invalid argument",
            cudaLaunchKernelExC(&config, (const void *)add_behind, args) == cudaErrorInvalidValue &&
                cudaGetLastError() == cudaErrorInvalidValue);
    cudaFree(d_sum);
}

#ifdef __SIMT__ /* which code a GPU gives was not read, and clusters need sm_90 */
__global__ void __cluster_dims__(2) in_pairs(int *) {}

/* With eager streams the error is the launch's own, and the next call works. */
static bool is_refused(void (*kernel)(int *), unsigned grid, unsigned cluster) {
    cudaLaunchAttribute shape;
    cudaLaunchConfig_t config = {};
    shape.id = cudaLaunchAttributeClusterDimension;
    shape.val.clusterDim.x = cluster, shape.val.clusterDim.y = shape.val.clusterDim.z = 1;
    config.gridDim = grid, config.blockDim = 32;
    config.attrs = &shape, config.numAttrs = 1;
    cudaError_t launched = cudaLaunchKernelEx(&config, kernel, (int *)nullptr),
                later = cudaDeviceSynchronize();
    return cudaGetLastError() == cudaErrorInvalidClusterSize &&
           (launched == cudaErrorInvalidClusterSize || later == cudaErrorInvalidClusterSize);
}

static void test_clusters() {
    in_pairs<<<4, 32>>>(nullptr);
    promise("a launch that is a multiple of its clusters is taken",
            cudaDeviceSynchronize() == cudaSuccess);
    promise("a grid that is no multiple of its clusters is refused", is_refused(write_to, 5, 2));
    promise("so is a cluster of nine blocks", is_refused(write_to, 9, 9));
    promise("and another shape than the kernel's own", is_refused(in_pairs, 8, 4));
    in_pairs<<<3, 32>>>(nullptr);
    cudaError_t launched = cudaGetLastError(), later = cudaDeviceSynchronize();
    cudaGetLastError();
    promise("a grid that is no multiple of the kernel's own clusters is refused",
            launched == cudaErrorInvalidClusterSize || later == cudaErrorInvalidClusterSize);
}
#else
static void test_clusters() {}
#endif

static void test_memory() {
    void *d = (void *)1, *host = malloc(64);
    promise("cudaMalloc of 0 bytes gives NULL and success", cudaMalloc(&d, 0) == cudaSuccess && !d);
    promise("cudaMalloc beyond the device is out of memory",
            cudaMalloc(&d, (size_t)1 << 50) == cudaErrorMemoryAllocation &&
                cudaGetLastError() == cudaErrorMemoryAllocation);
    promise("cudaGetLastError clears", cudaGetLastError() == cudaSuccess);
    promise("cudaFree of NULL succeeds", cudaFree(NULL) == cudaSuccess);
    promise("cudaFree of a foreign pointer is an invalid argument",
            cudaFree(host) == cudaErrorInvalidValue);
    promise("cudaPeekAtLastError does not clear",
            cudaPeekAtLastError() == cudaErrorInvalidValue &&
                cudaPeekAtLastError() == cudaErrorInvalidValue);
    cudaGetLastError();
    cudaMalloc(&d, 64);
    promise("device memory is aligned to 256 bytes", (size_t)d % 256 == 0);
    promise("a copy in the wrong direction is an invalid argument",
            cudaMemcpy(d, host, 64, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
    promise("a copy of unknown kind is an invalid direction",
            cudaMemcpy(d, host, 64, (cudaMemcpyKind)9) == cudaErrorInvalidMemcpyDirection);
    promise("a copy past the end is an invalid argument",
            cudaMemcpy(d, host, 1 << 20, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    promise("cudaMemcpyDefault finds the direction",
            cudaMemcpy(d, host, 64, cudaMemcpyDefault) == cudaSuccess);
    cudaFree(d);
    promise("cudaFree twice is an invalid argument", cudaFree(d) == cudaErrorInvalidValue);
    cudaEvent_t a, b;
    float ms;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    promise("the time between unrecorded events is an invalid handle",
            cudaEventElapsedTime(&ms, a, b) == cudaErrorInvalidResourceHandle);
    cudaEventRecord(a);
    cudaEventRecord(b);
    cudaEventSynchronize(b);
    promise("and between recorded ones a number",
            cudaEventElapsedTime(&ms, a, b) == cudaSuccess && ms >= 0);
    cudaGetLastError();
    free(host);
}

/* A fault shows at the next call that waits, then in every later one, though cudaGetLastError clears
 * what it gave. Here, and not on a GPU, the device can be used again after a reset. */
static void expect_sticky(const char *text, cudaError_t error) {
    bool launched = cudaGetLastError() == cudaSuccess;
    bool shown = cudaDeviceSynchronize() == error;
    void *d;
    bool cleared = cudaGetLastError() == error && cudaGetLastError() == cudaSuccess;
    bool stays = cudaMalloc(&d, 64) == error && cudaPeekAtLastError() == error;
    cudaDeviceReset();
    promise(text, launched && shown && cleared && stays && cudaDeviceSynchronize() == cudaSuccess);
}

static void test_faults() {
    int *d_out;
    write_to<<<1, 1>>>((int *)16);
    expect_sticky("a wild write is an illegal address", cudaErrorIllegalAddress);
    trap<<<1, 1>>>();
    expect_sticky("__trap() is a launch failure", cudaErrorLaunchFailure);
    fail_assertion<<<1, 32>>>();
    expect_sticky("a failed assertion is cudaErrorAssert", cudaErrorAssert);
#ifdef __SIMT__ /* a GPU may hang in the first two, and not compile the third */
    diverge<<<1, 32>>>();
    expect_sticky("a deadlock ends as a launch that timed out", cudaErrorLaunchTimeout);
    multiply_apart<<<1, 32>>>();
    expect_sticky("so do lanes of a warp that multiply matrices of different types",
                  cudaErrorLaunchTimeout);
    cudaMalloc(&d_out, 64);
    too_deep<<<1, 32>>>(d_out);
    expect_sticky("too large a local array does not end the program", cudaErrorIllegalAddress);
#endif
    cudaMalloc(&d_out, 64);
    divide<<<1, 1>>>(d_out, 0);
    cudaError_t divided = cudaDeviceSynchronize(); /* a GPU and an ARM go on; an x86 traps */
    promise("a division by zero does not end the program",
            divided == cudaSuccess || divided == cudaErrorLaunchFailure);
    cudaDeviceReset();
}

int main() {
    test_launch_bounds();
    test_launches();
    test_configured_launches();
    test_clusters();
    test_memory();
    test_faults();
    promise("an error has CUDA's name and sentence",
            !strcmp(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress") &&
                !strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument"));
    return promises_broken != 0;
}
