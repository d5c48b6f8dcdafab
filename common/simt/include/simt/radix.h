/**
 * @file
 * @brief The stable radix sort of one thread, in host code or in a kernel: what Thrust and CUB sort numbers by.
 *
 * Keys are compared by bits, as CUB does it: -0.0 and 0.0 are equal, and a NaN lies beyond the infinity of its sign.
 */
#ifndef SIMT_RADIX_H
#define SIMT_RADIX_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <new>
#include <type_traits>

#include "core.h"

namespace simt {

template <size_t BYTES>
using radix_bits_of =
    std::conditional_t<BYTES == 1, uint8_t,
                       std::conditional_t<BYTES == 2, uint16_t, std::conditional_t<BYTES == 4, uint32_t, uint64_t>>>;

/** The bits of a key, so that unsigned numbers are in the order of the keys. */
template <class T> struct radix_key {
    static_assert(std::is_arithmetic<T>::value || std::is_enum<T>::value,
                  "a radix sort takes keys that are numbers of at most 8 bytes");
    static_assert(sizeof(T) <= 8, "a radix sort takes keys that are numbers of at most 8 bytes");
    typedef radix_bits_of<sizeof(T)> bits;
    static constexpr int width = 8 * sizeof(T);
    static constexpr bits top = (bits)((bits)1 << (width - 1));

    /** The order as bits. */
    static bits encode(T key) {
        bits b;
        __builtin_memcpy(&b, &key, sizeof b);
        if constexpr (std::is_floating_point<T>::value) {
            if (b == top) b = 0;
            return b & top ? (bits)~b : (bits)(b | top);
        }
        return std::is_signed<T>::value ? (bits)(b ^ top) : b;
    }
};

/** Sorts order, the numbers of n words, digit by digit. `next` has room for as many. No hooks: it is its own memory. */
template <class Bits>
SIMT_UNSEEN __attribute__((noinline)) void sort_words(const Bits *words, uint32_t *order, uint32_t *next, size_t n,
                                                      int begin_bit, int end_bit) {
    uint32_t *result = order;
    for (int bit = begin_bit; bit < end_bit; bit += 8) {
        unsigned mask = end_bit - bit < 8 ? (1u << (end_bit - bit)) - 1 : 255;
        uint32_t starts[257] = {0};
        for (size_t i = 0; i < n; i++) starts[((words[i] >> bit) & mask) + 1]++;
        if (starts[((words[0] >> bit) & mask) + 1] == n) continue; /* all have one digit */
        for (int d = 0; d < 256; d++) starts[d + 1] += starts[d];
        for (size_t i = 0; i < n; i++) next[starts[(words[order[i]] >> bit) & mask]++] = order[i];
        uint32_t *sorted = next;
        next = order;
        order = sorted;
    }
    for (size_t i = 0; i < n && result != order; i++) result[i] = order[i];
}

/** How many bytes of `room` an order of n keys takes, and n values that are put into one. */
template <class K> size_t bytes_of_order(size_t n) {
    return n * (2 * sizeof(uint32_t) + sizeof(K)) + 64;
}
template <class V> size_t bytes_of_values(size_t n) {
    return n * sizeof(V) + 16;
}

/** The next n of *room; or, where that is NULL, n from malloc. In a kernel malloc has only a few MiB. */
template <class T> T *take_room(char **room, size_t n) {
    T *memory = (T *)(((uintptr_t)*room + 15) / 16 * 16);
    if (*room)
        *room = (char *)(memory + n);
    else
        memory = (T *)malloc(n * sizeof(T) + 1);
    if (!memory) abort();
    return memory;
}

/**
 * Sorts the numbers of n keys by bits begin_bit to end_bit - 1 of each key: first the number of the key that comes
 * first. The order of equal keys stays. It begins the room, or is memory from malloc, which the caller frees; or NULL
 * where n is 0. T: the type of the keys. Takes up to 16 bytes a key while it works.
 */
template <class T, class Iterator>
uint32_t *radix_order(Iterator keys, size_t n, bool descending = false, int begin_bit = 0,
                      int end_bit = radix_key<T>::width, char *room = nullptr) {
    typedef typename radix_key<T>::bits bits;
    if (n == 0) return nullptr;
    char *left = room;
    uint32_t *order = take_room<uint32_t>(&left, n), *next = take_room<uint32_t>(&left, n);
    bits *words = take_room<bits>(&left, n);
    for (size_t i = 0; i < n; i++) {
        bits b = radix_key<T>::encode((T)keys[i]);
        words[i] = descending ? (bits)~b : b;
        order[i] = (uint32_t)i;
    }
    sort_words(words, order, next, n, begin_bit, end_bit);
    if (!room) free(words), free(next);
    return order;
}

/** Puts the values into an order. V: their type. */
template <class V, class Iterator>
void put_in_order(Iterator values, size_t n, const uint32_t *order, char *room = nullptr) {
    static_assert(alignof(V) <= 16, "values that are sorted may be aligned to at most 16 bytes");
    char *left = room;
    V *old = take_room<V>(&left, n);
    for (size_t i = 0; i < n; i++) ::new ((void *)(old + i)) V(values[i]);
    for (size_t i = 0; i < n; i++) values[i] = old[order[i]];
    for (size_t i = 0; i < n; i++) old[i].~V();
    if (!room) free(old);
}

} // namespace simt

#endif
