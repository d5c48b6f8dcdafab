/**
 * @file
 * @brief grader/sort/pipeline: it sorts, keeps to its budget, and names the stage that breaks the sort.
 *
 * The labs' functions are stood in for by fakes that sort by qsort, count their calls, and break
 * what they make when they are told to.
 */
#include "grader/sort/pipeline/pipeline.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/check.h"
#include "common/cu.h"
#include "common/data.h"
#include "common/stage/make_inputs.h"
#include "common/tests/unit.h"
#include "labs/02_strided_buckets/strided_buckets.h"
#include "labs/03_atomic_merge/atomic_merge.h"
#include "labs/04_reduce_merge/reduce_merge.h"
#include "labs/05_odd_even_sort/odd_even_sort.h"
#include "labs/06_bitonic_merge/bitonic_merge.h"
#include "labs/07_block_merge/block_merge.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { DEVICE_BYTES = 1 << 20 }; /**< of the CPU runtime, set before its first call */

/*
 * Fakes
 */

enum harm { NO_HARM, LOSE, UNSORT, NO_MEMORY };

static struct {
    enum harm lists, runs, merge; /**< what each one does wrong */
    size_t merge_from;            /**< and the merge only when it makes so many keys or more */
} harm;

static struct {
    int lists, atomic, reduce, oddeven, bitonic, network;
    int losertree, heap, scan, workers; /**< calls, all of them; but the workers of the last one */
    size_t largest, most_runs;          /**< keys and runs of one call */
    size_t most_bytes;                  /**< of the device in use */
} calls;

/** Makes two neighbours equal, or puts them in the wrong order: the last two that differ. */
static void spoil(uint32_t *keys, size_t n, size_t stride, enum harm how) {
    size_t i = n - 1;
    while (i > stride && keys[i] == keys[i - stride]) i--;
    uint32_t last = keys[i];
    if (how != NO_HARM) keys[i] = keys[i - stride];
    if (how == UNSORT) keys[i - stride] = last;
}

static void fake_on_device(const uint32_t *d_in, uint32_t *d_out, size_t n, size_t tile,
                           size_t threads, enum harm how) {
    uint32_t *keys = malloc(n * sizeof(*keys));
    cu_download(keys, d_in, n * sizeof(*keys));
    shape_lists(keys, n, tile, threads);
    spoil(keys, n, threads, how);
    CU(cudaMemcpy(d_out, keys, n * sizeof(*keys), cudaMemcpyHostToDevice));
    free(keys);
}

void sort_lists(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    size_t unused, all;
    (void)stream;
    CU(cudaMemGetInfo(&unused, &all));
    calls.lists++;
    if (n > calls.largest) calls.largest = n;
    if (all - unused > calls.most_bytes) calls.most_bytes = all - unused;
    fake_on_device(d_keys, d_keys, n, TILE_ITEMS, BLOCK_THREADS, harm.lists);
}

void merge_lists_atomic(const uint32_t *d_lists, uint32_t *d_runs, size_t n, cudaStream_t stream) {
    (void)stream;
    calls.atomic++;
    fake_on_device(d_lists, d_runs, n, TILE_ITEMS, 1, harm.runs);
}

void merge_lists_reduce(const uint32_t *d_lists, uint32_t *d_runs, size_t n, cudaStream_t stream) {
    (void)stream;
    calls.reduce++;
    fake_on_device(d_lists, d_runs, n, TILE_ITEMS, 1, harm.runs);
}

void sort_tiles_oddeven(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    (void)stream;
    calls.oddeven++;
    fake_on_device(d_keys, d_keys, n, TILE_ITEMS, 1, harm.runs);
}

void sort_tiles_bitonic(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    (void)stream;
    calls.bitonic++;
    fake_on_device(d_keys, d_keys, n, TILE_ITEMS, 1, harm.runs);
}

void merge_runs_bitonic(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    (void)stream;
    calls.network++;
    fake_on_device(d_keys, d_keys, n, n, 1, harm.merge);
}

static int fake_merge(const struct runs *runs, uint32_t *out) {
    size_t n = 0;
    for (size_t r = 0; r < runs->k; r++) {
        size_t length = runs->end[r] - runs->begin[r];
        memcpy(out + n, runs->keys + runs->begin[r], length * sizeof(*out));
        n += length;
    }
    if (runs->k > calls.most_runs) calls.most_runs = runs->k;
    shape_lists(out, n, n, 1);
    if (n < harm.merge_from) return 0;
    spoil(out, n, 1, harm.merge);
    return harm.merge == NO_MEMORY ? ENOMEM : 0;
}

