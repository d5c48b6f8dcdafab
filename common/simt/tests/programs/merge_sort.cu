/**
 * @file
 * @brief Merge sort from the bottom up: each thread finds where its key goes by binary search.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "device_launch_parameters.h"

#define CHECK(call)                                                                                \
    {                                                                                              \
        const cudaError_t error = call;                                                            \
        if (error != cudaSuccess)                                                                  \
            printf("error %d: %s\n", error, cudaGetErrorString(error)), exit(1);                   \
    }

/** How many of the n sorted keys come before `key`; equal ones do when `too`. */
template <typename T, bool DESCENDING>
__host__ __device__ int rank_of(T key, const T *keys, int n, bool too) {
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        bool before = DESCENDING ? keys[middle] > key : keys[middle] < key;
        if (before || (too && keys[middle] == key))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

template <typename T, bool DESCENDING>
__global__ void merge_pairs(T *out, const T *in, int width, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int start = i / (2 * width) * (2 * width), middle = min(start + width, n),
        end = min(start + 2 * width, n);
    if (i < middle)
        out[i + rank_of<T, DESCENDING>(in[i], in + middle, end - middle, false)] = in[i];
    else
        out[i - (middle - start) +
            rank_of<T, DESCENDING>(in[i], in + start, middle - start, true)] = in[i];
}

template <typename T, bool DESCENDING = false> cudaError_t merge_sort(T *keys, int n) {
    T *from = 0, *to = 0, *third;
    cudaError_t status = cudaMalloc((void **)&from, n * sizeof(T));
    if (status == cudaSuccess) status = cudaMalloc((void **)&to, n * sizeof(T));
    if (status != cudaSuccess) goto Error;
    status = cudaMemcpy(from, keys, n * sizeof(T), cudaMemcpyHostToDevice);
    if (status != cudaSuccess) goto Error;
    for (int width = 1; width < n; width *= 2) {
        merge_pairs<T, DESCENDING><<<(n + 127) / 128, 128>>>(to, from, width, n);
        third = from, from = to, to = third;
    }
    status = cudaGetLastError();
    if (status == cudaSuccess)
        status = cudaMemcpy(keys, from, n * sizeof(T), cudaMemcpyDeviceToHost);
Error:
    cudaFree(from);
    cudaFree(to);
    return status;
}

template <typename T> static int compare(const void *a, const void *b) {
    return *(const T *)a < *(const T *)b ? -1 : *(const T *)a > *(const T *)b;
}

template <typename T> static int sorts(int n) {
    T *keys = (T *)malloc(n * sizeof(T)), *want = (T *)malloc(n * sizeof(T));
    for (int i = 0; i < n; i++) want[i] = keys[i] = (T)(rand() % n - n / 2);
    qsort(want, n, sizeof(T), compare<T>);
    CHECK(merge_sort(keys, n));
    int right = memcmp(keys, want, n * sizeof(T)) == 0;
    CHECK((merge_sort<T, true>(keys, n)));
    for (int i = 0; i < n; i++) right &= keys[i] == want[n - 1 - i];
    free(keys);
    free(want);
    return right;
}

int main(void) {
    srand((unsigned)time(NULL));
    int right = sorts<int>(1) && sorts<short>(777) && sorts<float>(4096) && sorts<double>(10000);
    printf(right ? "PASS\n" : "FAIL\n");
    CHECK(cudaDeviceReset());
    return !right;
}
