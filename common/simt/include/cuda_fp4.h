/**
 * @file
 * @brief Numbers of four bits: __nv_fp4_e2m1, its groups of two and four, and their conversions.
 *
 * They have no arithmetic, on a GPU neither. Two numbers share a byte.
 */
#include "cuda_fp6.h"

#ifndef SIMT_CUDA_FP4_H
#define SIMT_CUDA_FP4_H

#include "simt/quiet.h"
#ifdef __cplusplus

#define __CUDA_FP4_H__
#define __CUDA_FP4_TYPES_EXIST__

typedef __nv_fp8_storage_t __nv_fp4_storage_t;
typedef __nv_fp8_storage_t __nv_fp4x2_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp4x4_storage_t;

enum __nv_fp4_interpretation_t { __NV_E2M1 };

namespace simt {
typedef tiny_float<2, 1> e2m1;
inline uint32_t fp4_of(double x, __nv_fp4_interpretation_t, cudaRoundMode how) {
    return e2m1::from(x, how);
}
inline float of_fp4(uint32_t x, __nv_fp4_interpretation_t) {
    return e2m1::to_float(x & 15);
}
} // namespace simt

SIMT_TINY_CVT(fp4, __nv_fp4_interpretation_t, 4, simt::fp4_of, simt::of_fp4)
SIMT_TINY_TYPES(fp4, __nv_fp4_e2m1, __nv_fp4x2_e2m1, __nv_fp4x4_e2m1, __NV_E2M1, 4, 7)

#include "simt/loud.h"
#endif
#endif
