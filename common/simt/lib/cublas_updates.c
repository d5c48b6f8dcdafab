/**
 * @file
 * @brief cuBLAS: matrices to which products of vectors or of matrices are added, and Hermitian products.
 */
#include "cublas_levels.h"

#define VECTOR(v, n, inc, T)              simt_blas_vector(&b, v, n, inc, sizeof(T), USE_READS)
#define MATRIX(x, T, rows, cols, ld, use) simt_blas_matrix(&b, x, rows, cols, ld, sizeof(T), use)
#define BOTH                              (USE_READS | USE_WRITES)

/*
 * Vectors. `ld`: what a matrix has that is not packed.
 */
#define RANK(L, U, T, R, V, kind, second, fits, given, used, vectors, ld, fits_a, given_a, used_a, \
             matrix)                                                                               \
    static void kind##_##L(struct library_call *call) {                                            \
        GIVEN;                                                                                     \
        cblas_##L##kind(CBLAS_COLUMNS, b->fill, b->n, ALPHA(R, V), vectors, matrix);               \
    }                                                                                              \
    cublasStatus_t cublas##U##kind(cublasHandle_t h, cublasFillMode_t fill, int n, const R *alpha, \
                                   const T *x, int incx, second ld) {                              \
        BEGIN(h, !is_fill(fill) || n < 0 || !incx || !(fits) || !(fits_a) || !alpha)               \
        struct blas b = {.call.compute = kind##_##L,                                               \
                         .fill = blas_fill(fill),                                                  \
                         .n = n,                                                                   \
                         .x = X_OF(x),                                                             \
                         .incx = incx,                                                             \
                         .c = a,                                                                   \
                         given given_a};                                                           \
        if (!n) return CUBLAS_STATUS_SUCCESS;                                                      \
        SCALAR(alpha, R);                                                                          \
        VECTOR(x, n, incx, T);                                                                     \
        used;                                                                                      \
        used_a;                                                                                    \
        PUT("cublas" #U#kind);                                                                     \
    }
#define Y_OF(T)       const T *y COMMA int incy COMMA
#define Y_GIVEN       .y = X_OF(y) COMMA.incy = incy COMMA
#define USE_Y(T)      VECTOR(y, n, incy, T)
#define X_ALONE       b->x COMMA b->incx
#define X_AND_Y       b->x COMMA b->incx COMMA b->y COMMA b->incy
#define A_OF(T)       T *a COMMA int lda
#define USE_A(T)      simt_blas_triangle(&b, a, n, lda, sizeof(T), fill, WHOLE, BOTH)
#define USE_PACKED(T) simt_blas_packed(&b, a, n, sizeof(T), fill, WHOLE, BOTH)
#define FULL_RANKS(L, U, T, R, V, VR, full)                                                        \
    RANK(L, U, T, R, VR, full##r, , true, , , X_ALONE, A_OF(T), fits_ld(lda, n), .lda = lda,       \
         USE_A(T), b->c COMMA b->lda)                                                              \
    RANK(L, U, T, T, V, full##r2, Y_OF(T), incy, Y_GIVEN, USE_Y(T), X_AND_Y, A_OF(T),              \
         fits_ld(lda, n), .lda = lda, USE_A(T), b->c COMMA b->lda)
#define RANKS(L, U, T, R, V, VR, full, packed)                                                     \
    FULL_RANKS(L, U, T, R, V, VR, full)                                                            \
    RANK(L, U, T, R, VR, packed##r, , true, , , X_ALONE, T *a, true, .lda = 0, USE_PACKED(T),      \
         b->c)                                                                                     \
    RANK(L, U, T, T, V, packed##r2, Y_OF(T), incy, Y_GIVEN, USE_Y(T), X_AND_Y, T *a, true,         \
         .lda = 0, USE_PACKED(T), b->c)
RANKS(s, S, float, float, REAL, REAL, sy, sp)
RANKS(d, D, double, double, REAL, REAL, sy, sp)
RANKS(c, C, cuComplex, float, COMPLEX, REAL, he, hp)
RANKS(z, Z, cuDoubleComplex, double, COMPLEX, REAL, he, hp)
FULL_RANKS(c, C, cuComplex, cuComplex, COMPLEX, COMPLEX, sy)
FULL_RANKS(z, Z, cuDoubleComplex, cuDoubleComplex, COMPLEX, COMPLEX, sy)

#define GENERAL(L, U, T, kind)                                                                     \
    static void kind##_##L(struct library_call *call) {                                            \
        GIVEN;                                                                                     \
        cblas_##L##kind(CBLAS_COLUMNS, b->m, b->n, ALPHA(T, COMPLEX), b->x, b->incx, b->y,         \
                        b->incy, b->c, b->lda);                                                    \
    }                                                                                              \
    cublasStatus_t cublas##U##kind(cublasHandle_t h, int m, int n, const T *alpha, const T *x,     \
                                   int incx, const T *y, int incy, T *a, int lda) {                \
        BEGIN(h, m < 0 || n < 0 || !fits_ld(lda, m) || !incx || !incy || !alpha)                   \
        struct blas b = {.call.compute = kind##_##L,                                               \
                         .m = m,                                                                   \
                         .n = n,                                                                   \
                         .x = X_OF(x),                                                             \
                         .incx = incx,                                                             \
                         .y = X_OF(y),                                                             \
                         .incy = incy,                                                             \
                         .c = a,                                                                   \
                         .lda = lda};                                                              \
        if (!m || !n) return CUBLAS_STATUS_SUCCESS;                                                \
        SCALAR(alpha, T);                                                                          \
        VECTOR(x, m, incx, T);                                                                     \
        VECTOR(y, n, incy, T);                                                                     \
        MATRIX(a, T, m, n, lda, BOTH);                                                             \
        PUT("cublas" #U#kind);                                                                     \
    }
GENERAL(c, C, cuComplex, geru)
GENERAL(c, C, cuComplex, gerc)
GENERAL(z, Z, cuDoubleComplex, geru)
GENERAL(z, Z, cuDoubleComplex, gerc)

/*
 * Matrices. One that is not as it stands is `turned`, whichever way the program names, as an H200 takes it.
 */
#define ROWS(op) ((op) == CUBLAS_OP_N ? n : k)
#define COLS(op) ((op) == CUBLAS_OP_N ? k : n)

#define UPDATE2(L, U, T, R, V, VR, kind, turned)                                                   \
    static void kind##_##L(struct library_call *call) {                                            \
        GIVEN;                                                                                     \
        cblas_##L##kind(CBLAS_COLUMNS, b->fill, b->op_a, b->n, b->k, ALPHA(T, V), b->a, b->lda,    \
                        b->b, b->ldb, BETA(R, VR), b->c, b->ldc);                                  \
    }                                                                                              \
    cublasStatus_t cublas##U##kind(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op,  \
                                   int n, int k, const T *alpha, const T *a, int lda, const T *x,  \
                                   int ldb, const R *beta, T *c, int ldc) {                        \
        BEGIN(h, !is_fill(fill) || !is_op(op) || !alpha || !beta ||                                \
                     n < 0 || k < 0 || !fits_ld(lda, ROWS(op)) || !fits_ld(ldb, ROWS(op)) ||       \
                     !fits_ld(ldc, n))                                                             \
        struct blas b = {.call.compute = kind##_##L,                                               \
                         .fill = blas_fill(fill),                                                  \
                         .op_a = blas_op(op == CUBLAS_OP_N ? op : (turned)),                       \
                         .n = n,                                                                   \
                         .k = k,                                                                   \
                         .a = a,                                                                   \
                         .lda = lda,                                                               \
                         .b = x,                                                                   \
                         .ldb = ldb,                                                               \
                         .c = c,                                                                   \
                         .ldc = ldc};                                                              \
        if (!n) return CUBLAS_STATUS_SUCCESS;                                                      \
        SCALAR(alpha, T);                                                                          \
        SCALAR(beta, R);                                                                           \
        MATRIX(a, T, ROWS(op), COLS(op), lda, USE_READS);                                          \
        MATRIX(x, T, ROWS(op), COLS(op), ldb, USE_READS);                                          \
        simt_blas_triangle(&b, c, n, ldc, sizeof(T), fill, WHOLE, WRITES_SUM);                     \
        PUT("cublas" #U#kind);                                                                     \
    }
UPDATE2(s, S, float, float, REAL, REAL, syr2k, CUBLAS_OP_T)
UPDATE2(d, D, double, double, REAL, REAL, syr2k, CUBLAS_OP_T)
UPDATE2(c, C, cuComplex, cuComplex, COMPLEX, COMPLEX, syr2k, CUBLAS_OP_T)
UPDATE2(z, Z, cuDoubleComplex, cuDoubleComplex, COMPLEX, COMPLEX, syr2k, CUBLAS_OP_T)
UPDATE2(c, C, cuComplex, float, COMPLEX, REAL, her2k, CUBLAS_OP_C)
UPDATE2(z, Z, cuDoubleComplex, double, COMPLEX, REAL, her2k, CUBLAS_OP_C)
UPDATE2(s, S, float, float, REAL, REAL, syrkx, CUBLAS_OP_T)
UPDATE2(d, D, double, double, REAL, REAL, syrkx, CUBLAS_OP_T)
UPDATE2(c, C, cuComplex, cuComplex, COMPLEX, COMPLEX, syrkx, CUBLAS_OP_T)
UPDATE2(z, Z, cuDoubleComplex, cuDoubleComplex, COMPLEX, COMPLEX, syrkx, CUBLAS_OP_T)
UPDATE2(c, C, cuComplex, float, COMPLEX, REAL, herkx, CUBLAS_OP_C)
UPDATE2(z, Z, cuDoubleComplex, double, COMPLEX, REAL, herkx, CUBLAS_OP_C)
