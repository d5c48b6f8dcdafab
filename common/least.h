/**
 * @file
 * @brief The old name of size_min, which files of before November 2026 include.
 */
#ifndef SORTLAB_LEAST_H
#define SORTLAB_LEAST_H

#include "common/size_min.h"

static inline size_t least(size_t a, size_t b) {
    return size_min(a, b);
}

#endif
