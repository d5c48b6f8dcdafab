/**
 * @file
 * @brief The order of a slice's keys, for common/sort/device/key_order.h: the bits in which all agree are shifted out.
 */
#ifndef SORTLAB_RANKS_SLICE_ORDER_H
#define SORTLAB_RANKS_SLICE_ORDER_H

#include "common/keys.h"

/** The bits in which all keys agree, in their place at the top; in the lowest five, how many there are: 0 to 31. */
typedef uint32_t key_order;

enum { SLICE_WIDTH = 31 }; /**< of a key_order, the bits that say how many there are */

#define ORDER_NONE 0u

KEYS_EVERYWHERE static inline uint32_t order_encode(uint32_t key, key_order slice) {
    return key << (slice & SLICE_WIDTH);
}

KEYS_EVERYWHERE static inline uint32_t order_decode(uint32_t word, key_order slice) {
    return word >> (slice & SLICE_WIDTH) | (slice & ~(uint32_t)SLICE_WIDTH);
}

/** The order of keys whose `bits` top bits are `top`. */
static inline key_order slice_order(uint32_t bits, uint32_t top) {
    return bits > 0 ? bits + (top << (32 - bits)) : ORDER_NONE;
}

#endif
