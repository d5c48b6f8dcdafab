/**
 * @file
 * @brief Lab 13: counted by top bits, partitioned twice without stability, finished in shared memory.
 */
#include "frame.h"

/** Counts a key in the bin of its top bits. */
static __device__ __forceinline__ void count_key(uint32_t *s_bins, uint32_t key, uint32_t shift,
                                                 enum key_type type) {
    // TODO 1: map the key to unsigned order (common/keys.h), take its top bits, and count it. Bin b is
    // s_bins[bin_place(b)].
}

/** Adds a block's counts to the counts of the array, d_bins. COUNT_THREADS threads share the bins. */
static __device__ __forceinline__ void add_counts(const uint32_t *s_bins, uint32_t bins,
                                                  place_t *d_bins) {
    // TODO 1, continued: add each bin to d_bins. Other blocks add to the same bins. Skip empty bins.
}

void count_buckets(const uint32_t *d_in, size_t n, enum key_type type, uint32_t bits,
                   place_t *d_bins, cudaStream_t stream) {
    CU(cudaMemsetAsync(d_bins, 0, sizeof(*d_bins) << bits, stream));
    launch_count(d_in, n, type, bits, d_bins, stream);
}

/** Counts a thread's keys in the bins of their digits. */
static __device__ __forceinline__ void count_digits(const struct part_keys *k,
                                                    struct part_shared *s) {
    // TODO 2: count this thread's keys in s->bins. Skip keys that do not exist. If all keys of the warp
    // have one digit, k->common, one atomic counts all PART_WARP keys.
}

/** Reserves `count` neighbouring indices of the array for the tile's keys of a digit. Returns the first. */
static __device__ __forceinline__ place_t reserve(place_t *d_next, uint32_t digit, uint32_t count) {
    // TODO 2, continued: all blocks reserve from d_next[digit]. No two blocks may get the same index.
    return d_next[digit];
}

/** Puts a thread's keys into s->keys by digit: s->bins has the index of the next key of each digit. */
static __device__ __forceinline__ void place_digits(const struct part_keys *k,
                                                    struct part_shared *s) {
    // TODO 2, continued: each key takes the next index of its digit in s->keys. A warp with one common
    // digit reserves PART_WARP indices at once.
}

void partition_keys(const uint32_t *d_in, uint32_t *d_out, size_t n, enum key_type type,
                    uint32_t bits, place_t *d_next, cudaStream_t stream) {
    launch_partition(one_level(d_in, d_out, n, type, bits, d_next), stream);
}

/** Counts a thread's keys in their bins. */
static __device__ __forceinline__ void count_bins(const struct finish_keys *k,
                                                  struct finish_shared *s) {
    // TODO 3: count this thread's keys in their bins. A word of s->words has two bins, 16 bits each.
}

/** Puts a thread's keys into their bins in s_keys. In a bin they may be in any order. */
static __device__ __forceinline__ void place_keys(const struct finish_keys *k, uint32_t *s_keys,
                                                  struct finish_shared *s) {
    // TODO 3, continued: now each half of a word is the index of its bin's next key. Each key takes the
    // next index of its bin in s_keys.
}

void finish_buckets(const uint32_t *d_keys, uint32_t *d_out, enum key_type type, uint32_t bits,
                    const place_t *d_starts, struct bucket_list repeats, cudaStream_t stream) {
    struct tables t = {{NULL, d_out, (uint32_t *)d_keys}};
    t.order = type;
    t.bits_1 = bits;
    t.starts = (place_t *)d_starts;
    t.repeats = repeats;
    launch_finish(t, stream);
}

void fast_sort_levels(const uint32_t *d_in, uint32_t *d_out, size_t n, enum key_type type,
                      uint32_t bits_1, uint32_t bits_2, void *d_temp, size_t temp_bytes,
                      cudaStream_t stream) {
    struct tables t = make_tables(d_in, d_out, n, type, bits_1, bits_2, d_temp, temp_bytes);
    if (n > t.most) {
        empty_notes(t, stream);
        // TODO 4: count, then plan. Partition by the top bits_1 bits. If bits_2 is not 0, partition each of
        // these buckets by the next bits_2 bits. The keys are now in t.side[SIDE_TEMP]. Split buckets that are
        // too large, finish the others, then finish the lists. In common/sort/device, tables.h describes t,
        // levels.h describes a level, and launches.h has the other launches.
    } else if (n > 0) {
        launch_small(t, stream);
    }
}
