/**
 * @file
 * @brief The driver API: the driver itself, its errors, and contexts.
 *
 * A context is no more than a device here: all contexts of a device share its memory and its errors. Which one a
 * thread uses decides its device. The runtime API uses the primary context of the thread's device.
 */
#include "driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64 };

static struct simt_context primary[MAX_DEVICES];
static __thread struct simt_context *stack[DEEPEST];
static __thread int depth;
static _Atomic bool initialised;
static _Atomic unsigned long long contexts = MAX_DEVICES; /* that were made, behind the primary ones */

CUcontext simt_primary_context(int device) {
    primary[device].device = device;
    primary[device].primary = true;
    primary[device].id = (unsigned long long)device + 1;
    return &primary[device];
}

/* cudaSetDevice has chosen a primary context. */
static void follow_runtime(void) {
    if (simt_device_chosen && depth) stack[depth - 1] = simt_primary_context(simt_device);
    simt_device_chosen = false;
}

CUcontext simt_current_context(void) {
    follow_runtime();
    if (depth) return stack[depth - 1];
    return simt_uses_runtime ? simt_primary_context(simt_device) : NULL;
}

struct driver_call simt_driver_begin(bool needs_context) {
    struct driver_call call = {cudaPeekAtLastError(), simt_uses_runtime, CUDA_SUCCESS};
    CUcontext context = simt_current_context();
    if (simt_uses_runtime) initialised = true;
    if (!initialised)
        call.refused = CUDA_ERROR_NOT_INITIALIZED;
    else if (needs_context && !context)
        call.refused = CUDA_ERROR_INVALID_CONTEXT;
    else if (needs_context && context->destroyed)
        call.refused = CUDA_ERROR_CONTEXT_IS_DESTROYED;
    return call;
}

/* The driver's errors are none of cudaGetLastError's. */
CUresult simt_driver_end(const struct driver_call *call, cudaError_t error) {
    cudaGetLastError();
    simt_fail(call->last_error);
    simt_uses_runtime = call->uses_runtime;
    return (CUresult)error;
}

/*
 * The driver.
 */
CUresult cuInit(unsigned int flags) {
    if (flags) return CUDA_ERROR_INVALID_VALUE;
    initialised = true;
    return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *version) {
    if (!version) return CUDA_ERROR_INVALID_VALUE;
    *version = CUDA_VERSION;
    return CUDA_SUCCESS;
}

CUresult cuGetErrorName(CUresult error, const char **name) {
#define NAMED(name, number) {number, #name},
    static const struct {
        int number;
        const char *name;
    } names[] = {SIMT_DRIVER_ERRORS(NAMED)};
    if (!name) return CUDA_ERROR_INVALID_VALUE;
    *name = NULL;
    for (size_t i = 0; i < sizeof(names) / sizeof(*names) && !*name; i++)
        if (names[i].number == (int)error) *name = names[i].name;
    return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **sentence) {
    const char *name;
    if (!sentence) return CUDA_ERROR_INVALID_VALUE;
    *sentence = NULL;
    if (cuGetErrorName(error, &name) != CUDA_SUCCESS) return CUDA_ERROR_INVALID_VALUE;
    *sentence = cudaGetErrorString((cudaError_t)error);
    if (error == CUDA_ERROR_INVALID_CONTEXT) *sentence = "invalid device context";
    return CUDA_SUCCESS;
}

/*
 * Contexts.
 */
static CUresult use(CUcontext context) {
    simt_device = context->device;
    return CUDA_SUCCESS;
}

static CUresult push(CUcontext context) {
    if (depth == DEEPEST) return CUDA_ERROR_OUT_OF_MEMORY;
    stack[depth++] = context;
    return use(context);
}

static CUresult check_context(CUcontext context) {
    struct driver_call call = simt_driver_begin(false);
    if (call.refused) return call.refused;
    if (!context) return CUDA_ERROR_INVALID_CONTEXT;
    return context->destroyed ? CUDA_ERROR_CONTEXT_IS_DESTROYED : CUDA_SUCCESS;
}

