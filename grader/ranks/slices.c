/**
 * @file
 * @brief All ranks sort together, slice by slice: while one slice is sorted, the next ones arrive.
 *
 * Lab 14 finds one splitter after the other, and sorts when all keys have come. Here all splitters share
 * the passes over the keys: one counts 15 bits of all of them; then they are brought into parts by their
 * top 7 bits, and what is left of the splitters is counted in the parts that cuts fall on, few keys as a
 * rule. Parts lie in order, so any slice of the whole is one piece on each rank.
 */
#include "grader/ranks/slices.h"

#include <stdlib.h>
#include <string.h>

#include "common/cu.h"
#include "common/least.h"
#include "labs/14_many_gpus/parts.h"

/** What a rank knows of its keys, and of those of all ranks. */
struct whole {
    const struct team *team;
    cudaStream_t stream;
    uint64_t n_all, own[BINS], all[BINS]; /**< keys in each bin, here and on all ranks */
    uint64_t parts[PARTS + 1];            /**< where each part of this rank's keys begins */
    struct splitter splitters[MOST_SLICED];
    size_t from[MOST_SLICED + 1]; /**< what goes to each rank begins there */
};

static int count_whole(struct whole *w, const uint32_t *d_keys, size_t n) {
    place_t *d_bins = cu_alloc(sizeof(w->own));
    count_buckets(d_keys, n, KEY_U32, COUNT_BITS, d_bins, w->stream);
    CU(cudaMemcpyAsync(w->own, d_bins, sizeof(w->own), cudaMemcpyDeviceToHost, w->stream));
    CU(cudaStreamSynchronize(w->stream));
    cu_free(d_bins);
    memcpy(w->all, w->own, sizeof(w->all));
    for (int b = 0; b < BINS; b++) w->parts[b * PARTS / BINS + 1] += w->own[b];
    for (int p = 0; p < PARTS; p++) w->parts[p + 1] += w->parts[p];
    int error = w->team->add(w->team->wire, w->all, BINS);
    for (int b = 0; b < BINS && !error; b++) w->n_all += w->all[b];
    return error;
}

static void part_whole(const struct whole *w, const uint32_t *d_keys, uint32_t *d_parts, size_t n) {
    place_t *d_next = cu_upload(w->parts, PARTS * sizeof(*d_next));
    if (n > 0) partition_keys(d_keys, d_parts, n, KEY_U32, PART_BITS, d_next, w->stream);
    CU(cudaStreamSynchronize(w->stream));
    cu_free(d_next);
}

/** Of each splitter the bin: of the keys there the ties-th it is, and so many are below on this rank. */
static void find_bins(struct whole *w) {
    uint64_t before = 0, below = 0;
    int ranks = w->team->ranks, b = 0;
    for (int r = 1; r < ranks; r++) {
        uint64_t place = team_begin(w->n_all, r, ranks);
        for (; b < BINS - 1 && place >= before + w->all[b]; b++) {
            before += w->all[b];
            below += w->own[b];
        }
        w->splitters[r - 1] = (struct splitter){(uint32_t)b, place - before, below, 0};
    }
}

/** The part that a key lies in, of which the top `bits` bits are known. */
static uint32_t part_of(uint32_t key, int bits) {
    return key >> (bits - PART_BITS);
}

/** Adds `bits` bits to each splitter, by what all ranks and this one counted. */
static void add_digit(struct splitter *s, int bits, const uint64_t *all, const uint64_t *own) {
    uint32_t digit = 0, last = (1u << bits) - 1;
    for (; digit < last && s->ties >= all[digit]; digit++) {
        s->ties -= all[digit];
        s->below += own[digit];
    }
    s->equal = own[digit];
    s->key = s->key << bits | digit;
}

