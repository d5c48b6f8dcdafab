/**
 * @file
 * @brief The file in which CUDA's cublas_v2.h keeps its functions.
 */
#include "cublas_v2.h"
