/**
 * @file
 * @brief How keys become words in unsigned order and come back: by type and direction, or as the includer says.
 *
 * Kernels map a key when they first read it, and back when they write it to its last place. They know of the map
 * a key_order and two functions, order_encode and order_decode. ORDER_NONE maps nothing.
 *
 * A .cu file that needs kernels for another map defines SORT_ORDER_H, the name of a header in quotes, before it
 * includes kernels.h. That header has the four names below. grader/sort/ranks has one.
 */
#ifndef SORTLAB_DEVICE_KEY_ORDER_H
#define SORTLAB_DEVICE_KEY_ORDER_H

#ifdef SORT_ORDER_H
#include SORT_ORDER_H
#else

#include "common/keys.h"

/** What the bits of a key mean, and KEY_DESCENDING where the greatest key comes first. */
typedef enum key_type key_order;

#define ORDER_NONE KEY_U32

/** The order without its direction. */
KEYS_EVERYWHERE static inline enum key_type order_type(key_order order) {
    return (enum key_type)(order % KEY_DESCENDING);
}

/** All bits of a word where the greatest key comes first, else none. */
KEYS_EVERYWHERE static inline uint32_t order_flips(key_order order) {
    return order >= KEY_DESCENDING ? UINT32_MAX : 0;
}

/** The bits of a key as a word in unsigned order: the key that comes first has the least word. */
KEYS_EVERYWHERE static inline uint32_t order_encode(uint32_t key, key_order order) {
    return key_encode(key, order_type(order)) ^ order_flips(order);
}

/** The way back. */
KEYS_EVERYWHERE static inline uint32_t order_decode(uint32_t word, key_order order) {
    return key_decode(word ^ order_flips(order), order_type(order));
}

#endif
#endif