CUresult simt_context_create(CUcontext *context, CUctxCreateParams *params, unsigned int flags,
                             CUdevice device) {
    CUresult error = simt_of_device(device, context);
    if (error) return error;
    if (params && (params->execAffinityParams || params->cigParams)) {
        simt_print("simt: cuCtxCreate: its parameters are not part of the CPU runtime. Pass "
                   "NULL, or leave them empty\n");
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    if (flags & ~(unsigned int)CU_CTX_FLAGS_MASK) return CUDA_ERROR_INVALID_VALUE;
    CUcontext made = calloc(1, sizeof(*made));
    if (!made) return CUDA_ERROR_OUT_OF_MEMORY;
    *made = (struct simt_context){.device = device, .flags = flags, .users = 1, .id = ++contexts};
    *context = made;
    return push(made);
}

/* It stays known as one that is destroyed. Its device begins anew. */
CUresult cuCtxDestroy(CUcontext context) {
    CUresult error = check_context(context);
    if (error || context->primary) return error ? error : CUDA_ERROR_INVALID_CONTEXT;
    struct driver_call call = simt_driver_begin(false);
    int device = simt_device;
    simt_wait_for(context->device);
    simt_free_memory_of_context(context);
    simt_forget_errors(context->device);
    context->destroyed = true;
    simt_device = device;
    if (depth && stack[depth - 1] == context) depth--;
    if (depth) use(stack[depth - 1]);
    return simt_driver_end(&call, cudaSuccess);
}

CUresult cuCtxSetCurrent(CUcontext context) {
    CUresult error = context ? check_context(context) : simt_of_device(0, &depth);
    if (error) return error;
    follow_runtime();
    if (depth) depth--;
    if (!context) simt_uses_runtime = false;
    return context ? push(context) : CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *context) {
    CUresult error = simt_of_device(0, context);
    if (!error) *context = simt_current_context();
    return error;
}

CUresult cuCtxPushCurrent(CUcontext context) {
    CUresult error = check_context(context);
    follow_runtime();
    return error ? error : push(context);
}

CUresult cuCtxPopCurrent(CUcontext *context) {
    struct driver_call call = simt_driver_begin(false);
    CUcontext top = simt_current_context();
    if (call.refused || !top) return call.refused ? call.refused : CUDA_ERROR_INVALID_CONTEXT;
    if (context) *context = top;
    if (depth)
        depth--;
    else
        simt_uses_runtime = false;
    if (depth) use(stack[depth - 1]);
    return CUDA_SUCCESS;
}

DRIVER_CALL(cuCtxSynchronize, (void), cudaDeviceSynchronize())
DRIVER_CALL(cuCtxGetDevice, (CUdevice * device), cudaGetDevice(device))
DRIVER_CALL(cuCtxGetLimit, (size_t * value, CUlimit limit),
            cudaDeviceGetLimit(value, (enum cudaLimit)limit))
DRIVER_CALL(cuCtxSetLimit, (CUlimit limit, size_t value),
            cudaDeviceSetLimit((enum cudaLimit)limit, value))
DRIVER_CALL(cuCtxGetCacheConfig, (CUfunc_cache * config),
            cudaDeviceGetCacheConfig((enum cudaFuncCache *)config))
DRIVER_CALL(cuCtxSetCacheConfig, (CUfunc_cache config),
            cudaDeviceSetCacheConfig((enum cudaFuncCache)config))
DRIVER_CALL(cuCtxGetSharedMemConfig, (CUsharedconfig * config),
            cudaDeviceGetSharedMemConfig((enum cudaSharedMemConfig *)config))
DRIVER_CALL(cuCtxSetSharedMemConfig, (CUsharedconfig config),
            cudaDeviceSetSharedMemConfig((enum cudaSharedMemConfig)config))
DRIVER_CALL(cuCtxResetPersistingL2Cache, (void), cudaCtxResetPersistingL2Cache())
DRIVER_CALL(cuCtxGetStreamPriorityRange, (int *least, int *greatest),
            cudaDeviceGetStreamPriorityRange(least, greatest))
DRIVER_CALL(cuCtxEnablePeerAccess, (CUcontext peer, unsigned int flags),
            peer ? cudaDeviceEnablePeerAccess(peer->device, flags)
                 : (cudaError_t)CUDA_ERROR_INVALID_CONTEXT)
DRIVER_CALL(cuCtxDisablePeerAccess, (CUcontext peer),
            peer ? cudaDeviceDisablePeerAccess(peer->device)
                 : (cudaError_t)CUDA_ERROR_INVALID_CONTEXT)
DRIVER_CALL(cuProfilerStart, (void), cudaProfilerStart())
DRIVER_CALL(cuProfilerStop, (void), cudaProfilerStop())

CUresult cuCtxGetFlags(unsigned int *flags) {
    struct driver_call call = simt_driver_begin(true);
    if (call.refused || !flags) return call.refused ? call.refused : CUDA_ERROR_INVALID_VALUE;
    *flags = simt_current_context()->flags;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetFlags(unsigned int flags) {
    struct driver_call call = simt_driver_begin(true);
    if (call.refused) return call.refused;
    if (flags & ~(unsigned int)CU_CTX_FLAGS_MASK) return CUDA_ERROR_INVALID_VALUE;
    simt_current_context()->flags = flags;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetId(CUcontext context, unsigned long long *id) {
    CUresult error = check_context(context ? context : simt_current_context());
    if (error || !id) return error ? error : CUDA_ERROR_INVALID_VALUE;
    *id = context ? context->id : simt_current_context()->id;
    return CUDA_SUCCESS;
}

/* One user more, or less: the last one ends it. */
CUresult cuCtxAttach(CUcontext *context, unsigned int flags) {
    struct driver_call call = simt_driver_begin(true);
    if (call.refused || !context || flags) return call.refused ? call.refused : CUDA_ERROR_INVALID_VALUE;
    *context = simt_current_context();
    (*context)->users++;
    return CUDA_SUCCESS;
}

CUresult cuCtxDetach(CUcontext context) {
    CUresult error = check_context(context);
    if (error) return error;
    if (context != simt_current_context() || !context->users) return CUDA_ERROR_INVALID_CONTEXT;
    if (--context->users > 0 || context->primary) return CUDA_SUCCESS;
    return cuCtxDestroy(context);
}

CUresult cuCtxGetApiVersion(CUcontext context, unsigned int *version) {
    CUresult error = check_context(context ? context : simt_current_context());
    if (error || !version) return error ? error : CUDA_ERROR_INVALID_VALUE;
    *version = CUDA_VERSION;
    return CUDA_SUCCESS;
}

/*
 * Primary contexts.
 */
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
    CUresult error = simt_of_device(device, context);
    if (error) return error;
    *context = simt_primary_context(device);
    primary[device].users++;
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
    CUresult error = simt_of_device(device, primary);
    if (!error && primary[device].users == 0) return CUDA_ERROR_INVALID_CONTEXT;
    if (!error) primary[device].users--;
    return error;
}

CUresult cuDevicePrimaryCtxReset(CUdevice device) {
    CUresult error = simt_of_device(device, primary);
    if (error) return error;
    struct driver_call call = simt_driver_begin(false);
    int before = simt_device;
    simt_device = device;
    cudaDeviceReset();
    simt_device = before;
    return simt_driver_end(&call, cudaSuccess);
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags) {
    CUresult error = simt_of_device(device, primary);
    if (!error) primary[device].flags = flags;
    return error;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active) {
    CUresult error = simt_of_device(device, flags);
    if (error || !active) return error ? error : CUDA_ERROR_INVALID_VALUE;
    *flags = primary[device].flags;
    *active = primary[device].users > 0 || simt_uses_runtime;
    return CUDA_SUCCESS;
}
