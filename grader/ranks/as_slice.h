/**
 * @file
 * @brief Lab 13 for a slice, whose keys agree in their top bits: what stands for a key's type and its maps
 *        while the lab is compiled once more.
 *
 * Lab 13 brings keys into unsigned order when it first reads them, and back when it writes them for good.
 * A slice's keys are in order already; there the bits that say nothing are shifted out, and back in. So
 * its buckets, by 15 top bits, are as small as those of keys of all values, and no pass is added.
 */
#ifndef SORTLAB_RANKS_AS_SLICE_H
#define SORTLAB_RANKS_AS_SLICE_H

#include "common/keys.h"

enum { SLICE_BITS = 5 }; /**< top bits that the keys of a slice agree in */

/** In place of a type: A_SLICE + those bits. */
enum slice_type { NO_SLICE, A_SLICE = 1 << SLICE_BITS, LAST_SLICE = 2 * A_SLICE - 1 };

#ifdef __CUDACC__

KEYS_EVERYWHERE static inline uint32_t slice_encode(uint32_t key, enum slice_type slice) {
    return slice == NO_SLICE ? key : key << SLICE_BITS;
}

KEYS_EVERYWHERE static inline uint32_t slice_decode(uint32_t key, enum slice_type slice) {
    return slice == NO_SLICE ? key : key >> SLICE_BITS | (uint32_t)slice << (32 - SLICE_BITS);
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

#else

#include <cuda_runtime.h>
#include <stddef.h>

/** As fast_sort_keys and fast_sort_bytes. */
void slice_sort_keys(const uint32_t *d_in, uint32_t *d_out, size_t n, enum slice_type slice,
                     void *d_temp, size_t temp_bytes, cudaStream_t stream);

#endif
#endif
