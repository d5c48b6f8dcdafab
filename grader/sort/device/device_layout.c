/**
 * @file
 * @brief Before a sort on the device: who merges, how large the chunks, and where everything will lie.
 */
#include <stdio.h>
#include <string.h>

#include "common/size_min.h"
#include "grader/sort/device/device_parts.h"
#include "common/sort/device/sort.h"

enum {
    LEAST_CHUNK = 1 << 12,
    MOST_CHUNK = 1 << 26,    /**< where runs stay: so much is sorted behind the last key */
    MOST_STREAMED = 1 << 28, /**< where they go back: fewer are merged faster on the host */
    MOST_SLICE = 1 << 24,
    MOST_PIECES = 1 << 25, /**< of a slice that comes in by pieces: few small copies */
    CHUNKS = 16,           /**< so many at least, where there are keys enough */
    RAMP = 4,              /**< chunks that have the keys of one together */
    SMALL = 1 << 20,       /**< smaller chunks cost more launches than they hide */
};

const char *merge_strategy_name(enum merge_strategy strategy) {
    return strategy == MERGE_HELD ? "holds" : strategy == MERGE_BOTH ? "both" : "planned";
}

/** Takes some words, where an array may begin. */
static size_t take(size_t *at, size_t words) {
    size_t here = *at;
    *at += (words + 63) / 64 * 64;
    return here;
}

static size_t words_of(size_t bytes) {
    return (bytes + sizeof(uint32_t) - 1) / sizeof(uint32_t);
}

static void lay_out_chunks(struct device_layout *p, size_t *at) {
    for (int i = 0; i < 2; i++) p->at.arrive[i] = take(at, p->chunk);
    p->at.temp = take(at, words_of(p->temp_bytes));
}

static void lay_out_slices(struct device_layout *p, size_t *at) {
    p->at.x = take(at, p->slice);
    p->at.y = take(at, p->slice);
    for (int i = 0; i < 2; i++) p->at.merged[i] = take(at, p->slice);
}

size_t device_cut_chunks(const struct device_layout *p, size_t n, size_t *begin) {
    static const size_t eighths[RAMP] = {1, 1, 2, 4};
    bool ramps = p->strategy != MERGE_HELD && n >= 4 * p->chunk;
    size_t runs = 0, at = 0, end = ramps ? n - p->chunk : n;
    for (int i = 0; ramps && i < RAMP; i++) { // up: 1, 1, 2 and 4 eighths of a chunk
        begin[runs++] = at;
        at += p->chunk / 8 * eighths[i];
    }
    while (at < end) {
        begin[runs++] = at;
        at += size_min(p->chunk, end - at);
    }
    for (int i = RAMP - 1; ramps && i >= 0; i--) { // down: 4, 2, 1 and 1
        begin[runs++] = at;
        at += p->chunk / 8 * eighths[i];
    }
    begin[runs] = n;
    return runs;
}

/** Where the plan's chunk and slice put everything. */
static void lay_out(struct device_layout *p, size_t n) {
    size_t at = 0, holds = p->strategy == MERGE_HELD,
           slices = holds ? (n + p->slice - 1) / p->slice : 2;
    size_t begin[MOST_RUNS + 1];
    p->runs = device_cut_chunks(p, n, begin);
    p->temp_bytes = sortlab_keys_bytes(p->chunk, sortlab_ascending(SORTLAB_U32), SORTLAB_EXACT);
    p->at.cuts = take(&at, words_of(holds * (slices + 1) * p->runs * sizeof(size_t)));
    p->at.offsets = take(&at, words_of(slices * (p->runs + 1) * sizeof(size_t)));
    p->at.tiles = take(&at, words_of(device_tiles(p->slice, p->runs) * sizeof(struct device_tile)));
    if (holds) {
        p->at.runs = take(&at, n);
        lay_out_chunks(p, &at);
        lay_out_slices(p, &at);
    } else { // slices begin when the last chunk has gone
        size_t again = at;
        lay_out_chunks(p, &at);
        for (int i = 0; i < 2; i++) p->at.sorted[i] = take(&at, p->chunk);
        for (int i = 0; i < 2; i++) p->at.pieces[i] = take(&again, p->slice);
        lay_out_slices(p, &again);
        if (at < again) at = again;
    }
    p->at.words = at;
    p->device_bytes = at * sizeof(uint32_t);
}

/** Keys of a chunk: many chunks, and none larger than is good for anything. */
static size_t first_chunk(size_t n, enum merge_strategy strategy) {
    size_t chunk = n / CHUNKS, most = strategy == MERGE_HELD ? MOST_CHUNK : MOST_STREAMED;
    if (chunk < SMALL) chunk = SMALL;
    return size_min(chunk, most);
}

static size_t whole(size_t keys) {
    return (keys + LEAST_CHUNK - 1) / LEAST_CHUNK * LEAST_CHUNK;
}

/** The largest chunks and slices that fit; the budget that the smallest ones take, or 0. */
static size_t fit(const struct device_options *o, size_t budget, struct device_layout *p) {
    size_t n = o->most_keys, fewest = whole(n / (MOST_RUNS - 2 * RAMP) + 1);
    p->chunk = whole(o->chunk ? o->chunk : first_chunk(n, p->strategy));
    if (p->chunk < fewest) p->chunk = fewest;
    if (!o->chunk) p->chunk = size_min(p->chunk, whole(n));
    p->slice = size_min(n, p->strategy == MERGE_HELD ? MOST_SLICE : MOST_PIECES);
    p->slice = whole(o->slice ? o->slice : p->slice);
    for (;;) {
        lay_out(p, n);
        if (p->device_bytes <= budget) return 0;
        if (p->slice > LEAST_CHUNK && (2 * p->slice > p->chunk || p->chunk == fewest))
            p->slice = whole(p->slice / 2);
        else if (p->chunk > fewest)
            p->chunk = p->chunk / 2 > fewest ? whole(p->chunk / 2) : fewest;
        else
            return p->device_bytes;
    }
}

bool device_lay_out(const struct device_options *o, size_t budget, struct device_layout *p,
                    char error[640]) {
    size_t lacks = 1;
    memset(p, 0, sizeof(*p));
    p->strategy = o->strategy == MERGE_PLANNED ? MERGE_HELD : o->strategy;
    lacks = fit(o, budget, p);
    if (lacks && o->strategy == MERGE_PLANNED) {
        p->strategy = MERGE_BOTH;
        lacks = fit(o, budget, p);
    }
    if (lacks) {
        snprintf(error, 640,
                 "%zu bytes of device memory are too few to sort %zu keys%s. Give %zu at least",
                 budget, o->most_keys, p->strategy == MERGE_HELD ? " that stay there" : "", lacks);
        return false;
    }
    return true;
}
