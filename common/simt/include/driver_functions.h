/**
 * @file
 * @brief CUDA's name for a part of cuda_runtime.h: make_cudaExtent() and its kin.
 */
#include "cuda_runtime.h"
