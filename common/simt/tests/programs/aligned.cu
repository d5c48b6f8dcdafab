// Shared memory that is aligned to far more than a page of the host: kernels flip bits of its addresses.
// An H200 aligns it to 1024 bytes at most: it begins 1 KiB behind a multiple of 16 MiB.
#include <cstdint>
#include <cstdio>

enum { THREADS = 64, BUFFER = 8 * 1024 };

// Two buffers of 8 KiB. An exclusive or with 8 KiB leads from one to the other, in addresses of both kinds.
__global__ void swap_kernel(const int *in, int *out, int *aligned) {
    __shared__ __align__(16 * 1024) char tiles[2 * BUFFER];
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    uintptr_t mine = reinterpret_cast<uintptr_t>(tiles) + threadIdx.x * sizeof(int);
    *reinterpret_cast<int *>(mine) = in[threadIdx.x];
    *reinterpret_cast<int *>(mine ^ BUFFER) = -in[threadIdx.x];
    const uint32_t shared = static_cast<uint32_t>(__cvta_generic_to_shared(tiles));
    atomicAdd(&count, shared % 1024 == 0 && reinterpret_cast<uintptr_t>(tiles) % 1024 == 0);
    __syncthreads();
    mine ^= BUFFER;
    const int other = (threadIdx.x + 1) % THREADS - threadIdx.x;
    out[blockIdx.x * THREADS + threadIdx.x] = reinterpret_cast<int *>(mine)[other];
    if (threadIdx.x == 0) aligned[blockIdx.x] = count;
}

int main() {
    enum { BLOCKS = 3 };
    int *in, *out, *aligned, wrong = 0;
    cudaMallocManaged(&in, THREADS * sizeof(int));
    cudaMallocManaged(&out, BLOCKS * THREADS * sizeof(int));
    cudaMallocManaged(&aligned, BLOCKS * sizeof(int));
    for (int t = 0; t < THREADS; t++) in[t] = 100 + t;
    swap_kernel<<<BLOCKS, THREADS>>>(in, out, aligned);
    if (cudaDeviceSynchronize() != cudaSuccess) return printf("FAIL: %s\n", cudaGetErrorString(cudaGetLastError())), 1;
    for (int i = 0; i < BLOCKS * THREADS; i++) wrong += out[i] != -(100 + (i + 1) % THREADS);
    for (int b = 0; b < BLOCKS; b++) wrong += aligned[b] != THREADS;
    if (wrong) return printf("FAIL: %d values\n", wrong), 1;
    puts("PASS");
    return 0;
}
