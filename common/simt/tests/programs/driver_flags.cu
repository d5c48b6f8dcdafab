// The driver's names for flags and policies, for the structures behind handles, and for variables of libraries.
// Errors of the API are meant.
#include <cuda.h>
#include <cudaProfiler.h>
#include <nvrtc.h>
#include <stdio.h>
#include <string>

static_assert(INT_MAX > 0, "<cuda_runtime.h> brings <limits.h>");

static void check(int result, const char *what, int line) {
    if (result == 0) return;
    printf("line %d: %s gives %d\n", line, what, result);
    exit(1);
}
#define CHECK(call)     check((int)(call), #call, __LINE__)
#define MUST(condition) check(!(condition), #condition, __LINE__)

// As programs write it that include no header of CUDA's.
struct CUstream_st;
static cudaError_t wait_for(CUstream_st *stream) {
    return cudaStreamSynchronize(stream);
}

static void policies() {
    CUstream_st *stream;
    CUctx_st *context;
    CUevent_st *event;
    CUstreamAttrValue value = {}, got = {};
    CHECK(cuStreamCreate(&stream, static_cast<CUstream_flags>(CU_STREAM_NON_BLOCKING)));
    CHECK(cuStreamGetCtx(stream, &context));
    CHECK(cuEventCreate(&event, static_cast<CUevent_flags>(CU_EVENT_DISABLE_TIMING)));
    CUsynchronizationPolicy policy = CU_SYNC_POLICY_BLOCKING_SYNC;
    value.syncPolicy = policy;
    CHECK(cuStreamSetAttribute(stream, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value));
    CHECK(cuStreamGetAttribute(stream, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &got));
    MUST(got.syncPolicy == CU_SYNC_POLICY_BLOCKING_SYNC);
    CUclusterSchedulingPolicy schedule = CU_CLUSTER_SCHEDULING_POLICY_SPREAD;
    CUlaunchMemSyncDomain domain = CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE;
    CUaccessProperty property = CU_ACCESS_PROPERTY_STREAMING;
    CUctx_flags flags = CU_CTX_SCHED_BLOCKING_SYNC;
    CUoccupancy_flags caching = CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE;
    MUST(schedule == 1 && domain == 1 && property == 1 && flags == 4 && caching == 1);
    CHECK(wait_for(stream));
    CHECK(cuEventDestroy(event));
    CHECK(cuStreamDestroy(stream));
    CHECK(cuProfilerStart());
    CHECK(cuProfilerStop());
}

static void pointers() {
    CUdeviceptr d_x;
    unsigned int can = 0, rdma = 1;
    CHECK(cuMemAlloc(&d_x, 100));
    CHECK(cuPointerGetAttribute(&can, CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE, d_x));
    CHECK(cuPointerGetAttribute(&rdma, CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE, d_x));
    MUST(can == 1 && rdma <= 1);
    CHECK(cuMemFree(d_x));
}

// The function has one address, whatever its older releases took.
static void graphs() {
    constexpr auto add_node = cuGraphAddNode;
    CUgraph graph;
    CUgraphNode node;
    CUgraphNodeParams params = {};
    params.type = CU_GRAPH_NODE_TYPE_EMPTY;
    CHECK(cuGraphCreate(&graph, 0));
    CHECK(add_node(&node, graph, NULL, NULL, 0, &params));
    CHECK(cuGraphAddNode(&node, graph, NULL, NULL, 0, &params));
    CHECK(cuGraphDestroy(graph));
}

static void managed() {
    const char *source =
        "__managed__ int shown = 5; __device__ int hidden; __global__ void k() { hidden = shown; }";
    const char *options[] = {"-default-device"};
    nvrtcProgram program;
    CUlibrary library;
    CUdeviceptr d_x;
    size_t bytes;
    std::string image;
    CHECK(nvrtcCreateProgram(&program, source, "managed.cu", 0, NULL, NULL));
    CHECK(nvrtcCompileProgram(program, 0, options));
    CHECK(nvrtcGetPTXSize(program, &bytes));
    image.resize(bytes);
    CHECK(nvrtcGetPTX(program, &image[0]));
    CHECK(cuLibraryLoadData(&library, image.data(), NULL, NULL, 0, NULL, NULL, 0));
    CHECK(cuLibraryGetManaged(&d_x, &bytes, library, "shown"));
    MUST(bytes == sizeof(int) && *(int *)d_x == 5);
    MUST(cuLibraryGetManaged(&d_x, &bytes, library, "hidden") == CUDA_ERROR_NOT_FOUND);
    void *function;
    MUST(cuLibraryGetUnifiedFunction(&function, library, "k") == CUDA_ERROR_NOT_FOUND);
    CHECK(cuLibraryUnload(library));
    CHECK(nvrtcDestroyProgram(&program));
}

int main() {
    CUcontext context;
    CHECK(cuInit(0));
    CHECK(cuDevicePrimaryCtxRetain(&context, 0));
    CHECK(cuCtxPushCurrent(context));
    policies();
    pointers();
    graphs();
    managed();
    puts("PASS");
    return 0;
}
