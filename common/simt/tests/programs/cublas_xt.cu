// cublasXt: a product of matrices in host memory, and of one that a kernel has just written.
#include <cublasXt.h>
#include <cstdio>
#include <vector>

__global__ void fill(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = (float)(i % 5);
}

int main() {
    const int n = 48;
    int device = 0, wrong = 0;
    std::vector<float> a(n * n), b(n * n), c(n * n, 1);
    for (int i = 0; i < n * n; i++) a[i] = (float)(i % 5), b[i] = (float)(i % 7);
    float *d_a, two = 2, one = 1;
    cublasXtHandle_t h;
    if (cublasXtCreate(&h) || cublasXtDeviceSelect(h, 1, &device) || cublasXtSetBlockDim(h, 64))
        return 1;
    cudaMalloc(&d_a, n * n * sizeof(float));
    fill<<<(n * n + 255) / 256, 256>>>(d_a, n * n);
    for (const float *from : {(const float *)a.data(), (const float *)d_a})
        wrong += cublasXtSgemm(h, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &two, from, n, b.data(), n,
                               &one, c.data(), n) != 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++) sum += a[k * n + i] * b[k * n + j];
            wrong += c[j * n + i] != 4 * sum + 1;
        }
    cublasXtDestroy(h);
    printf(wrong ? "FAIL: %d\n" : "PASS\n", wrong);
    return wrong != 0;
}
