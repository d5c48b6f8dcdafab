/**
 * @file
 * @brief The first interface of cuBLAS, in C++: one handle for the program, scalars and results of the host.
 *
 * Functions have the names of <cublas_v2.h>, without a handle. They return nothing, or the result, and cublasGetError
 * gives the error of the last one that failed, and forgets it. Types S and D are whole, C and Z have gemm. Link with
 * -lcublas.
 */
#ifndef SIMT_CUBLAS_H
#define SIMT_CUBLAS_H

#include "cublas_v2.h"

#ifndef __cplusplus
#error "<cublas.h>: the first interface of cuBLAS is C++ here. Include <cublas_v2.h>, or name the file .cpp or .cu"
#endif

/** Programs tell by this which interface they have. */
#define CUBLAS_H_

#define cublasStatus cublasStatus_t

/** The handle, and the error of the last call that failed. */
struct simt_cublas_first {
    cublasHandle_t handle = nullptr;
    cublasStatus_t error = CUBLAS_STATUS_SUCCESS;
};
inline simt_cublas_first &simt_cublas_state() {
    static simt_cublas_first state;
    return state;
}
inline void simt_cublas_note(cublasStatus_t status) {
    if (status) simt_cublas_state().error = status;
}
#define SIMT_FIRST(call)       simt_cublas_note(call)
#define SIMT_FIRST_HANDLE      simt_cublas_state().handle
#define SIMT_FIRST_OP(letter) \
    ((letter) == 'N' || (letter) == 'n' ? CUBLAS_OP_N : (letter) == 'T' || (letter) == 't' ? CUBLAS_OP_T : CUBLAS_OP_C)
#define SIMT_FIRST_FILL(letter) ((letter) == 'U' || (letter) == 'u' ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER)
#define SIMT_FIRST_SIDE(letter) ((letter) == 'L' || (letter) == 'l' ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT)
#define SIMT_FIRST_DIAG(letter) ((letter) == 'U' || (letter) == 'u' ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT)

/* Begin and end, memory of n elements, the stream of what follows. */
inline cublasStatus_t cublasInit() {
    simt_cublas_first &state = simt_cublas_state();
    return state.handle ? CUBLAS_STATUS_SUCCESS : cublasCreate(&state.handle);
}
inline cublasStatus_t cublasShutdown() {
    simt_cublas_first &state = simt_cublas_state();
    cublasStatus_t status = cublasDestroy(state.handle);
    state.handle = nullptr;
    return status;
}
inline cublasStatus_t cublasGetError() {
    cublasStatus_t error = simt_cublas_state().error;
    simt_cublas_state().error = CUBLAS_STATUS_SUCCESS;
    return error;
}
inline cublasStatus_t cublasAlloc(int n, int bytes, void **d_pointer) {
    if (n <= 0 || bytes <= 0) return CUBLAS_STATUS_INVALID_VALUE;
    return cudaMalloc(d_pointer, (size_t)n * (size_t)bytes) ? CUBLAS_STATUS_ALLOC_FAILED : CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasFree(void *d_pointer) {
    return cudaFree(d_pointer) ? CUBLAS_STATUS_INTERNAL_ERROR : CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasSetKernelStream(cudaStream_t stream) {
    return cublasSetStream(SIMT_FIRST_HANDLE, stream);
}

#define SIMT_CUBLAS_FIRST_GEMM(X, T)                                                                           \
    inline void cublas##X##gemm(char op_a, char op_b, int m, int n, int k, T alpha, const T *a, int lda,       \
                                const T *b, int ldb, T beta, T *c, int ldc) {                                  \
        SIMT_FIRST(cublas##X##gemm(SIMT_FIRST_HANDLE, SIMT_FIRST_OP(op_a), SIMT_FIRST_OP(op_b), m, n, k,       \
                                   &alpha, a, lda, b, ldb, &beta, c, ldc));                                    \
    }
