/**
 * @file
 * @brief CUDA's name for a part of cuda_runtime.h: cudaProfilerStart and -Stop.
 */
#include "cuda_runtime.h"
