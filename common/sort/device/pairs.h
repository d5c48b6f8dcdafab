/**
 * @file
 * @brief A stable sort of pairs by bytes, a pass over the pairs for each: the algorithm of lab 12. For one .cu file.
 *
 * A pass moves every pair to the index that the digit of its key says, by tiles. In a tile a warp has SWEEP_ITEMS rows
 * of 32 neighbouring pairs, and lane l number l of each. A tile publishes in global memory how many keys of each digit
 * it has; the tiles behind it look back at these counts and add them up.
 */
#ifndef SORTLAB_DEVICE_PAIRS_H
#define SORTLAB_DEVICE_PAIRS_H

#include "common/sort/device/block_sums.h"
#include "common/sort/device/device.h"
#include "common/sort/device/key_order.h"

enum {
    PASSES = 32 / RADIX_BITS,
    SWEEP_THREADS = RADIX, /**< so that each has a digit, too */
    SWEEP_WARPS = SWEEP_THREADS / WARP_THREADS,
    SWEEP_ITEMS = 44,
    SWEEP_TILE = SWEEP_THREADS * SWEEP_ITEMS,
    LOOK_BACK = 2,    /**< tiles that are asked at once, so that their answers come together */
    VALUE_BATCH = 11, /**< values that a thread loads at once */
    HISTOGRAM_THREADS = 1024,
    HISTOGRAM_ITEMS = 8,
    HISTOGRAM_BYTES = PASSES * RADIX * WARP_THREADS * 4,
};

/** Keys and their values, on the device. */
struct pairs {
    uint32_t *d_keys, *d_values;
};

/** What a pass works on. */
struct pass {
    struct pairs in, out;
    size_t n;
    uint32_t digit;
    key_order from,
        to; /**< the first pass maps keys that come in, the last one those that go out */
    const place_t *d_starts;       /**< RADIX: how many keys have a lesser digit */
    volatile place_t *d_published; /**< RADIX a tile, for the tiles behind it */
    unsigned int *d_tickets;       /**< how many tiles are taken */
};

#ifdef __CUDACC__

/** Digit number `digit` of a key, a byte, in one instruction. */
static __device__ uint32_t byte_of(uint32_t key, uint32_t digit) {
    return __byte_perm(key, 0, 0x4440 + digit);
}

/*
 * A tile publishes a word for each digit. The upper four bits hold the pass and the kind: a count, or the sum of the
 * count and all counts before. Words of earlier passes are less than all words of this pass, so no kernel clears them.
 */
enum { COUNT_PUBLISHED = 1, SUM_PUBLISHED = 2, PUBLISHED_SHIFT = 60 };

