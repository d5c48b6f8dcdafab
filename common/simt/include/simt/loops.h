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
template <class T> inline __attribute__((always_inline)) T in_row(T base, int i) {
    T value = base + (T)i;
    if (std::is_unsigned<T>::value && value > (T)-1 / 2) __builtin_unreachable();
    return value;
}

/** threadIdx.x of that thread. */
inline __attribute__((always_inline)) unsigned x_of(unsigned x0, int i) {
    unsigned x = x0 + (unsigned)i;
    if (x > 1023) __builtin_unreachable();
    return x;
}

/*
 * In check builds: kernels that run as loops in a trial (compile/loops_rows.c, check/rows.c).
 */
/** A structure that a GPU loads and stores at once, as uchar4 and float4. */
template <class T, class = void> constexpr bool is_vector = false;
template <class T>
constexpr bool is_vector<T, std::enable_if_t<std::is_class<T>::value && (sizeof(T) > 0)>> =
    is_record<T> && sizeof(T) <= 16 && alignof(T) == sizeof(T);

/** With NaN left out of account, a comparison may give this here and that there. */
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
enum { comparisons_vary = 1 };
#else
enum { comparisons_vary = 0 };
#endif

/** What a pointer leads to, or a number or array element itself. std::remove_pointer keeps a __restrict pointer. */
template <class T> struct element_of { using type = std::remove_cv_t<T>; };
template <class T> struct element_of<T *> { using type = std::remove_cv_t<T>; };
template <class T> struct element_of<T *const> { using type = std::remove_cv_t<T>; };
template <class T> struct element_of<T *__restrict> { using type = std::remove_cv_t<T>; };
template <class T> struct element_of<T *const __restrict> { using type = std::remove_cv_t<T>; };

/** A thread of a row loads and stores such elements at once. */
template <class T>
constexpr bool is_at_once = (std::is_scalar<T>::value && sizeof(T) <= 8) || is_vector<T>;
template <class T> constexpr bool has_elements = is_at_once<typename element_of<T>::type>;

/** An element, for decltype alone. */
template <class T> typename element_of<T>::type &element();

/** Where an element lies; NULL: its array does not have that index. */
template <class T> SIMT_OF_A_ROW inline T *place(T &one) {
    return &one;
}
template <class Pointer, class Index, class = std::enable_if_t<!std::is_array<Pointer>::value>>
SIMT_OF_A_ROW inline auto *place(const Pointer &first, Index i) {
    return first + i;
}
template <class T, size_t n, class Index, class... More>
SIMT_OF_A_ROW inline auto *place(T (&items)[n], Index i, More... more) {
    auto *found = place(items[(size_t)i < n ? (size_t)i : 0], more...);
    return (size_t)i < n ? found : nullptr;
}

/** How the elements of a row's threads lie to each other. */
enum way { side_by_side, all_the_same, anywhere };

/** Threads lo … hi - 1 of a row that begins with thread `row` are about to touch these elements, and so are those of so
 *  many rows. */
template <bool writes, way how, class Place>
SIMT_OF_A_ROW inline void touch(unsigned row, int lo, int hi, unsigned rows, Place place_of) {
    enum { bytes = sizeof(*place_of(lo)) };
    uintptr_t first = (uintptr_t)place_of(lo), last = (uintptr_t)place_of(hi - 1);
    unsigned threads = (unsigned)(hi - lo), thread = row + (unsigned)lo;
    if (hi <= lo) return;
    size_t step = how == side_by_side && threads > 1 ? (uintptr_t)place_of(lo + 1) - first : bytes;
    if (how == side_by_side && last - first == step * (threads - 1))
        simt_touch_row(first, step, bytes, thread, threads, rows, writes);
    else if (how == all_the_same)
        simt_touch_same(first, bytes, thread, threads * rows, writes);
    else
        for (int i = lo, n; i < hi; i += n) {
            uintptr_t places[64];
            for (n = 0; n < 64 && i + n < hi; n++) places[n] = (uintptr_t)place_of(i + n);
            simt_touch_each(places, bytes, row + (unsigned)i, (unsigned)n, rows, writes);
        }
}

