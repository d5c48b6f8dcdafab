/**
 * @file
 * @brief The factors of a warp's product, which its lanes leave for each other. run/tensor.c multiplies them.
 */
#ifndef SIMT_TENSOR_WARP_H
#define SIMT_TENSOR_WARP_H

#include "tensor.h"
#include "tensor_core.h"

extern "C" void *simt_tensor_space(size_t bytes);

namespace simt {
namespace tensor {

enum { LINE = 16 };

/** Rows of A and columns of B of doubles, which lanes multiply by themselves. */
struct alignas(16) double_lines {
    double a[8 * LINE], b[8 * LINE];
};
union warp_factors {
    simt_tensor t;
    double_lines d;
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

/** Of an element's type: what run/tensor.c calls it, and the long way to sum its products. */
template <class How, class T> struct type_of;
template <int FRACTION, int BLOCK, int LEAST, class T> struct type_of<of_floats<FRACTION, BLOCK, LEAST>, T> {
    typedef of_floats<FRACTION, BLOCK, LEAST> how;
    static constexpr simt_tensor_type type = FRACTION == 7  ? SIMT_TENSOR_BFLOAT16
                                             : LEAST == -14 ? SIMT_TENSOR_HALF
                                                            : SIMT_TENSOR_TF32;
    static constexpr int block = BLOCK;
    /** noinline: else it would cost the short way its registers. */
    __attribute__((noinline)) SIMT_UNSEEN static float long_sum(const float *a, const float *b, int n, int k, float c) {
        part x[LINE], y[LINE];
        for (int i = 0; i < k; i++) x[i] = how::read(a[i]), y[i] = how::read(b[i * n]);
        return how::dot(x, y, k, c);
    }
};
template <class T> struct type_of<of_integers, T> {
    static constexpr simt_tensor_type type = (T)-1 < (T)0 ? SIMT_TENSOR_CHAR : SIMT_TENSOR_UCHAR;
    static constexpr int block = 16;
};

/** Where the first number of each register of each lane belongs: in rows of A, or in rows of B. */
template <class Place, int JOINED, int WIDTH> struct register_places {
    uint16_t at[32 * (Place::per_lane / JOINED)];
    constexpr register_places() : at() {
        for (int lane = 0; lane < 32; lane++)
            for (int i = 0; i < Place::per_lane; i += JOINED)
                at[(lane * Place::per_lane + i) / JOINED] =
                    (uint16_t)(Place::row(lane, i) * WIDTH + Place::column(lane, i));
    }
};

/** Copies whole words. No checker sees it, as it would see memcpy. */
template <size_t bytes> SIMT_UNSEEN inline void copy_words(void *to, const void *from) {
    typedef uint32_t __attribute__((may_alias)) word;
    static_assert(bytes % sizeof(word) == 0, "registers have 4 bytes");
    for (size_t i = 0; i < bytes / sizeof(word); i++) ((word *)to)[i] = ((const word *)from)[i];
}

/** A sum of integers that is not to wrap around. */
SIMT_UNSEEN inline int clamped(int c, int wrapped) {
    const int64_t exact = (int64_t)c + (int32_t)((uint32_t)wrapped - (uint32_t)c);
    return exact > INT32_MAX ? INT32_MAX : exact < INT32_MIN ? INT32_MIN : (int)exact;
}

} // namespace tensor
} // namespace simt

#endif
