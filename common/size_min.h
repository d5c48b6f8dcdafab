/**
 * @file
 * @brief The lesser of two sizes.
 */
#ifndef SORTLAB_SIZE_MIN_H
#define SORTLAB_SIZE_MIN_H

#include <stddef.h>

static inline size_t size_min(size_t a, size_t b) {
    return a < b ? a : b;
}

#endif
