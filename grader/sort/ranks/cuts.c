/**
 * @file
 * @brief Where the whole is cut: each rank's keys in parts, and which keys each rank sorts.
 *
 * Each rank brings its keys into parts by their top 8 bits. Parts lie in order, so any slice of the whole
 * is one piece on each rank. As a rule a rank sorts the parts that begin in its share, and passes on what
 * is beyond its end: so cuts are known as soon as parts are counted. Where a part is too large for that,
 * what is left of all splitters is counted together in the parts that cuts fall on. Nothing is allocated
 * on the way: with other devices in reach that would take longer than most steps.
 */
#include <stdlib.h>
#include <string.h>

#include "common/cu.h"
#include "common/sort/device/sort.h"
#include "grader/sort/ranks/slices.h"
#include "labs/14_many_gpus/parts.h"

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

void part_keys_here(struct whole *w, const uint32_t *d_keys, uint32_t *d_parts, size_t n) {
    sortlab_must(sortlab_count_buckets(d_keys, n, SORTLAB_U32, PART_BITS,
                                       (unsigned long long *)w->d_desk->counts, w->stream));
    down_counts(w, PARTS);
    for (int p = 0; p < PARTS; p++) w->parts[p + 1] = w->parts[p] + w->desk->counts[p];
    memcpy(w->desk->next, w->parts, sizeof(w->desk->next));
    up(w, w->desk->next, sizeof(w->desk->next));
    if (n > 0)
        sortlab_must(sortlab_partition(d_keys, d_parts, n, SORTLAB_U32, PART_BITS,
                                       (unsigned long long *)w->d_desk->next, w->stream));
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

/** All ranks' parts, and of each splitter the part: the ties-th of the keys there it is. */
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

/** Each rank sorts the parts that begin in its share. False: then one would have too many keys. */
static bool cut_at_parts(struct whole *w) {
    int ranks = w->team->ranks, cuts[MOST_SLICED + 1] = {0};
    size_t over = over_share(w->n_all / (uint64_t)ranks, ranks);
    w->held[ranks] = w->n_all;
    cuts[ranks] = PARTS;
    for (int r = 1; r < ranks; r++) {
        const struct splitter *s = &w->splitters[r - 1];
        uint64_t left = s->ties > 0 ? in_part(w, (int)s->key) - s->ties : 0;
        if (left > over) return false;
        cuts[r] = (int)s->key + (s->ties > 0);
        w->held[r] = team_begin(w->n_all, r, ranks) + left;
    }
    for (int i = 0; i < ranks * (ranks + 1); i++)
        w->all_from[i] = w->all_parts[i / (ranks + 1) * (PARTS + 1) + cuts[i % (ranks + 1)]];
    return true;
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
    split_crowd(d_parts + start, n, w->d_desk->splitters + first, k, d_place, d_to, w->stream);
    CU(cudaMemcpyAsync(d_parts + start, d_to, n * sizeof(*d_to), cudaMemcpyDeviceToDevice,
                       w->stream));
    if (!d_more) return;
    CU(cudaStreamSynchronize(w->stream));
    cu_free(d_more);
}

/** Finds all splitters, cuts this rank's parts by them, and tells all ranks where: none has a key too many. */
static int cut_in_parts(struct whole *w, uint32_t *d_parts, uint32_t *d_room, size_t n) {
    int ranks = w->team->ranks, k = ranks - 1, error = 0;
    size_t room = (size_t)team_share(w->n_all, w->team->rank, ranks), from[MOST_SLICED + 1];
    uint64_t told[MOST_SLICED + 1];
    for (int shift = KEY_BITS - PART_BITS - DIGIT_BITS; shift >= 0 && !error; shift -= DIGIT_BITS)
        error = find_digits(w, d_parts, shift);
    for (int i = 0, j = 0; i < k && !error; i = j) {
        while (j < k && part_of(w, j) == part_of(w, i)) j++;
        split_part(w, i, j, d_parts, d_room, room);
    }
    if (!error) error = share_ties(w->team, w->splitters, n, from);
    for (int r = 0; r <= ranks && !error; r++) {
        w->held[r] = team_begin(w->n_all, r, ranks);
        told[r] = from[r];
    }
    if (!error) error = w->team->gather(w->team->wire, told, (size_t)ranks + 1, w->all_from);
    CU(cudaStreamSynchronize(w->stream)); // what is sent here may use the room now
    return error;
}

int find_cuts(struct whole *w, uint32_t *d_parts, uint32_t *d_room, size_t n) {
    int error = find_parts(w), ranks = w->team->ranks;
    if (!error && !cut_at_parts(w)) error = cut_in_parts(w, d_parts, d_room, n);
    for (int r = 0; r <= ranks && !error; r++)
        w->from[r] = w->all_from[w->team->rank * (ranks + 1) + r];
    return error;
}
