/**
 * @file
 * @brief The factors of a warp's product, which its lanes leave for each other, and the short way to sum products.
 *
 * The short way takes factors between 2^-40 and 2^41. Their products are exact floats. What a block cuts off is what a
 * conversion to a whole number cuts off. Other factors go the way of tensor.h.
 */
#ifndef SIMT_TENSOR_WARP_H
#define SIMT_TENSOR_WARP_H

#include "tensor.h"

extern "C" void *simt_tensor_space(size_t bytes);

namespace simt {
namespace tensor {

typedef int16_t shorts __attribute__((vector_size(16)));
typedef int32_t ints __attribute__((vector_size(16)));
typedef int64_t longs __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));

enum { LINE = 16, MOST_NUMBERS = 512, FAR = 40, NO_NUMBER = -8000 };

/** Rows of A, or columns of B: 16 numbers each, and the exponents that floats have as factors. */
struct alignas(16) factor_lines {
    union {
        float f[MOST_NUMBERS];
        double d[MOST_NUMBERS / 2];
    };
    int16_t exponent[MOST_NUMBERS];
};
struct alignas(16) warp_factors {
    factor_lines a, b;
    unsigned char far[32]; /**< of each lane: whether a factor of its own is not for the short way */
};
/** Of a block. A warp takes turns with two, so no lane overwrites what another still reads. */
struct block_factors {
    warp_factors of_warp[32][2];
    unsigned char turn[1024];
};

/** Where this lane's warp leaves factors next. */
SIMT_UNSEEN inline warp_factors *next_factors() {
    block_factors *block = (block_factors *)simt_tensor_space(sizeof(block_factors));
    const unsigned thread = simt_self.linear & 1023;
    return &block->of_warp[thread / 32][block->turn[thread] ^= 1];
}

/** A float as a factor, and its exponent; true: not for the short way. */
template <int FRACTION, int LEAST> SIMT_UNSEEN inline bool leave(factor_lines *lines, int at, float x) {
    const uint32_t bits = bit_cast<uint32_t>(x) & ~((1u << (23 - FRACTION)) - 1);
    const int field = (int)(bits >> 23 & 0xff), exponent = field - 127 > LEAST ? field - 127 : LEAST;
    const bool none = !(bits << 1);
    lines->f[at] = bit_cast<float>(bits);
    lines->exponent[at] = (int16_t)(none ? NO_NUMBER : exponent);
    return !none && (exponent > FAR || exponent < -FAR);
}

SIMT_UNSEEN inline shorts larger(shorts a, shorts b) {
    const shorts more = (shorts)(a > b);
    return (a & more) | (b & ~more);
}
template <int N> SIMT_UNSEEN inline int largest(const int16_t *a, const int16_t *b) {
    if constexpr (N == 16) {
        const shorts *x = (const shorts *)a, *y = (const shorts *)b;
        const longs all = (longs)larger(x[0] + y[0], x[1] + y[1]), swapped = {all[1], all[0]};
        const uint64_t four = (uint64_t)((longs)larger((shorts)all, (shorts)swapped))[0];
        const int16_t p = (int16_t)four, q = (int16_t)(four >> 16);
        const int16_t r = (int16_t)(four >> 32), s = (int16_t)(four >> 48);
        const int one = p > q ? p : q, two = r > s ? r : s;
        return one > two ? one : two;
    } else {
        int most = a[0] + b[0];
        for (int i = 1; i < N; i++) most = a[i] + b[i] > most ? a[i] + b[i] : most;
        return most;
    }
}

