/**
 * @file
 * @brief CUDA's older name for cuSPARSE.
 */
#include "cusparse.h"
