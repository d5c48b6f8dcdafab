/**
 * @file
 * @brief Shifts as a GPU makes them: simtcc writes `a << simt::by << n` for `a << n` in device code of a plain build.
 *
 * C++ does not say what a shift by 32 is, and x86 shifts by 32 modulo 32. A GPU shifts all bits out: 0 is left, or the
 * sign. Programs count on it, as in `0xffffffff >> (32 - n)`. In a check build memcheck reports such a shift. Only
 * loops of a trial have the word there, and such a shift ends them (compile/loops_variables.c).
 */
#ifndef SIMT_SHIFT_H
#define SIMT_SHIFT_H

#include <type_traits>
#include <utility>

namespace simt {
/* always_inline: a shift costs no call at -O0 either, and a debugger does not step into it. */
#ifdef SIMT_CHECKED
#define SIMT_SHIFT     constexpr SIMT_OF_A_ROW
#define SIMT_FAR_SHIFT (simt_leave_rows(), 0)
#else
#define SIMT_SHIFT     constexpr __attribute__((always_inline))
#define SIMT_FAR_SHIFT 0
#endif
#define SIMT_IF(...) std::enable_if_t<(__VA_ARGS__), int> = 0

/** What is shifted, and by how much? An enumeration may have an operator of its own, and is left as it is. */
template <class A>
constexpr bool is_shiftable = std::is_integral<std::remove_reference_t<A>>::value;
template <class N>
constexpr bool is_distance = is_shiftable<N> || (std::is_enum<std::remove_reference_t<N>>::value &&
                                                 std::is_convertible<N, unsigned>::value);
template <class A> constexpr unsigned bits_of_number = sizeof(A) * 8;

template <class A, class N> SIMT_SHIFT auto shift_left(A a, N n) -> decltype(a << n) {
    using value = decltype(a << n);
    return (unsigned)n < bits_of_number<value>
               ? (value)((std::make_unsigned_t<value>)a << (unsigned)n)
               : (value)SIMT_FAR_SHIFT;
}
template <class A, class N> SIMT_SHIFT auto shift_right(A a, N n) -> decltype(a >> n) {
    constexpr unsigned last = bits_of_number<decltype(a >> n)> - 1;
    return (unsigned)n <= last ? a >> (unsigned)n : a >> last >> (SIMT_FAR_SHIFT + 1);
}

/** Between the operator and the distance; and what both operators have found so far. */
struct shifting {};
template <class A> struct shifted { A left; };
template <class N> struct distance { N n; };

template <class A, SIMT_IF(is_shiftable<A>)>
SIMT_SHIFT shifted<A> operator<<(A a, const shifting &) {
    return {a};
}
template <class A, SIMT_IF(is_shiftable<A>)>
SIMT_SHIFT shifted<A> operator>>(A a, const shifting &) {
    return {a};
}
template <class A, class N, SIMT_IF(is_shiftable<A> &&is_distance<N>)>
SIMT_SHIFT auto operator<<(shifted<A> s, N n) {
    return shift_left(s.left, n);
}
template <class A, class N, SIMT_IF(is_shiftable<A> &&is_distance<N>)>
SIMT_SHIFT auto operator>>(shifted<A> s, N n) {
    return shift_right(s.left, n);
}

/* `a <<= simt::by = n`. */
template <class A, class N, SIMT_IF(is_shiftable<A> &&is_distance<N>)>
SIMT_SHIFT auto operator<<(A a, distance<N> d) {
    return shift_left(a, d.n);
}
template <class A, class N, SIMT_IF(is_shiftable<A> &&is_distance<N>)>
SIMT_SHIFT A &operator<<=(A &a, distance<N> d) {
    return a = (A)shift_left(a, d.n);
}
template <class A, class N, SIMT_IF(is_shiftable<A> &&is_distance<N>)>
SIMT_SHIFT A &operator>>=(A &a, distance<N> d) {
    return a = (A)shift_right(a, d.n);
}
struct shifting_by : shifting {
    template <class N, SIMT_IF(is_distance<N>)> SIMT_SHIFT distance<N> operator=(N n) const {
        return {n};
    }
};
constexpr shifting_by by{};

/* An operator of a class, which is no shift of numbers. */
template <class A, SIMT_IF(!is_shiftable<A>)>
SIMT_SHIFT shifted<A &&> operator<<(A &&a, const shifting_by &) {
    return {static_cast<A &&>(a)};
}
template <class A, SIMT_IF(!is_shiftable<A>)>
SIMT_SHIFT shifted<A &&> operator>>(A &&a, const shifting_by &) {
    return {static_cast<A &&>(a)};
}
template <class A, class N, SIMT_IF(!(is_shiftable<A> && is_distance<N>))>
SIMT_SHIFT decltype(auto) operator<<(shifted<A> s, N &&n) {
    return static_cast<A &&>(s.left) << std::forward<N>(n);
}
template <class A, class N, SIMT_IF(!(is_shiftable<A> && is_distance<N>))>
SIMT_SHIFT decltype(auto) operator>>(shifted<A> s, N &&n) {
    return static_cast<A &&>(s.left) >> std::forward<N>(n);
}
#undef SIMT_SHIFT
#undef SIMT_IF
} // namespace simt

#endif
