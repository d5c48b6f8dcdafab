/**
 * @file
 * @brief Lab 13, given: a partition's frame. A block brings a tile's keys into their buckets.
 */
#ifndef SORTLAB_FAST_PARTITION_H
#define SORTLAB_FAST_PARTITION_H

#include <stdbool.h>

#include "carry.h"

enum {
    PART_THREADS = 384,
    PART_ITEMS = PART_TILE / PART_THREADS, /**< keys of a thread, in registers */
    PART_WARP = PART_ITEMS * WARP_THREADS, /**< neighbouring keys of a tile that a warp takes */
    RADIX = 1 << RADIX_BITS,
    NO_DIGIT = RADIX,
};

/** What they share before any key has a place. */
struct part_sums {
    uint32_t warps[WARP_THREADS];
    uint32_t hot; /**< the commonest digit, and RADIX times how many keys have it */
};

/** What the threads of a block share while they partition a tile. */
struct part_shared {
    uint32_t *to[RADIX];  /**< where a key goes in the array, but for its place in `keys` */
    uint32_t bins[RADIX]; /**< keys of each digit; then the place in `keys` of the next one */
    union {
        struct part_sums sums;    /**< until it is known where each digit begins */
        uint32_t keys[PART_TILE]; /**< by digit */
    };
};

/** A thread's keys: at places first, first + 32, ... of a tile of m keys. */
struct part_keys {
    uint32_t key[PART_ITEMS], first, m;
    bool full;            /**< m is PART_TILE: all keys are there */
    uint32_t shift, bits; /**< their digits */
    uint32_t
        common; /**< the digit that all keys of the warp have, and all are there; or NO_DIGIT */
};

#ifdef __CUDACC__

static __device__ __forceinline__ uint32_t part_digit(const struct part_keys *k, uint32_t i) {
    return digit_of(k->key[i], k->shift, k->bits);
}

static __device__ __forceinline__ bool part_there(const struct part_keys *k, uint32_t i) {
    return k->full || k->first + i * WARP_THREADS < k->m;
}

/* What you write in step 2. */
static __device__ __forceinline__ void count_digits(const struct part_keys *k,
                                                    struct part_shared *s);
static __device__ __forceinline__ place_t take_room(place_t *d_next, uint32_t digit,
                                                    uint32_t count);
static __device__ __forceinline__ void place_digits(const struct part_keys *k,
                                                    struct part_shared *s);

/** Loads a tile's keys, and asks whether all of a warp have one digit, as where keys lie in order. */
static __device__ __forceinline__ void load_keys(struct part_keys *k, const uint32_t *d_tile,
                                                 enum key_type type) {
    uint32_t lane = threadIdx.x % WARP_THREADS, differ = 0;
    k->first = threadIdx.x / WARP_THREADS * PART_WARP + lane;
#pragma unroll
    for (uint32_t i = 0; i < PART_ITEMS; i++)
        k->key[i] = part_there(k, i) ? d_tile[k->first + i * WARP_THREADS] : 0;
    if (type != KEY_U32)
#pragma unroll
        for (uint32_t i = 0; i < PART_ITEMS; i++) k->key[i] = key_encode(k->key[i], type);
    uint32_t first = __shfl_sync(ALL_LANES, k->key[0], 0);
#pragma unroll
    for (uint32_t i = 0; i < PART_ITEMS; i++) differ |= k->key[i] ^ first;
    differ = digit_of(warp_or(differ), k->shift, k->bits);
    bool common = k->first - lane + PART_WARP <= k->m && differ == 0;
    k->common = common ? digit_of(first, k->shift, k->bits) : NO_DIGIT;
}

/**
 * As place_digits, where a digit has a good part of the keys: its lanes would wait for each other at
 * one word, so that one of them asks for all.
 */
static __device__ __forceinline__ void place_hot(const struct part_keys *k, uint32_t hot,
                                                 struct carried v, struct part_shared *s) {
    enum { BATCH = 4 }; // atomics on their way
    uint32_t lane = threadIdx.x % WARP_THREADS, place[BATCH], lanes[BATCH];
#pragma unroll
    for (uint32_t i = 0; i < PART_ITEMS; i += BATCH) {
#pragma unroll
        for (uint32_t j = 0; j < BATCH; j++) {
            uint32_t digit = part_digit(k, i + j), is_hot = digit == hot;
            lanes[j] = __ballot_sync(ALL_LANES, part_there(k, i + j) && is_hot);
            bool asks = !is_hot || lane + 1 == (uint32_t)__ffs((int)lanes[j]);
            place[j] = 0;
            if (part_there(k, i + j) && asks)
                place[j] = atomicAdd(&s->bins[digit], is_hot ? __popc(lanes[j]) : 1);
        }
#pragma unroll
        for (uint32_t j = 0; j < BATCH; j++) {
            uint32_t base = __shfl_sync(ALL_LANES, place[j], (uint32_t)__ffs((int)lanes[j]) - 1);
            if (lanes[j] >> lane & 1) place[j] = base + __popc(lanes[j] & ~(~0u << lane));
            if (part_there(k, i + j)) s->keys[place[j]] = k->key[i + j];
            if (v.s_values && part_there(k, i + j))
                send_word(&v.s_values[place[j]], &v.d_in[k->first + (i + j) * WARP_THREADS]);
        }
    }
}

