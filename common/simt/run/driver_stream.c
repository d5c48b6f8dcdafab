/**
 * @file
 * @brief The driver API: streams and events, which are the runtime's own.
 */
#include "driver.h"

static cudaError_t make_stream(CUstream *stream, unsigned int flags, int priority) {
    if (!stream || flags & ~1u) return cudaErrorInvalidValue;
    return cudaStreamCreateWithPriority(stream, flags, priority);
}
static cudaError_t make_event(CUevent *event, unsigned int flags) {
    return event ? cudaEventCreateWithFlags(event, flags) : cudaErrorInvalidValue;
}

DRIVER_CALL(cuStreamCreate, (CUstream * stream, unsigned int flags), make_stream(stream, flags, 0))
DRIVER_CALL(cuStreamCreateWithPriority, (CUstream * stream, unsigned int flags, int priority),
            make_stream(stream, flags, priority))
DRIVER_CALL(cuStreamDestroy, (CUstream stream), cudaStreamDestroy(stream))
DRIVER_CALL(cuStreamSynchronize, (CUstream stream), cudaStreamSynchronize(stream))
DRIVER_CALL(cuStreamQuery, (CUstream stream), cudaStreamQuery(stream))
DRIVER_CALL(cuStreamGetFlags, (CUstream stream, unsigned int *flags),
            cudaStreamGetFlags(stream, flags))
DRIVER_CALL(cuStreamGetPriority, (CUstream stream, int *priority),
            cudaStreamGetPriority(stream, priority))
DRIVER_CALL(cuStreamGetId, (CUstream stream, unsigned long long *id), cudaStreamGetId(stream, id))
DRIVER_CALL(cuStreamGetDevice, (CUstream stream, CUdevice *device), cudaStreamGetDevice(stream, device))
DRIVER_CALL(cuStreamGetAttribute, (CUstream stream, CUstreamAttrID id, CUstreamAttrValue *value),
            cudaStreamGetAttribute(stream, (enum cudaLaunchAttributeID)id, value))
DRIVER_CALL(cuStreamSetAttribute, (CUstream stream, CUstreamAttrID id, const CUstreamAttrValue *value),
            cudaStreamSetAttribute(stream, (enum cudaLaunchAttributeID)id, value))
DRIVER_CALL(cuStreamCopyAttributes, (CUstream to, CUstream from), cudaStreamCopyAttributes(to, from))

CUresult cuStreamGetCtx(CUstream stream, CUcontext *context) {
    struct driver_call call = simt_driver_begin(true);
    if (call.refused || !context) return call.refused ? call.refused : CUDA_ERROR_INVALID_VALUE;
    *context = simt_current_context();
    if ((*context)->device != simt_device_of(stream)) *context = simt_primary_context(simt_device_of(stream));
    return CUDA_SUCCESS;
}
DRIVER_CALL(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned int flags),
            cudaStreamWaitEvent(stream, event, flags))
/* An int returns in the same way, whatever its values are called. */
DRIVER_CALL(cuStreamAddCallback,
            (CUstream stream, CUstreamCallback callback, void *user_data, unsigned int flags),
            cudaStreamAddCallback(stream, (cudaStreamCallback_t)(void *)callback, user_data, flags))
DRIVER_CALL(cuLaunchHostFunc, (CUstream stream, CUhostFn function, void *user_data),
            cudaLaunchHostFunc(stream, function, user_data))
DRIVER_CALL(cuEventCreate, (CUevent * event, unsigned int flags), make_event(event, flags))
DRIVER_CALL(cuEventDestroy, (CUevent event), cudaEventDestroy(event))
DRIVER_CALL(cuEventRecord, (CUevent event, CUstream stream), cudaEventRecord(event, stream))
DRIVER_CALL(cuEventRecordWithFlags, (CUevent event, CUstream stream, unsigned int flags),
            cudaEventRecordWithFlags(event, stream, flags))
DRIVER_CALL(cuEventSynchronize, (CUevent event), cudaEventSynchronize(event))
DRIVER_CALL(cuEventQuery, (CUevent event), cudaEventQuery(event))
DRIVER_CALL(cuEventElapsedTime, (float *ms, CUevent start, CUevent stop),
            cudaEventElapsedTime(ms, start, stop))
