/**
 * @file
 * @brief cuSOLVER's dense functions on the CPU: factors, solutions, eigenvalues and singular values, by LAPACK.
 *
 * Link with -lcusolver, which needs OpenBLAS (Debian's libopenblas-dev). Matrices lie in device memory by columns, with
 * leading dimensions of at least their rows; T is float, double or a complex type, and R its real one. Work runs in the
 * stream of the handle. devInfo becomes 0, or what LAPACK says: the first pivot that is 0 (getrf), the first minor that
 * is not positive (potrf), or how many values did not converge (syevd, gesvd). Each function returns
 * CUSOLVER_STATUS_NOT_INITIALIZED without a handle, and CUSOLVER_STATUS_INVALID_VALUE for shapes that do not fit or a
 * working space of fewer numbers than its bufferSize says. For geqrf, ormqr and orgqr the space of any of them does.
 * Cost: that of LAPACK on one core.
 */
#ifndef SIMT_CUSOLVERDN_H
#define SIMT_CUSOLVERDN_H

/** Programs tell by these whether the names of cuSOLVER are known. */
#define CUSOLVERDN_H_
#define CUSOLVER_COMMON_H_

#include "cuComplex.h"
#include "cublas_v2.h"
#include "library_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CUSOLVER_VER_MAJOR 12
#define CUSOLVER_VER_MINOR 0
#define CUSOLVER_VERSION   12000

typedef struct simt_cusolver *cusolverDnHandle_t;

typedef enum {
    CUSOLVER_STATUS_SUCCESS = 0,
    CUSOLVER_STATUS_NOT_INITIALIZED = 1,
    CUSOLVER_STATUS_ALLOC_FAILED = 2,
    CUSOLVER_STATUS_INVALID_VALUE = 3,
    CUSOLVER_STATUS_ARCH_MISMATCH = 4,
    CUSOLVER_STATUS_MAPPING_ERROR = 5,
    CUSOLVER_STATUS_EXECUTION_FAILED = 6,
    CUSOLVER_STATUS_INTERNAL_ERROR = 7,
    CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
    CUSOLVER_STATUS_NOT_SUPPORTED = 9,
    CUSOLVER_STATUS_ZERO_PIVOT = 10,
    CUSOLVER_STATUS_INVALID_LICENSE = 11
} cusolverStatus_t;
typedef enum { CUSOLVER_EIG_MODE_NOVECTOR = 0, CUSOLVER_EIG_MODE_VECTOR = 1 } cusolverEigMode_t;

/** A handle, whose stream is the default one. CUSOLVER_STATUS_NOT_INITIALIZED: there is no device. */
cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle);
/** Waits for the device, and frees the handle. */
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle);
/** The stream of later calls. */
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream);
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *stream);

/*
 * getrf: P A = L U of m x n, with n numbers of working space; getrs: op(A) X = B of n rows with these factors.
 * potrf: A = L L' or U' U of n x n; potrs: the solution with that; potri: the inverse.
 * geqrf: A = Q R, with min(m, n) numbers in tau; ormqr (unmqr): op(Q) C or C op(Q); orgqr (ungqr): Q's first n columns.
 * syevd (heevd): eigenvalues in w, ascending, and with CUSOLVER_EIG_MODE_VECTOR the vectors in A.
 * gesvd: A = U S V' of m x n with m >= n; jobu and jobvt are 'A', 'S', 'O' or 'N'.
 */
#define SIMT_CUSOLVER(U, T, R, ORM, ORG, EV)                                                       \
    cusolverStatus_t cusolverDn##U##getrf_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
        T *a, int lda, int *lwork);                                                                \
    cusolverStatus_t cusolverDn##U##getrf(cusolverDnHandle_t handle, int m, int n, T *a, int lda,  \
        T *work, int *pivots, int *info);                                                          \
    cusolverStatus_t cusolverDn##U##getrs(cusolverDnHandle_t handle, cublasOperation_t op, int n,  \
        int cols, const T *a, int lda, const int *pivots, T *b, int ldb, int *info);               \
    cusolverStatus_t cusolverDn##U##potrf_bufferSize(cusolverDnHandle_t handle,                    \
        cublasFillMode_t fill, int n, T *a, int lda, int *lwork);                                  \
    cusolverStatus_t cusolverDn##U##potrf(cusolverDnHandle_t handle, cublasFillMode_t fill,        \
        int n, T *a, int lda, T *work, int lwork, int *info);                                      \
    cusolverStatus_t cusolverDn##U##potrs(cusolverDnHandle_t handle, cublasFillMode_t fill,        \
        int n, int cols, const T *a, int lda, T *b, int ldb, int *info);                           \
    cusolverStatus_t cusolverDn##U##potri_bufferSize(cusolverDnHandle_t handle,                    \
        cublasFillMode_t fill, int n, T *a, int lda, int *lwork);                                  \
    cusolverStatus_t cusolverDn##U##potri(cusolverDnHandle_t handle, cublasFillMode_t fill,        \
        int n, T *a, int lda, T *work, int lwork, int *info);                                      \
    cusolverStatus_t cusolverDn##U##geqrf_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
        T *a, int lda, int *lwork);                                                                \
    cusolverStatus_t cusolverDn##U##geqrf(cusolverDnHandle_t handle, int m, int n, T *a, int lda,  \
        T *tau, T *work, int lwork, int *info);                                                    \
    cusolverStatus_t cusolverDn##U##ORM##_bufferSize(cusolverDnHandle_t handle,                    \
        cublasSideMode_t side, cublasOperation_t op, int m, int n, int k, const T *a, int lda,     \
        const T *tau, const T *c, int ldc, int *lwork);                                            \
    cusolverStatus_t cusolverDn##U##ORM(cusolverDnHandle_t handle, cublasSideMode_t side,          \
        cublasOperation_t op, int m, int n, int k, const T *a, int lda, const T *tau, T *c,        \
        int ldc, T *work, int lwork, int *info);                                                   \
    cusolverStatus_t cusolverDn##U##ORG##_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
        int k, const T *a, int lda, const T *tau, int *lwork);                                     \
    cusolverStatus_t cusolverDn##U##ORG(cusolverDnHandle_t handle, int m, int n, int k, T *a,      \
        int lda, const T *tau, T *work, int lwork, int *info);                                     \
    cusolverStatus_t cusolverDn##U##EV##_bufferSize(cusolverDnHandle_t handle,                     \
        cusolverEigMode_t job, cublasFillMode_t fill, int n, const T *a, int lda, const R *w,      \
        int *lwork);                                                                               \
    cusolverStatus_t cusolverDn##U##EV(cusolverDnHandle_t handle, cusolverEigMode_t job,           \
        cublasFillMode_t fill, int n, T *a, int lda, R *w, T *work, int lwork, int *info);         \
    cusolverStatus_t cusolverDn##U##gesvd_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
        int *lwork);                                                                               \
    cusolverStatus_t cusolverDn##U##gesvd(cusolverDnHandle_t handle, signed char jobu,             \
        signed char jobvt, int m, int n, T *a, int lda, R *s, T *u, int ldu, T *vt, int ldvt,      \
        T *work, int lwork, R *rwork, int *info);
SIMT_CUSOLVER(S, float, float, ormqr, orgqr, syevd)
SIMT_CUSOLVER(D, double, double, ormqr, orgqr, syevd)
SIMT_CUSOLVER(C, cuComplex, float, unmqr, ungqr, heevd)
SIMT_CUSOLVER(Z, cuDoubleComplex, double, unmqr, ungqr, heevd)
#undef SIMT_CUSOLVER

#ifdef __cplusplus
}
#endif

#endif
