/**
 * @file
 * @brief cuBLAS, level 1: vectors.
 */
#include "cublas.h"

#define SCALAR(which, from, T) simt_blas_scalar(h, &b, &b.which, from, sizeof(T))
#define X(T, use)              simt_blas_vector(&b, x, n, incx, sizeof(T), use)
#define Y(T, use)              simt_blas_vector(&b, y, n, incy, sizeof(T), use)
#define PUT(name, waits)       return simt_blas_put(h, &b, name, LIBRARY_HERE, waits)
#define CALL(function)                                                                             \
    struct blas b = {.call.compute = function, .n = n, .incx = incx, .x = (void *)(uintptr_t)x}

#define ALL(L, U, T, V)                                                                            \
    static void axpy_##L(struct library_call *call) {                                              \
        const struct blas *b = (const struct blas *)call;                                          \
        cblas_##L##axpy(b->n, V(T, scalar_value(&b->alpha)), b->x, b->incx, b->y, b->incy);        \
    }                                                                                              \
    cublasStatus_t cublas##U##axpy(cublasHandle_t h, int n, const T *alpha, const T *x, int incx,  \
                                   T *y, int incy) {                                               \
        BEGIN(h, !alpha)                                                                           \
        CALL(axpy_##L);                                                                            \
        b.y = y, b.incy = incy;                                                                    \
        SCALAR(alpha, alpha, T);                                                                   \
        X(T, USE_READS);                                                                           \
        Y(T, USE_READS | USE_WRITES);                                                              \
        PUT("cublas" #U "axpy", false);                                                            \
    }                                                                                              \
    static void copy_##L(struct library_call *call) {                                              \
        const struct blas *b = (const struct blas *)call;                                          \
        cblas_##L##copy(b->n, b->x, b->incx, b->y, b->incy);                                       \
    }                                                                                              \
    cublasStatus_t cublas##U##copy(cublasHandle_t h, int n, const T *x, int incx, T *y,            \
                                   int incy) {                                                     \
        BEGIN(h, false)                                                                            \
        CALL(copy_##L);                                                                            \
        b.y = y, b.incy = incy;                                                                    \
        X(T, USE_READS);                                                                           \
        Y(T, USE_WRITES);                                                                          \
        PUT("cublas" #U "copy", false);                                                            \
    }                                                                                              \
    static void swap_##L(struct library_call *call) {                                              \
        const struct blas *b = (const struct blas *)call;                                          \
        cblas_##L##swap(b->n, b->x, b->incx, b->y, b->incy);                                       \
    }                                                                                              \
    cublasStatus_t cublas##U##swap(cublasHandle_t h, int n, T *x, int incx, T *y, int incy) {      \
        BEGIN(h, false)                                                                            \
        CALL(swap_##L);                                                                            \
        b.y = y, b.incy = incy;                                                                    \
        X(T, USE_READS | USE_WRITES);                                                              \
        Y(T, USE_READS | USE_WRITES);                                                              \
        PUT("cublas" #U "swap", false);                                                            \
    }                                                                                              \
    static void scal_##L(struct library_call *call) {                                              \
        const struct blas *b = (const struct blas *)call;                                          \
        cblas_##L##scal(b->n, V(T, scalar_value(&b->alpha)), b->x, b->incx);                       \
    }                                                                                              \
    cublasStatus_t cublas##U##scal(cublasHandle_t h, int n, const T *alpha, T *x, int incx) {      \
        BEGIN(h, !alpha)                                                                           \
        if (incx <= 0) return CUBLAS_STATUS_SUCCESS;                                               \
        CALL(scal_##L);                                                                            \
        SCALAR(alpha, alpha, T);                                                                   \
        X(T, USE_READS | USE_WRITES);                                                              \
        PUT("cublas" #U "scal", false);                                                            \
    }                                                                                              \
    INDEX(L, U, T, amax)                                                                           \
    INDEX(L, U, T, amin)

#define INDEX(L, U, T, kind)                                                                       \
    static void kind##_##L(struct library_call *call) {                                            \
        const struct blas *b = (const struct blas *)call;                                          \
        bool some = b->n > 0 && b->incx > 0;                                                       \
        *(int *)b->result = some ? (int)cblas_i##L##kind(b->n, b->x, b->incx) + 1 : 0;             \
    }                                                                                              \
    cublasStatus_t cublasI##L##kind(cublasHandle_t h, int n, const T *x, int incx, int *result) {  \
        BEGIN(h, !result)                                                                          \
        CALL(kind##_##L);                                                                          \
        if (incx > 0) X(T, USE_READS);                                                             \
        simt_blas_result(h, &b, result, sizeof(int));                                              \
        PUT("cublasI" #L#kind, true);                                                              \
    }
ALL(s, S, float, REAL)
ALL(d, D, double, REAL)
ALL(c, C, cuComplex, COMPLEX)
ALL(z, Z, cuDoubleComplex, COMPLEX)

/* Sums over one vector, and over two. */
#define SUM(U, T, R, kind, function)                                                               \
    static void kind##_##U(struct library_call *call) {                                            \
        const struct blas *b = (const struct blas *)call;                                          \
        *(R *)b->result = b->n > 0 && b->incx > 0 ? function(b->n, b->x, b->incx) : 0;             \
    }                                                                                              \
    cublasStatus_t cublas##U##kind(cublasHandle_t h, int n, const T *x, int incx, R *result) {     \
        BEGIN(h, !result)                                                                          \
        CALL(kind##_##U);                                                                          \
        if (incx > 0) X(T, USE_READS);                                                             \
        simt_blas_result(h, &b, result, sizeof(R));                                                \
        PUT("cublas" #U#kind, true);                                                               \
    }
SUM(S, float, float, nrm2, cblas_snrm2)
SUM(D, double, double, nrm2, cblas_dnrm2)
SUM(Sc, cuComplex, float, nrm2, cblas_scnrm2)
SUM(Dz, cuDoubleComplex, double, nrm2, cblas_dznrm2)
SUM(S, float, float, asum, cblas_sasum)
SUM(D, double, double, asum, cblas_dasum)
SUM(Sc, cuComplex, float, asum, cblas_scasum)
SUM(Dz, cuDoubleComplex, double, asum, cblas_dzasum)

#define DOT(U, T, kind, statement)                                                                 \
    static void kind##_##U(struct library_call *call) {                                            \
        const struct blas *b = (const struct blas *)call;                                          \
        statement;                                                                                 \
    }                                                                                              \
    cublasStatus_t cublas##U##kind(cublasHandle_t h, int n, const T *x, int incx, const T *y,      \
                                   int incy, T *result) {                                          \
        BEGIN(h, !result)                                                                          \
        CALL(kind##_##U);                                                                          \
        b.y = (void *)(uintptr_t)y, b.incy = incy;                                                 \
        X(T, USE_READS);                                                                           \
        Y(T, USE_READS);                                                                           \
        simt_blas_result(h, &b, result, sizeof(T));                                                \
        PUT("cublas" #U#kind, true);                                                               \
    }
#define BOTH b->n, b->x, b->incx, b->y, b->incy
DOT(S, float, dot, *(float *)b->result = cblas_sdot(BOTH))
DOT(D, double, dot, *(double *)b->result = cblas_ddot(BOTH))
DOT(C, cuComplex, dotu, cblas_cdotu_sub(BOTH, b->result))
DOT(C, cuComplex, dotc, cblas_cdotc_sub(BOTH, b->result))
DOT(Z, cuDoubleComplex, dotu, cblas_zdotu_sub(BOTH, b->result))
DOT(Z, cuDoubleComplex, dotc, cblas_zdotc_sub(BOTH, b->result))

#define ROT(L, U, T)                                                                               \
    static void rot_##L(struct library_call *call) {                                               \
        const struct blas *b = (const struct blas *)call;                                          \
        cblas_##L##rot(BOTH, REAL(T, scalar_value(&b->alpha)), REAL(T, scalar_value(&b->beta)));   \
    }                                                                                              \
    cublasStatus_t cublas##U##rot(cublasHandle_t h, int n, T *x, int incx, T *y, int incy,         \
                                  const T *c, const T *s) {                                        \
        BEGIN(h, !c || !s)                                                                         \
        CALL(rot_##L);                                                                             \
        b.y = y, b.incy = incy;                                                                    \
        SCALAR(alpha, c, T);                                                                       \
        SCALAR(beta, s, T);                                                                        \
        X(T, USE_READS | USE_WRITES);                                                              \
        Y(T, USE_READS | USE_WRITES);                                                              \
        PUT("cublas" #U "rot", false);                                                             \
    }
ROT(s, S, float)
ROT(d, D, double)
