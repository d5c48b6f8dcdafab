/**
 * @file
 * @brief CUDA's name for a part of cuda_runtime.h: cudaRoundMode.
 */
#include "cuda_runtime.h"
