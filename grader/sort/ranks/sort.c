/**
 * @file
 * @brief One sort by all ranks: up to the devices, together, down again; and what must hold then.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "common/check.h"
#include "common/cu.h"
#include "common/timer.h"
#include "grader/sort/ranks/ranks.h"
#include "labs/14_many_gpus/many_gpus.h"

/** The keys of a multiset's hash: one for all ranks, and nobody can foresee it. */
static uint64_t common_secret(const struct comm *comm) {
    uint64_t secret = comm->rank == 0 ? check_secret() : 0;
    if (comm->allreduce_sum(comm->context, &secret, 1)) stop_all(1, "%s", comm_why());
    return secret;
}

/** What all ranks hold together. */
static struct check_multiset count_all(const struct comm *comm, const struct share *s,
                                       uint64_t secret) {
    struct check_multiset ms = check_multiset_start(secret);
    check_multiset_add(&ms, s->keys, s->n);
    uint64_t words[2] = {ms.sum, ms.n};
    if (comm->allreduce_sum(comm->context, words, 2)) stop_all(1, "%s", comm_why());
    ms.sum = words[0];
    ms.n = words[1];
    return ms;
}

/** No key of a rank is below one of a rank before it. */
static void check_borders(const struct comm *comm, const struct share *s) {
    uint64_t mine[3] = {s->n, s->n > 0 ? s->keys[0] : 0, s->n > 0 ? s->keys[s->n - 1] : 0},
             last = 0;
    uint64_t *all = malloc(sizeof(mine) * (size_t)comm->ranks);
    if (!all) stop_all(2, "no memory for the borders of %d ranks", comm->ranks);
    if (comm->allgather(comm->context, mine, 3, all)) stop_all(1, "%s", comm_why());
    for (int ranks = comm->ranks, r = 0; r < ranks; r++) {
        const uint64_t *rank = all + 3 * r;
        if (rank[0] == 0) continue;
        if (rank[1] < last)
            stop_all(1,
                     "rank %d begins with key %" PRIu64 ", below %" PRIu64 " of a rank before it",
                     r, rank[1], last);
        last = rank[2];
    }
    free(all);
}

/** Said before anything is taken: a device that others use too is the usual reason. */
static void check_memory(const struct comm *comm, uint64_t n, uint64_t most) {
    enum { SMALL = 1 << 20 };
    size_t left, total, want = workspace_bytes(most) + 2 * (n + most) * sizeof(uint32_t) + SMALL;
    CU(cudaMemGetInfo(&left, &total));
    if (want > left)
        stop_all(1,
                 "rank %d needs %zu MB on its device, where %zu of %zu MB are free. Take more "
                 "ranks, or end what else uses it",
                 comm->rank, want >> 20, left >> 20, total >> 20);
}

int sort_by_lab(const struct comm *comm, const uint32_t *d_keys, uint32_t *d_parts, size_t n,
                uint32_t *d_came, uint32_t *d_out, const struct rank_ops *ops,
                const struct consumer *consumer, cudaStream_t stream) {
    uint64_t all = n;
    int error = comm->allreduce_sum(comm->context, &all, 1);
    if (!error) error = sort_together(comm, d_keys, d_parts, n, d_came, d_out, ops, stream);
    if (!error)
        consumer->take(consumer->context, 0, comm_share(all, comm->rank, comm->ranks), stream);
    return error;
}

/** What a rank has on its device. */
struct arrays {
    uint32_t *d_keys, *d_parts, *d_came, *d_out;
    struct workspace workspace;
};

/** The way down: sorted keys leave in a stream of their own, and the next ones are sorted meanwhile. */
struct way_down {
    uint32_t *keys;
    const uint32_t *d_out;
    cudaStream_t stream;
    cudaEvent_t ready;
};

static void take_down(void *way_down, size_t at, size_t n, cudaStream_t stream) {
    struct way_down *w = way_down;
    CU(cudaEventRecord(w->ready, stream));
    CU(cudaStreamWaitEvent(w->stream, w->ready, 0));
    if (n > 0)
        CU(cudaMemcpyAsync(w->keys + at, w->d_out + at, n * sizeof(*w->keys),
                           cudaMemcpyDeviceToHost, w->stream));
}

/** Together, and down to the host, whose keys are all on the device. */
static void sort_arrays(const struct comm *comm, struct share *s, struct arrays *a, bool by_lab) {
    const struct rank_ops ops = {&a->workspace, sort_here};
    struct way_down way = {.keys = s->keys, .d_out = a->d_out};
    const struct consumer consumer = {&way, take_down};
    CU(cudaStreamCreateWithFlags(&way.stream, cudaStreamNonBlocking));
    CU(cudaEventCreateWithFlags(&way.ready, cudaEventDisableTiming));
    double began = timer_now_ms();
    int error = (by_lab ? sort_by_lab : sort_slices)(comm, a->d_keys, a->d_parts, s->n, a->d_came,
                                                     a->d_out, &ops, &consumer, 0);
    if (error) stop_all(1, "the sort returned %d on rank %d: %s", error, comm->rank, comm_why());
    CU(cudaStreamSynchronize(0));
    s->sort_ms = timer_now_ms() - began;
    CU(cudaStreamSynchronize(way.stream));
    s->download_ms = timer_now_ms() - began - s->sort_ms;
    CU(cudaEventDestroy(way.ready));
    CU(cudaStreamDestroy(way.stream));
}

/** The sort itself; the keys of the share are words in unsigned order. */
static void sort_words(const struct comm *comm, struct share *s, bool by_lab) {
    size_t bytes = s->n * sizeof(*s->keys), most = s->n + over_share(s->n, comm->ranks);
    check_memory(comm, s->n, most);
    struct arrays a = {cu_alloc(bytes), cu_alloc(bytes), cu_alloc(most * sizeof(*s->keys)),
                       cu_alloc(most * sizeof(*s->keys)), workspace_open(most)};
    uint64_t nothing = 0;
    if (comm->allreduce_sum(comm->context, &nothing, 1))
        stop_all(1, "%s", comm_why()); // all have memory
    double began = timer_now_ms();
    CU(cudaMemcpy(a.d_keys, s->keys, bytes, cudaMemcpyHostToDevice));
    s->upload_ms = timer_now_ms() - began;
    sort_arrays(comm, s, &a, by_lab);
    workspace_close(&a.workspace);
    cu_free(a.d_out);
    cu_free(a.d_came);
    cu_free(a.d_parts);
    cu_free(a.d_keys);
}

void share_sort(const struct comm *comm, struct share *s, enum key_type type, bool by_lab) {
    struct check_note note;
    uint64_t secret = common_secret(comm);
    for (uint64_t i = 0; i < s->n; i++) s->keys[i] = key_encode(s->keys[i], type);
    struct check_multiset came = count_all(comm, s, secret);
    sort_words(comm, s, by_lab);
    struct check_multiset left = count_all(comm, s, secret);
    if (!check_sorted(s->keys, s->n, &note))
        stop_all(1, "rank %d is not sorted: %s", comm->rank, note.text);
    check_borders(comm, s);
    if (!check_multiset_equal(&came, &left))
        stop_all(1, "the ranks do not hold the keys that came");
    for (uint64_t i = 0; i < s->n; i++) s->keys[i] = key_decode(s->keys[i], type);
}
