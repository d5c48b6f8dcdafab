/**
 * @file
 * @brief All ranks sort together, slice by slice: while one slice is sorted, the next ones arrive.
 *
 * Lab 14 finds one splitter after the other, and sorts when all keys have come. Here the whole is cut at
 * parts of keys that agree in their top bits (cuts.c), each rank sends slices of a few parts, and who
 * receives one goes on with the parts. The highest slice comes first, with what is beyond the rank's share:
 * it is sorted early, and passed on to the rank it belongs to while other slices are sorted.
 */
#include "grader/ranks/slices.h"

#include <stdlib.h>

#include "common/cu.h"
#include "common/least.h"
#include "labs/14_many_gpus/parts.h"

enum { SLICES_BITS = 3 }; /**< 2^3 slices a rank, or up to twice as many */

/** Where a part begins among what a rank sends to another one; its end is the next one's begin. */
static size_t part_begin(const struct whole *w, int rank, int to, int part) {
    const uint64_t *from = w->all_from + rank * (w->team->ranks + 1) + to;
    uint64_t at = w->all_parts[rank * (PARTS + 1) + part];
    return at < from[0] ? from[0] : at > from[1] ? from[1] : at;
}

/** Keys that a rank sends to another one, of parts from first to last - 1. */
static size_t keys_of(const struct whole *w, int rank, int to, int first, int last) {
    return part_begin(w, rank, to, last) - part_begin(w, rank, to, first);
}

static size_t slice_keys(const struct whole *w, int rank, int to, int slice) {
    return keys_of(w, rank, to, slice * w->slice_parts, (slice + 1) * w->slice_parts);
}

/** The next slice below `slice` of which a rank gets any key; -1 where there is none. */
static int next_slice(const struct whole *w, int rank, int slice) {
    for (slice--; slice >= 0; slice--)
        for (int p = 0; p < w->team->ranks; p++)
            if (slice_keys(w, p, rank, slice) > 0) return slice;
    return -1;
}

/** In each round every rank gets its next slice: how many keys go where, and how many rounds there are. */
static int plan_rounds(const struct whole *w, uint64_t *n_from, uint64_t *n_to) {
    int rank = w->team->rank, ranks = w->team->ranks, rounds = 0, slices[MOST_SLICED];
    for (int p = 0; p < ranks; p++) slices[p] = 1 << w->slice_bits;
    for (bool more = true; more; rounds += more, n_from += ranks, n_to += ranks) {
        more = false;
        for (int p = 0; p < ranks; p++) {
            slices[p] = next_slice(w, p, slices[p]);
            more |= slices[p] >= 0;
        }
        for (int p = 0; p < ranks && more; p++) {
            n_from[p] = slices[p] >= 0 ? slice_keys(w, rank, p, slices[p]) : 0;
            n_to[p] = slices[rank] >= 0 ? slice_keys(w, p, rank, slices[rank]) : 0;
        }
    }
    return rounds;
}

/** Keys that come to this rank, of parts from first to last - 1. */
static uint64_t keys_here(const struct whole *w, int first, int last) {
    uint64_t n = 0;
    for (int r = 0; r < w->team->ranks; r++) n += keys_of(w, r, w->team->rank, first, last);
    return n;
}

/** Of which pieces a slice comes to this rank. All keys may agree in more bits than those of a slice. */
static struct slice slice_of(const struct whole *w, int slice) {
    int parts = w->slice_parts, first = slice * parts, rank = w->team->rank, bits = w->slice_bits;
    while (parts > 1) {
        int middle = first + parts / 2;
        bool low = keys_here(w, first, middle) > 0, high = keys_here(w, middle, first + parts) > 0;
        if (low && high) break;
        parts /= 2, bits++;
        if (high) first = middle;
    }
    struct slice p = {(uint32_t)bits, (uint32_t)(first / parts), 0, (uint32_t)parts, {0}};
    for (int r = 0; r < w->team->ranks; r++)
        for (int part = first; part < first + parts; part++, p.n++)
            p.starts[p.n + 1] = p.starts[p.n] + keys_of(w, r, rank, part, part + 1);
    return p;
}

/** Where this rank is with its slices. */
struct trade {
    const struct whole *w;
    const struct room *room;
    const struct taker *taker;
    uint32_t *d_came, *d_out;
    int slice;     /**< the last one that came */
    size_t at;     /**< so many keys came; */
    size_t sorted; /**< those that are sorted are in d_out from there on, */
    size_t share;  /**< and those from there on are other ranks' */
};

