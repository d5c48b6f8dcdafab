/**
 * @file
 * @brief Which rows the model predicts, and how they come out (see rows.h).
 */
#include "grader/bench/model/rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grader/bench/model/plan.h"
#include "grader/bench/model/sort_time.h"

#define ROWS_OF(what, type)                                                                        \
    {BENCH, NULL, "sizes," what "," type ",uniform,#,#,"}, 1, {                                    \
        0, NO_NUMBER                                                                               \
    }
#define IN(section, pattern)                                                                       \
    { MEASURED, section, pattern }
#define PIPELINE "On a GPU: the same tree, the same verdicts"
#define ONE_CORE "One core: a radix sort and a merge beside the labs"
#define ROADS    "All roads on one input"

// clang-format off
static double fast(const double *m, const double *row) { return fast_sort_ms(m, row[0]); }
static double sweep(const double *m, const double *row) { return sweep_ms(m, row[0]); }
static double pairs(const double *m, const double *row) { return sweep_pairs_ms(m, row[0]); }
static double merging(const double *m, const double *row) { return merge_sort_ms(m, row[0]); }
static double selecting(const double *m, const double *row) { return select_ms(m, row[0]); }
static double reading(const double *m, const double *row) { return read_ms(m, row[0]); }
static double lists(const double *m, const double *row) { return row[0] / m[LISTS_RATE] / 1e3; }
static double atomic(const double *m, const double *row) { return row[0] / m[ATOMIC_RATE] / 1e3; }
static double reduce(const double *m, const double *row) { return row[0] / m[REDUCE_RATE] / 1e3; }
static double down(const double *m, const double *row) { return row[0] * 4 / (m[PAGEABLE_DOWN] * 1e6); }
static double tree_of_tiles(const double *m, const double *row) { return merge_levels_ms(level_ns(m[TREE_64], 64), row[0], 2048); }

/* 2^28 keys out of core, and the roads' 2^22. */
static const double CORE_N = 268435456, ROADS_N = 4194304;
static double up(const double *m, const double *row) { (void)row; return CORE_N * 4 / (m[PAGEABLE_UP] * 1e6); }
static double down_pinned(const double *m, const double *row) { (void)row; return CORE_N * 4 / (m[LINK_IN] * 1e6); }
static double card_holds(const double *m, const double *row) { (void)row; return 1e3 * plan_one_device(m, 4e9, 0); }
static double card_streams(const double *m, const double *row) { (void)row; return 1e3 * plan_one_device(m, 4e9, 8.6); }
static double four_lab(const double *m, const double *row) { return 1e3 * plan_devices(m, 4 * row[0], true, false); }
static double four_slices(const double *m, const double *row) { return 1e3 * plan_devices(m, 4 * row[0], true, true); }
static double four_host(const double *m, const double *row) { return 1e3 * plan_devices(m, 4 * row[0], false, true); }
static double tiles(const double *m, const double *row) { (void)row; return CORE_N / m[LISTS_RATE] / 1e3 + CORE_N / m[ATOMIC_RATE] / 1e3; }
static double road_tree(const double *m, const double *row) { (void)row; return merge_levels_ms(level_ns(m[TREE_64], 64), ROADS_N, 2048); }
static double road_heap(const double *m, const double *row) { (void)row; return merge_levels_ms(level_ns(m[HEAP_64], 64), ROADS_N, 2048); }
static double road_network(const double *m, const double *row) { (void)row; return ROADS_N / m[NETWORK_22] / 1e3; }
/** All heads are looked at: of 128 runs at once, then of the 16 that are left (grader/sort/pipeline/host.c). */
static double road_scan(const double *m, const double *row) { (void)row; return ROADS_N * (128 + 16) / 64 / m[SCAN_64] / 1e3; }

static double disk_2(const double *m, const double *row) { (void)row; return 3 * (m[CPU_LISTS] + m[CPU_MERGE] + m[CPU_REST]) / 1e3; }
static double disk_1(const double *m, const double *row) { return 2 * disk_2(m, row); }

