/* A sum that nobody set to 0: right on a GPU, mostly. With an argument a bad exit code, with two no kernel. */
#include <assert.h>
#include <stdlib.h>
__global__ void add(int *d_sum, const int *d_in) {
    atomicAdd(d_sum, d_in[threadIdx.x]);
}
int main(int argc, char **argv) {
    int *d_sum, *d_in, in[32], sum;
    for (int i = 0; i < 32; i++) in[i] = 1;
    if (argc > 2) return 3;
    cudaMalloc(&d_sum, sizeof(int));
    cudaMalloc(&d_in, sizeof(in));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    add<<<1, 32>>>(d_sum, d_in);
    cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost);
    if (argc > 1) return sum != 32;
    assert(sum == 32);
    return 0;
}