int merge_runs_losertree(const struct runs *runs, uint32_t *out, uint32_t *from) {
    CU_ASSERT_PTR_NULL(from);
    calls.losertree++;
    return fake_merge(runs, out);
}

int merge_runs_heap(const struct runs *runs, uint32_t *out, uint32_t *from) {
    CU_ASSERT_PTR_NULL(from);
    calls.heap++;
    return fake_merge(runs, out);
}

int merge_runs_scan(const struct runs *runs, uint32_t *out, uint32_t *from) {
    CU_ASSERT_PTR_NULL(from);
    calls.scan++;
    return fake_merge(runs, out);
}

int merge_runs_parallel(const struct runs *runs, uint32_t *out, uint32_t *from, int workers) {
    CU_ASSERT_PTR_NULL(from);
    calls.workers = workers;
    return fake_merge(runs, out);
}

/*
 * Sorting one array
 */

static struct gpu_sort_report report;

static const struct gpu_sort_row *row(enum gpu_sort_stage stage) {
    return &report.rows[stage];
}

static uint32_t *made(size_t n, enum data_dist dist) {
    uint32_t *keys = malloc((n + 1) * sizeof(*keys));
    if (!keys) abort();
    data_fill(keys, n, dist, 11);
    return keys;
}

/** The place of a key among all of its type, found otherwise than keys.h does. */
static int64_t place_of(uint32_t bits, enum key_type type) {
    int32_t word = (int32_t)bits;
    if (type == KEY_U32) return bits;
    return type == KEY_F32 && word < 0 ? -(int64_t)(bits & 0x7fffffff) - 1 : word;
}

static enum key_type compared;

static int compare(const void *a, const void *b) {
    int64_t x = place_of(*(const uint32_t *)a, compared);
    int64_t y = place_of(*(const uint32_t *)b, compared);
    return (x > y) - (x < y);
}

/** Sorts n keys both ways. */
static bool sorts(size_t n, enum data_dist dist, struct gpu_sort_options options) {
    struct check_note note;
    uint32_t *keys = made(n, dist), *want = made(n, dist);
    memset(&calls, 0, sizeof(calls));
    compared = options.type;
    qsort(want, n, sizeof(*want), compare);
    bool ok = gpu_sort(keys, n, &options, &report) && check_equal(keys, want, n, &note);
    if (report.error[0]) printf("# %s\n", report.error);
    free(want);
    free(keys);
    return ok;
}

/** Sorts n keys and expects a failure whose sentence holds this. */
static void fails(size_t n, struct gpu_sort_options options, const char *sentence) {
    uint32_t *keys = made(n, DATA_UNIFORM);
    memset(&calls, 0, sizeof(calls));
    CU_ASSERT_FALSE(gpu_sort(keys, n, &options, &report));
    CU_ASSERT_PTR_NOT_NULL(strstr(report.error, sentence));
    if (!strstr(report.error, sentence)) printf("# '%s': %s\n", sentence, report.error);
    free(keys);
    memset(&harm, 0, sizeof(harm));
}

/*
 * Tests
 */

static void every_type_and_path(void) {
    for (int path = 0; path < GPU_SORT_BLOCKS * GPU_SORT_MERGES * GPU_SORT_RUNS; path++)
        for (int type = 0; type < KEY_TYPES; type++)
            for (int dist = 0; dist < DATA_LITERAL; dist++)
                CU_ASSERT_TRUE(sorts(
                    3000, (enum data_dist)dist,
                    (struct gpu_sort_options){
                        .type = (enum key_type)type,
                        .block = (enum gpu_sort_block)(path % GPU_SORT_BLOCKS),
                        .merge = (enum gpu_sort_merge)(path / GPU_SORT_BLOCKS % GPU_SORT_MERGES),
                        .runs = (enum gpu_sort_runs)(path / GPU_SORT_BLOCKS / GPU_SORT_MERGES)}));
}

