/**
 * @file
 * @brief A sort of items by sweeps: keys of 32 or 64 bits, alone, with values of any size, or with their indices.
 *
 * A value of a word is carried. Of values larger than a word the index is sorted, and they are gathered at the end:
 * less is moved so than by carrying them through four passes.
 */
#ifndef SORTLAB_DEVICE_ITEMS_H
#define SORTLAB_DEVICE_ITEMS_H

#include "common/sort/device/few.h"
#include "common/sort/device/grid.h"
#include "common/sort/device/pieces.h"
#include "common/sort/device/search.h"
#include "common/sort/device/words.h"

#ifdef __CUDACC__

/** What is sorted, by which bits of its keys. */
struct items {
    size_t n, key_bytes, value_bytes; /**< value_bytes 0: keys alone */
    const void *d_keys, *d_values;    /**< d_values NULL: each item's index is its value */
    void *d_keys_out, *d_values_out;  /**< d_keys_out NULL: nobody asks for the keys */
    key_order order;
    uint32_t begin, bits; /**< of keys in unsigned order: so many bits above the lowest `begin` */
    size_t segments;      /**< 0: all items are sorted together */
    const place_t *d_starts; /**< where each segment begins */
    const uint32_t *d_goes;  /**< NULL, or a word that is 0 if they are sorted in another way */
};

/** All passes of a sort. */
struct sweep {
    struct pass pass; /**< what all have in common */
    bool wide;        /**< items have two words */
    struct sweep_bytes by;
    place_t *d_bins;         /**< RADIX for each byte of an item, and twice MOST_FEW */
    place_t *d_starts;       /**< RADIX for each pass */
    unsigned int *d_tickets; /**< one for each pass, and one for blocks that have counted */
    unsigned char *d_moves;  /**< a byte for each pass */
    uint16_t *d_counts;      /**< of tiles, where all are sorted at once */
    uint16_t *d_bounds;      /**< of tiles, where there are few items */
    size_t zeros;        /**< bytes of temporary memory that have to be 0 before the first pass */
    uint32_t *d_indices; /**< where the items' indices end, if values are gathered by them */
    size_t temp_bytes;
};

/** Passes by so many bits. */
static inline uint32_t passes_by(uint32_t bits) {
    return (bits + RADIX_BITS - 1) / RADIX_BITS;
}

/** Plans passes by an item's lowest bits, so many. */
static inline void add_passes(struct sweep *s, uint32_t bits) {
    s->pass.passes = passes_by(bits);
    for (uint32_t k = 0; k < s->pass.passes; k++) {
        const uint32_t left = bits - k * RADIX_BITS;
        s->by.byte[k] = (uint8_t)k;
        s->by.mask[k] = (uint8_t)(left < RADIX_BITS ? (1u << left) - 1 : RADIX - 1);
    }
}

/** What is flipped in a key, if these bits are in its upper or only word: a lower word is flipped as a whole. */
static inline unsigned long long flips_of(uint32_t bits, bool both) {
    return both ? (unsigned long long)bits << 32 | (bits & 1 ? UINT32_MAX : 0) : bits;
}

/** How keys of an order become words, or words keys again. */
static inline void plan_maps(struct pass *p, const struct items *x, bool both) {
    const uint32_t top = 1u << 31;
    p->from.both = p->to.both = both;
    p->from.turn = p->to.turn = x->begin;
    p->from.if_set = flips_of(order_encode(top, x->order) ^ top, both);
    p->from.if_clear = flips_of(order_encode(0, x->order), both);
    p->to.if_set = flips_of(order_decode(top, x->order) ^ top, both);
    p->to.if_clear = flips_of(order_decode(0, x->order), both);
}

/** Whether keys are words in unsigned order as they are: then no pass maps them. */
static inline bool maps_nothing(struct sweep_map m) {
    return m.if_set == 0 && m.if_clear == 0 && m.turn == 0;
}

/** How items are sorted: all in one launch, or by a launch for each pass. */
enum method { BY_SEARCH, BY_MERGING, IN_GRID, BY_SWEEPS };

/** The fastest method. */
static inline enum method method_of(const struct items *x) {
    const uint32_t passes = passes_by(x->bits);
    const bool wide = x->key_bytes > sizeof(uint32_t), carries = x->value_bytes > 0;
    struct few_sort few = {};
    few.pass.n = x->n;
    if (are_fewest(x->n, x->value_bytes)) return BY_SEARCH;
    if (few_are_merged(x->n, passes, wide, carries) && plan_few(&few, x->bits, wide))
        return BY_MERGING;
    return grid_rows(x->n, wide, carries) > 0 ? IN_GRID : BY_SWEEPS;
}

/**
 * The most words that are carried with each item: its value, or the value's index. Large values are read and written
 * once by their indices, but not in order: that takes as long as to carry two words through any passes, or four
 * through a few.
 */
static inline uint32_t most_carried(const struct items *x) {
    const size_t words = x->value_bytes / sizeof(uint32_t);
    const bool large = words == 2 || (words == 4 && passes_by(x->bits) <= QUAD_PASSES);
    return large && x->segments == 0 ? (uint32_t)words : words > 0;
}

