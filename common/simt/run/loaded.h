/**
 * @file
 * @brief Modules that the driver API has loaded (module.c), for those who ask where code lies.
 */
#ifndef SIMT_LOADED_H
#define SIMT_LOADED_H

#include "internal.h"

/* The last one first. They stay. */
struct simt_loaded {
    uintptr_t base, start, end; /* base: what its own addresses count from */
    int fd;                     /* its file */
    void *handle;               /* dlopen's */
    struct simt_loaded *next;
};
extern struct simt_loaded *_Atomic simt_loaded_first;
static inline const struct simt_loaded *simt_loaded_at(uintptr_t address) { /* NULL: of none */
    const struct simt_loaded *i = simt_loaded_first;
    while (i && address - i->start >= i->end - i->start) i = i->next;
    return i;
}

#endif
