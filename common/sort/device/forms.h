/**
 * @file
 * @brief The two forms of a sort: all keys are counted, or a sample of them is. Which one, and by which bits?
 */
#ifndef SORTLAB_DEVICE_FORMS_H
#define SORTLAB_DEVICE_FORMS_H

#include "common/sort/device/sampled.h"

#ifdef __CUDACC__

/** How n keys are sorted. */
struct sort_form {
    bool sampled;
    uint32_t bits_1, bits_2; /**< of the two partitions */
};

/**
 * The bits of both partitions: buckets of 8,192 keys, as long as bits are left, `most` of them. One partition does for
 * 2^21 keys. Buckets that would be too large even for the wide finish are all split: then so few bits come before the
 * split that 8,192 keys are left. Where all are counted, by COUNT_BITS, that is slower as soon as keys are skewed.
 */
static inline void bits_of_keys(size_t n, uint32_t most, uint32_t *bits_1, uint32_t *bits_2) {
    size_t large = most < COUNT_BITS ? BUCKET_ITEMS : 16384;
    uint32_t bits = RADIX_BITS;
    while (bits < most && n >> bits > 8192) bits++;
    if (bits > RADIX_BITS && bits < 10) bits = 10;
    if (most != COUNT_BITS && n >> bits > large) bits = bits_before_split(n);
    *bits_2 = bits > RADIX_BITS ? bits - bits / 2 : 0;
    *bits_1 = bits - *bits_2;
}

/** Bytes of temporary memory; asks no device. */
static inline size_t form_bytes(size_t n, bool sampled) {
    struct pieces p = {NULL, 0};
    if (sampled && n >= FAST_SAMPLED_ITEMS)
        lay_out_sampled(n, &p);
    else
        lay_out(n, n, COUNT_BITS, &p);
    return p.bytes;
}

/** The faster form that the temporary memory allows. */
static inline struct sort_form choose_form(size_t n, size_t temp_bytes) {
    struct sort_form f;
    f.sampled = n >= FAST_SAMPLED_ITEMS && temp_bytes >= form_bytes(n, true) && can_sample();
    bits_of_keys(n, count_bits(), &f.bits_1, &f.bits_2);
    return f;
}

#endif
#endif
