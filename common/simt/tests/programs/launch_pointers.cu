/**
 * @file
 * @brief Instances of kernel templates that get to cudaLaunchKernel by way of variables, tables and void pointers.
 */
#include <cstdio>

namespace kernels {
template <class T, int N = 3, bool... B> __global__ void add(T *p) {
    *p += N + (int)sizeof...(B);
}
template <int N> __global__ void defined_later(int *p);
} // namespace kernels
template <int N> __global__ void kernels::defined_later(int *p) {
    *p += N;
}
template <class T> struct pair {
    T a[2];
};
template <template <class> class C, class T> __global__ void add_size(T *p) {
    *p += (int)sizeof(C<T>);
}

template <class F> static cudaError_t launch(F *kernel, int *d_sum) {
    void *args[] = {&d_sum};
    const void *pointer = (const void *)kernel;
    return cudaLaunchKernel(pointer, dim3(1), dim3(1), args, 0, 0);
}

int main() {
    int *d_sum, sum = 0;
    cudaMalloc(&d_sum, sizeof sum);
    cudaMemset(d_sum, 0, sizeof sum);
    auto kernel = kernels::add<int, 5, true>;
    bool right = launch(kernel, d_sum) == cudaSuccess && launch(kernels::add<int>, d_sum) == cudaSuccess;
    void (*table[])(int *) = {kernels::defined_later<100>, kernels::defined_later<1000>, add_size<pair, int>};
    for (auto *k : table) right = right && launch(k, d_sum) == cudaSuccess;
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    puts(right && sum == 6 + 3 + 1100 + 8 ? "PASS" : "FAIL");
    return 0;
}
