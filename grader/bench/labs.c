/**
 * @file
 * @brief What is measured of every lab: its contracts, as functions of one shape.
 */
#include "common/cu.h"
#include "common/tile.h"
#include "grader/bench/bench.h"
#include "labs/01_serial_radix/serial_radix.h"
#include "labs/02_strided_buckets/strided_buckets.h"
#include "labs/03_atomic_merge/atomic_merge.h"
#include "labs/04_reduce_merge/reduce_merge.h"
#include "labs/05_odd_even_sort/odd_even_sort.h"
#include "labs/06_bitonic_merge/bitonic_merge.h"
#include "labs/07_block_merge/block_merge.h"

enum { HOST_RUNS = 64 }; /**< into which lab 07's keys are cut */

static void lists_global(uint32_t *d_keys, uint32_t *d_spare, size_t n) {
    sort_lists_global(d_keys, d_spare, n, 0);
}

static void lists_shared(uint32_t *d_keys, uint32_t *d_spare, size_t n) {
    (void)d_spare;
    sort_lists_shared(d_keys, n, 0);
}

static void lists_local(uint32_t *d_keys, uint32_t *d_spare, size_t n) {
    (void)d_spare;
    sort_lists_local(d_keys, n, 0);
}

static void lists(uint32_t *d_keys, uint32_t *d_spare, size_t n) {
    (void)d_spare;
    sort_lists(d_keys, n, 0);
}

static void atomic_merge(uint32_t *d_keys, uint32_t *d_spare, size_t n) {
    merge_lists_atomic(d_keys, d_spare, n, 0);
}

static void tree_merge(uint32_t *d_keys, uint32_t *d_spare, size_t n) {
    merge_lists_tree(d_keys, d_spare, n, 0);
}

static void warp_merge(uint32_t *d_keys, uint32_t *d_spare, size_t n) {
    merge_lists_reduce(d_keys, d_spare, n, 0);
}

static void phases(uint32_t *d_keys, uint32_t *d_spare, size_t n) {
    (void)d_spare;
    sort_tiles_phases(d_keys, n, 0);
}

static void oddeven(uint32_t *d_keys, uint32_t *d_spare, size_t n) {
    (void)d_spare;
    sort_tiles_oddeven(d_keys, n, 0);
}

static void runs_bitonic(uint32_t *d_keys, uint32_t *d_spare, size_t n) {
    (void)d_spare;
    merge_runs_bitonic(d_keys, n, 0);
}

static void tiles_bitonic(uint32_t *d_keys, uint32_t *d_spare, size_t n) {
    (void)d_spare;
    sort_tiles_bitonic(d_keys, n, 0);
}

static void all_bitonic(uint32_t *d_keys, uint32_t *d_spare, size_t n) {
    (void)d_spare;
    sort_bitonic(d_keys, n, 0);
}

/** Lab 07: HOST_RUNS runs of about one length, as bench_shape left them. */
static void host_merge(merge_runs *merge, const uint32_t *keys, uint32_t *out, size_t n) {
    size_t offsets[HOST_RUNS + 1];
    const struct runs runs = {keys, offsets, offsets + 1, HOST_RUNS};
    size_t length = (n + HOST_RUNS - 1) / HOST_RUNS;
    for (size_t r = 0; r <= HOST_RUNS; r++) offsets[r] = r * length < n ? r * length : n;
    if (merge(&runs, out, NULL)) abort();
}

static void host_scan(uint32_t *keys, uint32_t *spare, size_t n) {
    host_merge(merge_runs_scan, keys, spare, n);
}

static void host_heap(uint32_t *keys, uint32_t *spare, size_t n) {
    host_merge(merge_runs_heap, keys, spare, n);
}

static void host_losertree(uint32_t *keys, uint32_t *spare, size_t n) {
    host_merge(merge_runs_losertree, keys, spare, n);
}

const struct bench_row bench_rows[] = {
    {"01", 2, "radix_sort", radix_sort, BENCH_HOST, BENCH_ANY},
    {"01", 5, "radix_sort_digits", radix_sort_digits, BENCH_HOST, BENCH_ANY},
    {"02", 2, "sort_lists_global", lists_global, BENCH_DEVICE, BENCH_ANY},
    {"02", 3, "sort_lists_shared", lists_shared, BENCH_DEVICE, BENCH_ANY},
    {"02", 4, "sort_lists_local", lists_local, BENCH_DEVICE, BENCH_ANY},
    {"02", 5, "sort_lists", lists, BENCH_DEVICE, BENCH_ANY},
    {"03", 5, "merge_lists_atomic", atomic_merge, BENCH_DEVICE, BENCH_LISTS},
    {"04", 4, "merge_lists_tree", tree_merge, BENCH_DEVICE, BENCH_LISTS},
    {"04", 5, "merge_lists_reduce", warp_merge, BENCH_DEVICE, BENCH_LISTS},
    {"05", 3, "sort_tiles_phases", phases, BENCH_DEVICE, BENCH_ANY},
    {"05", 4, "sort_tiles_oddeven", oddeven, BENCH_DEVICE, BENCH_ANY},
    {"06", 3, "merge_runs_bitonic", runs_bitonic, BENCH_DEVICE, BENCH_TILES},
    {"06", 4, "sort_tiles_bitonic", tiles_bitonic, BENCH_DEVICE, BENCH_ANY},
    {"06", 5, "sort_bitonic", all_bitonic, BENCH_DEVICE, BENCH_ANY},
    {"07", 1, "merge_runs_scan, 64 runs", host_scan, BENCH_HOST, BENCH_RUNS},
    {"07", 2, "merge_runs_heap, 64 runs", host_heap, BENCH_HOST, BENCH_RUNS},
    {"07", 3, "merge_runs_losertree, 64 runs", host_losertree, BENCH_HOST, BENCH_RUNS},
};
const size_t bench_row_count = sizeof(bench_rows) / sizeof(bench_rows[0]);

/** Brings uniform keys into the shape that a row starts from. */
void bench_shape(uint32_t *keys, size_t n, enum bench_input input) {
    if (input == BENCH_LISTS) shape_lists(keys, n, TILE_ITEMS, BLOCK_THREADS);
    if (input == BENCH_TILES) shape_lists(keys, n, TILE_ITEMS, 1);
    if (input == BENCH_RUNS) shape_lists(keys, n, (n + HOST_RUNS - 1) / HOST_RUNS, 1);
}