static void sizes_about_lane_warp_and_tile(void) {
    static const size_t sizes[] = {0,
                                   1,
                                   2,
                                   31,
                                   32,
                                   33,
                                   BLOCK_THREADS - 1,
                                   BLOCK_THREADS + 1,
                                   TILE_ITEMS - 1,
                                   TILE_ITEMS,
                                   TILE_ITEMS + 1,
                                   5 * TILE_ITEMS,
                                   5 * TILE_ITEMS + 1};
    size_t budgets[] = {0, gpu_sort_least_bytes(), 2 * gpu_sort_least_bytes() + 1};
    for (size_t b = 0; b < COUNT(budgets); b++)
        for (size_t s = 0; s < COUNT(sizes); s++)
            CU_ASSERT_TRUE(sorts(sizes[s], DATA_UNIFORM,
                                 (struct gpu_sort_options){.device_bytes = budgets[b]}));
}

static void floats_follow_total_order(void) {
    uint32_t keys[] = {0x7fc00000, 0x00000000, 0xff800000, 0x80000000, 0x00000001,
                       0xffc00000, 0x7f800000, 0x3f800000, 0x80000001, 0xbf800000};
    static const uint32_t want[] = {0xffc00000, 0xff800000, 0xbf800000, 0x80000001, 0x80000000,
                                    0x00000000, 0x00000001, 0x3f800000, 0x7f800000, 0x7fc00000};
    struct check_note note;
    struct gpu_sort_options options = {.type = KEY_F32};
    CU_ASSERT_TRUE(gpu_sort(keys, COUNT(keys), &options, &report));
    CU_ASSERT_TRUE(check_equal(keys, want, COUNT(keys), &note));
}

static void the_budget_is_kept(void) {
    size_t tile_bytes = gpu_sort_least_bytes();
    struct gpu_sort_options options = {.device_bytes = 4 * tile_bytes - 1};
    CU_ASSERT_TRUE(sorts(10 * TILE_ITEMS + 5, DATA_UNIFORM, options));
    CU_ASSERT_EQUAL(calls.lists, 4);
    CU_ASSERT_EQUAL(calls.largest, 3 * TILE_ITEMS);
    CU_ASSERT_EQUAL(calls.most_bytes, 3 * tile_bytes);
    CU_ASSERT_TRUE(sorts(10, DATA_UNIFORM, options));
    CU_ASSERT_TRUE(calls.most_bytes <= tile_bytes); // no more than the array needs
}

static void no_budget_means_the_whole_device(void) {
    CU_ASSERT_TRUE(sorts(DEVICE_BYTES / 4, DATA_UNIFORM, (struct gpu_sort_options){0}));
    CU_ASSERT_TRUE(calls.lists > 1);
    CU_ASSERT_TRUE(calls.most_bytes <= DEVICE_BYTES);
    CU_ASSERT_TRUE(calls.most_bytes > DEVICE_BYTES / 2);
}

static void many_runs_and_many_chunks(void) {
    struct gpu_sort_options small = {.device_bytes = gpu_sort_least_bytes()};
    CU_ASSERT_TRUE(sorts(130 * TILE_ITEMS + 3, DATA_FEW, small));
    CU_ASSERT_EQUAL(row(GPU_SORT_MERGE_RUNS)->n_parts, 131);
    CU_ASSERT_TRUE(calls.most_runs <= 128);
    CU_ASSERT_TRUE(sorts(130 * TILE_ITEMS + 3, DATA_UNIFORM, (struct gpu_sort_options){0}));
    CU_ASSERT_TRUE(calls.most_runs <= 128);
}

static void options_choose_the_merges(void) {
    struct gpu_sort_options options = {.merge = GPU_SORT_REDUCE, .workers = 3};
    CU_ASSERT_TRUE(sorts(2 * TILE_ITEMS, DATA_UNIFORM, options));
    CU_ASSERT_EQUAL(calls.reduce, 1);
    CU_ASSERT_EQUAL(calls.atomic, 0);
    CU_ASSERT_EQUAL(calls.workers, 3);
    CU_ASSERT_EQUAL(calls.losertree, 0);
    CU_ASSERT_TRUE(sorts(2 * TILE_ITEMS, DATA_UNIFORM, (struct gpu_sort_options){0}));
    CU_ASSERT_EQUAL(calls.reduce, 0);
    CU_ASSERT_EQUAL(calls.atomic, 1);
    CU_ASSERT_EQUAL(calls.losertree, 1);
    options.workers = 1000;
    CU_ASSERT_TRUE(sorts(2 * TILE_ITEMS, DATA_UNIFORM, options));
    CU_ASSERT_EQUAL(calls.workers, MAX_WORKERS);
}

