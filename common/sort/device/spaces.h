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
};

/** What the threads of a block share; the table is as long as the level's. */
struct space_shared {
    struct part_shared part;
    struct digit_rule rule;
    struct part_target to;
    place_t from; /**< the tile: where it begins, of which bucket, and how many keys it has */
    uint32_t bucket, m;
    uint32_t values[DIGITS];
    uint4 table[ENTRIES_1 / sizeof(uint4)];
};

#ifdef __CUDACC__

/** Where the keys of bucket b go. */
static __device__ __forceinline__ struct part_target target_of(const struct space_level *l,
                                                               uint32_t b) {
    const struct part_target to = {l->d_out, l->d_next + (size_t)b * DIGITS,
                                   l->d_begins + (size_t)b * (DIGITS + 1) + 1,
                                   l->notes->misled + l->who, l->d_keys + (size_t)b * DIGITS};
    return to;
}

/** Loads the rule of bucket b, its table if it has one, and where its keys go. */
static __device__ __forceinline__ void load_rule(const struct space_level *l, uint32_t b,
                                                 struct space_shared *s) {
    const uint4 *d_table = (const uint4 *)(l->d_tables + (size_t)b * l->entries);
    bool table = l->d_rules[b].kind > DIGIT_EVEN;
    if (threadIdx.x == 0) s->rule = l->d_rules[b], s->to = target_of(l, b);
    for (uint32_t i = threadIdx.x; table && i < l->entries / sizeof(uint4); i += PART_THREADS)
        s->table[i] = d_table[i];
    if (table && threadIdx.x < DIGITS)
        s->values[threadIdx.x] = l->d_values[(size_t)b * DIGITS + threadIdx.x];
    __syncthreads(); // the rule is there
}

static __device__ __forceinline__ uint32_t tiles_of(const struct space_level *l) {
    return l->d_first_tile ? l->d_first_tile[DIGITS]
                           : (uint32_t)((l->n + PART_TILE - 1) / PART_TILE);
}

/** Finds the bucket of a tile, and which of its keys the tile has. */
static __device__ __forceinline__ void find_tile(const struct space_level *l, uint32_t tile,
                                                 struct space_shared *s) {
    uint32_t b = threadIdx.x, first = 0, next = b == 0 ? UINT32_MAX : 0;
    if (b < DIGITS && l->d_first_tile) first = l->d_first_tile[b], next = l->d_first_tile[b + 1];
    if (first <= tile && tile < next) {
        place_t from = l->d_first_tile ? l->d_from[b] : 0,
                end = l->d_first_tile ? l->d_stops[b] : l->n;
        s->bucket = b, s->from = from + (place_t)(tile - first) * PART_TILE;
        s->m = (uint32_t)min(end - s->from, (place_t)PART_TILE);
    }
    __syncthreads(); // the tile's bucket is known
}

/* A function for each kind, so that no kind takes the registers of another. */
#define PARTITION_BY(NAME, KIND, FULL)                                                             \
    static __device__ __noinline__ void NAME(const uint32_t *d_tile, uint32_t m,                   \
                                             key_order order) {                                    \
        extern __shared__ struct space_shared s_spaces[];                                          \
        struct digit_rule rule = s_spaces->rule;                                                   \
        rule.s_table = (const uint8_t *)s_spaces->table, rule.s_values = s_spaces->values;         \
        partition_keys_of(d_tile, m, FULL, &s_spaces->to, KIND, &rule, order, NULL,                \
                          &s_spaces->part);                                                        \
    }
PARTITION_BY(partition_even, DIGIT_EVEN, true)
PARTITION_BY(partition_table, DIGIT_TABLE, true)
PARTITION_BY(partition_values, DIGIT_VALUES, true)
PARTITION_BY(partition_part, (enum digit_kind)rule.kind, false)
#undef PARTITION_BY

/** Partitions the m keys of a tile by the rule that was loaded. */
static __device__ __forceinline__ void partition_by_rule(const uint32_t *d_tile, uint32_t m,
                                                         key_order order, uint32_t kind) {
    if (m < PART_TILE)
        partition_part(d_tile, m, order);
    else if (kind == DIGIT_EVEN)
        partition_even(d_tile, m, order);
    else if (kind == DIGIT_TABLE)
        partition_table(d_tile, m, order);
    else
        partition_values(d_tile, m, order);
}

/** @launch blocks of PART_THREADS threads, which share the tiles; for planned digits
 *  @shared 68 KB, or 54 for the second level: a tile by digit, where each digit goes, and the table
 *  @cost   8 bytes a key moved, but for values that have a digit; atomics as of partition_kernel
 *  @source Stehle 2017; Frazer 1970 */
static __global__ void __launch_bounds__(PART_THREADS, 2)
    partition_spaces_kernel(struct space_level l) {
    extern __shared__ struct space_shared s_spaces[];
    struct space_shared *s = s_spaces;
    await_kernel_before();
    if (l.notes->by_bits || misled_before(l.notes, l.who)) return;
    if (!l.d_first_tile) load_rule(&l, 0, s);
    for (uint32_t tile = blockIdx.x; tile < tiles_of(&l); tile += gridDim.x) {
        find_tile(&l, tile, s);
        if (l.d_first_tile) load_rule(&l, s->bucket, s);
        partition_by_rule(l.d_in + s->from, s->m, l.order, s->rule.kind);
    }
}

/** The same where all digits are bits. It needs less: the compiler sees that all pointers are the device's.
 *  @launch blocks of PART_THREADS threads, which share the tiles
 *  @shared 54 KB: a tile by digit, and where each digit goes
 *  @cost   as of partition_kernel
 *  @source Stehle 2017 */
static __global__ void __launch_bounds__(PART_THREADS, 2)
    partition_bits_kernel(struct space_level l) {
    extern __shared__ struct space_shared s_spaces[];
    struct space_shared *s = s_spaces;
    await_kernel_before();
    if (!l.notes->by_bits || misled_before(l.notes, l.who)) return;
    for (uint32_t tile = blockIdx.x; tile < tiles_of(&l); tile += gridDim.x) {
        find_tile(&l, tile, s);
        partition_tile(l.d_in + s->from, s->m, target_of(&l, s->bucket), digit_bits(l.by), l.order,
                       &s->part);
    }
}

/** Launches both, of which one leaves at once: so they have few blocks. */
static inline void launch_spaces(const struct space_level *l, cudaStream_t stream) {
    uint32_t tiles = (uint32_t)(l->n / PART_TILE) + 1 + (l->d_first_tile ? DIGITS : 0);
    uint32_t blocks = (uint32_t)size_min(8 * multiprocessors(), tiles);
    size_t least = sizeof(struct space_shared) - ENTRIES_1;
    void *arguments[] = {(void *)l};
    launch_early((const void *)partition_spaces_kernel, blocks, PART_THREADS, least + l->entries,
                 stream, arguments);
    launch_early((const void *)partition_bits_kernel, blocks, PART_THREADS, least, stream,
                 arguments);
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
    l.d_first_tile = q->first_tile, l.d_from = q->begins_1, l.d_stops = q->t.next_1;
    return l;
}

#endif
#endif
