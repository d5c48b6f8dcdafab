/** @file
 *  @brief cub::WarpLoad: see warp_exchange.cuh. */
#include "warp_exchange.cuh"
