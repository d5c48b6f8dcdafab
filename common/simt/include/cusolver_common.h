/** @file
 *  @brief The types of cuSOLVER, which cusolverDn.h declares with its functions. */
#include "cusolverDn.h"
