/**
 * @file
 * @brief CUDA's name for a part of cuda.h: cuProfilerStart and -Stop.
 */
#include "cuda.h"
