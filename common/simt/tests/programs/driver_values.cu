// Streams that wait for values in memory: written by the host, by a kernel, by another stream, by a graph.
// Errors of the API are meant.
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <thread>

static void check(int result, const char *what, int line) {
    if (result == 0) return;
    printf("line %d: %s gives %d\n", line, what, result);
    exit(1);
}
#define CHECK(call)     check((int)(call), #call, __LINE__)
#define MUST(condition) check(!(condition), #condition, __LINE__)

__global__ void add(int *x, int what) {
    x[threadIdx.x] += what;
}

__global__ void raise_flag(unsigned *flag) {
    __threadfence_system();
    *(volatile unsigned *)flag = 7;
}

enum { N = 32 };
static int *x;               // managed
static unsigned *flag;       // pinned
static CUdeviceptr at, wide; // the flag, and a word of 8 bytes
static cudaStream_t a, b;

static bool all(int value) {
    for (int i = 0; i < N; i++)
        if (x[i] != value) return false;
    return true;
}

// The wait is asked for first, and what it waits for comes later.
static void from_elsewhere() {
    CHECK(cuStreamWaitValue32(a, at, 1, CU_STREAM_WAIT_VALUE_EQ));
    add<<<1, N, 0, a>>>(x, 1);
    std::thread writer([] { *(volatile unsigned *)flag = 1; });
    CHECK(cudaStreamSynchronize(a));
    writer.join();
    MUST(all(1));

    CHECK(cuStreamWaitValue32(a, at, 7, CU_STREAM_WAIT_VALUE_GEQ));
    add<<<1, N, 0, a>>>(x, 1);
    raise_flag<<<1, 1, 0, b>>>(flag);
    CHECK(cudaStreamSynchronize(a));
    MUST(all(2));

    CHECK(cuStreamWaitValue32(a, at, 8, CU_STREAM_WAIT_VALUE_AND));
    add<<<1, N, 0, a>>>(x, 1);
    CHECK(cuStreamWriteValue32(b, at, 24, CU_STREAM_WRITE_VALUE_DEFAULT));
    CHECK(cudaStreamSynchronize(a));
    MUST(all(3) && *flag == 24);
}

// One stream tells the other, and back, in words of 8 bytes.
static void ping_pong() {
    for (cuuint64_t turn = 1; turn <= 20; turn++) {
        const cuuint64_t ball = turn << 32;
        CHECK(cuStreamWaitValue64(b, wide, ball, CU_STREAM_WAIT_VALUE_EQ));
        add<<<1, N, 0, b>>>(x, 1);
        CHECK(cuStreamWriteValue64(b, wide, ball + 1, 0));
        add<<<1, N, 0, a>>>(x, 1);
        CHECK(cuStreamWriteValue64(a, wide, ball, 0));
        CHECK(cuStreamWaitValue64(a, wide, ball + 1, CU_STREAM_WAIT_VALUE_GEQ));
    }
    CHECK(cudaStreamSynchronize(a));
    MUST(all(43));
}

static CUstreamBatchMemOpParams operation(CUstreamBatchMemOpType type, unsigned value,
                                          unsigned flags) {
    CUstreamBatchMemOpParams o = {};
    o.waitValue.operation = type;
    o.waitValue.address = at;
    o.waitValue.value = value;
    o.waitValue.flags = flags;
    return o;
}

static void batches() {
    CUstreamBatchMemOpParams o[] = {
        operation(CU_STREAM_MEM_OP_WAIT_VALUE_32, 1, CU_STREAM_WAIT_VALUE_NOR),
        operation(CU_STREAM_MEM_OP_WRITE_VALUE_32, 5, 0)};
    *flag = 25;
    MUST(cuStreamBatchMemOp(a, 2, o, 1) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuStreamBatchMemOp(a, 2, o, 0));
    CHECK(cudaStreamSynchronize(a));
    MUST(*flag == 5);

    // In a graph, captured and built.
    CUgraph graph;
    CUgraphNode node, nodes[2];
    CUgraphNodeType type;
    cudaGraphExec_t exec;
    size_t n = 2;
    CHECK(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    CHECK(cuStreamWriteValue32(a, at, 6, 0));
    CHECK(cudaStreamEndCapture(a, &graph));
    CHECK(cuGraphGetNodes(graph, nodes, &n));
    CHECK(cuGraphNodeGetType(nodes[0], &type));
    MUST(n == 1 && type == CU_GRAPH_NODE_TYPE_BATCH_MEM_OP);
    CUDA_BATCH_MEM_OP_NODE_PARAMS params = {}, got;
    CHECK(cuCtxGetCurrent(&params.ctx));
    params.count = 2;
    o[0] = operation(CU_STREAM_MEM_OP_WAIT_VALUE_32, 6, CU_STREAM_WAIT_VALUE_EQ);
    params.paramArray = o;
    CHECK(cuGraphAddBatchMemOpNode(&node, graph, nodes, 1, &params));
    CHECK(cuGraphBatchMemOpNodeGetParams(node, &got));
    MUST(got.count == 2 && got.paramArray[1].writeValue.value == 5);
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    *flag = 0;
    CHECK(cudaGraphLaunch(exec, a));
    CHECK(cudaStreamSynchronize(a));
    MUST(*flag == 5);
    o[1].writeValue.value = 9;
    CHECK(cuGraphExecBatchMemOpNodeSetParams(exec, node, &params));
    CHECK(cudaGraphLaunch(exec, a));
    CHECK(cudaStreamSynchronize(a));
    MUST(*flag == 9);
}

int main() {
    int can = 0;
    CHECK(cuInit(0));
    CHECK(cudaFree(0));
    CHECK(cudaMallocManaged(&x, N * sizeof *x));
    CHECK(cudaMallocHost(&flag, sizeof *flag));
    CHECK(cuMemAlloc(&wide, 8));
    CHECK(cudaMemset((void *)wide, 0, 8));
    for (int i = 0; i < N; i++) x[i] = 0;
    *flag = 0;
    at = (CUdeviceptr)flag;
    CHECK(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    CHECK(cuDeviceGetAttribute(&can, CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS, 0));
    MUST(can);
    MUST(cuStreamWaitValue32(a, at + 1, 0, 0) == CUDA_ERROR_INVALID_VALUE);
    MUST(cuStreamWriteValue32(a, (CUdeviceptr)&can, 0, 0) == CUDA_ERROR_INVALID_VALUE);
    from_elsewhere();
    ping_pong();
    batches();
    puts("PASS");
    return 0;
}