/** The least word that publishes this. */
static __device__ place_t published(const struct pass *p, place_t what) {
    return (2 * p->digit + what) << PUBLISHED_SHIFT;
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
static __device__ uint32_t first_index(void) {
    return threadIdx.x / WARP_THREADS * (WARP_THREADS * SWEEP_ITEMS) + threadIdx.x % WARP_THREADS;
}

/**
 * Brings the m keys of a tile into registers; the first pass maps them to words in unsigned order. Where keys are
 * missing stands the greatest word: it comes behind all m keys of the tile.
 */
static __device__ void load_rows(const struct pass *p, size_t tile, uint32_t m, uint32_t *rows) {
    const uint32_t at = first_index(), greatest = order_decode(UINT32_MAX, p->from);
    const uint32_t *d_keys = p->in.d_keys + tile * SWEEP_TILE + at;
#pragma unroll
    for (uint32_t r = 0; r < SWEEP_ITEMS; r++)
        rows[r] = at + r * WARP_THREADS < m ? d_keys[r * WARP_THREADS] : greatest;
    if (p->from == ORDER_NONE) return;
#pragma unroll
    for (uint32_t r = 0; r < SWEEP_ITEMS; r++) rows[r] = order_encode(rows[r], p->from);
}

/** Where all keys have the same digit nothing moves: the tile is copied. */
static __device__ void copy_rows(const struct pass *p, size_t tile, uint32_t m,
                                 const uint32_t *rows) {
    const uint32_t at = first_index();
#pragma unroll
    for (uint32_t r = 0; r < SWEEP_ITEMS; r++) {
        size_t i = tile * SWEEP_TILE + at + r * WARP_THREADS;
        if (at + r * WARP_THREADS >= m) break;
        p->out.d_keys[i] = order_decode(rows[r], p->to);
        p->out.d_values[i] = p->in.d_values[i];
    }
}

/** Counts the warps' keys by digit, and puts those of the warps before in their place; those of digit threadIdx.x. */
static __device__ uint32_t count_rows(const uint32_t *rows, uint32_t digit, uint32_t *s_counts) {
    uint32_t count = 0;
    for (uint32_t r = 0; r < SWEEP_ITEMS; r++)
        atomicAdd(&s_counts[threadIdx.x / WARP_THREADS * RADIX +
                            digit_of(rows[r], RADIX_BITS * digit, RADIX_BITS)],
                  1);
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

/** Brings the values of a tile to the indices in s_values that the rows hold. */
static __device__ void place_values(const struct pass *p, size_t tile, uint32_t m,
                                    const uint32_t *rows, uint32_t *s_values) {
    const uint32_t at = first_index();
    const uint32_t *d_values = p->in.d_values + tile * SWEEP_TILE + at;
    __syncthreads(); // nobody has peers there any more
#pragma unroll
    for (uint32_t first = 0; first < SWEEP_ITEMS; first += VALUE_BATCH) {
        uint32_t batch[VALUE_BATCH]; // on their way at once
#pragma unroll
        for (uint32_t k = 0, r = first; k < VALUE_BATCH; k++, r++)
            batch[k] = at + r * WARP_THREADS < m ? d_values[r * WARP_THREADS] : 0;
#pragma unroll
        for (uint32_t k = 0; k < VALUE_BATCH; k++) s_values[rows[first + k]] = batch[k];
    }
}

/** Takes the m keys that lie in s_keys by digit, and the values behind them, to the array: key i of digit d
 * to s_to[d] + i. */
static __device__ void write_tile(const struct pass *p, uint32_t m, const uint32_t *s_keys,
                                  const place_t *s_to) {
#pragma unroll
    for (uint32_t i = threadIdx.x; i < SWEEP_TILE; i += SWEEP_THREADS) {
        if (i >= m) break;
        place_t place = s_to[byte_of(s_keys[i], p->digit)] + i;
        p->out.d_keys[place] = order_decode(s_keys[i], p->to);
        p->out.d_values[place] = s_keys[SWEEP_TILE + i];
    }
}

/** @launch a block a tile, SWEEP_THREADS threads: one for each digit
 *  @shared 98 KB: keys by digit; behind them peers, then values; the next index of each digit; where each goes
 *  @cost   16 bytes a pair moved; 3 atomics a pair in shared memory; 6 barriers
 *  @source Adinets 2022; Merrill 2016 */
static __global__ void __launch_bounds__(SWEEP_THREADS, 3) move_tiles_kernel(const struct pass p) {
    extern __shared__ uint32_t s_keys[];
    __shared__ uint32_t s_next[SWEEP_WARPS * RADIX], s_sums[SWEEP_WARPS], s_tile;
    __shared__ place_t s_to[RADIX];
    const uint32_t d = threadIdx.x, own = d / WARP_THREADS * RADIX; // the warp's part of s_next
    uint32_t rows[SWEEP_ITEMS], *s_behind = s_keys + SWEEP_TILE;
    for (uint32_t i = d; i < SWEEP_WARPS * RADIX; i += RADIX) s_next[i] = s_behind[i] = 0;
    if (d == 0) s_tile = atomicAdd(p.d_tickets, 1); // so all tiles before it are in blocks that run
    const bool same = __syncthreads_and(p.d_starts[d] == 0 || p.d_starts[d] == p.n); // one digit
    const uint32_t tile = s_tile;
    const uint32_t m = (uint32_t)min(p.n - (size_t)tile * SWEEP_TILE, (size_t)SWEEP_TILE);
    load_rows(&p, tile, m, rows);
    if (same) return copy_rows(&p, tile, m, rows);
    const uint32_t count = count_rows(rows, p.digit, s_next);
    publish(&p, tile, COUNT_PUBLISHED, count);
    const uint32_t lesser = sum_before(count, s_sums);
    for (uint32_t i = d; i < SWEEP_WARPS * RADIX; i += RADIX) s_next[i] += lesser;
    __syncthreads(); // all words are indices in the tile
#pragma unroll
    for (uint32_t r = 0, key; r < SWEEP_ITEMS; r++) { // rows keep the index, for the value
        key = rows[r];
        rows[r] = take_index(byte_of(key, p.digit), s_next + own, s_behind + own);
        s_keys[rows[r]] = key;
    }
    place_values(&p, tile, m, rows, s_behind);
    place_t before = look_back(&p, tile);
    publish(&p, tile, SUM_PUBLISHED, before + count);
    s_to[d] = p.d_starts[d] + before - lesser;
    __syncthreads(); // keys, values and starts are there
    write_tile(&p, m, s_keys, s_to);
}

/**
 * Counts all four digits of all keys, which are read once. Each lane has bins of its own, so the lanes of a warp never
 * meet in a bank. Bin d of digit p of lane l is word (p * RADIX + d) * 32 + l.
 *
 *  @launch a block a multiprocessor, HISTOGRAM_THREADS threads
 *  @shared 128 KB: PASSES * RADIX bins for each lane
 *  @cost   4 bytes a key moved, 4 atomics a key in shared memory; 2 barriers
 *  @source Adinets 2022
 */
static __global__ void __launch_bounds__(HISTOGRAM_THREADS)
    histogram_kernel(const uint32_t *d_keys, size_t n, key_order order, place_t *d_bins) {
    extern __shared__ uint32_t s_bins[];
    const uint32_t lane = threadIdx.x % WARP_THREADS, step = HISTOGRAM_THREADS * HISTOGRAM_ITEMS;
    for (uint32_t i = threadIdx.x; i < HISTOGRAM_BYTES / 4; i += HISTOGRAM_THREADS) s_bins[i] = 0;
    __syncthreads(); // all bins are empty
    for (size_t i = (size_t)blockIdx.x * step + threadIdx.x; i < n; i += (size_t)gridDim.x * step) {
        uint32_t keys[HISTOGRAM_ITEMS]; // all on their way at once
#pragma unroll
        for (uint32_t k = 0; k < HISTOGRAM_ITEMS; k++)
            keys[k] = i + k * HISTOGRAM_THREADS < n ? d_keys[i + k * HISTOGRAM_THREADS] : 0;
#pragma unroll
        for (uint32_t k = 0; k < HISTOGRAM_ITEMS; k++) {
            if (i + k * HISTOGRAM_THREADS >= n) break;
            uint32_t key = order_encode(keys[k], order);
            for (uint32_t p = 0; p < PASSES; p++)
                atomicAdd(&s_bins[(p * RADIX + byte_of(key, p)) * WARP_THREADS + lane], 1);
        }
    }
    __syncthreads(); // all keys are counted
    for (uint32_t b = threadIdx.x; b < PASSES * RADIX; b += HISTOGRAM_THREADS) {
        place_t sum = 0;
        for (uint32_t l = 0; l < WARP_THREADS; l++)
            sum += s_bins[b * WARP_THREADS + (l + b) % WARP_THREADS];
        if (sum > 0) atomicAdd(&d_bins[b], sum);
    }
}

/** Turns the counts of each digit into starts: how many keys have a lesser digit.
 *  @launch PASSES blocks, one for each digit, of RADIX threads
 *  @shared 2 KB: the counts
 *  @cost   16 bytes a bin; 1 barrier
 *  @source Blelloch 1990 */
static __global__ void start_digits_kernel(place_t *d_bins) {
    __shared__ place_t s_bins[RADIX];
    place_t start = 0;
    s_bins[threadIdx.x] = d_bins[blockIdx.x * RADIX + threadIdx.x];
    __syncthreads(); // all counts are there
    for (uint32_t d = 0; d < threadIdx.x; d++) start += s_bins[d];
    d_bins[blockIdx.x * RADIX + threadIdx.x] = start;
}

/** Temporary memory of a sort. */
struct pairs_temp {
    place_t *d_starts;       /**< RADIX for each of PASSES digits */
    place_t *d_published;    /**< RADIX for each tile, in all passes the same */
    unsigned int *d_tickets; /**< one for each of PASSES digits */
    size_t zeros;            /**< bytes from d_starts on that have to be 0 before the first pass */
    struct pairs pairs;
    size_t bytes; /**< all */
};

static inline uint32_t sweep_tiles(size_t n) {
    return (uint32_t)((n + SWEEP_TILE - 1) / SWEEP_TILE);
}

/** Where everything lies in d_temp, which may be NULL where only sizes are asked for. */
static inline struct pairs_temp lay_out_pairs(void *d_temp, size_t n) {
    struct pairs_temp t;
    size_t array = (n * sizeof(uint32_t) + 255) / 256 * 256;
    size_t bins = PASSES * RADIX + (size_t)sweep_tiles(n) * RADIX;
    uintptr_t at = (uintptr_t)d_temp;
    t.zeros = bins * sizeof(place_t) + 256;
    t.d_starts = (place_t *)at;
    t.d_published = (place_t *)(at + PASSES * RADIX * sizeof(place_t));
    t.d_tickets = (unsigned int *)(at + bins * sizeof(place_t));
    t.pairs.d_keys = (uint32_t *)(at + t.zeros);
    t.pairs.d_values = (uint32_t *)(at + t.zeros + array);
    t.bytes = t.zeros + 2 * array;
    return t;
}

/** A block for each tile; behind its keys peers, then values. */
static inline void launch_pass(const struct pass *p, cudaStream_t stream) {
    const size_t shared = 2 * SWEEP_TILE * sizeof(uint32_t);
    allow_shared((const void *)move_tiles_kernel, shared);
    move_tiles_kernel<<<sweep_tiles(p->n), SWEEP_THREADS, shared, stream>>>(*p);
    CU_LAUNCHED();
}

/** Whether the device's blocks have the shared memory that these kernels take. */
static inline bool can_sort_pairs(void) {
    return block_bytes() >= HISTOGRAM_BYTES;
}

/** Sorts n pairs. A pass for each digit, to temporary memory, from there to the output, and so on. */
static inline void sort_pairs_of(struct pairs in, struct pairs out, size_t n, key_order order,
                                 void *d_temp, cudaStream_t stream) {
    const struct pairs_temp t = lay_out_pairs(d_temp, n);
    const uint32_t blocks = (uint32_t)min((size_t)multiprocessors(), (size_t)sweep_tiles(n));
    if (n == 0) return;
    CU(cudaMemsetAsync(t.d_starts, 0, t.zeros, stream));
    allow_shared((const void *)histogram_kernel, HISTOGRAM_BYTES);
    histogram_kernel<<<blocks, HISTOGRAM_THREADS, HISTOGRAM_BYTES, stream>>>(in.d_keys, n, order,
                                                                             t.d_starts);
    CU_LAUNCHED();
    start_digits_kernel<<<PASSES, RADIX, 0, stream>>>(t.d_starts);
    CU_LAUNCHED();
    for (uint32_t digit = 0; digit < PASSES; digit++) {
        struct pass p = {digit == 0       ? in
                         : digit % 2 == 0 ? out
                                          : t.pairs,
                         digit % 2 == 0 ? t.pairs : out,
                         n,
                         digit,
                         digit == 0 ? order : ORDER_NONE,
                         digit == PASSES - 1 ? order : ORDER_NONE,
                         t.d_starts + digit * RADIX,
                         t.d_published,
                         t.d_tickets + digit};
        launch_pass(&p, stream);
    }
}

#endif
#endif
