/**
 * @file
 * @brief CUDA's name for a part of cuda_runtime.h: intrinsics.
 */
#include "cuda_runtime.h"
