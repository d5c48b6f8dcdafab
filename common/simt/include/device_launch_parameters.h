/**
 * @file
 * @brief CUDA's name for a part of cuda_runtime.h: threadIdx and kin.
 */
#include "cuda_runtime.h"
