/**
 * @file
 * @brief A sort of items by sweeps: keys of 32 or 64 bits, alone, with values of any size, or with their indices.
 *
 * A key of 64 bits is cut into two columns first. Where segments are sorted each by itself, a key's upper word is the
 * number of its segment. A value of one word is a column, too. Of larger values the index is carried, and they are
 * gathered at the end: less is moved so than by carrying them through four passes.
 */
#ifndef SORTLAB_DEVICE_ITEMS_H
#define SORTLAB_DEVICE_ITEMS_H

#include "common/sort/device/histogram.h"
#include "common/sort/device/pieces.h"
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
};

/** A column on its way: where the first pass finds it, where the last one leaves it, and where it lies in between. */
struct way {
    const uint32_t *d_first;
    uint32_t *d_land, *d_other;
};

/** All passes of a sort. */
struct sweep {
    struct way ways[ITEM_WORDS]; /**< the words of the key, the lower one first; then the value */
    uint32_t n_ways, key_words, passes;
    uint32_t bits[2];        /**< of each word of the key, its lowest ones */
    bool cut;                /**< whether the words are made of keys of 64 bits */
    place_t *d_starts;       /**< RADIX for each of SWEEP_DIGITS digits */
    place_t *d_published;    /**< RADIX for each tile, in all passes the same */
    unsigned int *d_tickets; /**< one for each of SWEEP_DIGITS digits */
    size_t zeros;        /**< bytes of temporary memory that have to be 0 before the first pass */
    uint32_t *d_indices; /**< where the items' indices end, if values are gathered by them */
    size_t bytes;        /**< of temporary memory, all */
};

static inline uint32_t digits_of(uint32_t bits) {
    return (bits + RADIX_BITS - 1) / RADIX_BITS;
}

/** Which bits of which words the passes go by. */
static inline struct sweep plan_passes(const struct items *x) {
    struct sweep s = {};
    s.cut = x->key_bytes > sizeof(uint32_t);
    s.bits[0] = x->bits < 32 ? x->bits : 32;
    s.bits[1] = x->bits - s.bits[0];
    while (x->segments > (size_t)1 << s.bits[1]) s.bits[1]++;
    s.key_words = s.cut || x->segments > 0 ? 2 : 1;
    s.passes = digits_of(s.bits[0]) + digits_of(s.bits[1]);
    return s;
}

/** The ways of a key's words. Who makes a column writes it where the first pass does not write. */
static inline void lay_out_keys(struct sweep *s, const struct items *x, struct pieces *p) {
    const size_t column = x->n * sizeof(uint32_t);
    uint32_t *d_out = (uint32_t *)x->d_keys_out;
    if (!d_out) d_out = (uint32_t *)take(p, x->key_bytes * x->n);
    for (uint32_t w = 0; w < s->key_words; w++) {
        uint32_t *d_spare = (uint32_t *)take(p, column);
        uint32_t *d_part = s->cut || w == 0 ? d_out + w * x->n : (uint32_t *)take(p, column);
        const struct way given = {(const uint32_t *)x->d_keys, d_part, d_spare};
        const struct way made = {s->passes % 2 ? d_part : d_spare, d_spare, d_part};
        s->ways[w] = s->cut || w > 0 ? made : given;
    }
    s->n_ways = s->key_words;
}

/** Where everything lies in d_temp, which may be NULL where only sizes are asked for. */
static inline struct sweep lay_out_items(const struct items *x, void *d_temp) {
    const size_t column = x->n * sizeof(uint32_t);
    struct sweep s = plan_passes(x);
    struct pieces p = {(char *)d_temp, 0};
    s.d_starts = (place_t *)take(&p, SWEEP_DIGITS * RADIX * sizeof(place_t));
    s.d_tickets = (unsigned int *)take(&p, SWEEP_DIGITS * sizeof(unsigned int));
    s.d_published =
        (place_t *)take(&p, (size_t)sweep_tiles(x->n, SMALL_ROWS) * RADIX * sizeof(place_t));
    s.zeros = p.bytes;
    lay_out_keys(&s, x, &p);
    if (x->value_bytes > 0) {
        const bool carried = x->value_bytes == sizeof(uint32_t);
        if (!carried) s.d_indices = (uint32_t *)take(&p, column);
        const struct way value = {carried ? (const uint32_t *)x->d_values : NULL,
                                  carried ? (uint32_t *)x->d_values_out : s.d_indices,
                                  (uint32_t *)take(&p, column)};
        s.ways[s.n_ways++] = value;
    }
    s.bytes = p.bytes;
    return s;
}

