/**
 * @file
 * @brief Tensor cores: nvcuda::wmma, whose 32 lanes multiply matrices together (simt/tensor.h has the arithmetic).
 *
 * A matrix is spread over the lanes of a warp. In mma_sync each lane leaves its factors (simt/tensor_warp.h), and after
 * a warp barrier the lanes read those of each other. Each element has the place that it has on an H100: programs fill
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
        "the CPU runtime has fragments of half, bfloat16, tf32, double and 8-bit integers");
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
template <class F, class V>
SIMT_INLINE void simt_load(F &f, const V *p, unsigned ldm, bool by_rows) {
    typedef typename F::place place;
    for (int i = 0; i < F::num_elements; i++) {
        const int e = i % place::per_lane, lane = (int)simt_lane();
        const size_t r = (size_t)place::row(lane, e), c = (size_t)place::column(lane, e);
        f.x[i] = i < place::per_lane ? p[by_rows ? r * ldm + c : c * ldm + r] : f.x[e];
    }
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
    for (int i = 0; i < place::per_lane; i++) {
        const size_t r = (size_t)place::row((int)simt_lane(), i),
                     c = (size_t)place::column((int)simt_lane(), i);
        p[layout == mem_row_major ? r * ldm + c : c * ldm + r] = f.x[i];
    }
}

/*
 * The product.
 */
/** Doubles: each lane leaves its own in rows of A and columns of B, and sums the products of its own elements. */
template <int M, int N, int K, class FA, class FB, class FC>
SIMT_UNSEEN inline void multiply_doubles(FC &d, const FA &a, const FB &b, const FC &c, SIMT_SITE_PARAMETERS) {
    typedef place_of<accumulator, M, N, K, 1> place;
    const int lane = (int)simt_lane();
    simt::tensor::double_lines *all = &simt::tensor::next_factors()->d;
    for (int i = 0; i < FA::place::per_lane; i++)
        all->a[FA::place::row(lane, i) * simt::tensor::LINE + FA::place::column(lane, i)] = a.x[i];
    for (int i = 0; i < FB::place::per_lane; i++)
        all->b[FB::place::column(lane, i) * simt::tensor::LINE + FB::place::row(lane, i)] = b.x[i];
    simt_warp(SIMT_WARP_SYNC, ~0u, 0, 0, SIMT_SITE);
    for (int i = 0; i < place::per_lane; i++) {
        const double *row = all->a + place::row(lane, i) * simt::tensor::LINE;
        const double *column = all->b + place::column(lane, i) * simt::tensor::LINE;
        double sum = c.x[i];
        for (int k = 0; k < K; k++) sum = std::fma(row[k], column[k], sum);
        d.x[i] = sum;
    }
}

/** Other numbers: the lanes leave them as they are, and the sums so far. The first lane to go on multiplies. */
template <class T, int M, int N, int K, class FA, class FB, class FC, class FD>
SIMT_UNSEEN inline void multiply_left(FD &d, const FA &a, const FB &b, const FC &c, bool satf, SIMT_SITE_PARAMETERS) {
    typedef simt::tensor::type_of<typename element<T>::how, T> type;
    typedef place_of<accumulator, M, N, K, 1> place;
    constexpr int joined = in_register<T>();
    static constexpr simt::tensor::register_places<typename FA::place, joined, K> at_a;
    static constexpr simt::tensor::register_places<typename FB::place, joined, N> at_b;
    static constexpr simt::tensor::register_places<place, 2, N> at_sums;
    static constexpr simt_tensor_shape shape = {type::type, M, N, K, type::block, at_a.at, at_b.at, at_sums.at};
    constexpr size_t bytes_a = FA::place::per_lane * sizeof(a.x[0]), bytes_b = FB::place::per_lane * sizeof(b.x[0]);
    constexpr bool whole = std::is_same<typename FC::element_type, int>::value;
    const int lane = (int)simt_lane();
    simt_tensor *all = &simt::tensor::next_factors()->t;
    std::conditional_t<whole, int32_t, float> own[place::per_lane], sums[place::per_lane];
    for (int i = 0; i < place::per_lane; i++) own[i] = (std::conditional_t<whole, int, float>)c.x[i];
    simt::tensor::copy_words<bytes_a>(all->raw_a + lane * bytes_a, a.x);
    simt::tensor::copy_words<bytes_b>(all->raw_b + lane * bytes_b, b.x);
    simt::tensor::copy_words<sizeof(own)>(all->raw_sums + lane * place::per_lane, own);
    all->done = 0;
    simt_warp(SIMT_WARP_SYNC, ~0u, 0, 0, SIMT_SITE);
    if (!all->done) simt_tensor_multiply(all, &shape);
    simt::tensor::copy_words<sizeof(sums)>(sums, all->raw_sums + lane * place::per_lane);
    if constexpr (whole) {
        for (int i = 0; i < place::per_lane && satf; i++) sums[i] = simt::tensor::clamped(own[i], sums[i]);
    } else if (all->any_slow) {
        for (int i = 0; i < place::per_lane; i++) {
            const int row = place::row(lane, i), column = place::column(lane, i);
            if (all->slow[row * N + column])
                sums[i] = type::long_sum(all->a + row * K, all->b + column, N, K, own[i]);
        }
    }
    for (int i = 0; i < place::per_lane; i++) d.x[i] = (typename FD::element_type)sums[i];
}

/** d = a b + c by all lanes of the warp; with satf, sums of integers are clamped. */
template <int M, int N, int K, class D, class T, class LA, class LB, class C>
SIMT_UNSEEN inline void
mma_sync(fragment<accumulator, M, N, K, D> &d, const fragment<matrix_a, M, N, K, T, LA> &a,
         const fragment<matrix_b, M, N, K, T, LB> &b, const fragment<accumulator, M, N, K, C> &c,
         bool satf = false, SIMT_SITE_HERE) {
    if constexpr (std::is_same<T, double>::value)
        multiply_doubles<M, N, K>(d, a, b, c, SIMT_SITE);
    else
        multiply_left<T, M, N, K>(d, a, b, c, satf, SIMT_SITE);
}

} // namespace wmma
} // namespace nvcuda

#include "simt/loud.h"
#endif
#endif
