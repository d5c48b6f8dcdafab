/**
 * @file
 * @brief cub::Traits: the bits of a number, in the order in which radix sorts look at them.
 */
#ifndef SIMT_CUB_TRAITS
#define SIMT_CUB_TRAITS

#include <limits>
#include <type_traits>

#include "../cuda_bf16.h"
#include "../cuda_fp16.h"

namespace cub {

enum Category { NOT_A_NUMBER, SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING_POINT };

/** The unsigned integer of as many bytes. */
template <unsigned BYTES> struct unsigned_of;
template <> struct unsigned_of<1> { typedef unsigned char type; };
template <> struct unsigned_of<2> { typedef unsigned short type; };
template <> struct unsigned_of<4> { typedef unsigned int type; };
template <> struct unsigned_of<8> { typedef unsigned long long type; };

/** What CUB knows of a number's type. As unsigned integers, twiddled bits are ordered like the numbers. */
template <class T> struct number_traits {
    typedef typename unsigned_of<sizeof(T)>::type UnsignedBits;
    static constexpr bool PRIMITIVE = true, NULL_TYPE = false;
    static constexpr Category CATEGORY = std::is_unsigned<T>::value || std::is_same<T, bool>::value ? UNSIGNED_INTEGER
                                         : std::is_integral<T>::value                               ? SIGNED_INTEGER
                                                                                                    : FLOATING_POINT;
    static constexpr UnsignedBits ALL = (UnsignedBits)-1, HIGH_BIT = (UnsignedBits)(ALL ^ (ALL >> 1));
    static constexpr UnsignedBits LOWEST_KEY = CATEGORY == UNSIGNED_INTEGER ? 0
                                               : CATEGORY == SIGNED_INTEGER ? HIGH_BIT
                                                                            : ALL;
    static constexpr UnsignedBits MAX_KEY = CATEGORY == UNSIGNED_INTEGER ? ALL : (UnsignedBits)(ALL ^ HIGH_BIT);

    /** Signed integers lose their sign; negative floats turn round, and come before the others. */
    static __host__ __device__ UnsignedBits TwiddleIn(UnsignedBits key) {
        if (CATEGORY == UNSIGNED_INTEGER) return key;
        bool turns = CATEGORY == FLOATING_POINT && (key & HIGH_BIT);
        return (UnsignedBits)(key ^ (turns ? ALL : HIGH_BIT));
    }
    static __host__ __device__ UnsignedBits TwiddleOut(UnsignedBits key) {
        if (CATEGORY == UNSIGNED_INTEGER) return key;
        bool turns = CATEGORY == FLOATING_POINT && !(key & HIGH_BIT);
        return (UnsignedBits)(key ^ (turns ? ALL : HIGH_BIT));
    }
    static __host__ __device__ T Max() {
        return std::numeric_limits<T>::max();
    }
    static __host__ __device__ T Lowest() {
        return std::numeric_limits<T>::lowest();
    }
};

struct no_number {
    static constexpr bool PRIMITIVE = false, NULL_TYPE = false;
    static constexpr Category CATEGORY = NOT_A_NUMBER;
};

template <class T>
using is_number = std::integral_constant<bool, std::is_arithmetic<T>::value || std::is_same<T, __half>::value ||
                                                   std::is_same<T, __nv_bfloat16>::value>;
template <class T>
struct NumericTraits : std::conditional_t<is_number<T>::value, number_traits<T>, no_number> {};
template <class T> struct Traits : NumericTraits<std::remove_cv_t<T>> {};

} // namespace cub

#endif
