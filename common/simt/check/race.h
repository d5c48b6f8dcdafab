/**
 * @file
 * @brief An access, and its conflict with another thread's: what race.c and flags.c speak of.
 */
#ifndef SIMT_RACE_H
#define SIMT_RACE_H

#include "check.h"

/** In a cell, the upper bit of a position says that the access was volatile. */
static const uint32_t IS_VOLATILE = 1u << 31;

/** The access that is compared. */
struct access {
    const struct block_clock *c;
    stamp now;
    struct page *page;
    uintptr_t address;
    size_t bytes;
    int how;
    uint32_t at;
};

/** A part of it that is in conflict with what another thread did. */
struct hazard {
    stamp then;
    uint32_t then_at;
    int then_how;
    uintptr_t address;
    size_t bytes;
    enum fence fence; /**< that is missing between the two, */
    uint32_t flag_at; /**< beside this access to a flag */
};

#endif
