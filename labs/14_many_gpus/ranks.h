/**
 * @file
 * @brief Ranks that are threads, for stages: every rank has its share of the case's keys, and calls the
 * learner's functions.
 */
#ifndef SORTLAB_RANKS_H
#define SORTLAB_RANKS_H

#include <pthread.h>

#include "common/stage/guard_words_cu.h"
#include "common/stage/make_inputs.h"
#include "common/comm/comm.h"

enum { PATIENCE_MS = 8000, RANK_FAILURE = 77 };
enum { RANKS_PROMISE = STAGE_GIVES_BACK | STAGE_IN_STREAM | STAGE_NO_STATE };

/** One of them, in its thread. */
struct rank {
    struct comm comm;  /**< what the learner's functions get; its context is this rank */
    struct comm local; /**< what stands behind it */
    struct stage *s;
    void (*body)(struct rank *rank);
    cudaStream_t stream;
    const uint32_t *keys; /**< on the host */
    uint32_t n;
    uint64_t times;          /**< so many keys stands each of them for, when counts are added up */
    uint32_t calls, fail_at; /**< of the communicator's functions the fail_at-th fails; 0: none */
    int error;               /**< the body's */
    pthread_t thread;
};

/** Judge: cuts the case's keys into shares of so many ranks; "offsets" says where they begin and end. */
static inline void ranks_prepare(struct stage *s, uint32_t ranks, enum data_dist lengths) {
    uint32_t *offsets = fence_new(ranks + 1);
    data_cut(offsets, ranks, s->n, lengths, s->c->seed);
    stage_in_put(s, "offsets", offsets, ranks + 1);
    fence_free(offsets);
}

static inline bool rank_fails(struct rank *r) {
    r->calls++;
    return r->fail_at > 0 && r->calls >= r->fail_at;
}

static inline int rank_allgather(void *context, const uint64_t *mine, size_t words, uint64_t *all) {
    struct rank *r = (struct rank *)context;
    return rank_fails(r) ? RANK_FAILURE : r->local.allgather(r->local.context, mine, words, all);
}

static inline int rank_allreduce_sum(void *context, uint64_t *counts, size_t words) {
    struct rank *r = (struct rank *)context;
    int error =
        rank_fails(r) ? RANK_FAILURE : r->local.allreduce_sum(r->local.context, counts, words);
    while (!error && words-- > 0) counts[words] *= r->times;
    return error;
}

static inline int rank_alltoallv(void *context, const uint32_t *d_from, const size_t *from,
                                 uint32_t *d_to, const size_t *to) {
    struct rank *r = (struct rank *)context;
    if (rank_fails(r)) return RANK_FAILURE;
    return r->local.alltoallv(r->local.context, d_from, from, d_to, to);
}

static inline void rank_copy(void *to, const void *from, size_t bytes) {
    CU(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice));
    CU(cudaDeviceSynchronize()); // on the device alone, so nobody has waited yet
}

static inline void *rank_start(void *argument) {
    struct rank *r = (struct rank *)argument;
    CU(cudaStreamCreateWithFlags(&r->stream, cudaStreamNonBlocking));
    r->body(r);
    CU(cudaStreamDestroy(r->stream));
    return NULL;
}

/** Child: lets every rank do the body, and hands over "errors", "calls", and "why" a call failed. */
static inline void ranks_run(struct stage *s, uint32_t ranks, uint32_t fail_at, uint64_t times,
                             void (*body)(struct rank *rank)) {
    struct local_comm *local = local_comm_open((int)ranks, rank_copy, PATIENCE_MS);
    struct rank *all = (struct rank *)calloc(ranks, sizeof(*all));
    const uint32_t *offsets = stage_in(s, "offsets", ranks + 1), *keys = stage_in(s, "keys", s->n);
    uint32_t *errors = fence_new(ranks), *calls = fence_new(ranks), why[64] = {0};
    if (!local || !all) abort();
    for (uint32_t i = 0; i < ranks; i++) {
        struct rank *r = &all[i];
        r->local = r->comm = local_comm_rank(local, (int)i);
        r->comm.context = r;
        r->comm.allgather = rank_allgather;
        r->comm.allreduce_sum = rank_allreduce_sum;
        r->comm.alltoallv = rank_alltoallv;
        r->s = s;
        r->body = body;
        r->keys = keys + offsets[i];
        r->n = offsets[i + 1] - offsets[i];
        r->fail_at = fail_at;
        r->times = times;
        if (pthread_create(&r->thread, NULL, rank_start, r)) abort();
    }
    for (uint32_t i = 0; i < ranks; i++) {
        pthread_join(all[i].thread, NULL);
        errors[i] = (uint32_t)all[i].error;
        calls[i] = all[i].calls;
    }
    snprintf((char *)why, sizeof(why), "%s", local_comm_why(local));
    stage_out(s, "why", why, 64);
    fence_out(s, "errors", errors, ranks);
    fence_out(s, "calls", calls, ranks);
    free(all);
    local_comm_close(local);
}