/** The options' path calls these labs, and its report has no row for others. */
static void calls_labs(struct gpu_sort_options options, const int *called, bool lists) {
    memset(&calls, 0, sizeof(calls));
    CU_ASSERT_TRUE(sorts(2 * TILE_ITEMS, DATA_UNIFORM, options));
    CU_ASSERT_EQUAL(*called, 1);
    CU_ASSERT_EQUAL(calls.atomic + calls.reduce + calls.oddeven + calls.bitonic, 1);
    CU_ASSERT_EQUAL(calls.network + calls.losertree + calls.heap + calls.scan, 1);
    CU_ASSERT_EQUAL(calls.lists, lists);
    CU_ASSERT_EQUAL(row(GPU_SORT_LISTS)->name != NULL, lists);
    CU_ASSERT_PTR_NULL(row(GPU_SORT_SPILL)->name);
}

static void options_choose_the_path(void) {
    calls_labs((struct gpu_sort_options){.block = GPU_SORT_ODDEVEN}, &calls.oddeven, false);
    calls_labs((struct gpu_sort_options){.block = GPU_SORT_BITONIC}, &calls.bitonic, false);
    calls_labs((struct gpu_sort_options){.runs = GPU_SORT_HEAP}, &calls.heap, true);
    calls_labs((struct gpu_sort_options){.runs = GPU_SORT_SCAN}, &calls.scan, true);
    calls_labs((struct gpu_sort_options){.runs = GPU_SORT_NETWORK}, &calls.network, true);
    calls_labs((struct gpu_sort_options){0}, &calls.losertree, true);
}

static void vectors_merge_without_lab_07(void) {
    memset(&calls, 0, sizeof(calls));
    CU_ASSERT_TRUE(
        sorts(2 * TILE_ITEMS, DATA_EXTREMES, (struct gpu_sort_options){.runs = GPU_SORT_SIMD}));
    CU_ASSERT_EQUAL(calls.atomic, 1);
    CU_ASSERT_EQUAL(calls.network + calls.losertree + calls.heap + calls.scan, 0);
}

static void the_report_counts_keys_and_parts(void) {
    static const struct {
        enum gpu_sort_stage stage;
        size_t parts;
        bool checked;
    } want[] = {{GPU_SORT_MAP, 0, false},
                {GPU_SORT_UPLOAD, 2, false},
                {GPU_SORT_LISTS, 2 * BLOCK_THREADS + 5, true},
                {GPU_SORT_TILES, 3, true},
                {GPU_SORT_DOWNLOAD, 2, true},
                {GPU_SORT_MERGE_RUNS, 2, true},
                {GPU_SORT_MERGE_CHUNKS, 1, true},
                {GPU_SORT_MAP_BACK, 0, true}};
    size_t n = 2 * TILE_ITEMS + 5;
    CU_ASSERT_TRUE(sorts(n, DATA_UNIFORM,
                         (struct gpu_sort_options){.device_bytes = 2 * gpu_sort_least_bytes()}));
    for (size_t i = 0; i < COUNT(want); i++) {
        CU_ASSERT_EQUAL(row(want[i].stage)->keys, n);
        CU_ASSERT_EQUAL(row(want[i].stage)->n_parts, want[i].parts);
        CU_ASSERT_EQUAL((int)row(want[i].stage)->verdict,
                        (int)(want[i].checked ? GPU_SORT_HOLDS : GPU_SORT_UNCHECKED));
        CU_ASSERT_FALSE(row(want[i].stage)->overlapped);
    }
    CU_ASSERT_EQUAL(report.n, n);
    CU_ASSERT_TRUE(report.check_ms > 0 && report.ms > report.check_ms);
    CU_ASSERT_STRING_EQUAL(report.error, "");
}

