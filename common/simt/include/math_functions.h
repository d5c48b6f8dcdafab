/**
 * @file
 * @brief CUDA's name for a part of cuda_runtime.h: math.
 */
#include "cuda_runtime.h"
