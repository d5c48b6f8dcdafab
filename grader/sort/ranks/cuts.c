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

/** Copies a table of the scratch, up to the device or down from it, in the stream. */
static void up(const struct global_state *g, const void *table, size_t bytes) {
    size_t at = (size_t)((const char *)table - (const char *)g->scratch);
    CU(cudaMemcpyAsync((char *)g->d_scratch + at, table, bytes, cudaMemcpyHostToDevice, g->stream));
}

/** So many counts, and waits. */
static void down_counts(const struct global_state *g, size_t n) {
    CU(cudaMemcpyAsync(g->scratch->counts, g->d_scratch->counts, n * sizeof(*g->scratch->counts),
                       cudaMemcpyDeviceToHost, g->stream));
    CU(cudaStreamSynchronize(g->stream));
}

void part_keys_here(struct global_state *g, const uint32_t *d_keys, uint32_t *d_parts, size_t n) {
    sortlab_must(sortlab_count_buckets(d_keys, n, SORTLAB_U32, PART_BITS,
                                       (unsigned long long *)g->d_scratch->counts, g->stream));
    down_counts(g, PARTS);
    for (int p = 0; p < PARTS; p++) g->parts[p + 1] = g->parts[p] + g->scratch->counts[p];
    memcpy(g->scratch->next, g->parts, sizeof(g->scratch->next));
    up(g, g->scratch->next, sizeof(g->scratch->next));
    if (n > 0)
        sortlab_must(sortlab_partition(d_keys, d_parts, n, SORTLAB_U32, PART_BITS,
                                       (unsigned long long *)g->d_scratch->next, g->stream));
}

/** Keys of a part on all ranks. */
static uint64_t in_part(const struct global_state *g, int part) {
    uint64_t n = 0;
    for (int r = 0; r < g->comm->ranks; r++) {
        const uint64_t *parts = g->all_parts + r * (PARTS + 1);
        n += parts[part + 1] - parts[part];
    }
    return n;
}

/** All ranks' parts, and of each splitter the part: the ties-th of the keys there it is. */
static int find_parts(struct global_state *g) {
    uint64_t before = 0;
    int ranks = g->comm->ranks, part = 0;
    int error = g->comm->allgather(g->comm->context, g->parts, PARTS + 1, g->all_parts);
    if (error) return error;
    for (int r = 0; r < ranks; r++) g->n_all += g->all_parts[r * (PARTS + 1) + PARTS];
    for (int r = 1; r < ranks; r++) {
        uint64_t place = comm_begin(g->n_all, r, ranks);
        for (; part < PARTS - 1 && place >= before + in_part(g, part); part++)
            before += in_part(g, part);
        g->splitters[r - 1] = (struct splitter){(uint32_t)part, place - before, g->parts[part], 0};
    }
    return 0;
}

