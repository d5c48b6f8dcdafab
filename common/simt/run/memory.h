/**
 * @file
 * @brief The allocations, as memory.c keeps them and memory_ask.c looks at them.
 */
#ifndef SIMT_MEMORY_H
#define SIMT_MEMORY_H

#include "internal.h"

struct allocation {
    uintptr_t start;
    size_t bytes;
    size_t asked; /* for; the rest is rounding */
    enum cudaMemoryType type;
    bool ours;              /* made here, not registered */
    bool mapped;            /* by driver_map.c, to addresses that the program has reserved */
    struct simt_pool *pool; /* that it is from, or NULL */
    bool of_graph;          /* a node of a graph gives it and takes it back */
    int device;
    uintptr_t pc; /* of the call */
};

/* Held by who looks at allocations or changes them. */
extern pthread_mutex_t simt_memory_mutex;

struct allocation *simt_holder(const void *pointer); /* the one that holds the address, or NULL */
const struct allocation *simt_nth_allocation(size_t i); /* in order of address; NULL: there are no more */
/* One that is freed, held the address, and is not given out again yet; NULL: none */
const struct allocation *simt_freed_holder(uintptr_t address);

/* Notes for the checkers' report why a pointer is not freed; a: the allocation that it leads into, or NULL. */
void simt_tell_release(const struct allocation *a, const void *pointer, bool host);

#endif
