// cub::Traits: the bits of a number in the order of radix sorts, there and back, in kernels and on the host.
#include <cstdio>
#include <cstring>

#include <cub/cub.cuh>

/** Are twiddled bits ordered as the n numbers are, and do they come back? */
template <class T> __host__ __device__ bool keeps_order(const T *x, int n) {
    typedef typename cub::Traits<T>::UnsignedBits Bits;
    Bits last = 0;
    for (int i = 0; i < n; i++) {
        Bits bits;
        memcpy(&bits, &x[i], sizeof bits);
        Bits key = cub::Traits<T>::TwiddleIn(bits);
        if ((i > 0 && key <= last) || cub::Traits<T>::TwiddleOut(key) != bits) return false;
        last = key;
    }
    return sizeof(Bits) == sizeof(T);
}
template <class T> __global__ void ask(const T *x, int n, int *good) {
    *good = keeps_order(x, n);
}

static int failures;
template <class T> void check(const char *what, const T (&x)[4]) {
    T *on_device;
    int *answer, good = 0;
    cudaMalloc(&on_device, sizeof x);
    cudaMalloc(&answer, sizeof good);
    cudaMemcpy(on_device, x, sizeof x, cudaMemcpyHostToDevice);
    ask<<<1, 1>>>(on_device, 4, answer);
    cudaMemcpy(&good, answer, sizeof good, cudaMemcpyDeviceToHost);
    if (!good || !keeps_order(x, 4)) printf("wrong: %s\n", what), failures++;
    cudaFree(on_device);
    cudaFree(answer);
}

int main() {
    check<unsigned>("unsigned", {0, 1, 1u << 31, ~0u});
    check<int>("int", {-2147483647, -1, 0, 5});
    check<char>("char", {-128, -1, 0, 127});
    check<short>("short", {-300, -1, 7, 300});
    check<long long>("long long", {-(1ll << 60), -1, 2, 1ll << 60});
    check<float>("float", {-1e30f, -0.5f, 0.0f, 2e-30f});
    check<double>("double", {-1e300, -1e-300, 1e-300, 1e300});
    typedef cub::Traits<float> floats;
    if (floats::LOWEST_KEY != ~0u || floats::MAX_KEY != ~0u >> 1 || cub::Traits<int>::MAX_KEY != ~0u >> 1 ||
        cub::Traits<int>::LOWEST_KEY != 1u << 31 || cub::Traits<unsigned>::MAX_KEY != ~0u)
        printf("wrong: the keys of padding\n"), failures++;
    puts(failures ? "FAIL" : "PASS");
    return failures;
}
