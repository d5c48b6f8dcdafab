// A bitonic sort of one's own, held against thrust::sort, as sorting projects do; and Thrust's other sorts.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/sort.h>

__global__ void bitonic_step(int *keys, int k, int j) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
    if (other <= i) return;
    bool up = (i & k) == 0;
    if ((keys[i] > keys[other]) == up) {
        int t = keys[i];
        keys[i] = keys[other];
        keys[other] = t;
    }
}

struct record {
    float weight;
    int id;
};
struct lighter {
    __host__ __device__ bool operator()(const record &a, const record &b) const {
        return a.weight < b.weight;
    }
};

static bool sorts_records(int n) {
    std::vector<record> records(n);
    for (int i = 0; i < n; i++) records[i] = {(float)(rand() % 7), i};
    thrust::device_vector<record> d(records.begin(), records.end());
    thrust::stable_sort(d.begin(), d.end(), lighter());
    std::stable_sort(records.begin(), records.end(), lighter());
    thrust::host_vector<record> h = d;
    for (int i = 0; i < n; i++)
        if (h[i].id != records[i].id) return false;
    return thrust::is_sorted(d.begin(), d.end(), lighter());
}

template <class T> static bool sorts_pairs(int n) {
    thrust::host_vector<T> keys(n);
    thrust::host_vector<int> values(n);
    for (int i = 0; i < n; i++) keys[i] = (T)(rand() - RAND_MAX / 2), values[i] = i;
    thrust::device_vector<T> d_keys = keys;
    thrust::device_vector<int> d_values = values;
    thrust::sort_by_key(d_keys.begin(), d_keys.end(), d_values.begin(), thrust::greater<T>());
    for (int i = 0; i < n; i++) {
        if (keys[d_values[i]] != d_keys[i]) return false;
        if (i && d_keys[i - 1] < d_keys[i]) return false;
    }
    return true;
}

int main() {
    const int n = 1 << 12;
    const size_t bytes = n * sizeof(int);
    std::vector<int> keys(n), mine(n), theirs(n);
    for (int &key : keys) key = rand() - RAND_MAX / 2;
    int *d_keys;
    cudaMalloc(&d_keys, bytes);
    cudaMemcpy(d_keys, keys.data(), bytes, cudaMemcpyHostToDevice);
    for (int k = 2; k <= n; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) bitonic_step<<<n / 256, 256>>>(d_keys, k, j);
    cudaMemcpy(mine.data(), d_keys, bytes, cudaMemcpyDeviceToHost);

    cudaMemcpy(d_keys, keys.data(), bytes, cudaMemcpyHostToDevice);
    thrust::sort(thrust::device_ptr<int>(d_keys), thrust::device_ptr<int>(d_keys + n));
    cudaMemcpy(theirs.data(), d_keys, bytes, cudaMemcpyDeviceToHost);
    bool good = mine == theirs && std::is_sorted(theirs.begin(), theirs.end());

    thrust::sort(thrust::device, d_keys, d_keys + n, thrust::greater<int>());
    cudaMemcpy(theirs.data(), d_keys, bytes, cudaMemcpyDeviceToHost);
    std::reverse(mine.begin(), mine.end());
    good = good && mine == theirs;
    cudaFree(d_keys);

    for (int size : {0, 1, 2, 31, 32, 33, 1000}) good = good && sorts_records(size);
    good = good && sorts_pairs<double>(200) && sorts_pairs<long long>(200) && sorts_pairs<short>(100);
    puts(good ? "PASS" : "FAIL");
    return !good;
}
