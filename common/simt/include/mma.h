/**
 * @file
 * @brief Tensor cores: nvcuda::wmma, whose 32 lanes multiply matrices together (simt/tensor.h has the arithmetic).
 *
 * A matrix is spread over the lanes of a warp. In mma_sync each lane names its factors (simt/tensor_core.h) and waits.
 * The last one that comes multiplies for all. Each element has the place that it has on an H100: programs fill
 * fragments by ldmatrix. Source: CUDA C++ Programming Guide, "Warp matrix functions".
 */
#include "cuda_bf16.h"

#ifndef SIMT_MMA_H
#define SIMT_MMA_H

#include "simt/quiet.h"
#ifdef __cplusplus

#include "simt/tensor_warp.h"

namespace nvcuda {
namespace wmma {

struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
namespace precision {
struct tf32 {};
} // namespace precision
enum layout_t { mem_row_major, mem_col_major };

/** A float as tensor cores read it: with ten bits of fraction. */
inline float __float_to_tf32(float x) {
    return simt::tf32_of(x);
}

/** Of an element's type: what fragments store, and how it is multiplied. */
template <class T> struct element {
    static_assert(
        sizeof(T) == 0,
        "the CPU runtime has fragments of half, bfloat16, tf32, double, and integers of 8, 4 and 1 bits");
};
#define SIMT_ELEMENT(T, STORED, HOW)                                                               \
    template <> struct element<T> {                                                                \
        typedef STORED stored;                                                                     \
        typedef HOW how;                                                                           \
    };
typedef simt::tensor::of_floats<10, 16, -14> simt_of_halves;
typedef simt::tensor::of_floats<7, 16, -126> simt_of_bfloat16;
typedef simt::tensor::of_floats<10, 4, -126> simt_of_tf32;
SIMT_ELEMENT(__half, __half, simt_of_halves)
SIMT_ELEMENT(__nv_bfloat16, __nv_bfloat16, simt_of_bfloat16)
SIMT_ELEMENT(precision::tf32, float, simt_of_tf32)
SIMT_ELEMENT(double, double, simt::tensor::of_doubles)
SIMT_ELEMENT(signed char, signed char, simt::tensor::of_integers)
SIMT_ELEMENT(unsigned char, unsigned char, simt::tensor::of_integers)
SIMT_ELEMENT(float, float, void)
SIMT_ELEMENT(int, int, void)
#undef SIMT_ELEMENT

/** The shapes that tensor cores have for a type. */
template <class T> constexpr bool has_shape(int m, int n, int k) {
    if (std::is_same<T, precision::tf32>::value) return m == 16 && n == 16 && k == 8;
    if (std::is_same<T, double>::value) return m == 8 && n == 8 && k == 4;
    return k == 16 && ((m == 16 && n == 16) || (m == 32 && n == 8) || (m == 8 && n == 32));
}

/** Elements of a type that share a register of a lane: they are neighbours along K. */
template <class T> constexpr int in_register() {
    return sizeof(typename element<T>::stored) >= 4 ? 1
                                                    : 4 / (int)sizeof(typename element<T>::stored);
}

/** Rows and columns of a fragment's matrix, and the place of a lane's element, as on an H100. */
template <class Use, int M, int N, int K, int E> struct place_of {
    static constexpr bool is_sum = std::is_same<Use, accumulator>::value,
                          is_b = std::is_same<Use, matrix_b>::value;
    static constexpr int rows = is_b ? K : M, columns = std::is_same<Use, matrix_a>::value ? K : N;
    static constexpr int per_lane = rows * columns / 32;

    static constexpr int row(int lane, int i) {
        if (is_sum) return lane / 4 + 8 * (i / 2 % (M / 8));
        return is_b ? along(lane, i) : across(lane, i);
    }
    static constexpr int column(int lane, int i) {
        if (is_sum) return lane % 4 * 2 + i % 2 + 8 * (i / 2 / (M / 8));
        return is_b ? across(lane, i) : along(lane, i);
    }

  private:
    /** A factor's registers come in parts of 4 E elements along K, and of 8 rows of A or columns of B. In A, and in B
     *  with 32 columns, two parts of 8 come before the next along K. */
    static constexpr int parts = K / (4 * E), side = is_b ? N : M,
                         pair = is_b && N < 32 ? 1
                                : side < 16    ? 1
                                               : 2;
    static constexpr int along(int lane, int i) {
        return lane % 4 * E + i % E + 4 * E * (i / E / pair % parts);
    }
    static constexpr int across(int lane, int i) {
        return lane / 4 + 8 * (i / E % pair + pair * (i / E / pair / parts));
    }
};

template <class Use, int M, int N, int K, class T, class Layout = void> class fragment {
    static_assert(std::is_same<Use, accumulator>::value || has_shape<T>(M, N, K),
                  "tensor cores have no fragment of this shape and type");

  public:
    typedef typename element<T>::stored element_type;
    typedef element_type storage_element_type;
    typedef place_of<Use, M, N, K, in_register<T>()> place;
    /** Of halves a GPU has each element twice. */
    static constexpr int num_elements =
        std::is_same<T, __half>::value && !place::is_sum ? 16 : place::per_lane;
    static constexpr int num_storage_elements = num_elements;
    element_type x[num_elements];
};

/*
 * Loads and stores: each lane its own elements. They are inlined, so a finding names the line of the call.
 */
template <class Use, int M, int N, int K, class T, class Layout, class V>
inline void fill_fragment(fragment<Use, M, N, K, T, Layout> &f, const V &value) {
    for (auto &x : f.x) x = (typename element<T>::stored)value;
}
/** Element i of a lane is as far from its first as that of lane 0 from the matrix's: these distances are constants. */
template <class Place> SIMT_INLINE size_t simt_first(unsigned ldm, bool by_rows) {
    const size_t row = (size_t)Place::row((int)simt_lane(), 0),
                 column = (size_t)Place::column((int)simt_lane(), 0);
    return by_rows ? row * ldm + column : column * ldm + row;
}
template <class Place> SIMT_INLINE size_t simt_further(int i, unsigned ldm, bool by_rows) {
    const size_t row = (size_t)Place::row(0, i), column = (size_t)Place::column(0, i);
    return by_rows ? row * ldm + column : column * ldm + row;
}
template <class F, class V>
SIMT_INLINE void simt_load(F &f, const V *p, unsigned ldm, bool by_rows) {
    typedef typename F::place place;
    p += simt_first<place>(ldm, by_rows);
#pragma GCC unroll 16
    for (int i = 0; i < place::per_lane; i++) f.x[i] = p[simt_further<place>(i, ldm, by_rows)];
    for (int i = place::per_lane; i < F::num_elements; i++) f.x[i] = f.x[i % place::per_lane];
}
template <class Use, int M, int N, int K, class T, class Layout, class V>
SIMT_INLINE void load_matrix_sync(fragment<Use, M, N, K, T, Layout> &f, const V *p, unsigned ldm) {
    static_assert(!std::is_void<Layout>::value,
                  "an accumulator is loaded with its layout as the last argument");
    simt_load(f, p, ldm, std::is_same<Layout, row_major>::value);
}
template <int M, int N, int K, class T, class V>
SIMT_INLINE void load_matrix_sync(fragment<accumulator, M, N, K, T> &f, const V *p, unsigned ldm,
                                  layout_t layout) {
    simt_load(f, p, ldm, layout == mem_row_major);
}
template <int M, int N, int K, class T, class V>
SIMT_INLINE void store_matrix_sync(V *p, const fragment<accumulator, M, N, K, T> &f, unsigned ldm,
                                   layout_t layout) {
    typedef place_of<accumulator, M, N, K, 1> place;
    const bool by_rows = layout == mem_row_major;
    p += simt_first<place>(ldm, by_rows);
#pragma GCC unroll 16
    for (int i = 0; i < place::per_lane; i++) p[simt_further<place>(i, ldm, by_rows)] = f.x[i];
}

/*
 * The product.
 */
/** What sums are made of while they are multiplied: halves are floats then. */
template <class T> struct sum_type { typedef float type; };
template <> struct sum_type<int> { typedef int32_t type; };
template <> struct sum_type<double> { typedef double type; };

/** The lanes name what they have, and wait. The last one that comes multiplies for all (run/tensor.c). */
template <class T, int M, int N, int K, class FA, class FB>
SIMT_UNSEEN inline void multiply(void *d, const FA &a, const FB &b, const void *c,
                                 SIMT_SITE_PARAMETERS) {
    typedef simt::tensor::type_of<typename element<T>::how, T> type;
    typedef place_of<accumulator, M, N, K, 1> place;
    constexpr int joined = in_register<T>();
    static constexpr simt::tensor::register_places<typename FA::place, joined, K> at_a;
    static constexpr simt::tensor::register_places<typename FB::place, joined, N> at_b;
    static constexpr simt::tensor::register_places<place, 2, N> at_sums;
    static constexpr simt_tensor_shape shape = {
        type::type, M, N, K, type::block, at_a.at, at_b.at, at_sums.at, type::long_sum};
    const simt_tensor_lane own = {{simt_tensor_multiply}, &shape, a.x, b.x, c, d};
    simt_warp(SIMT_WARP_MULTIPLY, ~0u, (uint64_t)(uintptr_t)&own,
              type::type << 24 | M << 16 | N << 8 | K, SIMT_SITE);
}

/** d = a b + c by all lanes of the warp; with satf, sums of integers are clamped. */
template <int M, int N, int K, class D, class T, class LA, class LB, class C>
SIMT_UNSEEN inline void
mma_sync(fragment<accumulator, M, N, K, D> &d, const fragment<matrix_a, M, N, K, T, LA> &a,
         const fragment<matrix_b, M, N, K, T, LB> &b, const fragment<accumulator, M, N, K, C> &c,
         bool satf = false, SIMT_SITE_HERE) {
    typedef typename sum_type<typename element<C>::stored>::type S;
    if constexpr (std::is_same<S, D>::value && std::is_same<S, C>::value) {
        if (!satf) {
            multiply<T, M, N, K>(d.x, a, b, c.x, SIMT_SITE);
            return;
        }
    }
    constexpr int n = place_of<accumulator, M, N, K, 1>::per_lane;
    S own[n], sums[n];
    for (int i = 0; i < n; i++) own[i] = (S)c.x[i];
    multiply<T, M, N, K>(sums, a, b, own, SIMT_SITE);
    if constexpr (std::is_same<S, int32_t>::value)
        for (int i = 0; i < n && satf; i++) sums[i] = simt::tensor::clamped(own[i], sums[i]);
    for (int i = 0; i < n; i++) {
        if constexpr (std::is_same<S, float>::value)
            d.x[i] = simt::tensor::stored<typename element<D>::stored>(sums[i]);
        else
            d.x[i] = (typename element<D>::stored)sums[i];
    }
}

} // namespace wmma
} // namespace nvcuda

#include "simt/tensor_bits.h"

#include "simt/loud.h"
#endif
#endif
