/**
 * @file
 * @brief What a pass of a sweep is told: which items, where they lie, by which byte of their keys; and what it does.
 *
 * An item is a word, or a low and a high one: a key of 64 bits. Both lie in an array each, or side by side in one. Up
 * to four further words are carried with it, and lie side by side in an array of their own.
 *
 * Where all keys have the same digit nothing would move. Such a pass is left out, and the device sees which ones are:
 * so a pass learns only when it begins where its items lie.
 */
#ifndef SORTLAB_DEVICE_PASS_H
#define SORTLAB_DEVICE_PASS_H

#include <stdbool.h>

#include "common/sort/device/block_sums.h"

enum {
    SWEEP_PASSES = 8, /**< most of a sort: a byte of an item for each */
    SPIKE_MARK = 7,   /**< the byte of d_moves that says there is a spike: of words, which make 4 */
    WORD_ROWS = 40,   /**< of 32 items that a warp takes from a tile: of words, */
    FEWER_ROWS = 36,  /**< or somewhat fewer of these, */
    MOST_ROWS = 44,   /**< or more; */
    PAIR_ROWS = 34,   /**< of words with values, */
    LESS_ROWS = 30,   /**< or somewhat fewer of these */
    REPEAT_BLOCKS = 64,    /**< most that look for keys that repeat */
    MOST_FEW = 512,        /**< that few_values may have */
    MOST_STRANGERS = 8192, /**< keys of other values that make no passes */
};

/** Where items lie. Words of one array lie side by side if d_high is d_low + 1. */
struct lies {
    uint32_t *d_low;  /**< NULL: item i has the word i */
    uint32_t *d_high; /**< NULL: an item is one word */
};

/** Items or words on their way: where the first pass finds them, the last one leaves them, and in between. */
struct way {
    struct lies first, land, other;
};

/** How keys become words in unsigned order, and back: what is flipped in them, and by how many bits they are turned. */
struct sweep_map {
    bool both;                           /**< a key is both words of an item, else the low one */
    unsigned long long if_set, if_clear; /**< what is flipped where its top bit is set, or not */
    uint32_t turn;                       /**< to the right */
};

/** A tile of a segment: m items from the index `first` on, in a sweep over many segments. */
struct long_tile {
    place_t first;
    uint32_t m, slot; /**< of which segment */
    uint32_t begin;   /**< the number of that segment's first tile */
};

/** A value that so many keys have that they are counted, and not moved. Zeros at first. */
struct spike {
    place_t kept;   /**< keys that have none of the values, and are sorted by themselves */
    place_t less;   /**< those of them that come before it */
    uint32_t word;  /**< the value, in unsigned order */
    uint32_t there; /**< not 0 if there is one */
    place_t met[REPEAT_BLOCKS]; /**< of each block's sample, where that is asked for (spike.h) */
};

/** A range of 256^bytes keys. */
struct narrow {
    uint32_t bytes; /**< the lowest ones tell all others (narrow.h) */
    place_t low;    /**< where it begins, a multiple of 256^(bytes - 1) */
};

/** The least and the greatest of some keys. */
struct ends {
    place_t least, greatest;
};

/** Values that most keys of a sample have, in order; or the range that they lie in. A spike is the only one. */
struct few_values {
    struct ends sampled, met; /**< met: of all keys, if the sample is narrow */
    uint32_t narrow;          /**< 1: the sample's range takes fewer bytes than are compared */
    uint32_t n;               /**< 0: they are too many */
    uint32_t bytes;           /**< by which they are sorted: a bit for each */
    uint32_t aside;           /**< 1: the others are few, and lie in `other` */
    uint32_t low[MOST_FEW], high[MOST_FEW]; /**< words of the values, in unsigned order */
    place_t less[MOST_FEW]; /**< once all are counted: how many other keys come before each, */
    place_t before[MOST_FEW + 1]; /**< and keys of the values before it */
};

/** Which bytes of an item are counted: so many, the lowest ones, and which bits of the last. */
struct counted {
    uint32_t bytes, last;
};

/** Values of 2 or 4 words that are brought to where their indices end, if these are carried; or of 0. */
struct landing {
    const uint32_t *d_values;
    uint32_t *d_out, words;
};

/** What a pass works on. */
struct pass {
    struct way items, carried;
    struct landing values; /**< where one kernel sorts all items */
    uint32_t carries;      /**< words that are carried with each item: 0, 1, 2 or 4 */
    size_t n;
    uint32_t number, passes; /**< of this pass, from 0 on, and how many there are */
    uint32_t byte, mask;     /**< which byte of an item it goes by, and which of its bits */
    uint32_t mapped;         /**< the first of so many passes maps keys, and the last one back */
    bool drops;              /**< nobody asks for the keys behind the last pass */
    struct sweep_map from, to;
    const place_t *d_starts;       /**< RADIX: how many keys have a lesser digit */
    volatile place_t *d_published; /**< RADIX a tile, for the tiles behind it */
    unsigned int *d_tickets;       /**< how many tiles are taken */
    const unsigned long long
        *d_moves; /**< byte k is 1 if pass k moves keys, else 0; the last one is a spike's mark */
    const uint32_t *d_goes;   /**< NULL, or a word that is 0 if no pass is run */
    struct spike *d_spike;    /**< NULL, or of keys: the others lie mapped in `land` at first */
    struct few_values *d_few; /**< NULL: nobody looks for them */
    const struct long_tile
        *d_tiles; /**< of segments; then d_starts has slot_starts for each of these */
    const uint32_t *d_n_tiles;
    uint32_t slot_starts;
};

