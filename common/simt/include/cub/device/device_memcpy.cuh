/** @file
 *  @brief cub::DeviceMemcpy, which device_copy.cuh has. */
#include "device_copy.cuh"
