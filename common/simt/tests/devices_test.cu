/**
 * @file
 * @brief Several devices: each has memory, streams, events, errors and a budget of its own.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "promise.h"

enum { N = 64, BYTES = N * sizeof(int), DEVICES = 3 };

__global__ void fill(int *out, int value) {
    out[threadIdx.x] = value;
}
__global__ void add(int *out, const int *in, int value) {
    out[threadIdx.x] = in[threadIdx.x] + value;
}
__global__ void big(int *out) {
    extern __shared__ int room[];
    room[threadIdx.x] = 1;
    out[threadIdx.x] = room[threadIdx.x];
}
__global__ void trap() {
    __trap();
}

static int *d[DEVICES]; /* N ints on each */

static void fill_all() {
    for (int i = 0; i < DEVICES; i++) {
        cudaSetDevice(i);
        if (!d[i]) cudaMalloc(&d[i], BYTES);
        fill<<<1, N>>>(d[i], i);
        cudaDeviceSynchronize();
    }
    cudaSetDevice(0);
}

static bool holds(const int *d_keys, int value) {
    int keys[N];
    cudaMemcpy(keys, d_keys, BYTES, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        if (keys[i] != value) return false;
    return true;
}

/* What the last of these printed on stderr. */
static char said[600];
static cudaError_t hear(cudaError_t (*body)()) {
    char name[] = "/tmp/devices-XXXXXX";
    int file = mkstemp(name), old = dup(2);
    dup2(file, 2);
    cudaError_t error = body();
    dup2(old, 2);
    close(old);
    ssize_t n = pread(file, said, sizeof said - 1, 0);
    said[n > 0 ? n : 0] = 0;
    close(file);
    unlink(name);
    return error;
}

static void *ask_device(void *place) {
    cudaGetDevice((int *)place);
    return NULL;
}

static void test_choice() {
    int n = 0, mine = -1, other = -1, bus = -1;
    cudaDeviceProp prop;
    cudaGetDeviceCount(&n);
    promise("SIMT_DEVICES says how many devices there are", n == DEVICES);
    cudaSetDevice(2);
    pthread_t thread;
    pthread_create(&thread, NULL, ask_device, &other);
    pthread_join(thread, NULL);
    promise("each thread has a device of its own, at first device 0",
            cudaGetDevice(&mine) == cudaSuccess && mine == 2 && other == 0);
    promise("a device that is not there cannot be had",
            cudaSetDevice(DEVICES) == cudaErrorInvalidDevice &&
                cudaSetDevice(-1) == cudaErrorInvalidDevice &&
                cudaGetDeviceProperties(&prop, DEVICES) == cudaErrorInvalidDevice &&
                cudaGetDevice(&mine) == cudaSuccess && mine == 2);
    promise("each has its own place on the bus",
            cudaGetDeviceProperties(&prop, 2) == cudaSuccess && prop.pciBusID == 2 &&
                cudaDeviceGetAttribute(&bus, cudaDevAttrPciBusId, 1) == cudaSuccess && bus == 1);
    cudaSetDevice(0);
    cudaGetLastError();
}

static void test_memory() {
    size_t before[DEVICES], after[DEVICES], total;
    int *d_more, *d_most;
    cudaPointerAttributes a;
    for (int i = 0; i < DEVICES; i++) cudaSetDevice(i), cudaMemGetInfo(&before[i], &total);
    cudaSetDevice(1);
    promise("a device has the memory that SIMT_DEVICE_MEMORY says, for itself",
            total == 1 << 20 && cudaMalloc(&d_more, 700 << 10) == cudaSuccess &&
                cudaMalloc(&d_most, 700 << 10) == cudaErrorMemoryAllocation);
    cudaSetDevice(0);
    promise("what one has used another one still has",
            cudaMalloc(&d_most, 700 << 10) == cudaSuccess);
    cudaFree(d_most);
    for (int i = 0; i < DEVICES; i++) cudaSetDevice(i), cudaMemGetInfo(&after[i], &total);
    promise("cudaMemGetInfo is about the thread's device",
            after[0] == before[0] && after[1] == before[1] - (700 << 10) && after[2] == before[2]);
    cudaPointerGetAttributes(&a, d_more);
    promise("a pointer tells its device", a.type == cudaMemoryTypeDevice && a.device == 1);
    cudaSetDevice(0);
    promise("and is freed from any", cudaFree(d_more) == cudaSuccess);
    cudaGetLastError();
}

static cudaError_t touch_1() {
    add<<<1, N>>>(d[0], d[1], 1);
    return cudaDeviceSynchronize();
}

static void test_foreign_memory() {
    fill_all();
    promise("a kernel cannot touch another device's memory",
            hear(touch_1) == cudaErrorIllegalAddress && strstr(said, "kernel add"));
    promise("and is told whose that is, and what helps",
            strstr(said, "devices_test.cu:") && strstr(said, "memory of device 1") &&
                strstr(said, "cudaDeviceEnablePeerAccess(1, 0)"));
    cudaSetDevice(1);
    fill<<<1, N>>>(d[1], 5);
    promise("the other devices go on", cudaDeviceSynchronize() == cudaSuccess && holds(d[1], 5));
    cudaSetDevice(0);
    promise("that device does not", cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    cudaDeviceReset();
    d[0] = NULL;
    fill_all();
    promise("until it is reset, which leaves the others' memory alone",
            holds(d[0], 0) && holds(d[2], 2));
}

static void test_peers() {
    int can = -1, self = -1;
    fill_all();
    promise("any device can be allowed to touch another one's memory",
            cudaDeviceCanAccessPeer(&can, 0, 1) == cudaSuccess && can == 1 &&
                cudaDeviceCanAccessPeer(&self, 1, 1) == cudaSuccess && self == 0 &&
                cudaDeviceCanAccessPeer(&self, 0, DEVICES) == cudaErrorInvalidDevice);
    promise("its own it need not be",
            cudaDeviceEnablePeerAccess(0, 0) == cudaErrorInvalidDevice &&
                cudaDeviceEnablePeerAccess(1, 1) == cudaErrorInvalidValue &&
                cudaDeviceDisablePeerAccess(1) == cudaErrorPeerAccessNotEnabled);
    cudaDeviceEnablePeerAccess(1, 0);
    promise("with peer access a kernel touches it", touch_1() == cudaSuccess && holds(d[0], 2));
    promise("peer access is given once",
            cudaDeviceEnablePeerAccess(1, 0) == cudaErrorPeerAccessAlreadyEnabled);
    cudaSetDevice(1);
    add<<<1, N>>>(d[1], d[0], 1);
    promise("and one way", cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    cudaDeviceReset();
    d[1] = NULL;
    fill_all();
    promise("a reset takes it away", hear(touch_1) == cudaErrorIllegalAddress);
    cudaDeviceReset();
    d[0] = NULL;
}

static cudaError_t name_wrong_device() {
    return cudaMemcpyPeer(d[0], 0, d[1], 2, BYTES);
}
static cudaError_t fill_foreign() {
    return cudaMemset(d[2], 0, BYTES);
}

static void test_copies() {
    fill_all();
    cudaStream_t stream;
    cudaSetDevice(2);
    cudaStreamCreate(&stream);
    promise("peer copies need no peer access",
            cudaMemcpyPeer(d[0], 0, d[1], 1, BYTES) == cudaSuccess && holds(d[0], 1));
    cudaMemcpyPeerAsync(d[1], 1, d[2], 2, BYTES, stream);
    cudaStreamSynchronize(stream);
    promise("nor do those in streams", holds(d[1], 2));
    cudaMemcpy(d[0], d[2], BYTES, cudaMemcpyDefault);
    promise("nor does cudaMemcpy, which finds out itself", holds(d[0], 2));
    cudaSetDevice(0);
    cudaMemcpyPeerAsync(d[0], 0, d[1], 1, BYTES, stream);
    promise("copies go into streams of other devices",
            cudaStreamSynchronize(stream) == cudaSuccess && holds(d[0], 2));
    promise("a peer copy that names the wrong device is refused",
            hear(name_wrong_device) == cudaErrorInvalidValue && strstr(said, "names device 2") &&
                strstr(said, "memory of device 1") &&
                cudaMemcpyPeer(d[0], 0, d[1], DEVICES, BYTES) == cudaErrorInvalidDevice);
    promise("so is a fill of what another device has",
            hear(fill_foreign) == cudaErrorInvalidValue && strstr(said, "cudaSetDevice(2)"));
    cudaStreamDestroy(stream);
    cudaGetLastError();
}

static void test_streams_and_events() {
    fill_all();
    float ms;
    cudaStream_t a, b;
    cudaEvent_t at_0, at_1;
    cudaStreamCreate(&a);
    cudaEventCreate(&at_0);
    cudaSetDevice(1);
    cudaStreamCreate(&b);
    cudaEventCreate(&at_1);
    fill<<<1, N, 0, a>>>(d[0], 1);
    promise("a kernel cannot be launched into a stream of another device",
            cudaGetLastError() == cudaErrorInvalidResourceHandle);
    promise("nor an event recorded there",
            cudaEventRecord(at_1, a) == cudaErrorInvalidResourceHandle);
    fill<<<1, N, 0, b>>>(d[1], 9);
    cudaEventRecord(at_1, b);
    cudaSetDevice(0);
    promise("but waited for, from a stream too", cudaStreamWaitEvent(a, at_1, 0) == cudaSuccess);
    cudaMemcpyPeerAsync(d[0], 0, d[1], 1, BYTES, a);
    promise("work goes on in order over devices",
            cudaStreamSynchronize(a) == cudaSuccess && holds(d[0], 9));
    cudaEventRecord(at_0, a);
    cudaEventSynchronize(at_0);
    promise("there is no time between events of two devices",
            cudaEventElapsedTime(&ms, at_1, at_0) == cudaErrorInvalidResourceHandle);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaGetLastError();
}

/* With lazy streams, unless any of them may go on at any time. */
static void test_waiting() {
    const char *streams = getenv("SIMT_STREAMS"), *order = getenv("SIMT_ORDER");
    bool shows = streams && !strcmp(streams, "lazy") && !(order && !strncmp(order, "random", 6));
    int *pinned;
    fill_all();
    cudaMallocHost(&pinned, BYTES);
    pinned[0] = -1;
    cudaSetDevice(1);
    fill<<<1, N>>>(d[1], 7);
    cudaMemcpyAsync(pinned, d[1], BYTES, cudaMemcpyDeviceToHost, 0);
    cudaSetDevice(0);
    cudaDeviceSynchronize();
    promise("to wait for a device is not to wait for another one", !shows || pinned[0] == -1);
    fill<<<1, N>>>(d[0], 8);
    cudaStreamSynchronize(0);
    promise("nor does a default stream hold up that of another one", !shows || pinned[0] == -1);
    cudaSetDevice(1);
    promise("whose own wait it takes", cudaDeviceSynchronize() == cudaSuccess && pinned[0] == 7);
    cudaSetDevice(0);
    cudaFreeHost(pinned);
}

static void test_attributes() {
    fill_all();
    cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 << 10);
    big<<<1, N, 100 << 10>>>(d[0]);
    promise("shared memory beyond 48 KiB is asked for", cudaGetLastError() == cudaSuccess);
    cudaSetDevice(1);
    big<<<1, N, 100 << 10>>>(d[1]);
    promise("on each device", cudaGetLastError() == cudaErrorInvalidValue);
    cudaSetDevice(0);
    cudaDeviceSynchronize();
}

static cudaError_t trap_on_2() {
    cudaSetDevice(2);
    trap<<<1, 1>>>();
    cudaSetDevice(0);
    return cudaDeviceSynchronize();
}

static void test_errors() {
    fill_all();
    promise("a fault is the device's own", hear(trap_on_2) == cudaSuccess);
    cudaSetDevice(2);
    promise("and shows there", cudaDeviceSynchronize() == cudaErrorLaunchFailure);
    cudaDeviceReset();
    d[2] = NULL;
    cudaSetDevice(0);
}

/* In a process of its own, which ends by it. */
static void test_host() {
    int pipe_ends[2], status = 0;
    fill_all();
    if (pipe(pipe_ends)) return;
    pid_t child = fork();
    if (child == 0) {
        dup2(pipe_ends[1], 2);
        _exit(*(volatile int *)d[1]);
    }
    waitpid(child, &status, 0);
    ssize_t n = read(pipe_ends[0], said, sizeof said - 1);
    said[n > 0 ? n : 0] = 0;
    promise("host code that touches a device's memory ends, and is told why",
            WIFSIGNALED(status) && strstr(said, "host code at") && strstr(said, "devices_test.cu"));
}

int main() {
    setenv("SIMT_DEVICES", "3", 1);
    setenv("SIMT_DEVICE_MEMORY", "1M", 1);
    test_choice();
    test_memory();
    test_foreign_memory();
    test_peers();
    test_copies();
    test_streams_and_events();
    test_waiting();
    test_attributes();
    test_errors();
    test_host();
    return promises_broken > 0;
}
