/**
 * @file
 * @brief Temporary memory, handed out piece by piece.
 */
#ifndef SORTLAB_DEVICE_PIECES_H
#define SORTLAB_DEVICE_PIECES_H

#include <stddef.h>

/** What has been handed out; with d_memory NULL the pieces are only counted. */
struct pieces {
    char *d_memory;
    size_t bytes;
};

/** A piece of so many bytes, at a multiple of 256. */
static inline void *take(struct pieces *p, size_t bytes) {
    void *d_piece = p->d_memory ? p->d_memory + p->bytes : NULL;
    p->bytes += (bytes + 255) / 256 * 256;
    return d_piece;
}

#endif
