/**
 * @file
 * @brief All ranks sort together, slice by slice: while one slice is sorted, the next ones arrive.
 *
 * Lab 14 finds one splitter after the other, and sorts when all keys have come. Here each rank brings its
 * keys into parts by their top 8 bits, and what is left of all splitters is counted together in the parts
 * that cuts fall on, few keys as a rule. Parts lie in order, so any slice of the whole is one piece on
 * each rank, and who receives it goes on with the parts. Nothing is allocated on the way: with other
 * devices in reach that would take longer than most steps.
 */
#include "grader/ranks/slices.h"

#include <stdlib.h>
#include <string.h>

#include "common/cu.h"
#include "common/least.h"
#include "labs/13_fast_sort/fast_sort.h"
#include "labs/14_many_gpus/parts.h"

enum { SLICES_BITS = 3 }; /**< 2^3 slices a rank, or up to twice as many */

/** What a rank knows of its keys, and of those of all ranks. */
struct whole {
    const struct team *team;
    struct desk *desk, *d_desk;
    cudaStream_t stream;
    uint64_t n_all;
    uint64_t parts[PARTS + 1]; /**< where each part of this rank's keys begins */
    uint64_t *all_parts;       /**< the same of every rank */
    struct splitter splitters[MOST_SLICED];
    size_t from[MOST_SLICED + 1]; /**< what goes to each rank begins there */
    uint64_t *all_from;           /**< the same of every rank */
    int slice_bits, slice_parts;  /**< a slice has so many parts */
};

/** Copies a table of the desk, up to the device or down from it, in the stream. */
static void up(const struct whole *w, const void *table, size_t bytes) {
    size_t at = (size_t)((const char *)table - (const char *)w->desk);
    CU(cudaMemcpyAsync((char *)w->d_desk + at, table, bytes, cudaMemcpyHostToDevice, w->stream));
}

/** So many counts, and waits. */
static void down_counts(const struct whole *w, size_t n) {
    CU(cudaMemcpyAsync(w->desk->counts, w->d_desk->counts, n * sizeof(*w->desk->counts),
                       cudaMemcpyDeviceToHost, w->stream));
    CU(cudaStreamSynchronize(w->stream));
}

/** Brings this rank's keys into parts, in the stream; where each begins is known when it comes back. */
static void part_keys_here(struct whole *w, const uint32_t *d_keys, uint32_t *d_parts, size_t n) {
    count_buckets(d_keys, n, KEY_U32, PART_BITS, (place_t *)w->d_desk->counts, w->stream);
    down_counts(w, PARTS);
    for (int p = 0; p < PARTS; p++) w->parts[p + 1] = w->parts[p] + w->desk->counts[p];
    memcpy(w->desk->next, w->parts, sizeof(w->desk->next));
    up(w, w->desk->next, sizeof(w->desk->next));
    if (n > 0)
        partition_keys(d_keys, d_parts, n, KEY_U32, PART_BITS, (place_t *)w->d_desk->next,
                       w->stream);
}

/** Keys of a part on all ranks. */
static uint64_t in_part(const struct whole *w, int part) {
    uint64_t n = 0;
    for (int r = 0; r < w->team->ranks; r++) {
        const uint64_t *parts = w->all_parts + r * (PARTS + 1);
        n += parts[part + 1] - parts[part];
    }
    return n;
}

/** Of each splitter the part: of the keys there the ties-th it is, and so many are below on this rank. */
static int find_parts(struct whole *w) {
    uint64_t before = 0;
    int ranks = w->team->ranks, part = 0;
    int error = w->team->gather(w->team->wire, w->parts, PARTS + 1, w->all_parts);
    if (error) return error;
    for (int r = 0; r < ranks; r++) w->n_all += w->all_parts[r * (PARTS + 1) + PARTS];
    for (int r = 1; r < ranks; r++) {
        uint64_t place = team_begin(w->n_all, r, ranks);
        for (; part < PARTS - 1 && place >= before + in_part(w, part); part++)
            before += in_part(w, part);
        w->splitters[r - 1] = (struct splitter){(uint32_t)part, place - before, w->parts[part], 0};
    }
    return 0;
}

