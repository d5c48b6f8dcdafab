/**
 * @file
 * @brief Kernels as loops over the threads of their block: what the rewriter's output calls (compile/loops.h).
 */
#ifndef SIMT_LOOPS_H
#define SIMT_LOOPS_H

#include "core.h"

#include <type_traits>

namespace simt {

/** Where a processor multiplies and adds in one step, g++ joins the two by how it has arranged the code around them. So
 *  loops would round otherwise than threads. (clang++ joins what stands in one expression.) */
#if defined(__FP_FAST_FMAF) && !defined(__clang__) && !defined(SIMT_FUSES_NOTHING)
enum { floats_differ = 1 };
#else
enum { floats_differ = 0 };
#endif

/** A larger structure would be on the stack of a thread once more, as a parameter of the loops. */
enum { LARGEST_RECORD = 1024 };

/** A structure that is copied as its bytes are. The rewriter has looked at what operators it may have. */
template <class T, class = void> constexpr bool is_record = false;
template <class T>
constexpr bool is_record<T, std::enable_if_t<std::is_class<T>::value && (sizeof(T) > 0)>> =
    !floats_differ && sizeof(T) <= LARGEST_RECORD && alignof(T) <= 64 && std::is_trivially_copyable<T>::value &&
    std::is_trivially_default_constructible<T>::value && std::is_trivially_destructible<T>::value;

/** Numbers, and pointers to them: no operator of the program can stand behind what a kernel does with them. With
 *  `records`, structures too. */
template <class T, bool records = false>
constexpr bool is_plain = std::is_enum<T>::value ||
                          (std::is_arithmetic<T>::value && !(floats_differ && std::is_floating_point<T>::value)) ||
                          (records && is_record<T>);
template <class T, bool records> constexpr bool is_plain<T *, records> = is_plain<T, records>;
template <class T, bool records> constexpr bool is_plain<T &, records> = is_plain<T, records>;
template <class T, bool records> constexpr bool is_plain<const T, records> = is_plain<T, records>;
template <class T, bool records> constexpr bool is_plain<volatile T, records> = false;
template <class T, bool records> constexpr bool is_plain<const volatile T, records> = false;
template <class T, size_t n, bool records> constexpr bool is_plain<T[n], records> = is_plain<T, records>;
template <class T, size_t n, bool records> constexpr bool is_plain<const T[n], records> = is_plain<T, records>;
template <class T, bool records> constexpr bool is_plain<T[], records> = is_plain<T, records>;
template <class T, bool records> constexpr bool is_plain<T *const, records> = is_plain<T, records>;
template <class T, bool records> constexpr bool is_plain<T *__restrict, records> = is_plain<T, records>;
template <class T, bool records> constexpr bool is_plain<T *const __restrict, records> = is_plain<T, records>;

/** decltype((name)): a number that no kernel changes. */
template <class T>
constexpr bool is_constant = is_plain<T> && (!std::is_reference<T>::value ||
                                             std::is_const<std::remove_reference_t<T>>::value);

/** What a variable of a kernel becomes, with a place for each thread. */
template <class T> using value = std::remove_cv_t<T>;

/** The place of an array. Programs look at arrays as vectors, so it is aligned as on a stack. */
template <class T> struct kept;
template <class T, size_t n> struct kept<T[n]> {
    alignas(16) std::remove_const_t<T> all[n];
};
template <class T, size_t n, size_t m> struct kept<T[n][m]> {
    alignas(16) std::remove_const_t<T> all[n][m];
};
template <class T, size_t n, size_t m, size_t k> struct kept<T[n][m][k]> {
    alignas(16) std::remove_const_t<T> all[n][m][k];
};

/** The bytes of one; a cache line more, so that the places of a thread do not lie in one set of the cache. */
template <class T> constexpr size_t lanes_bytes = 1024 * sizeof(T) / 64 * 64 + 64;
template <class T> inline value<T> *lanes(size_t at) {
    return (value<T> *)(simt_lane_room() + at);
}

/** Does an integer that grows by one from thread to thread stay within its type, from `base` to `last`? */
template <class Value, class T> inline bool is_linear(T last, T base, unsigned x) {
    if constexpr (!std::is_integral<T>::value || !std::is_integral<Value>::value || sizeof(T) < 4)
        return false;
    else if (last < base || (uint64_t)last - (uint64_t)base != x)
        return false;
    else
        return std::is_signed<T>::value || last <= (T)-1 / 2;
}

/** Its value in the i-th thread of a row that begins with `base`: is_linear has found no overflow. */
template <class T> inline T in_row(T base, int i) {
    T value = base + (T)i;
    if (std::is_unsigned<T>::value && value > (T)-1 / 2) __builtin_unreachable();
    return value;
}

/** threadIdx.x of that thread. */
inline unsigned x_of(unsigned x0, int i) {
    unsigned x = x0 + (unsigned)i;
    if (x > 1023) __builtin_unreachable();
    return x;
}

} // namespace simt

#endif
