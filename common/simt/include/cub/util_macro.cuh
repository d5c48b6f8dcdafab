/** @file
 *  @brief What CUB has in a header of this name: see util_type.cuh. */
#include "util_type.cuh"
