// cuBLAS: vectors in device memory, with alpha and results there too, between two kernels of one stream.
#include <cublas_v2.h>
#include <cstdio>
#define CHECK(call) do { if ((call) != CUBLAS_STATUS_SUCCESS) { printf("FAIL: %s\n", #call); return 1; } } while (0)
#define EXPECT(what) do { if (!(what)) { printf("FAIL: %s, line %d\n", #what, __LINE__); return 1; } } while (0)

const int N = 1000;

__global__ void begin(float *x, float *y, float *alpha) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) x[i] = i, y[i] = 1;
    if (i == 0) *alpha = 2;
}

__global__ void halve(const float *norm, float *half) { *half = *norm / 2; }

int main() {
    float *x, *y, *numbers, h_y[N], half;
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    cudaMalloc(&numbers, 3 * sizeof(float));
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cublasHandle_t handle;
    CHECK(cublasCreate(&handle));
    CHECK(cublasSetStream(handle, stream));
    CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    begin<<<(N + 127) / 128, 128, 0, stream>>>(x, y, numbers);
    CHECK(cublasSaxpy(handle, N, numbers, x, 1, y, 1));
    CHECK(cublasSnrm2(handle, 2, y, 1, numbers + 1)); // of 1 and 3
    halve<<<1, 1, 0, stream>>>(numbers + 1, numbers + 2);
    CHECK(cublasSswap(handle, N / 2, x, 2, y, 2));
    cudaMemcpyAsync(h_y, y, sizeof(h_y), cudaMemcpyDeviceToHost, stream);
    cudaMemcpyAsync(&half, numbers + 2, sizeof(half), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    for (int i = 0; i < N; i++) EXPECT(h_y[i] == (i % 2 ? 2 * i + 1 : i));
    EXPECT(fabsf(half - sqrtf(10) / 2) < 1e-6f);
    CHECK(cublasDestroy(handle));
    cudaFree(x), cudaFree(y), cudaFree(numbers);
    printf("PASS\n");
    return 0;
}
