// Lambdas of the device and of both sides see __CUDA_ARCH__ where a kernel calls them, wherever they are written.
#include <cstdio>

enum { WORDS = 4 };

__device__ int d_words[WORDS] = {1, 2, 3, 4};
static int words[WORDS] = {10, 20, 30, 40};

template <class F> __global__ void run(int *out, F f) {
    out[threadIdx.x] = f(threadIdx.x);
}

static int failures;
template <class F> static void check(F f, int first, int step, const char *what) {
    int *d_out, out[WORDS];
    cudaMalloc(&d_out, sizeof out);
    run<<<1, WORDS>>>(d_out, f);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < WORDS; i++)
        if (out[i] != first + i * step) printf("wrong: %s, %d: %d\n", what, i, out[i]), failures++;
    cudaFree(d_out);
}

template <class T> static void check_in_template(T more) {
    auto both = [=] __host__ __device__(int i) -> T {
#ifdef __CUDA_ARCH__
        return (T)d_words[i] + more;
#else
        return (T)words[i] - more;
#endif
    };
    check(both, 101, 1, "in a template");
    if (both(1) != 20 - more) printf("wrong: in a template, on the host\n"), failures++;
}

int main() {
    const int more = 5;
    auto both = [] __host__ __device__(int i) {
#ifdef __CUDA_ARCH__
        return d_words[i];
#else
        return words[i];
#endif
    };
    check(both, 1, 1, "of both sides");
    if (both(2) != 30) printf("wrong: of both sides, on the host\n"), failures++;
    auto of_device = [=] __device__(int i) mutable {
#if __CUDA_ARCH__ >= 500
        auto twice = [](int x) { return 2 * x; };
        return twice(i) + more;
#else
        return i - more;
#endif
    };
    check(of_device, 5, 2, "of the device");
    check(
        [=] __device__(int i) {
            int sum = i;
#ifdef __CUDA_ARCH__
            sum += d_words[0];
#endif
            return sum;
        },
        1, 1, "an argument");
    check_in_template(100);
    puts(failures ? "FAIL" : "PASS");
    return failures != 0;
}