/*
 * Where nobody knows beforehand what a thread touches, it asks in place: *simt::stores(simt_v, simt_now, place) = …
 */
/** The right side of a store comes before its left side. */
enum { orders_stores = __cplusplus >= 201703L };

/** Such an element may be a structure of words, too. */
template <class T>
constexpr bool has_words = has_elements<T> ||
                           (is_record<typename element_of<T>::type> && sizeof(typename element_of<T>::type) % 4 == 0 &&
                            alignof(typename element_of<T>::type) % 4 == 0);

template <bool writes>
SIMT_OF_A_ROW inline void see(const simt_tried_times &times, const simt_tried_words &m, uint32_t now, uintptr_t place,
                              const size_t bytes) {
    const size_t at = place - m.start, marks = bytes < 4 ? bytes : 1;
    bool good = at < m.bytes && !(place & (bytes - 1));
    simt_tried *x = bytes < 4 ? m.of_bytes + at : m.words + at / 4;
    for (size_t i = 0; i < marks && good; i++)
        good = writes ? simt_tried_write(&times, x + i, now) : simt_tried_read(&times, x + i, now);
    if (__builtin_expect(!good, 0)) simt_touch_one(place, bytes, now - times.epoch, writes);
}

template <bool shared, bool writes, class T>
SIMT_OF_A_ROW inline T *see_all(const simt_tried_view &v, uint32_t now, T *place) {
    const uintptr_t first = (uintptr_t)place;
    const size_t part = sizeof(T) < 4 ? sizeof(T) : 4;
    if (sizeof(T) > 4 && is_at_once<std::remove_cv_t<T>> && first & (sizeof(T) - 1))
        simt_touch_one(first, sizeof(T), now - v.times.epoch, writes); // which is misaligned
    for (size_t i = 0; i < sizeof(T); i += part)
        see<writes>(v.times, shared ? v.shared : v.device, now, first + i, part);
    return place;
}

/** What thread `now` is about to load, to store, or both, in shared memory or elsewhere. */
template <bool shared, class T> SIMT_OF_A_ROW inline T *loads(const simt_tried_view &v, uint32_t now, T *place) {
    return see_all<shared, false>(v, now, place);
}
template <bool shared, class T> SIMT_OF_A_ROW inline T *stores(const simt_tried_view &v, uint32_t now, T *place) {
    return see_all<shared, true>(v, now, place);
}
template <bool shared, class T> SIMT_OF_A_ROW inline T *updates(const simt_tried_view &v, uint32_t now, T *place) {
    return see_all<shared, true>(v, now, see_all<shared, false>(v, now, place));
}

/** The next neighbours from `lo` on, before `end`, for which the condition holds. False: there are none. */
template <class Holds> SIMT_OF_A_ROW inline bool next_run(int &lo, int &hi, int end, Holds holds) {
    while (lo < end && !holds(lo)) lo++;
    for (hi = lo; hi < end && holds(hi);) hi++;
    return lo < hi;
}

/** A value that the compiler may not leave out, and of which it knows nothing. */
template <class T> inline __attribute__((always_inline)) T live(T value) {
#ifdef __x86_64__
    if constexpr (std::is_same<T, float>::value || std::is_same<T, double>::value)
        __asm__ volatile("" : "+x"(value));
#else
    if constexpr (std::is_same<T, float>::value || std::is_same<T, double>::value)
        __asm__ volatile("" : "+w"(value));
#endif
    else if constexpr (std::is_scalar<T>::value && sizeof(T) <= 8)
        __asm__ volatile("" : "+r"(value));
    else if constexpr (is_vector<T>)
        __asm__ volatile("" : "+m"(value));
    return value;
}

/** The same of an element of an array. The compiler must load it, though it knows what was stored there before. */
template <class T> inline __attribute__((always_inline)) auto loaded(T &&element) {
    using own = std::remove_cv_t<std::remove_reference_t<T>>;
    __asm__ volatile("" : "+m"(const_cast<own &>(element)));
    return live<own>(element);
}

} // namespace simt

#endif
