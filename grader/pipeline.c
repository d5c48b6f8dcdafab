/**
 * @file
 * @brief The full pipeline on a host array (see pipeline.h).
 */
#include "grader/pipeline.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/check.h"
#include "common/cu.h"
#include "common/tile.h"
#include "common/timer.h"
#include "labs/02_strided_buckets/strided_buckets.h"
#include "labs/03_atomic_merge/atomic_merge.h"
#include "labs/04_reduce_merge/reduce_merge.h"
#include "labs/07_block_merge/block_merge.h"

/** Runs merged at once on the host: their heads and the tree stay in the nearest cache. */
enum { FAN_IN = 128 };

/** One sort on its way. Host arrays hold words in unsigned order, except `keys` before and after. */
struct job {
    const struct gpu_sort_options *options;
    struct gpu_sort_report *report;
    uint32_t *keys;             /**< the caller's */
    size_t n, chunk;            /**< keys in all, and in a chunk; the last one may be shorter */
    size_t start;               /**< where the chunk that is being sorted begins */
    uint32_t *chunks, *runs;    /**< room for n words, and for one chunk */
    uint32_t *d_lists, *d_runs; /**< on the device, room for one chunk each */
    cudaStream_t stream;
    struct check_multiset whole; /**< of the chunks so far */
    struct check_note note;
    double began; /**< when the work or the check that is going on began */
};

size_t gpu_sort_least_bytes(void) {
    return 2 * TILE_ITEMS * sizeof(uint32_t);
}

static const struct {
    const char *name;
    void (*merge_lists)(const uint32_t *d_lists, uint32_t *d_runs, size_t n, cudaStream_t stream);
} merges[GPU_SORT_MERGES] = {
    [GPU_SORT_ATOMIC] = {"atomic", merge_lists_atomic},
    [GPU_SORT_REDUCE] = {"reduce", merge_lists_reduce},
};

const char *gpu_sort_merge_name(enum gpu_sort_merge merge) {
    return (unsigned)merge < GPU_SORT_MERGES ? merges[merge].name : NULL;
}

/*
 * The report
 */

static const struct gpu_sort_row blank_rows[GPU_SORT_STAGES] = {
    [GPU_SORT_SET_UP] = {.name = "set up", .part = ""},
    [GPU_SORT_MAP] = {.name = "map keys", .part = ""},
    [GPU_SORT_UPLOAD] = {.name = "upload", .part = "chunk"},
    [GPU_SORT_LISTS] = {.name = "sort lists", .part = "list"},
    [GPU_SORT_RUNS] = {.name = "merge lists", .part = "run"},
    [GPU_SORT_DOWNLOAD] = {.name = "download", .part = "chunk"},
    [GPU_SORT_MERGE_RUNS] = {.name = "merge runs", .part = "chunk"},
    [GPU_SORT_MERGE_CHUNKS] = {.name = "merge chunks", .part = "array"},
    [GPU_SORT_MAP_BACK] = {.name = "map back", .part = ""},
};

__attribute__((format(printf, 2, 3))) static bool fail(struct job *j, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(j->report->error, sizeof(j->report->error), format, args);
    va_end(args);
    return false;
}

static void begin(struct job *j) {
    j->began = timer_now_ms();
}

/** Ends the work on some keys, of which it made so many parts. */
static void end(struct job *j, enum gpu_sort_stage stage, size_t keys, size_t parts) {
    struct gpu_sort_row *row = &j->report->rows[stage];
    row->ms += timer_now_ms() - j->began;
    row->keys += keys;
    row->n_parts += parts;
}

/** Ends a check. Where the invariant is broken, j->note says how: that goes into the error. */
static bool judge(struct job *j, enum gpu_sort_stage stage, bool holds) {
    struct gpu_sort_row *row = &j->report->rows[stage];
    double ms = timer_now_ms() - j->began;
    row->check_ms += ms;
    j->report->check_ms += ms;
    row->verdict = holds ? GPU_SORT_HOLDS : GPU_SORT_BROKEN;
    if (holds) return true;
    char where[64] = "";
    if (stage < GPU_SORT_MERGE_CHUNKS && j->n > j->chunk)
        snprintf(where, sizeof(where), ", in the chunk from key %zu on", j->start);
    return fail(j, "stage '%s' broke the sort%s: %s%s", row->name, where, j->note.text,
                j->options->type == KEY_U32 ? "" : " (keys shown as words in unsigned order)");
}

