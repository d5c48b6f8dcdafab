/**
 * @file
 * @brief The driver API: memory of graphics libraries, which is refused.
 */
#include "internal.h"

#include "simt/driver_external.h"

static CUresult refuse(const char *name) {
    simt_print("simt: %s: memory of graphics libraries is not part of the CPU runtime. Copy "
               "through host memory\n",
               name);
    return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult cuImportExternalMemory(CUexternalMemory *memory,
                                const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *described) {
    return memory && described ? refuse(__func__) : CUDA_ERROR_INVALID_VALUE;
}

/* Nothing was imported, so these have no handle. */
CUresult cuExternalMemoryGetMappedBuffer(CUdeviceptr *d_pointer, CUexternalMemory memory,
                                         const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *described) {
    (void)memory;
    return d_pointer && described ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDestroyExternalMemory(CUexternalMemory memory) {
    (void)memory;
    return CUDA_ERROR_INVALID_HANDLE;
}