/** The words that are carried: large values only where they are aligned, and sweeps sort them. */
static inline uint32_t words_carried(const struct items *x) {
    const uint32_t most = most_carried(x);
    const uintptr_t ends = (uintptr_t)x->d_values | (uintptr_t)x->d_values_out; // their lowest bits
    if (most <= 1) return most;
    const bool fits = most == 2 || block_bytes() >= 128 << 10;
    return fits && ends % x->value_bytes == 0 && method_of(x) == BY_SWEEPS ? most : 1;
}

/** Which passes there are, and what all have in common. */
static inline struct sweep plan_passes(const struct items *x, uint32_t carries) {
    const bool both = x->key_bytes > sizeof(uint32_t);
    struct sweep s = {};
    add_passes(&s, x->bits);
    plan_maps(&s.pass, x, both);
    s.pass.mapped = maps_nothing(s.pass.from) ? 0 : s.pass.passes;
    s.wide = both;
    s.pass.n = x->n;
    s.pass.carries = carries;
    s.pass.d_goes = x->d_goes;
    s.pass.drops = !x->d_keys_out;
    return s;
}

/** Words of an array, side by side. */
static inline struct lies side_by_side(void *d_items) {
    const struct lies l = {(uint32_t *)d_items, (uint32_t *)d_items + 1};
    return l;
}

/** Where items lie. */
static inline void lay_out_words(struct sweep *s, const struct items *x, struct pieces *p) {
    const size_t word = x->n * sizeof(uint32_t);
    void *d_out = x->d_keys_out ? x->d_keys_out : take(p, x->key_bytes * x->n);
    void *d_other = take(p, s->wide ? 2 * word : word);
    struct way *w = &s->pass.items;
    w->first.d_low = (uint32_t *)x->d_keys;
    w->land.d_low = (uint32_t *)d_out;
    w->other.d_low = (uint32_t *)d_other;
    if (s->wide) w->other = side_by_side(d_other);
    if (s->pass.from.both)
        w->first = side_by_side((void *)x->d_keys), w->land = side_by_side(d_out);
}

/** Where the words lie that are carried: values, or the items' indices. */
static inline void lay_out_carried(struct sweep *s, const struct items *x, struct pieces *p) {
    const size_t word = x->n * sizeof(uint32_t);
    struct way *w = &s->pass.carried;
    const bool gathered = x->value_bytes > s->pass.carries * sizeof(uint32_t);
    if (gathered) s->d_indices = (uint32_t *)take(p, word);
    w->first.d_low = gathered ? NULL : (uint32_t *)x->d_values;
    w->land.d_low = gathered ? s->d_indices : (uint32_t *)x->d_values_out;
    w->other.d_low = (uint32_t *)take(p, s->pass.carries * word);
}

/** Where everything lies in d_temp, which may be NULL where only sizes are asked for. */
static inline struct sweep lay_out_items(const struct items *x, uint32_t carries, void *d_temp) {
    struct sweep s = plan_passes(x, carries);
    struct pieces p = {(char *)d_temp, 0};
    s.d_starts = (place_t *)take(&p, SWEEP_PASSES * RADIX * sizeof(place_t));
    s.d_bins = (place_t *)take(&p, (SWEEP_PASSES * RADIX + 2 * MOST_FEW) * sizeof(place_t));
    s.d_tickets = (unsigned int *)take(&p, (SWEEP_PASSES + 1) * sizeof(unsigned int));
    s.d_moves = (unsigned char *)take(&p, SWEEP_PASSES);
    s.pass.d_moves = (const unsigned long long *)s.d_moves;
    s.zeros = p.bytes;
    struct spike *d_spike = (struct spike *)take(&p, sizeof(struct spike));
    struct few_values *d_few = (struct few_values *)take(&p, sizeof(struct few_values));
    if (s.pass.passes > 1) s.pass.d_few = d_few;
    if (x->bits == 32 && x->key_bytes == sizeof(uint32_t) && x->value_bytes == 0)
        s.pass.d_spike = d_spike; // so keys with one value cannot be told apart
    s.pass.d_published = (place_t *)take(&p, most_tiles(x->n) * RADIX * sizeof(place_t));
    s.d_counts = (uint16_t *)take(&p, 2 * most_grid_tiles(x->n) * RADIX * sizeof(uint16_t));
    s.d_bounds = (uint16_t *)take(&p, few_bounds(x->n) * sizeof(uint16_t));
    lay_out_words(&s, x, &p);
    if (s.pass.carries) lay_out_carried(&s, x, &p);
    s.temp_bytes = p.bytes;
    return s;
}

/** Bytes of temporary memory, whatever the device and wherever values lie. */
static inline size_t items_bytes(const struct items *x) {
    const uint32_t most = most_carried(x);
    return size_max(lay_out_items(x, most, NULL).temp_bytes,
                    lay_out_items(x, most > 0, NULL).temp_bytes);
}

