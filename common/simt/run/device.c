/**
 * @file
 * @brief The device as a program sees it: errors, properties, settings from the environment.
 *
 * Errors come as a GPU gives them. A call's own error is kept until cudaGetLastError takes it. A
 * kernel's fault shows at the next call that waits for the device, and from then on in every call.
 */
#include "capture.h"
#include "child.h"
#include "heap.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static __thread cudaError_t last_error;
static _Atomic int failed_call; /* of any thread, and nobody has asked for the last error since */
static struct { _Atomic int pending, sticky, refused; } errors[MAX_DEVICES];

cudaError_t simt_fail(cudaError_t error) {
    if (simt_in_kernel()) return simt_thread_fails(error);
    if (error) last_error = error, failed_call = (int)error;
    return error;
}

cudaError_t simt_take_failed_call(void) {
    return (cudaError_t)atomic_exchange(&failed_call, 0);
}

cudaError_t simt_enter_on(int device, bool synchronises) {
    if (simt_in_kernel()) return cudaSuccess;
    if (simt_in_host_function) return cudaErrorNotPermitted;
    simt_uses_runtime = true;
    int sticky = errors[device].sticky;
    if (synchronises && !sticky && errors[device].pending)
        errors[device].sticky = sticky = errors[device].pending;
    if (synchronises && !sticky && errors[device].refused)
        return simt_fail((cudaError_t)atomic_exchange(&errors[device].refused, 0));
    return simt_fail((cudaError_t)sticky);
}

cudaError_t simt_enter(bool synchronises) {
    return simt_enter_on(simt_device, synchronises);
}

void simt_set_pending(int device, cudaError_t error) {
    int none = 0;
    if (simt_check && simt_setting_number("SIMT_GO_ON", 0, 0, 1))
        return; /* its report says what was wrong */
    atomic_compare_exchange_strong(&errors[device].pending, &none, (int)error);
}

cudaError_t simt_device_error(int device) {
    int sticky = errors[device].sticky;
    return (cudaError_t)(sticky ? sticky : errors[device].pending);
}

void simt_set_refused(int device, cudaError_t error) {
    errors[device].refused = (int)error;
}

void simt_forget_errors(int device) {
    errors[device].pending = errors[device].sticky = errors[device].refused = 0;
    last_error = cudaSuccess;
}

cudaError_t cudaPeekAtLastError(void) {
    if (simt_in_kernel()) return simt_thread_error(false);
    return last_error;
}

/* Clears what was remembered; after a kernel's fault every other call remembers it again. */
cudaError_t cudaGetLastError(void) {
    if (simt_in_kernel()) return simt_thread_error(true);
    cudaError_t error = last_error;
    last_error = cudaSuccess, failed_call = 0;
    return error;
}

void simt_die(const char *format, ...) {
    char text[2000];
    fflush(stdout);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    simt_print("simt: %s\n", text);
    _exit(2);
}

/*
 * Settings.
 */
const char *simt_setting(const char *name) {
    return simt_setting_kept ? simt_setting_kept(name) : getenv(name);
}

uint64_t simt_setting_number(const char *name, uint64_t otherwise, uint64_t least, uint64_t most) {
    const char *text = simt_setting(name);
    if (!text || !*text) return otherwise;
    char *end;
    uint64_t value = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end || value < least || value > most)
        simt_die("%s is '%s'. It must be a number from %lu to %lu", name, text,
                 (unsigned long)least, (unsigned long)most);
    return value;
}

/* A size: 4096, 64K, 256M, 2G. */
uint64_t simt_setting_bytes(const char *name, uint64_t otherwise) {
    const char *text = simt_setting(name), *const units = "KMGT";
    if (!text || !*text) return otherwise;
    char *end;
    uint64_t value = strtoull(text, &end, 10);
    const char *unit = *end ? strchr(units, toupper((unsigned char)*end)) : NULL;
    int shift = unit ? (int)(unit - units + 1) * 10 : 0;
    if (!isdigit((unsigned char)*text) || (*end && (!unit || end[1])) ||
        value > UINT64_MAX >> shift || value == 0)
        simt_die("%s is '%s'. It must be a size such as 4096, 64K, 256M or 2G", name, text);
    return value << shift;
}

/* POISON, or what SIMT_UNWRITTEN says. A check build needs no other: it reports reads of such memory. */
int simt_unwritten(void) {
    static atomic_int byte = -1;
    if (byte < 0)
        byte = simt_check ? POISON : (int)simt_setting_number("SIMT_UNWRITTEN", POISON, 0, 255);
    return byte;
}

/*
 * The rest of the device's calls.
 */
cudaError_t cudaDeviceSynchronize(void) {
    cudaError_t error = simt_unsafe();
    return error ? error : simt_wait_for(simt_device);
}
cudaError_t cudaThreadSynchronize(void) {
    return simt_wait_for(simt_device);
}
cudaError_t cudaProfilerStart(void) {
    return simt_enter(false);
}
cudaError_t cudaProfilerStop(void) {
    return simt_enter(false);
}
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache c) {
    (void)c;
    return simt_enter(false);
}
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config) {
    if (!config) return simt_fail(cudaErrorInvalidValue);
    *config = cudaSharedMemBankSizeFourByte;
    return simt_enter(false);
}
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig c) {
    (void)c;
    return simt_enter(false);
}
cudaError_t cudaSetDeviceFlags(unsigned int flags) {
    (void)flags;
    return simt_enter(false);
}

cudaError_t cudaGetDeviceFlags(unsigned int *flags) {
    *flags = 0;
    return simt_enter(false);
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config) {
    *config = cudaFuncCachePreferNone;
    return simt_enter(false);
}

/* The names that CUDA had first. */
cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value) {
    return cudaDeviceSetLimit(limit, value);
}

cudaError_t cudaThreadGetLimit(size_t *value, enum cudaLimit limit) {
    return cudaDeviceGetLimit(value, limit);
}

cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config) {
    return cudaDeviceSetCacheConfig(config);
}

cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *config) {
    return cudaDeviceGetCacheConfig(config);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    if (least) *least = 0;
    if (greatest) *greatest = -5;
    return simt_enter(false);
}

cudaError_t cudaRuntimeGetVersion(int *version) {
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version) {
    return cudaRuntimeGetVersion(version);
}

static size_t printf_limit = 1 << 20;

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
    if (simt_queues()) simt_wait_for(simt_device);
    if (limit == cudaLimitStackSize && value > simt_stack_bytes()) simt_set_stack_bytes(value);
    if (limit == cudaLimitMallocHeapSize && simt_set_heap_limit(value))
        return simt_fail(cudaErrorInvalidValue);
    if (limit == cudaLimitPrintfFifoSize) printf_limit = value;
    if (limit == cudaLimitDevRuntimePendingLaunchCount) simt_set_pending_limit(value);
    return simt_enter(false);
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
    if (!value) return simt_fail(cudaErrorInvalidValue);
    *value = limit == cudaLimitStackSize                      ? simt_stack_bytes()
             : limit == cudaLimitMallocHeapSize               ? simt_heap_limit()
             : limit == cudaLimitPrintfFifoSize               ? printf_limit
             : limit == cudaLimitDevRuntimePendingLaunchCount ? simt_pending_limit()
                                                              : 0;
    return simt_enter(false);
}