/** Mkeys/s of k runs, from those of 4 or 16: the same time for every level. */
static double at_k(double of, double k_of, double k) { return of * log2(k_of) / log2(k); }
static double tree_k(const double *m, const double *row) { return at_k(m[TREE_16], 16, row[0]); }
static double c_k(const double *m, const double *row) { return at_k(m[FAST_C_4], 4, row[0]); }
static double avx2_k(const double *m, const double *row) { return at_k(m[FAST_AVX2_4], 4, row[0]); }
static double avx512_k(const double *m, const double *row) { return at_k(m[FAST_AVX512_4], 4, row[0]); }
static double c_2(const double *m, const double *row) { (void)row; return at_k(m[FAST_C_4], 4, 2); }
static double avx2_2(const double *m, const double *row) { (void)row; return at_k(m[FAST_AVX2_4], 4, 2); }
static double avx512_2(const double *m, const double *row) { (void)row; return at_k(m[FAST_AVX512_4], 4, 2); }
static double c_256(const double *m, const double *row) { (void)row; return at_k(m[FAST_C_4], 4, 256); }
static double avx2_256(const double *m, const double *row) { (void)row; return at_k(m[FAST_AVX2_4], 4, 256); }
static double avx512_256(const double *m, const double *row) { (void)row; return at_k(m[FAST_AVX512_4], 4, 256); }
static double c_1024(const double *m, const double *row) { (void)row; return at_k(m[FAST_C_4], 4, 1024); }
static double avx2_1024(const double *m, const double *row) { (void)row; return at_k(m[FAST_AVX2_4], 4, 1024); }
static double avx512_1024(const double *m, const double *row) { (void)row; return at_k(m[FAST_AVX512_4], 4, 1024); }
static double team(const double *m, const double *row) { return ranks_ms(m, row[0], row[1]); }

#define SHORT "fewer blocks than the device holds at once, timed by the host with launch and wait, to 0.1 ms"
#define WINDOWS "windows of 8 KB a run: 256 of them fill the second cache of 2 MB"
#define K2 IN(ONE_CORE, "| k = 2, 4 |?|?|?| #, # | #, # | #, # |")
#define KS IN(ONE_CORE, "| k = # | # |?| # | # | # | # |")
#define KMANY IN(ONE_CORE, "| k = 256, 1,024 |?|?|?| #, # | #, # | #, # |")

#define G_FAST "lab 13 on a device, 2^14 to 2^31 + 1 keys of three types"
#define G_SWEEP "lab 12, keys and pairs"
#define G_MERGE "lab 10"
#define G_SELECT "lab 11; keys read once"
#define G_PIPE "the pipeline: lists, merges, download, merge on the host"
#define G_CORE "out of core: upload, lists and merges, download"
#define G_CARD "out of core, the fast road: 4·10^9 keys, held by the card, and merged by it"
#define CARD   "Out of core, the fast road on a device"
#define G_FOUR "four devices: by lab 14's steps, by slices, and from pinned memory and back"
#define FOUR   IN("Several GPUs", "| # | # | # | # |?| # |")
#define G_ROAD "a road: 2,048 runs merged by a tree, a heap, a scan, a network"
#define G_DISK "from disk, on the CPU runtime"
#define G_HOST "merges of 2 to 1,024 runs on a core"
#define G_TEAM "lab 14, 1 to 8 processes on two cores"

