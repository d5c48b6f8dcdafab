/**
 * @file
 * @brief A chunk that has come back: its runs become one, if the device did not do that already; and
 * the merge of chunks.
 */
#include <errno.h>
#include <string.h>

#include "common/sort/host/merge.h"
#include "common/size_min.h"
#include "common/tile.h"
#include "grader/sort/pipeline/job.h"
#include "labs/07_block_merge/block_merge.h"
#include "labs/08_out_of_core/out_of_core.h"

/** Runs merged at once on the host: their heads and the tree stay in the nearest cache. */
enum { RUNS_AT_ONCE = 128 };

static const struct {
    const char *name;
    merge_runs *merge;
} mergers[GPU_SORT_RUNS] = {
    [GPU_SORT_LOSERTREE] = {"losertree", merge_runs_losertree},
    [GPU_SORT_HEAP] = {"heap", merge_runs_heap},
    [GPU_SORT_SCAN] = {"scan", merge_runs_scan},
    [GPU_SORT_SIMD] = {"simd", fast_merge_runs},
    [GPU_SORT_NETWORK] = {"bitonic", merge_runs_losertree}, // chunks are still merged on the host
};

const char *gpu_sort_runs_name(enum gpu_sort_runs runs) {
    return (unsigned)runs < GPU_SORT_RUNS ? mergers[runs].name : NULL;
}

/** Merges runs as the options say. */
static int merge(struct job *j, const struct runs *runs, uint32_t *out) {
    int workers = j->options->workers < MAX_WORKERS ? j->options->workers : MAX_WORKERS;
    int error = workers > 1 ? merge_runs_parallel(runs, out, NULL, workers)
                            : mergers[j->options->runs].merge(runs, out, NULL);
    if (error) pipeline_fail(j, "no memory to merge %zu runs. Free some memory", runs->k);
    return error ? BROKEN : 0;
}

/** Merges n keys in runs of `length`, at most RUNS_AT_ONCE of them, the last one shorter. */
static int merge_some(struct job *j, const uint32_t *from, uint32_t *to, size_t n, size_t length) {
    size_t offsets[RUNS_AT_ONCE + 1] = {0};
    struct runs runs = {.keys = from, .begin = offsets, .end = offsets + 1};
    for (; offsets[runs.k] < n; runs.k++)
        offsets[runs.k + 1] = offsets[runs.k] + size_min(length, n - offsets[runs.k]);
    return merge(j, &runs, to);
}

/**
 * Merges the tiles of a chunk into one run, in passes: two over 5000 runs take half the time of one,
 * whose heads would not stay in the cache. Passes go to run and scratch in turn, the last one to run.
 */
static int merge_tiles(struct job *j, const uint32_t *chunk, uint32_t *run, uint32_t *scratch,
                       size_t n) {
    int passes = 0, error = 0;
    for (size_t length = TILE_ITEMS; length < n; length *= RUNS_AT_ONCE) passes++;
    if (passes == 0) memcpy(run, chunk, n * sizeof(*run));
    for (size_t length = TILE_ITEMS; length < n && !error; length *= RUNS_AT_ONCE) {
        size_t group = length * RUNS_AT_ONCE;
        uint32_t *to = --passes % 2 == 0 ? run : scratch;
        for (size_t i = 0; i < n && !error; i += size_min(group, n - i))
            error = merge_some(j, chunk + i, to + i, size_min(group, n - i), length);
        chunk = to;
    }
    return error;
}

/** What came back is what the device had made of the keys that still stand in their place. */
static bool check_download(struct job *j, const uint32_t *chunk, const uint32_t *in, size_t n) {
    size_t tile = j->options->runs == GPU_SORT_NETWORK ? n : TILE_ITEMS;
    check_multiset_add(&j->came, in, n);
    return pipeline_judge(j, GPU_SORT_DOWNLOAD,
                          check_runs(chunk, n, tile, &j->note) &&
                              check_tiles_permutation(chunk, in, n, tile, &j->note));
}

int pipeline_place_chunk(void *job, const uint32_t *chunk, uint32_t *run, size_t n) {
    struct job *j = (struct job *)job;
    bool checked = !j->options->unchecked;
    if (j->report->error[0]) return BROKEN;
    j->start = (size_t)(run - j->keys);
    j->report->rows[GPU_SORT_DOWNLOAD].overlapped = !checked;
    pipeline_end(j, GPU_SORT_DOWNLOAD, n, 1);
    if (checked && !check_download(j, chunk, run, n)) return BROKEN;
    if (j->options->runs == GPU_SORT_NETWORK) {
        memcpy(run, chunk, n * sizeof(*run));
        pipeline_end(j, GPU_SORT_DOWNLOAD, 0, 0);
        return 0;
    }
    if (merge_tiles(j, chunk, run, j->scratch + j->start, n)) return BROKEN;
    pipeline_end(j, GPU_SORT_MERGE_RUNS, n, 1);
    if (!checked) return 0;
    bool holds = check_sorted(run, n, &j->note) && check_permutation(run, n, chunk, n, &j->note);
    return pipeline_judge(j, GPU_SORT_MERGE_RUNS, holds) ? 0 : BROKEN;
}

int pipeline_merge_chunks(void *job, const struct runs *runs, uint32_t *out) {
    struct job *j = (struct job *)job;
    if (j->report->error[0]) return BROKEN;
    pipeline_begin(j);
    int error = merge(j, runs, out);
    pipeline_end(j, j->merging, 0, 0);
    return error;
}

struct chunk_ops pipeline_ops(struct job *j) {
    return (struct chunk_ops){
        j->chunk, j->slots, j, pipeline_sort_chunk, pipeline_place_chunk, pipeline_merge_chunks};
}
