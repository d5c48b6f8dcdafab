/**
 * @file
 * @brief What the matrix verifies, on the device: order, and a 64-bit hash of the multiset.
 */
#ifndef SORTLAB_BENCH_LOOK_H
#define SORTLAB_BENCH_LOOK_H

#include <stddef.h>
#include <stdint.h>

#include <cuda_runtime.h>

#include "common/keys.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What order is asked for: none; that of the keys; and equal keys with their values ascending. */
enum look_order { LOOK_ANY, LOOK_SORTED, LOOK_STABLE };

struct looked {
    uint64_t sum;   /**< the hashes of all keys, or pairs, modulo 2^64: equal for equal multisets */
    uint64_t wrong; /**< neighbours in the wrong order */
};

/** Looks at n keys of a type, and their values where d_values is not NULL; waits for it. */
struct looked bench_look(const uint32_t *d_keys, const uint32_t *d_values, size_t n,
                         enum key_type type, enum look_order order);

/** How a key lies among n others. */
struct placed {
    uint64_t below, equal; /**< keys that come before it, and keys that are it */
    uint64_t sum;          /**< the hashes of those below */
    uint64_t own;          /**< its own hash */
};

struct placed bench_place(const uint32_t *d_keys, size_t n, enum key_type type, uint32_t key);

/** The last in order of n > 0 keys. */
uint32_t bench_last(const uint32_t *d_keys, size_t n, enum key_type type);

/** Reads n words once, and nothing else: what no selection can be faster than. */
void bench_read(const uint32_t *d_keys, size_t n, uint32_t *d_word, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
