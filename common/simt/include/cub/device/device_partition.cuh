/** @file
 *  @brief cub::DevicePartition: see device_select.cuh. */
#include "device_select.cuh"