/** Sorts several chunks with the harm that is set; the stage is blamed and the next is not reached. */
static void blames(enum gpu_sort_stage stage, const char *sentence) {
    struct gpu_sort_options options = {.device_bytes = 3 * gpu_sort_least_bytes()};
    fails(7 * TILE_ITEMS, options, sentence);
    CU_ASSERT_EQUAL((int)row(stage)->verdict, (int)GPU_SORT_BROKEN);
    CU_ASSERT_PTR_NOT_NULL(strstr(report.error, row(stage)->name));
    CU_ASSERT_EQUAL((int)row(GPU_SORT_MAP_BACK)->verdict, (int)GPU_SORT_UNCHECKED);
    CU_ASSERT_TRUE(report.began);
}

static void broken_lists_are_named(void) {
    harm.lists = UNSORT;
    blames(GPU_SORT_LISTS, "list 127 of block 2 is not sorted");
    harm.lists = LOSE;
    blames(GPU_SORT_LISTS, "is lost");
    CU_ASSERT_EQUAL(row(GPU_SORT_TILES)->keys, 0);
}

static void broken_runs_are_named(void) {
    harm.runs = UNSORT;
    blames(GPU_SORT_TILES, "run 2 is not sorted");
    harm.runs = LOSE;
    blames(GPU_SORT_TILES, "is lost");
    CU_ASSERT_EQUAL(row(GPU_SORT_MERGE_RUNS)->keys, 0);
}

static void a_broken_merge_of_runs_is_named(void) {
    harm.merge = UNSORT;
    blames(GPU_SORT_MERGE_RUNS, "in the chunk from key 0 on: not sorted");
    harm.merge = LOSE;
    blames(GPU_SORT_MERGE_RUNS, "is lost");
    CU_ASSERT_EQUAL(row(GPU_SORT_MERGE_CHUNKS)->keys, 0);
}

static void a_broken_merge_of_chunks_is_named(void) {
    harm.merge_from = 4 * TILE_ITEMS;
    harm.merge = UNSORT;
    blames(GPU_SORT_MERGE_CHUNKS, "broke the sort: not sorted");
    harm.merge_from = 4 * TILE_ITEMS;
    harm.merge = LOSE;
    blames(GPU_SORT_MERGE_CHUNKS, "does not hold the keys of the chunks");
}

static void keys_in_a_note_are_explained(void) {
    harm.runs = UNSORT;
    fails(100, (struct gpu_sort_options){.type = KEY_I32}, "keys shown as words in unsigned order");
}

static void unchecked_means_unchecked(void) {
    uint32_t *keys = made(5000, DATA_UNIFORM);
    struct gpu_sort_options options = {.unchecked = true};
    harm.runs = LOSE;
    CU_ASSERT_TRUE(gpu_sort(keys, 5000, &options, &report));
    for (int s = 0; s < GPU_SORT_STAGES; s++)
        CU_ASSERT_EQUAL((int)report.rows[s].verdict, (int)GPU_SORT_UNCHECKED);
    CU_ASSERT_EQUAL(report.check_ms, 0);
    harm.runs = NO_HARM;
    free(keys);
    options.type = KEY_F32;
    options.device_bytes = gpu_sort_least_bytes();
    CU_ASSERT_TRUE(sorts(9000, DATA_UNIFORM, options));
}

static void a_merge_without_memory_is_named(void) {
    harm.merge = NO_MEMORY;
    fails(3 * TILE_ITEMS, (struct gpu_sort_options){0}, "no memory to merge 3 runs");
    harm.merge = NO_MEMORY;
    harm.merge_from = 3 * TILE_ITEMS;
    fails(3 * TILE_ITEMS, (struct gpu_sort_options){.device_bytes = gpu_sort_least_bytes()},
          "no memory to merge 3 runs");
}

/** Nothing has begun, so the keys are as they were. */
static void refuses(struct gpu_sort_options options, const char *sentence) {
    fails(3000, options, sentence);
    CU_ASSERT_FALSE(report.began);
    CU_ASSERT_EQUAL(calls.lists, 0);
}

static void bad_options_are_refused(void) {
    size_t least = gpu_sort_least_bytes();
    char sentence[40];
    snprintf(sentence, sizeof(sentence), "The least is %zu", least);
    refuses((struct gpu_sort_options){.device_bytes = least - 1}, sentence);
    refuses((struct gpu_sort_options){.device_bytes = 1}, sentence);
    refuses((struct gpu_sort_options){.type = KEY_TYPES}, "no key type 3");
    refuses((struct gpu_sort_options){.merge = GPU_SORT_MERGES}, "no merge 2");
    CU_ASSERT_FALSE(gpu_sort(NULL, (size_t)UINT32_MAX + 1, &(struct gpu_sort_options){0}, &report));
    CU_ASSERT_PTR_NOT_NULL(strstr(report.error, "4294967296 keys are too many"));
}

