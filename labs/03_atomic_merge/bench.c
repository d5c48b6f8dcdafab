/**
 * @file
 * @brief Labs 02, 03 and 04 as contenders: with lab 06's or lab 07's merge of runs they sort.
 */
#include <stdlib.h>

#include "common/cu.h"
#include "common/tile.h"
#include "grader/bench/matrix/matrix.h"
#include "labs/02_strided_buckets/strided_buckets.h"
#include "labs/03_atomic_merge/atomic_merge.h"
#include "labs/04_reduce_merge/reduce_merge.h"
#include "labs/06_bitonic_merge/bitonic_merge.h"
#include "labs/07_block_merge/block_merge.h"

typedef void merge_lists(const uint32_t *d_lists, uint32_t *d_runs, size_t n, cudaStream_t stream);

static size_t one_copy(const struct job *job) {
    return job->n * sizeof(uint32_t);
}

/** The lists' runs end in `out`, where rounds of neighbours merge them. */
static void by_rounds(const struct job *job, merge_lists *merge) {
    size_t bytes = one_copy(job);
    CU(cudaMemcpyAsync(job->temp, job->in, bytes, cudaMemcpyDeviceToDevice, job->stream));
    sort_lists(job->temp, job->n, job->stream);
    merge(job->temp, job->out, job->n, job->stream);
    merge_runs_bitonic(job->out, job->n, job->stream);
}

static void atomic_rounds(const struct job *job) {
    by_rounds(job, merge_lists_atomic);
}

static void warp_rounds(const struct job *job) {
    by_rounds(job, merge_lists_reduce);
}

/** The first pipeline: to the device, lists, runs, back, and a tree of losers; copies included. */
static void to_host(const struct job *job) {
    size_t n = job->n, k = tile_count(n), bytes = one_copy(job);
    size_t *offsets = malloc((k + 1) * sizeof(*offsets));
    uint32_t *lists = cu_upload(job->in, bytes), *runs = cu_alloc(bytes);
    const struct runs merged = {job->out + n, offsets, offsets + 1, k};
    if (!offsets) abort();
    for (size_t r = 0; r <= k; r++) offsets[r] = r * TILE_ITEMS < n ? r * TILE_ITEMS : n;
    sort_lists(lists, n, job->stream);
    merge_lists_atomic(lists, runs, n, job->stream);
    cu_download(job->out + n, runs, bytes);
    if (merge_runs_losertree(&merged, job->out, NULL)) abort();
    cu_free(runs);
    cu_free(lists);
    free(offsets);
}

static const struct contender rows[] = {
    {.what = "02 03 06 by atomicMin",
     .roles = ROLE_STAIRS,
     .types = TYPE_U32,
     .most = 1 << 22,
     .temp_bytes = one_copy,
     .run = atomic_rounds},
    {.what = "02 04 06 by shuffles",
     .roles = ROLE_STAIRS,
     .types = TYPE_U32,
     .most = 1 << 22,
     .temp_bytes = one_copy,
     .run = warp_rounds},
    {.what = "02 03 07 merged by the host",
     .roles = ROLE_STAIRS | ROLE_HOST | ROLE_OWN_TEMP,
     .types = TYPE_U32,
     .most = 1 << 24,
     .run = to_host},
};

__attribute__((constructor)) static void enter(void) {
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) bench_enter(&rows[i]);
}
