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
    LARGE_THREADS = 384,  /**< of blocks whose tiles are as large as shared memory lets them be */
    MIDDLE_THREADS = 512, /**< of those whose tiles are small, so that more warps are under way */
    MOST_WARPS = MIDDLE_THREADS / WARP_THREADS,
    LONG_ROWS = 28,   /**< of segments that are not sorted by whole bytes */
    TRIPLE_ROWS = 18, /**< of items of two words with a value; */
    DOUBLE_ROWS = 24, /**< of words with values of two words, */
    QUAD_ROWS = 12,   /**< of all with values of four, */
    QUAD_PASSES = 3,  /**< which are carried through so many passes at most, */
    MIDDLE_ROWS = 16, /**< of words with values where there are few, */
    SMALL_ROWS = 22,  /**< of all others then, or where blocks have less memory */
    LOOK_BACK = 2,    /**< tiles that are asked at once, so that their answers come together */
    RUN_STARTS = 12, /**< runs of one digit in a warp's first row, or fewer: neighbours are alike */
    VOTE_LANES = 6,  /**< lanes of it, or more, have the digit that is second: several are usual */
    VOTE_BITS = 2,   /**< of a pass by so many bits or fewer lanes vote on these */
    COPY_BATCH = 8,  /**< items that a thread copies at once */
    WORD_BATCH = 18, /**< words that a thread loads at once where it waits for them */
};

#ifdef __CUDACC__

/**
 * What the threads of a block share. In front of it lie two words for each warp and digit: where the next key goes, and
 * which lanes have the digit. Behind it lie items by digit.
 */
struct sweep_shared {
    place_t to[RADIX]; /**< key i of digit d goes to to[d] + i */
    uint32_t sums[MOST_WARPS], tile, items;
    uint32_t unused[2]; /**< so that four words behind it are aligned */
};

/** Whether this thread of so many has a digit. */
static __device__ __forceinline__ bool has_digit(uint32_t threads) {
    return threads == RADIX || threadIdx.x < RADIX;
}

/** The words of each warp and digit. */
static __host__ __device__ __forceinline__ uint32_t warp_words(uint32_t threads) {
    return threads / WARP_THREADS * RADIX;
}

/**
 * Where the word of a digit lies among those of a warp. Neighbours' digits often lie a step apart: rows of a picture,
 * multiples of a number. So the bank depends on all bits: whatever the step, no more lanes meet in a bank than of
 * random digits.
 */
static __device__ __forceinline__ uint32_t digit_word(uint32_t digit) {
    return digit ^ digit >> 2;
}

/*
 * Keys often go to indices that lie 8 or 16 apart. A gap behind every 32 words leads these to different banks.
 */

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
    uint32_t count = 0, *s_own = s_counts + threadIdx.x / WARP_THREADS * RADIX;
#pragma unroll
    for (uint32_t r = 0; r < n_rows; r++)
        atomicAdd(&s_own[digit_word(count_digit(p, rows[r], wide))], 1);
    __syncthreads(); // all counts are there
#pragma unroll
    for (uint32_t w = 0; w < threads / WARP_THREADS; w++)
        warps[w] = has_digit(threads) ? s_counts[w * RADIX + digit_word(threadIdx.x)] : 0;
#pragma unroll
    for (uint32_t w = 0; w < threads / WARP_THREADS; w++) count += warps[w];
    return count;
}

/*
 * Lanes with the same digit are peers. s_next has for each digit of the warp the index of its next key in the tile, and
 * s_peers a word that is 0, where lanes set their bits, and 0 again behind each row. Lanes that all set a bit of one
 * word wait for each other, so those of a digit that many have vote. `at` is the word of a lane's digit.
 */

/** The lane's peers, where one digit is more usual than others: its lanes vote. */
static __device__ __forceinline__ uint32_t peers_beside(uint32_t usual, uint32_t at,
                                                        uint32_t *s_peers) {
    const bool same = at == usual;
    const uint32_t voters = __ballot_sync(ALL_LANES, same);
    if (!same) atomicOr(&s_peers[at], 1u << threadIdx.x % WARP_THREADS);
    __syncwarp(); // all bits are set
    return same ? voters : s_peers[at];
}

/** The first lanes of runs: of neighbours that have the same digit. */
static __device__ __forceinline__ uint32_t run_starts(uint32_t digit) {
    return __ballot_sync(ALL_LANES, digit != __shfl_up_sync(ALL_LANES, digit, 1)) | 1;
}