/*
 * Merging on the host
 */

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/** Merges n keys in runs of `length`, at most FAN_IN of them, the last one shorter. */
static bool merge_some(struct job *j, const uint32_t *from, uint32_t *to, size_t n, size_t length) {
    size_t offsets[FAN_IN + 1] = {0};
    struct runs runs = {.keys = from, .begin = offsets, .end = offsets + 1};
    while (offsets[runs.k] < n) {
        offsets[runs.k + 1] = offsets[runs.k] + least(length, n - offsets[runs.k]);
        runs.k++;
    }
    int workers = j->options->workers < MAX_WORKERS ? j->options->workers : MAX_WORKERS;
    int error = workers > 1 ? merge_runs_parallel(&runs, to, NULL, workers)
                            : merge_runs_losertree(&runs, to, NULL);
    return error == 0 || fail(j, "no memory to merge %zu runs; free some memory", runs.k);
}

/**
 * Merges n keys in runs of `length` (the last one shorter) until one run is left. Two passes over
 * 5000 runs take half the time of one pass, whose heads would not stay in the cache.
 * @return where the result is: `from` or `to`, which change places after every pass; NULL on error
 */
static uint32_t *merge_all(struct job *j, uint32_t *from, uint32_t *to, size_t n, size_t length) {
    for (; length < n; length *= FAN_IN) {
        size_t group = length * FAN_IN;
        for (size_t i = 0; i < n; i += least(group, n - i))
            if (!merge_some(j, from + i, to + i, least(group, n - i), length)) return NULL;
        uint32_t *merged = to;
        to = from;
        from = merged;
    }
    return from;
}

/*
 * A chunk, from `keys` over the device to its place in `chunks`. That place is free until the last
 * step, so what is checked on the way is downloaded to it.
 */

static void download(struct job *j, uint32_t *to, const uint32_t *d_from, size_t n) {
    CU(cudaMemcpyAsync(to, d_from, n * sizeof(*to), cudaMemcpyDeviceToHost, j->stream));
    CU(cudaStreamSynchronize(j->stream));
}

static void upload_chunk(struct job *j, size_t n) {
    begin(j);
    CU(cudaMemcpyAsync(j->d_lists, j->keys + j->start, n * sizeof(*j->keys), cudaMemcpyHostToDevice,
                       j->stream));
    CU(cudaStreamSynchronize(j->stream));
    end(j, GPU_SORT_UPLOAD, n, 1);
}

/** Lists that are not empty: the last tile may have fewer keys than threads. */
static size_t list_count(size_t n) {
    return n / TILE_ITEMS * BLOCK_THREADS + least(n % TILE_ITEMS, BLOCK_THREADS);
}

static bool make_lists(struct job *j, size_t n) {
    const uint32_t *in = j->keys + j->start;
    uint32_t *lists = j->chunks + j->start;
    begin(j);
    sort_lists(j->d_lists, n, j->stream);
    CU(cudaStreamSynchronize(j->stream));
    end(j, GPU_SORT_LISTS, n, list_count(n));
    if (j->options->unchecked) return true;
    begin(j);
    download(j, lists, j->d_lists, n);
    return judge(j, GPU_SORT_LISTS,
                 check_lists(lists, n, TILE_ITEMS, BLOCK_THREADS, &j->note) &&
                     check_tiles_permutation(lists, in, n, TILE_ITEMS, &j->note));
}

