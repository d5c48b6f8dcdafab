/** @file
 *  @brief CUB's scans of one thread: see thread_reduce.cuh. */
#include "thread_reduce.cuh"
