/**
 * @file
 * @brief What inline PTX becomes: operands, integers and bits. The rewriter writes the calls (compile/ptx.h).
 *
 * A register is an unsigned integer of its width, and as<T>() is its value for an instruction of type T. Results are
 * those of the PTX ISA, also where C leaves them open.
 */
#ifndef SIMT_PTX_H
#define SIMT_PTX_H

#include <limits>
#include <type_traits>

#include "atomic.h"
#include "device.h"
#include "half.h"
#include "look.h"
#include "math.h"
#include "mbarrier.h"

namespace simt {
namespace ptx {

/* Types that registers hold beside C's. */
struct f16 {
    typedef float16 format;
    uint16_t v;
};
struct bf16 {
    typedef bfloat16 format;
    uint16_t v;
};
struct f16x2 {
    f16 low, high;
};
struct bf16x2 {
    bf16 low, high;
};
struct tf32 {
    float v;
};
struct e4m3x2 {
    uint16_t v;
};
struct e5m2x2 {
    uint16_t v;
};

/*
 * Operands.
 */
template <class T> inline auto bits(const T &x) {
    std::conditional_t<sizeof(T) == 8, uint64_t,
                       std::conditional_t<sizeof(T) == 4, uint32_t,
                                          std::conditional_t<sizeof(T) == 2, uint16_t, uint8_t>>>
        word;
    static_assert(sizeof(T) == sizeof word, "an asm operand has 1, 2, 4 or 8 bytes");
    std::remove_cv_t<T> copy = x;
    __builtin_memcpy(&word, &copy, sizeof word);
    return word;
}
template <class T> inline uint32_t in_r(T x) {
    static_assert((std::is_integral<T>::value || std::is_enum<T>::value) && sizeof(T) <= 4,
                  "\"r\" takes an integer of 32 bits");
    return (uint32_t)x;
}
template <class T> inline uint64_t in_l(T x) {
    if constexpr (std::is_pointer<T>::value) {
        return (uint64_t)(uintptr_t)x;
    } else {
        static_assert(std::is_integral<T>::value || std::is_enum<T>::value,
                      "\"l\" takes an integer of 64 bits or a pointer");
        return (uint64_t)x;
    }
}
template <class T> inline uint16_t in_h(T x) {
    static_assert(std::is_integral<T>::value && sizeof(T) <= 2,
                  "\"h\" takes an integer of 16 bits");
    return (uint16_t)x;
}
inline uint32_t in_f(float x) {
    return bits(x);
}
inline uint64_t in_d(double x) {
    return bits(x);
}
constexpr long long in_n(long long x) {
    return x;
}
#define SIMT_PTX_OUT(letter, bytes)                                                                \
    template <class T> inline T &out_##letter(T &x) {                                              \
        static_assert(sizeof(T) == bytes, "\"" #letter "\" takes a variable of another size");     \
        return x;                                                                                  \
    }
SIMT_PTX_OUT(r, 4)
SIMT_PTX_OUT(l, 8)
SIMT_PTX_OUT(h, 2)
SIMT_PTX_OUT(f, 4)
SIMT_PTX_OUT(d, 8)
#undef SIMT_PTX_OUT
/** What an output becomes when the statement ends. Into the program's own variable: the checkers see it. */
template <class T, class W> SIMT_INLINE void set(T &to, W word) {
    static_assert(sizeof(T) == sizeof(W), "an asm operand has its constraint's size");
    std::remove_cv_t<T> value;
    __builtin_memcpy(&value, &word, sizeof value);
    to = value;
}

/** A register's value in an instruction of type T, which may be narrower. */
template <class T, class W> inline T as(W word) {
    static_assert(sizeof(T) <= sizeof(W), "an instruction's type is wider than its register");
    T value;
    __builtin_memcpy(&value, &word, sizeof value);
    return value;
}
template <class T> inline T as(bool p) {
    return (T)p;
}
template <class T> inline T number_as(double x) {
    return (T)x;
}
/** Writes a register; a narrower value is extended by its sign. */
template <class W, class T> inline void put(W &word, T value) {
    if constexpr (std::is_same<T, tf32>::value) {
        put(word, value.v);
    } else if constexpr (std::is_same<W, bool>::value) {
        word = value;
    } else if constexpr (std::is_integral<T>::value) {
        static_assert(sizeof(T) <= sizeof(W), "an instruction's type is wider than its register");
        word = (W)(std::make_signed_t<W>)value;
        if constexpr (std::is_unsigned<T>::value) word = value;
    } else {
        static_assert(sizeof(T) <= sizeof(W), "an instruction's type is wider than its register");
        word = (W)bits(value);
    }
}
template <class W> inline void put(W &word, bool value) {
    word = value;
}
template <class T, class... W> inline T pack(W... words) {
    uint64_t all = 0;
    int at = 0;
    static_assert((sizeof(W) + ...) <= 8, "mov takes apart at most 64 bits");
    ((all |= (uint64_t)words << at, at += 8 * (int)sizeof words), ...);
    return as<T>(all);
}
template <int N, class W, class T> inline void unpack(W &word, T value, int i) {
    static_assert(sizeof(W) * N == sizeof(T), "the parts of mov are as wide as the whole");
    word = (W)((uint64_t)bits(value) >> (8 * sizeof(W) * i));
}

/*
 * Integers. Sums are those of unsigned words.
 */
template <class T> using unsigned_of = std::make_unsigned_t<T>;
template <class T> struct wide_of;
template <> struct wide_of<uint16_t> { typedef uint32_t type; };
template <> struct wide_of<int16_t> { typedef int32_t type; };
template <> struct wide_of<uint32_t> { typedef uint64_t type; };
template <> struct wide_of<int32_t> { typedef int64_t type; };
template <class T> using wide = typename wide_of<T>::type;

/** The carry flag of the running thread; it lasts from one asm statement to the next. */
SIMT_UNSEEN inline unsigned char &carry() {
    static __thread unsigned char of_threads[1024];
    return of_threads[simt_self.linear % 1024];
}
template <class T, bool IN, bool OUT> SIMT_UNSEEN inline T add(T a, T b) {
    typedef unsigned_of<T> U;
    U sum, more = IN ? carry() : 0;
    bool over = __builtin_add_overflow((U)a, (U)b, &sum);
    over |= __builtin_add_overflow(sum, more, &sum);
    if (OUT) carry() = over;
    return (T)sum;
}
template <class T, bool IN, bool OUT> SIMT_UNSEEN inline T sub(T a, T b) {
    typedef unsigned_of<T> U;
    U difference, less = IN ? carry() : 0;
    bool under = __builtin_sub_overflow((U)a, (U)b, &difference);
    under |= __builtin_sub_overflow(difference, less, &difference);
    if (OUT) carry() = under;
    return (T)difference;
}
inline int32_t clamped(int64_t x) {
    return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : (int32_t)x;
}
template <class T, bool IN, bool OUT> inline T add_sat(T a, T b) {
    return clamped((int64_t)a + b);
}
template <class T, bool IN, bool OUT> inline T sub_sat(T a, T b) {
    return clamped((int64_t)a - b);
}
template <class T> inline T mul_lo(T a, T b) {
    return (T)((uint64_t)a * (uint64_t)b);
}
template <class T> inline T mul_hi(T a, T b) {
    if constexpr (sizeof(T) == 8) {
        typedef std::conditional_t<std::is_signed<T>::value, __int128, unsigned __int128> W;
        return (T)(((W)a * (W)b) >> 64);
    } else {
        return (T)(((wide<T>)a * (wide<T>)b) >> 8 * sizeof(T));
    }
}
template <class T> inline wide<T> mul_wide(T a, T b) {
    return (wide<T>)a * (wide<T>)b;
}
inline uint32_t low24(uint32_t x) {
    return x & 0xffffff;
}
inline int32_t low24(int32_t x) {
    return (int32_t)((uint32_t)x << 8) >> 8;
}
template <class T> inline T divide(T a, T b) {
    if (b == 0) return (T)-1;
    if (std::is_signed<T>::value && b == (T)-1) return (T)(0 - (unsigned_of<T>)a);
    return (T)(a / b);
}
template <class T> inline T remainder_of(T a, T b) {
    if (b == 0) return a;
    return std::is_signed<T>::value && b == (T)-1 ? 0 : (T)(a % b);
}
template <class T> inline T least_of(T a, T b) {
    return b < a ? b : a;
}
template <class T> inline T most_of(T a, T b) {
    return a < b ? b : a;
}
template <class T> inline T negative(T a) {
    return (T)(0 - (uint64_t)a);
}
template <class T> inline T magnitude(T a) {
    return a < 0 ? negative(a) : a;
}
template <class T> inline T sad(T a, T b, T c) {
    return (T)((a < b ? (uint64_t)b - (uint64_t)a : (uint64_t)a - (uint64_t)b) + (uint64_t)c);
}
template <class A, class B> inline uint32_t dp4a(uint32_t a, uint32_t b, uint32_t c) {
    typedef std::conditional_t<std::is_signed<A>::value, int8_t, uint8_t> a_byte;
    typedef std::conditional_t<std::is_signed<B>::value, int8_t, uint8_t> b_byte;
    for (int i = 0; i < 32; i += 8) c += (uint32_t)((int)(a_byte)(a >> i) * (int)(b_byte)(b >> i));
    return c;
}

template <class A, class B, int part> inline uint32_t dp2a(uint32_t a, uint32_t b, uint32_t c) {
    typedef std::conditional_t<std::is_signed<A>::value, int16_t, uint16_t> a_half;
    typedef std::conditional_t<std::is_signed<B>::value, int8_t, uint8_t> b_byte;
    for (int i = 0; i < 2; i++)
        c += (uint32_t)(int)(a_half)(a >> 16 * i) *
             (uint32_t)(int)(b_byte)(b >> (16 * part + 8 * i));
    return c;
}

/** Four bytes at once; their sum and c, or the bytes alone. */
template <class T, char OP, bool SUM> inline uint32_t bytes(uint32_t a, uint32_t b, uint32_t c) {
    typedef std::conditional_t<std::is_signed<T>::value, int8_t, uint8_t> byte;
    uint32_t result = 0;
    for (int i = 0; i < 32; i += 8) {
        const int x = (byte)(a >> i), y = (byte)(b >> i);
        const int value = OP == '+'   ? x + y
                          : OP == '-' ? x - y
                          : OP == '|' ? (x < y ? y - x : x - y)
                          : OP == '<' ? (x < y ? x : y)
                          : OP == '>' ? (x < y ? y : x)
                                      : (x + y + 1) >> 1;
        if (SUM)
            c += (uint32_t)(int)(byte)value;
        else
            result |= (uint32_t)(uint8_t)value << i;
    }
    return SUM ? c : result;
}

/*
 * Bits.
 */
template <class T> inline T bit_and(T a, T b) {
    return (T)(a & b);
}
template <class T> inline T bit_or(T a, T b) {
    return (T)(a | b);
}
template <class T> inline T bit_xor(T a, T b) {
    return (T)(a ^ b);
}
template <class T> inline T bit_not(T a) {
    return std::is_same<T, bool>::value ? (T)!a : (T) ~(uint64_t)a;
}
template <class T> inline T cnot(T a) {
    return (T)(a == 0);
}
template <class T> inline uint32_t popcount(T a) {
    return (uint32_t)__builtin_popcountll((uint64_t)(unsigned_of<T>)a);
}
template <class T> inline uint32_t leading(T a) {
    return a ? (uint32_t)__builtin_clzll((uint64_t)(unsigned_of<T>)a) - (64 - 8 * sizeof(T))
             : 8 * sizeof(T);
}
template <class T> inline T reverse(T a) {
    return (T)(__brevll((unsigned long long)(unsigned_of<T>)a) >> (64 - 8 * sizeof(T)));
}
template <class T> inline T shift_left(T a, uint32_t n) {
    return n < 8 * sizeof(T) ? (T)((uint64_t)a << n) : 0;
}
template <class T> inline T shift_right(T a, uint32_t n) {
    const uint32_t most = 8 * sizeof(T) - 1;
    if (n > most && std::is_unsigned<T>::value) return 0;
    return (T)(a >> (n > most ? most : n));
}
template <class T> inline T bit_field(T a, uint32_t at, uint32_t n) {
    at &= 0xff, n &= 0xff;
    const uint32_t most = 8 * sizeof(T) - 1, last = at + n - 1 < most ? at + n - 1 : most;
    const bool sign = std::is_signed<T>::value && n && a >> last & 1;
    unsigned_of<T> field = 0;
    for (uint32_t i = 0; i <= most; i++) {
        bool bit = i < n && at + i <= most ? a >> (at + i) & 1 : sign;
        field |= (unsigned_of<T>)bit << i;
    }
    return (T)field;
}
template <class T> inline T insert_field(T field, T into, uint32_t at, uint32_t n) {
    at &= 0xff, n &= 0xff;
    for (uint32_t i = 0; i < n && at + i < 8 * sizeof(T); i++)
        into = (T)((into & ~((T)1 << (at + i))) | (field >> i & 1) << (at + i));
    return into;
}
/** The highest bit that differs from the sign; ~0 where there is none. */
template <class T> inline uint32_t find_bit(T a) {
    const unsigned_of<T> x = (unsigned_of<T>)(a < 0 ? ~a : a);
    return x ? 8 * (uint32_t)sizeof(T) - 1 - leading(x) : ~0u;
}
template <class T> inline uint32_t find_bit_shift(T a) {
    const uint32_t at = find_bit(a);
    return at == ~0u ? at : 8 * (uint32_t)sizeof(T) - 1 - at;
}
/** Any function of three bits: bit i of `table` is its value for a = i / 4, b = i / 2 % 2, c = i % 2. */
template <class T> inline T lop3(T a, T b, T c, uint32_t table) {
    T result = 0;
    for (int i = 0; i < 8; i++)
        if (table >> i & 1) result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return result;
}
/** Four of eight bytes; a selector's highest bit takes the byte's sign in place of the byte. */
template <class T> inline T permute(T a, T b, T selector) {
    const uint64_t bytes = (uint64_t)b << 32 | a;
    uint32_t result = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t how = selector >> 4 * i & 15, byte = (uint32_t)(bytes >> 8 * (how & 7)) & 0xff;
        if (how & 8) byte = byte & 0x80 ? 0xff : 0;
        result |= byte << 8 * i;
    }
    return result;
}
template <class T> inline T funnel_left(T a, T b, uint32_t n) {
    return __funnelshift_l(a, b, n);
}
template <class T> inline T funnel_left_clamp(T a, T b, uint32_t n) {
    return __funnelshift_lc(a, b, n);
}
template <class T> inline T funnel_right(T a, T b, uint32_t n) {
    return __funnelshift_r(a, b, n);
}
template <class T> inline T funnel_right_clamp(T a, T b, uint32_t n) {
    return __funnelshift_rc(a, b, n);
}
template <class T> inline uint32_t find_nth(uint32_t mask, uint32_t base, int32_t offset) {
    return __fns(mask, base, offset);
}
template <class T> inline T select(T a, T b, bool p) {
    return p ? a : b;
}

} // namespace ptx
} // namespace simt

#include "ptx_float.h"
#include "ptx_matrix.h"
#include "ptx_memory.h"

#endif
