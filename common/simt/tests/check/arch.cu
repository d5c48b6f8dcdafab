/**
 * @file
 * @brief What code is told of the device by __CUDA_ARCH__, and host code is not: functions of either side, of both, of
 *        classes and of namespaces; whole functions, classes and namespaces; names of types; and
 *        what one has to leave alone. nvcc's program prints the same.
 */
#include <cstdio>
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
__device__ double atomicAdd(double *a, double b) {
    return *a += b;
}
#endif
#if __CUDA_ARCH__ >= 800
static __device__ int newest() {
    return 8;
}
#else
static __device__ int newest() {
    return 1;
}
#endif
struct pair {
    int a;
#ifdef __CUDA_ARCH__
    typedef int number;
    using own = number;
    __device__ own size() const { return number(sizeof(own)) - 4; }
#endif
    __host__ __device__ pair(int x) : a(x) {
#ifdef __CUDA_ARCH__
        a += 1000;
#else
        a += 1;
#endif
    }
    template <class T> __host__ __device__ T get(T x) const {
#if defined(__CUDA_ARCH__)
        return x + a;
#else
        return x - a;
#endif
    }
};
namespace inner {
constexpr __host__ __device__ int twice(int x) {
#ifdef __CUDA_ARCH__
    return 2 * x;
#else
    return 3 * x;
#endif
}
} // namespace inner
template <class T> struct scaled {
    __host__ __device__ T operator()(T x) const { return x; }
};
static __host__ __device__ int before() {
#ifdef __CUDA_ARCH__
    return 200;
#else
    struct {
        int x;
    } own = {100};
    return own.x;
#endif
}
#ifdef __CUDA_ARCH__
template <> struct scaled<short> {
    __host__ __device__ short operator()(short x) const { return 10 * x; }
    struct inside {
        static __device__ int seven() { return 7; }
    };
};
namespace late {
struct lane {
    int n;
    __device__ int next() const { return n + 1; }
};
__device__ int first() { return lane{1}.next(); }
} // namespace late
struct shared_name {
    __device__ int get() { return 1; }
};
typedef short wide;
#else
typedef long wide;
struct shared_name {
    int get() { return 2; }
};
#endif
__host__ __device__ void commit() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;\n" ::);
#endif
}
#ifndef __CUDA_ARCH__
static_assert(inner::twice(2) == 6, "the host's");
#endif
__global__ void k(int *out) {
    out[0] = newest();
#if __CUDA_ARCH__ < 750
    out[1] = 74;
#elif __CUDA_ARCH__ < 900
    out[1] = 80;
#else
    out[1] = 90;
#endif
#ifdef __CUDA_ARCH__
    out[2] = __CUDA_ARCH__;
#endif
    pair p(5);
    out[3] = p.a;
#ifdef __CUDA_ARCH__
    out[3] += p.size();
#endif
    out[4] = p.get(1);
    out[5] = inner::twice(out[2]);
    out[6] = __LINE__;
    commit();
#ifdef __CUDA_ARCH__
    out[7] = scaled<short>()(4) + scaled<short>::inside::seven() + late::first() + before();
#endif
}
int main() {
    int *d, h[8];
    cudaMalloc(&d, sizeof h);
    k<<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++) printf("%d ", h[i]);
    pair p(5);
    commit();
    printf("| %d %d %d %d %d\n", p.a, p.get(1), inner::twice(h[0]), __LINE__, shared_name().get() + before());
}
