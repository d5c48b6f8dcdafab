/**
 * @file
 * @brief All kernels of the sort by buckets, for a .cu file that writes the steps of steps.h, or takes the reference.
 *
 * The way of a key: count.h, plan.h, levels.h (one or two partitions), finish.h. What does not fit a block is split
 * (split.h), written anew from counts (fill.h, values.h) or finished level by level (wide.h, or stable.h where blocks
 * are small). sampled.h counts a sample instead of all keys. launches.h and forms.h are for the host.
 */
#ifndef SORTLAB_DEVICE_KERNELS_H
#define SORTLAB_DEVICE_KERNELS_H

#include "common/sort/device/count.h"
#include "common/sort/device/forms.h"
#include "common/sort/device/levels.h"

#endif
