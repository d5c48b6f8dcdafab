/**
 * @file
 * @brief A stable sort by bytes, a pass over the items for each: the algorithm of lab 12. For one .cu file.
 *
 * An item is up to ITEM_WORDS words, and column c has word c of all items: one or two words of a key, and a value. A
 * pass moves every item to the index that a digit of its key says, by tiles. In a tile a warp has rows of 32
 * neighbouring items, and lane l number l of each. A tile publishes in global memory how many keys of each digit it
 * has; the tiles behind it look back at these counts and add them up.
 */
#ifndef SORTLAB_DEVICE_SWEEP_H
#define SORTLAB_DEVICE_SWEEP_H

#include "common/sort/device/block_sums.h"
#include "common/sort/device/device.h"
#include "common/sort/device/key_order.h"

enum {
    ITEM_WORDS = 3,
    WORD_DIGITS = 32 / RADIX_BITS,
    SWEEP_DIGITS = 2 * WORD_DIGITS, /**< of a key of 64 bits */
    SWEEP_THREADS = RADIX,          /**< so that each has a digit, too */
    SWEEP_WARPS = SWEEP_THREADS / WARP_THREADS,
    SWEEP_ROWS = 44,
    SMALL_ROWS = 22,  /**< of a tile that two blocks of an A100 hold, or one of a T4 */
    LOOK_BACK = 2,    /**< tiles that are asked at once, so that their answers come together */
    VALUE_BATCH = 11, /**< values that a thread loads at once */
    HISTOGRAM_THREADS = 1024,
    HISTOGRAM_ITEMS = 8,
};

/** A word of each item: where it lies before a pass, and behind it. */
struct column {
    const uint32_t *d_from; /**< NULL: item i has the word i */
    uint32_t *d_to;         /**< NULL: nobody asks for it */
};

/** How the first pass maps a key, and how the last one maps it back. */
struct sweep_order {
    key_order order;
    uint32_t
        turn; /**< bits by which the word is turned to the right, once it is in unsigned order */
};

/** What a pass works on. */
struct pass {
    struct column key, carried[ITEM_WORDS - 1];
    uint32_t n_carried;
    size_t n;
    uint32_t number;      /**< of the pass, from 0 on */
    uint32_t digit, mask; /**< which byte of the key it is, and which bits of that byte count */
    struct sweep_order from, to;   /**< of keys that come in, and of those that go out */
    const place_t *d_starts;       /**< RADIX: how many keys have a lesser digit */
    volatile place_t *d_published; /**< RADIX a tile, for the tiles behind it */
    unsigned int *d_tickets;       /**< how many tiles are taken */
};

#ifdef __CUDACC__

/** What the threads of a block share; behind it lie keys, and peers or words of a column. */
struct sweep_shared {
    uint32_t next[SWEEP_WARPS *
                  RADIX]; /**< of each warp and digit: how many keys; then the next key's index */
    uint32_t sums[SWEEP_WARPS], tile;
    place_t to[RADIX]; /**< key i of digit d goes to to[d] + i */
};

/** Digit number `digit` of a key, a byte, in one instruction. */
static __device__ __forceinline__ uint32_t byte_of(uint32_t key, uint32_t digit) {
    return __byte_perm(key, 0, 0x4440 + digit);
}

/** A word turned to the right by 0 to 31 bits. */
static __device__ __forceinline__ uint32_t turned(uint32_t word, uint32_t bits) {
    return __funnelshift_r(word, word, bits);
}

static __device__ __forceinline__ uint32_t sweep_encode(uint32_t key, struct sweep_order o) {
    return turned(order_encode(key, o.order), o.turn);
}

/** The way back. */
static __device__ __forceinline__ uint32_t sweep_decode(uint32_t word, struct sweep_order o) {
    return order_decode(turned(word, 32 - o.turn), o.order);
}

