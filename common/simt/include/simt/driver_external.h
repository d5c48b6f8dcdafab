/**
 * @file
 * @brief The driver API: memory that graphics libraries share, which a CPU has not.
 *
 * Headers of libraries name these types and functions. A program that names the functions itself is refused when it is
 * compiled; each call by a library's header says so on stderr and gives CUDA_ERROR_NOT_SUPPORTED.
 */
#ifndef SIMT_DRIVER_EXTERNAL_H
#define SIMT_DRIVER_EXTERNAL_H

#include "driver_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct simt_external_memory *CUexternalMemory;
typedef enum CUexternalMemoryHandleType_enum {
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD = 1,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32_KMT,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_HEAP,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_RESOURCE,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE_KMT,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_DMABUF_FD,
} CUexternalMemoryHandleType;

typedef struct CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st {
    CUexternalMemoryHandleType type;
    union {
        int fd;
        struct {
            void *handle;
            const void *name;
        } win32;
        const void *nvSciBufObject;
    } handle;
    unsigned long long size; /**< in bytes */
    unsigned int flags, reserved[16];
} CUDA_EXTERNAL_MEMORY_HANDLE_DESC;

typedef struct CUDA_EXTERNAL_MEMORY_BUFFER_DESC_st {
    unsigned long long offset, size; /**< in bytes */
    unsigned int flags, reserved[16];
} CUDA_EXTERNAL_MEMORY_BUFFER_DESC;

CUresult cuImportExternalMemory(CUexternalMemory *memory,
                                const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *described);
CUresult cuExternalMemoryGetMappedBuffer(CUdeviceptr *d_pointer, CUexternalMemory memory,
                                         const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *described);
CUresult cuDestroyExternalMemory(CUexternalMemory memory);

#ifdef __cplusplus
}
#endif
#endif
