/**
 * @file
 * @brief Lab 13 for a slice, whose keys agree in their top bits and lie in parts already.
 *
 * Lab 13 brings keys into unsigned order when it first reads them, and back when it writes them for good.
 * A slice's keys are in order already; there the bits that say nothing are shifted out, and back in, and so
 * its buckets are as small as those of keys of all values. For that the lab is compiled once more, under
 * other names. The parts are what its first partition would make, so only the second one is left to do.
 */
#include "common/keys.h"
#include "grader/ranks/slice.h"

/** In place of a key's type: the bits that all keys agree in, in their place, and how many there are. */
enum slice_type : uint32_t { NO_SLICE };

enum { SLICE_WIDTH = 31 }; /**< of a slice_type, the bits that say how many there are */

KEYS_EVERYWHERE static inline uint32_t slice_encode(uint32_t key, enum slice_type slice) {
    return key << (slice & SLICE_WIDTH);
}

KEYS_EVERYWHERE static inline uint32_t slice_decode(uint32_t key, enum slice_type slice) {
    return key >> (slice & SLICE_WIDTH) | (slice & ~SLICE_WIDTH);
}

#define key_type         slice_type
#define KEY_U32          NO_SLICE
#define key_encode       slice_encode
#define key_decode       slice_decode
#define count_buckets    slice_count_buckets
#define partition_keys   slice_partition_keys
#define finish_buckets   slice_finish_buckets
#define fast_sort_levels slice_sort_levels
#define fast_sort_bytes  slice_sort_bytes
#define fast_sort_keys   slice_sort_keys
#include "solutions/13_fast_sort.cu"

enum {
    BUCKET_AIM = 8200
}; /**< most keys of a bucket, where they are spread evenly; slices of 2^25 may have a few more */

/** @launch a block of PART_THREADS threads a tile, and a few more
 *  @shared 52 KB: a tile by digit, and where each digit goes
 *  @cost   as of partition_kernel
 *  @source Stehle 2017 */
static __global__ void __launch_bounds__(PART_THREADS, 2)
    partition_pieces_kernel(struct tables t, struct slice p) {
    extern __shared__ struct part_shared s_part[];
    uint32_t tile = blockIdx.x, i = threadIdx.x, shift = 32 - t.bits_1 - t.bits_2;
    if (!t.notes->fine_buckets) return; // they stay: all are in one bucket
    // piece i has the tiles from start / PART_TILE + i on, and always enough
    bool before = i < p.n && p.starts[i] / PART_TILE + i <= tile;
    uint32_t piece = (uint32_t)__syncthreads_count(before) - 1;
    place_t start = p.starts[piece], end = p.starts[piece + 1];
    start += (place_t)(tile - (uint32_t)(start / PART_TILE) - piece) * PART_TILE;
    if (start < end)
        partition_tile(t.side[SIDE_IN] + start, (uint32_t)min(end - start, (place_t)PART_TILE),
                       t.side[SIDE_TEMP], t.next_2 + ((size_t)(piece % p.parts) << t.bits_2), shift,
                       t.bits_2, t.type, s_part);
}

static void launch_pieces(struct tables t, const struct slice *p, cudaStream_t stream) {
    uint32_t tiles = (uint32_t)(t.n / PART_TILE) + p->n;
    allow_shared((const void *)partition_pieces_kernel, sizeof(struct part_shared));
    partition_pieces_kernel<<<tiles, PART_THREADS, sizeof(struct part_shared), stream>>>(t, *p);
    CU_LAUNCHED();
}

void sort_slice(const uint32_t *d_in, uint32_t *d_out, const struct slice *p, void *d_temp,
                size_t temp_bytes, cudaStream_t stream) {
    size_t n = p->starts[p->n];
    uint32_t type = p->bits + (p->top << (32 - p->bits)), bits_1, bits_2 = 1;
    bits_1 = PART_BITS - p->bits;
    while (bits_2 <= RADIX_BITS && n >> (bits_1 + bits_2) > BUCKET_AIM) bits_2++;
    if (n <= WIDE_ITEMS || bits_2 > RADIX_BITS) { // no partition is needed, or two are
        fast_sort_keys(d_in, d_out, n, (enum slice_type)type, d_temp, temp_bytes, stream);
        return;
    }
    struct tables t =
        make_tables(d_in, d_out, n, (enum slice_type)type, bits_1, bits_2, d_temp, temp_bytes);
    empty_notes(t, stream);
    launch_count(d_in, n, t.type, bits_1 + bits_2, t.bins, stream);
    launch_plan(t, stream);
    launch_pieces(t, p, stream);
    launch_split(t, stream);
    launch_finish(t, stream);
    launch_lists(t, stream);
}
