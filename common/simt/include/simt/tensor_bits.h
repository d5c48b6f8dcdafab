/**
 * @file
 * @brief nvcuda::wmma::experimental: matrices of 8 x 8 sums whose factors have 4 bits or one. mma.h includes it.
 *
 * A lane has one word of each factor: 8 numbers or 32 bits of row lane / 4 of A, or of that column of B. So the words
 * go around by shuffles. Source: CUDA C++ Programming Guide, "Sub-byte operations".
 */
namespace nvcuda {
namespace wmma {

namespace experimental {
namespace precision {
struct u4 {};
struct s4 {};
struct b1 {};
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

/** Of a type: the word that holds some of its elements. */
template <class T, class Word, int Elements> struct packed_fragment {
    typedef T element_type;
    typedef Word storage_element_type;
    static constexpr int num_elements = Elements, num_storage_elements = 1;
    Word x[1];
};
#define SIMT_PACKED(T, WORD, ELEMENTS)                                                             \
    template <> struct element<experimental::precision::T> { typedef WORD stored; };               \
    template <>                                                                                    \
    class fragment<matrix_a, 8, 8, 4 * ELEMENTS, experimental::precision::T, row_major>            \
        : public packed_fragment<experimental::precision::T, WORD, ELEMENTS> {};                   \
    template <>                                                                                    \
    class fragment<matrix_b, 8, 8, 4 * ELEMENTS, experimental::precision::T, col_major>            \
        : public packed_fragment<experimental::precision::T, WORD, ELEMENTS> {};
SIMT_PACKED(u4, unsigned, 8)
SIMT_PACKED(s4, int, 8)
SIMT_PACKED(b1, unsigned, 32)
#undef SIMT_PACKED

/** `ldm` counts elements, and `p` points to words. */
template <class Use, int K, class T, class Layout, class V>
SIMT_INLINE void load_matrix_sync(fragment<Use, 8, 8, K, T, Layout> &f, const V *p, unsigned ldm) {
    typedef fragment<Use, 8, 8, K, T, Layout> factor;
    typedef typename factor::storage_element_type word;
    const unsigned words = ldm / factor::num_elements, lane = simt_lane();
    f.x[0] = ((const word *)(const void *)p)[lane / 4 * words + lane % 4];
}

/** The product of two words, with 8 numbers each. */
template <class T> inline int simt_dot(unsigned a, unsigned b) {
    constexpr bool is_signed = std::is_same<T, experimental::precision::s4>::value;
    int sum = 0;
    for (int i = 0; i < 32; i += 4) {
        const int x = a >> i & 15, y = b >> i & 15;
        sum += is_signed ? ((x ^ 8) - 8) * ((y ^ 8) - 8) : x * y;
    }
    return sum;
}

/** `product` of each word of a row of A and the word of a column of B, summed; S is wide enough for any. */
template <class S, class A, class B, class Product>
SIMT_UNSEEN inline void simt_multiply_words(S (&sums)[2], const A &a, const B &b, Product product,
                                            SIMT_SITE_PARAMETERS) {
    const unsigned row = simt_lane() / 4 * 4, column = simt_lane() % 4 * 8;
    for (unsigned w = 0; w < 4; w++) {
        const unsigned own = __shfl_sync(~0u, (unsigned)a.x[0], (int)(row + w), 32, SIMT_SITE);
        for (unsigned j = 0; j < 2; j++)
            sums[j] += product(
                own, __shfl_sync(~0u, (unsigned)b.x[0], (int)(column + 4 * j + w), 32, SIMT_SITE));
    }
}

/** d = a b + c with numbers of 4 bits; with satf, sums are clamped. */
template <class T>
SIMT_UNSEEN inline void mma_sync(fragment<accumulator, 8, 8, 32, int> &d,
                                 const fragment<matrix_a, 8, 8, 32, T, row_major> &a,
                                 const fragment<matrix_b, 8, 8, 32, T, col_major> &b,
                                 const fragment<accumulator, 8, 8, 32, int> &c, bool satf = false,
                                 SIMT_SITE_HERE) {
    long long sums[2] = {c.x[0], c.x[1]};
    simt_multiply_words(sums, a, b, simt_dot<T>, SIMT_SITE);
    for (int j = 0; j < 2; j++) {
        const long long low = -2147483647LL - 1, high = 2147483647LL;
        const long long clamped = sums[j] < low ? low : sums[j] > high ? high : sums[j];
        d.x[j] = (int)(satf ? clamped : sums[j]);
    }
}

/** d = popc(a op b) + c: how many bits of a row and a column differ, or are set in both. */
SIMT_UNSEEN inline void
bmma_sync(fragment<accumulator, 8, 8, 128, int> &d,
          const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major> &a,
          const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major> &b,
          const fragment<accumulator, 8, 8, 128, int> &c,
          experimental::bmmaBitOp op = experimental::bmmaBitOpXOR,
          experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC, SIMT_SITE_HERE) {
    int sums[2] = {c.x[0], c.x[1]};
    const bool differ = op == experimental::bmmaBitOpXOR;
    const auto count = [differ](unsigned x, unsigned y) {
        return __builtin_popcount(differ ? x ^ y : x & y);
    };
    simt_multiply_words(sums, a, b, count, SIMT_SITE);
    for (int j = 0; j < 2; j++) d.x[j] = sums[j];
}

} // namespace wmma
} // namespace nvcuda
