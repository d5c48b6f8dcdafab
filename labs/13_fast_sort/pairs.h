/**
 * @file
 * @brief Lab 13, given: a whole sort of pairs, and its launches.
 *
 * As of keys alone, with values beside them: counted, partitioned twice, what is too large is split, and all
 * buckets are finished: as words, and if too many keys of one agree by stable passes.
 */
#ifndef SORTLAB_FAST_PAIRS_H
#define SORTLAB_FAST_PAIRS_H

#include "guards.h"
#include "passes.h"
#include "split_pairs.h"
#include "words.h"

#ifdef __CUDACC__

/** @launch a block of PART_THREADS threads a tile; where there are several buckets, a few more
 *  @shared 99 KB: a tile of pairs by digit, and where each digit goes
 *  @cost   16 bytes a pair moved; 2 atomics a pair in shared memory, RADIX a tile in global; 6 barriers
 *  @source Stehle 2017 */
static __global__ void __launch_bounds__(PART_THREADS, 2)
    partition_pairs_kernel(struct pair_tables p, struct level l, enum side in, enum side out) {
    extern __shared__ struct part_pairs_shared s_part_pairs[];
    place_t start;
    uint32_t bucket;
    if (!*l.d_moves) return;
    if (l.d_first && !*l.d_first) in = SIDE_IN;
    uint32_t m = tile_of_block(&l, &start, &bucket);
    if (m > 0)
        partition_pairs(&p, in, out, start, m, l.d_next + ((size_t)bucket << l.bits), l.shift,
                        l.bits, s_part_pairs);
}

/** The bucket's pairs, and where they belong. */
static __device__ __forceinline__ struct pair_bucket pair_bucket(const struct pair_tables *p,
                                                                 struct bucket b) {
    const struct pair_bucket pairs = {p->t.side[b.side] + b.start,
                                      p->values[b.side] + b.start,
                                      p->t.side[SIDE_OUT] + b.start,
                                      p->values[SIDE_OUT] + b.start,
                                      b.n,
                                      32u - b.left,
                                      b.side == SIDE_IN ? p->t.type : KEY_U32,
                                      p->t.type};
    return pairs;
}

/** Finishes a bucket as words, or lists it for those who can. */
static __device__ __forceinline__ void finish_or_list(const struct pair_tables *p, struct bucket b,
                                                      struct words_shared *s) {
    const struct pair_bucket pairs = pair_bucket(p, b);
    if (!finish_words(&pairs, s) && threadIdx.x == 0)
        list_bucket(p->crowded, b.start, b.from, b.n, b.left, b.side);
}

/** @launch a block of FINISH_THREADS threads a bucket
 *  @shared 71 KB: bins, and the words of a bucket; values beside the bins and over them
 *  @cost   16 bytes a pair moved; an atomic a pair in shared memory; 7 barriers
 *  @source Stehle 2017; Habermann 1972 */
static __global__ void __launch_bounds__(FINISH_THREADS, 3)
    finish_words_kernel(struct pair_tables p) {
    extern __shared__ struct words_shared s_words[];
    place_t start = p.t.starts[blockIdx.x], n = p.t.starts[blockIdx.x + 1] - start;
    const struct bucket b = {start, start, (uint32_t)n, (uint16_t)(32 - p.t.bits_1 - p.t.bits_2),
                             SIDE_TEMP};
    if (n > 0 && n <= BUCKET_ITEMS) finish_or_list(&p, b, s_words); // larger ones are split
}

/** @launch two blocks of FINISH_THREADS threads a multiprocessor; they share the buckets of the list
 *  @shared 71 KB: as of finish_words_kernel
 *  @cost   as of finish_words_kernel, for what was split
 *  @source Stehle 2017; Habermann 1972 */
static __global__ void __launch_bounds__(FINISH_THREADS, 2)
    finish_small_kernel(struct pair_tables p) {
    extern __shared__ struct words_shared s_words[];
    for (uint32_t i = blockIdx.x; i < *p.small.d_n; i += gridDim.x) {
        finish_or_list(&p, p.small.d_buckets[i], s_words);
        __syncthreads(); // the next bucket may come
    }
}

