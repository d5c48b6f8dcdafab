/**
 * @file
 * @brief Several devices, by SIMT_DEVICES: which one a thread uses, and whose memory each may touch.
 */
#include "queue.h"

#include <stdio.h>
#include <stdlib.h>

__thread int simt_device;
__thread bool simt_uses_runtime, simt_device_chosen;

static _Atomic int count; /* 0: not known yet */
static _Atomic uint32_t
    peers[MAX_DEVICES]; /* whose memory a device was allowed to touch: a bit each */

int simt_device_count(void) {
    int n = atomic_load_explicit(&count, memory_order_relaxed);
    if (!n) count = n = (int)simt_setting_number("SIMT_DEVICES", 1, 1, MAX_DEVICES);
    return n;
}

bool simt_is_device(int number) {
    return number >= 0 && number < simt_device_count();
}

uint32_t simt_reach(int device) {
    return peers[device] | 1u << device;
}

cudaError_t cudaGetDeviceCount(int *n) {
    if (!n) return simt_fail(cudaErrorInvalidValue);
    *n = simt_device_count();
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *number) {
    if (number && simt_in_kernel()) return *number = simt_worker->launch->device, cudaSuccess;
    if (!number) return simt_fail(cudaErrorInvalidValue);
    *number = simt_device;
    return simt_enter(false);
}

/* After that the thread's calls are about another device, and so are the errors that they give. */
cudaError_t cudaSetDevice(int number) {
    if (!simt_is_device(number)) return simt_fail(cudaErrorInvalidDevice);
    simt_device = number;
    simt_device_chosen = true;
    return simt_enter(false);
}

/* All are alike, so the first fits best. */
cudaError_t cudaChooseDevice(int *number, const struct cudaDeviceProp *prop) {
    (void)prop;
    if (!number) return simt_fail(cudaErrorInvalidValue);
    *number = 0;
    return simt_enter(false);
}

cudaError_t cudaInitDevice(int number, unsigned int device_flags, unsigned int flags) {
    (void)device_flags;
    (void)flags;
    return simt_is_device(number) ? simt_enter(false) : simt_fail(cudaErrorInvalidDevice);
}

cudaError_t cudaSetValidDevices(int *devices, int n) {
    if (!devices || n < 1) return simt_fail(cudaErrorInvalidValue);
    for (int i = 0; i < n; i++)
        if (!simt_is_device(devices[i])) return simt_fail(cudaErrorInvalidDevice);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char *name, int bytes, int number) {
    if (!simt_is_device(number)) return simt_fail(cudaErrorInvalidDevice);
    if (!name || bytes < (int)sizeof("0000:00:00.0")) return simt_fail(cudaErrorInvalidValue);
    snprintf(name, (size_t)bytes, "0000:%02x:00.0", number);
    return cudaSuccess;
}

/*
 * Peers. Each way is allowed by itself: by the device that will touch, of the one that has the memory.
 */
cudaError_t cudaDeviceCanAccessPeer(int *can, int number, int peer) {
    if (!can) return simt_fail(cudaErrorInvalidValue);
    *can = 0;
    if (!simt_is_device(number) || !simt_is_device(peer)) return simt_fail(cudaErrorInvalidDevice);
    *can = number != peer;
    return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
    if (!simt_is_device(peer) || peer == simt_device) return simt_fail(cudaErrorInvalidDevice);
    if (flags) return simt_fail(cudaErrorInvalidValue);
    uint32_t before = atomic_fetch_or(&peers[simt_device], 1u << peer);
    return before >> peer & 1 ? simt_fail(cudaErrorPeerAccessAlreadyEnabled) : simt_enter(false);
}

void simt_allow(int number, int peer) {
    atomic_fetch_or(&peers[number], 1u << peer);
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int number,
                                      int peer) {
    if (!value) return simt_fail(cudaErrorInvalidValue);
    if (!simt_is_device(number) || !simt_is_device(peer) || number == peer)
        return simt_fail(cudaErrorInvalidDevice);
    *value = attribute == cudaDevP2PAttrAccessSupported ||
             attribute == cudaDevP2PAttrNativeAtomicSupported ||
             attribute == cudaDevP2PAttrCudaArrayAccessSupported;
    return simt_enter(false);
}

cudaError_t cudaDeviceGetByPCIBusId(int *number, const char *name) {
    unsigned int domain = 0, bus = 0;
    if (!number || !name ||
        (sscanf(name, "%x:%x:", &domain, &bus) != 2 && sscanf(name, "%x:", &bus) != 1))
        return simt_fail(cudaErrorInvalidValue);
    if (!simt_is_device((int)bus)) return simt_fail(cudaErrorInvalidDevice);
    *number = (int)bus;
    return simt_enter(false);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    if (!simt_is_device(peer)) return simt_fail(cudaErrorInvalidDevice);
    uint32_t before = atomic_fetch_and(&peers[simt_device], ~(1u << peer));
    return before >> peer & 1 ? simt_enter(false) : simt_fail(cudaErrorPeerAccessNotEnabled);
}

/* The others keep what they have, and lose what they could touch of this one. */
cudaError_t cudaDeviceReset(void) {
    cudaError_t error = simt_wait_for(simt_device);
    simt_free_memory_of(simt_device);
    simt_forget_errors(simt_device);
    peers[simt_device] = 0;
    for (int i = 0; i < simt_device_count(); i++) atomic_fetch_and(&peers[i], ~(1u << simt_device));
    return error;
}

cudaError_t cudaThreadExit(void) {
    return cudaDeviceReset();
}
