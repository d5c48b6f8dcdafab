/**
 * @file
 * @brief bfloat16: __nv_bfloat16, __nv_bfloat162 and their functions, with the bits of a GPU (simt/half.h).
 */
#include "cuda_fp16.h"

#ifndef SIMT_CUDA_BF16_H
#define SIMT_CUDA_BF16_H
#ifdef __cplusplus

/** Programs tell by these whether the types are known. */
#define __CUDA_BF16_H__
#define __CUDA_BF16_TYPES_EXIST__

SIMT_HALF_TYPE(__nv_bfloat16, __nv_bfloat162, simt::bfloat16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

SIMT_HALF_COMPARISONS(__nv_bfloat16, __nv_bfloat162)
SIMT_HALF_SIGNS(__nv_bfloat16, __nv_bfloat162)
SIMT_HALF_ARITHMETIC(__nv_bfloat16, __nv_bfloat162)
SIMT_HALF_CONVERSIONS(__nv_bfloat16, __nv_bfloat162, bfloat16)
SIMT_HALF_FUNCTIONS(__nv_bfloat16, __nv_bfloat162)
SIMT_HALF_ONE(__nv_bfloat16, __nv_bfloat162)
#ifndef __CUDA_NO_BFLOAT16_OPERATORS__
SIMT_HALF_OPERATORS(__nv_bfloat16, __nv_bfloat162, __hdiv, __h, )
#ifndef __CUDA_NO_BFLOAT162_OPERATORS__
SIMT_HALF_OPERATORS(__nv_bfloat162, __nv_bfloat162, __h2div, __hb, 2)
#endif
#endif
#ifdef __CUDACC__
SIMT_HALF_ATOMICS(__nv_bfloat16, __nv_bfloat162, __hadd, __hadd2)
#endif

#define CUDART_INF_BF16        __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16        __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16   __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16       __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16        __ushort_as_bfloat16((unsigned short)0x3F80U)

#endif
#endif
