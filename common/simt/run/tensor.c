/**
 * @file
 * @brief Tensor cores: the product that the lanes of a warp have left (simt/tensor_core.h), by vectors.
 *
 * What the hardware does is told in simt/tensor.h. Products of factors between 2^-40 and 2^41 are exact floats. What a
 * tensor core cuts off is what a conversion to a whole number cuts off. A sum of 16 such numbers does not fit into 32
 * bits, so it is kept in two parts.
 */
#include "internal.h"

#include "simt/tensor_core.h"

#include <stdbool.h>
#include <string.h>

#ifdef __x86_64__
#define MAX(a, b) __builtin_ia32_maxps(a, b)
#else
#define MAX(a, b) ((narrow_floats)(((narrow_ints)(a) & ((a) > (b))) | ((narrow_ints)(b) & ~((a) > (b)))))
#endif
#define NAME(x) narrow_##x
#define LANES   4
#define TARGET
#include "tensor_sum.inc"
#undef NAME
#undef LANES
#undef TARGET
#undef MAX

#ifdef __x86_64__
#define NAME(x)   wide_##x
#define LANES     8
#define TARGET    __attribute__((target("avx2")))
#define MAX(a, b) __builtin_ia32_maxps256(a, b)
#include "tensor_sum.inc"
#endif

/* A half as a float. A product with 2^112 moves its exponent, also that of a denormal one. */
static float of_half(uint16_t half) {
    const uint32_t number = (uint32_t)(half & 0x7fff) << 13, sign = (uint32_t)(half & 0x8000) << 16;
    union {
        uint32_t bits;
        float value;
    } x = {number};
    x.value *= 0x1p112f;
    if (number >= 0x0f800000) x.bits = number | 0x7f800000; /* infinity, or none at all */
    x.bits |= sign;
    return x.value;
}

static float of_bits(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

/* Number `i` of what the lanes have left, lane by lane. */
static float number_of(const unsigned char *raw, int i, enum simt_tensor_type type) {
    uint16_t half;
    uint32_t word;
    switch (type) {
    case SIMT_TENSOR_HALF:
        memcpy(&half, raw + i * 2, sizeof(half));
        return of_half(half);
    case SIMT_TENSOR_BFLOAT16:
        memcpy(&half, raw + i * 2, sizeof(half));
        return of_bits((uint32_t)half << 16);
    case SIMT_TENSOR_TF32:
        memcpy(&word, raw + i * 4, sizeof(word));
        return of_bits(word & ~0x1fffu);
    case SIMT_TENSOR_CHAR:
        return (float)(signed char)raw[i];
    default:
        return (float)raw[i];
    }
}

/* Puts numbers to their places: `joined` neighbours of a register are `apart` floats apart. */
static inline __attribute__((always_inline)) void spread(const unsigned char *raw, float *to, const uint16_t *at, int n,
                                                         int joined, int apart, enum simt_tensor_type type) {
    for (int i = 0; i < n; i += joined)
        for (int k = 0; k < joined; k++) to[at[i / joined] + k * apart] = number_of(raw, i + k, type);
}

static void spread_all(struct simt_tensor *t, const struct simt_tensor_shape *s) {
#define SPREAD(TYPE, JOINED)                                                                                           \
    case TYPE:                                                                                                         \
        spread(t->raw_a, t->a, s->at_a, s->m * s->k, JOINED, 1, TYPE);                                                 \
        spread(t->raw_b, t->b, s->at_b, s->n * s->k, JOINED, s->n, TYPE);                                              \
        break;
    switch (s->type) {
        SPREAD(SIMT_TENSOR_HALF, 2)
        SPREAD(SIMT_TENSOR_BFLOAT16, 2)
        SPREAD(SIMT_TENSOR_TF32, 1)
        SPREAD(SIMT_TENSOR_CHAR, 4)
        SPREAD(SIMT_TENSOR_UCHAR, 4)
    }
#undef SPREAD
}

/* Sums from where lanes have them to their places in the matrix, or back. Pairs are neighbours in both. */
static void move_sums(struct simt_tensor *t, const uint16_t *at, bool back) {
    for (int i = 0; i < SIMT_TENSOR_SUMS; i += 2)
        if (back)
            memcpy(t->raw_sums + i, t->sums + at[i / 2], 2 * sizeof(float));
        else
            memcpy(t->sums + at[i / 2], t->raw_sums + i, 2 * sizeof(float));
}

static void multiply(struct simt_tensor *t, const struct simt_tensor_shape *shape) {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) {
        wide_multiply(t, shape);
        return;
    }
#endif
    narrow_multiply(t, shape);
}

void simt_tensor_multiply(struct simt_tensor *t, const struct simt_tensor_shape *shape) {
    spread_all(t, shape);
    move_sums(t, shape->at_sums, false);
    t->any_slow = 0;
    multiply(t, shape);
    move_sums(t, shape->at_sums, true);
    t->done = 1;
}
