/**
 * @file
 * @brief CUDA's name for cuda_pipeline_primitives.h.
 */
#include "cuda_pipeline_primitives.h"
