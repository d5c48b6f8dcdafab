/**
 * @file
 * @brief cuBLAS, level 2: matrices that are bands or packed triangles, and a vector.
 */
#include "cublas_levels.h"

#define VECTOR(v, n, inc, T, use) simt_blas_vector(&b, v, n, inc, sizeof(T), use)

/* A band of `rows` rows as it lies in memory. */
static bool fits_band(int lda, int kl, int ku) {
    return kl >= 0 && ku >= 0 && lda > (long long)kl + ku;
}

/* Products and solutions with a triangle: `more` are the arguments that a band has and a packed triangle has not. */
#define TRIANGLE(L, U, T, kind, more, fits, given, used, matrix)                                   \
    static void kind##_##L(struct library_call *call) {                                            \
        GIVEN;                                                                                     \
        cblas_##L##kind(CBLAS_COLUMNS, b->fill, b->op_a, b->diag, b->n, matrix, b->x, b->incx);    \
    }                                                                                              \
    cublasStatus_t cublas##U##kind(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op,  \
                                   cublasDiagType_t diag, int n, more, T *x, int incx) {           \
        BEGIN(h, !is_fill(fill) || !is_op(op) || !is_diag(diag) || n < 0 || !(fits) || !incx)      \
        struct blas b = {.call.compute = kind##_##L,                                               \
                         .fill = blas_fill(fill),                                                  \
                         .op_a = blas_op(op),                                                      \
                         .diag = CBLAS_NON_UNIT + (int)diag,                                       \
                         .n = n,                                                                   \
                         .x = x,                                                                   \
                         .incx = incx,                                                             \
                         given};                                                                   \
        if (!n) return CUBLAS_STATUS_SUCCESS;                                                      \
        used;                                                                                      \
        VECTOR(x, n, incx, T, USE_READS | USE_WRITES);                                             \
        PUT("cublas" #U#kind);                                                                     \
    }
#define BAND_OF(T)          int k COMMA const T *a COMMA int lda
#define BAND_GIVEN          .k = k COMMA.a = a COMMA.lda = lda
#define BAND                b->k COMMA b->a COMMA b->lda
#define USE_BAND(T, diag)   simt_blas_triangle_band(&b, a, n, k, lda, sizeof(T), fill, diag)
#define USE_PACKED(T, diag) simt_blas_packed(&b, a, n, sizeof(T), fill, diag, USE_READS)
#define BANDED(L, U, T, kind)                                                                      \
    TRIANGLE(L, U, T, kind, BAND_OF(T), fits_band(lda, k, 0), BAND_GIVEN, USE_BAND(T, diag), BAND)
#define PACKED(L, U, T, kind)                                                                      \
    TRIANGLE(L, U, T, kind, const T *a, true, .a = a, USE_PACKED(T, diag), b->a)

#define ALL(L, U, T, V)                                                                            \
    static void gbmv_##L(struct library_call *call) {                                              \
        GIVEN;                                                                                     \
        cblas_##L##gbmv(CBLAS_COLUMNS, b->op_a, b->m, b->n, b->kl, b->ku, ALPHA(T, V), b->a,       \
                        b->lda, b->x, b->incx, BETA(T, V), b->y, b->incy);                         \
    }                                                                                              \
    cublasStatus_t cublas##U##gbmv(cublasHandle_t h, cublasOperation_t op, int m, int n, int kl,   \
                                   int ku, const T *alpha, const T *a, int lda, const T *x,        \
                                   int incx, const T *beta, T *y, int incy) {                      \
        BEGIN(h, !is_op(op) || m < 0 || n < 0 || !fits_band(lda, kl, ku) || !incx || !incy ||      \
                     !alpha || !beta)                                                              \
        struct blas b = {.call.compute = gbmv_##L,                                                 \
                         .op_a = blas_op(op),                                                      \
                         .m = m,                                                                   \
                         .n = n,                                                                   \
                         .kl = kl,                                                                 \
                         .ku = ku,                                                                 \
                         .a = a,                                                                   \
                         .lda = lda,                                                               \
                         .x = X_OF(x),                                                             \
                         .incx = incx,                                                             \
                         .y = y,                                                                   \
                         .incy = incy};                                                            \
        if (!m || !n) return CUBLAS_STATUS_SUCCESS;                                                \
        SCALAR(alpha, T);                                                                          \
        SCALAR(beta, T);                                                                           \
        simt_blas_band(&b, a, m, n, kl, ku, lda, sizeof(T));                                       \
        VECTOR(x, op == CUBLAS_OP_N ? n : m, incx, T, USE_READS);                                  \
        VECTOR(y, op == CUBLAS_OP_N ? m : n, incy, T, WRITES_SUM);                                 \
        PUT("cublas" #U "gbmv");                                                                   \
    }                                                                                              \
    BANDED(L, U, T, tbmv)                                                                          \
    BANDED(L, U, T, tbsv)                                                                          \
    PACKED(L, U, T, tpmv)                                                                          \
    PACKED(L, U, T, tpsv)
ALL(s, S, float, REAL)
ALL(d, D, double, REAL)
ALL(c, C, cuComplex, COMPLEX)
ALL(z, Z, cuDoubleComplex, COMPLEX)

/* y = alpha A x + beta y with a symmetric or Hermitian A. */
#define SYMMETRIC(L, U, T, V, kind, before, after, fits, given, used, matrix_n, matrix)            \
    static void kind##_##L(struct library_call *call) {                                            \
        GIVEN;                                                                                     \
        cblas_##L##kind(CBLAS_COLUMNS, b->fill, matrix_n, ALPHA(T, V), matrix, b->x, b->incx,      \
                        BETA(T, V), b->y, b->incy);                                                \
    }                                                                                              \
    cublasStatus_t cublas##U##kind(cublasHandle_t h, cublasFillMode_t fill, before,                \
                                   const T *alpha, after, const T *x, int incx, const T *beta,     \
                                   T *y, int incy) {                                               \
        BEGIN(h, !is_fill(fill) || n < 0 || !(fits) || !incx || !incy || !alpha || !beta)          \
        struct blas b = {.call.compute = kind##_##L,                                               \
                         .fill = blas_fill(fill),                                                  \
                         .n = n,                                                                   \
                         .x = X_OF(x),                                                             \
                         .incx = incx,                                                             \
                         .y = y,                                                                   \
                         .incy = incy,                                                             \
                         given};                                                                   \
        if (!n) return CUBLAS_STATUS_SUCCESS;                                                      \
        SCALAR(alpha, T);                                                                          \
        SCALAR(beta, T);                                                                           \
        used;                                                                                      \
        VECTOR(x, n, incx, T, USE_READS);                                                          \
        VECTOR(y, n, incy, T, WRITES_SUM);                                                         \
        PUT("cublas" #U#kind);                                                                     \
    }
#define PRODUCTS(L, U, T, V, band, packed)                                                         \
    SYMMETRIC(L, U, T, V, band, int n COMMA int k, const T *a COMMA int lda, fits_band(lda, k, 0), \
              BAND_GIVEN, USE_BAND(T, WHOLE), b->n COMMA b->k, b->a COMMA b->lda)                  \
    SYMMETRIC(L, U, T, V, packed, int n, const T *a, true, .a = a, USE_PACKED(T, WHOLE), b->n, b->a)
#define FULL_PRODUCT(L, U, T, kind)                                                                \
    SYMMETRIC(L, U, T, COMPLEX, kind, int n, const T *a COMMA int lda, fits_ld(lda, n),            \
              .a = a COMMA.lda = lda,                                                              \
              simt_blas_triangle(&b, a, n, lda, sizeof(T), fill, WHOLE, USE_READS), b->n,          \
              b->a COMMA b->lda)
PRODUCTS(s, S, float, REAL, sbmv, spmv)
PRODUCTS(d, D, double, REAL, sbmv, spmv)
PRODUCTS(c, C, cuComplex, COMPLEX, hbmv, hpmv)
PRODUCTS(z, Z, cuDoubleComplex, COMPLEX, hbmv, hpmv)
FULL_PRODUCT(c, C, cuComplex, hemv)
FULL_PRODUCT(z, Z, cuDoubleComplex, hemv)
