/**
 * @file
 * @brief CUDA's name for simt/props.h: types.
 */
#include "simt/props.h"
