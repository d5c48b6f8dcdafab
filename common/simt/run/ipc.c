/**
 * @file
 * @brief What reaches out of the process: memory of other processes, and the driver. All of it is refused.
 */
#include "internal.h"

#include <stdio.h>

cudaError_t simt_not_shared(const char *call) {
    simt_print(
        "simt: %s: memory and events of another process are not part of the CPU runtime. Use one "
        "process with several threads\n",
        call);
    return simt_fail(cudaErrorNotSupported);
}

#define REFUSED(name, parameters, ...)                                                             \
    cudaError_t name parameters {                                                                  \
        __VA_ARGS__;                                                                               \
        return simt_not_shared(#name);                                                             \
    }
REFUSED(cudaIpcGetMemHandle, (cudaIpcMemHandle_t * handle, void *d_pointer), (void)handle,
        (void)d_pointer)
REFUSED(cudaIpcOpenMemHandle, (void **d_pointer, cudaIpcMemHandle_t handle, unsigned int flags),
        (void)d_pointer, (void)handle, (void)flags)
REFUSED(cudaIpcCloseMemHandle, (void *d_pointer), (void)d_pointer)
REFUSED(cudaIpcGetEventHandle, (cudaIpcEventHandle_t * handle, cudaEvent_t event), (void)handle,
        (void)event)
REFUSED(cudaIpcOpenEventHandle, (cudaEvent_t * event, cudaIpcEventHandle_t handle), (void)event,
        (void)handle)

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *result) {
    (void)flags;
    if (!symbol || !function) return simt_fail(cudaErrorInvalidValue);
    *function = NULL;
    if (result) *result = cudaDriverEntryPointSymbolNotFound;
    simt_print(
        "simt: cudaGetDriverEntryPoint: the driver's %s is not part of the CPU runtime. Call the "
        "runtime's own function\n",
        symbol);
    return simt_fail(cudaErrorSymbolNotFound);
}

cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function,
                                             unsigned int version, unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *result) {
    (void)version;
    return cudaGetDriverEntryPoint(symbol, function, flags, result);
}
