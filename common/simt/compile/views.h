/**
 * @file
 * @brief `__CUDA_ARCH__`: one text out of the two that a compiler for GPUs sees, the host's and the device's.
 *
 * nvcc compiles a file twice, and only device code sees the macro. Here the file is preprocessed twice, and what
 * differs is taken from the view of the side on which it runs. A function of both sides gets both bodies.
 */
#ifndef SIMT_COMPILE_VIEWS_H
#define SIMT_COMPILE_VIEWS_H

#include "lexer.h"

/** Does a file of the program, no system header, name `__CUDA_ARCH__`? */
bool mentions_arch(const struct source *s);

/** Edits `host`, so that it says what both views say. `device` has to live as long as its text is used. */
void merge_views(struct source *host, const struct source *device);

#endif
