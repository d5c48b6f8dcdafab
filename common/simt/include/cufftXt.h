/**
 * @file
 * @brief CUDA's name for cuFFT with several GPUs and callbacks. Only what <cufft.h> has is part of this runtime.
 */
#include "cufft.h"