/** The next digit of all splitters, of which the bits from `known` on are not known yet. */
static int find_digits(struct whole *w, const uint32_t *d_parts, int known, int bits) {
    uint32_t k = (uint32_t)w->team->ranks - 1;
    size_t words = (size_t)k * LOW_COUNTS, bytes = words * sizeof(uint64_t);
    struct crowd crowds[MOST_SLICED];
    uint64_t most = 0, *own = team_table(w->team, LOW_COUNTS),
             *all = team_table(w->team, LOW_COUNTS);
    for (uint32_t i = 0; i < k; i++) {
        uint32_t key = w->splitters[i].key, part = part_of(key, known);
        crowds[i] = (struct crowd){w->parts[part], w->parts[part + 1] - w->parts[part], key};
        if (crowds[i].n > most) most = crowds[i].n;
    }
    struct crowd *d_crowds = cu_upload(crowds, k * sizeof(*crowds));
    uint64_t *d_counts = cu_alloc(bytes);
    count_crowds(d_parts, d_crowds, k, most, KEY_BITS - known - bits, bits, d_counts, w->stream);
    CU(cudaMemcpyAsync(own, d_counts, bytes, cudaMemcpyDeviceToHost, w->stream));
    CU(cudaStreamSynchronize(w->stream));
    cu_free(d_counts);
    cu_free(d_crowds);
    memcpy(all, own, bytes);
    int error = w->team->add(w->team->wire, all, words);
    for (uint32_t i = 0; i < k && !error; i++)
        add_digit(&w->splitters[i], bits, all + i * LOW_COUNTS, own + i * LOW_COUNTS);
    free(all);
    free(own);
    return error;
}

/** A part that cuts fall on: its keys by the splitters first to last - 1. */
static void split_part(const struct whole *w, uint32_t part_number, int first, int last,
                       uint32_t *d_parts, uint32_t *d_room, size_t room) {
    uint64_t start = w->parts[part_number], n = w->parts[part_number + 1] - start;
    struct splitter inside[MOST_SLICED];
    uint32_t *d_more = n > room ? cu_alloc(n * sizeof(*d_more)) : NULL;
    uint32_t *d_to = d_more ? d_more : d_room;
    if (n == 0) return;
    for (int i = first; i < last; i++) {
        inside[i - first] = w->splitters[i];
        inside[i - first].below -= start;
    }
    part(d_parts + start, n, inside, (size_t)(last - first), d_to, w->stream);
    CU(cudaMemcpyAsync(d_parts + start, d_to, n * sizeof(*d_to), cudaMemcpyDeviceToDevice,
                       w->stream));
    CU(cudaStreamSynchronize(w->stream));
    if (d_more) cu_free(d_more);
}

/** Finds all splitters, and cuts this rank's parts by them. */
static int find_cuts(struct whole *w, uint32_t *d_parts, uint32_t *d_room, size_t room, size_t n) {
    int k = w->team->ranks - 1;
    find_bins(w);
    int error = find_digits(w, d_parts, COUNT_BITS, LOW_DIGIT);
    if (!error) error = find_digits(w, d_parts, COUNT_BITS + LOW_DIGIT, LOW_BITS - LOW_DIGIT);
    for (int i = 0, j = 0; i < k && !error; i = j) {
        uint32_t part_number = part_of(w->splitters[i].key, KEY_BITS);
        while (j < k && part_of(w->splitters[j].key, KEY_BITS) == part_number) j++;
        split_part(w, part_number, i, j, d_parts, d_room, room);
    }
    return error ? error : share_ties(w->team, w->splitters, n, w->from);
}

/** Where the slice begins among what this rank sends to another one; its end is the next one's begin. */
static size_t slice_begin(const struct whole *w, int rank, int slice) {
    size_t at = w->parts[slice * (PARTS / SLICES)], low = w->from[rank], high = w->from[rank + 1];
    return at < low ? low : at > high ? high : at;
}

