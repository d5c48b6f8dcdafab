/**
 * @file
 * @brief What a block does with a tile's digits: it counts them, and gives each item its index among those of the tile.
 *
 * Lanes of a warp with the same digit take their indices in the order of lanes, so a pass is stable.
 */
#ifndef SORTLAB_DEVICE_RANK_H
#define SORTLAB_DEVICE_RANK_H

#include "common/sort/device/pass.h"

enum {
    SWEEP_THREADS = RADIX, /**< so that each has a digit, too */
    SWEEP_WARPS = SWEEP_THREADS / WARP_THREADS,
    LARGE_THREADS =
        384, /**< of blocks whose tiles are as large as their shared memory lets them be */
    LARGE_WARPS = LARGE_THREADS / WARP_THREADS,
    LONG_ROWS = 28,   /**< of segments that are not sorted by whole bytes */
    WIDE_ROWS = 20,   /**< of items of two words, */
    TRIPLE_ROWS = 18, /**< and with a value */
    SMALL_ROWS = 22,  /**< of all where there are few items, or blocks have less memory */
    LOOK_BACK = 2,    /**< tiles that are asked at once, so that their answers come together */
    CROWDED = 5,      /**< a digit that one key of so many has makes a tile crowded */
    MOST_PEERS = 12,  /**< lanes with the same digit; if its first row has more, a warp votes */
    FEW_DIGITS = 8,   /**< of a tile: then warps vote on the bits of their numbers */
    FEW_BITS = 3,
    COPY_BATCH = 8,  /**< items that a thread copies at once */
    WORD_BATCH = 18, /**< words that a thread loads at once where it waits for them */
    DIGIT_WORDS = RADIX + RADIX / WARP_THREADS, /**< a word for each digit, and gaps: digit_word */
};

#ifdef __CUDACC__

/**
 * What the threads of a block share. In front of it lie two words for each warp and digit: where the next key goes, and
 * which lanes have the digit. Behind it lie items by digit.
 */
struct sweep_shared {
    place_t to[RADIX]; /**< key i of digit d goes to to[d] + i */
    uint32_t sums[LARGE_WARPS], tile, items;
    uint32_t digits; /**< that the tile has */
};

/** Whether this thread of so many has a digit. */
static __device__ __forceinline__ bool has_digit(uint32_t threads) {
    return threads == RADIX || threadIdx.x < RADIX;
}

/** The words of each warp and digit. */
static __host__ __device__ __forceinline__ uint32_t warp_words(uint32_t threads) {
    return threads / WARP_THREADS * DIGIT_WORDS;
}

/*
 * Neighbours often have digits that lie 8 or 16 apart, and then their keys go to indices that do, too: rows of a
 * picture, a counter with reversed bits. A gap behind every 32 words leads these to different banks.
 */

/** Where the word of a digit lies among those of a warp. */
static __device__ __forceinline__ uint32_t digit_word(uint32_t digit) {
    return digit + digit / WARP_THREADS;
}

/** Where the item of this index lies in a tile, or the word that is carried with it. */
static __host__ __device__ __forceinline__ uint32_t item_place(uint32_t index) {
    return index + index / WARP_THREADS;
}

/** The same of item number k of this thread, of so many threads: threadIdx.x + k * threads. */
static __device__ __forceinline__ uint32_t own_place(uint32_t k, uint32_t threads) {
    return item_place(threadIdx.x) + k * item_place(threads);
}

/** Counts keys by digit: those of digit threadIdx.x, if it is one, and how many of them each warp has. */
static __device__ __forceinline__ uint32_t count_rows(const struct pass *p, const struct item *rows,
                                                      uint32_t n_rows, uint32_t threads, bool wide,
                                                      uint32_t *s_counts, uint32_t *warps) {
    uint32_t count = 0, *s_own = s_counts + threadIdx.x / WARP_THREADS * DIGIT_WORDS;
#pragma unroll
    for (uint32_t r = 0; r < n_rows; r++)
        atomicAdd(&s_own[digit_word(count_digit(p, rows[r], wide))], 1);
    __syncthreads(); // all counts are there
#pragma unroll
    for (uint32_t w = 0; w < threads / WARP_THREADS; w++)
        warps[w] = has_digit(threads) ? s_counts[w * DIGIT_WORDS + digit_word(threadIdx.x)] : 0;
#pragma unroll
    for (uint32_t w = 0; w < threads / WARP_THREADS; w++) count += warps[w];
    return count;
}