/** Adds a digit to a splitter, by what all ranks and this one counted. */
static void add_digit(struct splitter *s, const uint64_t *all, const uint64_t *own) {
    uint32_t digit = 0;
    for (; digit < DIGITS - 1 && s->ties >= all[digit]; digit++) {
        s->ties -= all[digit];
        s->below += own[digit];
    }
    s->equal = own[digit];
    s->key = s->key << DIGIT_BITS | digit;
}

/** The next digit of all splitters, above the lowest `shift` bits. */
static int find_digits(struct whole *w, const uint32_t *d_parts, int shift) {
    uint32_t k = (uint32_t)w->team->ranks - 1;
    uint64_t most = 0, *all = team_table(w->team, DIGITS);
    struct crowd *crowds = w->desk->crowds;
    for (uint32_t i = 0; i < k; i++) {
        uint32_t key = w->splitters[i].key,
                 part = key >> (KEY_BITS - PART_BITS - shift - DIGIT_BITS);
        crowds[i] = (struct crowd){w->parts[part], w->parts[part + 1] - w->parts[part], key};
        if (crowds[i].n > most) most = crowds[i].n;
    }
    up(w, crowds, k * sizeof(*crowds));
    count_crowds(d_parts, w->d_desk->crowds, k, most, shift, w->d_desk->counts, w->stream);
    down_counts(w, k * DIGITS);
    memcpy(all, w->desk->counts, k * DIGITS * sizeof(*all));
    int error = w->team->add(w->team->wire, all, k * DIGITS);
    for (uint32_t i = 0; i < k && !error; i++)
        add_digit(&w->splitters[i], all + i * DIGITS, w->desk->counts + i * DIGITS);
    free(all);
    return error;
}

/** The part that a splitter lies in. */
static uint32_t part_of(const struct whole *w, int splitter) {
    return w->splitters[splitter].key >> (KEY_BITS - PART_BITS);
}

/** A part that cuts fall on: its keys by the splitters first to last - 1. */
static void split_part(const struct whole *w, int first, int last, uint32_t *d_parts,
                       uint32_t *d_room, size_t room) {
    uint64_t start = w->parts[part_of(w, first)], n = w->parts[part_of(w, first) + 1] - start;
    uint64_t *place = w->desk->places + 3 * first, *d_place = w->d_desk->places + 3 * first;
    uint32_t *d_more = n > room ? cu_alloc(n * sizeof(*d_more)) : NULL,
             k = (uint32_t)(last - first);
    uint32_t *d_to = d_more ? d_more : d_room;
    place[0] = 0;
    for (int i = first; i < last; i++) {
        const struct splitter *s = &w->splitters[i];
        w->desk->splitters[i] = s->key;
        place[2 * (i - first) + 1] = s->below - start;
        place[2 * (i - first) + 2] = s->below - start + s->equal;
    }
    up(w, w->desk->splitters + first, k * sizeof(*w->desk->splitters));
    up(w, place, (2 * k + 1) * sizeof(*place));
    part_keys(d_parts + start, n, w->d_desk->splitters + first, k, d_place, d_to, w->stream);
    CU(cudaMemcpyAsync(d_parts + start, d_to, n * sizeof(*d_to), cudaMemcpyDeviceToDevice,
                       w->stream));
    if (!d_more) return;
    CU(cudaStreamSynchronize(w->stream));
    cu_free(d_more);
}

/** Finds all splitters, cuts this rank's parts by them, and tells all ranks where. */
static int find_cuts(struct whole *w, uint32_t *d_parts, uint32_t *d_room, size_t room, size_t n) {
    int k = w->team->ranks - 1, error = 0;
    for (int shift = KEY_BITS - PART_BITS - DIGIT_BITS; shift >= 0 && !error; shift -= DIGIT_BITS)
        error = find_digits(w, d_parts, shift);
    for (int i = 0, j = 0; i < k && !error; i = j) {
        while (j < k && part_of(w, j) == part_of(w, i)) j++;
        split_part(w, i, j, d_parts, d_room, room);
    }
    if (!error) error = share_ties(w->team, w->splitters, n, w->from);
    uint64_t from[MOST_SLICED + 1];
    for (int r = 0; r <= k + 1 && !error; r++) from[r] = w->from[r];
    if (!error) error = w->team->gather(w->team->wire, from, (size_t)k + 2, w->all_from);
    CU(cudaStreamSynchronize(w->stream)); // who fetches keys finds them where they belong
    return error;
}

