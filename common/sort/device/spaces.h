/**
 * @file
 * @brief A partition into spaces, by planned digits: of the input, or of each bucket of the partition before.
 */
#ifndef SORTLAB_DEVICE_SPACES_H
#define SORTLAB_DEVICE_SPACES_H

#include "common/size_min.h"
#include "common/sort/device/partition.h"
#include "common/sort/device/plan_levels.h"

/** What one partition into spaces is told. */
struct space_level {
    const uint32_t *d_in;
    uint32_t *d_out;
    size_t n;
    key_order order;
    struct digit by;                  /**< if all digits are bits */
    const struct digit_rule *d_rules; /**< of each bucket; and so on */
    const uint8_t *d_tables;
    const uint32_t *d_values;
    const struct digit_keys *d_keys;
    const place_t *d_begins;
    place_t *d_next;
    uint32_t entries;
    const uint32_t *d_first_tile; /**< NULL: one bucket, of all keys */
    const place_t *d_from, *d_stops;
    struct sample_notes *notes;
    uint32_t who; /**< enum misled */

    uint32_t *d_rests; /**< by bits: keys at the end of each digit's space; and so on */
    const uint32_t *d_rests_before;
    uint32_t chunk, *d_done, buffers; /**< as of struct sampled, or NULL; words of a block */
};

/** What the threads of a block share; the table is as long as the level's. */
struct space_shared {
    struct part_shared part;
    struct digit_rule rule;
    place_t from; /**< the next tile: where it begins, of which bucket, and how many keys it has */
    uint32_t bucket, m;
    uint32_t first_tile[DIGITS + 1];       /**< of each bucket, */
    place_t begins[DIGITS], stops[DIGITS]; /**< and where its keys lie */
    uint32_t values[DIGITS];
    uint4 table[ENTRIES_1 / sizeof(uint4)];
};

#ifdef __CUDACC__

/** Where it is noted that a space for keys of bucket b is too small. */
static __device__ __forceinline__ uint32_t *full_note(const struct space_level *l, uint32_t b) {
    return l->d_first_tile ? l->notes->full + b : l->notes->misled + l->who;
}

/** Where the keys of bucket b go. */
static __device__ __forceinline__ struct part_target
target_of(const struct space_level *l, uint32_t b, const struct space_shared *s) {
    struct part_target to = {l->d_out, l->d_next + (size_t)b * DIGITS,
                             l->d_begins + (size_t)b * (DIGITS + 1) + 1, full_note(l, b),
                             l->d_keys + (size_t)b * DIGITS};
    to.apart = l->d_first_tile ? 0 : next_apart(l->notes);
    if (l->d_done && l->notes->by_bits)
        to.spared = rest_space(s->first_tile[b + 1] - s->first_tile[b], l->chunk);
    return to;
}

/** Loads which tiles each bucket has. */
static __device__ __forceinline__ void load_buckets(const struct space_level *l,
                                                    struct space_shared *s) {
    const uint32_t b = threadIdx.x, tiles = tiles_of(l->n);
    if (b <= DIGITS) s->first_tile[b] = l->d_first_tile ? l->d_first_tile[b] : b == 0 ? 0 : tiles;
    if (b < DIGITS) {
        s->begins[b] = l->d_first_tile ? l->d_from[b] : 0;
        s->stops[b] =
            l->d_first_tile ? l->d_stops[b << next_apart(l->notes)] + l->d_rests_before[b] : l->n;
    }
    __syncthreads(); // it is known where tiles are
}

/** Finds the bucket of a tile, and which of its keys the tile has: none if there are fewer tiles. */
static __device__ __forceinline__ void find_tile(uint32_t tile, struct space_shared *s) {
    const uint32_t b = threadIdx.x;
    if (b == DIGITS && s->first_tile[b] <= tile) s->m = 0, s->from = 0;
    if (b >= DIGITS || tile < s->first_tile[b] || tile >= s->first_tile[b + 1]) return;
    s->bucket = b, s->from = s->begins[b] + (place_t)(tile - s->first_tile[b]) * PART_TILE;
    s->m = (uint32_t)min(s->stops[b] - s->from, (place_t)PART_TILE);
}

/** Begins to load the keys of the tile that was found. */
static __device__ __forceinline__ void
load_found(const struct space_level *l, const struct space_shared *s, struct part_keys *k) {
    k->m = s->m, k->full = false;
    load_keys(k, l->d_in + s->from);
}

/** Loads the rule of bucket b, and its table if it has one. */
static __device__ __forceinline__ void load_rule(const struct space_level *l, uint32_t b,
                                                 struct space_shared *s) {
    const uint4 *d_table = (const uint4 *)(l->d_tables + (size_t)b * l->entries);
    const bool bits = l->notes->by_bits, table = !bits && l->d_rules[b].kind > DIGIT_EVEN;
    if (threadIdx.x == 0) s->rule = bits ? digit_bits(l->by) : l->d_rules[b];
    for (uint32_t i = threadIdx.x; table && i < l->entries / sizeof(uint4); i += PART_THREADS)
        s->table[i] = d_table[i];
    if (table && threadIdx.x < DIGITS)
        s->values[threadIdx.x] = l->d_values[(size_t)b * DIGITS + threadIdx.x];
}

/* Calls a function with the kind of a rule as a constant. */
#define BY_KIND(rule, CALL)                                                                        \
    if ((rule).kind == DIGIT_BITS)                                                                 \
        CALL(DIGIT_BITS);                                                                          \
    else if ((rule).kind == DIGIT_EVEN)                                                            \
        CALL(DIGIT_EVEN);                                                                          \
    else if ((rule).kind == DIGIT_TABLE)                                                           \
        CALL(DIGIT_TABLE);                                                                         \
    else                                                                                           \
        CALL(DIGIT_VALUES)

