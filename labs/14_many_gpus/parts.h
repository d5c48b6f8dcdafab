/**
 * @file
 * @brief Lab 14, given: a rank's keys in the order of their classes, and helpers for that.
 */
#ifndef SORTLAB_PARTS_H
#define SORTLAB_PARTS_H

#include <stdlib.h>

#include "common/cu.h"
#include "many_gpus.h"

/** A table of `words` words for every rank. It is never NULL, and is freed with free(). */
static inline uint64_t *comm_table(const struct comm *comm, size_t words) {
    uint64_t *table = (uint64_t *)calloc((size_t)comm->ranks * words + 1, sizeof(*table));
    if (!table) abort();
    return table;
}

#ifdef __CUDACC__

/** The number of this thread in the grid, and the number of all threads in the grid. */
static inline __device__ size_t grid_thread(void) {
    return (size_t)blockIdx.x * blockDim.x + threadIdx.x;
}
static inline __device__ size_t grid_threads(void) {
    return (size_t)gridDim.x * blockDim.x;
}

typedef unsigned long long word64; /**< the type of 64-bit atomics */

/** The class of a key among k splitters in ascending order. */
static inline __device__ uint32_t class_of(uint32_t key, const uint32_t *d_splitters, uint32_t k) {
    // splitters before low are smaller than the key, splitters from high on are not
    uint32_t low = 0, high = k;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (d_splitters[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return 2 * low + (low < k && d_splitters[low] == key);
}

#endif

/**
 * Puts this rank's keys into d_parts, class after class, and waits. So the keys for one rank are
 * neighbours, and begin at the offset of share_ties. Step 2 has counted where each class begins.
 */
static inline void part(const uint32_t *d_keys, size_t n, const struct splitter *splitters,
                        size_t k, uint32_t *d_parts, cudaStream_t stream) {
    uint32_t *keys = (uint32_t *)malloc(k * sizeof(*keys) + 1);
    uint64_t *places = (uint64_t *)malloc((2 * k + 1) * sizeof(*places));
    if (!keys || !places) abort();
    places[0] = 0;
    for (size_t i = 0; i < k; i++) {
        keys[i] = splitters[i].key;
        places[2 * i + 1] = splitters[i].below;
        places[2 * i + 2] = splitters[i].below + splitters[i].equal;
    }
    uint32_t *d_splitters = (uint32_t *)cu_upload(keys, k * sizeof(*keys));
    uint64_t *d_places = (uint64_t *)cu_upload(places, (2 * k + 1) * sizeof(*places));
    part_keys(d_keys, n, d_splitters, (uint32_t)k, d_places, d_parts, stream);
    CU(cudaStreamSynchronize(stream));
    cu_free(d_places);
    cu_free(d_splitters);
    free(places);
    free(keys);
}

#endif
