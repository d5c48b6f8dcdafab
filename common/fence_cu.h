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

/** Takes an array of the host, fences and all, to the device and frees it. */
static inline uint32_t *d_fence_upload(uint32_t *array, size_t n) {
    uint32_t *d_words = (uint32_t *)cu_upload(array - FENCE_WORDS, fence_bytes(n));
    free(array - FENCE_WORDS);
    return d_words + FENCE_WORDS;
}

/** Child: an array of n words on the device, freed by d_fence_out. */
static inline uint32_t *d_fence_new(size_t n) {
    return d_fence_upload(fence_new(n), n);
}

/** Child: the same, with a copy of an input in it. */
static inline uint32_t *d_fence_copy(const struct stage *s, const char *name, size_t n) {
    return d_fence_upload(fence_copy(s, name, n), n);
}

/** Child: an input on the device, as it is, freed by cu_free. */
static inline uint32_t *d_input(const struct stage *s, const char *name, size_t n) {
    return (uint32_t *)cu_upload(stage_in(s, name, n), n * sizeof(uint32_t));
}

/** Child: hands the array over, after all work on the device is done. */
static inline void d_fence_out(struct stage *s, const char *name, uint32_t *d_array, size_t n) {
    uint32_t *array = fence_new(n);
    cu_download(array - FENCE_WORDS, d_array - FENCE_WORDS, fence_bytes(n));
    cu_free(d_array - FENCE_WORDS);
    fence_out(s, name, array, n);
}

#endif
