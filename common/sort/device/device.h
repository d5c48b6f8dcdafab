/**
 * @file
 * @brief What a host thread knows of its device, and launches that suit it.
 */
#ifndef SORTLAB_DEVICE_DEVICE_H
#define SORTLAB_DEVICE_DEVICE_H

#include "common/cu.h"
#include "common/size_min.h"

#ifdef __CUDACC__

/** What a host thread has asked a device already: up to 2^16 keys the host is what a sort waits for. */
struct device_known {
    int device, multiprocessors, block_bytes, half_bytes;
    uint32_t kernels;
    const void *allowed[32]; /**< kernels that may have shared memory, */
    size_t bytes[32];        /**< and so much of it */
};

static inline struct device_known *known_device(void) {
    static thread_local struct device_known known = {-1, 0, 0, 0, 0, {NULL}, {0}};
    int device, reserved;
    CU(cudaGetDevice(&device));
    if (device == known.device) return &known;
    known.device = device;
    known.kernels = 0;
    CU(cudaDeviceGetAttribute(&known.multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CU(cudaDeviceGetAttribute(&known.block_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    CU(cudaDeviceGetAttribute(&known.half_bytes, cudaDevAttrMaxSharedMemoryPerMultiprocessor,
                              device));
    CU(cudaDeviceGetAttribute(&reserved, cudaDevAttrReservedSharedMemoryPerBlock, device));
    known.half_bytes = known.half_bytes / 2 - reserved;
#ifdef MOST_SHARED // for tests of what a smaller device does
    if (known.block_bytes > MOST_SHARED) known.block_bytes = MOST_SHARED;
    if (known.half_bytes > MOST_SHARED / 2) known.half_bytes = MOST_SHARED / 2;
#endif
#ifdef MOST_MULTIPROCESSORS
    if (known.multiprocessors > MOST_MULTIPROCESSORS) known.multiprocessors = MOST_MULTIPROCESSORS;
#endif
    return &known;
}

/** Multiprocessors of the device. */
static inline uint32_t multiprocessors(void) {
    return (uint32_t)known_device()->multiprocessors;
}

/** Bytes of shared memory that a block may have: 64 KB on a T4, 99 on an RTX 30 to 50, 163 on an A100, 227 since. */
static inline size_t block_bytes(void) {
    return (size_t)known_device()->block_bytes;
}

/** The same if a multiprocessor has two blocks: 113 KB on an H200. */
static inline size_t two_blocks_bytes(void) {
    return size_min((size_t)known_device()->half_bytes, block_bytes());
}

/** Lets a kernel have so much dynamic shared memory; a device whose blocks may not stops the program. */
static inline void allow_shared(const void *kernel, size_t bytes) {
    struct device_known *known = known_device();
    uint32_t i = 0;
    if (bytes > block_bytes()) {
        fprintf(stderr, "sort: a block needs %zu bytes of shared memory. This device has %zu\n",
                bytes, block_bytes());
        exit(EXIT_FAILURE);
    }
    while (i < known->kernels && known->allowed[i] != kernel) i++;
    if (i < known->kernels && known->bytes[i] >= bytes) return;
    CU(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
    if (i == sizeof(known->bytes) / sizeof(known->bytes[0])) return; // asked again each time
    known->allowed[i] = kernel;
    known->bytes[i] = bytes;
    if (i == known->kernels) known->kernels++;
}

/* Early launches need compute capability 9.0 in all that nvcc compiles for: the list of that ascends. */
#define FIRST_OF(first, ...) first
#define LEAST_OF(...)        FIRST_OF(__VA_ARGS__, 0)
#if defined(__SIMT__) || LEAST_OF(__CUDA_ARCH_LIST__) >= 900
#define EARLY_LAUNCHES
#endif

/** What a kernel that launch_early launches does first: waits until the one before it has ended. */
static __device__ __forceinline__ void await_kernel_before(void) {
#ifdef EARLY_LAUNCHES
    cudaGridDependencySynchronize();
#endif
}

/** Lets the next kernel run beside this one, until it waits, if launch_early launches it. */
static __device__ __forceinline__ void let_next_begin(void) {
#ifdef EARLY_LAUNCHES
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/** Of at least so many items, and fewer than so many: of others a sort takes longer then. Measured on an H200. */
enum { LET_FROM = 4 << 20, LET_BEFORE = 1 << 26 };

/** The same for n items. Of some numbers of items the next kernel is set up meanwhile, and waits in its turn. */
static __device__ __forceinline__ void await_and_let_begin(size_t n) {
    if (n >= LET_FROM && n < LET_BEFORE) let_next_begin();
    await_kernel_before();
}

/**
 * Launches a kernel that may be set up while the one before it still runs, where the device can. Up to 2^20 keys
 * that saves a seventh of the time.
 */
static inline void launch_early(const void *kernel, uint32_t blocks, uint32_t threads,
                                size_t shared_bytes, cudaStream_t stream, void **arguments) {
    allow_shared(kernel, shared_bytes);
#ifdef EARLY_LAUNCHES
    cudaLaunchAttribute early;
    cudaLaunchConfig_t config = {dim3(blocks), dim3(threads), shared_bytes, stream, &early, 1};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    CU(cudaLaunchKernelExC(&config, kernel, arguments));
#else
    CU(cudaLaunchKernel(kernel, dim3(blocks), dim3(threads), arguments, shared_bytes, stream));
#endif
}

#endif
#endif
