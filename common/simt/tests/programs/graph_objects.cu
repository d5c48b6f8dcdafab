// Graphs keep objects of the program alive, and nodes that copy variables of the device get other ones.
// Errors of the API are meant.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void check(int result, const char *what, int line) {
    if (result == 0) return;
    printf("line %d: %s gives %d\n", line, what, result);
    exit(1);
}
#define CHECK(call) check((int)(call), #call, __LINE__)
#define MUST(condition) check(!(condition), #condition, __LINE__)

static volatile int ended, refused;

struct Owner {
    int *d_x;
    ~Owner() {
        refused = cudaFree(d_x); // no destructor may call CUDA
        ended++;
    }
};

static void CUDART_CB end_it(void *number) {
    *(int *)number = 1;
}

static void objects() {
    cudaUserObject_t owner, other;
    cudaGraph_t graph, clone;
    cudaGraphExec_t exec;
    int gone = 0;
    Owner *o = new Owner;
    CHECK(cudaMalloc(&o->d_x, 4));
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t node;
    cudaMemsetParams fill = {};
    fill.dst = o->d_x, fill.elementSize = 4, fill.value = 6, fill.width = 1, fill.height = 1;
    CHECK(cudaGraphAddMemsetNode(&node, graph, NULL, 0, &fill));
    CHECK(cudaUserObjectCreate(&owner, o, 1, cudaUserObjectNoDestructorSync));
    CHECK(cudaGraphRetainUserObject(graph, owner, 1, cudaGraphUserObjectMove)); // which has the only reference now
    CHECK(cudaUserObjectCreate(&other, &gone, end_it, 2, cudaUserObjectNoDestructorSync));
    CHECK(cudaGraphRetainUserObject(graph, other, 1));
    CHECK(cudaUserObjectRelease(other, 2));
    MUST(gone == 0);
    CHECK(cudaGraphReleaseUserObject(graph, other, 1));
    MUST(gone == 1);
    CHECK(cudaGraphClone(&clone, graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphDestroy(clone));
    MUST(ended == 0);
    CHECK(cudaGraphLaunch(exec, 0));
    CHECK(cudaDeviceSynchronize());
    int seen = 0;
    CHECK(cudaMemcpy(&seen, o->d_x, 4, cudaMemcpyDeviceToHost));
    MUST(seen == 6);
    int *d_x = o->d_x;
    CHECK(cudaGraphExecDestroy(exec));
    while (!ended) usleep(100); // after a launch, another thread of a GPU's driver may call the destructor
    MUST(ended == 1 && refused == cudaErrorNotPermitted);
    cudaGetLastError();
    CHECK(cudaFree(d_x));
}

__device__ int one[4], two[4];

__global__ void sum(int *out) {
    out[0] = one[0] + one[3];
    out[1] = two[0] + two[3];
}

static void variables() {
    cudaGraph_t graph;
    cudaGraphNode_t in, use;
    cudaGraphExec_t exec;
    static int from[4] = {1, 2, 3, 4}, zero[4], out[2];
    int *d_out;
    CHECK(cudaMalloc(&d_out, 8));
    CHECK(cudaMemcpyToSymbol(one, zero, 16));
    CHECK(cudaMemcpyToSymbol(two, zero, 16));
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphAddMemcpyNodeToSymbol(&in, graph, NULL, 0, one, from, 8, 0, cudaMemcpyHostToDevice));
    void *args[] = {&d_out};
    cudaKernelNodeParams k = {};
    k.func = (void *)sum, k.gridDim = dim3(1), k.blockDim = dim3(1), k.kernelParams = args;
    CHECK(cudaGraphAddKernelNode(&use, graph, &in, 1, &k));
    CHECK(cudaGraphMemcpyNodeSetParamsToSymbol(in, one, from + 2, 8, 8, cudaMemcpyHostToDevice));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, 0));
    CHECK(cudaMemcpy(out, d_out, 8, cudaMemcpyDeviceToHost));
    MUST(out[0] == 4 && out[1] == 0);
    CHECK(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, in, two, from, 16, 0, cudaMemcpyHostToDevice));
    CHECK(cudaGraphLaunch(exec, 0));
    CHECK(cudaMemcpy(out, d_out, 8, cudaMemcpyDeviceToHost));
    MUST(out[0] == 4 && out[1] == 5);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaFree(d_out));
}

int main() {
    objects();
    variables();
    printf("PASS\n");
    return 0;
}
