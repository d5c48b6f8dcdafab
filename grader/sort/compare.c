/**
 * @file
 * @brief Every road through the labs, on one input: which of them is the fastest, and do they agree?
 */
#include <stdlib.h>
#include <string.h>

#include "common/check.h"
#include "grader/sort/run.h"

enum { BLOCK_ROADS = 4, ROADS = BLOCK_ROADS * GPU_SORT_RUNS };

/** A road and how it went. */
struct road {
    struct gpu_sort_options options;
    struct gpu_sort_report report;
    double ms; /**< without setting up and checking */
    bool holds;
};

/** The i-th road: how tiles become runs, and then how these are merged. */
static struct gpu_sort_options options_of(const struct request *r, int i) {
    static const struct {
        enum gpu_sort_block block;
        enum gpu_sort_merge merge;
    } blocks[BLOCK_ROADS] = {{GPU_SORT_RADIX, GPU_SORT_ATOMIC},
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

static const char *merge_text(const struct road *road) {
    return road->options.block == GPU_SORT_RADIX ? gpu_sort_merge_name(road->options.merge) : "-";
}

/** Sorts keys, in place, and holds them against `want`, where that is known. */
static void go(struct road *road, uint32_t *keys, size_t n, const uint32_t *want) {
    struct gpu_sort_report *report = &road->report;
    struct check_note note;
    road->holds = gpu_sort(keys, n, &road->options, report);
    road->ms = report->ms - report->check_ms - report->rows[GPU_SORT_SET_UP].ms;
    if (!road->holds && !report->began) stop(EXIT_REQUEST, "%s", report->error);
    if (!road->holds || !want || check_equal(keys, want, n, &note)) return;
    road->holds = false;
    snprintf(report->error, sizeof(report->error), "it sorts otherwise than the first road: %s",
             note.text);
}

/** A line for each road that is done, as some take long. */
static void print_progress(const struct request *r, const struct road *road, int i) {
    if (r->quiet && road->holds) return;
    fprintf(stderr, "run: road %d of %d, %s %s %s: ", i + 1, ROADS,
            gpu_sort_block_name(road->options.block), merge_text(road),
            gpu_sort_runs_name(road->options.runs));
    if (road->holds)
        fprintf(stderr, "%.1f ms\n", road->ms);
    else
        fprintf(stderr, "%s\n", road->report.error);
}

/** The time of some stages, or a dash where it is unknown. */
static const char *ms_text(char text[24], const struct road *road, enum gpu_sort_stage first,
                           enum gpu_sort_stage last) {
    double ms = 0;
    for (int s = (int)first; s <= (int)last; s++) {
        if (road->report.rows[s].overlapped) return "-";
        ms += road->report.rows[s].ms;
    }
    snprintf(text, 24, "%.1f", ms);
    return text;
}

static void print_roads(const struct road *roads, size_t n, const struct road *fastest) {
    printf("%-8s %-7s %-10s %10s %10s %10s %10s %9s  %s\n", "block", "merge", "runs", "tiles ms",
           "runs ms", "chunks ms", "in all ms", "Mkeys/s", "verdict");
    for (const struct road *road = roads; road < roads + ROADS; road++) {
        char tiles[24], runs[24], chunks[24];
        printf("%-8s %-7s %-10s %10s %10s %10s %10.1f %9.1f  %s%s\n",
               gpu_sort_block_name(road->options.block), merge_text(road),
               gpu_sort_runs_name(road->options.runs),
               ms_text(tiles, road, GPU_SORT_LISTS, GPU_SORT_TILES),
               ms_text(runs, road, GPU_SORT_MERGE_RUNS, GPU_SORT_MERGE_RUNS),
               ms_text(chunks, road, GPU_SORT_MERGE_CHUNKS, GPU_SORT_MERGE_CHUNKS), road->ms,
               mkeys_s(n, road->ms), road->holds ? "ok" : "BROKEN",
               road == fastest ? ", the fastest" : "");
    }
}

static uint32_t *room_for(size_t n) {
    uint32_t *room = malloc((n + 1) * sizeof(*room)); // never 0 bytes
    if (!room) stop(EXIT_REQUEST, "no memory to compare sorts of %zu keys; sort fewer", n);
    return room;
}

int compare_roads(const struct request *r) {
    static struct road roads[ROADS];
    const struct road *fastest = NULL;
    int broken = 0;
    size_t n;
    uint32_t *in = load(r, &n), *keys = room_for(n), *want = room_for(n);
    for (int i = 0; i < ROADS; i++) {
        struct road *road = &roads[i];
        road->options = options_of(r, i);
        memcpy(keys, in, n * sizeof(*keys));
        go(road, keys, n, fastest ? want : NULL); // once there is a fastest, there is a result
        print_progress(r, road, i);
        broken += !road->holds;
        if (!fastest) memcpy(want, keys, n * sizeof(*keys));
        if (road->holds && (!fastest || road->ms < fastest->ms)) fastest = road;
    }
    if (!r->quiet) print_roads(roads, n, fastest);
    free(want);
    free(keys);
    free(in);
    if (broken) stop(EXIT_BROKEN, "%d of %d roads broke the sort", broken, ROADS);
    return EXIT_SUCCESS;
}
