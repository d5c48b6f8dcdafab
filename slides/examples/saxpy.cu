/**
 * @file
 * @brief The first kernel: y becomes a x + y, and each thread has one item.
 *
 *     common/simt/simtcc -O2 -g -o build/saxpy slides/examples/saxpy.cu && build/saxpy
 */
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 1000, THREADS = 256, BLOCKS = (N + THREADS - 1) / THREADS };

__global__ void saxpy(float a, const float *d_x, float *d_y, int n) {
    int item = blockIdx.x * blockDim.x + threadIdx.x;
    if (item < n) d_y[item] = a * d_x[item] + d_y[item];
}

static void on_device(float a, const float *x, float *y) {
    float *d_x, *d_y;
    cudaMalloc(&d_x, N * sizeof(float));
    cudaMalloc(&d_y, N * sizeof(float));
    cudaMemcpy(d_x, x, N * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y, N * sizeof(float), cudaMemcpyHostToDevice);
    saxpy<<<BLOCKS, THREADS>>>(a, d_x, d_y, N);
    cudaMemcpy(y, d_y, N * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
}

int main(void) {
    float x[N], y[N];
    for (int i = 0; i < N; i++) x[i] = (float)i, y[i] = 1;
    on_device(2, x, y);
    printf("y[700] = %.0f\n", y[700]);
    return cudaGetLastError() != cudaSuccess;
}
