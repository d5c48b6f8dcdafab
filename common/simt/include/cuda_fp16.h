/**
 * @file
 * @brief half precision: __half, __half2 and their functions, with the bits of a GPU (simt/half.h).
 */
#ifndef SIMT_CUDA_FP16_H
#define SIMT_CUDA_FP16_H
#ifdef __cplusplus

/** Programs tell by these whether the types are known. */
#define __CUDA_FP16_H__
#define __CUDA_FP16_TYPES_EXIST__

#include "cuda_runtime.h"
#include "simt/half.h"

SIMT_HALF_TYPE(__half, __half2, simt::float16)
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;

SIMT_HALF_COMPARISONS(__half, __half2)
SIMT_HALF_SIGNS(__half, __half2)
SIMT_HALF_ARITHMETIC(__half, __half2)
SIMT_HALF_CONVERSIONS(__half, __half2, half)
SIMT_HALF_FUNCTIONS(__half, __half2)
SIMT_HALF_ONE(__half, __half2)
inline __half2 __halves2half2(__half_raw a, __half_raw b) {
    return __half2(__half(a), __half(b));
}
#ifndef __CUDA_NO_HALF_OPERATORS__
SIMT_HALF_OPERATORS(__half, __half2, __hdiv, __h, )
#ifndef __CUDA_NO_HALF2_OPERATORS__
SIMT_HALF_OPERATORS(__half2, __half2, __h2div, __hb, 2)
#endif
#endif
#ifdef __CUDACC__
SIMT_HALF_ATOMICS(__half, __half2, __hadd, __hadd2)
#endif

#define CUDART_INF_FP16        __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16        __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16   __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16       __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16        __ushort_as_half((unsigned short)0x3C00U)

#endif
#endif
#if defined(__cplusplus) && !defined(SIMT_READ_AHEAD) /* simt/editor.h */
typedef __half half;
typedef __half2 half2;
#endif
