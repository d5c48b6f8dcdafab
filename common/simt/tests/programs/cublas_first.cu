// The first interface of cuBLAS: no handles, scalars and results by value.
#include <cublas.h>
#include <cstdio>
#include <vector>

int main() {
    const int N = 40;
    std::vector<float> a(N * N), b(N * N), c(N * N), x(N), y(N);
    float *d_a, *d_b, *d_c, *d_x, *d_y;
    int failed = cublasInit();
    for (int i = 0; i < N * N; i++) a[i] = (float)(i % 7 - 3), b[i] = (float)(i % 5 - 2);
    for (int i = 0; i < N; i++) x[i] = (float)(i % 9 - 4);
    failed |= cublasAlloc(N * N, sizeof(float), (void **)&d_a) | cublasAlloc(N * N, sizeof(float), (void **)&d_b) |
              cublasAlloc(N * N, sizeof(float), (void **)&d_c) | cublasAlloc(N, sizeof(float), (void **)&d_x) |
              cublasAlloc(N, sizeof(float), (void **)&d_y);
    failed |= cublasSetMatrix(N, N, sizeof(float), a.data(), N, d_a, N);
    failed |= cublasSetMatrix(N, N, sizeof(float), b.data(), N, d_b, N);
    failed |= cublasSetVector(N, sizeof(float), x.data(), 1, d_x, 1);
    cublasSgemm('n', 't', N, N, N, 2.0f, d_a, N, d_b, N, 0.0f, d_c, N);
    cublasSgemv('t', N, N, 1.0f, d_a, N, d_x, 1, 0.0f, d_y, 1);
    failed |= cublasGetError();
    failed |= cublasGetMatrix(N, N, sizeof(float), d_c, N, c.data(), N) |
              cublasGetVector(N, sizeof(float), d_y, 1, y.data(), 1);
    float length = 0;
    for (int j = 0; j < N; j++) {
        float product = 0;
        for (int k = 0; k < N; k++) product += a[j * N + k] * x[k];
        failed |= product != y[j];
        length += x[j] * x[j];
        for (int i = 0; i < N; i++) {
            float sum = 0;
            for (int k = 0; k < N; k++) sum += a[k * N + i] * b[k * N + j];
            failed |= c[j * N + i] != 2 * sum;
        }
    }
    failed |= cublasSdot(N, d_x, 1, d_x, 1) != length || cublasIsamax(N, d_x, 1) != 1;
    cublasSgemm('n', 'n', -1, N, N, 1.0f, d_a, N, d_b, N, 0.0f, d_c, N);
    failed |= cublasGetError() != CUBLAS_STATUS_INVALID_VALUE || cublasGetError() != CUBLAS_STATUS_SUCCESS;
    for (float *each : {d_a, d_b, d_c, d_x, d_y}) failed |= cublasFree(each);
    failed |= cublasShutdown();
    puts(failed ? "FAIL" : "PASS");
    return failed;
}
