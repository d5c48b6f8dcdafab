/**
 * @file
 * @brief k runs become one in one pass over memory: pieces that fit the cache, merged two by two.
 */
#include "common/sort/host/merge.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/sort/host/merge_two.h"
#include "common/size_min.h"

enum {
    CHUNK_KEYS =
        1 << 15,       /**< keys of a chunk: with its copy 256 KB, which the second cache holds */
    LEAST_WINDOW = 64, /**< keys of a run that are looked at, where there are many runs */
    LINE = 16,         /**< keys of a cache line */
};

/** Keys that are sorted. */
struct piece {
    const uint32_t *keys;
    size_t n;
};

struct work {
    merge_two *merge;
    const struct runs *runs;
    size_t window;        /**< most keys that a chunk has of one run */
    size_t *head;         /**< the first key of each run that is still to come */
    struct piece *pieces; /**< of the chunk: one for each run at first */
    uint32_t *buffer[2];  /**< for a chunk each */
};

size_t fast_not_above(const uint32_t *keys, size_t n, uint32_t bar) {
    size_t count = 0;
    for (size_t half; n > 0;
         n -= half) { // some keys are asked twice, so that no branch depends on one
        half = (n + 1) / 2;
        count += keys[count + half - 1] <= bar ? half : 0;
    }
    return count;
}

/**
 * Brings n keys into the second cache while this chunk is merged: they will be wanted for the next one. Of
 * itself the processor would begin anew, and late, with every page of every run.
 */
static void fetch_ahead(const uint32_t *keys, size_t n) {
    for (size_t i = 0; i < n; i += LINE) __builtin_prefetch(keys + i, 0, 2);
}

/**
 * Cuts the next chunk off the runs: all keys up to a bar, which is the lowest of the keys at which the
 * windows end. So no window ends too early, and one of them is taken whole. Returns how many runs have
 * a piece in it; 0 at the end.
 */
static size_t cut_chunk(struct work *w) {
    const struct runs *runs = w->runs;
    uint32_t bar = UINT32_MAX;
    size_t count = 0;
    for (size_t r = 0; r < runs->k; r++)
        if (runs->end[r] - w->head[r] > w->window) {
            uint32_t last = runs->keys[w->head[r] + w->window - 1];
            bar = last < bar ? last : bar;
        }
    for (size_t r = 0; r < runs->k; r++) {
        const uint32_t *keys = runs->keys + w->head[r];
        size_t n = fast_not_above(keys, size_min(runs->end[r] - w->head[r], w->window), bar);
        if (n > 0) w->pieces[count++] = (struct piece){keys, n};
        w->head[r] += n;
        fetch_ahead(keys + n, size_min(runs->end[r] - w->head[r], w->window));
    }
    return count;
}

/** Ranges that do not overlap, as those of sorted inputs, need no comparing. */
static struct piece merge_pieces(merge_two *merge, struct piece a, struct piece b, uint32_t *out) {
    bool b_first = b.n > 0 && b.keys[b.n - 1] < a.keys[0];
    if (b_first || b.n == 0 || a.keys[a.n - 1] <= b.keys[0]) {
        memcpy(out + (b_first ? b.n : 0), a.keys, a.n * sizeof(*out));
        memcpy(out + (b_first ? 0 : a.n), b.keys, b.n * sizeof(*out));
    } else
        merge(a.keys, a.n, b.keys, b.n, out);
    return (struct piece){out, a.n + b.n};
}

/** Merges a chunk's pieces two by two, from buffer to buffer; the last two go to out. Returns its keys. */
static size_t merge_chunk(struct work *w, size_t count, uint32_t *out) {
    for (int level = 0; count > 0; level++) {
        uint32_t *to = count > 2 ? w->buffer[level % 2] : out;
        for (size_t i = 0; i < count; i += 2) {
            struct piece a = w->pieces[i], none = {a.keys, 0};
            w->pieces[i / 2] =
                merge_pieces(w->merge, a, i + 1 < count ? w->pieces[i + 1] : none, to);
            to += w->pieces[i / 2].n;
        }
        if (count <= 2) break;
        count = (count + 1) / 2;
    }
    return count > 0 ? w->pieces[0].n : 0;
}

int fast_merge_runs_by(merge_two *merge, const struct runs *runs, uint32_t *out) {
    size_t k = runs->k, window = k > 2 ? CHUNK_KEYS / k : SIZE_MAX; // two runs need no buffer
    if (window < LEAST_WINDOW) window = LEAST_WINDOW;
    size_t n = 0;
    for (size_t r = 0; r < k; r++) n += runs->end[r] - runs->begin[r];
    size_t chunk = k > 2 ? size_min(k * window, n) : 0;
    struct work w = {.merge = merge, .runs = runs, .window = window};
    w.head = malloc((k + 1) * sizeof(*w.head));
    w.pieces = malloc((k + 1) * sizeof(*w.pieces));
    w.buffer[0] = malloc((2 * chunk + 1) * sizeof(*out));
    int error = w.head && w.pieces && w.buffer[0] ? 0 : ENOMEM;
    if (!error) {
        w.buffer[1] = w.buffer[0] + chunk;
        memcpy(w.head, runs->begin, k * sizeof(*w.head));
        for (size_t count; (count = cut_chunk(&w)) > 0;) out += merge_chunk(&w, count, out);
    }
    free(w.head);
    free(w.pieces);
    free(w.buffer[0]);
    return error;
}

int fast_merge_runs(const struct runs *runs, uint32_t *out, uint32_t *from) {
    return from ? EINVAL : fast_merge_runs_by(merge_two_named(NULL), runs, out);
}