#ifdef __CUDACC__

/** Whether passes are run: nobody has chosen another way. */
static __device__ __forceinline__ bool passes_run(const uint32_t *d_goes) {
    return !d_goes || *d_goes;
}

struct item {
    uint32_t low, high;
};

/** Item `at` + i, where an i that is a constant becomes part of the instruction. */
static __device__ __forceinline__ struct item load_item(struct lies l, size_t at, uint32_t i,
                                                        bool wide) {
    struct item x = {0, 0};
    if (wide && l.d_high == l.d_low + 1) {
        const uint2 both = ((const uint2 *)l.d_low + at)[i];
        x.low = both.x, x.high = both.y;
    } else {
        x.low = l.d_low || !wide ? (l.d_low + at)[i] : (uint32_t)at + i;
        if (wide) x.high = (l.d_high + at)[i];
    }
    return x;
}

/** Word `at` + i of an array, or the number itself. */
static __device__ __forceinline__ uint32_t load_word(struct lies l, size_t at, uint32_t i) {
    return l.d_low ? (l.d_low + at)[i] : (uint32_t)at + i;
}

/** Words that are carried with an item. */
struct cargo {
    uint32_t word[4];
};

/** Those of item `at` + i, so many. */
static __device__ __forceinline__ struct cargo load_cargo(struct lies l, size_t at, uint32_t i,
                                                          uint32_t words) {
    struct cargo x = {{0, 0, 0, 0}};
    if (words == 4) {
        const uint4 all = ((const uint4 *)l.d_low + at)[i];
        x.word[0] = all.x, x.word[1] = all.y, x.word[2] = all.z, x.word[3] = all.w;
    } else if (words == 2) {
        const uint2 both = ((const uint2 *)l.d_low + at)[i];
        x.word[0] = both.x, x.word[1] = both.y;
    } else {
        x.word[0] = load_word(l, at, i);
    }
    return x;
}

/** Writes those of item i to an array in any memory. */
static __device__ __forceinline__ void store_cargo(uint32_t *words_of_all, size_t i, uint32_t words,
                                                   struct cargo x) {
    if (words == 4)
        ((uint4 *)words_of_all)[i] = make_uint4(x.word[0], x.word[1], x.word[2], x.word[3]);
    else if (words == 2)
        ((uint2 *)words_of_all)[i] = make_uint2(x.word[0], x.word[1]);
    else
        words_of_all[i] = x.word[0];
}

/** Writes item i. */
static __device__ __forceinline__ void store_item(struct lies l, size_t i, bool wide,
                                                  struct item x) {
    if (wide && l.d_high == l.d_low + 1) {
        ((uint2 *)l.d_low)[i] = make_uint2(x.low, x.high);
        return;
    }
    if (l.d_low) l.d_low[i] = x.low;
    if (wide && l.d_high) l.d_high[i] = x.high;
}

/** Flips what a map flips: the same maps back. */
static __device__ __forceinline__ struct item flipped(struct item x, struct sweep_map m) {
    const unsigned long long flips = (int32_t)(m.both ? x.high : x.low) < 0 ? m.if_set : m.if_clear;
    const struct item y = {x.low ^ (uint32_t)flips, x.high ^ (uint32_t)(flips >> 32)};
    return y;
}

/** Turns the key to the right by 0 to 64 bits. */
static __device__ __forceinline__ struct item turned(struct item x, struct sweep_map m,
                                                     uint32_t bits) {
    const bool swap = m.both && bits & 32;
    const uint32_t low = swap ? x.high : x.low, high = m.both ? swap ? x.low : x.high : low;
    const struct item y = {__funnelshift_r(low, high, bits),
                           m.both ? __funnelshift_r(high, low, bits) : x.high};
    return y;
}

/** Maps a key to a word in unsigned order, or to two. */
static __device__ __forceinline__ struct item sweep_encode(struct item x, struct sweep_map m,
                                                           bool wide) {
    if (!wide) m.both = false; // which the compiler then knows
    return turned(flipped(x, m), m, m.turn);
}

/** The way back. */
static __device__ __forceinline__ struct item sweep_decode(struct item x, struct sweep_map m,
                                                           bool wide) {
    if (!wide) m.both = false;
    return flipped(turned(x, m, 64 - m.turn), m);
}

