// Graphs of the driver API: built node by node, captured, changed, and asked for what they are.
// Errors of the API are meant.
#include <cuda.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vector>

static void check(int result, const char *what, int line) {
    if (result == 0) return;
    printf("line %d: %s gives %d\n", line, what, result);
    exit(1);
}
#define CHECK(call) check((int)(call), #call, __LINE__)
#define MUST(condition) check(!(condition), #condition, __LINE__)

static const char *const source = "extern \"C\" __global__ void add(int *x, int what) {\n"
                                  "    x[threadIdx.x + blockIdx.x * blockDim.x] += what;\n"
                                  "}\n"
                                  "extern \"C\" __global__ void twice(int *x) {\n"
                                  "    x[threadIdx.x + blockIdx.x * blockDim.x] *= 2;\n"
                                  "}\n"
                                  "extern \"C\" __global__ void count_down(cudaGraphConditionalHandle h, int *left) {\n"
                                  "    *left -= 1;\n"
                                  "    cudaGraphSetConditional(h, *left > 0);\n"
                                  "}\n";

enum { N = 64 };
static CUmodule module;
static CUfunction add, twice;
static CUdeviceptr d_x;
static CUstream stream;

static void compile() {
    nvrtcProgram program;
    size_t bytes;
    CHECK(nvrtcCreateProgram(&program, source, "graphs.cu", 0, NULL, NULL));
    const char *const options[] = {"-rdc=true"}; // without it, NVRTC does not know cudaGraphSetConditional
    CHECK(nvrtcCompileProgram(program, 1, options));
    CHECK(nvrtcGetPTXSize(program, &bytes));
    std::vector<char> image(bytes);
    CHECK(nvrtcGetPTX(program, image.data()));
    CHECK(nvrtcDestroyProgram(&program));
    CHECK(cuModuleLoadData(&module, image.data()));
    CHECK(cuModuleGetFunction(&add, module, "add"));
    CHECK(cuModuleGetFunction(&twice, module, "twice"));
}

static int at(int i) {
    int value;
    CHECK(cuStreamSynchronize(stream));
    CHECK(cuMemcpyDtoH(&value, d_x + i * sizeof(int), sizeof(value)));
    return value;
}

static void run(CUgraphExec exec) {
    CHECK(cuGraphLaunch(exec, stream));
    CHECK(cuStreamSynchronize(stream));
}

static CUDA_KERNEL_NODE_PARAMS kernel(CUfunction function, void **args, void **extra) {
    CUDA_KERNEL_NODE_PARAMS p;
    memset(&p, 0, sizeof(p));
    p.func = function;
    p.gridDimX = 2, p.gridDimY = 1, p.gridDimZ = 1;
    p.blockDimX = N / 2, p.blockDimY = 1, p.blockDimZ = 1;
    p.kernelParams = args, p.extra = extra;
    return p;
}

static CUDA_MEMCPY3D back_to(int *out) {
    CUDA_MEMCPY3D c;
    memset(&c, 0, sizeof(c));
    c.srcMemoryType = CU_MEMORYTYPE_DEVICE, c.srcDevice = d_x;
    c.dstMemoryType = CU_MEMORYTYPE_HOST, c.dstHost = out;
    c.WidthInBytes = N * sizeof(int), c.Height = 1, c.Depth = 1;
    return c;
}

static void CUDA_CB note(void *seen) {
    *(volatile int *)seen += 1;
}

