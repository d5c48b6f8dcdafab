/**
 * @file
 * @brief The other file: managed memory, a cooperative launch with a grid's barrier, printf in a kernel.
 */
#include "two_files.h"

#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__device__ int d_factor = 1;
__device__ int times(int a, int b) { return a * b; }

__global__ void turn(int *numbers, int n) {
    cg::grid_group grid = cg::this_grid();
    int i = (int)grid.thread_rank(), number = i < n ? numbers[n - 1 - i] : 0;
    grid.sync(); // all have read
    if (i < n) numbers[i] = number;
    if (i == 0) printf("turned %d numbers\n", n);
}

int main() {
    int n = 200, factor = 3, *numbers;
    cudaMallocManaged(&numbers, n * sizeof *numbers);
    for (int i = 0; i < n; i++) numbers[i] = i;
    cudaMemcpyToSymbol(d_factor, &factor, sizeof factor);
    bool right = scale(numbers, n) == cudaSuccess;
    void *arguments[] = {&numbers, &n};
    right = right && cudaLaunchCooperativeKernel((void *)turn, dim3(4), dim3(64), arguments) == cudaSuccess;
    right = right && cudaDeviceSynchronize() == cudaSuccess;
    for (int i = 0; i < n; i++) right = right && numbers[i] == 3 * (n - 1 - i);
    puts(right ? "PASS" : "FAIL");
    return !right;
}
