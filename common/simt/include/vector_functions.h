/**
 * @file
 * @brief CUDA's name for simt/vector.h: make_int2 and kin.
 */
#include "simt/vector.h"
