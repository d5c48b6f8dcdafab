/**
 * @file
 * @brief CUB on whole ranges: transforms of one input and of several, merges, and copies of many ranges at once.
 */
#include <cstdio>
#include <cub/cub.cuh>
#include <cuda/std/tuple>

const int N = 5000, RANGES = 40;

struct halves {
    __host__ __device__ int operator()(int x) const {
        return x / 2;
    }
};
struct weigh {
    int factor;
    __host__ __device__ float operator()(int x, float y) const {
        return factor * x + y;
    }
};
struct more {
    __host__ __device__ bool operator()(int a, int b) const {
        return a > b;
    }
};

/** Calls f for the size of the temporary memory, and then with it. */
template <class F> static void twice(F f) {
    void *d_temp = nullptr;
    size_t bytes = 0;
    f(d_temp, bytes);
    cudaMalloc(&d_temp, bytes);
    f(d_temp, bytes);
    cudaDeviceSynchronize();
    cudaFree(d_temp);
}

static bool transforms(int *a, int *b, float *x, float *y) {
    for (int i = 0; i < N; i++) a[i] = 3 * i, x[i] = 0.25f * i;
    cub::DeviceTransform::Transform(a, b, N, halves());
    cub::DeviceTransform::Transform(cuda::std::make_tuple(a, x), y, N, weigh{2});
    cudaDeviceSynchronize();
    bool good = true;
    for (int i = 0; i < N; i++) good &= b[i] == 3 * i / 2 && y[i] == 6 * i + 0.25f * i;
    twice([&](void *d_temp, size_t &bytes) {
        cub::DeviceTransform::TransformStableArgumentAddresses(d_temp, bytes, b, b, N, halves());
    });
    for (int i = 0; i < N; i++) good &= b[i] == 3 * i / 2 / 2;
    return good;
}

/* Of equal keys those of the first sequence come first: their values are even. */
static bool merges(int *a, int *b, int *out, int *values, int *values_out) {
    const int n1 = 700, n2 = 900;
    for (int i = 0; i < n1; i++) a[i] = i / 2, values[i] = 2 * i;
    for (int i = 0; i < n2; i++) b[i] = i / 3, values[n1 + i] = 2 * i + 1;
    twice([&](void *d_temp, size_t &bytes) {
        cub::DeviceMerge::MergePairs(d_temp, bytes, a, values, n1, b, values + n1, n2, out, values_out);
    });
    bool good = true;
    for (int i = 1; i < n1 + n2; i++)
        good &= out[i - 1] < out[i] || (out[i - 1] == out[i] && values_out[i - 1] % 2 <= values_out[i] % 2);
    for (int i = 0; i < n1; i++) a[i] = n1 - i;
    for (int i = 0; i < n2; i++) b[i] = n2 - i;
    twice([&](void *d_temp, size_t &bytes) {
        cub::DeviceMerge::MergeKeys(d_temp, bytes, a, n1, b, n2, out, more());
    });
    for (int i = 1; i < n1 + n2; i++) good &= out[i - 1] >= out[i];
    return good && out[0] == n2 && out[n1 + n2 - 1] == 1;
}

/* Range k has k + 1 items and goes to the places of range RANGES - 1 - k, in rows of RANGES. */
static bool copies(int *a, int *out, int **from, int **to, int *sizes, int bytes_each) {
    for (int i = 0; i < RANGES * RANGES; i++) a[i] = i, out[i] = -1;
    for (int k = 0; k < RANGES; k++) {
        from[k] = a + RANGES * k;
        to[k] = out + RANGES * (RANGES - 1 - k);
        sizes[k] = (k + 1) * (bytes_each ? bytes_each : 1);
    }
    twice([&](void *d_temp, size_t &bytes) {
        if (bytes_each)
            cub::DeviceMemcpy::Batched(d_temp, bytes, (void **)from, (void **)to, sizes, RANGES);
        else
            cub::DeviceCopy::Batched(d_temp, bytes, from, to, sizes, RANGES);
    });
    bool good = true;
    for (int k = 0; k < RANGES; k++)
        for (int i = 0; i < RANGES; i++) good &= to[k][i] == (i <= k ? from[k][i] : -1);
    return good;
}

int main() {
    int *v[5], **from, **to, *sizes;
    float *x[2];
    for (int *&p : v) cudaMallocManaged(&p, N * sizeof(int));
    for (float *&p : x) cudaMallocManaged(&p, N * sizeof(float));
    cudaMallocManaged(&from, RANGES * sizeof(int *));
    cudaMallocManaged(&to, RANGES * sizeof(int *));
    cudaMallocManaged(&sizes, RANGES * sizeof(int));
    const bool good[] = {transforms(v[0], v[1], x[0], x[1]), merges(v[0], v[1], v[2], v[3], v[4]),
                         copies(v[0], v[1], from, to, sizes, 0), copies(v[0], v[1], from, to, sizes, sizeof(int))};
    bool all = cudaGetLastError() == cudaSuccess;
    for (bool one : good) all &= one;
    printf(all ? "PASS\n" : "FAIL %d %d %d %d\n", good[0], good[1], good[2], good[3]);
    return !all;
}