static bool make_runs(struct job *j, size_t n) {
    const uint32_t *in = j->keys + j->start;
    begin(j);
    merges[j->options->merge].merge_lists(j->d_lists, j->d_runs, n, j->stream);
    CU(cudaStreamSynchronize(j->stream));
    end(j, GPU_SORT_RUNS, n, tile_count(n));
    begin(j);
    download(j, j->runs, j->d_runs, n);
    end(j, GPU_SORT_DOWNLOAD, n, 1);
    if (j->options->unchecked) return true;
    begin(j);
    return judge(j, GPU_SORT_RUNS,
                 check_runs(j->runs, n, TILE_ITEMS, &j->note) &&
                     check_tiles_permutation(j->runs, in, n, TILE_ITEMS, &j->note));
}

/** The chunk holds the keys that it should; they are counted into the whole. */
static bool check_chunk(struct job *j, const uint32_t *chunk, size_t n) {
    const uint32_t *in = j->keys + j->start;
    struct check_multiset got = check_multiset_start(j->whole.key), want = got;
    check_multiset_add(&got, chunk, n);
    check_multiset_add(&want, in, n);
    j->whole.sum += want.sum;
    j->whole.n += n;
    return check_multiset_equal(&got, &want) || check_permutation(chunk, n, in, n, &j->note);
}

static bool make_chunk(struct job *j, size_t n) {
    uint32_t *chunk = j->chunks + j->start;
    begin(j);
    const uint32_t *merged = merge_all(j, j->runs, chunk, n, TILE_ITEMS);
    if (!merged) return false;
    if (merged != chunk) memcpy(chunk, merged, n * sizeof(*chunk));
    end(j, GPU_SORT_MERGE_RUNS, n, 1);
    if (j->options->unchecked) return true;
    begin(j);
    return judge(j, GPU_SORT_MERGE_RUNS,
                 check_sorted(chunk, n, &j->note) && check_chunk(j, chunk, n));
}

static bool sort_chunks(struct job *j) {
    for (j->start = 0; j->start < j->n; j->start += least(j->chunk, j->n - j->start)) {
        size_t n = least(j->chunk, j->n - j->start);
        upload_chunk(j, n);
        if (!make_lists(j, n) || !make_runs(j, n) || !make_chunk(j, n)) return false;
    }
    return true;
}

/*
 * The whole array
 */

static void map_keys(struct job *j) {
    j->report->began = true;
    begin(j);
    for (size_t i = 0; i < j->n; i++) j->keys[i] = key_encode(j->keys[i], j->options->type);
    end(j, GPU_SORT_MAP, j->n, 0);
}

static bool check_whole(struct job *j, const uint32_t *sorted) {
    if (!check_sorted(sorted, j->n, &j->note)) return false;
    struct check_multiset got = check_multiset_start(j->whole.key);
    check_multiset_add(&got, sorted, j->n);
    if (check_multiset_equal(&got, &j->whole)) return true;
    snprintf(j->note.text, sizeof(j->note.text), "the array does not hold the keys of the chunks");
    return false;
}

/** Merges the chunks; the result may come to stand in `chunks` or over the keys. */
static const uint32_t *merge_chunks(struct job *j) {
    begin(j);
    const uint32_t *sorted = merge_all(j, j->chunks, j->keys, j->n, j->chunk);
    if (!sorted) return NULL;
    end(j, GPU_SORT_MERGE_CHUNKS, j->n, 1);
    if (j->options->unchecked) return sorted;
    begin(j);
    return judge(j, GPU_SORT_MERGE_CHUNKS, check_whole(j, sorted)) ? sorted : NULL;
}

/** Whether a comes behind b when they are compared as what they are: a NaN is behind nothing. */
static bool is_behind(uint32_t a, uint32_t b, enum key_type type) {
    float x, y;
    memcpy(&x, &a, sizeof(x));
    memcpy(&y, &b, sizeof(y));
    return type == KEY_F32 ? x > y : type == KEY_I32 ? (int32_t)a > (int32_t)b : a > b;
}

static bool check_order(struct job *j) {
    for (size_t i = 1; i < j->n; i++)
        if (is_behind(j->keys[i - 1], j->keys[i], j->options->type)) {
            snprintf(j->note.text, sizeof(j->note.text),
                     "places %zu and %zu hold the bits 0x%08" PRIx32 " and 0x%08" PRIx32
                     ", which are in the wrong order",
                     i - 1, i, j->keys[i - 1], j->keys[i]);
            return false;
        }
    return true;
}

