// Batches of products in groups, products whose complex types are arguments, and settings that change no result.
#include <cstdio>
#include <cublas_v2.h>
#include <vector>

int failed = 0;
#define CHECK(call) if (int s = (int)(call)) printf("line %d: status %d\n", __LINE__, s), failed = 1
#define EXPECT(what) if (!(what)) printf("line %d: %s is false\n", __LINE__, #what), failed = 1

// Numbers that products keep exactly.
template <typename T> T number(int i) { return (T)(i * 7 % 11 - 5); }

template <typename T> T *on_device(const std::vector<T> &values) {
    T *d;
    cudaMalloc(&d, values.size() * sizeof(T));
    cudaMemcpy(d, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
    return d;
}

template <typename T> std::vector<T> from_device(const T *d, size_t n) {
    std::vector<T> values(n);
    cudaMemcpy(values.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost);
    return values;
}

cublasStatus_t put(cublasHandle_t h, const cublasOperation_t *a_ops, const cublasOperation_t *b_ops, const int *m,
                   const int *n, const int *k, const float *alpha, float **a, const int *lda, float **b,
                   const int *ldb, const float *beta, float **c, const int *ldc, int groups, const int *sizes) {
    return cublasSgemmGroupedBatched(h, a_ops, b_ops, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, groups, sizes);
}
cublasStatus_t put(cublasHandle_t h, const cublasOperation_t *a_ops, const cublasOperation_t *b_ops, const int *m,
                   const int *n, const int *k, const double *alpha, double **a, const int *lda, double **b,
                   const int *ldb, const double *beta, double **c, const int *ldc, int groups, const int *sizes) {
    return cublasDgemmGroupedBatched(h, a_ops, b_ops, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, groups, sizes);
}

// Two groups: two products of 3x2 by 2x4, and one of 2x5 by 5x3 with both operands transposed.
const int SIZES[] = {2, 1}, M[] = {3, 2}, N[] = {4, 3}, K[] = {2, 5};
const int LDA[] = {3, 6}, LDB[] = {2, 3}, LDC[] = {5, 2};
const cublasOperation_t OPS[] = {CUBLAS_OP_N, CUBLAS_OP_T};

template <typename T> int wrong(const std::vector<T> &a, const std::vector<T> &b, const std::vector<T> &c, int g) {
    int n_wrong = 0;
    const T alpha = g ? 3 : 2, beta = g ? 0 : 1;
    for (int j = 0; j < N[g]; j++)
        for (int i = 0; i < M[g]; i++) {
            T sum = 0;
            for (int k = 0; k < K[g]; k++)
                sum += a[g ? i * LDA[g] + k : k * LDA[g] + i] * b[g ? k * LDB[g] + j : j * LDB[g] + k];
            n_wrong += c[j * LDC[g] + i] != alpha * sum + beta * number<T>(j * LDC[g] + i);
        }
    return n_wrong;
}

template <typename T> void groups(cublasHandle_t h, bool by_type, cudaDataType type, cublasComputeType_t compute) {
    const T alphas[] = {2, 3}, betas[] = {1, 0};
    std::vector<std::vector<T>> a, b;
    std::vector<T *> d_a, d_b, d_c;
    for (int p = 0; p < 3; p++) {
        std::vector<T> in_a(40), in_b(40), in_c(40);
        for (int i = 0; i < 40; i++) in_a[i] = number<T>(i + p), in_b[i] = number<T>(3 * i + p), in_c[i] = number<T>(i);
        a.push_back(in_a), b.push_back(in_b);
        d_a.push_back(on_device(in_a)), d_b.push_back(on_device(in_b)), d_c.push_back(on_device(in_c));
    }
    T **as = on_device(d_a), **bs = on_device(d_b), **cs = on_device(d_c);
    CHECK(by_type ? cublasGemmGroupedBatchedEx(h, OPS, OPS, M, N, K, alphas, (void **)as, type, LDA, (void **)bs, type,
                                               LDB, betas, (void **)cs, type, LDC, 2, SIZES, compute)
                  : put(h, OPS, OPS, M, N, K, alphas, as, LDA, bs, LDB, betas, cs, LDC, 2, SIZES));
    for (int p = 0; p < 3; p++) EXPECT(wrong(a[p], b[p], from_device(d_c[p], 40), p == 2) == 0);
    const int bad[] = {1, 1};
    EXPECT(cublasGemmGroupedBatchedEx(h, OPS, OPS, M, N, K, alphas, (void **)as, type, bad, (void **)bs, type, LDB,
                                      betas, (void **)cs, type, LDC, 2, SIZES,
                                      compute) == CUBLAS_STATUS_INVALID_VALUE);
    EXPECT(cublasGemmGroupedBatchedEx(h, OPS, OPS, M, N, K, alphas, (void **)as, type, LDA, (void **)bs, type, LDB,
                                      betas, (void **)cs, type, LDC, 2, SIZES,
                                      CUBLAS_COMPUTE_32F_EMULATED_16BFX9) == CUBLAS_STATUS_NOT_SUPPORTED);
}

// (1 + 2i) (1 + 2i)' and its product without the conjugate.
void complex_types(cublasHandle_t h) {
    const cuComplex one = {1, 0}, zero = {0, 0};
    const float real_one = 1, real_zero = 0;
    cuComplex *d_a = on_device(std::vector<cuComplex>{{1, 2}}), *d_c = on_device(std::vector<cuComplex>(4));
    CHECK(cublasCsyrkEx(h, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, 1, 1, &one, d_a, CUDA_C_32F, 1, &zero, d_c, CUDA_C_32F,
                        1));
    CHECK(cublasCherkEx(h, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, 1, 1, &real_one, d_a, CUDA_C_32F, 1, &real_zero,
                        d_c + 1, CUDA_C_32F, 1));
    CHECK(cublasCgemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, d_a, CUDA_C_32F, 1, d_a, CUDA_C_32F, 1, &zero,
                        d_c + 2, CUDA_C_32F, 1));
    CHECK(cublasCherk3mEx(h, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, 1, 1, &real_one, d_a, CUDA_C_32F, 1, &real_zero,
                          d_c + 3, CUDA_C_32F, 1));
    const std::vector<cuComplex> c = from_device(d_c, 4);
    EXPECT(c[0].x == -3 && c[0].y == 4 && c[1].x == 5 && c[1].y == 0);
    EXPECT(c[2].x == -3 && c[2].y == 4 && c[3].x == 5 && c[3].y == 0);
}

