/**
 * @file
 * @brief CUDA's name for a part of cuda_runtime.h: atomic functions.
 */
#include "cuda_runtime.h"
