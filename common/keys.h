/**
 * @file
 * @brief The types of keys, and the maps that let an unsigned sort put all of them in order.
 *
 * Each map is a bijection of 32-bit words under which unsigned order is the order of the type: map
 * every key, sort as unsigned, map back. Usable in C, C++ and kernels.
 */
#ifndef SORTLAB_KEYS_H
#define SORTLAB_KEYS_H

#include <stdint.h>

/** What the 32 bits of a key mean. */
enum key_type {
    KEY_U32,
    KEY_I32,
    KEY_F32,
    KEY_TYPES,
    KEY_DESCENDING, /**< added to a type: the greatest key first. Only the sorting library takes it */
};

#ifdef __CUDACC__
#define KEYS_EVERYWHERE __host__ __device__
#else
#define KEYS_EVERYWHERE
#endif

#define KEY_SIGN_BIT 0x80000000u

/** Two's complement puts the negative half above the positive one; flipping the sign bit swaps them. */
KEYS_EVERYWHERE static inline uint32_t key_from_i32(uint32_t bits) {
    return bits ^ KEY_SIGN_BIT;
}

KEYS_EVERYWHERE static inline uint32_t key_to_i32(uint32_t key) {
    return key ^ KEY_SIGN_BIT;
}

/**
 * A float is a sign and a magnitude, and magnitudes are already in order as integers. Positive ones
 * move up by the sign bit; negative ones are flipped whole, since theirs grow downwards. The order
 * is IEEE 754's totalOrder: -NaN, -inf, ..., -0, +0, ..., +inf, +NaN.
 */
KEYS_EVERYWHERE static inline uint32_t key_from_f32(uint32_t bits) {
    return bits & KEY_SIGN_BIT ? ~bits : bits | KEY_SIGN_BIT;
}

KEYS_EVERYWHERE static inline uint32_t key_to_f32(uint32_t key) {
    return key & KEY_SIGN_BIT ? key ^ KEY_SIGN_BIT : ~key;
}

/** The bits of a key of this type as a word in unsigned order. */
KEYS_EVERYWHERE static inline uint32_t key_encode(uint32_t bits, enum key_type type) {
    return type == KEY_I32 ? key_from_i32(bits) : type == KEY_F32 ? key_from_f32(bits) : bits;
}

/** The way back: key_decode(key_encode(bits, type), type) == bits. */
KEYS_EVERYWHERE static inline uint32_t key_decode(uint32_t key, enum key_type type) {
    return type == KEY_I32 ? key_to_i32(key) : type == KEY_F32 ? key_to_f32(key) : key;
}

#endif
