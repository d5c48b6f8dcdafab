/**
 * @file
 * @brief The house's 64-bit hash of bytes, and its mixer, from which inputs and checksums are made.
 */
#ifndef SORTLAB_HASH64_H
#define SORTLAB_HASH64_H

#include <stddef.h>
#include <stdint.h>

#ifdef __CUDACC__
#define MIX_EVERYWHERE __host__ __device__
#else
#define MIX_EVERYWHERE
#endif

/** 2^64 divided by the golden ratio: multiples of it spread evenly over the words. */
#define MIX_STEP 0x9e3779b97f4a7c15u

/** A bijection of words in which every bit of x moves about half of the bits (splitmix64's). */
MIX_EVERYWHERE static inline uint64_t mix64(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/** What hash64 of nothing is. */
#define HASH64_START 0xcbf29ce484222325u

/** FNV-1a: the hash of these bytes behind those that `hash` is of. */
static inline uint64_t hash64(uint64_t hash, const void *bytes, size_t n) {
    const unsigned char *at = (const unsigned char *)bytes;
    for (size_t i = 0; i < n; i++) hash = (hash ^ at[i]) * 0x100000001b3u;
    return hash;
}

#endif
