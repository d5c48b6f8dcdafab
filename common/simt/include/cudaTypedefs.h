/**
 * @file
 * @brief Types of functions of the driver, as libraries name them to ask cudaGetDriverEntryPoint for the functions.
 *
 * Only those of tensor maps, which cudaGetDriverEntryPoint does not find.
 */
#ifndef SIMT_CUDA_TYPEDEFS_H
#define SIMT_CUDA_TYPEDEFS_H

#include "cuda.h"

#ifdef __cplusplus
typedef CUresult (*PFN_cuTensorMapEncodeTiled_v12000)(...);
typedef CUresult (*PFN_cuTensorMapEncodeIm2col_v12000)(...);
#endif

#endif
