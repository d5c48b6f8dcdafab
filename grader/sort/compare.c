/**
 * @file
 * @brief Every combination through the labs, on one input: which of them is the fastest, and do they agree?
 */
#include <stdlib.h>
#include <string.h>

#include "common/check.h"
#include "grader/sort/run.h"

enum { WAYS_TO_RUNS = 4, COMBINATIONS = WAYS_TO_RUNS * GPU_SORT_RUNS };

/** A combination and how it went. */
struct combination {
    struct gpu_sort_options options;
    struct gpu_sort_report report;
    double ms; /**< without setting up and checking */
    bool holds;
};

/** The i-th combination: how tiles become runs, and then how these are merged. */
static struct gpu_sort_options options_of(const struct run_request *r, int i) {
    static const struct {
        enum gpu_sort_block block;
        enum gpu_sort_merge merge;
    } blocks[WAYS_TO_RUNS] = {{GPU_SORT_RADIX, GPU_SORT_ATOMIC},
                              {GPU_SORT_RADIX, GPU_SORT_REDUCE},
                              {GPU_SORT_ODDEVEN, GPU_SORT_ATOMIC},
                              {GPU_SORT_BITONIC, GPU_SORT_ATOMIC}};
    struct gpu_sort_options options = r->sort;
    options.block = blocks[i / GPU_SORT_RUNS].block;
    options.merge = blocks[i / GPU_SORT_RUNS].merge;
    options.runs = (enum gpu_sort_runs)(i % GPU_SORT_RUNS);
    if (options.runs != GPU_SORT_LOSERTREE) options.workers = 0;
    return options;
}

static const char *merge_text(const struct combination *c) {
    return c->options.block == GPU_SORT_RADIX ? gpu_sort_merge_name(c->options.merge) : "-";
}

/** Sorts keys, in place, and holds them against `want`, where that is known. */
static void go(struct combination *c, uint32_t *keys, size_t n, const uint32_t *want) {
    struct gpu_sort_report *report = &c->report;
    struct check_note note;
    c->holds = gpu_sort(keys, n, &c->options, report);
    c->ms = report->ms - report->check_ms - report->rows[GPU_SORT_SET_UP].ms;
    if (!c->holds && !report->began) stop(EXIT_REQUEST, "%s", report->error);
    if (!c->holds || !want || check_equal(keys, want, n, &note)) return;
    c->holds = false;
    snprintf(report->error, sizeof(report->error),
             "it sorts otherwise than the first combination: %s", note.text);
}

/** A line for each combination that is done, as some take long. */
static void print_progress(const struct run_request *r, const struct combination *c, int i) {
    if (r->quiet && c->holds) return;
    fprintf(stderr, "run: combination %d of %d, %s %s %s: ", i + 1, COMBINATIONS,
            gpu_sort_block_name(c->options.block), merge_text(c),
            gpu_sort_runs_name(c->options.runs));
    if (c->holds)
        fprintf(stderr, "%.1f ms\n", c->ms);
    else
        fprintf(stderr, "%s\n", c->report.error);
}

/** The time of some stages, or a dash where it is unknown. */
static const char *ms_text(char text[24], const struct combination *c, enum gpu_sort_stage first,
                           enum gpu_sort_stage last) {
    double ms = 0;
    for (int s = (int)first; s <= (int)last; s++) {
        if (c->report.rows[s].overlapped) return "-";
        ms += c->report.rows[s].ms;
    }
    snprintf(text, 24, "%.1f", ms);
    return text;
}

static void print_combinations(const struct combination *combinations, size_t n,
                               const struct combination *fastest) {
    printf("%-8s %-7s %-10s %10s %10s %10s %10s %9s  %s\n", "block", "merge", "runs", "tiles ms",
           "runs ms", "chunks ms", "in all ms", "Mkeys/s", "verdict");
    for (const struct combination *c = combinations; c < combinations + COMBINATIONS; c++) {
        char tiles[24], runs[24], chunks[24];
        printf("%-8s %-7s %-10s %10s %10s %10s %10.1f %9.1f  %s%s\n",
               gpu_sort_block_name(c->options.block), merge_text(c),
               gpu_sort_runs_name(c->options.runs),
               ms_text(tiles, c, GPU_SORT_LISTS, GPU_SORT_TILES),
               ms_text(runs, c, GPU_SORT_MERGE_RUNS, GPU_SORT_MERGE_RUNS),
               ms_text(chunks, c, GPU_SORT_MERGE_CHUNKS, GPU_SORT_MERGE_CHUNKS), c->ms,
               mkeys_s(n, c->ms), c->holds ? "ok" : "BROKEN", c == fastest ? ", the fastest" : "");
    }
}

static uint32_t *new_keys(size_t n) {
    uint32_t *keys = malloc((n + 1) * sizeof(*keys)); // never 0 bytes
    if (!keys) stop(EXIT_REQUEST, "no memory to compare sorts of %zu keys. Sort fewer", n);
    return keys;
}

int compare_combinations(const struct run_request *r) {
    static struct combination combinations[COMBINATIONS];
    const struct combination *fastest = NULL;
    int broken = 0;
    size_t n;
    uint32_t *in = load(r, &n), *keys = new_keys(n), *want = new_keys(n);
    for (int i = 0; i < COMBINATIONS; i++) {
        struct combination *c = &combinations[i];
        c->options = options_of(r, i);
        memcpy(keys, in, n * sizeof(*keys));
        go(c, keys, n, fastest ? want : NULL); // once there is a fastest, there is a result
        print_progress(r, c, i);
        broken += !c->holds;
        if (!fastest) memcpy(want, keys, n * sizeof(*keys));
        if (c->holds && (!fastest || c->ms < fastest->ms)) fastest = c;
    }
    if (!r->quiet) print_combinations(combinations, n, fastest);
    free(want);
    free(keys);
    free(in);
    if (broken) stop(EXIT_BROKEN, "%d of %d combinations broke the sort", broken, COMBINATIONS);
    return EXIT_SUCCESS;
}
