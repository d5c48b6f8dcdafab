/**
 * @file
 * @brief NVTX's name for a part of nvToolsExt.h.
 */
#include "nvToolsExt.h"