/**
 * Partitions a tile of bucket b, whose keys `k` has. Before it stores them, it begins to load the next tile's, which is
 * found meanwhile. `full` is known when it is compiled: a whole tile is.
 */
static __device__ __forceinline__ void partition_loaded(const struct space_level *l, bool full,
                                                        uint32_t b, uint32_t next,
                                                        struct part_keys *k,
                                                        struct space_shared *s) {
    const struct part_target to = target_of(l, b, s);
    const uint32_t m = k->m;
    struct digit_rule rule = s->rule;
    rule.s_table = (const uint8_t *)s->table, rule.s_values = s->values;
    k->full = full;
    find_tile(next, s);
    empty_bins(&s->part);
    map_keys(k, l->order);
#define FIND(kind) find_digits(k, kind, true, &rule)
    BY_KIND(rule, FIND);
#undef FIND
    const bool fits = order_tile(k, &to, (enum digit_kind)rule.kind, &s->part);
    load_found(l, s, k);
#define STORE(kind) store_tile(full, m, kind, &rule, &s->part)
    if (fits) {
        BY_KIND(rule, STORE);
    } else if (threadIdx.x == 0) {
        atomicExch(to.d_overflow, 1);
    }
#undef STORE
#undef BY_KIND
    __syncthreads(); // the tile and the rule may be overwritten
}

/** Chunks of a level's tiles: of each bucket one tile may be no whole one. */
static __host__ __device__ __forceinline__ uint32_t chunks_of(const struct space_level *l) {
    return (tiles_of(l->n) + (l->d_first_tile ? DIGITS : 0) + l->chunk - 1) / l->chunk;
}

/** The block's first tile from `tile` on. Of `some` tiles only those that are left. */
static __device__ __forceinline__ uint32_t next_left(const struct space_level *l, uint32_t tile,
                                                     bool some) {
    const uint32_t end = chunks_of(l) * l->chunk;
    while (some && tile < end && tile < l->d_done[tile / l->chunk]) tile += gridDim.x;
    return tile;
}

/** @launch blocks of PART_THREADS threads, which share the tiles
 *  @shared 73 KB, or 59 for the second level: a tile by digit, where each digit goes, where tiles are, and the table
 *  @cost   8 bytes a key moved, but for values that have a digit; atomics as of partition_kernel
 *  @source Stehle 2017; Frazer 1970 */
static __global__ void __launch_bounds__(PART_THREADS, 2)
    partition_spaces_kernel(const __grid_constant__ struct space_level l) {
    extern __shared__ struct space_shared s_spaces[];
    struct space_shared *s = s_spaces;
    uint32_t bucket = DIGITS;
    struct part_keys k;
    await_kernel_before();
    if (misled_before(l.notes, l.who)) return;
    const bool some = l.d_done && l.notes->by_bits;
    if (some && !l.notes->crowded[l.who]) return;
    uint32_t tile = next_left(&l, blockIdx.x, some);
    load_buckets(&l, s);
    find_tile(tile, s);
    __syncthreads(); // the first tile is known
    for (load_found(&l, s, &k); k.m > 0;) {
        if (s->bucket != bucket) load_rule(&l, s->bucket, s);
        bucket = s->bucket, tile = next_left(&l, tile + gridDim.x, some);
        __syncthreads(); // the rule is there, and all know their bucket
        if (k.m == PART_TILE)
            partition_loaded(&l, true, bucket, tile, &k, s);
        else
            partition_loaded(&l, false, bucket, tile, &k, s);
    }
}

/** Launches a partition: 8 blocks for a multiprocessor, two of which run at once. */
static inline void launch_spaces(struct space_level l, cudaStream_t stream) {
    const uint32_t tiles = tiles_of(l.n) + (l.d_first_tile ? DIGITS : 0);
    const uint32_t blocks = (uint32_t)size_min(8 * multiprocessors(), tiles);
    void *arguments[] = {&l};
    launch_early((const void *)partition_spaces_kernel, blocks, PART_THREADS,
                 sizeof(struct space_shared) - ENTRIES_1 + l.entries, stream, arguments);
}

static inline struct space_level first_into_spaces(const struct sampled *q) {
    struct space_level l = {q->t.side[SIDE_IN],
                            q->t.side[SIDE_TEMP],
                            q->t.n,
                            q->t.order,
                            {32 - q->t.bits_1, q->t.bits_1},
                            q->rule_1};
    l.d_tables = q->table_1, l.d_values = q->values_1, l.d_keys = q->keys_1, l.entries = ENTRIES_1;
    l.d_begins = q->begins_1, l.d_next = q->t.next_1;
    l.notes = q->notes, l.who = BY_FIRST_PARTITION;
    l.d_rests = q->rests_1, l.chunk = q->chunk, l.d_done = q->done;
    return l;
}

static inline struct space_level second_into_spaces(const struct sampled *q) {
    struct space_level l = {q->t.side[SIDE_TEMP],
                            q->t.side[SIDE_SPACES],
                            q->t.n,
                            ORDER_NONE,
                            {32 - q->t.bits_1 - q->t.bits_2, q->t.bits_2},
                            q->rules_2};
    l.d_tables = q->tables_2, l.d_values = q->values_2, l.d_keys = q->keys_2, l.entries = ENTRIES_2;
    l.d_begins = q->begins_2, l.d_next = q->t.next_2;
    l.notes = q->notes, l.who = BY_SECOND_PARTITION;
    l.d_rests = q->rests_2, l.d_rests_before = q->rests_1, l.chunk = q->chunk, l.d_done = q->done;
    l.d_first_tile = q->first_tile, l.d_from = q->begins_1, l.d_stops = q->t.next_1;
    return l;
}

#endif
#endif
