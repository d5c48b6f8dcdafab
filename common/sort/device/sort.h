/**
 * @file
 * @brief The sorting library: keys, pairs and indices on one GPU, for any C or C++ program. `make lib` writes
 * build/libsortlab.a.
 *
 * All arrays lie on the current device, are n items long, and do not overlap; input stays as it was. n is any number,
 * 0 included. Work is put into `stream`, and no function waits for it. A call takes no memory of the host or the device
 * and keeps nothing. So two calls may run in two streams at once, each with temporary memory of its own. That memory
 * starts at a multiple of 256, as cudaMalloc gives it, and its contents do not matter.
 *
 * Wrong arguments give a status, and then nothing is launched. A CUDA call that fails stops the program with a sentence
 * (common/cu.h). Floats are in IEEE 754's totalOrder: -NaN, -inf, ..., -0, +0, ..., +inf, +NaN. example.c sorts an
 * array.
 */
#ifndef SORTLAB_SORT_H
#define SORTLAB_SORT_H

#include <stdbool.h>
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

/** How keys are ordered. */
struct sortlab_order {
    enum sortlab_type type;
    bool descending; /**< the greatest key first */
    /**
     * Bits [begin_bit, end_bit) count, bit 0 being the lowest; end_bit 0 stands for the key's width. They are those of
     * the key in unsigned order: an integer's top bit is flipped if it has a sign, and so is a float's, all bits of a
     * negative float are. Items whose bits agree keep their order.
     */
    unsigned begin_bit, end_bit;
};

/** All bits of keys of this type count, and the least key comes first. */
static inline struct sortlab_order sortlab_ascending(enum sortlab_type type) {
    struct sortlab_order by = {type, false, 0, 0};
    return by;
}

/** All bits of keys of this type count, and the greatest key comes first. */
static inline struct sortlab_order sortlab_descending(enum sortlab_type type) {
    struct sortlab_order by = {type, true, 0, 0};
    return by;
}