/**
 * The index in the tile of this lane's item. `at` is its digit's word: s_next has there the index of the warp's next
 * key, and s_peers a word that is 0, and 0 again behind this. Lanes with the same digit take their indices in the order
 * of lanes.
 */
static __device__ __forceinline__ uint32_t take_index(uint32_t at, uint32_t *s_next,
                                                      uint32_t *s_peers) {
    const uint32_t lane = threadIdx.x % WARP_THREADS;
    atomicOr(&s_peers[at], 1u << lane);
    __syncwarp(); // all bits are set
    const uint32_t peers = s_peers[at], last = 31 - __clz(peers);
    const uint32_t before = __popc(peers & ((1u << lane) - 1));
    const uint32_t index = s_next[at] + before;
    __syncwarp(); // all have seen them
    if (lane == last) s_next[at] = index + 1;
    if (lane == last) s_peers[at] = 0;
    __syncwarp(); // the word is 0 for the next row
    return index;
}

/** The same where the lanes with the same digit are known. */
static __device__ __forceinline__ uint32_t next_index(uint32_t at, uint32_t peers,
                                                      uint32_t *s_next) {
    const uint32_t lane = threadIdx.x % WARP_THREADS;
    const uint32_t last = 31 - __clz(peers), before = __popc(peers & ((1u << lane) - 1));
    const uint32_t index = s_next[at];
    __syncwarp(); // all have read it
    if (lane == last) s_next[at] = index + before + 1;
    __syncwarp(); // the next row may come
    return index + before;
}

/** The same by votes: slower where a row has many digits, and as fast whatever it has. */
static __device__ __forceinline__ uint32_t vote_index(uint32_t digit, uint32_t *s_next) {
    return next_index(digit_word(digit), find_peers(digit, ALL_LANES), s_next);
}

/** Lanes that have the same digit as this one, by the number of it among the few digits of the tile. */
static __device__ __forceinline__ uint32_t few_peers(uint32_t number, uint32_t bits) {
    uint32_t peers = ALL_LANES;
#pragma unroll
    for (uint32_t b = 0; b < FEW_BITS; b++) {
        if (b >= bits) break;
        const int32_t set = (int32_t)(number << (31 - b)) >> 31; // all bits, or none
        peers &= ~(__ballot_sync(ALL_LANES, set) ^ set);
    }
    return peers;
}

/** Puts an item among those of its tile. */
static __device__ __forceinline__ void place_item(uint32_t *s_words, uint32_t place, bool wide,
                                                  struct item x) {
    if (wide)
        ((uint2 *)s_words)[place] = make_uint2(x.low, x.high);
    else
        s_words[place] = x.low;
}

/** Brings the items to their places in the tile, and leaves these in `places`, for what is carried. */
static __device__ __forceinline__ void rank_rows_of(const struct pass *p, bool crowded,
                                                    uint32_t n_rows, bool wide,
                                                    const struct item *rows, uint32_t *places,
                                                    uint32_t *s_words, uint32_t *s_next,
                                                    uint32_t *s_peers) {
    const uint32_t peers = find_peers(vote_digit(p, rows[0], n_rows, wide), ALL_LANES);
    if (crowded || __any_sync(ALL_LANES, __popc(peers) > MOST_PEERS)) {
#pragma unroll
        for (uint32_t r = 0; r < n_rows; r++) {
            places[r] = item_place(vote_index(vote_digit(p, rows[r], n_rows, wide), s_next));
            place_item(s_words, places[r], wide, rows[r]);
        }
    } else {
#pragma unroll
        for (uint32_t r = 0; r < n_rows; r++) {
            const uint32_t at = digit_word(pass_digit(p, rows[r], n_rows, wide));
            places[r] = item_place(take_index(at, s_next, s_peers));
            place_item(s_words, places[r], wide, rows[r]);
        }
    }
}

/** The same where the tile has few digits. s_numbers has the number of each of them. */
static __device__ __forceinline__ void rank_few_digits(const struct pass *p, uint32_t digits,
                                                       uint32_t n_rows, bool wide,
                                                       const struct item *rows, uint32_t *places,
                                                       uint32_t *s_words, uint32_t *s_next,
                                                       const uint32_t *s_numbers) {
    const uint32_t bits = 32 - __clz(digits - 1);
#pragma unroll
    for (uint32_t r = 0; r < n_rows; r++) {
        const uint32_t at = digit_word(pass_digit(p, rows[r], n_rows, wide));
        places[r] = item_place(next_index(at, few_peers(s_numbers[at], bits), s_next));
        place_item(s_words, places[r], wide, rows[r]);
    }
}

#endif
#endif
