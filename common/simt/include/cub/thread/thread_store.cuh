/** @file
 *  @brief CUB's stores with a cache hint: see thread_load.cuh. */
#include "thread_load.cuh"