/** As place_digits, of keys with values, which are on their way to the same places then. */
static __device__ __forceinline__ void place_pairs(const struct part_keys *k, struct carried v,
                                                   struct part_shared *s) {
    uint32_t lane = threadIdx.x % WARP_THREADS, all = 0, *s_next = s->bins;
    bool common = k->common != NO_DIGIT;
    if (common && lane == 0) all = atomicAdd(s_next + k->common, PART_WARP);
    all = __shfl_sync(ALL_LANES, all, 0) + lane;
#pragma unroll
    for (uint32_t i = 0; i < PART_ITEMS; i++) {
        uint32_t place = all + i * WARP_THREADS;
        if (!part_there(k, i)) continue;
        if (!common) place = atomicAdd(s_next + part_digit(k, i), 1);
        s->keys[place] = k->key[i];
        send_word(&v.s_values[place], &v.d_in[k->first + i * WARP_THREADS]);
    }
}

/** Stores a tile that lies by digit: neighbours of one digit go to neighbouring places. */
static __device__ __forceinline__ void store_tile(const struct part_keys *k, uint32_t *d_out,
                                                  struct carried v, const struct part_shared *s) {
#pragma unroll 8
    for (uint32_t i = 0; i < PART_ITEMS; i++) {
        uint32_t at = i * PART_THREADS + threadIdx.x;
        if (!k->full && at >= k->m) continue;
        uint32_t key = s->keys[at], *d_to = s->to[digit_of(key, k->shift, k->bits)] + at;
        *d_to = key;
        if (v.s_values) v.d_out[d_to - d_out] = v.s_values[at];
    }
}

/** Where each digit's room ends in the array. d_ends is NULL where it is known that all suffice. */
struct rooms {
    const place_t *d_ends;
    uint32_t *d_full; /**< becomes 1 where one does not; then nothing of the tile is written */
};

/**
 * As partition_tile, with values or without. `full`, and whether there are any, is known when it is compiled,
 * so that whole tiles ask for no key, and none for its value.
 */
static __device__ __forceinline__ void
partition_keys_of(const uint32_t *d_tile, uint32_t m, bool full, uint32_t *d_out, place_t *d_next,
                  struct rooms rooms, uint32_t shift, uint32_t bits, enum key_type type,
                  struct carried v, struct part_shared *s) {
    struct part_keys k;
    bool full_up = false;
    uint32_t digit = threadIdx.x, total;
    k.m = m, k.full = full, k.shift = shift, k.bits = bits;
    if (digit < RADIX) s->bins[digit] = 0;
    if (digit == 0) s->sums.hot = 0;
    load_keys(&k, d_tile, type);
    __syncthreads(); // all bins are empty
    count_digits(&k, s);
    __syncthreads(); // all keys are counted
    uint32_t count = digit < RADIX ? s->bins[digit] : 0;
    place_t room = count > 0 ? take_room(d_next, digit, count) : 0; // asked for now, needed later
    uint32_t most = warp_max(count * RADIX + digit % RADIX);
    if (digit < RADIX && digit % WARP_THREADS == 0) atomicMax(&s->sums.hot, most);
    uint32_t before = block_scan(count, s->sums.warps, &total), hot = s->sums.hot;
    if (digit < RADIX) s->bins[digit] = before;
    __syncthreads(); // it is known where each digit begins
    if (hot / RADIX > m / 4 && k.common == NO_DIGIT)
        place_hot(&k, hot % RADIX, v, s);
    else if (v.s_values)
        place_pairs(&k, v, s);
    else
        place_digits(&k, s);
    if (digit < RADIX) s->to[digit] = d_out + room - before; // the room has come by now
    if (rooms.d_ends && count > 0) full_up = room + count > rooms.d_ends[digit];
    if (v.s_values) words_come();
    full_up = __syncthreads_or(full_up); // the tile lies by digit
    if (!full_up)
        store_tile(&k, d_out, v, s);
    else if (threadIdx.x == 0)
        atomicExch(rooms.d_full, 1);
    __syncthreads(); // the next tile may come
}

/** Brings a tile's m keys into their buckets, if there is room; d_next[d] is where the next key of digit d belongs. */
static __device__ __forceinline__ void partition_into(const uint32_t *d_tile, uint32_t m,
                                                      uint32_t *d_out, place_t *d_next,
                                                      struct rooms rooms, uint32_t shift,
                                                      uint32_t bits, enum key_type type,
                                                      struct part_shared *s) {
    const struct carried none = {NULL, NULL, NULL};
    if (m == PART_TILE)
        partition_keys_of(d_tile, m, true, d_out, d_next, rooms, shift, bits, type, none, s);
    else
        partition_keys_of(d_tile, m, false, d_out, d_next, rooms, shift, bits, type, none, s);
}