/** sum + N products, the short way. */
template <int N>
SIMT_UNSEEN inline float short_sum(const float *a, const int16_t *ea, const float *b, const int16_t *eb, float sum) {
    const uint32_t bits = bit_cast<uint32_t>(sum);
    int most = largest<N>(ea, eb);
    if (bits << 1) {
        const int exponent = (int)(bits >> 23 & 0xff) - 127;
        most = exponent > most ? exponent : most;
    } else if (most < -FAR * 2) {
        return sum; /* nothing is added */
    }
    const float scale = bit_cast<float>((uint32_t)(127 + 25 - most) << 23);
    const floats *x = (const floats *)a, *y = (const floats *)b, scales = {scale, scale, scale, scale};
    ints parts = __builtin_convertvector(x[0] * y[0] * scales, ints);
    for (int i = 1; i < N / 4; i++) parts += __builtin_convertvector(x[i] * y[i] * scales, ints);
    const int64_t total = (int64_t)parts[0] + parts[1] + parts[2] + parts[3] + (int32_t)(sum * scale);
    const double exact = (double)total * bit_cast<double>((uint64_t)(most - 25 + 1023) << 52);
    return (float)bit_cast<double>(bit_cast<uint64_t>(exact) & ~(uint64_t)0x1fffffff);
}

/** Of a kind of tensor.h: how a lane leaves a factor, and how a row and a column are multiplied. */
template <class How> struct warp_how;

template <int FRACTION, int BLOCK, int LEAST> struct warp_how<of_floats<FRACTION, BLOCK, LEAST>> {
    typedef of_floats<FRACTION, BLOCK, LEAST> how;
    template <class T> SIMT_UNSEEN static bool leave_number(factor_lines *lines, int at, T x) {
        return leave<FRACTION, LEAST>(lines, at, (float)x);
    }
    /** noinline: else it would cost the short way its registers. */
    __attribute__((noinline)) SIMT_UNSEEN static float long_dot(const float *a, const float *b, int k, float c) {
        part x[LINE], y[LINE];
        for (int i = 0; i < k; i++) x[i] = how::read(a[i]), y[i] = how::read(b[i]);
        return how::dot(x, y, k, c);
    }
    template <int K>
    SIMT_UNSEEN static float dot(const warp_factors *all, int row, int column, float c, bool far, bool) {
        const float *a = all->a.f + row * LINE, *b = all->b.f + column * LINE;
        const int16_t *ea = all->a.exponent + row * LINE, *eb = all->b.exponent + column * LINE;
        for (int i = 0; i < K; i += BLOCK) {
            const uint32_t bits = bit_cast<uint32_t>(c) << 1;
            if (far || (bits && (bits < 27u << 24 || bits > 227u << 24))) return long_dot(a + i, b + i, K - i, c);
            c = short_sum<BLOCK>(a + i, ea + i, b + i, eb + i, c);
        }
        return c;
    }
};
template <> struct warp_how<of_doubles> {
    SIMT_UNSEEN static bool leave_number(factor_lines *lines, int at, double x) {
        lines->d[at] = x;
        return false;
    }
    template <int K>
    SIMT_UNSEEN static double dot(const warp_factors *all, int row, int column, double c, bool, bool) {
        const double *a = all->a.d + row * LINE, *b = all->b.d + column * LINE;
        for (int i = 0; i < K; i++) c = std::fma(a[i], b[i], c);
        return c;
    }
};
/** Sums of 16 products below 2^16 are exact floats. */
template <> struct warp_how<of_integers> {
    SIMT_UNSEEN static bool leave_number(factor_lines *lines, int at, int x) {
        lines->f[at] = (float)x;
        return false;
    }
    template <int K>
    SIMT_UNSEEN static int dot(const warp_factors *all, int row, int column, int c, bool, bool saturates) {
        const floats *a = (const floats *)(all->a.f + row * LINE), *b = (const floats *)(all->b.f + column * LINE);
        floats sums = a[0] * b[0];
        for (int i = 1; i < K / 4; i++) sums += a[i] * b[i];
        const int64_t exact = (int64_t)c + (int32_t)(sums[0] + sums[1] + sums[2] + sums[3]);
        if (saturates && exact != (int32_t)exact) return exact > 0 ? INT32_MAX : INT32_MIN;
        return (int)(uint32_t)exact;
    }
};

} // namespace tensor
} // namespace simt

#endif
