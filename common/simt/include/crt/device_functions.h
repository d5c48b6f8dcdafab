/**
 * @file
 * @brief A part of cuda_runtime.h, as editors of Windows include it: device intrinsics.
 */
#include "cuda_runtime.h"
