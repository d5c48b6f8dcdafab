/**
 * @file
 * @brief A partition by bits of even keys, for blocks with much shared memory: each digit has a buffer there.
 *
 * A key takes the next word of its buffer, so nobody counts keys first. What fills whole lines of memory is stored, and
 * the rest waits for the next tile. So each store fills whole sectors of 32 bytes. The next tile's keys are loaded
 * while this one's find their words. Keys that fill no line in the end are stored at the end of their digit's space.
 */
#ifndef SORTLAB_DEVICE_BUFFERED_H
#define SORTLAB_DEVICE_BUFFERED_H

#include <math.h>

#include "common/sort/device/spaces.h"

/** What the threads of a block share; behind it there are buffers. */
struct buffer_shared {
    uint32_t
        filled[DIGITS];   /**< keys that have asked for a word of each buffer since it was stored */
    place_t ends[DIGITS]; /**< where whole lines of each digit have to end */
    uint32_t first_tile[DIGITS + 1];
    uint4 buffers[1];
};

/** Words of all buffers of a block that has so many bytes. */
static inline uint32_t buffer_words(size_t bytes) {
    const size_t fixed = offsetof(struct buffer_shared, buffers);
    return bytes > fixed ? (uint32_t)((bytes - fixed) / sizeof(uint32_t)) : 0;
}

/** Keys of one bucket, for a block: tiles of them. */
struct bucket_tiles {
    uint32_t bucket, first, last; /**< tiles: the last one comes before `last` */
    place_t from, stop;           /**< where the first one begins, and the bucket ends */
    uint32_t rest;                /**< space of each digit for keys that fill no line */
};

#ifdef __CUDACC__

/** Words of a buffer, if all together have so many: whole vectors, and others begin in other banks. */
static __host__ __device__ __forceinline__ uint32_t buffer_of(uint32_t words, uint32_t bits) {
    return (((words >> bits) / 4 - 1) | 1) * 4;
}

/** Where the next key of a digit of bucket b goes. */
static __device__ __forceinline__ place_t *next_of(const struct space_level *l, uint32_t b,
                                                   uint32_t digit) {
    return l->d_next + (((size_t)b * DIGITS + digit) << (l->d_first_tile ? 0 : NEXT_APART));
}

/** Puts a key into the buffer of its digit. False: it is full. */
static __device__ __forceinline__ bool buffer_key(uint32_t key, uint32_t digit, uint32_t most,
                                                  struct buffer_shared *s) {
    const uint32_t word = atomicAdd(&s->filled[digit], 1);
    if (word < most) ((uint32_t *)s->buffers)[digit * most + word] = key;
    return word < most;
}

/**
 * Puts a thread's keys into buffers; a bit for each whose buffer is full. If `full`, which is known when it is
 * compiled, all are there, and it begins to load those of the next tile, too.
 */
static __device__ __forceinline__ uint32_t buffer_keys(struct part_keys *k, bool full,
                                                       const uint32_t *d_next, uint32_t most,
                                                       struct buffer_shared *s) {
    uint32_t left = 0;
#pragma unroll
    for (uint32_t i = 0; i < PART_ITEMS; i++) {
        if ((full || part_there(k, i)) && !buffer_key(k->key[i], part_digit(k, i), most, s))
            left |= 1u << i;
        if (full) k->key[i] = d_next[i * WARP_THREADS];
    }
    return left;
}

/**
 * Sees to the keys of `left`, which are loaded anew: hardly ever are there any. They are put into buffers now
 * (`again`), or brought to their places one by one.
 */
static __device__ __noinline__ void place_left(const struct space_level *l, uint32_t bucket,
                                               uint32_t left, const uint32_t *d_keys, bool again,
                                               uint32_t most, struct buffer_shared *s) {
    for (; left; left &= left - 1) {
        const uint32_t i = (uint32_t)__ffs((int)left) - 1;
        const uint32_t key = order_encode(d_keys[i * WARP_THREADS], l->order);
        const uint32_t digit = key >> l->by.shift & ((1u << l->by.bits) - 1);
        if (again && buffer_key(key, digit, most, s)) continue;
        const place_t at = atomicAdd(next_of(l, bucket, digit), (place_t)1);
        if (at < s->ends[digit])
            l->d_out[at] = key;
        else
            atomicExch(full_note(l, bucket), 1);
    }
}

/** Stores n keys of a digit, 8 lanes together, by vectors where the array's words allow it. */
static __device__ __forceinline__ void store_run(const uint32_t *s_run, uint32_t n, bool vectors,
                                                 uint32_t *d_run) {
    const uint32_t sub = threadIdx.x % LINE;
    if (vectors)
        for (uint32_t i = 4 * sub; i < n; i += 4 * LINE)
            *(uint4 *)(d_run + i) = *(const uint4 *)(s_run + i);
    else
        for (uint32_t i = sub; i < n; i += LINE) d_run[i] = s_run[i];
}

