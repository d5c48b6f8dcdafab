/**
 * @file
 * @brief CUDA's device intrinsics and the math functions that a host library lacks.
 *
 * Plain inline functions: a kernel is plain C++ here. Where CUDA's result is exact, so is this one. Of its fast
 * approximations, __expf and __logf are another approximation (fast.h), and the others give the library's result.
 */
#ifndef SIMT_MATH_H
#define SIMT_MATH_H

#include "cache.h"
#include "clock.h"
#include "float.h"
#include "integer.h"
#include "minmax.h"
#include "dpx.h"
#include "simd.h"

#endif
