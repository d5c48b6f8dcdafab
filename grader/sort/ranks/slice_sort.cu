/**
 * @file
 * @brief Sorts a slice, whose keys agree in their top bits and lie in parts already.
 *
 * These are the kernels of common/sort/device with an order of their own (slice_order.h): the bits in which all keys
 * agree are shifted out and back in, so that buckets are as small as those of keys of all values. The parts are what
 * the first partition of a sort would make, so only the second one is left to do.
 */
#define SORT_ORDER_H "grader/sort/ranks/slice_order.h"
#include "common/sort/device/reference.h"
#include "grader/sort/ranks/slice.h"

enum {
    BUCKET_AIM = 8200,   /**< most keys of a bucket, where they are spread evenly */
    BROAD_THREADS = 512, /**< of a partition by more than RADIX_BITS bits */
    BROAD_ITEMS = 32,    /**< keys of a thread, in registers */
    BROAD_TILE = BROAD_THREADS * BROAD_ITEMS,
    BROAD_BITS = 10, /**< that is what 2^28 keys on each of 8 devices take */
    BROAD_RADIX = 1 << BROAD_BITS,
    BROAD_DIGITS = BROAD_RADIX / BROAD_THREADS, /**< that a thread sees to */
};

/** What the threads of a block share while they partition a tile by so many bits. */
struct broad_shared {
    uint32_t *to[BROAD_RADIX];  /**< where a key goes, but for its place in `keys` */
    uint32_t bins[BROAD_RADIX]; /**< keys of each digit; then the place in `keys` of the next one */
    uint32_t sums[WARP_THREADS];
    uint32_t keys[BROAD_TILE]; /**< by digit */
};

/** A tile of a piece: m keys, 0 where none is left. */
struct piece_tile {
    const uint32_t *d_keys;
    uint32_t m;
    place_t *d_next; /**< where the next key of each digit belongs */
};

/** The block's tile, of so many items. Piece i has the tiles from start / items + i on, and always enough. */
static __device__ __forceinline__ struct piece_tile
find_tile_of(const struct tables *t, const struct slice *s, uint32_t items) {
    uint32_t i = threadIdx.x, tile = blockIdx.x;
    bool before = i < s->n && s->starts[i] / items + i <= tile;
    uint32_t piece = (uint32_t)__syncthreads_count(before) - 1;
    place_t start = s->starts[piece], end = s->starts[piece + 1];
    start += (place_t)(tile - (uint32_t)(start / items) - piece) * items;
    struct piece_tile p = {t->side[SIDE_IN] + start, 0,
                           t->next_2 + ((size_t)(piece % s->parts) << t->bits_2)};
    if (start < end) p.m = (uint32_t)min(end - start, (place_t)items);
    return p;
}

/** @launch a block of PART_THREADS threads a tile, and one more a piece
 *  @shared 52 KB: a tile by digit, and where each digit goes
 *  @cost   as of partition_kernel
 *  @source Stehle 2017 */
static __global__ void __launch_bounds__(PART_THREADS, 2)
    partition_pieces_kernel(struct tables t, struct slice s) {
    extern __shared__ struct part_shared s_part[];
    await_kernel_before();
    if (!t.notes->fine_buckets) return; // they stay: all are in one bucket
    struct piece_tile p = find_tile_of(&t, &s, PART_TILE);
    const struct part_target to = {t.side[SIDE_TEMP], p.d_next, NULL, NULL};
    const struct digit by = {32 - t.bits_1 - t.bits_2, t.bits_2};
    if (p.m > 0) partition_tile(p.d_keys, p.m, to, digit_bits(by), t.order, s_part);
}

/** Of the digits of a thread: where their keys go in the array, and where they begin in the tile. */
struct broad_digits {
    place_t start[BROAD_DIGITS];
    uint32_t begin[BROAD_DIGITS];
};

/** Reserves places for the tile's keys of each digit; bins hold now where the first one of each belongs. */
static __device__ __forceinline__ void reserve_all(struct broad_digits *d, place_t *d_next,
                                                   struct broad_shared *s) {
    uint32_t n[BROAD_DIGITS], first = threadIdx.x * BROAD_DIGITS, sum = 0, total;
#pragma unroll
    for (uint32_t j = 0; j < BROAD_DIGITS; sum += n[j++]) {
        n[j] = s->bins[first + j];
        d->start[j] = n[j] > 0 ? reserve(d_next, first + j, n[j]) : 0; // needed later
    }
    sum = block_scan(sum, s->sums, &total);
#pragma unroll
    for (uint32_t j = 0; j < BROAD_DIGITS; sum += n[j++]) s->bins[first + j] = d->begin[j] = sum;
}

