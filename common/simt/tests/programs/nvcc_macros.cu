// What nvcc says of itself and of its options, which programs and libraries ask before they compile.
#include <cstdio>

#if __CUDACC_VER_MAJOR__ < 11 || __CUDACC_VER_MINOR__ < 0 || __CUDACC_VER_BUILD__ < 1
#error "needs a release from 11 on"
#endif
#if __CUDA_API_VER_MAJOR__ != CUDART_VERSION / 1000 || __CUDA_API_VER_MINOR__ != CUDART_VERSION % 1000 / 10
#error "the release of the compiler is that of the runtime"
#endif
#ifndef __CUDACC_EXTENDED_LAMBDA__
#error "compile with --extended-lambda"
#endif
#ifndef __CUDACC_RDC__
#error "compile with -rdc=true"
#endif
#ifdef __CUDACC_RELAXED_CONSTEXPR__
#error "nobody asked for --expt-relaxed-constexpr"
#endif
#ifdef __NVCC_DIAG_PRAGMA_SUPPORT__
#pragma nv_diag_suppress 177
#else
#pragma diag_suppress 177
#endif

static int most(const int *of, int n) {
    int most = 0;
    for (int i = 0; i < n; i++) most = of[i] > most ? of[i] : most;
    return most;
}
template <class F> __global__ void run(int *p, F f) { *p = f(); }

int main() {
    static const int built_for[] = {__CUDA_ARCH_LIST__};
    int *p;
    cudaMallocManaged(&p, sizeof *p);
    run<<<1, 1>>>(p, [] __device__() {
#ifdef __CUDA_ARCH__
        return __CUDA_ARCH__;
#else
        return 0;
#endif
    });
    bool right = cudaDeviceSynchronize() == cudaSuccess && *p >= 500 &&
                 *p == most(built_for, sizeof built_for / sizeof *built_for);
    puts(right ? "PASS" : "FAIL");
    return !right;
}
