/**
 * @file
 * @brief Lab 13, given: how a bucket ends that lies in shared memory nearly in order.
 */
#ifndef SORTLAB_FAST_FINISH_H
#define SORTLAB_FAST_FINISH_H

#include "tables.h"

enum {
    FINISH_THREADS = 512,
    FINISH_ITEMS = 18, /**< keys of a thread */
    FINISH_BITS = 13,  /**< that a bucket's keys are counted by */
    FINISH_BINS = 1 << FINISH_BITS,
    WINDOW = WARP_THREADS * FINISH_ITEMS, /**< places that a warp puts in order */
    HALO = 16,                            /**< of them at each end for others to store */
    CORE = WINDOW - 2 * HALO,
    FINISH_ROOM = FINISH_THREADS / WARP_THREADS * CORE + 2 * HALO + 4,
};

/** What the threads of a block share while they finish a bucket. */
struct finish_shared {
    union {
        uint8_t counts[FINISH_BINS]; /**< keys of each bin */
        uint32_t words[FINISH_BINS / 4];
        uint4 vectors[FINISH_BINS / 16];
        uint16_t starts[FINISH_BINS]; /**< over them, later: where each bin begins */
        uint4 start_vectors[FINISH_BINS / 8];
    };
    uint32_t keys[FINISH_ROOM]; /**< of the bucket, from HALO and a few words on */
    uint32_t sums[WARP_THREADS];
    uint32_t n_crowded;
    uint16_t crowded[FINISH_ROOM / HALO]; /**< bins of more keys than the halo has room for */
};

/** A thread's keys of a bucket of n, at places threadIdx.x, FINISH_THREADS further, ... */
struct finish_keys {
    uint32_t key[FINISH_ITEMS];
    uint32_t ranks[(FINISH_ITEMS + 3) /
                   4]; /**< how many keys of its bin came before each: a byte each */
    uint32_t n, shift; /**< a key's bin: FINISH_BITS bits above the lowest `shift` */
};

#ifdef __CUDACC__

static __device__ __forceinline__ uint32_t finish_bin(const struct finish_keys *k, uint32_t i) {
    return digit_of(k->key[i], k->shift, FINISH_BITS);
}

static __device__ __forceinline__ bool finish_there(const struct finish_keys *k, uint32_t i) {
    return i * FINISH_THREADS + threadIdx.x < k->n;
}

/* What you write in step 3. */
static __device__ __forceinline__ uint32_t rank_keys(struct finish_keys *k,
                                                     struct finish_shared *s);
static __device__ __forceinline__ void place_keys(const struct finish_keys *k, uint32_t *s_keys,
                                                  const struct finish_shared *s);

/** Words by which d_out misses a multiple of 16 bytes; s->keys misses it by the same. */
static __device__ __forceinline__ uint32_t words_off(const uint32_t *d_out) {
    return (uint32_t)((uintptr_t)d_out / 4 % 4);
}

/** The sum of the four bytes of a word. */
static __device__ __forceinline__ uint32_t sum_bytes(uint32_t word) {
    uint32_t pairs = (word & 0x00ff00ff) + (word >> 8 & 0x00ff00ff);
    return (pairs + (pairs >> 16)) & 0xffff;
}

/** Two places in a word, of bins 2i and 2i + 1 of the word's four; *start moves behind them. */
static __device__ __forceinline__ uint32_t two_starts(uint32_t *start, uint32_t counts) {
    uint32_t second = *start + (counts & 0xff), places = *start | second << 16;
    *start = second + (counts >> 8 & 0xff);
    return places;
}

static __device__ __forceinline__ uint4 eight_starts(uint32_t *start, uint32_t counts,
                                                     uint32_t more) {
    uint4 places;
    places.x = two_starts(start, counts);
    places.y = two_starts(start, counts >> 16);
    places.z = two_starts(start, more);
    places.w = two_starts(start, more >> 16);
    return places;
}

/** Writes where each bin begins over the counts; the sum of them all. 16 bins a thread. */
static __device__ __forceinline__ uint32_t start_bins(struct finish_shared *s) {
    uint4 c = s->vectors[threadIdx.x];
    uint32_t total;
    uint32_t sum = sum_bytes(c.x) + sum_bytes(c.y) + sum_bytes(c.z) + sum_bytes(c.w);
    uint32_t start = block_scan(sum, s->sums, &total); // all have read their counts
    s->start_vectors[2 * threadIdx.x] = eight_starts(&start, c.x, c.y);
    s->start_vectors[2 * threadIdx.x + 1] = eight_starts(&start, c.z, c.w);
    return total;
}

