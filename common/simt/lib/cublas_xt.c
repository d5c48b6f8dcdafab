/**
 * @file
 * @brief cublasXt: products that are there when the call returns.
 */
#include "cublasXt.h"

#include "cublas.h"

#include <limits.h>
#include <stdlib.h>

struct simt_cublas_xt {
    int block;
};

cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle) {
    if (!handle) return CUBLAS_STATUS_INVALID_VALUE;
    if (simt_enter(false)) return CUBLAS_STATUS_NOT_INITIALIZED;
    *handle = malloc(sizeof(**handle));
    if (!*handle) return CUBLAS_STATUS_ALLOC_FAILED;
    (*handle)->block = 2048;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle) {
    BEGIN(handle, false)
    free(handle);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int n, int devices[]) {
    int count = 0;
    cudaGetDeviceCount(&count);
    BEGIN(handle, n < 1 || n > count || !devices)
    for (int i = 0; i < n; i++)
        if (devices[i] < 0 || devices[i] >= count) return CUBLAS_STATUS_INVALID_VALUE;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int block) {
    BEGIN(handle, block <= 0)
    handle->block = block;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int *block) {
    BEGIN(handle, !block)
    *block = handle->block;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode) {
    (void)mode;
    BEGIN(handle, false)
    return CUBLAS_STATUS_SUCCESS;
}

static bool fits(cublasOperation_t op_a, cublasOperation_t op_b, size_t m, size_t n, size_t k,
                 size_t lda, size_t ldb, size_t ldc) {
    bool small = m <= INT_MAX && n <= INT_MAX && k <= INT_MAX && lda <= INT_MAX && ldb <= INT_MAX &&
                 ldc <= INT_MAX;
    return small && fits_ld((int)lda, (int)(op_a ? k : m)) &&
           fits_ld((int)ldb, (int)(op_b ? n : k)) && fits_ld((int)ldc, (int)m);
}

/* What is on its way may write the matrices, and they may lie in device memory. */
#define GEMM(L, X, T, V)                                                                           \
    cublasStatus_t cublasXt##X##gemm(cublasXtHandle_t h, cublasOperation_t op_a,                   \
                                     cublasOperation_t op_b, size_t m, size_t n, size_t k,         \
                                     const T *alpha, const T *a, size_t lda, const T *b,           \
                                     size_t ldb, const T *beta, T *c, size_t ldc) {                \
        BEGIN(h, !alpha || !a || !b || !beta || !c || !fits(op_a, op_b, m, n, k, lda, ldb, ldc))   \
        if (simt_wait_for(simt_device)) return CUBLAS_STATUS_EXECUTION_FAILED;                     \
        simt_open_memory(simt_reach(simt_device));                                                 \
        cblas_##L##gemm(CBLAS_COLUMNS, blas_op(op_a), blas_op(op_b), (int)m, (int)n, (int)k,       \
                        V(T, alpha), a, (int)lda, b, (int)ldb, V(T, beta), c, (int)ldc);           \
        simt_close_memory(simt_reach(simt_device));                                                \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }
GEMM(s, S, float, REAL)
GEMM(d, D, double, REAL)
GEMM(c, C, cuComplex, COMPLEX)
GEMM(z, Z, cuDoubleComplex, COMPLEX)
