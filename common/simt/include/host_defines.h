/**
 * @file
 * @brief CUDA's name for a part of cuda_runtime.h: keywords.
 */
#include "cuda_runtime.h"
