/**
 * @file
 * @brief What the two files of the program share.
 */
#pragma once
#include <cuda_runtime.h>

cudaError_t scale(int *d_numbers, int n);
