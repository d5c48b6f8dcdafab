/**
 * @file
 * @brief A stable sort by bytes, a pass over the items for each: the algorithm of lab 12. For one .cu file.
 *
 * A pass moves every item to the index that a byte of its key says, by tiles. In a tile a warp has rows of 32
 * neighbouring items, and lane l number l of each. A tile publishes in global memory how many keys of each digit it
 * has; the tiles behind it look back at these counts and add them up.
 *
 * Long segments of an array are sorted in the same passes, each by itself: they have tiles and counts of their own, and
 * look back no further than to their first tile.
 */
#ifndef SORTLAB_DEVICE_SWEEP_H
#define SORTLAB_DEVICE_SWEEP_H

#include "common/size_min.h"
#include "common/sort/device/device.h"
#include "common/sort/device/key_order.h"
#include "common/sort/device/pass.h"

enum {
    SWEEP_THREADS = RADIX, /**< so that each has a digit, too */
    SWEEP_WARPS = SWEEP_THREADS / WARP_THREADS,
    LONG_ROWS = 28,  /**< of segments that are not sorted by whole bytes */
    SMALL_ROWS = 22, /**< of items of two words, and of all where blocks have less memory */
    LOOK_BACK = 2,   /**< tiles that are asked at once, so that their answers come together */
    CROWDED = 5,     /**< a digit that one key of so many has makes a tile crowded */
    MOST_PEERS = 12, /**< lanes with the same digit; if its first row has more, a warp votes */
    COPY_BATCH = 8,  /**< items that a thread copies at once */
    WORD_BATCH = 10, /**< words that a thread loads at once where it waits for them */
    DIGIT_WORDS = RADIX + RADIX / WARP_THREADS, /**< a word for each digit, and gaps: digit_word */
};

#ifdef __CUDACC__

/** What the threads of a block share; behind it lie items by digit. */
struct sweep_shared {
    uint32_t next[SWEEP_WARPS * DIGIT_WORDS];  /**< of each warp and digit: how many keys; then the
                                                   next key's index */
    uint32_t peers[SWEEP_WARPS * DIGIT_WORDS]; /**< of each warp and digit: lanes that have it */
    uint32_t sums[SWEEP_WARPS], tile, items;
    place_t to[RADIX]; /**< key i of digit d goes to to[d] + i */
};

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

/*
 * A tile publishes a word for each digit. The upper five bits hold the pass and the kind: a count, or the sum of the
 * count and all counts before. Words of earlier passes are less than all words of this pass, so no kernel clears them.
 */
enum { COUNT_PUBLISHED = 1, SUM_PUBLISHED = 2, PUBLISHED_SHIFT = 59 };

/** The least word that publishes this. */
static __device__ place_t published(const struct pass *p, place_t what) {
    return (2 * p->number + what) << PUBLISHED_SHIFT;
}

static __device__ void publish(const struct pass *p, size_t tile, place_t what, place_t sum) {
    p->d_published[tile * RADIX + threadIdx.x] = published(p, what) + sum;
}

/** How many keys of digit threadIdx.x there are in the tiles from number `begin` to this one: asks so many at once, the
 * nearest first. */
static __device__ __forceinline__ place_t look_back(const struct pass *p, uint32_t begin,
                                                    uint32_t tile) {
    place_t before = 0, words[LOOK_BACK];
    while (tile > begin) {
#pragma unroll
        for (uint32_t w = 0; w < LOOK_BACK; w++)
            words[w] = p->d_published[(size_t)(tile > begin + w ? tile - 1 - w : begin) * RADIX +
                                      threadIdx.x];
#pragma unroll
        for (uint32_t w = 0; w < LOOK_BACK && tile > begin; w++, tile--) {
            if (words[w] >= published(p, SUM_PUBLISHED))
                return before + words[w] - published(p, SUM_PUBLISHED);
            if (words[w] < published(p, COUNT_PUBLISHED)) break; // nothing yet: asked again
            before += words[w] - published(p, COUNT_PUBLISHED);
        }
    }
    return before;
}

