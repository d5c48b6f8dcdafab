// The driver API has pools, remembers what managed memory was advised, and says what it knows of pointers and streams.
// Errors of the API are meant.
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int result, const char *what, int line) {
    if (result == 0) return;
    printf("line %d: %s gives %d\n", line, what, result);
    exit(1);
}
#define CHECK(call) check((int)(call), #call, __LINE__)
#define MUST(condition) check(!(condition), #condition, __LINE__)

static void use_pools() {
    CUmemPoolProps props;
    CUmemoryPool pool, of_device, current;
    CUdeviceptr d_x, d_y;
    cuuint64_t used, threshold = 1 << 20, seen;
    memset(&props, 0, sizeof(props));
    props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    CHECK(cuMemPoolCreate(&pool, &props));
    CHECK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &threshold));
    CHECK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &seen));
    MUST(seen == threshold);
    CHECK(cuMemAllocFromPoolAsync(&d_x, 1000, pool, NULL));
    CHECK(cuStreamSynchronize(NULL));
    CHECK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
    MUST(used >= 1000);
    CHECK(cuDeviceGetDefaultMemPool(&of_device, 0));
    CHECK(cuDeviceSetMemPool(0, pool));
    CHECK(cuDeviceGetMemPool(&current, 0));
    MUST(current == pool && current != of_device);
    CHECK(cuMemAllocAsync(&d_y, 500, NULL));
    CHECK(cuStreamSynchronize(NULL));
    CHECK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &seen));
    MUST(seen > used);
    CHECK(cuMemFreeAsync(d_x, NULL));
    CHECK(cuMemFreeAsync(d_y, NULL));
    CHECK(cuStreamSynchronize(NULL));
    CHECK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
    MUST(used == 0);
    CHECK(cuDeviceSetMemPool(0, of_device));
    CHECK(cuMemPoolTrimTo(pool, 0));
    CHECK(cuMemPoolDestroy(pool));
}

// A pool and a stream say which device they are of.
static void without_a_context() {
    CUcontext context;
    CUmemPoolProps props = {};
    CUmemoryPool pool;
    CUstream stream;
    CUdeviceptr d_x;
    props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    CHECK(cuStreamCreate(&stream, 0));
    CHECK(cuCtxPopCurrent(&context));
    CHECK(cuMemPoolCreate(&pool, &props));
    CHECK(cuMemAllocFromPoolAsync(&d_x, 1000, pool, stream));
    CHECK(cuMemFreeAsync(d_x, stream));
    CHECK(cuMemPoolDestroy(pool));
    CHECK(cuCtxPushCurrent(context));
    CHECK(cuStreamDestroy(stream));
}

enum { PAGES = 16, PAGE = 1 << 16 };

static int asked(CUdeviceptr d_x, CUmem_range_attribute attribute, int from, int pages) {
    int value = 77;
    CHECK(cuMemRangeGetAttribute(&value, sizeof(value), attribute, d_x + from * PAGE, pages * PAGE));
    return value;
}

