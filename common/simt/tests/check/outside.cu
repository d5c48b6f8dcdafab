/**
 * @file
 * @brief __shared__ variables outside of functions: `outside past` reads behind one, `outside never` reads
 *        what the block has not written, `outside race` has no barrier; `outside right` is right.
 */
#include <stdio.h>
#include <string.h>

__shared__ int first[32], second;
__shared__ float tile[4][8];

__global__ void fill(int *out, int over, bool waits) {
    int t = threadIdx.x;
    if (t < 32) first[t] = t;
    if (t < 32) tile[t / 8][t % 8] = 2;
    if (t == 0) second = 3;
    if (waits) __syncthreads();
    if (t < 32) return;
    out += 32 * blockIdx.x;
    out[t - 32] = first[t - 32 + over] + second; // a
    if (waits) out[t - 32] += (int)tile[(t - 32) / 8][t % 8];
}

__global__ void never(int *out) {
    out[threadIdx.x] = first[threadIdx.x]; // b
}

int main(int, char **argv) {
    int *d_out;
    cudaMalloc(&d_out, 64 * sizeof *d_out);
    fill<<<2, 64>>>(d_out, !strcmp(argv[1], "past"), strcmp(argv[1], "race") != 0);
    if (!strcmp(argv[1], "never")) never<<<1, 32>>>(d_out);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(d_out);
    return 0;
}
