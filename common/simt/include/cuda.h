/**
 * @file
 * @brief The driver API: a program loads modules at run time and launches their kernels by name.
 *
 * Its names, numbers and signatures are those of CUDA 13. A module is what `simtcc -fatbin`, `-cubin` or `-ptx` has
 * made, or NVRTC (nvrtc.h). Handles of streams, events and arrays are the runtime's own, so both can be mixed.
 */
#ifndef SIMT_CUDA_H
#define SIMT_CUDA_H

/** Programs tell by this whether the driver's functions are known. */
#define __cuda_cuda_h__
#define CUDAAPI

#include <stdlib.h> /* CUDA's own header brings it, too */

#define CUDA_CB

#include "simt/driver_types.h"

#include "simt/driver_api.h"
#include "simt/tensor_maps.h"

#endif
