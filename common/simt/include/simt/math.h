/**
 * @file
 * @brief CUDA's device intrinsics and the math functions that a host library lacks.
 *
 * Plain inline functions: a kernel is plain C++ here. Where CUDA's result is exact, so is this one;
 * its fast approximations (__expf and kin) give the library's accurate result instead.
 */
#ifndef SIMT_MATH_H
#define SIMT_MATH_H

#include "cache.h"
#include "clock.h"
#include "float.h"
#include "integer.h"
#include "minmax.h"
#include "simd.h"

#endif
