/**
 * @file
 * @brief A small run whose every access is known, for test_trace.sh.
 */
#include <cstdio>

enum { THREADS = 4 };

__global__ void mirror(int *d_out, unsigned *d_least, const int *d_in) {
    __shared__ int s_keys[THREADS];
    int t = threadIdx.x;
    s_keys[t] = d_in[t];                // load
    __syncthreads();                    // wait
    d_out[t] = s_keys[THREADS - 1 - t]; // mirror
    atomicMin(d_least, 10 - t % 2);     // bid
}

int main() {
    int *d_out, *d_in, in[THREADS] = {5, 6, 7, 8}, out[THREADS];
    unsigned *d_least, least = 100;
    cudaMalloc(&d_out, sizeof out);
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_least, sizeof least);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemcpy(d_least, &least, sizeof least, cudaMemcpyHostToDevice);
    for (int run = 0; run < 2; run++) {
        mirror<<<1, THREADS>>>(d_out, d_least, d_in);
        in[0] = 9; // between the two, the host writes what no hook sees
        cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    }
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
    return 0;
}