/** As partition_tile, by up to BROAD_BITS bits; that some digit is common costs time here. */
static __device__ __forceinline__ void
partition_broad(struct piece_tile p, bool full, const struct tables *t, struct broad_shared *s) {
    uint32_t key[BROAD_ITEMS], shift = 32 - t->bits_1 - t->bits_2;
    struct broad_digits d;
    for (uint32_t b = threadIdx.x; b < BROAD_RADIX; b += BROAD_THREADS) s->bins[b] = 0;
#pragma unroll
    for (uint32_t i = 0, at = threadIdx.x; i < BROAD_ITEMS; i++, at += BROAD_THREADS)
        key[i] = full || at < p.m ? order_encode(p.d_keys[at], t->order) : 0;
    __syncthreads(); // all bins are empty
#pragma unroll
    for (uint32_t i = 0, at = threadIdx.x; i < BROAD_ITEMS; i++, at += BROAD_THREADS)
        if (full || at < p.m) atomicAdd(&s->bins[digit_of(key[i], shift, t->bits_2)], 1);
    __syncthreads(); // all keys are counted
    reserve_all(&d, p.d_next, s);
    __syncthreads(); // it is known where each digit begins
#pragma unroll
    for (uint32_t i = 0, at = threadIdx.x; i < BROAD_ITEMS; i++, at += BROAD_THREADS)
        if (full || at < p.m)
            s->keys[atomicAdd(&s->bins[digit_of(key[i], shift, t->bits_2)], 1)] = key[i];
#pragma unroll
    for (uint32_t j = 0; j < BROAD_DIGITS; j++)
        s->to[threadIdx.x * BROAD_DIGITS + j] = t->side[SIDE_TEMP] + d.start[j] - d.begin[j];
    __syncthreads(); // the tile lies by digit
#pragma unroll 8
    for (uint32_t i = 0, at = threadIdx.x; i < BROAD_ITEMS; i++, at += BROAD_THREADS)
        if (full || at < p.m) s->to[digit_of(s->keys[at], shift, t->bits_2)][at] = s->keys[at];
}

/** @launch a block of BROAD_THREADS threads a tile, and one more a piece
 *  @shared 76 KB: a tile by digit, and where each digit goes
 *  @cost   8 bytes a key moved; 2 atomics a key in shared memory, BROAD_RADIX a tile in global; 7 barriers
 *  @source Stehle 2017 */
static __global__ void __launch_bounds__(BROAD_THREADS, 2)
    partition_broad_kernel(struct tables t, struct slice s) {
    extern __shared__ struct broad_shared s_broad[];
    await_kernel_before();
    if (!t.notes->fine_buckets) return; // they stay: all are in one bucket
    struct piece_tile p = find_tile_of(&t, &s, BROAD_TILE);
    if (p.m == BROAD_TILE)
        partition_broad(p, true, &t, s_broad);
    else if (p.m > 0)
        partition_broad(p, false, &t, s_broad);
}

static void launch_pieces(struct tables t, struct slice s, cudaStream_t stream) {
    uint32_t most = (uint32_t)(t.n / PART_TILE) + s.n, fewer = (uint32_t)(t.n / BROAD_TILE) + s.n;
    void *arguments[] = {&t, &s};
    if (t.bits_2 <= RADIX_BITS)
        launch_early((const void *)partition_pieces_kernel, most, PART_THREADS,
                     sizeof(struct part_shared), stream, arguments);
    else
        launch_early((const void *)partition_broad_kernel, fewer, BROAD_THREADS,
                     sizeof(struct broad_shared), stream, arguments);
}

/** Whether no part of the slice has more than twice its share. */
static bool is_even(const struct slice *s) {
    for (uint32_t part = 0; part < s->parts; part++) {
        uint64_t n = 0;
        for (uint32_t i = part; i < s->n; i += s->parts) n += s->starts[i + 1] - s->starts[i];
        if (n * s->parts > 2 * s->starts[s->n]) return false;
    }
    return true;
}

size_t slice_bytes(size_t n) {
    return form_bytes(n, false);
}

void sort_slice(const uint32_t *d_in, uint32_t *d_out, const struct slice *s, void *d_temp,
                size_t temp_bytes, cudaStream_t stream) {
    size_t n = s->starts[s->n];
    uint32_t bits_1 = PART_BITS - s->bits, bits_2 = 1;
    key_order order = slice_order(s->bits, s->top);
    while (bits_2 <= BROAD_BITS && n >> (bits_1 + bits_2) > BUCKET_AIM) bits_2++;
    // One block sorts few keys; a broad digit does not suit uneven ones, which a whole sort takes by its own two, nor a
    // device whose blocks have little shared memory.
    bool broad = bits_2 > RADIX_BITS, fits = bits_1 + bits_2 <= count_bits();
    if (broad && (!is_even(s) || sizeof(struct broad_shared) > block_bytes())) fits = false;
    if (n <= WIDE_ITEMS || bits_2 > BROAD_BITS || !fits) {
        sort_words(d_in, d_out, n, order, d_temp, temp_bytes, stream);
        return;
    }
    struct tables t = make_tables(d_in, d_out, n, order, bits_1, bits_2, d_temp, temp_bytes);
    empty_notes(t, stream);
    launch_count(d_in, n, order, bits_1 + bits_2, t.bins, stream);
    launch_plan(t, stream);
    launch_pieces(t, *s, stream);
    launch_split(t, stream);
    launch_finish(t, stream);
    launch_lists(t, stream);
}