/** Keys of each slice that go from every rank to every rank: sent[(from * ranks + to) * SLICES + slice]. */
static int tell_slices(const struct whole *w, uint64_t *sent) {
    int ranks = w->team->ranks;
    uint64_t *mine = team_table(w->team, SLICES);
    for (int p = 0; p < ranks; p++)
        for (int s = 0; s < SLICES; s++)
            mine[p * SLICES + s] = slice_begin(w, p, s + 1) - slice_begin(w, p, s);
    int error = w->team->gather(w->team->wire, mine, (size_t)ranks * SLICES, sent);
    free(mine);
    return error;
}

/** The next slice after `slice` of which a rank gets any key; SLICES where there is none. */
static int next_slice(const uint64_t *sent, int ranks, int rank, int slice) {
    for (slice++; slice < SLICES; slice++)
        for (int p = 0; p < ranks; p++)
            if (sent[(p * ranks + rank) * SLICES + slice] > 0) return slice;
    return SLICES;
}

/** One round: each rank gets its next slice, from all of them; *n keys come here, behind `at` others. */
static int trade_slice(const struct whole *w, const uint64_t *sent, const int *slices,
                       const uint32_t *d_parts, uint32_t *d_came, size_t at, size_t *n) {
    int rank = w->team->rank, ranks = w->team->ranks, slice = slices[rank];
    size_t from[MOST_SLICED], n_from[MOST_SLICED], to[MOST_SLICED], n_to[MOST_SLICED];
    *n = 0;
    for (int p = 0; p < ranks; p++) {
        bool gets = slices[p] < SLICES;
        from[p] = gets ? slice_begin(w, p, slices[p]) : 0;
        n_from[p] = gets ? sent[(rank * ranks + p) * SLICES + slices[p]] : 0;
        to[p] = at + *n;
        n_to[p] = slice < SLICES ? sent[(p * ranks + rank) * SLICES + slice] : 0;
        *n += n_to[p];
    }
    return team_pieces(w->team, d_parts, from, n_from, d_came, to, n_to);
}

/** All slices: each is sorted while the next ones arrive. */
static int trade_slices(const struct whole *w, const uint32_t *d_parts, uint32_t *d_came,
                        uint32_t *d_out, const struct rank_road *road, const struct taker *taker) {
    int rank = w->team->rank, ranks = w->team->ranks, slices[MOST_SLICED];
    uint64_t *sent = team_table(w->team, (size_t)ranks * SLICES);
    size_t at = 0, n;
    int error = tell_slices(w, sent);
    for (int p = 0; p < ranks; p++) slices[p] = error ? SLICES : next_slice(sent, ranks, p, -1);
    for (bool more = !error; more && !error; at += n) {
        uint32_t top = (uint32_t)slices[rank];
        error = trade_slice(w, sent, slices, d_parts, d_came, at, &n);
        if (!error && n > 0) {
            sort_slice(road->sorter, d_came + at, d_out + at, n, top, w->stream);
            taker->take(taker->who, at, n, w->stream);
        }
        more = false;
        for (int p = 0; p < ranks; p++) {
            if (slices[p] < SLICES) slices[p] = next_slice(sent, ranks, p, slices[p]);
            more |= slices[p] < SLICES;
        }
    }
    free(sent);
    return error;
}

int sort_slices(const struct team *team, const uint32_t *d_keys, uint32_t *d_parts, size_t n,
                uint32_t *d_came, uint32_t *d_out, const struct rank_road *road,
                const struct taker *taker, cudaStream_t stream) {
    if (team->ranks < 2 || team->ranks > MOST_SLICED)
        return sort_by_lab(team, d_keys, d_parts, n, d_came, d_out, road, taker, stream);
    struct whole *w = calloc(1, sizeof(*w));
    if (!w) abort();
    w->team = team;
    w->stream = stream;
    int error = count_whole(w, d_keys, n);
    if (!error && w->n_all > 0) {
        size_t share = (size_t)team_share(w->n_all, team->rank, team->ranks);
        part_whole(w, d_keys, d_parts, n);
        error = find_cuts(w, d_parts, d_came, share, n);
        if (!error) error = trade_slices(w, d_parts, d_came, d_out, road, taker);
    }
    free(w);
    return error;
}