/** Puts what never moves around the bucket's n keys. */
static __device__ __forceinline__ void pad_bucket(uint32_t *s_room, uint32_t room, uint32_t n,
                                                  uint32_t off) {
    uint32_t at = HALO + off + n + threadIdx.x;
    if (threadIdx.x < HALO + off) s_room[threadIdx.x] = 0;
    for (; at < room && at < HALO + off + n + WINDOW; at += blockDim.x) s_room[at] = UINT32_MAX;
}

static __device__ __forceinline__ void order_pair(uint32_t *low, uint32_t *high) {
    uint32_t a = *low, b = *high;
    *low = min(a, b);
    *high = max(a, b);
}

/** Two phases of an odd-even sort over a warp's window, FINISH_ITEMS neighbours a lane (lab 05). */
static __device__ __forceinline__ void two_phases(uint32_t *keys, uint32_t lane) {
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i += 2) order_pair(&keys[i], &keys[i + 1]);
#pragma unroll
    for (uint32_t i = 1; i + 1 < FINISH_ITEMS; i += 2) order_pair(&keys[i], &keys[i + 1]);
    uint32_t next = __shfl_down_sync(ALL_LANES, keys[0], 1);
    uint32_t last = __shfl_up_sync(ALL_LANES, keys[FINISH_ITEMS - 1], 1);
    if (lane < WARP_THREADS - 1) keys[FINISH_ITEMS - 1] = min(keys[FINISH_ITEMS - 1], next);
    if (lane > 0) keys[0] = max(keys[0], last);
}

/** Whether some key of the window is greater than the next one. */
static __device__ __forceinline__ bool unsorted(const uint32_t *keys, uint32_t lane) {
    uint32_t next = __shfl_down_sync(ALL_LANES, keys[0], 1);
    bool wrong = lane < WARP_THREADS - 1 && keys[FINISH_ITEMS - 1] > next;
#pragma unroll
    for (uint32_t i = 0; i + 1 < FINISH_ITEMS; i++) wrong |= keys[i] > keys[i + 1];
    return __any_sync(ALL_LANES, wrong);
}

/** A warp copies keys from shared memory to places of the array that are as far off 16 bytes. */
static __device__ __forceinline__ void store_window(const uint32_t *s_keys, uint32_t *d_out,
                                                    uint32_t begin, uint32_t end, uint32_t lane) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    // the copy engine takes whole 16 bytes in one go; lanes see to the words at both ends
    uint32_t from = min((begin + 3) / 4 * 4, end), to = max(end / 4 * 4, from);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); // the engine sees what was written
    __syncwarp();
    if (lane == 0 && from < to) {
        uint32_t source = (uint32_t)__cvta_generic_to_shared(s_keys + from);
        asm volatile(
            "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(d_out + from),
            "r"(source), "r"((to - from) * 4)
            : "memory");
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    }
    if (begin + lane < from) d_out[begin + lane] = s_keys[begin + lane];
    if (to + lane < end) d_out[to + lane] = s_keys[to + lane];
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory"); // it needs s_keys no more
#else
    __syncwarp(); // all lanes have written their keys
    for (uint32_t i = begin + lane; i < end; i += WARP_THREADS) d_out[i] = s_keys[i];
#endif
}

/**
 * Stores a bucket whose n keys lie in their bins, of BUCKET_REPEATS keys at most, in any order there. A
 * warp orders a window of them in registers and stores its core: a bin that the window cuts lies in
 * the halo.
 */
static __device__ __forceinline__ void order_and_store(uint32_t *s_room, uint32_t n,
                                                       uint32_t *d_out, enum key_type type) {
    uint32_t keys[FINISH_ITEMS], lane = threadIdx.x % WARP_THREADS, off = words_off(d_out);
    uint32_t core = HALO + (off & 2) + threadIdx.x / WARP_THREADS * CORE; // even: two keys a load
    uint32_t first = core - HALO + lane * FINISH_ITEMS, end = HALO + off + n;
    uint2 *s_pairs = (uint2 *)(s_room + first);
    if (core < end) {
#pragma unroll
        for (uint32_t i = 0; i < FINISH_ITEMS / 2; i++) {
            uint2 two = s_pairs[i];
            keys[2 * i] = two.x;
            keys[2 * i + 1] = two.y;
        }
        two_phases(keys, lane);
        do two_phases(keys, lane);
        while (unsorted(keys, lane));
    }
    __syncthreads(); // all windows are read
    if (core >= end) return;
    if (type != KEY_U32)
#pragma unroll
        for (uint32_t i = 0; i < FINISH_ITEMS; i++) keys[i] = key_decode(keys[i], type);
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS / 2; i++)
        if (first + 2 * i - core < CORE) s_pairs[i] = make_uint2(keys[2 * i], keys[2 * i + 1]);
    store_window(s_room, d_out - HALO - off, max(core, HALO + off), min(core + CORE, end), lane);
}