/** @launch two blocks of STABLE_THREADS threads a multiprocessor, which share the list; or one, for all pairs
 *  @shared 90 KB: a bucket of pairs by digit, and the warps' bins
 *  @cost   16 bytes a pair moved; of each 8 bits 9 votes and 4 barriers
 *  @source Seward 1954 */
static __global__ void __launch_bounds__(STABLE_THREADS, 2)
    sort_buckets_kernel(struct pair_tables p) {
    extern __shared__ struct stable_shared s_stable[];
    const struct bucket all = {0, 0, (uint32_t)p.t.n, 32, SIDE_IN};
    uint32_t n = p.crowded.d_n ? *p.crowded.d_n : 1;
    for (uint32_t i = blockIdx.x; i < n; i += gridDim.x) {
        struct pair_bucket b = pair_bucket(&p, p.crowded.d_n ? p.crowded.d_buckets[i] : all);
        sort_bucket(&b, true, s_stable);
    }
}

static inline void launch_partition_pairs(struct pair_tables p, struct level l, enum side in,
                                          enum side out, cudaStream_t stream) {
    uint32_t tiles = (uint32_t)(l.n / PART_TILE) + l.buckets;
    allow_shared((const void *)partition_pairs_kernel, sizeof(struct part_pairs_shared));
    partition_pairs_kernel<<<tiles, PART_THREADS, sizeof(struct part_pairs_shared), stream>>>(
        p, l, in, out);
    CU_LAUNCHED();
}

static inline void launch_split_pairs(struct pair_tables p, cudaStream_t stream) {
    const size_t shared = sizeof(union split_pairs_shared);
    void *arguments[] = {&p};
    int fit; // blocks on a multiprocessor at once
    allow_shared((const void *)split_pairs_kernel, shared);
    CU(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, split_pairs_kernel, PART_THREADS,
                                                     shared));
    uint32_t blocks = (uint32_t)size_min((size_t)fit * multiprocessors(), p.t.n / PART_TILE + 1);
    CU(cudaLaunchCooperativeKernel((const void *)split_pairs_kernel, dim3(blocks),
                                   dim3(PART_THREADS), arguments, shared, stream));
}

static inline void launch_finish_words(struct pair_tables p, cudaStream_t stream) {
    const size_t shared = sizeof(struct words_shared);
    uint32_t most = (uint32_t)size_min(2 * multiprocessors(), p.t.n / 256 + 1);
    allow_shared((const void *)finish_words_kernel, shared);
    finish_words_kernel<<<1u << (p.t.bits_1 + p.t.bits_2), FINISH_THREADS, shared, stream>>>(p);
    CU_LAUNCHED();
    if (p.small.d_n == p.crowded.d_n) return; // that is one list
    allow_shared((const void *)finish_small_kernel, shared);
    finish_small_kernel<<<most, FINISH_THREADS, shared, stream>>>(p);
    CU_LAUNCHED();
}

static inline void launch_sort_buckets(struct pair_tables p, cudaStream_t stream) {
    uint32_t most = (uint32_t)size_min(2 * multiprocessors(), p.t.n / 256 + 1);
    allow_shared((const void *)sort_buckets_kernel, sizeof(struct stable_shared));
    sort_buckets_kernel<<<p.crowded.d_n ? most : 1, STABLE_THREADS, sizeof(struct stable_shared),
                          stream>>>(p);
    CU_LAUNCHED();
}

/** Up to so many pairs are one bucket. */
static inline bool one_bucket(size_t n) {
    return n <= STABLE_TILE;
}

