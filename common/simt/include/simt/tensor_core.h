/**
 * @file
 * @brief What a warp's lanes leave for their product, and what multiplies it (run/tensor.c).
 *
 * A is stored by rows of K numbers, and B by K rows of N numbers, so that neighbours are neighbouring columns.
 */
#ifndef SIMT_TENSOR_CORE_H
#define SIMT_TENSOR_CORE_H

#include <stdint.h>

enum { SIMT_TENSOR_SUMS = 256, SIMT_TENSOR_NUMBERS = 512 };

/** What A and B are made of. */
enum simt_tensor_type { SIMT_TENSOR_HALF, SIMT_TENSOR_BFLOAT16, SIMT_TENSOR_TF32, SIMT_TENSOR_CHAR, SIMT_TENSOR_UCHAR };

/** A product of a warp. The lanes fill in what is raw, each its part, and the first one that goes on multiplies. */
struct __attribute__((aligned(64))) simt_tensor {
    float a[SIMT_TENSOR_NUMBERS], b[SIMT_TENSOR_NUMBERS];
    float power_a[SIMT_TENSOR_NUMBERS], power_b[SIMT_TENSOR_NUMBERS]; /**< 2^exponent of each; 0 of zero */
    union {
        float sums[SIMT_TENSOR_SUMS];
        int32_t whole_sums[SIMT_TENSOR_SUMS];
    };
    unsigned char raw_a[SIMT_TENSOR_NUMBERS * 2],
        raw_b[SIMT_TENSOR_NUMBERS * 2]; /**< as lanes have them, lane by lane */
    union {
        float raw_sums[SIMT_TENSOR_SUMS]; /**< first those to which products are added, then the results */
        int32_t raw_whole_sums[SIMT_TENSOR_SUMS];
    };
    unsigned char slow[SIMT_TENSOR_SUMS]; /**< of a matrix: sums that need the long way */
    unsigned char any_slow;               /**< there is one */
    unsigned char done;                   /**< it is multiplied */
};

/** The shape of a product, and where what lanes have belongs. */
struct simt_tensor_shape {
    enum simt_tensor_type type;
    int m, n, k;
    int block; /**< products that a tensor core adds at a time */
    /** Of each register, lane by lane: where its first number is, in a and in b. A pair of sums: the same. */
    const uint16_t *at_a, *at_b, *at_sums;
};

#ifdef __cplusplus
extern "C" {
#endif
/** Multiplies. The sums of floats have the bits of an H100 (tensor.h), but for those that are marked as slow: there the
 *  numbers are in a and b, and the sum is as it was. Sums of integers wrap around. */
void simt_tensor_multiply(struct simt_tensor *t, const struct simt_tensor_shape *shape);
#ifdef __cplusplus
}
#endif

#endif