/** How a call has ended. */
enum sortlab_status {
    SORTLAB_OK,
    SORTLAB_BAD_POINTER,  /**< an array or the temporary memory is NULL or not aligned */
    SORTLAB_OVERLAP,      /**< two arrays share memory */
    SORTLAB_BAD_TYPE,     /**< not a type that the function takes */
    SORTLAB_BAD_BITS,     /**< not bits that the function takes */
    SORTLAB_BAD_VALUES,   /**< values are not of 4, 8, 12, ... bytes */
    SORTLAB_BAD_SEGMENTS, /**< no segments, or more than 2^32 */
    SORTLAB_MANY_ITEMS,   /**< more than 2^32, where indices are words of 32 bits */
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

/** What is counted before 2^26 to 2^30 keys of 32 bits are moved. */
enum sortlab_form {
    SORTLAB_EXACT, /**< all keys: 1.3 to 1.5 n words of temporary memory */
    SORTLAB_SAMPLED, /**< a sample, which chooses the way and plans the digits: about 3 n words, and less time */
};

/**
 * Bytes of temporary memory for sortlab_sort_keys. Asks no device. Only 2^26 to 2^30 keys of 32 bits have two forms, if
 * all of their bits count; others take 1.1 to 1.8 n words and 170 KB, and keys of 64 bits 1 n more.
 * @return 0 for an unknown type or bits that it does not have. Fewer keys never need more
 */
size_t sortlab_keys_bytes(size_t n, struct sortlab_order by, enum sortlab_form form);

/**
 * Sorts n keys.
 *
 * Cost, n = 2^28 uniform keys on an H100: 32 bits 2.9 ms, 28 bytes a key moved. So are 2^22 keys or more that lie
 * evenly: 2^24 take 0.24 ms. If they lie smoothly, as floats do, that takes a third longer. Other keys, those of 64
 * bits, and those of which not all bits count are sorted by sweeps: their own bytes, and twice as many for each byte
 * in which not all keys agree, or of the narrow range that they lie in. So keys that differ in one byte take a quarter
 * of the time. Of 32-bit keys a value that a quarter of them or more have is counted, and not moved; up to 512 values
 * that are all, or nearly all, are written anew. Up to about 2^20 items, and 2^21 keys of 32 bits, all sweeps are one
 * launch, on a device of 132 multiprocessors. If all bits count, up to 2^16 keys, or 2^17 of 64 bits, are merged in
 * one launch, whatever they are: 2^14 take 0.02 ms.
 * Up to 64 keys for each multiprocessor are looked up in one launch: 1,000 take 0.007 ms.
 * Blocks need 64 KB of shared memory, which every device since the T4 has.
 * @param d_in       n keys, 4 or 8 bytes each, aligned to their size
 * @param d_out      the same keys in order
 * @param temp_bytes at least sortlab_keys_bytes(n, by, SORTLAB_EXACT). With as many as SORTLAB_SAMPLED needs, a
 *                   sample is counted; if its keys do not lie smoothly, sweeps sort them all
 * @return SORTLAB_OK, _BAD_POINTER, _OVERLAP, _BAD_TYPE, _BAD_BITS, _FEW_BYTES or _SMALL_DEVICE
 */
enum sortlab_status sortlab_sort_keys(const void *d_in, void *d_out, size_t n,
                                      struct sortlab_order by, void *d_temp, size_t temp_bytes,
                                      cudaStream_t stream);

/**
 * Bytes of temporary memory for sortlab_sort_pairs: with keys of 32 bits about 2.1 n words, 3.1 if a value has more
 * than 4 bytes, and 5.1 if it has 16 and 24 bits or fewer count; with keys of 64 bits one word a pair more. Asks no
 * device.
 */
size_t sortlab_pairs_bytes(size_t n, struct sortlab_order by, size_t value_bytes);

/**
 * Sorts n pairs of a key and a value by their keys. It is stable: pairs of equal keys keep their order.
 *
 * Cost, n = 2^28 on an H100: keys and values of 32 bits 8.7 ms, 68 bytes a pair moved. Keys of 64 bits: 200 bytes. A
 * byte in which all keys agree costs nothing, nor do those above a narrow range. Values of 8 bytes are moved with their
 * keys: 100 bytes a pair. So are values of 16 bytes if 24 bits or fewer count. Both must be aligned to their size.
 * Of other values the index is sorted, and each value is read once, wherever it stands, and written once. So it is
 * with pairs that are sorted in one launch, in that one if they are few.
 * @param value_bytes 4 or a larger multiple of it. Values are aligned to 4 bytes, and come out as they are
 * @return as of sortlab_sort_keys; _BAD_VALUES; and _MANY_ITEMS if a value has more than 4 bytes
 */
enum sortlab_status sortlab_sort_pairs(const void *d_keys, const void *d_values, void *d_keys_out,
                                       void *d_values_out, size_t n, size_t value_bytes,
                                       struct sortlab_order by, void *d_temp, size_t temp_bytes,
                                       cudaStream_t stream);

/** Bytes of temporary memory for sortlab_sort_indices: with keys of 32 bits 3.1 n words, with 64 bits 5.1. */
size_t sortlab_indices_bytes(size_t n, struct sortlab_order by);

/**
 * Finds the order of n keys: d_indices[i] is the index of the key that comes at place i. It is stable.
 *
 * Cost: that of sortlab_sort_pairs, less 8 bytes an item.
 * @param d_indices n words, n up to 2^32
 * @return as of sortlab_sort_keys; and _MANY_ITEMS
 */
enum sortlab_status sortlab_sort_indices(const void *d_keys, uint32_t *d_indices, size_t n,
                                         struct sortlab_order by, void *d_temp, size_t temp_bytes,
                                         cudaStream_t stream);

/**
 * Bytes of temporary memory for sortlab_sort_segments: about 1.3 n words; with values of 4 bytes 2.7, and 3.7 with
 * larger ones. Asks no device.
 */
size_t sortlab_segments_bytes(size_t n, size_t segments, struct sortlab_order by,
                              size_t value_bytes);

/**
 * Sorts many arrays at once, each by itself. They lie one behind another, and so do their values. It is stable.
 *
 * Cost: of a segment of up to 16,384 keys, or 12,288 with values, 8 to 16 bytes a key moved, and with values of 4 bytes
 * 8 more: a block sorts it, or many small ones, in shared memory. Devices whose blocks have less than 128 KB of shared
 * memory have lower limits, of 4,096 to 16,384. A larger segment moves 36 bytes a key, and with values 68. If n is more
 * than 8,192, there are up to 10 launches; those without work take 4 microseconds each.
 * @param d_values    values of n keys, or NULL where keys are sorted alone; d_values_out then is NULL, too
 * @param value_bytes as of sortlab_sort_pairs; 0 without values
 * @param d_starts    segments + 1 indices that ascend from 0 to n: where each segment begins. Some may be empty
 * @param segments    1 to 2^32
 * @param by          of a type of 32 bits
 * @return as of sortlab_sort_pairs; _BAD_SEGMENTS
 */
enum sortlab_status sortlab_sort_segments(const void *d_keys, const void *d_values,
                                          void *d_keys_out, void *d_values_out, size_t n,
                                          size_t value_bytes, const unsigned long long *d_starts,
                                          size_t segments, struct sortlab_order by, void *d_temp,
                                          size_t temp_bytes, cudaStream_t stream);

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
