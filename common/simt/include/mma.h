/**
 * @file
 * @brief Tensor cores: nvcuda::wmma, whose 32 lanes multiply matrices together (simt/tensor.h has the arithmetic).
 *
 * A matrix is spread over the lanes of a warp. In mma_sync each lane leaves the addresses of its fragments, and after a
 * warp barrier the lanes read each other's. The place of an accumulator's element is that of an H100; that of a factor's
 * element is not. Source: CUDA C++ Programming Guide, "Warp matrix functions".
 */
#ifndef SIMT_MMA_H
#define SIMT_MMA_H
#ifdef __cplusplus

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "simt/tensor.h"

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

/** Of an element's type: what fragments store, what a lane computes with, how. */
template <class T> struct element {
    static_assert(sizeof(T) == 0, "the CPU runtime has fragments of half, bfloat16, tf32, double and 8-bit integers");
};
#define SIMT_ELEMENT(T, STORED, WIDE, HOW)                                                         \
    template <> struct element<T> {                                                                \
        typedef STORED stored;                                                                     \
        typedef WIDE wide;                                                                         \
        typedef HOW how;                                                                           \
    };
typedef simt::tensor::of_floats<10, 16> simt_of_halves;
typedef simt::tensor::of_floats<7, 16> simt_of_bfloat16;
typedef simt::tensor::of_floats<10, 4> simt_of_tf32;
SIMT_ELEMENT(__half, __half, float, simt_of_halves)
SIMT_ELEMENT(__nv_bfloat16, __nv_bfloat16, float, simt_of_bfloat16)
SIMT_ELEMENT(precision::tf32, float, float, simt_of_tf32)
SIMT_ELEMENT(double, double, double, simt::tensor::of_doubles)
SIMT_ELEMENT(signed char, signed char, int, simt::tensor::of_integers)
SIMT_ELEMENT(unsigned char, unsigned char, int, simt::tensor::of_integers)
SIMT_ELEMENT(float, float, float, void)
SIMT_ELEMENT(int, int, int, void)
#undef SIMT_ELEMENT

/** The shapes that tensor cores have for a type. */
template <class T> constexpr bool has_shape(int m, int n, int k) {
    if (std::is_same<T, precision::tf32>::value) return m == 16 && n == 16 && k == 8;
    if (std::is_same<T, double>::value) return m == 8 && n == 8 && k == 4;
    return k == 16 && ((m == 16 && n == 16) || (m == 32 && n == 8) || (m == 8 && n == 32));
}

/** Rows and columns of a fragment's matrix, and the place of a lane's element. */
template <class Use, int M, int N, int K> struct place_of {
    static constexpr bool is_sum = std::is_same<Use, accumulator>::value;
    static constexpr int rows = std::is_same<Use, matrix_b>::value ? K : M;
    static constexpr int columns = std::is_same<Use, matrix_a>::value ? K : N;
    static constexpr int per_lane = rows * columns / 32;

    static int row(int lane, int i) {
        return is_sum ? lane / 4 + 8 * (i / 2 % (M / 8)) : (i * 32 + lane) / columns;
    }
    static int column(int lane, int i) {
        return is_sum ? lane % 4 * 2 + i % 2 + 8 * (i / 2 / (M / 8)) : (i * 32 + lane) % columns;
    }
};

