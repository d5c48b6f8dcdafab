/**
 * @file
 * @brief A pipeline of two streams is captured once and launched for many inputs.
 */
#include <cstdio>

const int N = 4096;

__global__ void square(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * in[i];
}

__global__ void triple(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 3 * in[i];
}

__global__ void sum(const float *a, const float *b, float *total, unsigned *count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(total, a[i] + b[i]);
    atomicAdd(count, 1u);
}

static void note(void *data) {
    ++*(int *)data;
}

static int failures;
static void expect(cudaError_t is, cudaError_t should, int line) {
    if (is == should) return;
    printf("FAIL: line %d: %s in place of %s\n", line, cudaGetErrorName(is),
           cudaGetErrorName(should));
    failures++;
}
#define EXPECT(call, should) expect(call, should, __LINE__)
#define GOOD(call)           expect(call, cudaSuccess, __LINE__)

int main() {
    float *in, *d_in, *d_a, *d_b, *d_total, *total;
    unsigned *d_count;
    int notes = 0;
    GOOD(cudaMallocHost(&in, N * sizeof(float)));
    GOOD(cudaMallocHost(&total, sizeof(float)));
    GOOD(cudaMalloc(&d_in, N * sizeof(float)));
    GOOD(cudaMalloc(&d_a, N * sizeof(float)));
    GOOD(cudaMalloc(&d_b, N * sizeof(float)));
    GOOD(cudaMalloc(&d_total, sizeof(float)));
    GOOD(cudaMalloc(&d_count, sizeof(unsigned)));
    cudaStream_t main_stream, side_stream;
    cudaEvent_t fork, join;
    GOOD(cudaStreamCreate(&main_stream));
    GOOD(cudaStreamCreateWithFlags(&side_stream, cudaStreamNonBlocking));
    GOOD(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    GOOD(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));

    GOOD(cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeGlobal));
    GOOD(cudaMemcpyAsync(d_in, in, N * sizeof(float), cudaMemcpyHostToDevice, main_stream));
    GOOD(cudaEventRecord(fork, main_stream));
    GOOD(cudaStreamWaitEvent(side_stream, fork, 0));
    triple<<<N / 256, 256, 0, side_stream>>>(d_in, d_b);
    GOOD(cudaMemsetAsync(d_total, 0, sizeof(float), side_stream));
    GOOD(cudaMemsetAsync(d_count, 0, sizeof(unsigned), side_stream));
    GOOD(cudaEventRecord(join, side_stream));
    square<<<N / 256, 256, 0, main_stream>>>(d_in, d_a);
    GOOD(cudaStreamWaitEvent(main_stream, join, 0));
    sum<<<N / 256, 256, 0, main_stream>>>(d_a, d_b, d_total, d_count);
    GOOD(cudaMemcpyAsync(total, d_total, sizeof(float), cudaMemcpyDeviceToHost, main_stream));
    GOOD(cudaLaunchHostFunc(main_stream, note, &notes));
    cudaStreamCaptureStatus status;
    GOOD(cudaStreamIsCapturing(side_stream, &status));
    if (status != cudaStreamCaptureStatusActive) failures++, puts("FAIL: status");
    cudaGraph_t graph;
    GOOD(cudaStreamEndCapture(main_stream, &graph));
    size_t n_nodes = 0;
    GOOD(cudaGraphGetNodes(graph, NULL, &n_nodes));
    if (n_nodes != 8 || notes) failures++, printf("FAIL: %zu nodes\n", n_nodes);

    cudaGraphExec_t exec;
    GOOD(cudaGraphInstantiate(&exec, graph, 0));
    for (int round = 1; round <= 5; round++) {
        for (int i = 0; i < N; i++) in[i] = (float)(round + i % 2);
        GOOD(cudaGraphLaunch(exec, main_stream));
        GOOD(cudaStreamSynchronize(main_stream));
        float a = (float)round, b = a + 1, want = N / 2 * (a * a + 3 * a + b * b + 3 * b);
        if (*total != want) failures++, printf("FAIL: %g is not %g\n", *total, want);
    }
    if (notes != 5) failures++, printf("FAIL: the host function ran %d times\n", notes);
    GOOD(cudaGraphExecDestroy(exec));
    GOOD(cudaGraphDestroy(graph));
    GOOD(cudaStreamDestroy(main_stream));
    GOOD(cudaStreamDestroy(side_stream));
    puts(failures ? "FAIL" : "PASS");
}