static void a_budget_beyond_the_device_is_named(void) {
    fails(DEVICE_BYTES, (struct gpu_sort_options){.device_bytes = 16 * DEVICE_BYTES},
          "Lower the budget of device memory");
    CU_ASSERT_FALSE(report.began);
    CU_ASSERT_TRUE(sorts(100, DATA_UNIFORM, (struct gpu_sort_options){0})); // all was given back
}

/*
 * Files
 */

/** Files in memory; they fail when so many keys have been read or written. */
static struct {
    const uint32_t *in;
    uint32_t *out;
    size_t n, n_read, n_written, fail_read, fail_written, most;
} disk;

static bool disk_read(void *nobody, uint32_t *keys, size_t capacity, size_t *n, char error[640]) {
    (void)nobody;
    snprintf(error, 640, "the input is broken");
    *n = disk.n - disk.n_read < capacity ? disk.n - disk.n_read : capacity;
    memcpy(keys, disk.in + disk.n_read, *n * sizeof(*keys));
    disk.n_read += *n;
    if (capacity > disk.most) disk.most = capacity;
    return disk.n_read <= disk.fail_read;
}

static bool disk_write(void *nobody, const uint32_t *keys, size_t n, char error[640]) {
    (void)nobody;
    snprintf(error, 640, "the disk is full");
    if (disk.n_written + n > disk.n) abort();
    memcpy(disk.out + disk.n_written, keys, n * sizeof(*keys));
    disk.n_written += n;
    return disk.n_written <= disk.fail_written;
}

static const struct gpu_sort_files files = {NULL, disk_read, disk_write, "."};

/** Sorts n keys by way of files, with errors behind so many keys. */
static bool sorts_files(size_t n, size_t fail_read, size_t fail_written,
                        struct gpu_sort_options options) {
    struct check_note note;
    uint32_t *in = made(n, DATA_UNIFORM), *want = made(n, DATA_UNIFORM), *out = made(n, DATA_MAX);
    memset(&disk, 0, sizeof(disk));
    disk.in = in, disk.out = out, disk.n = n;
    disk.fail_read = fail_read, disk.fail_written = fail_written;
    compared = options.type;
    qsort(want, n, sizeof(*want), compare);
    bool ok = gpu_sort_files(&files, &options, &report);
    if (ok) CU_ASSERT_TRUE(disk.n_written == n && check_equal(out, want, n, &note));
    free(in), free(want), free(out);
    return ok;
}

enum { HOST_BYTES = 1 << 20, FILE_KEYS = 400000 };

static void files_are_sorted_through_spilled_runs(void) {
    struct gpu_sort_options options = {.host_bytes = HOST_BYTES, .device_bytes = 64 << 10};
    for (int type = 0; type < KEY_TYPES; type++) {
        options.type = (enum key_type)type;
        CU_ASSERT_TRUE(sorts_files(FILE_KEYS, SIZE_MAX, SIZE_MAX, options));
        CU_ASSERT_EQUAL(report.n, FILE_KEYS);
        CU_ASSERT_TRUE(row(GPU_SORT_SPILL)->n_parts > 3);
        CU_ASSERT_EQUAL(row(GPU_SORT_SPILL)->keys, FILE_KEYS);
        CU_ASSERT_EQUAL(row(GPU_SORT_WRITE)->keys, FILE_KEYS);
        CU_ASSERT_EQUAL((int)row(GPU_SORT_MERGE_SPILLED)->verdict, (int)GPU_SORT_HOLDS);
        CU_ASSERT_TRUE(disk.most * 2 * sizeof(uint32_t) <= HOST_BYTES);
    }
    options.unchecked = true;
    CU_ASSERT_TRUE(sorts_files(FILE_KEYS, SIZE_MAX, SIZE_MAX, options));
    for (size_t n = 0; n < 3; n++) CU_ASSERT_TRUE(sorts_files(n, SIZE_MAX, SIZE_MAX, options));
}

