// Where the elements of A and B lie in a warp, as an H100 has them. Kernels rely on it that fill fragments by ldmatrix.
#include <cstdio>
#include <cstdlib>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t error = (call);                                                                                    \
        if (error != cudaSuccess) printf("FAIL: line %d: %s\n", __LINE__, cudaGetErrorString(error)), exit(1);         \
    } while (0)

enum { MOST = 16 };

// Lane 5's elements: each is a row of A, or a column of B, and its index along K.
struct place {
    int across, along;
};

template <class F, class T> __global__ void load_kernel(const T *matrix, int k, int *out) {
    F f;
    wmma::load_matrix_sync(f, matrix, k);
    if (threadIdx.x == 5)
        for (int i = 0; i < F::num_elements; i++) out[i] = static_cast<int>(static_cast<float>(f.x[i]));
}

// Two matrices: one holds the numbers of its lines, and the other the index in a line. A line is along K.
template <class F, class T> bool lies(const char *name, int lines, int k, int n, const place *wanted) {
    T *matrix;
    int *out;
    CHECK(cudaMallocManaged(&matrix, lines * k * sizeof(T)));
    CHECK(cudaMallocManaged(&out, MOST * sizeof(int)));
    bool right = F::num_elements % n == 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < lines * k; i++) matrix[i] = T(static_cast<float>(pass ? i % k : i / k));
        load_kernel<F><<<1, 32>>>(matrix, k, out);
        CHECK(cudaDeviceSynchronize());
        for (int i = 0; i < F::num_elements; i++)
            right = right && out[i] == (pass ? wanted[i % n].along : wanted[i % n].across);
    }
    if (!right) printf("FAIL: %s\n", name);
    CHECK(cudaFree(matrix));
    CHECK(cudaFree(out));
    return right;
}

#define IS(use, layout, M, N, K, T, S, lines, ...)                                                                     \
    do {                                                                                                               \
        const place wanted[] = {__VA_ARGS__};                                                                          \
        typedef wmma::fragment<wmma::use, M, N, K, T, wmma::layout> F;                                                 \
        const int n = static_cast<int>(sizeof(wanted) / sizeof(*wanted));                                              \
        right = lies<F, S>(#use " " #M "x" #N "x" #K " " #T, lines, K, n, wanted) && right;                            \
    } while (0)
#define A(M, N, K, T, S, ...) IS(matrix_a, row_major, M, N, K, T, S, M, __VA_ARGS__)
#define B(M, N, K, T, S, ...) IS(matrix_b, col_major, M, N, K, T, S, N, __VA_ARGS__)

int main() {
    bool right = true;
    A(16, 16, 16, __half, __half, {1, 2}, {1, 3}, {9, 2}, {9, 3}, {1, 10}, {1, 11}, {9, 10}, {9, 11});
    B(16, 16, 16, __half, __half, {1, 2}, {1, 3}, {1, 10}, {1, 11}, {9, 2}, {9, 3}, {9, 10}, {9, 11});
    A(32, 8, 16, __nv_bfloat16, __nv_bfloat16, {1, 2}, {1, 3}, {9, 2}, {9, 3}, {1, 10}, {1, 11}, {9, 10}, {9, 11},
      {17, 2}, {17, 3}, {25, 2}, {25, 3}, {17, 10}, {17, 11}, {25, 10}, {25, 11});
    B(32, 8, 16, __half, __half, {1, 2}, {1, 3}, {1, 10}, {1, 11});
    A(8, 32, 16, __half, __half, {1, 2}, {1, 3}, {1, 10}, {1, 11});
    B(8, 32, 16, __nv_bfloat16, __nv_bfloat16, {1, 2}, {1, 3}, {9, 2}, {9, 3}, {1, 10}, {1, 11}, {9, 10}, {9, 11},
      {17, 2}, {17, 3}, {25, 2}, {25, 3}, {17, 10}, {17, 11}, {25, 10}, {25, 11});
    A(16, 16, 16, signed char, signed char, {1, 4}, {1, 5}, {1, 6}, {1, 7}, {9, 4}, {9, 5}, {9, 6}, {9, 7});
    B(16, 16, 16, signed char, signed char, {1, 4}, {1, 5}, {1, 6}, {1, 7}, {9, 4}, {9, 5}, {9, 6}, {9, 7});
    A(16, 16, 8, wmma::precision::tf32, float, {1, 1}, {9, 1}, {1, 5}, {9, 5});
    B(16, 16, 8, wmma::precision::tf32, float, {1, 1}, {1, 5}, {9, 1}, {9, 5});
    A(8, 8, 4, double, double, {1, 1});
    B(8, 8, 4, double, double, {1, 1});
    if (!right) return 1;
    puts("PASS");
    return 0;
}
