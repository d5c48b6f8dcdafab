/**
 * @file
 * @brief NVTX for memory: names, regions and permissions for tools that check it. The calls do nothing here, so the
 *        checkers know of no region but what CUDA and malloc gave.
 */
#ifndef SIMT_NVTX_MEM_H
#define SIMT_NVTX_MEM_H

#include "nvToolsExt.h"

#define NVTX_EXT_MODULEID_MEM 1
#define NVTX_EXT_COMPATID_MEM 0x0102

typedef struct nvtxMemHeap_v1 nvtxMemHeap_t, *nvtxMemHeapHandle_t;
typedef struct nvtxMemRegion_v1 nvtxMemRegion_t, *nvtxMemRegionHandle_t;
typedef struct nvtxMemPermissions_v1 nvtxMemPermissions_t, *nvtxMemPermissionsHandle_t;

#define NVTX_MEM_HEAP_HANDLE_NO_TOOL                            ((nvtxMemHeapHandle_t)(intptr_t)-1)
#define NVTX_MEM_REGION_HANDLE_NO_TOOL                          ((nvtxMemRegionHandle_t)(intptr_t)-1)
#define NVTX_MEM_PERMISSIONS_HANDLE_NO_TOOL                     ((nvtxMemPermissionsHandle_t)(intptr_t)-1)
#define NVTX_MEM_HEAP_HANDLE_PROCESS_WIDE                       ((nvtxMemHeapHandle_t)0)
#define NVTX_MEM_PERMISSIONS_HANDLE_PROCESS_WIDE                ((nvtxMemPermissionsHandle_t)0)
#define NVTX_MEM_HEAP_USAGE_UNKNOWN                             0x0
#define NVTX_MEM_TYPE_UNKNOWN                                   0x0
#define NVTX_MEM_HEAP_USAGE_TYPE_SUB_ALLOCATOR                  0x1
#define NVTX_MEM_HEAP_USAGE_TYPE_LAYOUT                         0x2
#define NVTX_MEM_TYPE_VIRTUAL_ADDRESS                           0x1
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_NONE                  0x0
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_EXCLUDE_GLOBAL_READ   0x1
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_EXCLUDE_GLOBAL_WRITE  0x2
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_EXCLUDE_GLOBAL_ATOMIC 0x4
#define NVTX_MEM_REGION_REF_TYPE_UNKNOWN                        0x0
#define NVTX_MEM_REGION_REF_TYPE_POINTER                        0x1
#define NVTX_MEM_REGION_REF_TYPE_HANDLE                         0x2
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_NONE                  0x0
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_READ                  0x1
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_WRITE                 0x2
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_ATOMIC                0x4
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_RESET                 0x8
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_NONE                    0x0
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_STRICT_WRITE            0x2
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_STRICT_READ             0x1
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_STRICT_ATOMIC           0x4
#define NVTX_MEM_PERMISSIONS_BIND_SCOPE_UNKNOWN                 0x0
#define NVTX_MEM_PERMISSIONS_BIND_SCOPE_CPU_THREAD              0x1
#define NVTX_MEM_PERMISSIONS_BIND_SCOPE_CUDA_STREAM             0x2

