// Factors, inverses and solutions of many small matrices by cuBLAS, and products with them that give the identity.
#include <cublas_v2.h>

#include <cmath>
#include <cstdio>
#include <vector>

const int N = 7, COUNT = 5, LD = 9;

__global__ void fill(double *a, double **rows_of, double *inverse, double **inverse_of) {
    int i = blockIdx.x;
    double *matrix = a + i * LD * N;
    if (threadIdx.x == 0) rows_of[i] = matrix, inverse_of[i] = inverse + i * N * N;
    for (int k = threadIdx.x; k < LD * N; k += blockDim.x)
        matrix[k] = (k % LD + 1) * 0.25 + (k * 37 + i * 11) % 23 - (k % LD == k / LD ? 31 : 0);
}

double furthest_from_identity(const double *a, const double *b) {
    double worst = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = i == j ? -1 : 0;
            for (int k = 0; k < N; k++) sum += a[k * LD + i] * b[j * N + k];
            worst = fmax(worst, fabs(sum));
        }
    return worst;
}

int main() {
    cublasHandle_t handle;
    double *a, *inverse, **as, **inverses;
    int *pivots, *info, failed = 0, wrong = 1;
    cudaMalloc(&a, COUNT * LD * N * sizeof(double));
    cudaMalloc(&inverse, COUNT * N * N * sizeof(double));
    cudaMalloc(&as, COUNT * sizeof(double *));
    cudaMalloc(&inverses, COUNT * sizeof(double *));
    cudaMalloc(&pivots, COUNT * N * sizeof(int));
    cudaMalloc(&info, COUNT * sizeof(int));
    cublasCreate(&handle);
    std::vector<double> before(COUNT * LD * N), after(COUNT * N * N);
    std::vector<int> found(COUNT), order(COUNT * N);
    for (int way = 0; way < 4; way++) { // with pivots, in order, in one call, as solutions
        fill<<<COUNT, 32>>>(a, as, inverse, inverses);
        cudaMemcpy(before.data(), a, before.size() * sizeof(double), cudaMemcpyDeviceToHost);
        int *chosen = way == 1 ? nullptr : pivots;
        if (way != 2) failed |= cublasDgetrfBatched(handle, N, as, LD, chosen, info, COUNT);
        if (way < 2) failed |= cublasDgetriBatched(handle, N, as, LD, chosen, inverses, N, info, COUNT);
        if (way == 2) failed |= cublasDmatinvBatched(handle, N, as, LD, inverses, N, info, COUNT);
        if (way == 3) {
            std::vector<double> ones(COUNT * N * N);
            for (int i = 0; i < COUNT * N; i++) ones[i / N * N * N + i % N * (N + 1)] = 1;
            cudaMemcpy(inverse, ones.data(), ones.size() * sizeof(double), cudaMemcpyHostToDevice);
            failed |= cublasDgetrsBatched(handle, CUBLAS_OP_N, N, N, as, LD, pivots, inverses, N, &wrong, COUNT);
        }
        cudaMemcpy(found.data(), info, COUNT * sizeof(int), cudaMemcpyDeviceToHost);
        cudaMemcpy(after.data(), inverse, after.size() * sizeof(double), cudaMemcpyDeviceToHost);
        for (int i = 0; i < COUNT; i++)
            failed |= found[i] || furthest_from_identity(&before[i * LD * N], &after[i * N * N]) > 1e-9;
    }
    cudaMemcpy(order.data(), pivots, order.size() * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < COUNT * N; i++) failed |= order[i] < i % N + 1 || order[i] > N;
    cudaMemset(a, 0, COUNT * LD * N * sizeof(double)); // no factor: the first pivot is 0
    failed |= cublasDgetrfBatched(handle, N, as, LD, pivots, info, COUNT) || wrong;
    cudaMemcpy(found.data(), info, COUNT * sizeof(int), cudaMemcpyDeviceToHost);
    for (int each : found) failed |= each != 1;
    failed |= cublasDmatinvBatched(handle, 33, as, 33, inverses, 33, info, 1) != CUBLAS_STATUS_INVALID_VALUE;
    puts(failed ? "FAIL" : "PASS");
    return failed;
}
