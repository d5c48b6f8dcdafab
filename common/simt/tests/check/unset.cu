/**
 * @file
 * @brief A thread reads a variable of its own that it has set in part: which bytes it finds, on stdout.
 */
#include <stdio.h>

__global__ void copy_unset(unsigned *out, int n) {
    unsigned own[4];
    for (int i = 0; i < n; i += 2) own[i] = (unsigned)i;
    out[threadIdx.x] = own[threadIdx.x];
}

int main() {
    unsigned *d_out, out[4];
    cudaMalloc(&d_out, sizeof out);
    copy_unset<<<1, 4>>>(d_out, 4);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("%u %x %u %x\n", out[0], out[1], out[2], out[3]);
    return 0;
}