typedef union nvtxMemRegionRef_t {
    const void *pointer;
    nvtxMemRegionHandle_t handle;
} nvtxMemRegionRef_t;
typedef struct nvtxMemVirtualRangeDesc_v1 {
    size_t size;
    const void *ptr;
} nvtxMemVirtualRangeDesc_v1, nvtxMemVirtualRangeDesc_t;
typedef struct nvtxMemHeapDesc_v1 {
    uint16_t extCompatID, structSize;
    uint32_t reserved0, usage, type;
    size_t typeSpecificDescSize;
    const void *typeSpecificDesc;
    uint32_t category, messageType;
    nvtxMessageValue_t message;
} nvtxMemHeapDesc_v1, nvtxMemHeapDesc_t;
typedef struct nvtxMemRegionsRegisterBatch_v1 {
    uint16_t extCompatID, structSize;
    uint32_t regionType;
    nvtxMemHeapHandle_t heap;
    size_t regionCount, regionDescElementSize;
    const void *regionDescElements;
    nvtxMemRegionHandle_t *regionHandleElementsOut;
} nvtxMemRegionsRegisterBatch_v1, nvtxMemRegionsRegisterBatch_t;
typedef struct nvtxMemRegionsResizeBatch_v1 {
    uint16_t extCompatID, structSize;
    uint32_t regionType;
    size_t regionDescCount, regionDescElementSize;
    const void *regionDescElements;
} nvtxMemRegionsResizeBatch_v1, nvtxMemRegionsResizeBatch_t;
typedef struct nvtxMemRegionsUnregisterBatch_v1 {
    uint16_t extCompatID, structSize;
    uint32_t refType;
    size_t refCount, refElementSize;
    const nvtxMemRegionRef_t *refElements;
} nvtxMemRegionsUnregisterBatch_v1, nvtxMemRegionsUnregisterBatch_t;
typedef struct nvtxMemRegionNameDesc_v1 {
    uint32_t regionRefType, nameType;
    nvtxMemRegionRef_t region;
    nvtxMessageValue_t name;
    uint32_t category, reserved0;
} nvtxMemRegionNameDesc_v1, nvtxMemRegionNameDesc_t;
typedef struct nvtxMemRegionsNameBatch_v1 {
    uint16_t extCompatID, structSize;
    uint32_t reserved0;
    size_t regionCount, regionElementSize;
    const nvtxMemRegionNameDesc_t *regionElements;
    size_t reserved1;
} nvtxMemRegionsNameBatch_v1, nvtxMemRegionsNameBatch_t;
typedef struct nvtxMemPermissionsAssignRegionDesc_v1 {
    uint32_t flags, regionRefType;
    nvtxMemRegionRef_t region;
} nvtxMemPermissionsAssignRegionDesc_v1, nvtxMemPermissionsAssignRegionDesc_t;
typedef struct nvtxMemPermissionsAssignBatch_v1 {
    uint16_t extCompatID, structSize;
    uint32_t reserved0;
    nvtxMemPermissionsHandle_t permissions;
    size_t regionCount, regionElementSize;
    const nvtxMemPermissionsAssignRegionDesc_t *regionElements;
    size_t reserved1;
} nvtxMemPermissionsAssignBatch_v1, nvtxMemPermissionsAssignBatch_t;

/* Each takes what it is given. A handle says that no tool listens. */
static inline nvtxMemHeapHandle_t nvtxMemHeapRegister(nvtxDomainHandle_t domain,
                                                      const nvtxMemHeapDesc_t *heap) {
    (void)domain, (void)heap;
    return NVTX_MEM_HEAP_HANDLE_NO_TOOL;
}
static inline void nvtxMemHeapUnregister(nvtxDomainHandle_t domain, nvtxMemHeapHandle_t heap) {
    (void)domain, (void)heap;
}
static inline void nvtxMemHeapReset(nvtxDomainHandle_t domain, nvtxMemHeapHandle_t heap) {
    (void)domain, (void)heap;
}
static inline void nvtxMemRegionsRegister(nvtxDomainHandle_t domain,
                                          const nvtxMemRegionsRegisterBatch_t *regions) {
    (void)domain, (void)regions;
}
static inline void nvtxMemRegionsResize(nvtxDomainHandle_t domain,
                                        const nvtxMemRegionsResizeBatch_t *regions) {
    (void)domain, (void)regions;
}
static inline void nvtxMemRegionsUnregister(nvtxDomainHandle_t domain,
                                            const nvtxMemRegionsUnregisterBatch_t *regions) {
    (void)domain, (void)regions;
}
static inline void nvtxMemRegionsName(nvtxDomainHandle_t domain,
                                      const nvtxMemRegionsNameBatch_t *regions) {
    (void)domain, (void)regions;
}
static inline void nvtxMemPermissionsAssign(nvtxDomainHandle_t domain,
                                            const nvtxMemPermissionsAssignBatch_t *regions) {
    (void)domain, (void)regions;
}
static inline nvtxMemPermissionsHandle_t nvtxMemPermissionsCreate(nvtxDomainHandle_t domain,
                                                                  int32_t flags) {
    (void)domain, (void)flags;
    return NVTX_MEM_PERMISSIONS_HANDLE_NO_TOOL;
}
static inline void nvtxMemPermissionsDestroy(nvtxDomainHandle_t domain,
                                             nvtxMemPermissionsHandle_t permissions) {
    (void)domain, (void)permissions;
}
static inline void nvtxMemPermissionsReset(nvtxDomainHandle_t domain,
                                           nvtxMemPermissionsHandle_t permissions) {
    (void)domain, (void)permissions;
}
static inline void nvtxMemPermissionsBind(nvtxDomainHandle_t domain,
                                          nvtxMemPermissionsHandle_t permissions, uint32_t scope,
                                          uint32_t flags) {
    (void)domain, (void)permissions, (void)scope, (void)flags;
}
static inline void nvtxMemPermissionsUnbind(nvtxDomainHandle_t domain, uint32_t scope) {
    (void)domain, (void)scope;
}

#endif
