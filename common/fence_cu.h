/**
 * @file
 * @brief Arrays on the device between two fences, for the stages of the labs that run there.
 *
 * What they hand over is read in the judge by fence_got (common/fence.h).
 */
#ifndef SORTLAB_FENCE_CU_H
#define SORTLAB_FENCE_CU_H

#include "common/cu.h"
#include "common/fence.h"

static inline size_t fence_bytes(size_t n) {
    return (n + 2 * FENCE_WORDS) * sizeof(uint32_t);
}

/**
 * Words by which a case's arrays of keys begin behind what cudaMalloc gave. Contracts promise no more
 * than whole words, and code that loads more at once has to look. Of keys all alike or in order the way
 * is seldom the lesson, so no such case is counted.
 */
static inline size_t d_offset(const struct stage *s) {
    return s->c->dist == DATA_SORTED || s->c->dist == DATA_EQUAL || s->c->dist == DATA_MAX;
}

/** Frees what begins up to 255 bytes before an address: cudaMalloc gives multiples of 256. */
static inline void d_free(uint32_t *d_array) {
    cu_free((void *)((uintptr_t)d_array / 256 * 256));
}

/** Takes an array of the host, fences and all, to the device and frees it. */
static inline uint32_t *d_fence_upload(uint32_t *array, size_t n, size_t offset) {
    uint32_t *d_words = (uint32_t *)cu_alloc(fence_bytes(n + offset)) + offset;
    cu_send(d_words, array - FENCE_WORDS, fence_bytes(n));
    free(array - FENCE_WORDS);
    return d_words + FENCE_WORDS;
}

/** Child: an array of n words on the device, aligned as cudaMalloc does it, freed by d_fence_out. */
static inline uint32_t *d_fence_new(size_t n) {
    return d_fence_upload(fence_new(n), n, 0);
}

/** Child: the same for keys, aligned as words are. */
static inline uint32_t *d_fence_keys(const struct stage *s, size_t n) {
    return d_fence_upload(fence_new(n), n, d_offset(s));
}

/** Child: the same, with a copy of an input in it. */
static inline uint32_t *d_fence_copy(const struct stage *s, const char *name, size_t n) {
    return d_fence_upload(fence_copy(s, name, n), n, d_offset(s));
}

/** Child: frees such an array, and nobody looks at its fences. */
static inline void d_fence_drop(uint32_t *d_array) {
    d_free(d_array - FENCE_WORDS);
}

/**
 * Child: the stream in which learners' functions are to work. It waits for no other, so work that goes
 * elsewhere may come before the keys that are on their way in this one.
 */
static inline cudaStream_t fence_stream(void) {
    static cudaStream_t stream;
    if (!stream) CU(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    return stream;
}

/** Puts an input on its way to d_array in that stream. */
static inline uint32_t *d_send(const struct stage *s, const char *name, uint32_t *d_array,
                               size_t n) {
    uint32_t *d_source = (uint32_t *)cu_upload(stage_in(s, name, n), n * sizeof(uint32_t));
    CU(cudaMemcpyAsync(d_array, d_source, n * sizeof(uint32_t), cudaMemcpyDeviceToDevice,
                       fence_stream()));
    CU(cudaFreeAsync(d_source, fence_stream())); // when it has arrived
    return d_array;
}

/** Child: d_fence_copy, but for the keys, which are put on their way in that stream. */
static inline uint32_t *d_fence_send(const struct stage *s, const char *name, size_t n) {
    return d_send(s, name, d_fence_keys(s, n), n);
}

/** Child: an input on the device, as it is, on its way in that stream; freed by d_free. */
static inline uint32_t *d_input(const struct stage *s, const char *name, size_t n) {
    size_t offset = d_offset(s);
    return d_send(s, name, (uint32_t *)cu_alloc((n + offset) * sizeof(uint32_t)) + offset, n);
}

/** Child: the same of words of 64 bits, or of what else has to be aligned; freed by cu_free. */
static inline uint32_t *d_input_wide(const struct stage *s, const char *name, size_t n) {
    return d_send(s, name, (uint32_t *)cu_alloc(n * sizeof(uint32_t)), n);
}

/** Child: hands the array over, after all work on the device is done. */
static inline void d_fence_out(struct stage *s, const char *name, uint32_t *d_array, size_t n) {
    uint32_t *array = fence_new(n);
    cu_download(array - FENCE_WORDS, d_array - FENCE_WORDS, fence_bytes(n));
    d_free(d_array - FENCE_WORDS);
    fence_out(s, name, array, n);
}

/** Bytes of memory from which on a device is a real one, whose driver takes some for itself. */
#define A_GPUS ((size_t)8 << 30)

/** Bytes of device memory that are free, modulo 2^32; 0 on a real device. */
static inline uint32_t d_left(void) {
    size_t left, all;
    CU(cudaMemGetInfo(&left, &all));
    return all < A_GPUS ? (uint32_t)left : 0;
}

#endif
