/**
 * @file
 * @brief Temporary memory of a sort: where the tables lie, and how many bytes they take.
 */
#ifndef SORTLAB_DEVICE_LAYOUT_H
#define SORTLAB_DEVICE_LAYOUT_H

#include "common/size_min.h"
#include "common/sort/device/device.h"
#include "common/sort/device/pieces.h"
#include "common/sort/device/tables.h"
#include "common/sort/device/wide.h"

#ifdef __CUDACC__

/** How many segments, and how many buckets of keys that were split, there can be. */
static inline size_t most_segments(size_t n) {
    return n / BUCKET_ITEMS + 1; // where a block cannot have the wide finish
}

static inline size_t most_children(size_t n) {
    return n / 256 + 64;
}

/** Up to so many keys fewer launches are worth more than the best kernel for each list. Tests have a lower bound. */
#ifndef FEW_LAUNCHES
#define FEW_LAUNCHES (1u << 22)
#endif

/** The tables in temporary memory, for up to 2^bits bins; SIDE_TEMP has so many words, n at least. */
static inline struct tables lay_out(size_t n, size_t words, uint32_t bits, struct pieces *p) {
    size_t bins = (size_t)1 << bits;
    struct tables t = {{NULL, NULL, NULL}};
    if (n <= BUCKET_ITEMS) return t;
    t.notes = (struct notes *)take(p, sizeof(struct notes) + bins * sizeof(place_t));
    t.bins = (place_t *)(t.notes + 1); // behind the notes: one call empties both
    t.side[SIDE_TEMP] = (uint32_t *)take(p, words * sizeof(uint32_t));
    t.starts = (place_t *)take(p, (bins + 1) * sizeof(place_t));
    t.next_1 = (place_t *)take(p, ((size_t)RADIX << NEXT_APART) * sizeof(place_t));
    t.next_2 = (place_t *)take(p, bins * sizeof(place_t));
    t.small.d_buckets = (struct bucket *)take(p, most_children(n) * sizeof(struct bucket));
    t.repeats.d_buckets =
        (struct bucket *)take(p, (bins + most_children(n)) * sizeof(struct bucket));
    t.medium.d_buckets =
        (struct bucket *)take(p, (bins + 2 * most_children(n)) * sizeof(struct bucket));
    t.valued.d_buckets = (struct bucket *)take(p, 2 * most_children(n) * sizeof(struct bucket));
    for (int i = 0; i < 2; i++)
        t.segments[i] = (struct segment *)take(p, most_segments(n) * sizeof(struct segment));
    t.values = (place_t *)take(p, most_segments(n) * VALUES * sizeof(place_t));
    return t;
}

/** What the wide finish needs of shared memory, with so many threads. */
static inline size_t wide_bytes(uint32_t threads) {
    return sizeof(struct wide_shared) -
           (WIDE_THREADS - threads) / WARP_THREADS * CORE * sizeof(uint32_t);
}

/** Threads of a block of the wide finish: all, half of them, or 0, as its shared memory allows. */
static inline uint32_t wide_threads(void) {
    if (wide_bytes(WIDE_THREADS) <= block_bytes()) return WIDE_THREADS;
    return wide_bytes(WIDE_THREADS / 2) <= block_bytes() ? WIDE_THREADS / 2 : 0;
}

/** Tables for a sort, from a layout that takes so many bytes. */
static inline struct tables fill_in(struct tables t, const uint32_t *d_in, uint32_t *d_out,
                                    size_t n, key_order order, uint32_t bits_1, uint32_t bits_2,
                                    size_t bytes, size_t temp_bytes) {
    if (bytes > temp_bytes) {
        fprintf(stderr, "sort: %zu keys need %zu bytes of temporary memory, not %zu\n", n, bytes,
                temp_bytes);
        exit(EXIT_FAILURE);
    }
    t.side[SIDE_IN] = (uint32_t *)d_in; // nothing is written to it
    t.side[SIDE_OUT] = d_out;
    t.n = n;
    t.order = order;
    t.bits_1 = bits_1;
    t.bits_2 = bits_2;
    t.most = wide_threads() == WIDE_THREADS ? (uint32_t)WIDE_ITEMS : (uint32_t)BUCKET_ITEMS;
    t.large_bin = LARGE_BIN;
    if (t.notes) {
        t.small.d_n = &t.notes->n_small;
        t.repeats.d_n = &t.notes->n_repeats;
        t.medium.d_n = &t.notes->n_medium;
        t.valued.d_n = &t.notes->n_valued;
        if (n <= FEW_LAUNCHES) t.small = t.repeats = t.valued = t.medium;
    }
    return t;
}

static inline struct tables make_tables(const uint32_t *d_in, uint32_t *d_out, size_t n,
                                        key_order order, uint32_t bits_1, uint32_t bits_2,
                                        void *d_temp, size_t temp_bytes) {
    struct pieces p = {(char *)d_temp, 0};
    struct tables t = lay_out(n, n, COUNT_BITS, &p);
    return fill_in(t, d_in, d_out, n, order, bits_1, bits_2, p.bytes, temp_bytes);
}

/** The top bits to partition by so that a split, by RADIX_BITS more, leaves buckets of 8,192 keys. */
static inline uint32_t bits_before_split(size_t n) {
    uint32_t bits = RADIX_BITS;
    while (n >> (bits + RADIX_BITS) > 8192) bits++;
    return bits;
}

#endif
#endif