/** Whether a pass takes keys, or leaves them, as they are. */
static __device__ __forceinline__ bool is_plain(struct sweep_order o) {
    return o.order == ORDER_NONE && o.turn == 0;
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

/** How many keys of digit threadIdx.x there are in the tiles before this one: asks the nearest first. */
static __device__ place_t look_back(const struct pass *p, uint32_t tile) {
    place_t before = 0, words[LOOK_BACK];
    while (tile > 0) {
        for (uint32_t w = 0; w < LOOK_BACK; w++)
            words[w] = p->d_published[(size_t)(tile > w ? tile - 1 - w : 0) * RADIX + threadIdx.x];
        for (uint32_t w = 0; w < LOOK_BACK && tile > 0; w++, tile--) {
            if (words[w] >= published(p, SUM_PUBLISHED))
                return before + words[w] - published(p, SUM_PUBLISHED);
            if (words[w] < published(p, COUNT_PUBLISHED)) break; // nothing yet: asked again
            before += words[w] - published(p, COUNT_PUBLISHED);
        }
    }
    return before;
}

/** The sum of the values of the threads before this one in the block, of which RADIX have one. */
static __device__ uint32_t sum_before(uint32_t value, uint32_t *s_sums) {
    uint32_t lane = threadIdx.x % WARP_THREADS, warp = threadIdx.x / WARP_THREADS;
    uint32_t sum = warp_scan(value);
    if (lane == WARP_THREADS - 1) s_sums[warp] = sum;
    __syncthreads(); // the sums of all warps are there
    for (uint32_t w = 0; w < SWEEP_WARPS; w++)
        if (w < warp) sum += s_sums[w];
    return sum - value;
}

/** The index in its tile of this thread's key in row 0; in each row it is WARP_THREADS further. */
static __device__ __forceinline__ uint32_t first_index(uint32_t n_rows) {
    return threadIdx.x / WARP_THREADS * (WARP_THREADS * n_rows) + threadIdx.x % WARP_THREADS;
}

/** The digit of a key that a pass moves it by. Only passes with small tiles take a part of a byte. */
static __device__ __forceinline__ uint32_t pass_digit(const struct pass *p, uint32_t key,
                                                      uint32_t n_rows) {
    uint32_t digit = byte_of(key, p->digit);
    return n_rows == SMALL_ROWS ? digit & p->mask : digit;
}

/**
 * Brings the m keys of a tile into registers; the first pass maps them to words in unsigned order. Where keys are
 * missing stands the greatest word: it comes behind all m keys of the tile.
 */
static __device__ __forceinline__ void load_rows(const struct pass *p, size_t tile, uint32_t m,
                                                 uint32_t n_rows, uint32_t *rows) {
    const uint32_t at = first_index(n_rows), greatest = sweep_decode(UINT32_MAX, p->from);
    const uint32_t *d_keys = p->key.d_from + tile * n_rows * SWEEP_THREADS + at;
#pragma unroll
    for (uint32_t r = 0; r < n_rows; r++)
        rows[r] = at + r * WARP_THREADS < m ? d_keys[r * WARP_THREADS] : greatest;
    if (is_plain(p->from)) return;
#pragma unroll
    for (uint32_t r = 0; r < n_rows; r++) rows[r] = sweep_encode(rows[r], p->from);
}

/** Word i of a column. */
static __device__ __forceinline__ uint32_t word_of(struct column c, size_t i) {
    return c.d_from ? c.d_from[i] : (uint32_t)i;
}

/** Where all keys have the same digit nothing moves: the tile is copied. */
static __device__ __forceinline__ void copy_rows(const struct pass *p, size_t tile, uint32_t m,
                                                 uint32_t n_rows, const uint32_t *rows) {
    const uint32_t at = first_index(n_rows);
    const size_t first = tile * n_rows * SWEEP_THREADS + at;
    if (p->key.d_to) {
#pragma unroll
        for (uint32_t r = 0; r < n_rows; r++)
            if (at + r * WARP_THREADS < m)
                p->key.d_to[first + r * WARP_THREADS] = sweep_decode(rows[r], p->to);
    }
#pragma unroll
    for (uint32_t c = 0; c < ITEM_WORDS - 1; c++) {
        if (c >= p->n_carried) break;
#pragma unroll 4
        for (uint32_t r = 0; r < n_rows && at + r * WARP_THREADS < m; r++)
            p->carried[c].d_to[first + r * WARP_THREADS] =
                word_of(p->carried[c], first + r * WARP_THREADS);
    }
}

/** Counts the warps' keys by digit, and puts those of the warps before in their place; those of digit threadIdx.x. */
static __device__ __forceinline__ uint32_t count_rows(const struct pass *p, const uint32_t *rows,
                                                      uint32_t n_rows, uint32_t *s_counts) {
    const uint32_t mask = n_rows == SMALL_ROWS ? p->mask : RADIX - 1;
    uint32_t count = 0;
    for (uint32_t r = 0; r < n_rows;
         r++) { // by shifts: bytes would stay in registers for the ranks
        uint32_t digit = digit_of(rows[r], RADIX_BITS * p->digit, RADIX_BITS) & mask;
        atomicAdd(&s_counts[threadIdx.x / WARP_THREADS * RADIX + digit], 1);
    }
    __syncthreads(); // all counts are there
    for (uint32_t i = threadIdx.x, own; i < SWEEP_WARPS * RADIX; i += RADIX, count += own) {
        own = s_counts[i];
        s_counts[i] = count;
    }
    return count;
}

/**
 * The index in the tile of this lane's key. Of each digit s_next has the index of the warp's next key, and s_peers a
 * word that is 0, and 0 again behind this. Lanes with the same digit take their indices in the order of lanes.
 */
static __device__ uint32_t take_index(uint32_t digit, uint32_t *s_next, uint32_t *s_peers) {
    const uint32_t lane = threadIdx.x % WARP_THREADS;
    uint32_t index = 0;
    atomicOr(&s_peers[digit], 1u << lane);
    __syncwarp(); // all bits are set
    const uint32_t peers = s_peers[digit], last = 31 - __clz(peers);
    const uint32_t before = __popc(peers & ((1u << lane) - 1));
    __syncwarp(); // all have seen them
    if (lane == last) index = atomicAdd(&s_next[digit], before + 1);
    if (lane == last) s_peers[digit] = 0;
    index = __shfl_sync(ALL_LANES, index, last) + before;
    __syncwarp(); // the word is 0 for the next row
    return index;
}

/** Brings the words of a column to the indices in s_words that the rows hold. */
static __device__ __forceinline__ void place_column(const struct pass *p, uint32_t c, size_t tile,
                                                    uint32_t m, uint32_t n_rows,
                                                    const uint32_t *rows, uint32_t *s_words) {
    const uint32_t at = first_index(n_rows);
    const size_t first = tile * n_rows * SWEEP_THREADS + at;
#pragma unroll
    for (uint32_t begin = 0; begin < n_rows; begin += VALUE_BATCH) {
        uint32_t batch[VALUE_BATCH]; // on their way at once
#pragma unroll
        for (uint32_t k = 0, r = begin; k < VALUE_BATCH; k++, r++)
            batch[k] =
                at + r * WARP_THREADS < m ? word_of(p->carried[c], first + r * WARP_THREADS) : 0;
#pragma unroll
        for (uint32_t k = 0; k < VALUE_BATCH; k++) s_words[rows[begin + k]] = batch[k];
    }
}

/** Takes the m keys that lie in s_keys by digit to the array, and the words of column 0 behind them. */
static __device__ __forceinline__ void write_keys(const struct pass *p, uint32_t m, uint32_t n_rows,
                                                  const uint32_t *s_keys, const place_t *s_to) {
#pragma unroll
    for (uint32_t i = threadIdx.x; i < n_rows * SWEEP_THREADS; i += SWEEP_THREADS) {
        if (i >= m) break;
        place_t place = s_to[pass_digit(p, s_keys[i], n_rows)] + i;
        if (p->key.d_to) p->key.d_to[place] = sweep_decode(s_keys[i], p->to);
        if (p->n_carried > 0) p->carried[0].d_to[place] = s_keys[n_rows * SWEEP_THREADS + i];
    }
}

/** The same of the words of a further column. */
static __device__ __forceinline__ void write_column(const struct pass *p, uint32_t c, uint32_t m,
                                                    uint32_t n_rows, const uint32_t *s_keys,
                                                    const place_t *s_to) {
#pragma unroll
    for (uint32_t i = threadIdx.x; i < n_rows * SWEEP_THREADS; i += SWEEP_THREADS) {
        if (i >= m) break;
        place_t place = s_to[pass_digit(p, s_keys[i], n_rows)] + i;
        p->carried[c].d_to[place] = s_keys[n_rows * SWEEP_THREADS + i];
    }
}

/** Brings the keys to their indices in the tile; rows keep these, for the columns. */
static __device__ __forceinline__ void rank_rows_of(const struct pass *p, uint32_t n_rows,
                                                    uint32_t *rows, uint32_t *s_keys,
                                                    uint32_t *s_next, uint32_t *s_peers) {
#pragma unroll
    for (uint32_t r = 0, key; r < n_rows; r++) {
        key = rows[r];
        rows[r] = take_index(pass_digit(p, key, n_rows), s_next, s_peers);
        s_keys[rows[r]] = key;
    }
    __syncthreads(); // nobody has peers there any more
}

/** Moves the block's next tile of n_rows, a constant. */
static __device__ __forceinline__ void move_tile(const struct pass *p, uint32_t n_rows,
                                                 struct sweep_shared *s) {
    const uint32_t d = threadIdx.x, own = d / WARP_THREADS * RADIX; // the warp's part of s->next
    const uint32_t items = n_rows * SWEEP_THREADS;
    uint32_t rows[SWEEP_ROWS], *s_keys = (uint32_t *)(s + 1), *s_behind = s_keys + items;
    for (uint32_t i = d; i < SWEEP_WARPS * RADIX; i += RADIX) s->next[i] = s_behind[i] = 0;
    if (d == 0) s->tile = atomicAdd(p->d_tickets, 1); // all tiles before it are in blocks that run
    const bool same = __syncthreads_and(p->d_starts[d] == 0 || p->d_starts[d] == p->n); // one digit
    const uint32_t tile = s->tile;
    const uint32_t m = (uint32_t)min(p->n - (size_t)tile * items, (size_t)items);
    load_rows(p, tile, m, n_rows, rows);
    if (same) return copy_rows(p, tile, m, n_rows, rows);
    const uint32_t count = count_rows(p, rows, n_rows, s->next);
    publish(p, tile, COUNT_PUBLISHED, count);
    const uint32_t lesser = sum_before(count, s->sums);
    for (uint32_t i = d; i < SWEEP_WARPS * RADIX; i += RADIX) s->next[i] += lesser;
    __syncthreads(); // all words are indices in the tile
    rank_rows_of(p, n_rows, rows, s_keys, s->next + own, s_behind + own);
    if (p->n_carried > 0) place_column(p, 0, tile, m, n_rows, rows, s_behind);
    place_t before = look_back(p, tile);
    publish(p, tile, SUM_PUBLISHED, before + count);
    s->to[d] = p->d_starts[d] + before - lesser;
    __syncthreads(); // keys, words and starts are there
    write_keys(p, m, n_rows, s_keys, s->to);
#pragma unroll
    for (uint32_t c = 1; c < ITEM_WORDS - 1; c++) {
        if (c >= p->n_carried) break;
        __syncthreads(); // the words before them have left
        place_column(p, c, tile, m, n_rows, rows, s_behind);
        __syncthreads(); // these are there
        write_column(p, c, m, n_rows, s_keys, s->to);
    }
}

/** @launch a block a tile, SWEEP_THREADS threads: one for each digit
 *  @shared 100 KB: keys by digit; behind them peers, then words; the next index of each digit; where each goes
 *  @cost   8 bytes a word moved; 3 atomics an item in shared memory; 6 barriers, and 2 for each further column
 *  @source Adinets 2022; Merrill 2016 */
static __global__ void __launch_bounds__(SWEEP_THREADS, 3) move_tiles_kernel(const struct pass p) {
    extern __shared__ struct sweep_shared s_sweep[];
    move_tile(&p, SWEEP_ROWS, s_sweep);
}

/** The same with tiles of SMALL_ROWS, and by any part of a byte.
 *  @launch as of move_tiles_kernel
 *  @shared 55 KB: as of move_tiles_kernel
 *  @cost   as of move_tiles_kernel
 *  @source Adinets 2022; Merrill 2016 */
static __global__ void __launch_bounds__(SWEEP_THREADS, 4)
    move_small_tiles_kernel(const struct pass p) {
    extern __shared__ struct sweep_shared s_sweep[];
    move_tile(&p, SMALL_ROWS, s_sweep);
}

static inline uint32_t sweep_tiles(size_t n, uint32_t n_rows) {
    return (uint32_t)((n + n_rows * SWEEP_THREADS - 1) / (n_rows * SWEEP_THREADS));
}

/** Launches a block for each tile. Large tiles are for whole bytes where two of them fit in a multiprocessor. */
static inline void launch_pass(const struct pass *p, cudaStream_t stream) {
    const bool large = p->mask == RADIX - 1 && block_bytes() >= 200 << 10;
    const uint32_t n_rows = large ? SWEEP_ROWS : SMALL_ROWS;
    const size_t words = 2 * n_rows * SWEEP_THREADS;
    const size_t shared = sizeof(struct sweep_shared) + words * sizeof(uint32_t);
    const void *kernel =
        large ? (const void *)move_tiles_kernel : (const void *)move_small_tiles_kernel;
    void *arguments[] = {(void *)p};
    allow_shared(kernel, shared);
    CU(cudaLaunchKernel(kernel, dim3(sweep_tiles(p->n, n_rows)), dim3(SWEEP_THREADS), arguments,
                        shared, stream));
}

#endif
#endif
