/**
 * @file
 * @brief CUDA's name for a part of cuda_runtime.h: atomics.
 */
#include "cuda_runtime.h"
