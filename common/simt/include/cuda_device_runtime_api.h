/**
 * @file
 * @brief CUDA's name for a part of cuda_runtime.h: the API in kernels.
 */
#include "cuda_runtime.h"
