// Thrust in streams, inside of kernels, and its exceptions.
#include <cstdio>

#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/system_error.h>
#include <thrust/transform.h>

__global__ void fill_down(int *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = n - i;
}

/** Each thread sorts its own row, each in another way. */
__global__ void sort_rows(int *rows, int width, int *sums) {
    int *row = rows + threadIdx.x * width;
    if (threadIdx.x % 2)
        thrust::sort(thrust::device, row, row + width);
    else
        thrust::sort(thrust::seq, row, row + width);
    sums[threadIdx.x] = thrust::reduce(thrust::seq, row, row + width);
}

static int failures;
static void check(bool good, const char *what) {
    if (!good) printf("wrong: %s\n", what), failures++;
}

int main() {
    const int n = 5000;
    cudaStream_t streams[2];
    thrust::device_vector<int> d[2];
    for (int s = 0; s < 2; s++) {
        cudaStreamCreate(&streams[s]);
        d[s].resize(n);
        int *x = thrust::raw_pointer_cast(d[s].data());
        fill_down<<<(n + 255) / 256, 256, 0, streams[s]>>>(x, n);
        thrust::sort(thrust::cuda::par.on(streams[s]), d[s].begin(), d[s].end());
    }
    for (int s = 0; s < 2; s++) {
        int sum = thrust::reduce(thrust::cuda::par.on(streams[s]), d[s].begin(), d[s].end());
        check(sum == n / 2 * (n + 1) && d[s][0] == 1 && d[s][n - 1] == n, "sorted in its stream");
        thrust::inclusive_scan(thrust::cuda::par.on(streams[s]), d[s].begin(), d[s].begin() + 10, d[s].begin());
        thrust::transform(thrust::cuda::par, d[s].begin(), d[s].begin() + 10, d[s].begin(), thrust::negate<int>());
        check(d[s][9] == -55, "one after the other");
        cudaStreamDestroy(streams[s]);
    }

    const int width = 40, rows = 64;
    thrust::host_vector<int> h(rows * width);
    for (int i = 0; i < rows * width; i++) h[i] = i * 37 % 101;
    thrust::device_vector<int> matrix = h, sums(rows);
    sort_rows<<<1, rows>>>(thrust::raw_pointer_cast(matrix.data()), width, thrust::raw_pointer_cast(sums.data()));
    check(cudaDeviceSynchronize() == cudaSuccess, "it runs");
    thrust::host_vector<int> sorted = matrix;
    bool good = true;
    for (int r = 0; r < rows; r++) {
        int sum = 0;
        for (int i = 0; i < width; i++) sum += h[r * width + i];
        good = good && thrust::is_sorted(thrust::host, sorted.begin() + r * width, sorted.begin() + (r + 1) * width);
        good = good && sums[r] == sum;
    }
    check(good, "sorted inside of a kernel");

    thrust::system_error error(cudaErrorInvalidValue, thrust::cuda_category(), "a call");
    check(error.code().value() == cudaErrorInvalidValue, "thrust::system_error");
    puts(failures ? "FAIL" : "PASS");
    return failures;
}
