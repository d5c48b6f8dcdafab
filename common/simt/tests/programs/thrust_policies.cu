// <thrust/sort.h> alone names the policies thrust::host and thrust::device, and constant iterators.
#include <cstdio>
#include <thrust/sort.h>

int main() {
    int keys[] = {3, 1, 2}, *d_keys;
    thrust::sort(thrust::host, keys, keys + 3);
    bool right = keys[0] == 1 && keys[2] == 3 && *thrust::constant_iterator<int>(7) == 7;
    cudaMalloc(&d_keys, sizeof(keys));
    cudaMemcpy(d_keys, keys, sizeof(keys), cudaMemcpyHostToDevice);
    thrust::sort(thrust::device, d_keys, d_keys + 3, thrust::greater<int>());
    cudaMemcpy(keys, d_keys, sizeof(keys), cudaMemcpyDeviceToHost);
    right = right && keys[0] == 3 && keys[2] == 1;
    cudaFree(d_keys);
    puts(right ? "PASS" : "FAIL");
    return !right;
}
