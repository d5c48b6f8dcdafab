/**
 * @file
 * @brief cublasXt on the CPU: products of matrices that lie in host memory, or in device memory.
 *
 * Link with -lcublas, for which simtcc takes OpenBLAS (package libopenblas-dev). A call returns when its result is
 * there. Which devices are selected, and the size of blocks, changes nothing.
 */
#ifndef SIMT_CUBLASXT_H
#define SIMT_CUBLASXT_H

/** Programs tell by this whether its names are known. */
#define CUBLAS_XT_H_

#include "cublas_v2.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct simt_cublas_xt *cublasXtHandle_t;
typedef enum {
    CUBLASXT_PINNING_DISABLED = 0,
    CUBLASXT_PINNING_ENABLED = 1
} cublasXtPinnedMemMode_t;

/** Makes and frees a handle. */
cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle);
cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle);
/** A number of devices that is not there: CUBLAS_STATUS_INVALID_VALUE. */
cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int n, int devices[]);
/** The block size, which is kept: 2048 at first. */
cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int block);
cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int *block);
/** Accepted: there is nothing to pin. */
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode);

/* For S, D, C and Z: C = alpha op(A) op(B) + beta C, by columns. */
#define SIMT_CUBLAS_XT(X, T)                                                                       \
    cublasStatus_t cublasXt##X##gemm(cublasXtHandle_t handle, cublasOperation_t op_a,              \
                                     cublasOperation_t op_b, size_t m, size_t n, size_t k,         \
                                     const T *alpha, const T *a, size_t lda, const T *b,           \
                                     size_t ldb, const T *beta, T *c, size_t ldc);
SIMT_CUBLAS_XT(S, float)
SIMT_CUBLAS_XT(D, double)
SIMT_CUBLAS_XT(C, cuComplex)
SIMT_CUBLAS_XT(Z, cuDoubleComplex)

#ifdef __cplusplus
}
#endif

#endif
