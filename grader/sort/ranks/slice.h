/**
 * @file
 * @brief A slice: keys that agree in their top bits, as they come from all ranks, each rank's by parts.
 */
#ifndef SORTLAB_RANKS_SLICE_H
#define SORTLAB_RANKS_SLICE_H

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PART_BITS = 8, /**< the parts that a rank's keys are brought into */
    PARTS = 1 << PART_BITS,
    MOST_PIECES = 64,
};

/** Where a slice's keys lie: those of the first rank, part after part, then those of the next one. */
struct slice {
    uint32_t bits, top;               /**< in so many top bits all of them are `top` */
    uint32_t n, parts;                /**< pieces; parts in a slice */
    uint64_t starts[MOST_PIECES + 1]; /**< of each piece; then how many keys there are */
};

/** Bytes of temporary memory for slices of up to n keys. */
size_t slice_bytes(size_t n);

/** Sorts the keys of all pieces, with at least slice_bytes of temporary memory for so many keys. */
void sort_slice(const uint32_t *d_in, uint32_t *d_out, const struct slice *slice, void *d_temp,
                size_t temp_bytes, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