/**
 * Stores the keys in buffers: whole lines of each digit, and other keys move to the beginning. Or it stores all (`end`)
 * at the end of the digits' spaces. A warp sees to some digits.
 */
static __device__ __forceinline__ void store_buffers(const struct space_level *l,
                                                     const struct bucket_tiles *t, bool end,
                                                     uint32_t most, struct buffer_shared *s) {
    enum { WARPS = PART_THREADS / WARP_THREADS, RUNS = WARP_THREADS / LINE };
    const uint32_t digits = 1u << l->by.bits, own = (digits + WARPS - 1) / WARPS;
    const uint32_t lane = threadIdx.x % WARP_THREADS, first = threadIdx.x / WARP_THREADS * own;
    const uint32_t d = first + lane, sub = lane % LINE;
    const size_t digit = (size_t)t->bucket * DIGITS + d;
    uint32_t n = 0, kept = 0, *d_to = l->d_out;
    if (lane < own && d < digits) {
        const uint32_t filled = min(s->filled[d], most);
        n = end ? filled : filled / LINE * LINE, kept = filled - n;
        place_t at = s->ends[d];
        if (n > 0 && end) at += atomicAdd(&l->d_rests[digit], n);
        if (n > 0 && !end) at = atomicAdd(next_of(l, t->bucket, d), (place_t)n);
        if (at + n > s->ends[d] + (end ? t->rest : 0))
            n = 0, atomicExch(full_note(l, t->bucket), 1); // no space
        s->filled[d] = kept, d_to += at;
    }
    const bool vectors = !end && __all_sync(ALL_LANES, (uintptr_t)d_to % sizeof(uint4) == 0);
    for (uint32_t i = lane / LINE; i - lane / LINE < own; i += RUNS) {
        const uint32_t m = __shfl_sync(ALL_LANES, n, i), keeps = __shfl_sync(ALL_LANES, kept, i);
        uint32_t *d_run = (uint32_t *)__shfl_sync(ALL_LANES, (place_t)d_to, i);
        uint32_t *s_run = (uint32_t *)s->buffers + (first + i) * most;
        const uint32_t key = sub < keeps ? s_run[m + sub] : 0;
        store_run(s_run, m, vectors, d_run);
        __syncwarp(); // the buffer is stored
        if (sub < keeps) s_run[sub] = key;
    }
}

/**
 * Whether buffers are too small for a tile, as some of its rows show: some buffers, or one by far. For all threads.
 * These rows lie an odd number apart: all rows of a counter with reversed bits tell of a few digits each, and every
 * fourth one of the same ones.
 */
static __device__ __forceinline__ bool look_crowded(const struct part_keys *k, uint32_t most,
                                                    struct buffer_shared *s) {
    enum { STEP = 5, ROWS = (PART_ITEMS + STEP - 1) / STEP, SOME = 4 };
    const uint32_t d = threadIdx.x;
#pragma unroll
    for (uint32_t i = 0; i < PART_ITEMS; i += STEP) {
        const uint32_t one = part_there(k, i);
        if (one) atomicAdd(s->filled + part_digit(k, i), one);
    }
    __syncthreads(); // these keys are counted
    const uint32_t keys = d < DIGITS ? s->filled[d] * PART_ITEMS / ROWS : 0; // in the whole tile
    const int some = __syncthreads_count(keys > most + most / 4);
    if (d < DIGITS) s->filled[d] = 0;
    return __syncthreads_or(keys > 2 * most) || some >= SOME; // buffers are empty
}

/**
 * Partitions tiles of a bucket. It ends behind a tile that a buffer is too small for, and before one that looks like
 * one. How many tiles it has partitioned, for all threads.
 */
static __device__ __forceinline__ uint32_t partition_buffered(const struct space_level *l,
                                                              struct bucket_tiles t,
                                                              struct buffer_shared *s) {
    const uint32_t most = buffer_of(l->buffers, l->by.bits), d = threadIdx.x;
    const place_t *d_ends = l->d_begins + (size_t)t.bucket * (DIGITS + 1) + 1;
    uint32_t tile = t.first, left;
    struct part_keys k;
    k.bits = true, k.shift = l->by.shift, k.mask = (1u << l->by.bits) - 1, k.full = false;
    k.m = (uint32_t)min(t.stop - t.from, (place_t)PART_TILE);
    load_keys(&k, l->d_in + t.from);
    if (d < DIGITS) s->filled[d] = 0, s->ends[d] = d_ends[d] - t.rest;
    map_keys(&k, l->order);
    __syncthreads(); // buffers are empty
    for (bool crowded = look_crowded(&k, most, s); k.m > 0 && !crowded; t.from += PART_TILE) {
        const uint32_t *d_keys = l->d_in + t.from + k.first, *d_next = d_keys + PART_TILE;
        const place_t behind = t.from + PART_TILE < t.stop ? t.stop - t.from - PART_TILE : 0;
        const uint32_t next = ++tile < t.last ? (uint32_t)min(behind, (place_t)PART_TILE) : 0;
        const bool full = k.m == PART_TILE && next == PART_TILE;
        left =
            full ? buffer_keys(&k, true, d_next, most, s) : buffer_keys(&k, false, NULL, most, s);
        __syncthreads(); // keys are in buffers, or found no word
        k.m = next;
        if (!full) load_keys(&k, l->d_in + t.from + PART_TILE);
        store_buffers(l, &t, false, most, s);
        map_keys(&k, l->order);
        const bool alike = next == PART_TILE && neighbours_alike(&k), many = left & (left - 1);
        crowded = __syncthreads_or(alike || many); // buffers have words again
        if (left) place_left(l, t.bucket, left, d_keys, next > 0 && !crowded, most, s);
    }
    store_buffers(l, &t, true, most, s);
    return tile - t.first;
}

