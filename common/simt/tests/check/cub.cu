// Mistakes with CUB, one a case, for test_thrust.sh.
#include <cstdio>
#include <cstring>

#include <cub/cub.cuh>

__global__ void sum_twice(const int *in, int *out, int waits) {
    typedef cub::BlockReduce<int, 128> Reduce;
    __shared__ typename Reduce::TempStorage temp;
    int x = in[threadIdx.x], sum = Reduce(temp).Sum(x);
    if (waits) __syncthreads();
    int twice = Reduce(temp).Sum(2 * x); // again
    if (threadIdx.x == 0) out[0] = sum, out[1] = twice;
}

__global__ void some_threads(int *out) {
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage temp;
    if (threadIdx.x < 40) out[threadIdx.x] = Reduce(temp).Sum(1); // some
    __syncthreads();
}

int main(int, char **argv) {
    auto is = [&](const char *name) { return strcmp(argv[1], name) == 0; };
    const int n = 1000;
    int *d_in, *d_out;
    void *d_temp = NULL;
    size_t bytes = 0;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, n * sizeof(int));
    cudaMemset(d_in, 0, n * sizeof(int));
    if (is("right")) sum_twice<<<1, 128>>>(d_in, d_out, 1);
    if (is("again")) sum_twice<<<1, 128>>>(d_in, d_out, 0);
    if (is("some")) some_threads<<<1, 64>>>(d_out);
    cub::DeviceRadixSort::SortKeys(d_temp, bytes, d_in, d_out, n);
    if (is("small")) cudaMalloc(&d_temp, bytes / 2);
    if (is("small")) cub::DeviceRadixSort::SortKeys(d_temp, bytes, d_in, d_out, n);
    if (is("few")) {
        cudaMalloc(&d_temp, bytes);
        bytes /= 2;
        cudaError_t error = cub::DeviceRadixSort::SortKeys(d_temp, bytes, d_in, d_out, n);
        printf("%s\n", cudaGetErrorName(error));
    }
    cudaFree(d_temp);
    cudaDeviceSynchronize();
    return 0;
}
