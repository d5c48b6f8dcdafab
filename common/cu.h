/**
 * @file
 * @brief Checked CUDA: a call that fails stops the program and says which, where and why.
 *
 * Usable in C, C++ and .cu files.
 */
#ifndef SORTLAB_CU_H
#define SORTLAB_CU_H

#include <cuda_runtime.h>
#ifdef __CUDACC__
#include <cuda_pipeline.h>
#endif
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/** Stops the program unless the CUDA call succeeded: `CU(cudaMalloc(&d_keys, bytes));` */
#define CU(call) cu_must((call), #call, __FILE__, __LINE__)

/** Write this after every launch. A launch reports an error only when it is asked. */
#define CU_LAUNCHED() cu_must(cudaGetLastError(), "kernel launch", __FILE__, __LINE__)

static inline void cu_must(cudaError_t result, const char *call, const char *file, int line) {
    if (result == cudaSuccess) return;
    fflush(stdout); // so that the message stands behind what was printed before it
    fprintf(stderr, "%s:%d: %s: %s (%s)\n", file, line, call, cudaGetErrorName(result),
            cudaGetErrorString(result));
    exit(EXIT_FAILURE);
}

/** Device memory, its content undefined. Never NULL: asked for 0 bytes it gives a few. */
static inline void *cu_alloc(size_t bytes) {
    void *d_memory = NULL;
    CU(cudaMalloc(&d_memory, bytes > 0 ? bytes : sizeof(int)));
    return d_memory;
}

static inline void cu_free(void *d_memory) {
    CU(cudaFree(d_memory));
}

/**
 * Copies `bytes` bytes of the host to the device; all of them have arrived. cudaMemcpy alone comes back when the
 * driver has the bytes, if they lie in pageable memory, and a stream that waits for no other could come before them.
 */
static inline void cu_send(void *d_memory, const void *host, size_t bytes) {
    if (bytes > 0) CU(cudaMemcpy(d_memory, host, bytes, cudaMemcpyHostToDevice));
    CU(cudaStreamSynchronize(0));
}

/** A copy on the device of `bytes` bytes of the host. Never NULL. */
static inline void *cu_upload(const void *host, size_t bytes) {
    void *d_memory = cu_alloc(bytes);
    cu_send(d_memory, host, bytes);
    return d_memory;
}

/** Copies `bytes` bytes of the device to the host, after all work on the device is done. */
static inline void cu_download(void *host, const void *d_memory, size_t bytes) {
    CU(cudaDeviceSynchronize());
    if (bytes > 0) CU(cudaMemcpy(host, d_memory, bytes, cudaMemcpyDeviceToHost));
}

/** Stops the program where a function was given fewer bytes to work in than it needs. */
static inline void cu_temp_must(const char *function, size_t want, size_t got) {
    if (got >= want) return;
    fflush(stdout);
    fprintf(stderr, "%s: needs %zu bytes of temporary memory and was given %zu\n", function, want,
            got);
    exit(EXIT_FAILURE);
}

/**
 * A chunk's way to the device and back. The host's buffer is pinned: it stays where it is in memory,
 * so the device fetches from it and brings to it by itself, while the host does something else.
 */
struct cu_slot {
    uint32_t *keys;               /**< on the host, pinned */
    uint32_t *d_keys, *d_scratch; /**< on the device */
    cudaStream_t stream;
    size_t start, n; /**< which keys of an array are on their way; n is 0 where none are */
};

/** A free slot for chunks of so many keys, above 0. */
static inline struct cu_slot cu_slot_open(size_t chunk) {
    struct cu_slot slot;
    CU(cudaMallocHost((void **)&slot.keys, chunk * sizeof(*slot.keys)));
    slot.d_keys = (uint32_t *)cu_alloc(chunk * sizeof(*slot.keys));
    slot.d_scratch = (uint32_t *)cu_alloc(chunk * sizeof(*slot.keys));
    CU(cudaStreamCreate(&slot.stream));
    slot.start = slot.n = 0;
    return slot;
}

/** Gives everything back, when what is on its way has come to its end. */
static inline void cu_slot_close(struct cu_slot *slot) {
    CU(cudaStreamSynchronize(slot->stream));
    CU(cudaStreamDestroy(slot->stream));
    cu_free(slot->d_scratch);
    cu_free(slot->d_keys);
    CU(cudaFreeHost(slot->keys));
}

/** Time on the device, between two points of a stream. */
struct cu_timer {
    cudaEvent_t start, stop;
    cudaStream_t stream;
};

static inline struct cu_timer cu_timer_start(cudaStream_t stream) {
    struct cu_timer timer;
    timer.stream = stream;
    CU(cudaEventCreate(&timer.start));
    CU(cudaEventCreate(&timer.stop));
    CU(cudaEventRecord(timer.start, stream));
    return timer;
}

/** Waits until the stream has come this far; the milliseconds since the start. Ends the timer. */
static inline float cu_timer_stop(struct cu_timer *timer) {
    float ms = 0;
    CU(cudaEventRecord(timer->stop, timer->stream));
    CU(cudaEventSynchronize(timer->stop));
    CU(cudaEventElapsedTime(&ms, timer->start, timer->stop));
    CU(cudaEventDestroy(timer->start));
    CU(cudaEventDestroy(timer->stop));
    return ms;
}

#endif