/** Where a part begins among what a rank sends to another one; its end is the next one's begin. */
static size_t part_begin(const struct whole *w, int rank, int to, int part) {
    const uint64_t *from = w->all_from + rank * (w->team->ranks + 1) + to;
    uint64_t at = w->all_parts[rank * (PARTS + 1) + part];
    return at < from[0] ? from[0] : at > from[1] ? from[1] : at;
}

static size_t slice_begin(const struct whole *w, int rank, int to, int slice) {
    return part_begin(w, rank, to, slice * w->slice_parts);
}

static size_t slice_keys(const struct whole *w, int rank, int to, int slice) {
    return slice_begin(w, rank, to, slice + 1) - slice_begin(w, rank, to, slice);
}

/** The next slice after `slice` of which a rank gets any key; as many as there are where there is none. */
static int next_slice(const struct whole *w, int rank, int slice) {
    for (slice++; slice < 1 << w->slice_bits; slice++)
        for (int p = 0; p < w->team->ranks; p++)
            if (slice_keys(w, p, rank, slice) > 0) return slice;
    return 1 << w->slice_bits;
}

/** In each round every rank gets its next slice: how many keys go where, and how many rounds there are. */
static int plan_rounds(const struct whole *w, uint64_t *n_from, uint64_t *n_to) {
    int rank = w->team->rank, ranks = w->team->ranks, none = 1 << w->slice_bits, rounds = 0;
    int slices[MOST_SLICED];
    for (int p = 0; p < ranks; p++) slices[p] = -1;
    for (bool more = true; more; rounds += more, n_from += ranks, n_to += ranks) {
        more = false;
        for (int p = 0; p < ranks; p++) {
            slices[p] = next_slice(w, p, slices[p]);
            more |= slices[p] < none;
        }
        for (int p = 0; p < ranks && more; p++) {
            n_from[p] = slices[p] < none ? slice_keys(w, rank, p, slices[p]) : 0;
            n_to[p] = slices[rank] < none ? slice_keys(w, p, rank, slices[rank]) : 0;
        }
    }
    return rounds;
}

/** Of which pieces a slice comes to this rank. */
static struct slice slice_of(const struct whole *w, int slice) {
    struct slice p = {(uint32_t)w->slice_bits, (uint32_t)slice, 0, (uint32_t)w->slice_parts, {0}};
    int first = slice * w->slice_parts, rank = w->team->rank;
    for (int r = 0; r < w->team->ranks; r++)
        for (int part = first; part < first + w->slice_parts; part++, p.n++)
            p.starts[p.n + 1] =
                p.starts[p.n] + part_begin(w, r, rank, part + 1) - part_begin(w, r, rank, part);
    return p;
}

/** Where this rank is with its slices. */
struct trade {
    const struct whole *w;
    const struct room *room;
    const struct taker *taker;
    uint32_t *d_came, *d_out;
    int slice; /**< the last one that came */
    size_t at; /**< so many keys came */
};

/** The next slice has come: it is sorted while others are on their way. */
static void sort_next(void *trade, int round) {
    struct trade *t = trade;
    const struct whole *w = t->w;
    (void)round;
    t->slice = next_slice(w, w->team->rank, t->slice);
    if (t->slice == 1 << w->slice_bits) return; // others get more slices
    const struct slice s = slice_of(w, t->slice);
    sort_slice(t->d_came + t->at, t->d_out + t->at, &s, t->room->d_temp, t->room->temp_bytes,
               w->stream);
    t->taker->take(t->taker->who, t->at, s.starts[s.n], w->stream);
    t->at += s.starts[s.n];
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
    int error = find_parts(&w);
    size_t share = (size_t)team_share(w.n_all, team->rank, team->ranks);
    if (!error && w.n_all > 0) error = find_cuts(&w, d_parts, d_came, share, n);
    struct trade trade = {&w, room, taker, d_came, d_out, -1, 0};
    if (!error && w.n_all > 0) error = trade_slices(&w, d_parts, &trade);
    free(w.all_from);
    free(w.all_parts);
    return error;
}
