/**
 * @file
 * @brief Locks that kernels spin on: one between blocks, in an object with a destructor, and one in a block.
 */
#include <cstdio>
#include <cstdlib>

/** What the destructor of a copy does is not for every thread to do. */
struct Lock {
    int *mutex;
    static int destroyed;
    Lock() {
        cudaMalloc((void **)&mutex, sizeof(int));
        cudaMemset(mutex, 0, sizeof(int));
    }
    Lock(const Lock &other) : mutex(other.mutex) {}
    ~Lock() {
        destroyed++;
    }
    __device__ void lock() {
        while (atomicCAS(mutex, 0, 1) != 0) {
        }
        __threadfence();
    }
    __device__ void unlock() {
        __threadfence();
        atomicExch(mutex, 0);
    }
};
int Lock::destroyed;

__global__ void dot(Lock lock, const float *a, const float *b, float *sum, int n) {
    __shared__ float cache[128];
    float own = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        own += a[i] * b[i];
    cache[threadIdx.x] = own;
    __syncthreads();
    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (threadIdx.x < i) cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        lock.lock();
        *sum += cache[0];
        lock.unlock();
    }
}

/** All threads of a block want the same lock; those of a warp do not wait in step. */
__global__ void count(int *counts) {
    __shared__ int mutex, seen;
    if (threadIdx.x == 0) mutex = seen = 0;
    __syncthreads();
    while (atomicCAS(&mutex, 0, 1) != 0) {
    }
    __threadfence_block();
    seen = seen + 1;
    __threadfence_block();
    atomicExch(&mutex, 0);
    __syncthreads();
    if (threadIdx.x == 0) counts[blockIdx.x] = seen;
}

int main() {
    const int n = 1000;
    float a[n], *d_a, *d_sum, sum, want = 0;
    int counts[4], *d_counts;
    for (int i = 0; i < n; i++) a[i] = i % 8, want += a[i] * a[i];
    cudaMalloc((void **)&d_a, sizeof a);
    cudaMalloc((void **)&d_sum, sizeof sum);
    cudaMalloc((void **)&d_counts, sizeof counts);
    cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemset(d_sum, 0, sizeof sum);
    {
        Lock lock;
        dot<<<4, 128>>>(lock, d_a, d_a, d_sum, n);
        cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    }
    count<<<4, 96>>>(d_counts);
    cudaMemcpy(counts, d_counts, sizeof counts, cudaMemcpyDeviceToHost);
    bool right = sum == want && Lock::destroyed < 20;
    for (int c : counts) right = right && c == 96;
    puts(right ? "PASS" : "FAIL");
    return !right;
}