const struct series row_series[] = {
    {G_FAST, "lab 13 on a device, u32", "ms", ROWS_OF("13 fast sort", "u32"), fast, NULL},
    {G_FAST, "lab 13, i32", "ms", ROWS_OF("13 fast sort", "i32"), fast, NULL},
    {G_FAST, "lab 13, f32", "ms", ROWS_OF("13 fast sort", "f32"), fast, NULL},
    {G_SWEEP, "lab 12 on a device, u32", "ms", ROWS_OF("12 onesweep", "u32"), sweep, NULL},
    {G_SWEEP, "lab 12, i32", "ms", ROWS_OF("12 onesweep", "i32"), sweep, NULL},
    {G_SWEEP, "lab 12, f32", "ms", ROWS_OF("12 onesweep", "f32"), sweep, NULL},
    {G_SWEEP, "lab 12, pairs", "ms", ROWS_OF("12 onesweep", "u32+u32"), pairs, NULL},
    {G_SWEEP, "lab 12, keys, another run", "ms", IN("One sweep", "| one sweep, keys, # | uniform | # |"), 1, {0, NO_NUMBER}, sweep, NULL},
    {G_SWEEP, "lab 12, pairs, another run", "ms", IN("One sweep", "| one sweep, pairs, # | uniform | # |"), 1, {0, NO_NUMBER}, pairs, NULL},
    {G_MERGE, "lab 10 on a device", "ms", ROWS_OF("10 merge sort", "u32"), merging, NULL},
    {G_SELECT, "lab 11, the 1,024 least", "ms", ROWS_OF("11 select 1024", "u32"), selecting,
     "2^14 keys: kernels with nothing to do leave at once; 2^20 keys: what they do takes longer than launches"},
    {G_SELECT, "keys read once", "ms", ROWS_OF("read once", "u32"), reading,
     "2^22 keys: 16 MB lie in the device's second cache"},
    {G_PIPE, "pipeline: lists (lab 02)", "ms", IN(PIPELINE, "| # |?| # | # | # | # | # |"), 1, {0, NO_NUMBER}, lists, SHORT},
    {G_PIPE, "pipeline: merge by atomics (lab 03)", "ms", IN(PIPELINE, "| # | atomic | # | # | # | # | # |"), 2, {0, NO_NUMBER}, atomic, SHORT},
    {G_PIPE, "pipeline: merge by reduction (lab 04)", "ms", IN(PIPELINE, "| # | reduce | # | # | # | # | # |"), 2, {0, NO_NUMBER}, reduce, SHORT},
    {G_PIPE, "pipeline: download, pageable", "ms", IN(PIPELINE, "| # |?| # | # | # | # | # |"), 3, {0, NO_NUMBER}, down, NULL},
    {G_PIPE, "pipeline: runs merged on the host", "ms", IN(PIPELINE, "| # |?| # | # | # | # | # |"), 4, {0, NO_NUMBER}, tree_of_tiles,
     "10^8 keys: three passes through memory, into pages that nobody has touched; the figure is of one pass, in a cache"},
    {G_CORE, "out of core: upload, pageable", "ms", IN("Out of core", "checked |?| # | # | # |"), 0, {NO_NUMBER, NO_NUMBER}, up,
     "the upload waits for the buffer of the chunk before, of which there are fewer with 1 GB"},
    {G_CORE, "out of core: lists and merges (labs 02, 03)", "ms", IN("Out of core", "checked |?| # | # | # |"), 1, {NO_NUMBER, NO_NUMBER}, tiles, NULL},
    {G_CORE, "out of core: download, pinned", "ms", IN("Out of core", "checked |?| # | # | # |"), 2, {NO_NUMBER, NO_NUMBER}, down_pinned, NULL},
    {G_CARD, "the card holds 4e9 keys", "ms", IN(CARD, "the card holds all |?| #,"), 0, {NO_NUMBER, NO_NUMBER}, card_holds, NULL},
    {G_CARD, "the card merges what streams, 8 GiB", "ms", IN(CARD, "of runs that stream | #,"), 0, {NO_NUMBER, NO_NUMBER}, card_streams, NULL},
    {G_FOUR, "four devices, by lab 14's steps", "ms", FOUR, 3, {0, NO_NUMBER}, four_lab, NULL},
    {G_FOUR, "four devices, by slices", "ms", FOUR, 2, {0, NO_NUMBER}, four_slices, NULL},
    {G_FOUR, "four devices, from pinned memory and back", "ms", FOUR, 4, {0, NO_NUMBER}, four_host, NULL},
    {G_ROAD, "a road's loser tree, 2^22 keys", "ms", IN(ROADS, "| losertree | # | # |"), 1, {NO_NUMBER, NO_NUMBER}, road_tree, NULL},
    {G_ROAD, "a road's heap", "ms", IN(ROADS, "| heap | # | # |"), 1, {NO_NUMBER, NO_NUMBER}, road_heap, NULL},
    {G_ROAD, "a road's scan of heads", "ms", IN(ROADS, "| scan | # | # |"), 1, {NO_NUMBER, NO_NUMBER}, road_scan, NULL},
    {G_ROAD, "a road's network (lab 06)", "ms", IN(ROADS, "| bitonic | # | # |"), 1, {NO_NUMBER, NO_NUMBER}, road_network, NULL},
    {G_DISK, "from disk, CPU runtime, 2 cores", "s", IN("From disk", "| CPU runtime, 2 cores |?| 39 | # and"), 0, {NO_NUMBER, NO_NUMBER}, disk_2, NULL},
    {G_DISK, "from disk, CPU runtime, 1 core", "s", IN("From disk", "|?| 39 | # to 140 and"), 0, {NO_NUMBER, NO_NUMBER}, disk_1, NULL},
    {G_HOST, "loser tree on a core, k runs", "Mkeys/s", KS, 2, {0, NO_NUMBER}, tree_k, NULL},
    {G_HOST, "fast merge in C, k runs", "Mkeys/s", KS, 3, {0, NO_NUMBER}, c_k, NULL},
    {G_HOST, "fast merge in C, 2 runs", "Mkeys/s", K2, 0, {NO_NUMBER, NO_NUMBER}, c_2, NULL},
    {G_HOST, "fast merge in C, 256 runs", "Mkeys/s", KMANY, 0, {NO_NUMBER, NO_NUMBER}, c_256, NULL},
    {G_HOST, "fast merge in C, 1,024 runs", "Mkeys/s", KMANY, 1, {NO_NUMBER, NO_NUMBER}, c_1024, NULL},
    {G_HOST, "fast merge by AVX2, k runs", "Mkeys/s", KS, 4, {0, NO_NUMBER}, avx2_k, NULL},
    {G_HOST, "fast merge by AVX2, 2 runs", "Mkeys/s", K2, 2, {NO_NUMBER, NO_NUMBER}, avx2_2, NULL},
    {G_HOST, "fast merge by AVX2, 256 runs", "Mkeys/s", KMANY, 2, {NO_NUMBER, NO_NUMBER}, avx2_256, WINDOWS},
    {G_HOST, "fast merge by AVX2, 1,024 runs", "Mkeys/s", KMANY, 3, {NO_NUMBER, NO_NUMBER}, avx2_1024, WINDOWS},
    {G_HOST, "fast merge by AVX-512, k runs", "Mkeys/s", KS, 5, {0, NO_NUMBER}, avx512_k, NULL},
    {G_HOST, "fast merge by AVX-512, 2 runs", "Mkeys/s", K2, 4, {NO_NUMBER, NO_NUMBER}, avx512_2, NULL},
    {G_HOST, "fast merge by AVX-512, 256 runs", "Mkeys/s", KMANY, 4, {NO_NUMBER, NO_NUMBER}, avx512_256, WINDOWS},
    {G_HOST, "fast merge by AVX-512, 1,024 runs", "Mkeys/s", KMANY, 5, {NO_NUMBER, NO_NUMBER}, avx512_1024, WINDOWS},
    {G_TEAM, "lab 14 on ranks of the CPU runtime, 2 cores", "ms", IN("Ranks on two cores", "| # | # | # |"), 2, {0, 1}, team, NULL},
};
// clang-format on
const size_t n_row_series = sizeof(row_series) / sizeof(row_series[0]);

