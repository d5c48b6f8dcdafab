/**
 * @file
 * @brief Graphs whose nodes allocate and free memory: by a capture of cudaMallocAsync, and node by node.
 */
#include <cstdio>

const int N = 2048;

__global__ void fill(int *data, int start) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = start + i;
}

__global__ void add(const int *a, const int *b, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = a[i] + b[i];
}

#define GOOD(call)                                                                                 \
    do {                                                                                           \
        cudaError_t e = (call);                                                                    \
        if (e != cudaSuccess) return printf("FAIL: %s: %s\n", #call, cudaGetErrorName(e)), 1;      \
    } while (0)

static bool right(const int *values, int sum) {
    for (int i = 0; i < N; i++)
        if (values[i] != sum + 2 * i) return printf("FAIL: %d: %d\n", i, values[i]), false;
    return true;
}

int main() {
    int *out, *d_a, *d_b, *d_out;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    GOOD(cudaMallocHost(&out, N * sizeof(int)));
    GOOD(cudaMalloc(&d_out, N * sizeof(int)));
    GOOD(cudaStreamCreate(&stream));

    GOOD(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    GOOD(cudaMallocAsync(&d_a, N * sizeof(int), stream));
    GOOD(cudaMallocAsync(&d_b, N * sizeof(int), stream));
    fill<<<N / 256, 256, 0, stream>>>(d_a, 100);
    fill<<<N / 256, 256, 0, stream>>>(d_b, 1000);
    add<<<N / 256, 256, 0, stream>>>(d_a, d_b, d_out);
    GOOD(cudaFreeAsync(d_a, stream));
    GOOD(cudaFreeAsync(d_b, stream));
    GOOD(cudaMemcpyAsync(out, d_out, N * sizeof(int), cudaMemcpyDeviceToHost, stream));
    GOOD(cudaStreamEndCapture(stream, &graph));
    GOOD(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    for (int i = 0; i < 3; i++) {
        out[5] = 0;
        GOOD(cudaGraphLaunch(exec, stream));
        GOOD(cudaStreamSynchronize(stream));
        if (!right(out, 1100)) return 1;
    }
    GOOD(cudaGraphExecDestroy(exec));
    GOOD(cudaGraphDestroy(graph));

    cudaGraphNode_t alloc, filled, copied, freed;
    cudaMemAllocNodeParams memory = {};
    memory.poolProps.allocType = cudaMemAllocationTypePinned;
    memory.poolProps.location.type = cudaMemLocationTypeDevice;
    memory.bytesize = N * sizeof(int);
    GOOD(cudaGraphCreate(&graph, 0));
    GOOD(cudaGraphAddMemAllocNode(&alloc, graph, NULL, 0, &memory));
    int *d_memory = (int *)memory.dptr, start = 3;
    void *arguments[] = {&d_memory, &start};
    cudaKernelNodeParams kernel = {};
    kernel.func = (void *)fill;
    kernel.gridDim = dim3(N / 256);
    kernel.blockDim = dim3(256);
    kernel.kernelParams = arguments;
    GOOD(cudaGraphAddKernelNode(&filled, graph, &alloc, 1, &kernel));
    GOOD(cudaGraphAddMemcpyNode1D(&copied, graph, &filled, 1, out, d_memory, N * sizeof(int),
                                  cudaMemcpyDeviceToHost));
    GOOD(cudaGraphAddMemFreeNode(&freed, graph, &copied, 1, d_memory));
    GOOD(cudaGraphInstantiate(&exec, graph, 0));
    GOOD(cudaGraphLaunch(exec, stream));
    GOOD(cudaGraphLaunch(exec, stream));
    GOOD(cudaStreamSynchronize(stream));
    for (int i = 0; i < N; i++)
        if (out[i] != 3 + i) return printf("FAIL: %d: %d\n", i, out[i]), 1;
    GOOD(cudaGraphExecDestroy(exec));
    GOOD(cudaGraphDestroy(graph));

    // Memory that the host frees behind a wait is there for the next launch, in a stream that waits for no other.
    cudaStream_t apart;
    GOOD(cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking));
    GOOD(cudaGraphCreate(&graph, 0));
    GOOD(cudaGraphAddMemAllocNode(&alloc, graph, NULL, 0, &memory));
    d_memory = (int *)memory.dptr;
    GOOD(cudaGraphAddKernelNode(&filled, graph, &alloc, 1, &kernel));
    GOOD(cudaGraphAddMemcpyNode1D(&copied, graph, &filled, 1, out, d_memory, N * sizeof(int),
                                  cudaMemcpyDeviceToHost));
    GOOD(cudaGraphInstantiate(&exec, graph, 0));
    for (int round = 0; round < 3; round++) {
        out[5] = 0;
        GOOD(cudaGraphLaunch(exec, apart));
        GOOD(cudaStreamSynchronize(apart));
        if (out[5] != 8) return printf("FAIL: %d\n", out[5]), 1;
        GOOD(cudaFree(d_memory));
    }
    GOOD(cudaGraphExecDestroy(exec));
    GOOD(cudaGraphDestroy(graph));
    puts("PASS");
}