// A range has what all of it was advised, and the last advice counts. (A GPU's driver does not look at all of a range
// that begins late and is advised in parts. So no such range is asked for.)
static void advise() {
    CUdeviceptr d_x;
    CUmemLocation device = {CU_MEM_LOCATION_TYPE_DEVICE, 0}, host = {CU_MEM_LOCATION_TYPE_HOST, 0};
    CHECK(cuMemAllocManaged(&d_x, PAGES * PAGE, CU_MEM_ATTACH_GLOBAL));
    MUST(asked(d_x, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, 0, PAGES) == 0);
    MUST(asked(d_x, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, 0, PAGES) == CU_DEVICE_INVALID);
    CHECK(cuMemAdvise(d_x, PAGES * PAGE, CU_MEM_ADVISE_SET_READ_MOSTLY, device));
    MUST(asked(d_x, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, 0, PAGES) == 1);
    CHECK(cuMemAdvise(d_x + 4 * PAGE, PAGE, CU_MEM_ADVISE_UNSET_READ_MOSTLY, device));
    MUST(asked(d_x, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, 0, 4) == 1);
    MUST(asked(d_x, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, 4, 1) == 0);
    MUST(asked(d_x, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, 0, PAGES) == 0);
    CHECK(cuMemAdvise(d_x, 8 * PAGE, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, device));
    CHECK(cuMemAdvise(d_x + 8 * PAGE, 8 * PAGE, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, host));
    MUST(asked(d_x, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, 0, 8) == 0);
    MUST(asked(d_x, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, 8, 8) == CU_DEVICE_CPU);
    MUST(asked(d_x, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, 0, PAGES) == CU_DEVICE_INVALID);
    CHECK(cuMemPrefetchAsync(d_x, PAGES * PAGE, device, 0, NULL));
    CHECK(cuMemPrefetchAsync(d_x, PAGES * PAGE, host, 0, NULL));
    MUST(asked(d_x, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, 0, PAGES) == CU_DEVICE_CPU);
    CHECK(cuMemAdvise(d_x, PAGES * PAGE, CU_MEM_ADVISE_SET_ACCESSED_BY, device));
    int users[2], mostly = 5;
    void *values[] = {users, &mostly};
    size_t bytes[] = {sizeof(users), sizeof(mostly)};
    CUmem_range_attribute both[] = {CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY};
    CHECK(cuMemRangeGetAttributes(values, bytes, both, 2, d_x, PAGE));
    MUST(users[0] == 0 && users[1] == CU_DEVICE_INVALID && mostly == 1);
    CHECK(cuMemAdvise(d_x, PAGES * PAGE, CU_MEM_ADVISE_UNSET_ACCESSED_BY, device));
    CHECK(cuMemRangeGetAttributes(values, bytes, both, 2, d_x, PAGE));
    MUST(users[0] == CU_DEVICE_INVALID);
    CHECK(cuStreamAttachMemAsync(NULL, d_x, 0, CU_MEM_ATTACH_GLOBAL));
    CHECK(cuMemFree(d_x));
    CHECK(cuMemAllocManaged(&d_x, PAGES * PAGE, CU_MEM_ATTACH_GLOBAL));
    MUST(asked(d_x, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, 0, PAGES) == 0);
    CHECK(cuMemFree(d_x));
}

static void ask_pointers() {
    CUdeviceptr d_x, start;
    CUmemorytype type;
    int device = 9, local;
    unsigned int managed = 9;
    CUpointer_attribute what[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                  CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, CU_POINTER_ATTRIBUTE_IS_MANAGED};
    void *values[] = {&type, &device, &start, &managed};
    CHECK(cuMemAlloc(&d_x, 1000));
    CHECK(cuPointerGetAttributes(4, what, values, d_x + 100));
    MUST(type == CU_MEMORYTYPE_DEVICE && device == 0 && start == d_x && managed == 0);
    unsigned int on = 1;
    CHECK(cuPointerSetAttribute(&on, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, d_x));
    CHECK(cuPointerGetAttributes(4, what, values, (CUdeviceptr)(size_t)&local));
    MUST(type == 0 && device == CU_DEVICE_INVALID && start == d_x); // which stays as it was
    CHECK(cuMemFree(d_x));
}

static void ask_contexts() {
    CUcontext context, same;
    CUstream stream;
    CUdevice device = 9;
    unsigned int flags;
    CHECK(cuCtxGetCurrent(&context));
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CHECK(cuStreamGetCtx(stream, &same));
    CHECK(cuStreamGetDevice(stream, &device));
    MUST(same == context && device == 0);
    CUstreamAttrValue value;
    memset(&value, 0, sizeof(value));
    value.accessPolicyWindow.num_bytes = 4096;
    CHECK(cuStreamSetAttribute(stream, CU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW, &value));
    CHECK(cuStreamGetAttribute(stream, CU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW, &value));
    MUST(value.accessPolicyWindow.num_bytes == 4096);
    CHECK(cuStreamDestroy(stream));
    CHECK(cuCtxSetFlags(CU_CTX_SCHED_YIELD));
    CHECK(cuCtxGetFlags(&flags));
    MUST(flags == CU_CTX_SCHED_YIELD);
    CHECK(cuCtxResetPersistingL2Cache());
    CUdevprop prop;
    int warp;
    CHECK(cuDeviceGetProperties(&prop, 0));
    CHECK(cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
    MUST(prop.SIMDWidth == warp && prop.maxThreadsPerBlock == 1024);
    CHECK(cuCtxAttach(&same, 0));
    MUST(same == context);
    CHECK(cuCtxDetach(context));
    CHECK(cuCtxSynchronize()); // the other user has it still
    CHECK(cuCtxDetach(context));
    MUST(cuCtxSynchronize() == CUDA_ERROR_INVALID_CONTEXT);
}

int main() {
    CUcontext context;
    CHECK(cuInit(0));
    CHECK(cuCtxCreate(&context, NULL, 0, 0));
    use_pools();
    without_a_context();
    advise();
    ask_pointers();
    ask_contexts();
    printf("PASS\n");
    return 0;
}