/** One level of a bitonic network over n keys, by a warp: pairs `width` apart, or mirrored (lab 06). */
static __device__ void order_level(uint32_t *keys, uint32_t n, uint32_t width, bool mirrored) {
    for (uint32_t p = threadIdx.x % WARP_THREADS; p < n; p += WARP_THREADS) {
        uint32_t low = p % width, i = 2 * (p - low) + low;
        uint32_t partner = mirrored ? 2 * (p - low) + 2 * width - 1 - low : i + width;
        if (partner < n) order_pair(&keys[i], &keys[partner]);
    }
    __syncwarp(); // the next level compares these
}

/** A warp sorts n keys of which at most WARP_THREADS differ; false if there are more. */
static __device__ bool rewrite_few(uint32_t *keys, uint32_t n) {
    uint32_t lane = threadIdx.x % WARP_THREADS, value = UINT32_MAX, own = 0, own_end = 0, end = 0,
             v;
    for (uint32_t i = lane; i < n; i += WARP_THREADS) value = min(value, keys[i]);
    value = __reduce_min_sync(ALL_LANES, value);
    for (v = 0; v < WARP_THREADS && end < n; v++) {
        uint32_t count = 0, next = UINT32_MAX;
        for (uint32_t i = lane; i < n; i += WARP_THREADS) {
            uint32_t key = keys[i];
            count += key == value;
            if (key > value) next = min(next, key);
        }
        end += __reduce_add_sync(ALL_LANES, count);
        if (lane == v) own = value, own_end = end;
        value = __reduce_min_sync(ALL_LANES, next);
    }
    __syncwarp();                           // all lanes have read all keys
    if (end < n || v == 1) return end == n; // one value needs no writing
    for (uint32_t w = 0, begin = 0; w < v; w++, begin = end) {
        end = __shfl_sync(ALL_LANES, own_end, w);
        value = __shfl_sync(ALL_LANES, own, w);
        for (uint32_t i = begin + lane; i < end; i += WARP_THREADS) keys[i] = value;
    }
    return true;
}

/** A warp sorts up to 64 keys: each goes behind those that are less, or equal and before it. */
static __device__ void rank_few(uint32_t *keys, uint32_t n) {
    uint32_t i = threadIdx.x % WARP_THREADS, j = i + WARP_THREADS, rank_i = 0, rank_j = 0;
    uint32_t key_i = i < n ? keys[i] : 0, key_j = j < n ? keys[j] : 0;
#pragma unroll 4
    for (uint32_t k = 0; k < n; k++) {
        uint32_t other = keys[k];
        rank_i += other < key_i || (other == key_i && k < i);
        rank_j += other < key_j || (other == key_j && k < j);
    }
    __syncwarp(); // all lanes have read all keys
    if (i < n) keys[rank_i] = key_i;
    if (j < n) keys[rank_j] = key_j;
}

/** A warp sorts n keys in shared memory, of which many may be equal. */
static __device__ void order_bin(uint32_t *keys, uint32_t n) {
    if (n <= 2 * WARP_THREADS) {
        rank_few(keys, n);
        return;
    }
    if (rewrite_few(keys, n)) return;
    for (uint32_t size = 1; size < n; size *= 2) {
        order_level(keys, n, size, true);
        for (uint32_t width = size / 2; width > 0; width /= 2) order_level(keys, n, width, false);
    }
}

