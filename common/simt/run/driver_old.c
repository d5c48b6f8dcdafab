/**
 * @file
 * @brief The driver API: launches as the first releases of CUDA had them. A function keeps what its next launch needs.
 */
#include "driver.h"

#include <stdlib.h>
#include <string.h>

/* What a function keeps; NULL: the call is refused. */
static struct simt_old_launch *kept(CUfunction function, CUresult *error) {
    *error = simt_check_function(function, function);
    if (*error) return NULL;
    if (!function->old && (function->old = calloc(1, sizeof(*function->old))))
        for (int i = 0; i < 3; i++) function->old->block[i] = 1;
    if (!function->old) *error = CUDA_ERROR_OUT_OF_MEMORY;
    return function->old;
}

CUresult cuFuncSetBlockShape(CUfunction function, int x, int y, int z) {
    CUresult error;
    struct simt_old_launch *old = kept(function, &error);
    if (!old) return error;
    const long long threads = (long long)x * y * z;
    if (x < 1 || y < 1 || z < 1 || threads > MAX_BLOCK_THREADS) return CUDA_ERROR_INVALID_VALUE;
    old->block[0] = (unsigned int)x, old->block[1] = (unsigned int)y, old->block[2] = (unsigned int)z;
    return CUDA_SUCCESS;
}

CUresult cuFuncSetSharedSize(CUfunction function, unsigned int bytes) {
    CUresult error;
    struct simt_old_launch *old = kept(function, &error);
    if (old) old->shared_bytes = bytes;
    return error;
}

CUresult cuParamSetSize(CUfunction function, unsigned int bytes) {
    CUresult error;
    struct simt_old_launch *old = kept(function, &error);
    if (!old) return error;
    if (bytes > sizeof(old->arguments)) return CUDA_ERROR_INVALID_VALUE;
    old->bytes = bytes;
    return CUDA_SUCCESS;
}

CUresult cuParamSetv(CUfunction function, int offset, void *value, unsigned int bytes) {
    CUresult error;
    struct simt_old_launch *old = kept(function, &error);
    if (!old) return error;
    if (!value || offset < 0 || bytes > sizeof(old->arguments) || (size_t)offset > sizeof(old->arguments) - bytes)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(old->arguments + offset, value, bytes);
    return CUDA_SUCCESS;
}

CUresult cuParamSeti(CUfunction function, int offset, unsigned int value) {
    return cuParamSetv(function, offset, &value, sizeof(value));
}
CUresult cuParamSetf(CUfunction function, int offset, float value) {
    return cuParamSetv(function, offset, &value, sizeof(value));
}

CUresult cuLaunchGridAsync(CUfunction function, int grid_x, int grid_y, CUstream stream) {
    CUresult error;
    struct simt_old_launch *old = kept(function, &error);
    if (!old) return error;
    if (grid_x < 1 || grid_y < 1) return CUDA_ERROR_INVALID_VALUE;
    size_t bytes = old->bytes;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, old->arguments, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                     CU_LAUNCH_PARAM_END};
    return cuLaunchKernel(function, (unsigned int)grid_x, (unsigned int)grid_y, 1, old->block[0], old->block[1],
                          old->block[2], old->shared_bytes, stream, NULL, extra);
}

CUresult cuLaunchGrid(CUfunction function, int grid_x, int grid_y) {
    return cuLaunchGridAsync(function, grid_x, grid_y, NULL);
}
CUresult cuLaunch(CUfunction function) {
    return cuLaunchGrid(function, 1, 1);
}
