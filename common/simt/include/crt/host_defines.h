/**
 * @file
 * @brief A part of cuda_runtime.h, as editors of Windows include it: words such as __device__.
 */
#include "cuda_runtime.h"
