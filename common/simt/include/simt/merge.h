/**
 * @file
 * @brief The stable merge sort of one thread, by a comparison: what CUB sorts by where no radix sort can.
 */
#ifndef SIMT_MERGE_H
#define SIMT_MERGE_H

#include "radix.h"

namespace simt {

/** The numbers of n keys in the order of `less`, as radix_order gives them. K: the type of the keys. */
template <class K, class Iterator, class Less>
uint32_t *merge_order(Iterator keys, size_t n, Less less, char *room = nullptr) {
    if (n == 0) return nullptr;
    char *left = room;
    uint32_t *order = take_room<uint32_t>(&left, n), *next = take_room<uint32_t>(&left, n), *result = order;
    for (size_t i = 0; i < n; i++) order[i] = (uint32_t)i;
    for (size_t run = 1; run < n; run *= 2) {
        for (size_t first = 0; first < n; first += 2 * run) {
            size_t middle = first + run < n ? first + run : n, end = middle + run < n ? middle + run : n;
            size_t a = first, b = middle, to = first;
            while (a < middle && b < end) {
                bool second = less(K(keys[order[b]]), K(keys[order[a]]));
                next[to++] = second ? order[b++] : order[a++];
            }
            while (a < middle) next[to++] = order[a++];
            while (b < end) next[to++] = order[b++];
        }
        uint32_t *merged = next;
        next = order;
        order = merged;
    }
    for (size_t i = 0; i < n && result != order; i++) result[i] = order[i];
    if (!room) free(result == order ? next : order);
    return result;
}

} // namespace simt

#endif