/** Sorts bins of more than BUCKET_REPEATS keys, a warp each: no window could. The keys lie in their bins when all threads have come here. */
static __device__ __noinline__ void order_crowded(const uint16_t *s_starts, uint32_t n,
                                                  uint32_t *s_keys, uint16_t *s_list,
                                                  uint32_t *s_n) {
    if (threadIdx.x == 0) *s_n = 0;
    __syncthreads(); // the list is empty
    for (uint32_t b = threadIdx.x; b < FINISH_BINS; b += blockDim.x) {
        uint32_t end = b + 1 < FINISH_BINS ? s_starts[b + 1] : n;
        if (end - s_starts[b] > BUCKET_REPEATS) s_list[atomicAdd(s_n, 1)] = (uint16_t)b;
    }
    __syncthreads(); // the list is complete, and all keys lie in their bins
    for (uint32_t i = threadIdx.x / WARP_THREADS; i < *s_n; i += blockDim.x / WARP_THREADS) {
        uint32_t b = s_list[i], begin = s_starts[b];
        uint32_t end = b + 1 < FINISH_BINS ? s_starts[b + 1] : n;
        order_bin(s_keys + begin, end - begin);
    }
}

/** Sorts a bucket of n keys, up to BUCKET_ITEMS; false, and nothing is written, if too many agree. */
static __device__ __forceinline__ bool finish_bucket(const uint32_t *d_in, uint32_t n,
                                                     uint32_t left, uint32_t *d_out,
                                                     enum key_type type, struct finish_shared *s) {
    struct finish_keys k = {{0}, {0}, n, left > FINISH_BITS ? left - FINISH_BITS : 0};
    s->vectors[threadIdx.x] = make_uint4(0, 0, 0, 0);
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++)
        k.key[i] = finish_there(&k, i) ? d_in[i * FINISH_THREADS + threadIdx.x] : 0;
    __syncthreads(); // all bins are empty
    bool crowded = rank_keys(&k, s) >= BUCKET_REPEATS;
    crowded = __syncthreads_or(crowded);  // all keys are ranked
    if (start_bins(s) != n) return false; // a byte that ran over is missing from the sum
    uint32_t *s_keys = s->keys + HALO + words_off(d_out);
    __syncthreads(); // it is known where each bin begins
    place_keys(&k, s_keys, s);
    pad_bucket(s->keys, FINISH_ROOM, n, words_off(d_out));
    if (crowded && k.shift > 0) order_crowded(s->starts, n, s_keys, s->crowded, &s->n_crowded);
    __syncthreads(); // all keys lie in their bins
    order_and_store(s->keys, n, d_out, type);
    return true;
}

/** @launch a block of FINISH_THREADS threads a bucket
 *  @shared 52 KB: bins, and the keys of a bucket
 *  @cost   8 bytes a key moved; an atomic a key in shared memory; 6 barriers
 *  @source Stehle 2017; Habermann 1972 */
static __global__ void __launch_bounds__(FINISH_THREADS, 3) finish_kernel(struct tables t) {
    extern __shared__ struct finish_shared s_finish[];
    place_t start = t.starts[blockIdx.x], n = t.starts[blockIdx.x + 1] - start;
    uint32_t left = 32 - t.bits_1 - t.bits_2;
    if (n == 0 || n > BUCKET_ITEMS) return; // others see to these
    if (!finish_bucket(t.side[SIDE_TEMP] + start, (uint32_t)n, left, t.side[SIDE_OUT] + start,
                       t.type, s_finish) &&
        threadIdx.x == 0)
        list_bucket(t.repeats, start, (uint32_t)n, left, SIDE_TEMP);
}

/** @launch two blocks of FINISH_THREADS threads a multiprocessor; they share the buckets of the list
 *  @shared 52 KB: bins, and the keys of a bucket
 *  @cost   as of finish_kernel, for what was split
 *  @source Stehle 2017; Habermann 1972 */
static __global__ void __launch_bounds__(FINISH_THREADS, 2) finish_list_kernel(struct tables t) {
    extern __shared__ struct finish_shared s_finish[];
    uint32_t n = *t.small.d_n;
    for (uint32_t i = blockIdx.x; i < n; i += gridDim.x) {
        struct bucket b = t.small.d_buckets[i];
        if (!finish_bucket(t.side[b.side] + b.start, b.n, b.left, t.side[SIDE_OUT] + b.start,
                           t.type, s_finish) &&
            threadIdx.x == 0)
            list_bucket(t.repeats, b.start, b.n, b.left, b.side);
        __syncthreads(); // the next bucket may come
    }
}

static inline void launch_finish(struct tables t, cudaStream_t stream) {
    allow_shared((const void *)finish_kernel, sizeof(struct finish_shared));
    finish_kernel<<<1u << (t.bits_1 + t.bits_2), FINISH_THREADS, sizeof(struct finish_shared),
                    stream>>>(t);
    CU_LAUNCHED();
}

#endif
#endif
