/** @file
 *  @brief cub::DeviceSegmentedSort: see device_segmented_radix_sort.cuh. */
#include "device_segmented_radix_sort.cuh"
