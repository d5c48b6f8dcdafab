/**
 * @file
 * @brief CUDA's name for a part of cuda_runtime.h: products of bytes.
 */
#include "cuda_runtime.h"