enum { MOST_ROWS = 64 };

size_t rows_hold(const struct machine *machine, const struct book *book, const struct series *s,
                 struct held *held, size_t room) {
    struct found found[MOST_ROWS];
    size_t n = book_find(book, &s->place, found, room < MOST_ROWS ? room : MOST_ROWS);
    for (size_t i = 0; i < n; i++) {
        struct held *h = &held[i];
        *h = (struct held){.series = s, .row = found[i]};
        h->predicted = s->predict(machine->value, found[i].numbers);
        h->measured = found[i].numbers[s->measured];
        h->ratio = h->predicted / h->measured;
        for (int f = 0; f < FIGURES; f++) h->given |= machine->at[f] == found[i].at[s->measured];
    }
    return n;
}

static void print_row(const struct held *h) {
    bool beyond = !h->given && !is_within(h);
    char with[48] = "";
    for (int i = 0, n = 0; i < 2; i++)
        if (h->series->with[i] != NO_NUMBER)
            n += snprintf(with + n, sizeof(with) - (size_t)n, "%s%.0f", i ? " x " : "",
                          h->row.numbers[h->series->with[i]]);
    printf("%-45s %12s %11.4g %11.4g %-8s %5.2f %s%s\n", h->series->title, with, h->predicted,
           h->measured, h->series->unit, h->ratio,
           h->given ? "given"
           : beyond ? "BEYOND: "
                    : "",
           beyond && h->series->beyond ? h->series->beyond : "");
}

void rows_print(const struct machine *machine, const struct book *book) {
    struct held held[MOST_ROWS];
    size_t rows = 0, within = 0, given = 0;
    printf("%-45s %12s %11s %11s %-8s %5s\n", "row", "n or k", "predicted", "measured", "",
           "ratio");
    for (size_t s = 0; s < n_row_series; s++) {
        size_t n = rows_hold(machine, book, &row_series[s], held, MOST_ROWS);
        for (size_t i = 0; i < n; i++) {
            print_row(&held[i]);
            rows += !held[i].given;
            given += held[i].given;
            within += !held[i].given && is_within(&held[i]);
        }
    }
    printf("%zu rows foretold, %zu of them within %d %%; %zu more gave the figures\n", rows, within,
           WITHIN_PERCENT, given);
}

/** What came of the rows of a group. */
struct sum {
    size_t rows, within;
    double low, high;
};

static void add_rows(struct sum *sum, const struct held *held, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (held[i].given) continue;
        sum->low = sum->rows == 0 ? held[i].ratio : fmin(sum->low, held[i].ratio);
        sum->high = fmax(sum->high, held[i].ratio);
        sum->rows++;
        sum->within += is_within(&held[i]);
    }
}

void rows_summary(const struct machine *machine, const struct book *book) {
    struct held held[MOST_ROWS];
    puts("| rows | foretold | within 20 % | foretold to measured |\n|---|---|---|---|");
    for (size_t s = 0; s < n_row_series;) {
        const char *group = row_series[s].group;
        struct sum sum = {0, 0, 0, 0};
        for (; s < n_row_series && strcmp(row_series[s].group, group) == 0; s++)
            add_rows(&sum, held, rows_hold(machine, book, &row_series[s], held, MOST_ROWS));
        printf("| %s | %zu | %zu | %.2f to %.2f |\n", group, sum.rows, sum.within, sum.low,
               sum.high);
    }
}
