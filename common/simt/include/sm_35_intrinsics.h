/**
 * @file
 * @brief CUDA's name for a part of cuda_runtime.h: loads with cache hints.
 */
#include "cuda_runtime.h"