template <class Use, int M, int N, int K, class T, class Layout = void> class fragment {
    static_assert(std::is_same<Use, accumulator>::value || has_shape<T>(M, N, K),
                  "tensor cores have no fragment of this shape and type");

  public:
    typedef typename element<T>::stored element_type;
    typedef element_type storage_element_type;
    typedef place_of<Use, M, N, K> place;
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
template <class F, class V> SIMT_INLINE void simt_load(F &f, const V *p, unsigned ldm, bool by_rows) {
    typedef typename F::place place;
    for (int i = 0; i < F::num_elements; i++) {
        const int e = i % place::per_lane, lane = (int)simt_lane();
        const size_t r = (size_t)place::row(lane, e), c = (size_t)place::column(lane, e);
        f.x[i] = i < place::per_lane ? p[by_rows ? r * ldm + c : c * ldm + r] : f.x[e];
    }
}
template <class Use, int M, int N, int K, class T, class Layout, class V>
SIMT_INLINE void load_matrix_sync(fragment<Use, M, N, K, T, Layout> &f, const V *p, unsigned ldm) {
    static_assert(!std::is_void<Layout>::value, "an accumulator is loaded with its layout as the last argument");
    simt_load(f, p, ldm, std::is_same<Layout, row_major>::value);
}
template <int M, int N, int K, class T, class V>
SIMT_INLINE void load_matrix_sync(fragment<accumulator, M, N, K, T> &f, const V *p, unsigned ldm, layout_t layout) {
    simt_load(f, p, ldm, layout == mem_row_major);
}
template <int M, int N, int K, class T, class V>
SIMT_INLINE void store_matrix_sync(V *p, const fragment<accumulator, M, N, K, T> &f, unsigned ldm, layout_t layout) {
    typedef place_of<accumulator, M, N, K> place;
    for (int i = 0; i < place::per_lane; i++) {
        const size_t r = (size_t)place::row((int)simt_lane(), i), c = (size_t)place::column((int)simt_lane(), i);
        p[layout == mem_row_major ? r * ldm + c : c * ldm + r] = f.x[i];
    }
}

/*
 * The product.
 */
/** The fragments that the threads of the running block have left for their warps. */
struct left_fragments {
    const void *a, *b;
};
SIMT_UNSEEN inline left_fragments *fragments_of_warp() {
    static __thread left_fragments left[1024];
    return left + (simt_self.linear & ~31u);
}

/** Element (row, column) of a factor that lies in the warp. */
template <class F, class W> SIMT_UNSEEN inline W fetched(const void *const *fragments, int row, int column) {
    const int e = row * F::place::columns + column;
    const F *of_lane = (const F *)fragments[e % 32 * 2];
    return (W)of_lane->x[e / 32];
}

template <class A, class B, class D, class C, class W, class Dot>
SIMT_UNSEEN inline void multiply(D &d, const C &c, const left_fragments *left, Dot dot) {
    constexpr int k = A::place::columns, rows = A::place::rows / 8, columns = B::place::columns / 8 * 2;
    typedef typename C::place place;
    W a[rows][16], b[columns][16];
    const int lane = (int)simt_lane();
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < k; i++) a[r][i] = fetched<A, W>(&left->a, lane / 4 + 8 * r, i);
    for (int n = 0; n < columns; n++)
        for (int i = 0; i < k; i++) b[n][i] = fetched<B, W>(&left->b, i, lane % 4 * 2 + n % 2 + 8 * (n / 2));
    for (int i = 0; i < place::per_lane; i++)
        d.x[i] = (typename D::element_type)dot(a[i / 2 % rows], b[i / 2 / rows * 2 + i % 2], k, c.x[i]);
}

/** d = a b + c by all lanes of the warp; with satf, sums of integers are clamped. */
template <int M, int N, int K, class D, class T, class LA, class LB, class C>
SIMT_UNSEEN inline void mma_sync(fragment<accumulator, M, N, K, D> &d, const fragment<matrix_a, M, N, K, T, LA> &a,
                                 const fragment<matrix_b, M, N, K, T, LB> &b,
                                 const fragment<accumulator, M, N, K, C> &c, bool satf = false, SIMT_SITE_HERE) {
    typedef fragment<matrix_a, M, N, K, T, LA> A;
    typedef fragment<matrix_b, M, N, K, T, LB> B;
    typedef typename element<T>::how how;
    typedef typename element<T>::wide wide;
    left_fragments *left = fragments_of_warp();
    left[simt_lane()] = {&a, &b};
    simt_warp(SIMT_WARP_SYNC, ~0u, 0, 0, SIMT_SITE);
    fragment<accumulator, M, N, K, D> result;
    if constexpr (std::is_same<wide, int>::value)
        multiply<A, B, fragment<accumulator, M, N, K, D>, fragment<accumulator, M, N, K, C>, wide>(
            result, c, left, satf ? how::dot_sat : how::dot);
    else
        multiply<A, B, fragment<accumulator, M, N, K, D>, fragment<accumulator, M, N, K, C>, wide>(
            result, c, left, [](const wide *x, const wide *y, int k, auto sum) {
                typedef std::conditional_t<std::is_same<D, double>::value, double, float> S;
                return how::dot(x, y, k, (S)sum);
            });
    simt_warp(SIMT_WARP_SYNC, ~0u, 0, 0, SIMT_SITE);
    d = result;
}

} // namespace wmma
} // namespace nvcuda

#endif
#endif