/** A column's way in pass number k: to where it lands if an even number of passes is left behind it. */
static inline struct column step_of(const struct sweep *s, struct way w, uint32_t k) {
    const bool lands = (s->passes - 1 - k) % 2 == 0;
    const struct column c = {k == 0  ? w.d_first
                             : lands ? w.d_other
                                     : w.d_land,
                             lands ? w.d_land : w.d_other};
    return c;
}

/** Pass number k of so many. */
static inline struct pass pass_of(const struct sweep *s, const struct items *x, uint32_t k) {
    const struct sweep_order plain = {ORDER_NONE, 0}, mapped = {x->order, x->begin};
    const uint32_t word = k >= digits_of(s->bits[0]), bits = s->bits[word];
    const uint32_t digit = word ? k - digits_of(s->bits[0]) : k;
    const bool last = digit + 1 == digits_of(bits), maps = word == 0 && !s->cut;
    struct pass p = {};
    for (uint32_t w = 0; w < s->n_ways; w++) {
        if (w == word)
            p.key = step_of(s, s->ways[w], k);
        else
            p.carried[p.n_carried++] = step_of(s, s->ways[w], k);
    }
    if (k + 1 == s->passes && (!x->d_keys_out || (word == 1 && !s->cut))) p.key.d_to = NULL;
    p.n = x->n;
    p.number = k;
    p.digit = digit;
    p.mask = last ? (RADIX - 1) >> ((digit + 1) * RADIX_BITS - bits) : RADIX - 1;
    p.from = maps && digit == 0 ? mapped : plain;
    p.to = maps && last ? mapped : plain;
    p.d_starts = s->d_starts + (word * WORD_DIGITS + digit) * RADIX;
    p.d_published = s->d_published;
    p.d_tickets = s->d_tickets + k;
    return p;
}

/** Counts the digits of all passes. */
static inline void count_items(const struct sweep *s, const struct items *x, cudaStream_t stream) {
    CU(cudaMemsetAsync(s->d_starts, 0, s->zeros, stream));
    for (uint32_t w = 0, k = 0; w < 2 && k < s->passes; k += digits_of(s->bits[w++])) {
        const uint32_t digits = digits_of(s->bits[w]);
        place_t *d_starts = s->d_starts + w * WORD_DIGITS * RADIX;
        launch_histogram(s->ways[w].d_first, x->n, pass_of(s, x, k).from, d_starts, stream);
        start_digits_kernel<<<digits, RADIX, 0, stream>>>(d_starts,
                                                          pass_of(s, x, k + digits - 1).mask);
        CU_LAUNCHED();
    }
}

/** Makes those columns of a key that are not given. */
static inline void make_columns(const struct sweep *s, const struct items *x, cudaStream_t stream) {
    uint32_t *d_lower = (uint32_t *)s->ways[0].d_first, *d_upper = (uint32_t *)s->ways[1].d_first;
    if (s->cut)
        cut_words(x->d_keys, x->n, x->order, x->begin, d_lower, d_upper, stream);
    else if (s->key_words == 2)
        number_segments(x->d_starts, x->segments, x->n, d_upper, stream);
}

/** Sorts n > 0 items, or those of each segment. It is stable. */
static inline void sort_items(const struct items *x, void *d_temp, cudaStream_t stream) {
    const struct sweep s = lay_out_items(x, d_temp);
    make_columns(&s, x, stream);
    count_items(&s, x, stream);
    for (uint32_t k = 0; k < s.passes; k++) {
        const struct pass p = pass_of(&s, x, k);
        launch_pass(&p, stream);
    }
    if (s.cut && x->d_keys_out)
        join_words(s.ways[0].d_land, s.ways[1].d_land, x->n, x->order, x->begin, x->d_keys_out,
                   stream);
    if (s.d_indices)
        gather_values(x->d_values, s.d_indices, x->n, x->value_bytes, x->d_values_out, stream);
}

/** Whether the device's blocks have the shared memory that these kernels take. */
static inline bool can_sweep(void) {
    return block_bytes() >= 64 << 10;
}

#endif
#endif