/** The sum of the values of the threads before this one in the block. Only that of the first RADIX is needed. */
static __device__ uint32_t sum_before(uint32_t value, uint32_t *s_sums) {
    uint32_t lane = threadIdx.x % WARP_THREADS, warp = threadIdx.x / WARP_THREADS;
    uint32_t sum = warp_scan(value);
    if (lane == WARP_THREADS - 1) s_sums[warp] = sum;
    __syncthreads(); // the sums of all warps are there
    for (uint32_t w = 0; w < SWEEP_WARPS; w++)
        if (w < warp) sum += s_sums[w];
    return sum - value;
}

/** The index in its tile of this thread's item in row 0; in each row it is WARP_THREADS further. */
static __device__ __forceinline__ uint32_t first_index(uint32_t n_rows) {
    return threadIdx.x / WARP_THREADS * (WARP_THREADS * n_rows) + threadIdx.x % WARP_THREADS;
}

/**
 * Brings the m items of a tile into registers; the first pass maps their keys to words in unsigned order. Where items
 * are missing stands the greatest: it comes behind all m of the tile.
 */
static __device__ __forceinline__ void load_rows(const struct pass *p, struct step t, size_t first,
                                                 uint32_t m, uint32_t n_rows, uint32_t used,
                                                 bool wide, struct item *rows) {
    const uint32_t at = first_index(used);
    const struct lies from = from_of(p->items, t);
    const struct item greatest = {UINT32_MAX, UINT32_MAX};
#pragma unroll
    for (uint32_t r = 0; r < n_rows; r++) {
        const uint32_t i = at + r * WARP_THREADS;
        if (r >= used) break;
        rows[r] = i < m ? load_item(from, first + at, r * WARP_THREADS, wide) : greatest;
    }
    if (!t.maps) return;
#pragma unroll
    for (uint32_t r = 0; r < n_rows; r++)
        if (r < used && at + r * WARP_THREADS < m) rows[r] = sweep_encode(rows[r], p->from, wide);
}

/** Copies m items from the index `first` on, where nothing moves. */
static __device__ __forceinline__ void copy_items(const struct pass *p, struct step t, size_t first,
                                                  uint32_t m, uint32_t threads, bool wide) {
    const struct lies from = from_of(p->items, t), to = goal_of(p, t);
    for (uint32_t at = threadIdx.x; at < m; at += COPY_BATCH * threads) {
        struct item x[COPY_BATCH]; // on their way at once
#pragma unroll
        for (uint32_t k = 0; k < COPY_BATCH; k++)
            if (at + k * threads < m) x[k] = load_item(from, first + at, k * threads, wide);
#pragma unroll
        for (uint32_t k = 0; k < COPY_BATCH; k++) {
            if (at + k * threads >= m) break;
            if (t.maps) x[k] = sweep_encode(x[k], p->from, wide);
            if (t.maps_back) x[k] = sweep_decode(x[k], p->to, wide);
            store_item(to, first + at + k * threads, wide, x[k]);
        }
    }
}

/** The same of carried words. */
static __device__ __forceinline__ void copy_carried(const struct pass *p, struct step t,
                                                    size_t first, uint32_t m, uint32_t threads) {
    const struct lies from = from_of(p->carried, t), to = to_of(p->carried, t);
    for (uint32_t at = threadIdx.x; at < m; at += COPY_BATCH * threads) {
        uint32_t x[COPY_BATCH];
#pragma unroll
        for (uint32_t k = 0; k < COPY_BATCH; k++)
            if (at + k * threads < m) x[k] = load_word(from, first + at, k * threads);
#pragma unroll
        for (uint32_t k = 0; k < COPY_BATCH; k++)
            if (at + k * threads < m) to.d_low[first + at + k * threads] = x[k];
    }
}

