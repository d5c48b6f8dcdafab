/**
 * @file
 * @brief A graph that is built node by node, changed, cloned, updated, and nested in another graph.
 */
#include <cstdio>

const int N = 1000;

__global__ void add(int *data, int value, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] += value;
}

__global__ void scale(int *data, int factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= factor;
}

#define GOOD(call)                                                                                 \
    do {                                                                                           \
        cudaError_t e = (call);                                                                    \
        if (e != cudaSuccess) return printf("FAIL: %s: %s\n", #call, cudaGetErrorName(e)), 1;      \
    } while (0)
#define CHECK(what)                                                                                \
    do {                                                                                           \
        if (!(what)) return printf("FAIL: line %d: %s\n", __LINE__, #what), 1;                     \
    } while (0)

static cudaKernelNodeParams kernel(void *function, void **arguments) {
    cudaKernelNodeParams params = {};
    params.func = function;
    params.gridDim = dim3((N + 255) / 256);
    params.blockDim = dim3(256);
    params.kernelParams = arguments;
    return params;
}

static bool all(const int *values, int value) {
    for (int i = 0; i < N; i++)
        if (values[i] != value) return printf("%d is not %d\n", values[i], value), false;
    return true;
}

int main() {
    int *d_data, *values, n = N, five = 5, three = 3;
    GOOD(cudaMalloc(&d_data, N * sizeof(int)));
    GOOD(cudaMallocHost(&values, N * sizeof(int)));
    cudaStream_t stream;
    GOOD(cudaStreamCreate(&stream));

    cudaGraph_t graph;
    GOOD(cudaGraphCreate(&graph, 0));
    cudaMemsetParams fill = {};
    fill.dst = d_data;
    fill.value = 7;
    fill.elementSize = sizeof(int);
    fill.width = N;
    fill.height = 1;
    cudaGraphNode_t filled, added, scaled, copied, empty;
    GOOD(cudaGraphAddMemsetNode(&filled, graph, NULL, 0, &fill));
    void *to_add[] = {&d_data, &five, &n}, *to_scale[] = {&d_data, &three, &n};
    cudaKernelNodeParams adding = kernel((void *)add, to_add);
    cudaKernelNodeParams scaling = kernel((void *)scale, to_scale);
    GOOD(cudaGraphAddKernelNode(&added, graph, &filled, 1, &adding));
    GOOD(cudaGraphAddKernelNode(&scaled, graph, NULL, 0, &scaling)); // its edge comes later
    GOOD(cudaGraphAddMemcpyNode1D(&copied, graph, &scaled, 1, values, d_data, N * sizeof(int),
                                  cudaMemcpyDeviceToHost));
    GOOD(cudaGraphAddEmptyNode(&empty, graph, &copied, 1));
    cudaGraph_t clone;
    GOOD(cudaGraphClone(&clone, graph));
    CHECK(cudaGraphDestroyNode(empty) == cudaSuccess);
    cudaGraphNode_t nodes[8], roots[8];
    size_t n_nodes = 8, n_roots = 8;
    GOOD(cudaGraphGetRootNodes(graph, roots, &n_roots));
    CHECK(n_roots == 2 && roots[0] != roots[1]); // in any order
    for (size_t i = 0; i < n_roots; i++) CHECK(roots[i] == filled || roots[i] == scaled);
    cudaGraphNode_t from[] = {added}, to[] = {scaled};
#if CUDART_VERSION >= 13000
    GOOD(cudaGraphAddDependencies(graph, from, to, NULL, 1));
#else
    GOOD(cudaGraphAddDependencies(graph, from, to, 1));
#endif
    GOOD(cudaGraphGetNodes(graph, nodes, &n_nodes));
    CHECK(n_nodes == 4);
    cudaGraphNodeType type;
    GOOD(cudaGraphNodeGetType(nodes[0], &type));
    CHECK(type == cudaGraphNodeTypeMemset);

    cudaGraphExec_t exec;
    GOOD(cudaGraphInstantiate(&exec, graph, 0));
    five = 1000; // the node has its own copy
    GOOD(cudaGraphLaunch(exec, stream));
    GOOD(cudaStreamSynchronize(stream));
    CHECK(all(values, (7 + 5) * 3));
    five = 1;
    GOOD(cudaGraphExecKernelNodeSetParams(exec, added, &adding));
    GOOD(cudaGraphLaunch(exec, stream));
    GOOD(cudaStreamSynchronize(stream));
    CHECK(all(values, (7 + 1) * 3));

    fill.value = 2;
    GOOD(cudaGraphMemsetNodeSetParams(filled, &fill)); // of the graph, and then of what runs
    cudaGraphExecUpdateResultInfo info;
    GOOD(cudaGraphExecUpdate(exec, graph, &info));
    GOOD(cudaGraphLaunch(exec, stream));
    GOOD(cudaStreamSynchronize(stream));
    CHECK(all(values, (2 + 5) * 3));

    cudaGraph_t twice;
    cudaGraphNode_t first, second;
    GOOD(cudaGraphCreate(&twice, 0));
    GOOD(cudaGraphAddChildGraphNode(&first, twice, NULL, 0, graph));
    GOOD(cudaGraphAddKernelNode(&second, twice, &first, 1, &scaling));
    GOOD(cudaGraphAddMemcpyNode1D(&copied, twice, &second, 1, values, d_data, N * sizeof(int),
                                  cudaMemcpyDeviceToHost));
    cudaGraphExec_t nested;
    GOOD(cudaGraphInstantiate(&nested, twice, 0));
    GOOD(cudaGraphLaunch(nested, stream));
    GOOD(cudaStreamSynchronize(stream));
    CHECK(all(values, (2 + 5) * 3 * 3));
    GOOD(cudaGraphExecDestroy(exec));
    GOOD(cudaGraphExecDestroy(nested));
    GOOD(cudaGraphDestroy(graph));
    GOOD(cudaGraphDestroy(clone));
    GOOD(cudaGraphDestroy(twice));
    puts("PASS");
}
