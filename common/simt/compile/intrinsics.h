/**
 * @file
 * @brief CUDA's functions that only device code may call: nvcc refuses them in host code.
 *
 * Most are named by rules: all of __vadd4's kind work on two or four parts of a word, and all whose names end with
 * _rn, _rz, _ru or _rd round. The names are those that CUDA 13.0's headers declare for the device alone.
 */
#ifndef SIMT_COMPILE_INTRINSICS_H
#define SIMT_COMPILE_INTRINSICS_H

#include "lexer.h"

/** Is token `i` the name of such a function, as __popc is? Costs a look through some 200 words. */
bool is_device_intrinsic(const struct source *s, size_t i);

#endif