/** The same where all buckets are known to have room. */
static __device__ __forceinline__ void partition_tile(const uint32_t *d_tile, uint32_t m,
                                                      uint32_t *d_out, place_t *d_next,
                                                      uint32_t shift, uint32_t bits,
                                                      enum key_type type, struct part_shared *s) {
    const struct rooms suffice = {NULL, NULL};
    partition_into(d_tile, m, d_out, d_next, suffice, shift, bits, type, s);
}

/** What one partition of the array is told. */
struct level {
    const uint32_t *d_in;
    uint32_t *d_out;
    size_t n;
    enum key_type type;
    const place_t
        *d_starts; /**< of the buckets that are partitioned, `stride` apart; NULL: one, of all */
    uint32_t buckets, stride;
    place_t *d_next; /**< RADIX or fewer places a bucket: 2^bits */
    uint32_t shift, bits;
    const uint32_t *d_moves; /**< if 0: there is nothing to do; may be NULL */
    const uint32_t
        *d_first; /**< the level before it has done something, or d_before has the keys */
    const uint32_t *d_before;
    enum key_type before;
    struct rooms rooms;     /**< as of partition_into: buckets * 2^bits of them */
    const place_t *d_stops; /**< where the keys of each bucket end, if not where the next begins */
    const uint32_t *d_misled; /**< if not 0: there is nothing to do; may be NULL */
};

/** The first partition of a whole sort: so that the keys lie in SIDE_TEMP after the last one. */
static inline struct level first_level(const struct tables *t) {
    struct level l = {t->side[SIDE_IN], t->side[t->bits_2 > 0 ? SIDE_OUT : SIDE_TEMP], t->n,
                      t->type};
    l.buckets = 1;
    l.d_next = t->next_1;
    l.shift = 32 - t->bits_1, l.bits = t->bits_1;
    l.d_moves = t->bits_2 > 0 ? &t->notes->coarse_buckets : &t->notes->fine_buckets;
    return l;
}

/** The second one, of each of the first one's buckets. */
static inline struct level second_level(const struct tables *t) {
    struct level l = {t->side[SIDE_OUT], t->side[SIDE_TEMP], t->n, KEY_U32};
    l.d_starts = t->starts;
    l.buckets = 1u << t->bits_1, l.stride = 1u << t->bits_2;
    l.d_next = t->next_2;
    l.shift = 32 - t->bits_1 - t->bits_2, l.bits = t->bits_2;
    l.d_moves = &t->notes->fine_buckets;
    l.d_first = &t->notes->coarse_buckets;
    l.d_before = t->side[SIDE_IN], l.before = t->type;
    return l;
}

/** The tile of this block, of *bucket: where it begins; how many keys it has, 0 for none. */
static __device__ __forceinline__ uint32_t tile_of_block(const struct level *l, place_t *start,
                                                         uint32_t *bucket) {
    place_t end = l->n;
    uint32_t tile = blockIdx.x;
    *start = 0, *bucket = 0;
    if (l->d_starts) { // bucket b has the tiles from start / PART_TILE + b on, and always enough
        uint32_t b = threadIdx.x;
        bool before = b < l->buckets && l->d_starts[b * l->stride] / PART_TILE + b <= tile;
        *bucket = (uint32_t)__syncthreads_count(before) - 1;
        *start = l->d_starts[*bucket * l->stride];
        end = l->d_stops ? l->d_stops[*bucket] : l->d_starts[(*bucket + 1) * l->stride];
        tile -= (uint32_t)(*start / PART_TILE) + *bucket;
    }
    *start += (place_t)tile * PART_TILE;
    return *start < end ? (uint32_t)min(end - *start, (place_t)PART_TILE) : 0;
}

/** @launch a block of PART_THREADS threads a tile; where there are several buckets, a few more
 *  @shared 52 KB: a tile by digit, and where each digit goes
 *  @cost   8 bytes a key moved; 2 atomics a key in shared memory, RADIX a tile in global; 6 barriers
 *  @source Stehle 2017 */
static __global__ void __launch_bounds__(PART_THREADS, 2) partition_kernel(struct level l) {
    extern __shared__ struct part_shared s_part[];
    await_kernel_before();
    place_t start;
    uint32_t bucket;
    if (l.d_moves && !*l.d_moves) return;
    if (l.d_misled && *l.d_misled) return;
    if (l.d_first && !*l.d_first) l.d_in = l.d_before, l.type = l.before;
    uint32_t m = tile_of_block(&l, &start, &bucket);
    size_t skip = (size_t)bucket << l.bits; // the digits of the buckets before
    if (l.rooms.d_ends) l.rooms.d_ends += skip;
    if (m > 0)
        partition_into(l.d_in + start, m, l.d_out, l.d_next + skip, l.rooms, l.shift, l.bits,
                       l.type, s_part);
}

static void launch_partition(struct level l, cudaStream_t stream) {
    uint32_t tiles = (uint32_t)(l.n / PART_TILE) + l.buckets;
    void *arguments[] = {&l};
    launch_early((const void *)partition_kernel, tiles, PART_THREADS, sizeof(struct part_shared),
                 stream, arguments);
}

#endif
#endif
