/**
 * @file
 * @brief Quicksort by kernels that launch kernels: a thread divides its range, and both parts go on in their streams.
 */
#include <algorithm>
#include <cstdio>
#include <vector>

const int SMALL = 32, DEEPEST = 18;

__device__ void sort_small(int *keys, int low, int high) {
    for (int i = low + 1; i <= high; i++) {
        int key = keys[i], k = i - 1;
        for (; k >= low && keys[k] > key; k--) keys[k + 1] = keys[k];
        keys[k + 1] = key;
    }
}

__global__ void quicksort(int *keys, int low, int high, int depth, int *failed) {
    if (high - low < SMALL || depth == DEEPEST) {
        sort_small(keys, low, high);
        return;
    }
    int left = low, right = high, pivot = keys[(low + high) / 2];
    while (left <= right) {
        while (keys[left] < pivot) left++;
        while (keys[right] > pivot) right--;
        if (left > right) break;
        int key = keys[left];
        keys[left++] = keys[right];
        keys[right--] = key;
    }
    cudaStream_t streams[2];
    for (int i = 0; i < 2; i++) cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    if (low < right) quicksort<<<1, 1, 0, streams[0]>>>(keys, low, right, depth + 1, failed);
    if (left < high) quicksort<<<1, 1, 0, streams[1]>>>(keys, left, high, depth + 1, failed);
    if (cudaGetLastError() != cudaSuccess) atomicAdd(failed, 1);
    for (int i = 0; i < 2; i++) cudaStreamDestroy(streams[i]);
}

int main() {
    const int n = 5000;
    std::vector<int> keys(n), sorted;
    unsigned state = 1;
    for (int &key : keys) key = (int)((state = state * 1664525 + 1013904223) >> 8) % 3000;
    int *d_keys, *d_failed, failed = 0;
    cudaMalloc(&d_keys, n * sizeof *d_keys);
    cudaMalloc(&d_failed, sizeof failed);
    cudaMemset(d_failed, 0, sizeof failed);
    cudaMemcpy(d_keys, keys.data(), n * sizeof *d_keys, cudaMemcpyHostToDevice);
    quicksort<<<1, 1>>>(d_keys, 0, n - 1, 0, d_failed);
    sorted.resize(n);
    cudaMemcpy(sorted.data(), d_keys, n * sizeof *d_keys, cudaMemcpyDeviceToHost);
    cudaMemcpy(&failed, d_failed, sizeof failed, cudaMemcpyDeviceToHost);
    std::sort(keys.begin(), keys.end());
    bool right = keys == sorted && !failed && cudaDeviceSynchronize() == cudaSuccess;
    puts(right ? "PASS" : "FAIL");
    return !right;
}
