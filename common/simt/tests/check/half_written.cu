/**
 * @file
 * @brief Sums an array of which only the first half was written: right where unwritten memory is 0.
 */
#include <stdio.h>

__global__ void add(const int *in, int *out, int n) {
    __shared__ int sums[64];
    for (int i = threadIdx.x; i < n; i += blockDim.x) sums[threadIdx.x] += in[i];
    __syncthreads();
    if (threadIdx.x == 0)
        for (int t = 0; t < 64; t++) *out += sums[t];
}

int main() {
    enum { N = 256 };
    int ones[N / 2], sum, *in, *out;
    for (int &one : ones) one = 1;
    cudaMalloc(&in, N * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, ones, sizeof(ones), cudaMemcpyHostToDevice);
    add<<<1, 64>>>(in, out, N);
    cudaMemcpy(&sum, out, sizeof(sum), cudaMemcpyDeviceToHost);
    printf("%d\n", sum);
    return sum == N / 2 ? 0 : 1;
}
