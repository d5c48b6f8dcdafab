/**
 * @file
 * @brief malloc and new in kernels: lists that outlive their kernel, and NULL where the heap is full.
 */
#include <cstdio>
#include <cstring>

struct Node {
    int value;
    Node *next;
    __device__ Node(int value, Node *next) : value(value), next(next) {}
};

__device__ Node *lists[64];

__global__ void push(int n) {
    for (int i = 0; i < n; i++) lists[threadIdx.x] = new Node(i, lists[threadIdx.x]);
}
__global__ void sum(int *sums) {
    int t = threadIdx.x;
    sums[t] = 0;
    for (Node *node = lists[t]; node; node = node->next) sums[t] += node->value;
}
__global__ void drop() {
    while (Node *node = lists[threadIdx.x]) {
        lists[threadIdx.x] = node->next;
        delete node;
    }
}

__global__ void fill(int *results) {
    int *whole = new int[3 << 20]; // 12 MiB of 8
    results[0] = whole == nullptr;
    char *most = (char *)malloc(6 << 20), *more = (char *)malloc(6 << 20);
    results[1] = most && !more;
    memset(most, 1, 6 << 20);
    free(most);
    free(more);
    double *again = new double[5 << 17];
    results[2] = again && (size_t)again % 16 == 0;
    delete[] again;
    void *memory = nullptr;
    results[3] = cudaMalloc(&memory, 100) == cudaSuccess && memory && cudaFree(memory) == cudaSuccess;
    results[4] = cudaMalloc(&memory, 64 << 20) == cudaErrorMemoryAllocation;
    int pieces = 0, *first = nullptr;
    while (int *piece = (int *)malloc(64 << 10)) {
        *(int **)piece = first;
        first = piece;
        pieces++;
    }
    results[5] = pieces >= 64 && pieces <= 128; // an H200 has 78
    while (first) {
        int *next = *(int **)first;
        free(first);
        first = next;
    }
}

int main() {
    int *d_sums, sums[64];
    size_t bytes = 0;
    cudaMalloc(&d_sums, sizeof sums);
    cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize);
    push<<<1, 64>>>(20);
    sum<<<1, 64>>>(d_sums);
    drop<<<1, 64>>>();
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    bool right = bytes == 8 << 20;
    for (int s : sums) right &= s == 190;
    fill<<<1, 1>>>(d_sums);
    cudaMemcpy(sums, d_sums, 6 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 6; i++) right &= sums[i] == 1;
    right &= cudaDeviceSynchronize() == cudaSuccess;
    puts(right ? "PASS" : "FAIL");
    return !right;
}
