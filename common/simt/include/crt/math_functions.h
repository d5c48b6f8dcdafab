/**
 * @file
 * @brief A part of cuda_runtime.h, as editors of Windows include it: mathematical functions.
 */
#include "cuda_runtime.h"