#define SIMT_CUBLAS_FIRST(X, L, T)                                                                             \
    inline void cublas##X##axpy(int n, T alpha, const T *x, int incx, T *y, int incy) {                        \
        SIMT_FIRST(cublas##X##axpy(SIMT_FIRST_HANDLE, n, &alpha, x, incx, y, incy));                           \
    }                                                                                                          \
    inline void cublas##X##copy(int n, const T *x, int incx, T *y, int incy) {                                 \
        SIMT_FIRST(cublas##X##copy(SIMT_FIRST_HANDLE, n, x, incx, y, incy));                                   \
    }                                                                                                          \
    inline void cublas##X##swap(int n, T *x, int incx, T *y, int incy) {                                       \
        SIMT_FIRST(cublas##X##swap(SIMT_FIRST_HANDLE, n, x, incx, y, incy));                                   \
    }                                                                                                          \
    inline void cublas##X##scal(int n, T alpha, T *x, int incx) {                                              \
        SIMT_FIRST(cublas##X##scal(SIMT_FIRST_HANDLE, n, &alpha, x, incx));                                    \
    }                                                                                                          \
    inline T cublas##X##dot(int n, const T *x, int incx, const T *y, int incy) {                               \
        T result = 0;                                                                                          \
        SIMT_FIRST(cublas##X##dot(SIMT_FIRST_HANDLE, n, x, incx, y, incy, &result));                           \
        return result;                                                                                         \
    }                                                                                                          \
    inline T cublas##X##nrm2(int n, const T *x, int incx) {                                                    \
        T result = 0;                                                                                          \
        SIMT_FIRST(cublas##X##nrm2(SIMT_FIRST_HANDLE, n, x, incx, &result));                                   \
        return result;                                                                                         \
    }                                                                                                          \
    inline T cublas##X##asum(int n, const T *x, int incx) {                                                    \
        T result = 0;                                                                                          \
        SIMT_FIRST(cublas##X##asum(SIMT_FIRST_HANDLE, n, x, incx, &result));                                   \
        return result;                                                                                         \
    }                                                                                                          \
    inline int cublasI##L##amax(int n, const T *x, int incx) {                                                 \
        int result = 0;                                                                                        \
        SIMT_FIRST(cublasI##L##amax(SIMT_FIRST_HANDLE, n, x, incx, &result));                                  \
        return result;                                                                                         \
    }                                                                                                          \
    inline int cublasI##L##amin(int n, const T *x, int incx) {                                                 \
        int result = 0;                                                                                        \
        SIMT_FIRST(cublasI##L##amin(SIMT_FIRST_HANDLE, n, x, incx, &result));                                  \
        return result;                                                                                         \
    }                                                                                                          \
    inline void cublas##X##gemv(char op, int m, int n, T alpha, const T *a, int lda, const T *x, int incx,     \
                                T beta, T *y, int incy) {                                                      \
        SIMT_FIRST(cublas##X##gemv(SIMT_FIRST_HANDLE, SIMT_FIRST_OP(op), m, n, &alpha, a, lda, x, incx, &beta, \
                                   y, incy));                                                                  \
    }                                                                                                          \
    inline void cublas##X##ger(int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a,        \
                               int lda) {                                                                      \
        SIMT_FIRST(cublas##X##ger(SIMT_FIRST_HANDLE, m, n, &alpha, x, incx, y, incy, a, lda));                 \
    }                                                                                                          \
    inline void cublas##X##trsv(char fill, char op, char diag, int n, const T *a, int lda, T *x, int incx) {   \
        SIMT_FIRST(cublas##X##trsv(SIMT_FIRST_HANDLE, SIMT_FIRST_FILL(fill), SIMT_FIRST_OP(op),                \
                                   SIMT_FIRST_DIAG(diag), n, a, lda, x, incx));                                \
    }                                                                                                          \
    inline void cublas##X##symm(char side, char fill, int m, int n, T alpha, const T *a, int lda, const T *b,  \
                                int ldb, T beta, T *c, int ldc) {                                              \
        SIMT_FIRST(cublas##X##symm(SIMT_FIRST_HANDLE, SIMT_FIRST_SIDE(side), SIMT_FIRST_FILL(fill), m, n,      \
                                   &alpha, a, lda, b, ldb, &beta, c, ldc));                                    \
    }                                                                                                          \
    inline void cublas##X##syrk(char fill, char op, int n, int k, T alpha, const T *a, int lda, T beta, T *c,  \
                                int ldc) {                                                                     \
        SIMT_FIRST(cublas##X##syrk(SIMT_FIRST_HANDLE, SIMT_FIRST_FILL(fill), SIMT_FIRST_OP(op), n, k, &alpha,  \
                                   a, lda, &beta, c, ldc));                                                    \
    }                                                                                                          \
    inline void cublas##X##trsm(char side, char fill, char op, char diag, int m, int n, T alpha, const T *a,   \
                                int lda, T *b, int ldb) {                                                      \
        SIMT_FIRST(cublas##X##trsm(SIMT_FIRST_HANDLE, SIMT_FIRST_SIDE(side), SIMT_FIRST_FILL(fill),            \
                                   SIMT_FIRST_OP(op), SIMT_FIRST_DIAG(diag), m, n, &alpha, a, lda, b, ldb));   \
    }
SIMT_CUBLAS_FIRST_GEMM(S, float)
SIMT_CUBLAS_FIRST_GEMM(D, double)
SIMT_CUBLAS_FIRST_GEMM(C, cuComplex)
SIMT_CUBLAS_FIRST_GEMM(Z, cuDoubleComplex)
SIMT_CUBLAS_FIRST(S, s, float)
SIMT_CUBLAS_FIRST(D, d, double)

#endif
