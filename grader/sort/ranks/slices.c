/**
 * @file
 * @brief All ranks sort together, slice by slice: while one slice is sorted, the next ones arrive.
 *
 * Lab 14 finds one splitter after the other, and sorts when all keys have come. Here the whole is cut at
 * parts of keys that agree in their top bits (cuts.c), each rank sends slices of a few parts, and who
 * receives one goes on with the parts. The highest slice comes first, with what is beyond the rank's share:
 * it is sorted early, and passed on to the rank it belongs to while other slices are sorted.
 */
#include "grader/sort/ranks/slices.h"

#include <stdlib.h>

#include "common/cu.h"
#include "common/size_min.h"
#include "labs/14_many_gpus/parts.h"

/** Of a rank, or a few more; the first one is half as large, so sorting begins early. */
enum { SLICES = 8 };

/** Where a part begins among what a rank sends to another one; its end is the next one's begin. */
static size_t part_begin(const struct whole *w, int rank, int to, int part) {
    const uint64_t *from = w->all_from + rank * (w->team->ranks + 1) + to;
    uint64_t at = w->all_parts[rank * (PARTS + 1) + part];
    return at < from[0] ? from[0] : at > from[1] ? from[1] : at;
}

/** Parts whose keys agree in their top bits, where there are more than one. */
struct range {
    int first, n;
};

/** Keys of these parts that a rank sends to another one. */
static size_t keys_sent(const struct whole *w, int rank, int to, struct range parts) {
    return part_begin(w, rank, to, parts.first + parts.n) - part_begin(w, rank, to, parts.first);
}

/** Those that come to a rank. */
static uint64_t keys_at(const struct whole *w, int to, struct range parts) {
    uint64_t n = 0;
    for (int r = 0; r < w->team->ranks; r++) n += keys_sent(w, r, to, parts);
    return n;
}

/** A rank's next slice, below part `end`: one part, or more while they are not too many keys. No parts: there is none. */
static struct range next_slice(const struct whole *w, int rank, int end, int round) {
    uint64_t even = w->n_all / (uint64_t)w->team->ranks / SLICES, most = even + even / 4;
    if (round == 0) most /= 2;
    while (end > 0 && keys_at(w, rank, (struct range){end - 1, 1}) == 0) end--;
    if (end == 0) return (struct range){0, 0};
    struct range slice = {end - 1, 1}, wider = {end - 2, 2};
    while (end % wider.n == 0 && wider.n * w->team->ranks <= MOST_PIECES &&
           keys_at(w, rank, wider) <= most) {
        slice = wider;
        wider = (struct range){end - 2 * slice.n, 2 * slice.n};
    }
    return slice;
}

/** In each round every rank gets its next slice: how many keys go where, and how many rounds there are. */
static int plan_rounds(const struct whole *w, uint64_t *n_from, uint64_t *n_to) {
    int rank = w->team->rank, ranks = w->team->ranks, rounds = 0;
    struct range slices[MOST_SLICED];
    for (int p = 0; p < ranks; p++) slices[p] = (struct range){PARTS, 0};
    for (bool more = true; more; rounds += more, n_from += ranks, n_to += ranks) {
        more = false;
        for (int p = 0; p < ranks; p++) {
            slices[p] = next_slice(w, p, slices[p].first, rounds);
            more |= slices[p].n > 0;
        }
        for (int p = 0; p < ranks && more; p++) {
            n_from[p] = keys_sent(w, rank, p, slices[p]);
            n_to[p] = keys_sent(w, p, rank, slices[rank]);
        }
    }
    return rounds;
}

/** Of which pieces a slice comes to this rank. */
static struct slice slice_of(const struct whole *w, struct range parts) {
    struct slice s = {PART_BITS, 0, 0, (uint32_t)parts.n, {0}};
    for (int n = parts.n; n > 1; n /= 2) s.bits--;
    s.top = (uint32_t)(parts.first / parts.n);
    for (int r = 0; r < w->team->ranks; r++)
        for (int i = 0; i < parts.n; i++, s.n++)
            s.starts[s.n + 1] =
                s.starts[s.n] + keys_sent(w, r, w->team->rank, (struct range){parts.first + i, 1});
    return s;
}

/** Where this rank is with its slices. */
struct trade {
    const struct whole *w;
    const struct room *room;
    const struct taker *taker;
    uint32_t *d_came, *d_out;
    struct range slice; /**< the last one that came */
    size_t at;          /**< so many keys came; */
    size_t sorted;      /**< those that are sorted are in d_out from there on, */
    size_t share;       /**< and those from there on are other ranks' */
};

/** The next slice has come: it is sorted while others are on their way. */
static void sort_next(void *trade, int round) {
    struct trade *t = trade;
    const struct whole *w = t->w;
    t->slice = next_slice(w, w->team->rank, t->slice.first, round);
    if (t->slice.n == 0) return; // others get more slices
    const struct slice s = slice_of(w, t->slice);
    size_t n = s.starts[s.n], end = size_min(t->sorted, t->share);
    t->sorted -= n;
    sort_slice(t->d_came + t->at, t->d_out + t->sorted, &s, t->room->d_temp, t->room->temp_bytes,
               w->stream);
    if (t->at == 0) CU(cudaEventRecord(t->room->first, w->stream));
    // a slice begins in the share, since its parts do
    t->taker->take(t->taker->who, t->sorted, end - t->sorted, w->stream);
    t->at += n;
}

/** All slices: each is sorted while the next ones arrive. */
static int trade_slices(const struct whole *w, const uint32_t *d_parts, struct trade *trade) {
    uint64_t *n_from = team_table(w->team, PARTS), *n_to = team_table(w->team, PARTS);
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

int sort_slices(const struct team *team, const uint32_t *d_keys, uint32_t *d_parts, size_t n,
                uint32_t *d_came, uint32_t *d_out, const struct rank_road *road,
                const struct taker *taker, cudaStream_t stream) {
    if (team->ranks < 2 || team->ranks > MOST_SLICED)
        return sort_by_lab(team, d_keys, d_parts, n, d_came, d_out, road, taker, stream);
    const struct room *room = road->sorter;
    struct whole w = {.team = team, .desk = room->desk, .d_desk = room->d_desk, .stream = stream};
    w.all_parts = team_table(team, PARTS + 1);
    w.all_from = team_table(team, (size_t)team->ranks + 1);
    part_keys_here(&w, d_keys, d_parts, n);
    int error = find_cuts(&w, d_parts, d_came, n);
    uint64_t begin = team_begin(w.n_all, team->rank, team->ranks);
    struct trade trade = {.w = &w, .room = room, .taker = taker, .d_came = d_came, .d_out = d_out};
    trade.slice.first = PARTS;
    trade.sorted = w.held[team->rank + 1] - begin;
    trade.share = (size_t)team_share(w.n_all, team->rank, team->ranks);
    if (!error && w.n_all > 0) error = trade_slices(&w, d_parts, &trade);
    if (!error && w.n_all > 0) error = pass_on(&w, &trade);
    free(w.all_from);
    free(w.all_parts);
    return error;
}
