/**
 * @file
 * @brief The sorting library: keys and pairs on one GPU, for any C or C++ program. `make lib` writes
 * build/libsortlab.a.
 *
 * All arrays lie on the current device, are n items long, and do not overlap; input stays as it was. n is any number,
 * 0 included. Work is put into `stream`, and no function waits for it. A call takes no memory of the host or the device
 * and keeps nothing. So two calls may run in two streams at once, each with temporary memory of its own. That memory
 * starts at a multiple of 256, as cudaMalloc gives it, and its contents do not matter.
 *
 * Wrong arguments give a status, and then nothing is launched. A CUDA call that fails stops the program with a sentence
 * (common/cu.h). Keys ascend in the order of their type; floats in IEEE 754's totalOrder: -NaN, -inf, ..., -0, +0, ...,
 * +inf, +NaN. example.c sorts an array.
 */
#ifndef SORTLAB_SORT_H
#define SORTLAB_SORT_H

#include <stddef.h>
#include <stdint.h>

#include "common/cu.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What the bits of a key mean. The first three are those of enum key_type (common/keys.h). */
enum sortlab_type {
    SORTLAB_U32, /**< uint32_t */
    SORTLAB_I32, /**< int32_t */
    SORTLAB_F32, /**< float */
    SORTLAB_U64, /**< uint64_t */
    SORTLAB_I64, /**< int64_t */
    SORTLAB_F64, /**< double */
    SORTLAB_TYPES,
};

/** How a call has ended. */
enum sortlab_status {
    SORTLAB_OK,
    SORTLAB_BAD_POINTER,  /**< an array or the temporary memory is NULL or not aligned */
    SORTLAB_OVERLAP,      /**< two arrays share memory */
    SORTLAB_BAD_TYPE,     /**< not a type that the function takes */
    SORTLAB_BAD_BITS,     /**< not a number of bits that the function takes */
    SORTLAB_FEW_BYTES,    /**< less temporary memory than the function needs */
    SORTLAB_SMALL_DEVICE, /**< a block of this device has too little shared memory */
};

/** The status in words: a sentence without a full stop. Never NULL. */
const char *sortlab_text(enum sortlab_status status);

/** Stops the program with the status in words, unless it is SORTLAB_OK: `sortlab_must(sortlab_sort_keys(...));` */
static inline void sortlab_must(enum sortlab_status status) {
    if (status == SORTLAB_OK) return;
    fflush(stdout);
    fprintf(stderr, "sortlab: %s\n", sortlab_text(status));
    exit(EXIT_FAILURE);
}

/** What is counted before keys of 32 bits are moved. */
enum sortlab_form {
    SORTLAB_EXACT, /**< all keys: about 1.3 n words of temporary memory */
    SORTLAB_SAMPLED, /**< from 2^26 keys on a sample, which plans the digits: about 2.8 n words, and less time */
};

/**
 * Bytes of temporary memory for sortlab_sort_keys. Asks no device. Keys of 64 bits have one form: about 4.1 n words.
 * @return 0 for an unknown type, and for up to 8,696 keys of 32 bits, where d_temp may be NULL
 */
size_t sortlab_keys_bytes(size_t n, enum sortlab_type type, enum sortlab_form form);

/**
 * Sorts n keys. The order of equal keys cannot be seen: they are the same bits.
 *
 * Cost, n = 2^28 uniform keys on an H100 or H200: 32 bits 2.7 ms, 28 bytes a key moved. Keys of 64 bits are sorted
 * by two sorts of pairs: 168 bytes a key. Blocks need 64 KB of shared memory, which every device since the T4 has,
 * and 128 KB for keys of 64 bits.
 * @param d_in       n keys, 4 or 8 bytes each, aligned to their size
 * @param d_out      the same keys, ascending
 * @param temp_bytes at least sortlab_keys_bytes(n, type, SORTLAB_EXACT). With as many as SORTLAB_SAMPLED needs, a
 *                   sample is counted
 * @return SORTLAB_OK, _BAD_POINTER, _OVERLAP, _BAD_TYPE, _FEW_BYTES or _SMALL_DEVICE
 */
enum sortlab_status sortlab_sort_keys(const void *d_in, void *d_out, size_t n,
                                      enum sortlab_type type, void *d_temp, size_t temp_bytes,
                                      cudaStream_t stream);

/** Bytes of temporary memory for sortlab_sort_pairs: about 2.1 n words. Asks no device. */
size_t sortlab_pairs_bytes(size_t n);

/**
 * Sorts n pairs of a 32-bit key and a 32-bit value by their keys. It is stable: pairs of equal keys keep their order.
 *
 * Cost, n = 2^28 on an H200: 7.2 ms, 68 bytes a pair moved. Blocks need 128 KB of shared memory: A100, H100, H200 and
 * later data-centre GPUs.
 * @param d_keys   n keys of 4 bytes
 * @param d_values the value of each key; whatever its bits mean, they come out as they are
 * @param type     SORTLAB_U32, SORTLAB_I32 or SORTLAB_F32
 * @return as of sortlab_sort_keys
 */
enum sortlab_status sortlab_sort_pairs(const void *d_keys, const uint32_t *d_values,
                                       void *d_keys_out, uint32_t *d_values_out, size_t n,
                                       enum sortlab_type type, void *d_temp, size_t temp_bytes,
                                       cudaStream_t stream);

/*
 * For sorts that span several devices: a device's keys by their top bits.
 */

/**
 * Counts n keys of 32 bits by their top bits, once they are mapped to unsigned order.
 * @param bits     1 to 15; on devices whose blocks have less than 128 KB of shared memory 1 to 14
 * @param d_counts 2^bits counts, whatever they held before
 * @return SORTLAB_OK, _BAD_POINTER, _BAD_TYPE or _BAD_BITS. Cost: 4 bytes a key read
 */
enum sortlab_status sortlab_count_buckets(const void *d_in, size_t n, enum sortlab_type type,
                                          uint32_t bits, unsigned long long *d_counts,
                                          cudaStream_t stream);

/**
 * Brings n keys of 32 bits into 2^bits buckets by their top bits, mapped to unsigned order and in any order within a
 * bucket.
 * @param bits   1 to 8
 * @param d_next 2^bits indices: where each bucket begins in d_out; afterwards, where it ends
 * @return SORTLAB_OK, _BAD_POINTER, _OVERLAP, _BAD_TYPE, _BAD_BITS or _SMALL_DEVICE. Cost: 8 bytes a key moved
 */
enum sortlab_status sortlab_partition(const void *d_in, uint32_t *d_out, size_t n,
                                      enum sortlab_type type, uint32_t bits,
                                      unsigned long long *d_next, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
