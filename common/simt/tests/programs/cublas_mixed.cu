// Products of half and of mixed types, one and in batches, as tutorials of tensor cores compare theirs with.
#include <cublas_v2.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

enum { M = 20, N = 13, K = 33, K_OF_BYTES = 32, COUNT = 3 };

static int wrong;

template <class T> static T *managed(int n) {
    T *p;
    cudaMallocManaged(&p, n * sizeof(T));
    return p;
}

// Small integers: each type has them, and their sums, exactly.
template <class T> static T *filled(int n, int from, int to) {
    T *p = managed<T>(n);
    for (int i = 0; i < n; i++) p[i] = T((float)(from + rand() % (to - from + 1)));
    return p;
}

// c = 2 a b + c, a by rows (so it is transposed), b and c by columns
template <int K = ::K, class A, class C>
static void check(const A *a, const A *b, const C *before, const C *after, const char *what) {
    for (int j = 0; j < N; j++)
        for (int i = 0; i < M; i++) {
            float sum = 0;
            for (int k = 0; k < K; k++) sum += (float)a[i * K + k] * (float)b[j * K + k];
            if ((float)after[j * M + i] == 2 * sum + (float)before[j * M + i]) continue;
            if (wrong++ < 5)
                printf("%s (%d, %d): %g, not %g\n", what, i, j, (double)(float)after[j * M + i],
                       2.0 * sum);
        }
}

template <class A, class C, class S, int K = ::K>
static void mixed(cublasHandle_t h, cudaDataType type_a, cudaDataType type_c,
                  cublasComputeType_t compute, const char *what) {
    A *a = filled<A>(M * K * COUNT, -3, 3), *b = filled<A>(K * N * COUNT, -3, 3);
    C *c = filled<C>(M * N * COUNT, -5, 5), before[M * N * COUNT];
    const S two = S(2.0f), one = S(1.0f);
    for (int i = 0; i < M * N * COUNT; i++) before[i] = c[i];
    wrong +=
        cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, &two, a, type_a, K, b, type_a, K, &one,
                     c, type_c, M, compute, CUBLAS_GEMM_DEFAULT_TENSOR_OP) != CUBLAS_STATUS_SUCCESS;
    cudaDeviceSynchronize();
    check<K>(a, b, before, c, what);
    for (int i = 0; i < M * N; i++) c[i] = before[i];
    wrong +=
        cublasGemmStridedBatchedEx(h, CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, &two, a, type_a, K, M * K,
                                   b, type_a, K, K * N, &one, c, type_c, M, M * N, COUNT, compute,
                                   CUBLAS_GEMM_DEFAULT) != CUBLAS_STATUS_SUCCESS;
    cudaDeviceSynchronize();
    for (int i = 0; i < COUNT; i++)
        check<K>(a + i * M * K, b + i * K * N, before + i * M * N, c + i * M * N, what);
}

// Bytes that become integers are read by words of four.
static void uneven_bytes(cublasHandle_t h) {
    int8_t *a = filled<int8_t>(2000, 0, 3);
    int32_t *c = filled<int32_t>(1000, 0, 3);
    static const struct {
        cublasOperation_t op_a, op_b;
        int m, n, k, lda, ldb, ldc, from;
        bool fits;
    } tries[] = {
        {CUBLAS_OP_T, CUBLAS_OP_N, 20, 13, 33, 33, 33, 20, 0, false},
        {CUBLAS_OP_T, CUBLAS_OP_N, 20, 12, 32, 36, 36, 20, 0, true},
        {CUBLAS_OP_T, CUBLAS_OP_N, 13, 13, 32, 32, 32, 13, 0, true},
        {CUBLAS_OP_T, CUBLAS_OP_N, 20, 12, 32, 32, 32, 20, 1, false},
        {CUBLAS_OP_N, CUBLAS_OP_T, 20, 12, 33, 20, 12, 20, 0, true},
        {CUBLAS_OP_N, CUBLAS_OP_T, 20, 12, 32, 20, 12, 21, 0, false},
        {CUBLAS_OP_N, CUBLAS_OP_N, 1, 13, 32, 1, 32, 1, 0, true},
        {CUBLAS_OP_T, CUBLAS_OP_T, 18, 1, 32, 32, 1, 18, 0, true},
        {CUBLAS_OP_T, CUBLAS_OP_T, 1, 1, 32, 32, 1, 1, 0, false},
    };
    for (const auto &t : tries) {
        const int32_t one = 1, none = 0;
        const cublasStatus_t status =
            cublasGemmEx(h, t.op_a, t.op_b, t.m, t.n, t.k, &one, a + t.from, CUDA_R_8I, t.lda, a, CUDA_R_8I, t.ldb,
                         &none, c, CUDA_R_32I, t.ldc, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT);
        if (status == (t.fits ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED)) continue;
        printf("bytes, m %d, k %d, lda %d: status %d\n", t.m, t.k, t.lda, status);
        wrong++;
    }
}

int main() {
    cublasHandle_t h;
    cublasCreate(&h);
    mixed<__half, __half, __half>(h, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F, "half");
    mixed<__half, float, float>(h, CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F, "half to float");
    mixed<__nv_bfloat16, float, float>(h, CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_16BF,
                                       "bfloat16");
    mixed<float, float, float>(h, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32, "float");
    mixed<double, double, double>(h, CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F, "double");
    mixed<int8_t, int32_t, int32_t, K_OF_BYTES>(h, CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, "integers");
    uneven_bytes(h);

    __half *a = filled<__half>(M * K, -2, 2), *b = filled<__half>(K * N, -2, 2),
           *c = filled<__half>(M * N, 0, 0);
    __half before[M * N], **as = managed<__half *>(3);
    const __half two = 2.0f, one = 1.0f;
    const float small = 0.0004f, none = 0;
    for (int i = 0; i < M * N; i++) before[i] = c[i];
    cublasHgemm(h, CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, &two, a, K, b, K, &one, c, M);
    cudaDeviceSynchronize();
    check(a, b, before, c, "cublasHgemm");
    for (int i = 0; i < M * N; i++) c[i] = before[i];
    as[0] = a, as[1] = b, as[2] = c;
    cublasHgemmBatched(h, CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, &two, &as[0], K, &as[1], K, &one,
                       &as[2], M, 1);
    cudaDeviceSynchronize();
    check(a, b, before, c, "cublasHgemmBatched");

    // Rounding, to the nearest half, of normal and of subnormal ones.
    cublasSgemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, &small, a, CUDA_R_16F, K, b, CUDA_R_16F, K,
                  &none, c, CUDA_R_16F, M);
    cudaDeviceSynchronize();
    for (int j = 0; j < N; j++)
        for (int i = 0; i < M; i++) {
            float sum = 0;
            for (int k = 0; k < K; k++) sum += (float)a[i * K + k] * (float)b[j * K + k];
            wrong += __half2float(c[j * M + i]) != __half2float(__float2half(small * sum));
        }
    // The old way to name the type of the computation.
    cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, &small, a, CUDA_R_16F, K, b, CUDA_R_16F, K,
                 &none, c, CUDA_R_16F, M, CUDA_R_32F, CUBLAS_GEMM_ALGO0_TENSOR_OP);
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    cublasDestroy(h);
    printf(wrong ? "FAIL: %d\n" : "PASS\n", wrong);
    return wrong != 0;
}
