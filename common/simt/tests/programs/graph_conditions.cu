// Conditional nodes of graphs: an if with an else, a while, a switch, and a while inside of an if.
// Errors of the API are meant.
#include <cstdio>

__global__ void set(cudaGraphConditionalHandle handle, const int *value) { cudaGraphSetConditional(handle, *value); }
__global__ void add(int *sum, int n) { atomicAdd(sum, n); }
__global__ void count_down(int *left, int *sum, cudaGraphConditionalHandle handle) {
    if (threadIdx.x == 0) cudaGraphSetConditional(handle, --*left > 0);
    atomicAdd(sum, (int)threadIdx.x);
}

int failed = 0, *d_value, *d_left, *d_sum;
#define CHECK(call) if (cudaError_t e = call) printf("line %d: %s\n", __LINE__, cudaGetErrorName(e)), failed = 1

cudaGraphNode_t kernel_node(cudaGraph_t graph, const cudaGraphNode_t *behind, void *function, void **args) {
    cudaGraphNode_t node;
    cudaGraphNodeParams p = {};
    p.type = cudaGraphNodeTypeKernel;
    p.kernel.func = function;
    p.kernel.gridDim = dim3(1);
    p.kernel.blockDim = dim3(function == (void *)count_down ? 32 : 1);
    p.kernel.kernelParams = args;
    CHECK(cudaGraphAddNode(&node, graph, behind, nullptr, behind ? 1 : 0, &p));
    return node;
}
void add_node(cudaGraph_t graph, int n) {
    void *args[] = {&d_sum, &n};
    kernel_node(graph, nullptr, (void *)add, args);
}
cudaGraph_t *condition(cudaGraph_t graph, const cudaGraphNode_t *behind, cudaGraphConditionalHandle handle,
                       cudaGraphConditionalNodeType type, unsigned size) {
    cudaGraphNode_t node;
    cudaGraphNodeParams p = {};
    p.type = cudaGraphNodeTypeConditional;
    p.conditional.handle = handle;
    p.conditional.type = type;
    p.conditional.size = size;
    CHECK(cudaGraphAddNode(&node, graph, behind, nullptr, behind ? 1 : 0, &p));
    return p.conditional.phGraph_out;
}
void expect(cudaGraphExec_t exec, int value, int left, int wanted) {
    int sum = 0;
    CHECK(cudaMemcpy(d_value, &value, sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_left, &left, sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_sum, &sum, sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaGraphLaunch(exec, 0));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost));
    if (sum != wanted) printf("%d instead of %d\n", sum, wanted), failed = 1;
}

int main() {
    CHECK(cudaMalloc(&d_value, sizeof(int)));
    CHECK(cudaMalloc(&d_left, sizeof(int)));
    CHECK(cudaMalloc(&d_sum, sizeof(int)));
    for (int kind = 0; kind < 2; kind++) { // an if with a while inside and an else; a switch
        cudaGraph_t graph;
        cudaGraphExec_t exec;
        cudaGraphConditionalHandle handle, again;
        CHECK(cudaGraphCreate(&graph, 0));
        CHECK(cudaGraphConditionalHandleCreate(&handle, graph));
        void *args[] = {&handle, &d_value};
        cudaGraphNode_t first = kernel_node(graph, nullptr, (void *)set, args);
        cudaGraph_t *bodies = condition(graph, &first, handle, kind ? cudaGraphCondTypeSwitch : cudaGraphCondTypeIf, 2);
        if (kind) {
            add_node(bodies[0], 5);
            add_node(bodies[1], 7);
        } else {
            CHECK(cudaGraphConditionalHandleCreate(&again, graph, 1, cudaGraphCondAssignDefault));
            // The second handle has no node yet.
            if (cudaGraphInstantiate(&exec, graph, 0) != cudaErrorInvalidValue) failed = 1;
            cudaGetLastError();
            cudaGraph_t *inner = condition(bodies[0], nullptr, again, cudaGraphCondTypeWhile, 1);
            cudaStream_t stream;
            CHECK(cudaStreamCreate(&stream));
            CHECK(cudaStreamBeginCaptureToGraph(stream, inner[0], nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
            count_down<<<1, 32, 0, stream>>>(d_left, d_sum, again);
            CHECK(cudaStreamEndCapture(stream, nullptr));
            add_node(bodies[1], 3);
        }
        CHECK(cudaGraphInstantiate(&exec, graph, 0));
        if (kind) {
            expect(exec, 0, 0, 5);
            expect(exec, 1, 0, 7);
            expect(exec, 2, 0, 0);
        } else {
            expect(exec, 0, 4, 3);
            expect(exec, 1, 4, 4 * 496);
            expect(exec, 9, 1, 496);
        }
        CHECK(cudaGraphExecDestroy(exec));
        CHECK(cudaGraphDestroy(graph));
    }
    puts(failed ? "FAIL" : "PASS");
    return failed;
}