/** Counts keys by digit: those of digit threadIdx.x, and how many of them each warp has. */
static __device__ __forceinline__ uint32_t count_rows(const struct pass *p, const struct item *rows,
                                                      uint32_t n_rows, bool wide,
                                                      uint32_t *s_counts, uint32_t *warps) {
    uint32_t count = 0, *s_own = s_counts + threadIdx.x / WARP_THREADS * DIGIT_WORDS;
#pragma unroll
    for (uint32_t r = 0; r < n_rows; r++)
        atomicAdd(&s_own[digit_word(count_digit(p, rows[r], wide))], 1);
    __syncthreads(); // all counts are there
#pragma unroll
    for (uint32_t w = 0; w < SWEEP_WARPS; w++)
        warps[w] = s_counts[w * DIGIT_WORDS + digit_word(threadIdx.x)];
#pragma unroll
    for (uint32_t w = 0; w < SWEEP_WARPS; w++) count += warps[w];
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
    return next_index(digit_word(digit), find_peers(digit, true), s_next);
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
    const uint32_t peers = find_peers(vote_digit(p, rows[0], n_rows, wide), true);
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

/**
 * Takes the m items that lie in s_words by digit to the array.
 *
 * @param s_digits gets the digits of those that this thread has taken, four in a word
 */
static __device__ __forceinline__ void write_items(const struct pass *p, struct step t, uint32_t m,
                                                   uint32_t n_rows, uint32_t used, uint32_t threads,
                                                   bool wide, bool carries, const uint32_t *s_words,
                                                   const place_t *s_to, uint32_t *s_digits) {
    const struct lies to = goal_of(p, t);
    uint32_t digits = 0;
#pragma unroll
    for (uint32_t k = 0; k < n_rows; k++) {
        const uint32_t i = threadIdx.x + k * threads, at = own_place(k, threads);
        if (k >= used) break;
        struct item x = {wide ? s_words[2 * at] : s_words[at], wide ? s_words[2 * at + 1] : 0};
        const uint32_t digit = pass_digit(p, x, n_rows, wide);
        digits = digits >> 8 | digit << 24;
        if (carries && (k % 4 == 3 || k + 1 == n_rows))
            s_digits[k / 4 * threads + threadIdx.x] = digits;
        if (t.maps_back) x = sweep_decode(x, p->to, wide);
        if (i < m) store_item(to, s_to[digit] + i, wide, x);
    }
}

/** Brings the words that are carried with m items to their places in s_words. */
static __device__ __forceinline__ void place_carried(struct lies from, size_t first, uint32_t m,
                                                     uint32_t n_rows, uint32_t used,
                                                     const uint32_t *places, uint32_t *s_words) {
    const uint32_t at = first_index(used);
#pragma unroll
    for (uint32_t begin = 0; begin < n_rows; begin += WORD_BATCH) {
        uint32_t batch[WORD_BATCH]; // on their way at once
#pragma unroll
        for (uint32_t k = 0, r = begin; k < WORD_BATCH && r < n_rows && r < used; k++, r++)
            batch[k] =
                at + r * WARP_THREADS < m ? load_word(from, first + at, r * WARP_THREADS) : 0;
#pragma unroll
        for (uint32_t k = 0; k < WORD_BATCH && begin + k < n_rows && begin + k < used; k++)
            s_words[places[begin + k]] = batch[k];
    }
}

/** Takes the m words that lie in s_words to where their items went. */
static __device__ __forceinline__ void write_carried(struct lies to, uint32_t m, uint32_t n_rows,
                                                     uint32_t used, uint32_t threads,
                                                     const uint32_t *s_words, const place_t *s_to,
                                                     const uint32_t *s_digits) {
    uint32_t digits = 0;
#pragma unroll
    for (uint32_t k = 0; k < n_rows; k++) {
        const uint32_t i = threadIdx.x + k * threads;
        if (k >= used) break;
        const uint32_t in_word = n_rows - k / 4 * 4 < 4 ? n_rows % 4 : 4; // so many digits
        if (k % 4 == 0) digits = s_digits[k / 4 * threads + threadIdx.x];
        const uint32_t digit = digits >> (4 - in_word + k % 4) * 8 & (RADIX - 1);
        if (i < m) to.d_low[s_to[digit] + i] = s_words[own_place(k, threads)];
    }
}

/** Where a tile lies: of all items, or of the segments. */
static __device__ __forceinline__ struct long_tile find_tile(const struct pass *p, uint32_t tile,
                                                             uint32_t items, bool segments) {
    if (segments) return p->d_tiles[tile];
    const size_t first = (size_t)tile * items;
    const struct long_tile all = {first, (uint32_t)min(p->n - first, (size_t)items), 0, 0};
    return all;
}

/** Moves the block's next tile of n_rows. All but the first and the last argument are constants. */
static __device__ __forceinline__ void move_tile(const struct pass *p, struct step t, uint32_t tile,
                                                 uint32_t n_rows, bool wide, bool carries,
                                                 bool segments, struct sweep_shared *s) {
    const uint32_t d = threadIdx.x,
                   own = d / WARP_THREADS * DIGIT_WORDS; // the warp's part of s->next
    const struct long_tile lies = find_tile(p, tile, n_rows * SWEEP_THREADS, segments);
    struct item rows[MOST_ROWS];
    uint32_t places[MOST_ROWS], warps[SWEEP_WARPS];
    uint32_t *s_words = (uint32_t *)(s + 1), *s_digits = s->next; // which nobody needs by then
    place_t start = p->d_starts[(size_t)lies.slot * p->slot_starts + d];
    const size_t first = lies.first;
    const uint32_t m = lies.m;
    if (!t.moves) {
        copy_items(p, t, first, m, SWEEP_THREADS, wide);
        if (carries) copy_carried(p, t, first, m, SWEEP_THREADS);
        return;
    }
    load_rows(p, t, first, m, n_rows, n_rows, wide, rows);
    const uint32_t count = count_rows(p, rows, n_rows, wide, s->next, warps);
    publish(p, tile, COUNT_PUBLISHED, count);
    const uint32_t lesser = sum_before(count, s->sums);
    uint32_t next = lesser;
#pragma unroll
    for (uint32_t w = 0; w < SWEEP_WARPS; w++) {
        s->next[w * DIGIT_WORDS + digit_word(d)] = next;
        next += warps[w];
    }
    const bool crowded = __syncthreads_or(count * CROWDED > m); // all words are indices in the tile
    rank_rows_of(p, crowded, n_rows, wide, rows, places, s_words, s->next + own, s->peers + own);
    const place_t before = look_back(p, lies.begin, tile);
    publish(p, tile, SUM_PUBLISHED, before + count);
    s->to[d] = start + before - lesser;
    if (d == 0) s->items = lies.m;
    __syncthreads(); // items and starts are there; no index is taken any more
    write_items(p, t, m, n_rows, n_rows, SWEEP_THREADS, wide, carries, s_words, s->to, s_digits);
    if (!carries) return;
    __syncthreads(); // the items have left
    place_carried(from_of(p->carried, t), first, s->items, n_rows, n_rows, places, s_words);
    __syncthreads(); // the words are there
    write_carried(to_of(p->carried, t), s->items, n_rows, n_rows, SWEEP_THREADS, s_words, s->to,
                  s_digits);
}

/** Whether blocks move tiles as long as there are any: faster, where it does not take too many registers. */
static __host__ __device__ __forceinline__ bool blocks_loop(uint32_t n_rows, bool wide,
                                                            bool carries) {
    return !wide && !carries && n_rows >= LONG_ROWS;
}

/** Moves the block's next tile, or tiles as long as there are any. */
static __device__ __forceinline__ void move_tiles(const struct pass *p, uint32_t n_rows, bool wide,
                                                  bool carries, bool segments,
                                                  struct sweep_shared *s) {
    await_kernel_before();
    const uint32_t items = n_rows * SWEEP_THREADS;
    const uint32_t tiles = segments ? *p->d_n_tiles : (uint32_t)((p->n + items - 1) / items);
    const struct step t = step_of(p);
    if (!t.goes || tiles == 0) return;
    for (;;) {
        if (threadIdx.x == 0)
            s->tile = atomicAdd(p->d_tickets, 1); // all tiles before it are in blocks that run
        for (uint32_t i = threadIdx.x; i < SWEEP_WARPS * DIGIT_WORDS; i += RADIX)
            s->next[i] = s->peers[i] = 0;
        __syncthreads(); // the tile is known, and all counts are 0
        if (s->tile >= tiles) return;
        move_tile(p, t, s->tile, n_rows, wide, carries, segments, s);
        if (!blocks_loop(n_rows, wide, carries)) return;
        __syncthreads(); // all have left
    }
}

/**
 * A kernel that moves tiles of n_rows: of items of one or two words, with a word that is carried or none; all items
 * are sorted together, or each segment's by themselves.
 *
 *  @launch a block a tile, SWEEP_THREADS threads: one for each digit
 *  @shared 19 KB: of each warp and digit the next index, and peers; where each digit goes. And the items of a tile
 *  @cost   8 bytes a word moved; 3 atomics an item in shared memory; 5 barriers, 7 where something is carried
 *  @source Adinets 2022; Merrill 2016
 */
#define MOVE_TILES(name, n_rows, wide, carries, segments, blocks)                                  \
    static __global__ void __launch_bounds__(SWEEP_THREADS, blocks)                                \
        name(const __grid_constant__ struct pass p) {                                              \
        extern __shared__ struct sweep_shared s_sweep[];                                           \
        move_tiles(&p, n_rows, wide, carries, segments, s_sweep);                                  \
    }

MOVE_TILES(move_words_kernel, MOST_ROWS, false, false, false, 3)
MOVE_TILES(move_words_small_kernel, SMALL_ROWS, false, false, false, 4)
MOVE_TILES(move_pairs_kernel, MOST_ROWS, false, true, false, 3)
MOVE_TILES(move_pairs_small_kernel, SMALL_ROWS, false, true, false, 4)
MOVE_TILES(move_wide_kernel, SMALL_ROWS, true, false, false, 3)
MOVE_TILES(move_triples_kernel, SMALL_ROWS, true, true, false, 3)
MOVE_TILES(move_long_words_kernel, MOST_ROWS, false, false, true, 3)
MOVE_TILES(move_long_words_small_kernel, LONG_ROWS, false, false, true, 3)
MOVE_TILES(move_long_pairs_kernel, MOST_ROWS, false, true, true, 3)
MOVE_TILES(move_long_pairs_small_kernel, LONG_ROWS, false, true, true, 3)

/** Rows of a tile: as many as leave each multiprocessor enough tiles. Large tiles of words go by whole bytes. */
static inline uint32_t pass_rows(const struct pass *p, bool wide) {
    const size_t rows = p->n / SWEEP_THREADS / multiprocessors();
    if (wide || rows < 3 * MOST_ROWS || block_bytes() < 200 << 10) return SMALL_ROWS;
    return p->mask == RADIX - 1 ? MOST_ROWS : SMALL_ROWS;
}

static inline uint32_t sweep_tiles(size_t n, uint32_t n_rows) {
    return (uint32_t)((n + n_rows * SWEEP_THREADS - 1) / (n_rows * SWEEP_THREADS));
}

/** Tiles that n items or fewer may have, whatever the device. */
static inline size_t most_tiles(size_t n) {
    return sweep_tiles(n, SMALL_ROWS);
}

/** Launches a block for each tile, or as many as are run at once. */
static inline void launch_pass(const struct pass *p, bool wide, cudaStream_t stream) {
    const uint32_t n_rows = pass_rows(p, wide), tiles = sweep_tiles(p->n, n_rows);
    const bool loop = blocks_loop(n_rows, wide, p->carries);
    const void *kernels[2][2][2] = {
        {{(const void *)move_words_small_kernel, (const void *)move_words_kernel},
         {(const void *)move_pairs_small_kernel, (const void *)move_pairs_kernel}},
        {{(const void *)move_wide_kernel, NULL}, {(const void *)move_triples_kernel, NULL}}};
    const size_t words = (wide ? 2 : 1) * item_place(n_rows * SWEEP_THREADS);
    void *arguments[] = {(void *)p};
    launch_early(kernels[wide][p->carries][n_rows == MOST_ROWS],
                 loop ? (uint32_t)size_min(tiles, 3 * multiprocessors()) : tiles, SWEEP_THREADS,
                 sizeof(struct sweep_shared) + words * sizeof(uint32_t), stream, arguments);
}

#endif
#endif