// fill -> add -> copy, and a host function behind the fill
static void by_nodes(CUcontext context) {
    CUgraph graph, clone;
    CUgraphNode fill, first, copy, host, found[4];
    CUgraphExec exec;
    int what = 5, out[N] = {0}, other[N] = {0}, seen = 0;
    void *args[] = {&d_x, &what};
    size_t n = 4;
    CHECK(cuGraphCreate(&graph, 0));
    CUDA_MEMSET_NODE_PARAMS f = {d_x, 0, 3, 4, N, 1}, f_is;
    CHECK(cuGraphAddMemsetNode(&fill, graph, NULL, 0, &f, context));
    CUDA_KERNEL_NODE_PARAMS k = kernel(add, args, NULL), k_is;
    CHECK(cuGraphAddKernelNode(&first, graph, &fill, 1, &k));
    CUDA_MEMCPY3D c = back_to(out), c_is;
    CHECK(cuGraphAddMemcpyNode(&copy, graph, &first, 1, &c, context));
    CUDA_HOST_NODE_PARAMS h = {note, &seen};
    CHECK(cuGraphAddHostNode(&host, graph, &fill, 1, &h));

    CHECK(cuGraphGetNodes(graph, found, &n));
    MUST(n == 4);
    CHECK(cuGraphGetRootNodes(graph, found, &n));
    MUST(n == 1 && found[0] == fill);
    n = 4;
    CHECK(cuGraphNodeGetDependencies(copy, found, NULL, &n));
    MUST(n == 1 && found[0] == first);
    CUgraphNodeType type;
    CHECK(cuGraphNodeGetType(host, &type));
    MUST(type == CU_GRAPH_NODE_TYPE_HOST);
    CHECK(cuGraphKernelNodeGetParams(first, &k_is));
    MUST(k_is.func == add && k_is.gridDimX == 2 && k_is.blockDimX == N / 2 && *(int *)k_is.kernelParams[1] == 5);
    CHECK(cuGraphMemsetNodeGetParams(fill, &f_is));
    MUST(f_is.dst == d_x && f_is.value == 3 && f_is.width == N);
    CHECK(cuGraphMemcpyNodeGetParams(copy, &c_is));
    MUST(c_is.srcMemoryType == CU_MEMORYTYPE_DEVICE && c_is.srcDevice == d_x && c_is.dstHost == out);
    MUST(c_is.dstMemoryType == CU_MEMORYTYPE_HOST && c_is.WidthInBytes == N * sizeof(int) && c_is.Depth == 1);

    CHECK(cuGraphInstantiate(&exec, graph, 0));
    run(exec);
    MUST(out[0] == 8 && out[N - 1] == 8 && seen == 1);

    // Nodes of what runs: other arguments (in a buffer), another target, another value, and one that is left out.
    struct {
        CUdeviceptr x;
        int what;
    } buffer = {d_x, 100};
    size_t bytes = sizeof(buffer.x) + sizeof(buffer.what), all = sizeof(buffer);
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
    k = kernel(add, NULL, extra);
    extra[3] = &all; // more than the arguments have
    MUST(cuGraphExecKernelNodeSetParams(exec, first, &k) == CUDA_ERROR_INVALID_VALUE);
    extra[3] = &bytes;
    CHECK(cuGraphExecKernelNodeSetParams(exec, first, &k));
    c = back_to(other);
    CHECK(cuGraphExecMemcpyNodeSetParams(exec, copy, &c, context));
    f.value = 1;
    CHECK(cuGraphExecMemsetNodeSetParams(exec, fill, &f, context));
    unsigned int enabled = 9;
    CHECK(cuGraphNodeGetEnabled(exec, first, &enabled));
    MUST(enabled == 1);
    run(exec);
    MUST(other[0] == 101 && out[0] == 8 && seen == 2);
    CHECK(cuGraphNodeSetEnabled(exec, first, 0));
    run(exec);
    MUST(other[0] == 1);

    // The graph itself stayed as it was. An update takes it over again; the node stays left out.
    CUgraphExecUpdateResultInfo info;
    CHECK(cuGraphExecUpdate(exec, graph, &info));
    MUST(info.result == CU_GRAPH_EXEC_UPDATE_SUCCESS);
    CHECK(cuGraphNodeGetEnabled(exec, first, &enabled));
    MUST(enabled == 0);
    CHECK(cuGraphNodeSetEnabled(exec, first, 1));
    out[0] = 0;
    run(exec);
    MUST(out[0] == 8);
    CHECK(cuGraphClone(&clone, graph));
    CHECK(cuGraphNodeFindInClone(&found[0], copy, clone));
    CHECK(cuGraphDestroyNode(found[0]));
    MUST(cuGraphExecUpdate(exec, clone, &info) == CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    MUST(info.result == CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
    CHECK(cuGraphDestroy(clone));
    CHECK(cuGraphExecDestroy(exec));
    CHECK(cuGraphDestroy(graph));
}

// The same through cuGraphAddNode, with memory of the graph's own, a child, and a loop.
static void by_any_node(CUcontext context) {
    CUgraph graph, child;
    CUgraphNode alloc, fill, run_child, free_it, loop, inner;
    CUgraphExec exec;
    CUgraphNodeParams p;
    int what = 7;
    CHECK(cuGraphCreate(&graph, 0));
    memset(&p, 0, sizeof(p));
    p.type = CU_GRAPH_NODE_TYPE_MEM_ALLOC;
    p.alloc.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    p.alloc.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    p.alloc.bytesize = N * sizeof(int);
    CHECK(cuGraphAddNode(&alloc, graph, NULL, NULL, 0, &p));
    CUdeviceptr d_own = p.alloc.dptr;
    MUST(d_own != 0);
    memset(&p, 0, sizeof(p));
    p.type = CU_GRAPH_NODE_TYPE_MEMSET;
    p.memset.dst = d_own, p.memset.elementSize = 4, p.memset.value = 3, p.memset.width = N, p.memset.height = 1;
    p.memset.ctx = context;
    CHECK(cuGraphAddNode(&fill, graph, &alloc, NULL, 1, &p));

    CHECK(cuGraphCreate(&child, 0));
    void *args[] = {&d_own, &what};
    CUDA_KERNEL_NODE_PARAMS k = kernel(add, args, NULL);
    CHECK(cuGraphAddKernelNode(&inner, child, NULL, 0, &k));
    CHECK(cuGraphAddChildGraphNode(&run_child, graph, &fill, 1, child));
    CUDA_MEMCPY3D c = back_to(NULL);
    c.srcDevice = d_own;
    c.dstMemoryType = CU_MEMORYTYPE_DEVICE, c.dstDevice = d_x;
    CUgraphNode copy;
    CHECK(cuGraphAddMemcpyNode(&copy, graph, &run_child, 1, &c, context));
    CHECK(cuGraphAddMemFreeNode(&free_it, graph, &copy, 1, d_own));
    CUdeviceptr freed = 0;
    CHECK(cuGraphMemFreeNodeGetParams(free_it, &freed));
    MUST(freed == d_own);

    // while (--left > 0) x *= 2, five times
    CUgraphConditionalHandle handle;
    CUfunction count_down;
    CUdeviceptr d_left = d_x + N * sizeof(int);
    CHECK(cuMemsetD32(d_left, 5, 1));
    CHECK(cuCtxSynchronize());
    CHECK(cuModuleGetFunction(&count_down, module, "count_down"));
    MUST(cuGraphConditionalHandleCreate(&handle, graph, NULL, 1, CU_GRAPH_COND_ASSIGN_DEFAULT) ==
         CUDA_ERROR_INVALID_CONTEXT);
    CHECK(cuGraphConditionalHandleCreate(&handle, graph, context, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
    memset(&p, 0, sizeof(p));
    p.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    p.conditional.handle = handle;
    p.conditional.type = CU_GRAPH_COND_TYPE_WHILE;
    p.conditional.size = 1;
    MUST(cuGraphAddNode(&loop, graph, &free_it, NULL, 1, &p) == CUDA_ERROR_INVALID_CONTEXT);
    p.conditional.ctx = context;
    CHECK(cuGraphAddNode(&loop, graph, &free_it, NULL, 1, &p));
    CUgraph body = p.conditional.phGraph_out[0];
    void *twice_args[] = {&d_x}, *count_args[] = {&handle, &d_left};
    k = kernel(twice, twice_args, NULL);
    CHECK(cuGraphAddKernelNode(&inner, body, NULL, 0, &k));
    k = kernel(count_down, count_args, NULL);
    k.gridDimX = k.blockDimX = 1;
    CHECK(cuGraphAddKernelNode(&inner, body, &inner, 1, &k));

    CUDA_GRAPH_INSTANTIATE_PARAMS how;
    memset(&how, 0, sizeof(how));
    CHECK(cuGraphInstantiateWithParams(&exec, graph, &how));
    MUST(how.result_out == CUDA_GRAPH_INSTANTIATE_SUCCESS);
    run(exec);
    MUST(at(0) == 10 << 5 && at(N - 1) == 10 << 5);
    CHECK(cuGraphExecDestroy(exec));
    CHECK(cuGraphDestroy(child));
    CHECK(cuGraphDestroy(graph));
}

// What two streams do becomes a graph, which an event joins.
static void by_capture() {
    CUstream second;
    CUevent forked, joined;
    CUgraph graph;
    CUgraphExec exec;
    CUstreamCaptureStatus status;
    cuuint64_t id = 0;
    int what = 1;
    size_t n = 0;
    CUdeviceptr d_half = d_x + N / 2 * sizeof(int);
    void *low[] = {&d_x, &what}, *high[] = {&d_half, &what};
    CHECK(cuStreamCreate(&second, CU_STREAM_NON_BLOCKING));
    CHECK(cuEventCreate(&forked, CU_EVENT_DISABLE_TIMING));
    CHECK(cuEventCreate(&joined, CU_EVENT_DISABLE_TIMING));
    CHECK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
    CHECK(cuMemsetD32Async(d_x, 9, N, stream));
    CHECK(cuEventRecord(forked, stream));
    CHECK(cuStreamWaitEvent(second, forked, 0));
    CHECK(cuLaunchKernel(add, 1, 1, 1, N / 2, 1, 1, 0, stream, low, NULL));
    CHECK(cuLaunchKernel(add, 1, 1, 1, N / 2, 1, 1, 0, second, high, NULL));
    CHECK(cuEventRecord(joined, second));
    CHECK(cuStreamWaitEvent(stream, joined, 0));
    CHECK(cuStreamGetCaptureInfo(stream, &status, &id, &graph, NULL, NULL, &n));
    MUST(status == CU_STREAM_CAPTURE_STATUS_ACTIVE && id != 0 && n == 2);
    CHECK(cuStreamEndCapture(stream, &graph));
    CHECK(cuStreamIsCapturing(stream, &status));
    MUST(status == CU_STREAM_CAPTURE_STATUS_NONE);
    n = 0;
    CHECK(cuGraphGetNodes(graph, NULL, &n));
    MUST(n == 3);
    CHECK(cuGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 3; i++) run(exec);
    MUST(at(0) == 10 && at(N - 1) == 10);
    CHECK(cuGraphExecDestroy(exec));
    CHECK(cuGraphDestroy(graph));
    CHECK(cuEventDestroy(forked));
    CHECK(cuEventDestroy(joined));
    CHECK(cuStreamDestroy(second));
}

int main() {
    CUcontext context;
    CHECK(cuInit(0));
    CHECK(cuCtxCreate(&context, NULL, 0, 0));
    compile();
    CHECK(cuMemAlloc(&d_x, (N + 1) * sizeof(int)));
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    by_nodes(context);
    by_any_node(context);
    by_capture();
    CHECK(cuStreamDestroy(stream));
    CHECK(cuMemFree(d_x));
    printf("PASS\n");
    return 0;
}
