/**
 * @file
 * @brief The changes that generated mutants are made by: each models a mistake that students make.
 */
#ifndef SORTLAB_OPERATORS_H
#define SORTLAB_OPERATORS_H

#include "grader/selftest/mutants/pieces.h"

/** Takes a change: the text from piece `first` to piece `last` is replaced. */
struct changes {
    void (*add)(struct changes *c, const char *name, size_t first, size_t last, const char *by);
};

/** All changes at piece i, which stands inside a function. */
void operators_at(const struct pieces *p, size_t i, struct changes *c);

#endif
