/**
 * @file
 * @brief CUDA's name for a part of cuda_runtime.h: warp operations.
 */
#include "cuda_runtime.h"
