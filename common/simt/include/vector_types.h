/**
 * @file
 * @brief CUDA's name for simt/vector.h: vector types.
 */
#include "simt/vector.h"
