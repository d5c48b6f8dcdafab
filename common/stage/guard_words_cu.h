/**
 * @file
 * @brief Arrays on the device between two fences, for the stages of the labs that run there.
 *
 * What they hand over is read in the judge by fence_got (common/stage/guard_words.h).
 */
#ifndef SORTLAB_FENCE_CU_H
#define SORTLAB_FENCE_CU_H

#include "common/cu.h"
#include "common/stage/guard_words.h"

/**
 * Whether every access is checked. Then an array is an allocation by itself, so that a read past its end is
 * seen as well, and there are fences on the host alone.
 */
static inline bool d_is_checked(void) {
    const char *report = simt_setting_kept("SIMT_REPORT");
    return report && *report;
}

/** Words of a fence on the device. */
static inline size_t d_fence_words(void) {
    return d_is_checked() ? 0 : FENCE_WORDS;
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
    size_t fence = d_fence_words(), words = n + 2 * fence;
    uint32_t *d_words = (uint32_t *)cu_alloc((words + offset) * sizeof(*array)) + offset;
    cu_send(d_words, array - fence, words * sizeof(*array));
    guard_array(d_words + fence, n * sizeof(*array));
    fence_free(array);
    return d_words + fence;
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
    d_free(d_array - d_fence_words());
}

/**
 * Child: the stream in which learners' functions are to work. It waits for no other, so work that goes
 * elsewhere may come before the keys that are on their way in this one.
 */
static inline cudaStream_t fence_stream(void) {
    static __thread cudaStream_t stream; // two cases may be under way at once, in two threads
    if (!stream) CU(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    return stream;
}

/** Child: another such stream, which comes behind what is in that one by now. */
static inline cudaStream_t fence_second_stream(void) {
    static cudaStream_t stream;
    static cudaEvent_t event;
    if (!stream) CU(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    if (!event) CU(cudaEventCreate(&event));
    CU(cudaEventRecord(event, fence_stream()));
    CU(cudaStreamWaitEvent(stream, event, 0));
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

/*
 * Inputs that the contract leaves as they were: they are compared when the first output is handed over.
 */
enum { D_INPUTS = 8 };
static __thread struct d_input {
    const char *name;
    const uint32_t *was; /**< on the host */
    const uint32_t *d_array;
    size_t n;
} d_inputs[D_INPUTS];
static __thread int d_n_inputs;

/* The CPU runtime's, where it looks at every access: a kernel that writes there is named. */
extern void simt_input(const void *start, size_t bytes) __attribute__((weak));
extern void simt_input_over(const void *start) __attribute__((weak));

/** Child: from here on the n words at d_array stay what they are on the host at `was`. */
static inline void d_keep(const char *name, const uint32_t *d_array, const uint32_t *was,
                          size_t n) {
    if (d_n_inputs == D_INPUTS) abort();
    d_inputs[d_n_inputs++] = (struct d_input){name, was, d_array, n};
    if (simt_input) simt_input(d_array, n * sizeof(*d_array));
}

/** Child: says which of n words on the device are not what they were. */
static inline void d_left_as(struct stage *s, const char *name, const uint32_t *d_array,
                             const uint32_t *was, size_t n) {
    uint32_t *left = (uint32_t *)malloc(n * sizeof(*left) + 1);
    if (!left) abort();
    cu_download(left, d_array, n * sizeof(*left));
    stage_in_left(s, name, was, left, n);
    free(left);
}

/** Child: what became of the inputs. Called by d_fence_out, and before a stage changes one itself. */
static inline void d_inputs_left(struct stage *s) {
    for (; d_n_inputs > 0; d_n_inputs--) {
        const struct d_input *i = &d_inputs[d_n_inputs - 1];
        d_left_as(s, i->name, i->d_array, i->was, i->n);
        if (simt_input_over) simt_input_over(i->d_array);
    }
}

/** Child: an input on the device, as it is, `offset` words behind what cudaMalloc gave. */
static inline uint32_t *d_input_at(const struct stage *s, const char *name, size_t n,
                                   size_t offset) {
    uint32_t *d_array = (uint32_t *)cu_alloc((n + offset) * sizeof(uint32_t)) + offset;
    guard_array(d_array, n * sizeof(*d_array));
    d_keep(name, d_send(s, name, d_array, n), stage_in(s, name, n), n);
    return d_array;
}

/** Child: an input on its way in that stream; freed by d_free, once it was compared. */
static inline uint32_t *d_input(const struct stage *s, const char *name, size_t n) {
    return d_input_at(s, name, n, d_offset(s));
}

/** Child: the same of words of 64 bits, or of what else has to be aligned; freed by cu_free. */
static inline uint32_t *d_input_wide(const struct stage *s, const char *name, size_t n) {
    return d_input_at(s, name, n, 0);
}

/** Child: the same between fences, freed by d_fence_out. */
static inline uint32_t *d_fence_input(const struct stage *s, const char *name, size_t n) {
    uint32_t *d_array = d_fence_send(s, name, n);
    d_keep(name, d_array, stage_in(s, name, n), n);
    return d_array;
}

/** Child: hands the array over, after all work on the device is done. */
static inline void d_fence_out(struct stage *s, const char *name, uint32_t *d_array, size_t n) {
    uint32_t *array = fence_new(n);
    size_t fence = d_fence_words();
    d_inputs_left(s);
    cu_download(array - fence, d_array - fence, (n + 2 * fence) * sizeof(*array));
    d_fence_drop(d_array);
    fence_out(s, name, array, n);
}

#endif