/** The keys of files are in error where it says; the stages are not, unless harm was done to them. */
static void fails_files(size_t fail_read, size_t fail_written, const char *sentence) {
    struct gpu_sort_options options = {.host_bytes = HOST_BYTES, .device_bytes = 64 << 10};
    CU_ASSERT_FALSE(sorts_files(FILE_KEYS, fail_read, fail_written, options));
    CU_ASSERT_PTR_NOT_NULL(strstr(report.error, sentence));
    if (!strstr(report.error, sentence)) printf("# '%s': %s\n", sentence, report.error);
    CU_ASSERT_EQUAL(report.of_request, harm.merge == NO_HARM);
    memset(&harm, 0, sizeof(harm));
}

static void errors_of_files_end_the_sort(void) {
    fails_files(0, SIZE_MAX, "the input is broken");
    fails_files(FILE_KEYS / 2, SIZE_MAX, "the input is broken");
    CU_ASSERT_EQUAL(disk.n_written, 0);
    fails_files(SIZE_MAX, 0, "the disk is full");
    fails_files(SIZE_MAX, FILE_KEYS / 2, "the disk is full");
    CU_ASSERT_TRUE(disk.n_written < FILE_KEYS);
    harm.merge = UNSORT, harm.merge_from = 30000;
    fails_files(SIZE_MAX, SIZE_MAX, "broke the sort: not sorted");
    CU_ASSERT_EQUAL(disk.n_written, 0);
    static const struct gpu_sort_files nowhere = {NULL, disk_read, disk_write, "./nowhere"};
    struct gpu_sort_options options = {.host_bytes = HOST_BYTES};
    CU_ASSERT_FALSE(gpu_sort_files(&nowhere, &options, &report));
    CU_ASSERT_PTR_NOT_NULL(strstr(report.error, "cannot spill keys to './nowhere'"));
    CU_ASSERT_TRUE(!report.began && report.of_request);
    options.host_bytes = gpu_sort_least_host_bytes() - 1;
    CU_ASSERT_FALSE(sorts_files(10, SIZE_MAX, SIZE_MAX, options));
    CU_ASSERT_PTR_NOT_NULL(strstr(report.error, "bytes of host memory are too few"));
}

static const struct unit_test tests[] = {
    {"every type, path and distribution is sorted as by qsort", every_type_and_path},
    {"sizes about a lane, a warp and a tile are sorted, in one chunk and in several",
     sizes_about_lane_warp_and_tile},
    {"floats follow the total order, NaNs and zeros too", floats_follow_total_order},
    {"no more device memory is taken than the budget says, nor than the keys need",
     the_budget_is_kept},
    {"without a budget the device's free memory is the budget", no_budget_means_the_whole_device},
    {"more runs or chunks than are merged at once are merged in passes", many_runs_and_many_chunks},
    {"the options choose who merges", options_choose_the_merges},
    {"the options choose the path, and the report has its rows", options_choose_the_path},
    {"--runs simd needs no lab to merge runs", vectors_merge_without_lab_07},
    {"the report counts keys, parts, times and verdicts", the_report_counts_keys_and_parts},
    {"lists that are unsorted or lack a key stop the sort by name", broken_lists_are_named},
    {"runs that are unsorted or lack a key stop the sort by name", broken_runs_are_named},
    {"a chunk that is unsorted or lacks a key stops the sort by name",
     a_broken_merge_of_runs_is_named},
    {"an array that is unsorted or lacks a key stops the sort by name",
     a_broken_merge_of_chunks_is_named},
    {"a note about i32 or f32 says how its keys are shown", keys_in_a_note_are_explained},
    {"unchecked, nothing is checked", unchecked_means_unchecked},
    {"a merge that finds no memory is one sentence", a_merge_without_memory_is_named},
    {"a budget below one tile, and unknown types and merges, are refused before anything is "
     "touched",
     bad_options_are_refused},
    {"a budget that the device does not have is one sentence", a_budget_beyond_the_device_is_named},
    {"files larger than host memory are sorted through spilled runs",
     files_are_sorted_through_spilled_runs},
    {"what files and merges do wrong ends the sort with their sentence",
     errors_of_files_end_the_sort},
};

int main(void) {
    char bytes[24];
    snprintf(bytes, sizeof(bytes), "%d", DEVICE_BYTES);
    setenv("SIMT_DEVICE_MEMORY", bytes, 1);
    return unit_main("pipeline", tests, COUNT(tests));
}