/** Takes, behind those tables, memory for what pairs have beside them; bytes of all. */
static inline size_t lay_out_pairs(size_t n, void *d_temp, struct pair_tables *p) {
    struct pieces pieces = {(char *)d_temp, fast_sort_bytes(n, FAST_EXACT)};
    size_t segments = n / BUCKET_ITEMS + 1, children = most_children(n) * sizeof(struct bucket);
    if (one_bucket(n)) return 0;
    p->values[SIDE_TEMP] = (uint32_t *)take(&pieces, n * sizeof(uint32_t));
    p->small.d_buckets = (struct bucket *)take(&pieces, children);
    p->crowded.d_buckets =
        (struct bucket *)take(&pieces, (sizeof(struct bucket) << COUNT_BITS) + children);
    for (int i = 0; i < 2; i++)
        p->segments[i] = (struct segment *)take(&pieces, segments * sizeof(struct segment));
    p->digits = (place_t *)take(&pieces, segments * RADIX * sizeof(place_t));
    return pieces.bytes;
}

size_t fast_sort_pairs_bytes(size_t n) {
    struct pair_tables p;
    struct digit_pass pass;
    struct pair_side temp;
    size_t buckets = lay_out_pairs(n, NULL, &p), passes = lay_out_passes(n, NULL, &pass, &temp);
    return buckets > passes ? buckets : passes; // no device is asked which it will be
}

/** The top bits that pairs are partitioned by: a bucket fits a block, and a place in it a word, now or after a split. */
static inline uint32_t bits_of_pairs(size_t n) {
    uint32_t bits = RADIX_BITS;
    while (bits < count_bits() && (n >> (2 * bits - 1) > 0 || n >> bits > 8192)) bits++;
    return n >> bits > 8192 ? bits_before_split(n) : bits;
}

/** The tables in temporary memory; of one bucket there are none. */
static inline struct pair_tables make_pair_tables(struct pair_side in, struct pair_side out,
                                                  size_t n, enum key_type type, void *d_temp,
                                                  size_t temp_bytes) {
    uint32_t bits = bits_of_pairs(n), two = bits > RADIX_BITS ? bits - bits / 2 : 0;
    struct pair_tables p = {{{NULL}}};
    if (lay_out_pairs(n, d_temp, &p) > temp_bytes) {
        fprintf(stderr, "fast_sort: %zu pairs need %zu bytes of temporary memory, not %zu\n", n,
                fast_sort_pairs_bytes(n), temp_bytes);
        exit(EXIT_FAILURE);
    }
    p.t = make_tables(in.d_keys, out.d_keys, one_bucket(n) ? 0 : n, type, bits - two, two, d_temp,
                      temp_bytes);
    p.t.n = n;
    p.values[SIDE_IN] = in.d_values;
    p.values[SIDE_OUT] = out.d_values;
    if (one_bucket(n)) return p;
    p.small.d_n = &p.t.notes->n_small;
    p.crowded.d_n = &p.t.notes->n_repeats;
    if (n <= FEW_LAUNCHES) p.small = p.crowded;
    return p;
}

void fast_sort_pairs(const uint32_t *d_keys, const uint32_t *d_values, uint32_t *d_keys_out,
                     uint32_t *d_values_out, size_t n, enum key_type type, void *d_temp,
                     size_t temp_bytes, cudaStream_t stream) {
    struct pair_side in = {(uint32_t *)d_keys, (uint32_t *)d_values}; // which are only read
    struct pair_side out = {d_keys_out, d_values_out};
    struct pair_tables p = make_pair_tables(in, out, n, type, d_temp, temp_bytes);
    bool two = p.t.bits_2 > 0;
    if (n == 0) return;
    if (needs_passes()) return sort_by_passes(in, out, n, type, d_temp, stream);
    if (!one_bucket(n)) {
        empty_notes(p.t, stream);
        launch_count(d_keys, n, type, p.t.bits_1 + p.t.bits_2, p.t.bins, stream);
        launch_plan(p.t, stream);
        launch_partition_pairs(p, first_level(&p.t), SIDE_IN, two ? SIDE_OUT : SIDE_TEMP, stream);
        if (two) launch_partition_pairs(p, second_level(&p.t), SIDE_OUT, SIDE_TEMP, stream);
        launch_split_pairs(p, stream);
        launch_finish_words(p, stream);
    }
    launch_sort_buckets(p, stream);
}

#endif
#endif