/** Child, in a body: the rank's keys on the device, between fences. */
static inline uint32_t *rank_keys(const struct rank *r) {
    uint32_t *keys = fence_new(r->n);
    if (r->n > 0) memcpy(keys, r->keys, r->n * sizeof(*keys));
    return d_fence_upload(keys, r->n, d_offset(r->s));
}

static pthread_mutex_t rank_bag = PTHREAD_MUTEX_INITIALIZER;

/** Child, in a body: they are what they were, and are given back. */
static inline void rank_keys_left(const struct rank *r, uint32_t *d_keys) {
    pthread_mutex_lock(&rank_bag);
    d_left_as(r->s, "keys of a rank", d_keys, r->keys, r->n);
    pthread_mutex_unlock(&rank_bag);
    d_fence_drop(d_keys);
}

/** An output's name, such as "parts of rank 3". */
struct rank_name {
    char text[24];
};

static inline struct rank_name rank_name(const char *what, int rank) {
    struct rank_name name;
    snprintf(name.text, sizeof(name.text), "%s of rank %d", what, rank);
    return name;
}

/** Child, in a body: hands over an array of the host, made by fence_new. */
static inline void rank_out(const struct rank *r, const char *what, uint32_t *array, size_t n) {
    pthread_mutex_lock(&rank_bag);
    fence_out(r->s, rank_name(what, r->comm.rank).text, array, n);
    pthread_mutex_unlock(&rank_bag);
}

/** Child, in a body: hands over an array of the device, made by d_fence_new or rank_keys. */
static inline void d_rank_out(const struct rank *r, const char *what, uint32_t *d_array, size_t n) {
    pthread_mutex_lock(&rank_bag);
    d_fence_out(r->s, rank_name(what, r->comm.rank).text, d_array, n);
    pthread_mutex_unlock(&rank_bag);
}

/** Judge: what such a rank handed over, or NULL with the note. */
static inline const uint32_t *rank_got(struct stage *s, const char *what, uint32_t rank, size_t n) {
    return fence_got(s, rank_name(what, (int)rank).text, n);
}

/** Child: how a rank sorts: on the host. After a call that failed it is one call more. */
static inline void rank_sort(void *rank, const uint32_t *d_in, uint32_t *d_out, size_t n,
                             cudaStream_t stream) {
    uint32_t *keys = fence_new(n);
    size_t bytes = sizeof(*keys) * n;
    struct rank *r = (struct rank *)rank;
    r->calls += r->fail_at > 0 && r->calls >= r->fail_at;
    CU(cudaMemcpyAsync(keys, d_in, bytes, cudaMemcpyDeviceToHost, stream));
    CU(cudaStreamSynchronize(stream));
    shape_lists(keys, n, n, 1);
    CU(cudaMemcpyAsync(d_out, keys, bytes, cudaMemcpyHostToDevice, stream));
    CU(cudaStreamSynchronize(stream));
    fence_free(keys);
}

/**
 * Judge: every rank returned 0, or RANK_FAILURE where the fail_at-th call was to fail, and called
 * nothing then.
 */
static inline bool ranks_verdict(struct stage *s, uint32_t ranks, uint32_t fail_at) {
    const uint32_t *errors = fence_got(s, "errors", ranks), *calls = fence_got(s, "calls", ranks);
    const uint32_t *why = stage_got(s, "why", 64);
    if (!errors || !calls || !why) return false;
    if (((const char *)why)[0]) return stage_fail(s, "%.200s", (const char *)why);
    for (uint32_t r = 0; r < ranks; r++) {
        if (fail_at > 0 && calls[r] > fail_at)
            return stage_fail(s, "a call of the communicator failed on rank %u, and yet it went on",
                              r);
        bool fails = fail_at > 0 && calls[r] == fail_at;
        if (errors[r] != (fails ? RANK_FAILURE : 0))
            return stage_fail(
                s, "rank %u returned %d, not %d, %s", r, (int)errors[r], fails ? RANK_FAILURE : 0,
                fails ? "after a call of the communicator that failed" : "and nothing failed");
    }
    return true;
}

#endif
