/**
 * @file
 * @brief Radix sort on one core, as fast as it will go: lab 01's last step with a care for memory.
 */
#ifndef SORTLAB_FAST_RADIX_SORT_H
#define SORTLAB_FAST_RADIX_SORT_H

#include <stddef.h>
#include <stdint.h>

#include "common/keys.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Sorts n keys, ascending as common/keys.h orders their type. Needs nothing but its arguments and 100 KB
 * of stack, and cannot fail.
 * @param keys n words; sorted in place
 * @param scratch n words of any content, which overlap no key; undefined afterwards
 */
void fast_radix_sort(uint32_t *keys, uint32_t *scratch, size_t n, enum key_type type);

#ifdef __cplusplus
}
#endif
#endif
