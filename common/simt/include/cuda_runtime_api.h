/**
 * @file
 * @brief CUDA's name for a part of cuda_runtime.h: the host API.
 */
#include "cuda_runtime.h"
