/**
 * @file
 * @brief The files that code of the program lies in (loaded.c), for those who ask where an address belongs.
 */
#ifndef SIMT_LOADED_H
#define SIMT_LOADED_H

#include "internal.h"

/** The program, a shared library of simtcc's, or a module that the driver API has loaded. The last one comes first, and
 *  the program last. They stay. */
struct simt_loaded {
    uintptr_t base, start, end; /**< base: what its own addresses count from */
    int fd;                     /**< its file; -1 of the program, which is /proc/self/exe */
    void *handle;               /**< dlopen's, of a module */
    struct simt_loaded *next;
};
extern struct simt_loaded *_Atomic simt_loaded_first;

static inline const struct simt_loaded *simt_loaded_at(uintptr_t address) { /* NULL: of none */
    const struct simt_loaded *i = simt_loaded_first;
    while (i && address - i->start >= i->end - i->start) i = i->next;
    return i;
}

/** The program. Who runs before the runtime's constructors calls this before he asks for an address. */
const struct simt_loaded *simt_program(void);

/** Adds what is loaded at `base`, with an open file that addr2line reads. @return NULL: there is no memory */
struct simt_loaded *simt_add_loaded(uintptr_t base, int fd);

/** What each shared library of simtcc's calls first, with an address in itself. */
void simt_library(const void *of);

/** Whether an address is in thread-local variables of the running thread, which are shared memory; or in the piece of
 *  `grain` bytes, a power of two, that they begin in. It asks all files: some microseconds. */
bool simt_is_thread_local(uintptr_t address, size_t grain);
/** The calling thread's thread-local variables of the image that one of them, *start, belongs to. False: it is none. */
bool simt_thread_locals(uintptr_t *start, uintptr_t *end);

#endif
