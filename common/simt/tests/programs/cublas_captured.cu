/*
 * Calls of cuBLAS in a graph: a captured step of the power method, y = A x, x = y / norm, is launched until x stands.
 * The norm stays on the device. A call that hands its result to the host cannot be captured.
 */
#include <cmath>
#include <cstdio>
#include <cublas_v2.h>

enum { N = 96, STEPS = 60 };

__global__ void invert(float *d_norm, float *d_factor, int *d_steps) {
    *d_factor = 1 / *d_norm;
    *d_steps += 1;
}

static bool failed(const char *what, bool wrong) {
    if (wrong) printf("FAIL: %s\n", what);
    return wrong;
}

int main() {
    float *a, *x, *y, *norm, *factor, *zero_one;
    int *steps;
    cudaMallocManaged(&a, N * N * sizeof *a);
    cudaMallocManaged(&x, N * sizeof *x);
    cudaMallocManaged(&y, N * sizeof *y);
    cudaMallocManaged(&norm, sizeof *norm);
    cudaMallocManaged(&factor, sizeof *factor);
    cudaMallocManaged(&steps, sizeof *steps);
    cudaMallocManaged(&zero_one, 2 * sizeof *zero_one);
    zero_one[0] = 0, zero_one[1] = 1, *steps = 0;
    for (int i = 0; i < N; i++) {
        x[i] = 1;
        for (int j = 0; j < N; j++) a[i * N + j] = i == j ? 3 + (i == 7) * 5 : 1.0f / (1 + abs(i - j));
    }
    cublasHandle_t blas;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cublasCreate(&blas);
    cublasSetStream(blas, stream);
    cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_DEVICE);

    cudaGraph_t graph;
    cudaGraphExec_t exec;
    size_t nodes = 0;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
    cublasSgemv(blas, CUBLAS_OP_N, N, N, zero_one + 1, a, N, x, 1, zero_one, y, 1);
    cublasSnrm2(blas, N, y, 1, norm);
    invert<<<1, 1, 0, stream>>>(norm, factor, steps);
    cublasScopy(blas, N, y, 1, x, 1);
    cublasSscal(blas, N, factor, x, 1);
    if (failed("the step is captured", cudaStreamEndCapture(stream, &graph) != cudaSuccess)) return 1;
    cudaGraphGetNodes(graph, nullptr, &nodes);
    if (failed("nothing ran yet", *steps != 0 || nodes < 5)) return 1;
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphDestroy(graph);
    for (int i = 0; i < STEPS; i++) cudaGraphLaunch(exec, stream);
    if (failed("the graph runs", cudaStreamSynchronize(stream) != cudaSuccess || *steps != STEPS)) return 1;
    double worst = 0, length = 0;
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int j = 0; j < N; j++) sum += (double)a[i * N + j] * x[j];
        worst = fmax(worst, fabs(sum - (double)*norm * x[i]));
        length += (double)x[i] * x[i];
    }
    if (failed("A x = norm x", worst > 1e-3 || fabs(length - 1) > 1e-4)) return 1;
    cudaGraphExecDestroy(exec);
    cublasDestroy(blas);
    cudaStreamDestroy(stream);
    for (void *p : {(void *)a, (void *)x, (void *)y, (void *)norm, (void *)factor, (void *)steps, (void *)zero_one})
        cudaFree(p);
    printf("PASS\n");
    return 0;
}
