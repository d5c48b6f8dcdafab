// What a file declares under __CUDA_ARCH__ outside of functions: members, overloads, types and constants for one side.
#include <cstdio>

#ifdef __CUDA_ARCH__
constexpr int tile = 32, half_tile = 16;
typedef float real;
enum { lanes = 32 };
struct lane {
    int id;
    __device__ lane() : id(threadIdx.x % lanes) {}
};
template <typename T> struct several { T v[4]; };
static __device__ int side() {
    return 1000;
}
#else
constexpr int tile = 2, half_tile = 1;
typedef double real;
enum { lanes = 4 };
static int side() {
    return 2000;
}
#endif
static __host__ __device__ int local() {
    int lanes = 6;
    const real *tile = nullptr;
    return tile ? 0 : 2 * lanes + sizeof *tile;
}
static __host__ __device__ int sizes() {
    int tiles[tile + half_tile];
    return sizeof(tiles) / sizeof(int) * 100 + sizeof(real) * lanes;
}

class counter {
  public:
    int n = 0;
#if defined(__CUDA_ARCH__)
    enum { step = 3 };
    static constexpr int begin = 7;
    int last;
    __device__ counter() {
        n = begin;
    }
    __device__ void add(int by) {
        n += last = by * step;
    }
    __device__ int over(int) const {
        return 10;
    }
    __device__ int over(float) const {
        return 20;
    }
    __device__ int only(int) const;
#else
    enum { step = 5 };
    static constexpr int begin = 1;
    counter() {
        n = begin;
    }
    void add(int by) {
        n -= by * step;
    }
    int over(int) const {
        return 30;
    }
#endif
    __host__ __device__ int twice() const {
        return 2 * step + begin;
    }
    template <typename T> __host__ __device__ T operator()(T a) const {
#ifndef __CUDA_ARCH__
        return a - n;
#else
        return a + n;
#endif
    }
};
#ifdef __CUDA_ARCH__
__device__ int counter::only(int a) const {
    return a + last;
}
#endif

template <typename T> struct sum {
    T value = 0;
#ifdef __CUDA_ARCH__
    template <int N> __device__ void add(T x) {
        value += x * N;
    }
#else
    template <int N> void add(T x) {
        value -= x * N;
    }
#endif
};
#ifdef __CUDA_ARCH__
struct whole {
    static __device__ int get() {
        return 1 + own();
    }
    static __device__ int own() {
        return 1;
    }
};
#else
struct whole {
    static int get() {
        return 4;
    }
};
#endif

__global__ void k(int *out) {
    __shared__ real words[tile];
    words[threadIdx.x] = side();
    counter c;
    c.add(2);
    sum<int> s;
    s.add<2>(4);
    int i = threadIdx.x * 8;
    out[i] = sizes() + local();
    out[i + 1] = c.n;
    out[i + 2] = c.twice();
    out[i + 3] = c.over(1) + s.value;
    out[i + 4] = c(1);
    out[i + 5] = sizeof(words) + whole::get();
    out[i + 6] = words[threadIdx.x];
#ifdef __CUDA_ARCH__
    several<int> own = {{lane().id}};
    out[i + 7] = c.over(1.0f) + c.only(5) + own.v[0];
#endif
}

int main() {
    int *d, h[32 * 8];
    cudaMalloc(&d, sizeof h);
    k<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d);
    int bad = 0;
    for (int i = 0; i < 32; i++) {
        const int want[8] = {4928 + 16, 13, 13, 18, 14, 130, 1000, 20 + 11 + i};
        for (int k = 0; k < 8; k++) bad += h[i * 8 + k] != want[k];
    }
    counter c;
    c.add(2);
    sum<int> s;
    s.add<1>(1);
    bad += sizes() + local() != 332 + 20 || c.n != -9 || c.twice() != 11 ||
           c.over(1) + s.value != 29 || c(1) != 10;
    bad += whole::get() != 4 || side() != 2000;
    for (int k = 0; bad && k < 8; k++) printf("%d ", h[k]);
    puts(bad ? "FAIL" : "PASS");
}
