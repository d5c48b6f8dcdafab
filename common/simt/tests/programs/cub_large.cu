/**
 * @file
 * @brief CUB sorts millions of keys, and takes no memory but what it is given: the kernels' heap would be too small.
 */
#include <algorithm>
#include <cstdio>
#include <vector>

#include <cub/cub.cuh>

typedef unsigned long long wide;

struct is_less {
    __host__ __device__ bool operator()(const wide &a, const wide &b) const {
        return a < b;
    }
};

/* Asks an algorithm how much memory it wants, and runs it. */
template <class F> static bool run(F algorithm) {
    void *temp = nullptr;
    size_t bytes = 0;
    bool good = algorithm(temp, bytes) == cudaSuccess && cudaMalloc(&temp, bytes) == cudaSuccess;
    good = good && algorithm(temp, bytes) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess;
    cudaFree(temp);
    return good;
}

int main() {
    const int n = 3 << 19, half = n / 2;
    wide *keys, *sorted;
    int *numbers, *moved, *segments;
    cudaMallocManaged(&keys, n * sizeof *keys);
    cudaMallocManaged(&sorted, n * sizeof *sorted);
    cudaMallocManaged(&numbers, n * sizeof *numbers);
    cudaMallocManaged(&moved, n * sizeof *moved);
    cudaMallocManaged(&segments, 3 * sizeof *segments);
    wide x = 88172645463325252ull;
    for (int i = 0; i < n; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        keys[i] = x, numbers[i] = i;
    }
    segments[0] = 0, segments[1] = half, segments[2] = n;
    const std::vector<wide> before(keys, keys + n);
    std::vector<wide> want(before), halves(before);
    std::sort(want.begin(), want.end());
    std::sort(halves.begin(), halves.begin() + half),
        std::sort(halves.begin() + half, halves.end());

    bool right = run([=](void *temp, size_t &bytes) {
        return cub::DeviceRadixSort::SortPairs(temp, bytes, keys, sorted, numbers, moved, n);
    });
    for (int i = 0; i < n; i++)
        right = right && sorted[i] == want[i] && before[moved[i]] == want[i];
    right = right && run([=](void *temp, size_t &bytes) {
                return cub::DeviceSegmentedRadixSort::SortKeys(temp, bytes, keys, sorted, n, 2,
                                                               segments, segments + 1);
            });
    right = right && std::equal(halves.begin(), halves.end(), sorted);
    right = right && run([=](void *temp, size_t &bytes) {
                return cub::DeviceMergeSort::SortPairs(temp, bytes, keys, numbers, n, is_less());
            });
    for (int i = 0; i < n; i++)
        right = right && keys[i] == want[i] && before[numbers[i]] == want[i];
    puts(right ? "PASS" : "FAIL");
    return !right;
}