/** The tiles of a chunk from `tile` on that are one bucket's; none if there are no more. Buffers are overwritten. */
static __device__ __forceinline__ struct bucket_tiles find_tiles(const struct space_level *l,
                                                                 uint32_t tile, uint32_t end,
                                                                 const struct buffer_shared *s) {
    const uint32_t b = threadIdx.x;
    const bool before = b < DIGITS && s->first_tile[b + 1] <= tile; // buckets without keys, too
    struct bucket_tiles t = {(uint32_t)__syncthreads_count(before), tile, tile, 0, 0, 0};
    if (t.bucket == DIGITS) return t;
    const uint32_t first = s->first_tile[t.bucket], next = s->first_tile[t.bucket + 1];
    const place_t begin = l->d_first_tile ? l->d_from[t.bucket] : 0;
    t.last = min(end, next), t.rest = rest_space(next - first, l->chunk);
    t.from = begin + (place_t)(tile - first) * PART_TILE;
    t.stop =
        l->d_first_tile ? l->d_stops[t.bucket << NEXT_APART] + l->d_rests_before[t.bucket] : l->n;
    return t;
}

/** @launch a block of PART_THREADS threads a chunk of l.chunk tiles; two run at once
 *  @shared 65 to 97 KB: buffers, and how many keys each has
 *  @cost   8 bytes a key moved; an atomic a key in shared memory, DIGITS a tile in global; 2 barriers a tile
 *  @source Satish 2010 (buffered writes); Stehle 2017 */
static __global__ void __launch_bounds__(PART_THREADS, 2)
    partition_buffered_kernel(const __grid_constant__ struct space_level l) {
    extern __shared__ struct buffer_shared s_buffers[];
    const uint32_t b = threadIdx.x, end = (blockIdx.x + 1) * l.chunk;
    uint32_t tile = blockIdx.x * l.chunk;
    bool left = false;
    await_kernel_before();
    if (!l.notes->by_bits || misled_before(l.notes, l.who)) return;
    if (b <= DIGITS)
        s_buffers->first_tile[b] = l.d_first_tile ? l.d_first_tile[b] : b > 0 ? tiles_of(l.n) : 0;
    __syncthreads(); // it is known where tiles are
    while (!left && tile < end) {
        const struct bucket_tiles t = find_tiles(&l, tile, end, s_buffers);
        if (t.first == t.last) break;
        tile += partition_buffered(&l, t, s_buffers);
        left = tile < t.last; // a buffer was too small
    }
    if (b == 0) l.d_done[blockIdx.x] = tile;
    if (b == 0 && left) atomicExch(&l.notes->crowded[l.who], 1);
}

/**
 * Bytes of a block of the kernel for so many bits, two of which run at once; 0: a block cannot have so many. What a
 * multiprocessor's memory is not shared, in steps of 32 KB, is its cache, through which all keys come that are loaded.
 * So buffers have as little as even keys hardly ever fill, for all that are left by a tile before.
 */
static inline size_t buffered_bytes(uint32_t bits) {
    const float even = (float)PART_TILE / (float)(1u << bits); // keys of a digit in a tile
    for (size_t bytes = 49 << 10; bytes <= two_blocks_bytes(); bytes += 16 << 10)
        if ((float)buffer_of(buffer_words(bytes), bits) >= even + LINE / 2 + 5.5F * sqrtf(even))
            return bytes;
    return 0;
}

/** Launches it. If buffers would be too small, l->d_done becomes NULL, and keys are partitioned without them. */
static inline void launch_buffered(struct space_level *l, cudaStream_t stream) {
    const size_t bytes = buffered_bytes(l->by.bits);
    void *arguments[] = {l};
    l->buffers = buffer_words(bytes);
    if (bytes == 0)
        l->d_done = NULL;
    else
        launch_early((const void *)partition_buffered_kernel, chunks_of(l), PART_THREADS, bytes,
                     stream, arguments);
}

#endif
#endif
