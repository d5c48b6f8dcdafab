/**
 * @file
 * @brief A warp's product: what its lanes name for it, and where their registers belong. run/tensor.c multiplies.
 */
#ifndef SIMT_TENSOR_WARP_H
#define SIMT_TENSOR_WARP_H

#include "core.h"
#include "tensor.h"
#include "tensor_core.h"

namespace simt {
namespace tensor {

/** Of an element's type: what run/tensor.c calls it, and the long way to sum its products. */
template <class How, class T> struct type_of;
template <int FRACTION, int BLOCK, int LEAST, class T>
struct type_of<of_floats<FRACTION, BLOCK, LEAST>, T> {
    typedef of_floats<FRACTION, BLOCK, LEAST> how;
    static constexpr simt_tensor_type type = FRACTION == 7  ? SIMT_TENSOR_BFLOAT16
                                             : LEAST == -14 ? SIMT_TENSOR_HALF
                                                            : SIMT_TENSOR_TF32;
    static constexpr int block = BLOCK;
    SIMT_UNSEEN static float long_sum(const float *a, const float *b, int n, int k, float c) {
        part x[16], y[16]; /* k is at most 16 */
        for (int i = 0; i < k; i++) x[i] = how::read(a[i]), y[i] = how::read(b[i * n]);
        return how::dot(x, y, k, c);
    }
};
template <class T> struct type_of<of_integers, T> {
    static constexpr simt_tensor_type type = (T)-1 < (T)0 ? SIMT_TENSOR_CHAR : SIMT_TENSOR_UCHAR;
    static constexpr int block = 16;
    static constexpr float (*long_sum)(const float *, const float *, int, int, float) = nullptr;
};
template <> struct type_of<of_doubles, double> {
    static constexpr simt_tensor_type type = SIMT_TENSOR_DOUBLE;
    static constexpr int block = 1;
    static constexpr float (*long_sum)(const float *, const float *, int, int, float) = nullptr;
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

/** A sum of integers that is not to wrap around. */
SIMT_UNSEEN inline int clamped(int c, int wrapped) {
    const int64_t exact = (int64_t)c + (int32_t)((uint32_t)wrapped - (uint32_t)c);
    return exact > INT32_MAX ? INT32_MAX : exact < INT32_MIN ? INT32_MIN : (int)exact;
}

} // namespace tensor
} // namespace simt

#endif
