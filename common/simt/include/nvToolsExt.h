/**
 * @file
 * @brief The name that NVTX had before its release 3.
 */
#include "nvtx3/nvToolsExt.h"
