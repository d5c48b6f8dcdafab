/**
 * @file
 * @brief CUDA's name for simt/props.h: types of the host API.
 */
#include "simt/props.h"
