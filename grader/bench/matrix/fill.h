/**
 * @file
 * @brief Inputs of the matrix, by distribution, made on the device that sorts them.
 */
#ifndef SORTLAB_BENCH_FILL_H
#define SORTLAB_BENCH_FILL_H

#include <stddef.h>
#include <stdint.h>

#include <cuda_runtime.h>

#include "common/keys.h"

#ifdef __cplusplus
extern "C" {
#endif

enum dist_kind {
    DIST_UNIFORM,   /**< any word */
    DIST_AND,       /**< so many random words ANDed: ever less entropy */
    DIST_SORTED,    /**< ascending over the whole range */
    DIST_REVERSED,  /**< descending */
    DIST_EQUAL,     /**< one key, n times */
    DIST_DISTINCT,  /**< drawn from so many words, which lie anywhere */
    DIST_EVENLY,    /**< drawn from so many words, which lie evenly over the range */
    DIST_ZIPF,      /**< the k-th commonest of 2^20 words as often as k to the power of -by / 10 */
    DIST_NEARLY,    /**< ascending, but one key in 64 is any word */
    DIST_LOW,       /**< the low bits vary, so many */
    DIST_HIGH,      /**< the high bits vary, so many */
    DIST_HOT,       /**< so many of 100 keys share their first byte, the others are any words */
    DIST_SHARED,    /**< all keys share their first bits, so many */
    DIST_STAGGERED, /**< 256 stretches, each of a 256th of the range: the odd ones, then the even */
    DIST_ORGAN,     /**< organ pipes: up to the middle, down to the end */
    DIST_REAL,      /**< as people have them: an enum real_kind (real.h) */
};

enum real_kind {
    REAL_NORMAL, /**< floats, up to the first one that is not */
    REAL_EXPONENTIAL,
    REAL_LOG_NORMAL,
    REAL_UNIT,
    REAL_SPECIAL,
    REAL_DEPTH, /**< the last floats */
    REAL_TEXT,
    REAL_ADDRESSES,
    REAL_MORTON,
    REAL_PRICES,
    REAL_AGES,
    REAL_TIMES, /**< from here on neighbours have to do with each other */
    REAL_RUNS,
    REAL_TEETH,
    REAL_BLOCKS,
    REAL_REVERSED_BITS,
};

struct dist {
    const char *name; /**< without a comma */
    enum dist_kind kind;
    unsigned by;
    int quick; /**< also in a quick run */
};

extern const struct dist bench_dists[];
extern const size_t bench_dist_count;

/**
 * Puts n keys of a type into d_keys: distributions are those of its order, and a float is never -0,
 * which a library may take for +0. d_values, where it is not NULL, gets the places 0, 1, ...
 */
void bench_fill(uint32_t *d_keys, uint32_t *d_values, size_t n, const struct dist *dist,
                enum key_type type, uint64_t seed, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