/** Each rank sorts the parts that begin in its share. False: then one would have too many keys. */
static bool cut_at_parts(struct global_state *g) {
    int ranks = g->comm->ranks, cuts[MOST_SLICED + 1] = {0};
    size_t over = over_share(g->n_all / (uint64_t)ranks, ranks);
    g->held[ranks] = g->n_all;
    cuts[ranks] = PARTS;
    for (int r = 1; r < ranks; r++) {
        const struct splitter *s = &g->splitters[r - 1];
        uint64_t left = s->ties > 0 ? in_part(g, (int)s->key) - s->ties : 0;
        if (left > over) return false;
        cuts[r] = (int)s->key + (s->ties > 0);
        g->held[r] = comm_begin(g->n_all, r, ranks) + left;
    }
    for (int i = 0; i < ranks * (ranks + 1); i++)
        g->all_from[i] = g->all_parts[i / (ranks + 1) * (PARTS + 1) + cuts[i % (ranks + 1)]];
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
static int find_digits(struct global_state *g, const uint32_t *d_parts, int shift) {
    uint32_t k = (uint32_t)g->comm->ranks - 1;
    uint64_t most = 0, *all = comm_table(g->comm, DIGITS);
    struct cut_bucket *cut_buckets = g->scratch->cut_buckets;
    for (uint32_t i = 0; i < k; i++) {
        uint32_t key = g->splitters[i].key,
                 part = key >> (KEY_BITS - PART_BITS - shift - DIGIT_BITS);
        cut_buckets[i] =
            (struct cut_bucket){g->parts[part], g->parts[part + 1] - g->parts[part], key};
        if (cut_buckets[i].n > most) most = cut_buckets[i].n;
    }
    up(g, cut_buckets, k * sizeof(*cut_buckets));
    count_cut_buckets(d_parts, g->d_scratch->cut_buckets, k, most, shift, g->d_scratch->counts,
                      g->stream);
    down_counts(g, k * DIGITS);
    memcpy(all, g->scratch->counts, k * DIGITS * sizeof(*all));
    int error = g->comm->allreduce_sum(g->comm->context, all, k * DIGITS);
    for (uint32_t i = 0; i < k && !error; i++)
        add_digit(&g->splitters[i], all + i * DIGITS, g->scratch->counts + i * DIGITS);
    free(all);
    return error;
}

/** The part that a splitter lies in. */
static uint32_t part_of(const struct global_state *g, int splitter) {
    return g->splitters[splitter].key >> (KEY_BITS - PART_BITS);
}

/** A part that cuts fall on: its keys by the splitters first to last - 1. */
static void split_part(const struct global_state *g, int first, int last, uint32_t *d_parts,
                       uint32_t *d_spare, size_t capacity) {
    uint64_t start = g->parts[part_of(g, first)], n = g->parts[part_of(g, first) + 1] - start;
    uint64_t *place = g->scratch->places + 3 * first, *d_place = g->d_scratch->places + 3 * first;
    uint32_t *d_more = n > capacity ? cu_alloc(n * sizeof(*d_more)) : NULL,
             k = (uint32_t)(last - first);
    uint32_t *d_to = d_more ? d_more : d_spare;
    place[0] = 0;
    for (int i = first; i < last; i++) {
        const struct splitter *s = &g->splitters[i];
        g->scratch->splitters[i] = s->key;
        place[2 * (i - first) + 1] = s->below - start;
        place[2 * (i - first) + 2] = s->below - start + s->equal;
    }
    up(g, g->scratch->splitters + first, k * sizeof(*g->scratch->splitters));
    up(g, place, (2 * k + 1) * sizeof(*place));
    split_cut_bucket(d_parts + start, n, g->d_scratch->splitters + first, k, d_place, d_to,
                     g->stream);
    CU(cudaMemcpyAsync(d_parts + start, d_to, n * sizeof(*d_to), cudaMemcpyDeviceToDevice,
                       g->stream));
    if (!d_more) return;
    CU(cudaStreamSynchronize(g->stream));
    cu_free(d_more);
}

/** Finds all splitters, cuts this rank's parts by them, and tells all ranks where: none has a key too many. */
static int cut_in_parts(struct global_state *g, uint32_t *d_parts, uint32_t *d_spare, size_t n) {
    int ranks = g->comm->ranks, k = ranks - 1, error = 0;
    size_t capacity = (size_t)comm_share(g->n_all, g->comm->rank, ranks), from[MOST_SLICED + 1];
    uint64_t told[MOST_SLICED + 1];
    for (int shift = KEY_BITS - PART_BITS - DIGIT_BITS; shift >= 0 && !error; shift -= DIGIT_BITS)
        error = find_digits(g, d_parts, shift);
    for (int i = 0, j = 0; i < k && !error; i = j) {
        while (j < k && part_of(g, j) == part_of(g, i)) j++;
        split_part(g, i, j, d_parts, d_spare, capacity);
    }
    if (!error) error = share_ties(g->comm, g->splitters, n, from);
    for (int r = 0; r <= ranks && !error; r++) {
        g->held[r] = comm_begin(g->n_all, r, ranks);
        told[r] = from[r];
    }
    if (!error) error = g->comm->allgather(g->comm->context, told, (size_t)ranks + 1, g->all_from);
    CU(cudaStreamSynchronize(g->stream)); // what is sent here may use the spare memory now
    return error;
}

int find_cuts(struct global_state *g, uint32_t *d_parts, uint32_t *d_spare, size_t n) {
    int error = find_parts(g), ranks = g->comm->ranks;
    if (!error && !cut_at_parts(g)) error = cut_in_parts(g, d_parts, d_spare, n);
    for (int r = 0; r <= ranks && !error; r++)
        g->from[r] = g->all_from[g->comm->rank * (ranks + 1) + r];
    return error;
}
