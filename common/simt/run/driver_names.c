/**
 * @file
 * @brief The driver API: functions that a program asks for by their names.
 *
 * Such a program is linked with the shared runtime (driver/shared.sh), whose symbols are these functions. That runtime
 * has the name libcuda.so.1, too, so that a program which opens that library finds the same functions.
 */
#include "driver.h"
#include "internal.h"

#include <ctype.h>
#include <dlfcn.h>
#include <string.h>

/* As the releases before CUDA 12.5 had it. */
#undef cuCtxCreate
CUresult cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice device);
CUresult cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice device) {
    return simt_context_create(context, NULL, flags, device);
}

/* Functions that have had other parameters. What the runtime has is that of the release, and newer. */
static const struct {
    const char *name;
    int release;
    const char *newer;
} changed[] = {{"cuCtxCreate", 12050, "cuCtxCreate_v4"},
               {"cuMemAdvise", 12020, NULL},
               {"cuMemPrefetchAsync", 12020, NULL},
               {"cuGraphInstantiate", 12000, NULL},
               {"cuGraphExecUpdate", 12000, NULL},
               {"cuGraphAddNode", 12030, NULL},
               {"cuGraphGetEdges", 12030, NULL},
               {"cuGraphNodeGetDependencies", 12030, NULL},
               {"cuGraphNodeGetDependentNodes", 12030, NULL},
               {"cuGraphAddDependencies", 12030, NULL},
               {"cuGraphRemoveDependencies", 12030, NULL},
               {"cuStreamGetCaptureInfo", 12030, NULL},
               {"cuStreamUpdateCaptureDependencies", 12030, NULL}};

/* The function, or NULL and why not. */
static CUdriverProcAddressQueryResult find(const char *caller, const char *name, int release,
                                           void **function) {
    Dl_info own;
    *function = NULL;
    for (size_t i = 0; i < sizeof(changed) / sizeof(*changed); i++) {
        if (strcmp(name, changed[i].name) != 0) continue;
        if (release >= changed[i].release)
            name = changed[i].newer ? changed[i].newer : name;
        else if (!changed[i].newer) {
            simt_print("simt: %s: %s as CUDA %d.%d had it is not part of the CPU runtime. Ask for "
                       "that of CUDA %d.%d\n",
                       caller, name, release / 1000, release / 10 % 100, changed[i].release / 1000,
                       changed[i].release / 10 % 100);
            return CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
        }
    }
    void *runtime =
        dladdr((void *)cuInit, &own) ? dlopen(own.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    if (runtime && strncmp(name, "cu", 2) == 0 && isupper((unsigned char)name[2]))
        *function = dlsym(runtime, name);
    if (runtime) dlclose(runtime);
    if (*function) return CU_GET_PROC_ADDRESS_SUCCESS;
    simt_print("simt: %s: the driver's %s is not part of the CPU runtime. docs/cpu-support.md "
               "lists its functions\n",
               caller, name);
    return CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
}

CUresult cuGetProcAddress(const char *name, void **function, int version, unsigned long long flags,
                          CUdriverProcAddressQueryResult *result) {
    if (!name || !function || flags > CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)
        return CUDA_ERROR_INVALID_VALUE;
    const CUdriverProcAddressQueryResult found = find("cuGetProcAddress", name, version, function);
    if (result) *result = found;
    return found == CU_GET_PROC_ADDRESS_SUCCESS || result ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function,
                                             unsigned int version, unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *result) {
    if (!symbol || !function || flags > cudaEnablePerThreadDefaultStream)
        return simt_fail(cudaErrorInvalidValue);
    const cudaError_t error = simt_enter(false);
    if (error) return error;
    const CUdriverProcAddressQueryResult found =
        find("cudaGetDriverEntryPoint", symbol, (int)version, function);
    if (result) *result = (enum cudaDriverEntryPointQueryResult)found;
    return found == CU_GET_PROC_ADDRESS_SUCCESS || result ? cudaSuccess
                                                          : simt_fail(cudaErrorSymbolNotFound);
}

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *result) {
    return cudaGetDriverEntryPointByVersion(symbol, function, CUDART_VERSION, flags, result);
}
