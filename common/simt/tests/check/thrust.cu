// Mistakes with Thrust, one a case, for test_thrust.sh.
#include <cstdlib>
#include <cstring>

#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/system_error.h>
#include <thrust/transform.h>

struct bump {
    int *sum;
    __host__ __device__ void operator()(int i) const {
        *sum += i; // race
    }
};
struct next {
    const int *x;
    __host__ __device__ int operator()(int i) const {
        return x[i + 1]; // past
    }
};
__global__ void fill(int *x, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = n - i;
}

int main(int, char **argv) {
    const int n = 100;
    auto is = [&](const char *name) { return strcmp(argv[1], name) == 0; };
    thrust::counting_iterator<int> first(0);
    thrust::device_vector<int> d(n), sum(1);
    int *x;
    cudaMalloc(&x, n * sizeof(int));
    if (is("race")) thrust::for_each(first, first + n, bump{thrust::raw_pointer_cast(sum.data())});
    if (is("past")) thrust::transform(first, first + n, d.begin(), next{thrust::raw_pointer_cast(d.data())});
    if (is("unwritten")) thrust::sort(thrust::device, x, x + n);
    if (is("streams")) {
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        fill<<<1, 32, 0, stream>>>(x, n);
        thrust::sort(thrust::device, x, x + n);
        cudaStreamDestroy(stream);
    }
    if (is("too_far")) {
        fill<<<1, 32>>>(x, n);
        try {
            thrust::sort(thrust::device, x, x + n + 1);
        } catch (const thrust::system_error &error) {
            if (error.code().value() == cudaErrorIllegalAddress) puts("caught");
        }
    }
    if (is("too_much")) {
        try {
            thrust::device_vector<char> large((size_t)1 << 46);
        } catch (const std::bad_alloc &) {
            puts("caught");
        }
    }
    cudaFree(x);
    return 0;
}
