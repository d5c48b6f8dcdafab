// cuBLAS: vectors, a matrix and a vector, matrices, against plain loops; results in host and in device memory.
#include <cublas_v2.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(call) do { if ((call) != CUBLAS_STATUS_SUCCESS) { printf("FAIL: %s\n", #call); return 1; } } while (0)
#define EXPECT(what) do { if (!(what)) { printf("FAIL: %s, line %d\n", #what, __LINE__); return 1; } } while (0)

static bool close_to(double a, double b) { return fabs(a - b) <= 1e-4 * (1 + fabs(b)); }

int main() {
    const int M = 33, N = 17, K = 65;
    std::vector<float> a(M * K), b(K * N), c(M * N, 1.0f), got(M * N);
    for (size_t i = 0; i < a.size(); i++) a[i] = float(i % 13) - 6;
    for (size_t i = 0; i < b.size(); i++) b[i] = float(i % 7) - 3;
    float *d_a, *d_b, *d_c, *d_result;
    cudaMalloc(&d_a, a.size() * sizeof(float));
    cudaMalloc(&d_b, b.size() * sizeof(float));
    cudaMalloc(&d_c, c.size() * sizeof(float));
    cudaMalloc(&d_result, sizeof(float));
    cublasHandle_t handle;
    CHECK(cublasCreate(&handle));
    CHECK(cublasSetMatrix(M, K, sizeof(float), a.data(), M, d_a, M));
    CHECK(cublasSetMatrix(K, N, sizeof(float), b.data(), K, d_b, K));
    CHECK(cublasSetVector(M * N, sizeof(float), c.data(), 1, d_c, 1));

    const float alpha = 2, beta = 3;
    CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &alpha, d_a, M, d_b, K, &beta, d_c, M));
    CHECK(cublasGetMatrix(M, N, sizeof(float), d_c, M, got.data(), M));
    for (int j = 0; j < N; j++)
        for (int i = 0; i < M; i++) {
            double sum = 0;
            for (int k = 0; k < K; k++) sum += a[k * M + i] * b[j * K + k];
            EXPECT(close_to(got[j * M + i], 2 * sum + 3));
        }

    float dot, expected = 0;
    for (int i = 0; i < K; i++) expected += a[i] * b[i];
    CHECK(cublasSdot(handle, K, d_a, 1, d_b, 1, &dot));
    EXPECT(close_to(dot, expected));
    CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    CHECK(cublasSdot(handle, K, d_a, 1, d_b, 1, d_result));
    cudaMemcpy(&dot, d_result, sizeof(dot), cudaMemcpyDeviceToHost);
    EXPECT(close_to(dot, expected));
    CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));

    int index;
    CHECK(cublasIsamax(handle, K, d_a, 1, &index));
    EXPECT(index == 1); // counted from 1; |-6| comes first
    CHECK(cublasSasum(handle, 13, d_a, 1, &dot));
    EXPECT(dot == 42);
    const float one = 1, zero = 0;
    CHECK(cublasSgemv(handle, CUBLAS_OP_T, M, N, &one, d_a, M, d_b, 1, &zero, d_c, 2)); // every second of c
    CHECK(cublasGetVector(N, sizeof(float), d_c, 2, got.data(), 1));
    for (int j = 0; j < N; j++) {
        double sum = 0;
        for (int i = 0; i < M; i++) sum += a[j * M + i] * b[i];
        EXPECT(close_to(got[j], sum));
    }
    EXPECT(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &one, d_a, M - 1, d_b, K, &zero, d_c, M) ==
           CUBLAS_STATUS_INVALID_VALUE);
    CHECK(cublasDestroy(handle));
    cudaFree(d_a), cudaFree(d_b), cudaFree(d_c), cudaFree(d_result);
    printf("PASS\n");
    return 0;
}
