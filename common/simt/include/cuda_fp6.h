/**
 * @file
 * @brief Numbers of six bits: __nv_fp6_e2m3, __nv_fp6_e3m2, their groups of two and four, and their conversions.
 *
 * They have no arithmetic, on a GPU neither. Each number has a byte of its own.
 */
#include "simt/tiny_float.h"

#ifndef SIMT_CUDA_FP6_H
#define SIMT_CUDA_FP6_H

#include "simt/quiet.h"
#ifdef __cplusplus

#define __CUDA_FP6_H__
#define __CUDA_FP6_TYPES_EXIST__

typedef __nv_fp8_storage_t __nv_fp6_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp6x2_storage_t;
typedef __nv_fp8x4_storage_t __nv_fp6x4_storage_t;

enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 };

namespace simt {
typedef tiny_float<2, 3> e2m3;
typedef tiny_float<3, 2> e3m2;
inline uint32_t fp6_of(double x, __nv_fp6_interpretation_t kind, cudaRoundMode how) {
    return kind == __NV_E2M3 ? e2m3::from(x, how) : e3m2::from(x, how);
}
inline float of_fp6(uint32_t x, __nv_fp6_interpretation_t kind) {
    return kind == __NV_E2M3 ? e2m3::to_float(x & 63) : e3m2::to_float(x & 63);
}
} // namespace simt

SIMT_TINY_CVT(fp6, __nv_fp6_interpretation_t, 8, simt::fp6_of, simt::of_fp6)
SIMT_TINY_TYPES(fp6, __nv_fp6_e2m3, __nv_fp6x2_e2m3, __nv_fp6x4_e2m3, __NV_E2M3, 8, 31)
SIMT_TINY_TYPES(fp6, __nv_fp6_e3m2, __nv_fp6x2_e3m2, __nv_fp6x4_e3m2, __NV_E3M2, 8, 31)

#include "simt/loud.h"
#endif
#endif
