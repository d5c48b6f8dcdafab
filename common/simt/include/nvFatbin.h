/**
 * @file
 * @brief The release of NVIDIA's library that makes fat binaries, which programs print. simtcc -fatbin makes a module.
 */
#ifndef SIMT_NVFATBIN_H
#define SIMT_NVFATBIN_H

#include <stddef.h>

typedef enum { NVFATBIN_SUCCESS = 0, NVFATBIN_ERROR_NULL_POINTER = 5 } nvFatbinResult;

static inline nvFatbinResult nvFatbinVersion(unsigned int *major, unsigned int *minor) {
    if (!major || !minor) return NVFATBIN_ERROR_NULL_POINTER;
    *major = 13, *minor = 0;
    return NVFATBIN_SUCCESS;
}

#endif