void settings(cublasHandle_t h) {
    int number = 7, *d_bits = &number;
    cublasEmulationStrategy_t strategy;
    cudaEmulationMantissaControl control;
    cudaEmulationSpecialValuesSupport special;
    CHECK(cublasGetEmulationSpecialValuesSupport(h, &special));
    EXPECT(special == CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT);
    CHECK(cublasSetMathMode(h, CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH));
    CHECK(cublasSetEmulationStrategy(h, CUBLAS_EMULATION_STRATEGY_EAGER));
    CHECK(cublasGetEmulationStrategy(h, &strategy));
    EXPECT(strategy == CUBLAS_EMULATION_STRATEGY_EAGER);
    CHECK(cublasSetFixedPointEmulationMantissaControl(h, CUDA_EMULATION_MANTISSA_CONTROL_FIXED));
    CHECK(cublasGetFixedPointEmulationMantissaControl(h, &control));
    EXPECT(control == CUDA_EMULATION_MANTISSA_CONTROL_FIXED);
    CHECK(cublasSetFixedPointEmulationMaxMantissaBitCount(h, 55));
    CHECK(cublasGetFixedPointEmulationMaxMantissaBitCount(h, &number));
    EXPECT(number == 55);
    CHECK(cublasSetFixedPointEmulationMantissaBitOffset(h, -8));
    CHECK(cublasSetFixedPointEmulationMantissaBitCountPointer(h, NULL));
    CHECK(cublasGetFixedPointEmulationMantissaBitCountPointer(h, &d_bits));
    EXPECT(!d_bits);
    CHECK(cublasSetSmCountTarget(h, 2));
    CHECK(cublasGetSmCountTarget(h, &number));
    EXPECT(number == 2);
    CHECK(cublasLoggerConfigure(0, 0, 0, NULL));
}

int main() {
    cublasHandle_t h;
    CHECK(cublasCreate(&h));
    groups<float>(h, false, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    groups<double>(h, false, CUDA_R_64F, CUBLAS_COMPUTE_64F);
    settings(h);
    groups<float>(h, true, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    groups<double>(h, true, CUDA_R_64F, CUBLAS_COMPUTE_64F);
    complex_types(h);
    CHECK(cublasDestroy(h));
    puts(failed ? "FAIL" : "PASS");
    return failed;
}
