/**
 * @file
 * @brief What inline PTX becomes: products of tensor cores (simt/tensor.h), and matrices spread over a warp.
 */
#ifndef SIMT_PTX_MATRIX_H
#define SIMT_PTX_MATRIX_H

#include "ptx.h"
#include "tensor.h"

namespace simt {
namespace ptx {

/** How many numbers of a type a register holds, how number i is read, how a product of K numbers is summed. */
template <class T, int K> struct factors;
template <int K> struct factors<f16, K> : tensor::of_floats<10, K, -14> {
    static constexpr int in_word = 2;
    static tensor::part at(uint64_t word, int i) {
        return factors::read(float16::to_float((uint32_t)(word >> 16 * i) & 0xffff));
    }
};
template <int K> struct factors<bf16, K> : tensor::of_floats<7, K, -126> {
    static constexpr int in_word = 2;
    static tensor::part at(uint64_t word, int i) {
        return factors::read(bfloat16::to_float((uint32_t)(word >> 16 * i) & 0xffff));
    }
};
template <int K> struct factors<tf32, K> : tensor::of_floats<10, 4, -126> {
    static constexpr int in_word = 1;
    static tensor::part at(uint64_t word, int) {
        return factors::read(as<float>(word));
    }
};
template <int K> struct factors<double, K> : tensor::of_doubles {
    static constexpr int in_word = 1;
    static double at(uint64_t word, int) {
        return as<double>(word);
    }
};
template <class T, int K> struct factors : tensor::of_integers {
    static constexpr int in_word = 4;
    static int at(uint64_t word, int i) {
        return (T)(word >> 8 * i);
    }
};

/** The factors that the threads of the running block have left for their warps. */
struct left_words {
    const uint64_t *a, *b;
};
SIMT_UNSEEN inline left_words *words_of_warp() {
    static __thread left_words left[1024];
    return left + (simt_self.linear & ~31u);
}

/** A number type of the sums: float, double, int or half. */
template <class D> struct sum_of { typedef D type; };
template <> struct sum_of<f16> { typedef float type; };

/** d = a b + c, by all lanes: M x K by K x 8. Each lane has the registers that the PTX ISA gives it. */
template <class T, class D, int M, int K, bool SAT>
SIMT_UNSEEN inline void multiply(uint64_t *d, const uint64_t *a, const uint64_t *b,
                                 const uint64_t *c, SIMT_SITE_HERE) {
    typedef factors<T, K> how;
    typedef typename how::factor W;
    typedef typename sum_of<D>::type S;
    constexpr int per = how::in_word, rows = M / 8;
    left_words *left = words_of_warp();
    const int lane = (int)simt_lane(), group = lane / 4, of_group = lane % 4;
    left[lane] = {a, b};
    simt_warp(SIMT_WARP_SYNC, ~0u, 0, 0, SIMT_SITE);
    W row[rows][K], column[2][K];
    for (int k = 0; k < K; k++) {
        const int at = k / per % 4, part = k / (4 * per), i = k % per;
        for (int r = 0; r < rows; r++)
            row[r][k] = how::at(left[group * 4 + at].a[r + rows * part], i);
        for (int n = 0; n < 2; n++)
            column[n][k] = how::at(left[(of_group * 2 + n) * 4 + at].b[part], i);
    }
    S sum[2 * rows];
    for (int i = 0; i < 2 * rows; i++) {
        if constexpr (std::is_same<D, f16>::value)
            sum[i] = float16::to_float((uint32_t)(c[i / 2] >> 16 * (i % 2)) & 0xffff);
        else
            sum[i] = as<S>(c[i]);
        if constexpr (SAT)
            sum[i] = how::dot_sat(row[i / 2], column[i % 2], K, sum[i]);
        else
            sum[i] = how::dot(row[i / 2], column[i % 2], K, sum[i]);
    }
    simt_warp(SIMT_WARP_SYNC, ~0u, 0, 0, SIMT_SITE);
    for (int i = 0; i < 2 * rows; i++)
        if constexpr (!std::is_same<D, f16>::value)
            d[i] = bits(sum[i]);
        else if (i % 2)
            d[i / 2] = float16::of_float(sum[i - 1]) | float16::of_float(sum[i]) << 16;
}

/** Eight rows of eight numbers a matrix; the lanes 8 i … 8 i + 7 name the rows of matrix i. */
template <int N, bool TRANS>
SIMT_INLINE void load_matrices(uint32_t *d, uint64_t address, SIMT_SITE_HERE) {
    const unsigned lane = simt_lane();
    for (unsigned i = 0; i < N; i++) {
        if constexpr (TRANS) {
            const unsigned first = 8 * i + lane % 4 * 2;
            const uint64_t low = shuffle(~0u, address, first, SIMT_SITE),
                           high = shuffle(~0u, address, first + 1, SIMT_SITE);
            const uint16_t a = ((const uint16_t *)low)[lane / 4],
                           b = ((const uint16_t *)high)[lane / 4];
            d[i] = a | (uint32_t)b << 16;
        } else {
            const uint64_t row = shuffle(~0u, address, 8 * i + lane / 4, SIMT_SITE);
            d[i] = ((const uint32_t *)row)[lane % 4];
        }
    }
}
template <int N, bool TRANS>
SIMT_INLINE void store_matrices(const uint64_t *d, uint64_t address, SIMT_SITE_HERE) {
    const unsigned lane = simt_lane();
    for (unsigned i = 0; i < N; i++) {
        if constexpr (TRANS) {
            const unsigned first = 8 * i + lane % 4 * 2;
            const uint64_t low = shuffle(~0u, address, first, SIMT_SITE),
                           high = shuffle(~0u, address, first + 1, SIMT_SITE);
            ((uint16_t *)low)[lane / 4] = (uint16_t)d[i];
            ((uint16_t *)high)[lane / 4] = (uint16_t)(d[i] >> 16);
        } else {
            const uint64_t row = shuffle(~0u, address, 8 * i + lane / 4, SIMT_SITE);
            ((uint32_t *)row)[lane % 4] = (uint32_t)d[i];
        }
    }
}

} // namespace ptx
} // namespace simt

#endif
