/** @file
 *  @brief cub::WarpStore: see warp_exchange.cuh. */
#include "warp_exchange.cuh"
