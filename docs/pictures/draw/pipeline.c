/* The whole pipeline on 64 keys: chunks of 32, tiles of 16, lists of 4, by the solutions of labs 02, 03 and 07. */
#include <string.h>

#include "atomic_merge.h"
#include "block_merge.h"
#include "device.h"
#include "pictures.h"
#include "strided_buckets.h"

enum { N = 64, CHUNK = 32, BAR = 12, STEP = 14, LEFT = 220, GAP = 20, HIGH = 72, ROWS = 5 };

/* Keys 1 .. 64 in an order that looks like none. */
static void make_keys(uint32_t *keys) {
    uint32_t state = 5;
    for (uint32_t i = 0; i < N; i++) {
        state = state * 1664525 + 1013904223;
        uint32_t j = (state >> 16) % (i + 1);
        keys[i] = keys[j];
        keys[j] = i + 1;
    }
}

/* One step of the pipeline on every chunk. */
static void sort_each(uint32_t *keys) {
    for (int c = 0; c < N; c += CHUNK) {
        uint32_t *d_keys = to_device(keys + c, CHUNK);
        sort_lists(d_keys, CHUNK, 0);
        from_device(keys + c, d_keys, CHUNK);
    }
}

static void merge_each(uint32_t *keys) {
    for (int c = 0; c < N; c += CHUNK) {
        uint32_t *d_lists = to_device(keys + c, CHUNK), *d_runs = to_device(keys + c, CHUNK);
        merge_lists_atomic(d_lists, d_runs, CHUNK, 0);
        from_device(keys + c, d_runs, CHUNK);
        cudaFree(d_lists);
    }
}

/* Runs of `length` keys become runs of `count` as many. */
static void merge_runs_of(uint32_t *keys, size_t length, size_t count) {
    uint32_t out[N];
    for (size_t first = 0; first < N; first += length * count) {
        size_t ends[N + 1];
        for (size_t r = 0; r <= count; r++) ends[r] = first + r * length;
        const struct runs runs = {keys, ends, ends + 1, count};
        if (merge_runs_losertree(&runs, out + first, NULL)) abort();
    }
    memcpy(keys, out, sizeof(out));
}

static void draw_row(struct svg *svg, int row, const uint32_t *keys, const char *name,
                     const char *lab) {
    static const int PARTS[ROWS] = {N, TILE_ITEMS, TILE_ITEMS, CHUNK,
                                    N}; /* what stands close together */
    int bottom = 84 + row * 116, x = LEFT;
    svg_text(svg, LEFT - 24, bottom - 24, END, "strong", "%s", name);
    svg_text(svg, PICTURE_WIDTH, bottom - 24, END, "muted", "%s", lab);
    for (int i = 0; i < N; i++) {
        int high = 4 + (int)keys[i] * HIGH / N;
        enum ink ink = row == 0   ? THIRD
                       : row == 1 ? (enum ink)(i % BLOCK_THREADS)
                       : row == 4 ? DONE
                                  : FIRST;
        svg_box(svg, x, bottom - high, BAR, high, ink);
        x += STEP;
        if ((i + 1) % PARTS[row] == 0) x += GAP / 2;
    }
}

PICTURE(pipeline) {
    static const char *const NAMES[ROWS] = {"keys", "lists", "runs", "chunks", "output"};
    static const char *const LABS[ROWS] = {"", "02", "03 04 05 06", "06 07", "08"};
    struct svg svg;
    uint32_t keys[N];
    make_keys(keys);
    svg_begin(
        &svg, file, 560, "The pipeline",
        "64 keys as bars. First in no order. Then in tiles of 16, where each of four threads has "
        "sorted "
        "its own strided list. Then four sorted runs of 16. Then two sorted chunks of 32. Then one "
        "sorted array of 64.");
    svg_text(&svg, PICTURE_WIDTH, 40, END, "muted", "labs");
    for (int row = 0; row < ROWS; row++) {
        if (row == 1) sort_each(keys);
        if (row == 2) merge_each(keys);
        if (row == 3) merge_runs_of(keys, TILE_ITEMS, CHUNK / TILE_ITEMS);
        if (row == 4) merge_runs_of(keys, CHUNK, N / CHUNK);
        draw_row(&svg, row, keys, NAMES[row], LABS[row]);
    }
    svg_end(&svg);
    return NULL;
}