/** The lane's peers, where neighbours have the same digit: a run's first lane sets the bits of all its lanes. */
static __device__ __forceinline__ uint32_t peers_in_runs(uint32_t at, uint32_t *s_peers) {
    const uint32_t lane = threadIdx.x % WARP_THREADS, starts = run_starts(at);
    if (starts == 1) return ALL_LANES;
    const uint32_t behind = starts & -2u << lane; // the first of these ends the lane's run
    if (starts >> lane & 1) atomicOr(&s_peers[at], (behind & -behind) - (1u << lane));
    __syncwarp(); // all bits are set
    return s_peers[at];
}

/** The index in the tile of the lane's item. Peers take theirs in the order of lanes; s_peers may be NULL. */
static __device__ __forceinline__ uint32_t next_index(uint32_t at, uint32_t peers, uint32_t *s_next,
                                                      uint32_t *s_peers) {
    const uint32_t lane = threadIdx.x % WARP_THREADS;
    const uint32_t last = 31 - __clz(peers), before = __popc(peers & ((1u << lane) - 1));
    const uint32_t index = s_next[at] + before;
    __syncwarp(); // all have seen both words
    if (lane == last) s_next[at] = index + 1;
    if (lane == last && s_peers) s_peers[at] = 0;
    __syncwarp(); // the next row may come
    return index;
}

/** Puts an item among those of its tile. */
static __device__ __forceinline__ void place_item(uint32_t *s_words, uint32_t place, bool wide,
                                                  struct item x) {
    if (wide)
        ((uint2 *)s_words)[place] = make_uint2(x.low, x.high);
    else
        s_words[place] = x.low;
}

/** How lanes find their peers. */
enum peers_by { BY_FEW_BITS, BY_ALL_BITS, BY_RUNS, BY_USUAL };

/** Brings the items to their places in the tile, and leaves these in `places`, for what is carried. Constant: `by`. */
static __device__ __forceinline__ void place_rows(const struct pass *p, enum peers_by by,
                                                  uint32_t usual, uint32_t n_rows, bool wide,
                                                  const struct item *rows, uint32_t *places,
                                                  uint32_t *s_words, uint32_t *s_next,
                                                  uint32_t *s_peers) {
    const bool vote = by == BY_FEW_BITS || by == BY_ALL_BITS;
    const uint32_t bits = by == BY_ALL_BITS ? (uint32_t)RADIX_BITS : (uint32_t)VOTE_BITS;
#pragma unroll
    for (uint32_t r = 0; r < n_rows; r++) {
        const uint32_t digit =
            vote ? vote_digit(p, rows[r], n_rows, wide) : pass_digit(p, rows[r], n_rows, wide);
        const uint32_t at = digit_word(digit);
        const uint32_t peers = vote            ? peers_of(digit, bits)
                               : by == BY_RUNS ? peers_in_runs(at, s_peers)
                                               : peers_beside(usual, at, s_peers);
        places[r] = item_place(next_index(at, peers, s_next, vote ? NULL : s_peers));
        place_item(s_words, places[r], wide, rows[r]);
    }
}

/** The same, in the way that the warp's first row suggests. */
static __device__ __forceinline__ void rank_rows(const struct pass *p, uint32_t n_rows, bool wide,
                                                 const struct item *rows, uint32_t *places,
                                                 uint32_t *s_words, uint32_t *s_next,
                                                 uint32_t *s_peers) {
    const uint32_t digit = pass_digit(p, rows[0], n_rows, wide),
                   lanes = __popc(find_peers(digit, RADIX_BITS, ALL_LANES)),
                   most = warp_max(lanes * WARP_THREADS + threadIdx.x % WARP_THREADS);
    const uint32_t usual = __shfl_sync(ALL_LANES, digit_word(digit), most % WARP_THREADS),
                   second = warp_max(digit_word(digit) == usual ? 0 : lanes);
    const bool votes =
        !wide && (n_rows == PAIR_ROWS || n_rows == LESS_ROWS || n_rows == MIDDLE_ROWS);
    if (!wide && !by_bytes(n_rows, wide) && p->mask < 1u << VOTE_BITS)
        place_rows(p, BY_FEW_BITS, usual, n_rows, wide, rows, places, s_words, s_next, s_peers);
    else if (__popc(run_starts(digit)) <= RUN_STARTS)
        place_rows(p, BY_RUNS, usual, n_rows, wide, rows, places, s_words, s_next, s_peers);
    else if (votes && second >= VOTE_LANES)
        place_rows(p, BY_ALL_BITS, usual, n_rows, wide, rows, places, s_words, s_next, s_peers);
    else
        place_rows(p, BY_USUAL, usual, n_rows, wide, rows, places, s_words, s_next, s_peers);
}

#endif
#endif