/** Pass number k. */
static inline struct pass pass_of(const struct sweep *s, uint32_t k) {
    struct pass p = s->pass;
    p.number = k;
    p.byte = s->by.byte[k];
    p.mask = s->by.mask[k];
    p.d_starts = s->d_starts + k * RADIX;
    p.d_tickets = s->d_tickets + k;
    return p;
}

/** Words that tiles publish in the passes. */
static inline size_t published_words(const struct sweep *s) {
    size_t tiles = 0;
    for (uint32_t k = 0; k < s->pass.passes; k++) {
        const struct pass p = pass_of(s, k);
        tiles = size_max(tiles, sweep_tiles(p.n, pass_shape(&p, s->wide)));
    }
    return tiles * RADIX;
}

/** What is counted: the bytes that passes go by. */
static inline struct histogram histogram_of(const struct sweep *s) {
    struct histogram h = {};
    h.items = s->pass.items.first, h.n = s->pass.n;
    h.map = s->pass.from, h.count.bytes = s->pass.passes;
    h.count.last = s->by.mask[s->pass.passes - 1];
    h.d_bins = s->d_bins, h.d_counted = s->d_tickets + SWEEP_PASSES;
    h.d_starts = s->d_starts, h.d_moves = s->d_moves, h.d_goes = s->pass.d_goes;
    h.d_published = s->pass.d_published, h.words = published_words(s);
    h.d_values = s->d_bins + SWEEP_PASSES * RADIX, h.d_few = s->pass.d_few;
    h.d_spike = s->pass.d_spike, h.d_kept = s->pass.items.land.d_low,
    h.d_aside = s->pass.items.other.d_low;
    return h;
}

/** Moves the items by all passes, a kernel each: all digits are counted. */
static inline void launch_passes(const struct sweep *s, cudaStream_t stream) {
    for (uint32_t k = 0; k < s->pass.passes; k++) {
        const struct pass p = pass_of(s, k);
        launch_pass(&p, s->wide, stream);
    }
}

/** Counts the items, and moves them. */
static inline void sweep_items(const struct sweep *s, cudaStream_t stream) {
    const struct histogram h = histogram_of(s);
    launch_begin(&s->pass, h.count, s->wide, 0, s->d_starts, s->zeros, stream);
    launch_histogram(h, stream);
    launch_passes(s, stream);
}

/** Whether the kernel that merges items' indices brings their values along: of 8 or 16 bytes, and aligned to that. */
static inline bool land_values(const struct items *x) {
    const uintptr_t ends = (uintptr_t)x->d_values | (uintptr_t)x->d_values_out;
    return method_of(x) == BY_MERGING && (x->value_bytes == 8 || x->value_bytes == 16) &&
           ends % x->value_bytes == 0;
}

/** Sorts the fewest items. */
static inline void search_items(const struct items *x, cudaStream_t stream) {
    const struct sweep s = plan_passes(x, 0);
    const struct lies words = {(uint32_t *)x->d_keys, NULL},
                      land = {(uint32_t *)x->d_keys_out, NULL};
    struct search g = {};
    g.items = s.wide ? side_by_side((void *)x->d_keys) : words;
    g.land = s.wide ? side_by_side(x->d_keys_out) : land;
    g.map = s.pass.from;
    g.bits = lowest_bits(x->bits);
    g.n = (uint32_t)x->n;
    g.d_values = (const uint32_t *)x->d_values;
    g.d_values_out = (uint32_t *)x->d_values_out;
    g.value_words = (uint32_t)(x->value_bytes / sizeof(uint32_t));
    launch_search(&g, s.wide, stream);
}

/** Sorts n > 0 items together. It is stable. */
static inline void sort_items(const struct items *x, void *d_temp, cudaStream_t stream) {
    const enum method method = method_of(x);
    if (method == BY_SEARCH) return search_items(x, stream);
    struct sweep s = lay_out_items(x, words_carried(x), d_temp);
    const bool carries = s.pass.carries > 0, lands = land_values(x);
    const struct landing values = {(const uint32_t *)x->d_values, (uint32_t *)x->d_values_out,
                                   (uint32_t)(x->value_bytes / sizeof(uint32_t))};
    if (lands) s.pass.values = values;
    struct grid_sort all = {s.pass, s.by, 0, s.d_counts};
    struct few_sort few = {s.pass, {0, 0}, 0, 0, 0, s.d_bounds};
    if (method == BY_MERGING) {
        plan_few(&few, x->bits, s.wide);
        launch_few(&few, s.wide, stream);
    } else if (method == IN_GRID) {
        all.used = grid_rows(x->n, s.wide, carries);
        launch_grid(&all, s.wide, stream);
    } else {
        sweep_items(&s, stream);
    }
    if (s.d_indices && !lands)
        gather_values(x->d_values, s.d_indices, x->n, x->value_bytes, x->d_values_out, stream);
}

/** Whether the device's blocks have the shared memory that these kernels take. */
static inline bool can_sweep(void) {
    return block_bytes() >= 64 << 10;
}

#endif
#endif