static bool map_back(struct job *j, const uint32_t *sorted) {
    begin(j);
    for (size_t i = 0; i < j->n; i++) j->keys[i] = key_decode(sorted[i], j->options->type);
    end(j, GPU_SORT_MAP_BACK, j->n, 0);
    if (j->options->unchecked) return true;
    begin(j);
    return judge(j, GPU_SORT_MAP_BACK, check_order(j));
}

/*
 * Before and after
 */

/** How many keys a chunk has: what fits the budget, or the whole array, in whole tiles. */
static bool plan_chunks(struct job *j) {
    size_t budget = j->options->device_bytes, all;
    if (budget == 0) {
        CU(cudaMemGetInfo(&budget, &all));
        budget -= budget / 8; // the driver and the launches need some too
    }
    if (budget < gpu_sort_least_bytes())
        return fail(j,
                    "%zu bytes of device memory are too few; the least is %zu, for one tile of "
                    "%d keys",
                    budget, gpu_sort_least_bytes(), TILE_ITEMS);
    size_t tiles = budget / gpu_sort_least_bytes(), needed = tile_count(j->n);
    j->chunk = TILE_ITEMS * least(tiles, needed > 0 ? needed : 1);
    return true;
}

static bool check_options(struct job *j) {
    const struct gpu_sort_options *o = j->options;
    if ((unsigned)o->type >= KEY_TYPES) return fail(j, "there is no key type %d", (int)o->type);
    if ((unsigned)o->merge >= GPU_SORT_MERGES)
        return fail(j, "there is no merge %d", (int)o->merge);
    if (j->n > UINT32_MAX)
        return fail(j, "%zu keys are too many; the most is %" PRIu32, j->n, UINT32_MAX);
    return true;
}

static bool allocate(struct job *j) {
    j->chunks = malloc((j->n + 1) * sizeof(*j->chunks)); // never 0 bytes
    j->runs = malloc(j->chunk * sizeof(*j->runs));
    if (!j->chunks || !j->runs)
        return fail(j, "no host memory to sort %zu keys; free some, or sort fewer", j->n);
    size_t bytes = j->chunk * sizeof(uint32_t);
    cudaError_t error = cudaMalloc((void **)&j->d_lists, bytes);
    if (error == cudaSuccess) error = cudaMalloc((void **)&j->d_runs, bytes);
    if (error != cudaSuccess)
        return fail(j, "the device gives no two arrays of %zu bytes (%s); %s", bytes,
                    cudaGetErrorString(cudaGetLastError()),
                    error == cudaErrorMemoryAllocation
                        ? "lower the budget of device memory"
                        : "check that there is one and that it works");
    CU(cudaStreamCreate(&j->stream));
    return true;
}

static bool set_up(struct job *j) {
    begin(j);
    bool ok = check_options(j) && plan_chunks(j) && allocate(j);
    end(j, GPU_SORT_SET_UP, 0, 0);
    return ok;
}

static void release(struct job *j) {
    if (j->stream) CU(cudaStreamDestroy(j->stream));
    if (j->d_runs) CU(cudaFree(j->d_runs));
    if (j->d_lists) CU(cudaFree(j->d_lists));
    free(j->runs);
    free(j->chunks);
}

static bool sort_allocated(struct job *j) {
    map_keys(j);
    const uint32_t *sorted = sort_chunks(j) ? merge_chunks(j) : NULL;
    return sorted && map_back(j, sorted);
}

bool gpu_sort(uint32_t *keys, size_t n, const struct gpu_sort_options *options,
              struct gpu_sort_report *report) {
    struct job j = {.options = options, .report = report, .keys = keys, .n = n};
    double began = timer_now_ms();
    memset(report, 0, sizeof(*report));
    memcpy(report->rows, blank_rows, sizeof(blank_rows));
    j.whole = check_multiset_start(check_secret());
    bool ok = set_up(&j) && sort_allocated(&j);
    release(&j);
    report->ms = timer_now_ms() - began;
    return ok;
}
