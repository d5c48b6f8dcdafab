/**
 * @file
 * @brief What the lanes of a warp name for their product, and what multiplies it (run/tensor.c).
 */
#ifndef SIMT_TENSOR_CORE_H
#define SIMT_TENSOR_CORE_H

#include <stdint.h>

enum { SIMT_TENSOR_SUMS = 256, SIMT_TENSOR_NUMBERS = 512 };

/** What A and B are made of. */
enum simt_tensor_type {
    SIMT_TENSOR_HALF,
    SIMT_TENSOR_BFLOAT16,
    SIMT_TENSOR_TF32,
    SIMT_TENSOR_CHAR,
    SIMT_TENSOR_UCHAR,
    SIMT_TENSOR_DOUBLE,
};

/** The shape of a product, and where what lanes have belongs. */
struct simt_tensor_shape {
    enum simt_tensor_type type;
    int m, n, k;
    int block; /**< products that a tensor core adds at a time */
    /** Of each register, lane by lane: where its first number is, in rows of A and of B. A pair of sums: the same. */
    const uint16_t *at_a, *at_b, *at_sums;
    /** The long way to c + k products of numbers of a and b, those of b `n` apart. NULL: none needs it. */
    float (*long_sum)(const float *a, const float *b, int n, int k, float c);
};

/** A lane's part: its registers of A and B, its sums so far and where the new ones go, as floats, int32_t or doubles.
 *  While it waits in SIMT_WARP_MULTIPLY, all of these stay where they are. */
struct simt_tensor_lane {
    struct simt_warp_answer answer; /**< simt_tensor_multiply */
    const struct simt_tensor_shape *shape;
    const void *a, *b, *c;
    void *d;
};

#ifdef __cplusplus
extern "C" {
#endif
/** Multiplies what the lanes of `members` have, and gives them their sums. Those of floats have the bits of an H100
 *  (tensor.h). Sums of integers wrap around, and those of doubles are fused one after another. */
void simt_tensor_multiply(const struct simt_lane *lanes, uint32_t members);
#ifdef __cplusplus
}
#endif

#endif