/** The next slice has come: it is sorted while others are on their way. */
static void sort_next(void *trade, int round) {
    struct trade *t = trade;
    const struct whole *w = t->w;
    (void)round;
    t->slice = next_slice(w, w->team->rank, t->slice);
    if (t->slice < 0) return; // others get more slices
    const struct slice s = slice_of(w, t->slice);
    size_t n = s.starts[s.n], end = least(t->sorted, t->share);
    t->sorted -= n;
    sort_slice(t->d_came + t->at, t->d_out + t->sorted, &s, t->room->d_temp, t->room->temp_bytes,
               w->stream);
    if (t->at == 0) CU(cudaEventRecord(t->room->first, w->stream));
    if (t->sorted < end) t->taker->take(t->taker->who, t->sorted, end - t->sorted, w->stream);
    t->at += n;
}

/** All slices: each is sorted while the next ones arrive. */
static int trade_slices(const struct whole *w, const uint32_t *d_parts, struct trade *trade) {
    size_t most = (size_t)1 << w->slice_bits;
    uint64_t *n_from = team_table(w->team, most), *n_to = team_table(w->team, most);
    const struct rounds rounds = {
        plan_rounds(w, n_from, n_to), n_from, n_to, w->stream, sort_next, trade};
    int error = team_rounds(w->team, d_parts, w->from, trade->d_came, &rounds);
    free(n_to);
    free(n_from);
    return error;
}

/** Of the share of rank `to` so many keys are sorted by another rank. */
static size_t passed(const struct whole *w, int rank, int to) {
    uint64_t first = team_begin(w->n_all, to, w->team->ranks),
             last = team_begin(w->n_all, to + 1, w->team->ranks);
    if (first < w->held[rank]) first = w->held[rank];
    if (last > w->held[rank + 1]) last = w->held[rank + 1];
    return rank != to && first < last ? last - first : 0;
}

/** Passes on what is beyond this rank's share, which was sorted first, and gets what its own begins with. */
static int pass_on(const struct whole *w, struct trade *t) {
    int ranks = w->team->ranks, rank = w->team->rank;
    size_t from[MOST_SLICED + 1] = {t->share}, to[MOST_SLICED + 1] = {0};
    bool any = false;
    for (int r = 1; r < ranks; r++) any |= w->held[r] != team_begin(w->n_all, r, ranks);
    if (!any) return 0;
    for (int r = 0; r < ranks; r++) {
        from[r + 1] = from[r] + passed(w, rank, r);
        to[r + 1] = to[r] + passed(w, r, rank);
    }
    if (from[ranks] > from[0]) CU(cudaEventSynchronize(t->room->first));
    int error = w->team->exchange(w->team->wire, t->d_out, from, t->d_out, to);
    if (!error && to[ranks] > 0) t->taker->take(t->taker->who, 0, to[ranks], w->stream);
    return error;
}

/** So that each rank has as many slices as SLICES_BITS says, or a few more. */
static int slice_bits_for(int ranks) {
    int bits = SLICES_BITS;
    while (bits < PART_BITS && ranks > 1 << (bits - SLICES_BITS)) bits++;
    return bits;
}

int sort_slices(const struct team *team, const uint32_t *d_keys, uint32_t *d_parts, size_t n,
                uint32_t *d_came, uint32_t *d_out, const struct rank_road *road,
                const struct taker *taker, cudaStream_t stream) {
    if (team->ranks < 2 || team->ranks > MOST_SLICED)
        return sort_by_lab(team, d_keys, d_parts, n, d_came, d_out, road, taker, stream);
    const struct room *room = road->sorter;
    struct whole w = {.team = team, .desk = room->desk, .d_desk = room->d_desk, .stream = stream};
    w.slice_bits = slice_bits_for(team->ranks);
    w.slice_parts = PARTS >> w.slice_bits;
    w.all_parts = team_table(team, PARTS + 1);
    w.all_from = team_table(team, (size_t)team->ranks + 1);
    part_keys_here(&w, d_keys, d_parts, n);
    int error = find_cuts(&w, d_parts, d_came, n);
    uint64_t begin = team_begin(w.n_all, team->rank, team->ranks);
    struct trade trade = {.w = &w, .room = room, .taker = taker, .d_came = d_came, .d_out = d_out};
    trade.slice = 1 << w.slice_bits;
    trade.sorted = w.held[team->rank + 1] - begin;
    trade.share = (size_t)team_share(w.n_all, team->rank, team->ranks);
    if (!error && w.n_all > 0) error = trade_slices(&w, d_parts, &trade);
    if (!error && w.n_all > 0) error = pass_on(&w, &trade);
    free(w.all_from);
    free(w.all_parts);
    return error;
}
