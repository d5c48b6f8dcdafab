/**
 * @file
 * @brief Bytes damaged at random, the same way for the same seed.
 */
#ifndef SORTLAB_DAMAGE_H
#define SORTLAB_DAMAGE_H

#include <stddef.h>
#include <stdint.h>

/** Where the random numbers stand. */
struct damage {
    uint64_t state;
};

uint64_t damage_below(struct damage *d, uint64_t most);

/**
 * Changes, drops, doubles or moves a part of n bytes.
 * @param capacity bytes that there are at `bytes`
 * @param step what a file of this kind consists of: 1 for text, 4 for words
 * @return how many bytes there are now
 */
size_t damage_bytes(struct damage *d, unsigned char *bytes, size_t n, size_t capacity, size_t step);

#endif
