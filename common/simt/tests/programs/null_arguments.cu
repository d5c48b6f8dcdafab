/**
 * @file
 * @brief Launches of kernels that the arguments choose, with 0, NULL and nullptr for a pointer.
 */
#include <cstdio>

template <int A, int B> struct sum_of {
    int value = A + B;
};

__device__ int called[6];

template <class T> __global__ void fill(T *p) {
    called[0] += p == nullptr ? (int)sizeof(T) : 1000;
}
template <class T> __global__ void fill(T *p, int n) {
    called[1] += p == nullptr ? n : 1000;
}
template <class T> __global__ void fill(T *p, int n, sum_of<1, 0> s) {
    called[2] += p == nullptr ? n + s.value : 1000;
}
template <int N, class T> __global__ void fill_many(T *p, const T *q) {
    called[3] += p == nullptr && q == nullptr ? N : 1000;
}
/* Here a 0 is a number. */
template <class T> __global__ void number(T n) {
    called[4] += sizeof(T) == sizeof(int) && n == 0 ? 1 : 1000;
}
__global__ void number(float *p, int n) {
    called[5] += p == nullptr && n == 5 ? 1 : 1000;
}
template <class... T> __global__ void number(int *p, int first, int second, T... rest) {
    called[5] += p == nullptr && first == 0 ? second + (int)sizeof...(rest) : 1000;
}

int main() {
    int five = 5, counts[6];
    fill<float><<<1, 1>>>(0);
    fill<double><<<1, 1>>>(NULL);
    fill<float><<<1, 1>>>(0, five);
    fill<float><<<1, 1>>>(0, 0);
    fill<float><<<1, 1>>>(nullptr, five - 1, sum_of<1, 0>());
    fill<float><<<1, 1>>>(0, 0, sum_of<1, 0>{});
    fill_many<7, float><<<1, 1>>>(0, 0);
    number<<<1, 1>>>(0);
    number<<<1, 1>>>(0, five);
    number<<<1, 1>>>(0, 0, 3, 4.0f);
    cudaMemcpyFromSymbol(counts, called, sizeof(counts));
    const int expected[6] = {12, 5, 6, 7, 1, 5};
    bool good = cudaDeviceSynchronize() == cudaSuccess;
    for (int i = 0; i < 6; i++) {
        if (counts[i] != expected[i]) printf("kernel %d: %d, expected %d\n", i, counts[i], expected[i]);
        good &= counts[i] == expected[i];
    }
    puts(good ? "PASS" : "FAIL");
    return !good;
}
