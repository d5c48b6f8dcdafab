/**
 * @file
 * @brief Before a sort on the card: which way, how large the chunks, and where everything will lie.
 */
#include <stdio.h>
#include <string.h>

#include "common/least.h"
#include "common/sort/device/sort.h"
#include "grader/sort/device/card_parts.h"
#include "grader/sort/external/shares.h"

enum {
    LEAST_CHUNK = 1 << 12,
    MOST_CHUNK = 1 << 26,    /**< where runs stay: so much is sorted behind the last key */
    MOST_STREAMED = 1 << 28, /**< where they go back: fewer are merged faster on the host */
    MOST_SLICE = 1 << 24,
    MOST_PIECES = 1 << 25, /**< of a slice that comes in by pieces: few small copies */
    CHUNKS = 16,           /**< so many at least, where there are keys enough */
    RAMP = 4,              /**< chunks that have the keys of one: 1, 1, 2 and 4 eighths */
    SMALL = 1 << 20,       /**< smaller chunks cost more launches than they hide */
};

/* One H200, measured but for the host's memory (docs/measured.md): keys a millisecond. */
#define ONE_WAY    13.8e6 /**< over the link, in or out alone */
#define BOTH_WAYS  12.4e6 /**< and each way, where both are in use */
#define SORTED     80e6   /**< by the library */
#define HOST_MERGE 0.5e6  /**< by one thread */
#define HOST_MOST  10e6   /**< by all of them: assumed, 12 bytes a key of the host's memory */

const char *card_way_name(enum card_way way) {
    static const char *const names[CARD_WAYS] = {"planned", "holds", "host", "streams", "both"};
    return (unsigned)way < CARD_WAYS ? names[way] : NULL;
}

/** Room for some words, where an array may begin. */
static size_t take(size_t *at, size_t words) {
    size_t here = *at;
    *at += (words + 63) / 64 * 64;
    return here;
}

static size_t words_of(size_t bytes) {
    return (bytes + sizeof(uint32_t) - 1) / sizeof(uint32_t);
}

static void lay_out_chunks(struct card_plan *p, size_t *at) {
    for (int i = 0; i < 2; i++) p->at.arrive[i] = take(at, p->chunk);
    p->at.temp = take(at, words_of(p->temp_bytes));
}

static void lay_out_slices(struct card_plan *p, size_t *at) {
    p->at.x = take(at, p->slice);
    p->at.y = take(at, p->slice);
    for (int i = 0; i < 2; i++) p->at.merged[i] = take(at, p->slice);
}

/** How many keys the i-th chunk of a ramp has, where the first one comes in or the last one goes. */
static size_t ramp(size_t chunk, int i) {
    static const size_t eighths[RAMP] = {1, 1, 2, 4};
    return chunk / 8 * eighths[i];
}

size_t card_cut_chunks(const struct card_plan *p, size_t n, size_t *begin) {
    bool ramps = p->way != CARD_HOLDS && n >= 4 * p->chunk;
    size_t runs = 0, at = 0, end = ramps ? n - p->chunk : n;
    for (int i = 0; i < RAMP && ramps; i++, at += ramp(p->chunk, i - 1)) begin[runs++] = at;
    for (; at < end; at += least(p->chunk, end - at)) begin[runs++] = at;
    for (int i = RAMP; i-- > 0 && ramps; at += ramp(p->chunk, i)) begin[runs++] = at;
    begin[runs] = n;
    return runs;
}

/** Where the plan's chunk and slice put everything. */
static void lay_out(struct card_plan *p, size_t n) {
    size_t at = 0, holds = p->way == CARD_HOLDS, slices = holds ? (n + p->slice - 1) / p->slice : 2;
    size_t begin[MOST_RUNS + 1];
    p->runs = card_cut_chunks(p, n, begin);
    p->temp_bytes = sortlab_keys_bytes(p->chunk, SORTLAB_U32, SORTLAB_EXACT);
    p->at.cuts = take(&at, words_of(holds * (slices + 1) * p->runs * sizeof(size_t)));
    p->at.offsets = take(&at, words_of(slices * (p->runs + 1) * sizeof(size_t)));
    p->at.tiles = take(&at, words_of(card_tiles(p->slice, p->runs) * sizeof(struct card_tile)));
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

/** What is foretold for it. */
static double foretell(const struct card_plan *p, size_t n, int threads) {
    double keys = (double)n, chunk = (double)p->chunk, slice = (double)p->slice;
    double card = p->way == CARD_HOST ? 0 : BOTH_WAYS, host = 0;
    if (p->way == CARD_HOLDS) return keys / ONE_WAY + chunk / SORTED + keys / ONE_WAY;
    if (p->way != CARD_STREAMS) host = (threads - (p->way == CARD_BOTH)) * HOST_MERGE;
    if (host > HOST_MOST) host = HOST_MOST;
    double runs = keys / BOTH_WAYS + chunk / 4 / ONE_WAY; // the first comes in alone, the last goes
    return runs + keys / (card + host) + (card > 0 ? 2 * slice / ONE_WAY : 0);
}

/** Keys of a chunk: many chunks, and none larger than is good for anything. */
static size_t first_chunk(size_t n, enum card_way way) {
    size_t chunk = n / CHUNKS, most = way == CARD_HOLDS ? MOST_CHUNK : MOST_STREAMED;
    if (chunk < SMALL) chunk = SMALL;
    return least(chunk, most);
}

static size_t whole(size_t keys) {
    return (keys + LEAST_CHUNK - 1) / LEAST_CHUNK * LEAST_CHUNK;
}

/** The largest chunks and slices that fit; the budget that the smallest ones take, or 0. */
static size_t fit(const struct card_options *o, size_t budget, struct card_plan *p) {
    size_t n = o->most_keys, fewest = whole(n / (MOST_RUNS - 2 * RAMP) + 1);
    p->chunk = whole(o->chunk ? o->chunk : first_chunk(n, p->way));
    if (p->chunk < fewest) p->chunk = fewest;
    if (!o->chunk) p->chunk = least(p->chunk, whole(n));
    p->slice = least(n, p->way == CARD_HOLDS ? MOST_SLICE : MOST_PIECES);
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

bool card_make_plan(const struct card_options *o, size_t budget, struct card_plan *p,
                    char error[640]) {
    size_t lacks = 1;
    memset(p, 0, sizeof(*p));
    p->way = o->way == CARD_PLANNED ? CARD_HOLDS : o->way;
    lacks = fit(o, budget, p);
    if (lacks && o->way == CARD_PLANNED) {
        p->way = CARD_BOTH;
        lacks = fit(o, budget, p);
    }
    if (lacks) {
        snprintf(error, 640,
                 "%zu bytes of device memory are too few to sort %zu keys%s; give %zu at least",
                 budget, o->most_keys, p->way == CARD_HOLDS ? " that stay there" : "", lacks);
        return false;
    }
    p->ms = foretell(p, o->most_keys, shares_threads(o->workers));
    return true;
}
