/**
 * @file
 * @brief The stable merge sort of one thread, by a comparison: what CUB sorts by where no radix sort can.
 */
#ifndef SIMT_MERGE_H
#define SIMT_MERGE_H

#include "radix.h"

namespace simt {

/** The numbers of n keys in the order of `less`, as radix_order gives them. K: the type of the keys. */
template <class K, class Iterator, class Less> uint32_t *merge_order(Iterator keys, size_t n, Less less) {
    if (n == 0) return nullptr;
    uint32_t *order = (uint32_t *)malloc(n * sizeof *order), *next = (uint32_t *)malloc(n * sizeof *next);
    if (!order || !next) abort();
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
    free(next);
    return order;
}

} // namespace simt

#endif