/** Brings the word that is carried with an item to index `at` of the array, or the value whose index it is. */
static __device__ __forceinline__ void land_carried(const struct pass *p, size_t at,
                                                    uint32_t word) {
    const struct lies values = {(uint32_t *)p->values.d_values, NULL};
    if (p->values.words == 0)
        p->carried.land.d_low[at] = word;
    else if (p->values.words == 2)
        store_cargo(p->values.d_out, at, 2, load_cargo(values, word, 0, 2));
    else
        store_cargo(p->values.d_out, at, 4, load_cargo(values, word, 0, 4));
}

/** Large tiles of words go by whole bytes. */
static __device__ __forceinline__ bool by_bytes(uint32_t n_rows, bool wide) {
    return !wide && (n_rows == WORD_ROWS || n_rows == FEWER_ROWS || n_rows == MOST_ROWS ||
                     n_rows == PAIR_ROWS || n_rows == LESS_ROWS);
}

/** The digit of an item that a pass moves it by. */
static __device__ __forceinline__ uint32_t pass_digit(const struct pass *p, struct item x,
                                                      uint32_t n_rows, bool wide) {
    if (by_bytes(n_rows, wide)) return __byte_perm(x.low, 0, 0x4440 + p->byte);
    return __byte_perm(x.low, x.high, p->byte) & p->mask;
}

/** The same, which the compiler does not see: it would keep the digits in registers for the ranks. */
static __device__ __forceinline__ uint32_t count_digit(const struct pass *p, struct item x,
                                                       bool wide) {
    return (wide && p->byte >= 4 ? x.high : x.low) >> p->byte % 4 * 8 & p->mask;
}

/** The same, whose bits can be voted on with the fewest instructions. */
static __device__ __forceinline__ uint32_t vote_digit(const struct pass *p, struct item x,
                                                      uint32_t n_rows, bool wide) {
    const uint32_t mask = by_bytes(n_rows, wide) ? RADIX - 1 : p->mask;
    return (wide && p->byte >= 4 ? x.high : x.low) << (24 - p->byte % 4 * 8) >> 24 & mask;
}

/** What a pass does, as the passes before and behind it say. */
struct step {
    bool goes, moves; /**< whether it is run at all, and whether it does more than copy */
    bool first, last, maps, maps_back;
    bool lands;  /**< it reads from `other` and writes to `land`; or the other way round */
    bool spiked; /**< it moves the keys that a spike leaves */
};

/** The bytes of the passes before number k. */
static __device__ __forceinline__ unsigned long long passes_before(uint32_t k) {
    return k < SWEEP_PASSES ? (1ull << 8 * k) - 1 : ~0ull;
}

static __device__ __forceinline__ struct step step_of(const struct pass *p) {
    const unsigned long long before = passes_before(p->number),
                             up_to = passes_before(p->number + 1);
    unsigned long long moves = *p->d_moves;
    struct step s;
    s.spiked = p->d_spike && moves > passes_before(SPIKE_MARK);
    if (p->d_spike) moves &= passes_before(SPIKE_MARK);
    s.moves = (moves & up_to & ~before) > 0;
    s.goes = (moves & up_to & ~before) > 0 || (moves == 0 && p->number + 1 == p->passes);
    s.first = (moves & before) == 0 && !s.spiked;
    s.last = (moves & ~up_to) == 0;
    s.maps = moves > 0 && p->number < p->mapped && s.first;
    s.maps_back =
        moves > 0 && p->number < p->mapped && (moves & ~up_to & passes_before(p->mapped)) == 0;
    s.lands = __popcll(moves & ~up_to) % 2 == 0;
    if (s.spiked && s.last) s.goes = false; // another kernel moves keys around the run
    return s;
}

/** How many items that are: asked anew, for threads have no registers left to keep it. */
static __device__ __forceinline__ size_t items_moved(const struct pass *p, struct step s) {
    return s.spiked ? p->d_spike->kept : p->n;
}

/* Pointers are chosen one by one: so the compiler sees that they point to global memory. */

static __device__ __forceinline__ struct lies from_of(struct way w, struct step s) {
    const struct lies l = {
        s.first   ? w.first.d_low
        : s.lands ? w.other.d_low
                  : w.land.d_low,
        s.first   ? w.first.d_high
        : s.lands ? w.other.d_high
                  : w.land.d_high,
    };
    return l;
}

static __device__ __forceinline__ struct lies to_of(struct way w, struct step s) {
    const struct lies l = {s.lands ? w.land.d_low : w.other.d_low,
                           s.lands ? w.land.d_high : w.other.d_high};
    return l;
}

/** Where a pass writes items. */
static __device__ __forceinline__ struct lies goal_of(const struct pass *p, struct step s) {
    struct lies l = to_of(p->items, s);
    if (s.last && p->drops) l.d_low = l.d_high = NULL;
    return l;
}

#endif
#endif
