/**
 * @file
 * @brief cuBLAS, level 2: a matrix and a vector.
 */
#include "cublas_levels.h"

#include <stdlib.h>
#include <string.h>

#define VECTOR(v, n, inc, T, use)  simt_blas_vector(&b, v, n, inc, sizeof(T), use)
#define MATRIX(T, rows, cols, use) simt_blas_matrix(&b, a, rows, cols, lda, sizeof(T), use)

static void copy_number(char *to, const char *number, int n, size_t bytes) {
    for (int i = 0; i < n; i++) memcpy(to + (size_t)i * bytes, number, bytes);
}

struct gemv_vectors simt_blas_gemv_vectors(const struct blas *b, void *x, void *y, size_t bytes) {
    struct gemv_vectors v = {.x = x, .y = y, .incx = b->incx, .incy = b->incy, .bytes = bytes};
    if (b->incx && b->incy) return v;
    const bool turned = b->op_a != CBLAS_NO;
    const int of_x = turned ? b->m : b->n, of_y = turned ? b->n : b->m;
    char *copies = malloc(((size_t)of_x + (size_t)of_y) * bytes);
    if (!copies) return v; /* BLAS says what is wrong */
    if (!b->incx) copy_number(v.x = copies, x, of_x, bytes), v.incx = 1;
    if (!b->incy)
        copy_number(v.y = copies + (size_t)of_x * bytes, v.of_y = y, of_y, bytes), v.incy = 1;
    v.copies = copies;
    return v;
}

/* One number for all of y: which one stays goes by the order in which a GPU ends them. */
void simt_blas_gemv_done(struct gemv_vectors *v) {
    if (v->of_y) memcpy(v->of_y, v->y, v->bytes);
    free(v->copies);
}

#define TRIANGLE(L, U, T, kind)                                                                    \
    static void kind##_##L(struct library_call *call) {                                            \
        GIVEN;                                                                                     \
        cblas_##L##kind(CBLAS_COLUMNS, b->fill, b->op_a, b->diag, b->n, b->a, b->lda, b->x,        \
                        b->incx);                                                                  \
    }                                                                                              \
    cublasStatus_t cublas##U##kind(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op,  \
                                   cublasDiagType_t diag, int n, const T *a, int lda, T *x,        \
                                   int incx) {                                                     \
        BEGIN(h, n < 0 || !fits_ld(lda, n) || !incx)                                               \
        struct blas b = {.call.compute = kind##_##L,                                               \
                         .fill = blas_fill(fill),                                                  \
                         .op_a = blas_op(op),                                                      \
                         .diag = CBLAS_NON_UNIT + (int)diag,                                       \
                         .n = n,                                                                   \
                         .a = a,                                                                   \
                         .lda = lda,                                                               \
                         .x = x,                                                                   \
                         .incx = incx};                                                            \
        simt_blas_triangle(&b, a, n, lda, sizeof(T), fill, diag, USE_READS);                       \
        VECTOR(x, n, incx, T, USE_READS | USE_WRITES);                                             \
        PUT("cublas" #U#kind);                                                                     \
    }

#define ALL(L, U, T, V)                                                                            \
    static void gemv_##L(struct library_call *call) {                                              \
        GIVEN;                                                                                     \
        GEMV_NOW(L, T, V, b->a, b->x, b->y);                                                       \
    }                                                                                              \
    cublasStatus_t cublas##U##gemv(cublasHandle_t h, cublasOperation_t op, int m, int n,           \
                                   const T *alpha, const T *a, int lda, const T *x, int incx,      \
                                   const T *beta, T *y, int incy) {                                \
        BEGIN(h, !fits_ld(lda, m) || !alpha || !beta)                                              \
        struct blas b = {.call.compute = gemv_##L,                                                 \
                         .op_a = blas_op(op),                                                      \
                         .m = m,                                                                   \
                         .n = n,                                                                   \
                         .a = a,                                                                   \
                         .lda = lda,                                                               \
                         .x = (void *)(uintptr_t)x,                                                \
                         .incx = incx,                                                             \
                         .y = y,                                                                   \
                         .incy = incy};                                                            \
        if (m <= 0 || n <= 0) return CUBLAS_STATUS_SUCCESS;                                        \
        SCALAR(alpha, T);                                                                          \
        SCALAR(beta, T);                                                                           \
        MATRIX(T, m, n, USE_READS);                                                                \
        VECTOR(x, op == CUBLAS_OP_N ? n : m, incx, T, USE_READS);                                  \
        VECTOR(y, op == CUBLAS_OP_N ? m : n, incy, T, WRITES_SUM);                                 \
        PUT("cublas" #U "gemv");                                                                   \
    }                                                                                              \
    TRIANGLE(L, U, T, trmv)                                                                        \
    TRIANGLE(L, U, T, trsv)
ALL(s, S, float, REAL)
ALL(d, D, double, REAL)
ALL(c, C, cuComplex, COMPLEX)
ALL(z, Z, cuDoubleComplex, COMPLEX)

#define REALS(L, U, T)                                                                             \
    static void ger_##L(struct library_call *call) {                                               \
        GIVEN;                                                                                     \
        cblas_##L##ger(CBLAS_COLUMNS, b->m, b->n, ALPHA(T, REAL), b->x, b->incx, b->y, b->incy,    \
                       b->c, b->lda);                                                              \
    }                                                                                              \
    cublasStatus_t cublas##U##ger(cublasHandle_t h, int m, int n, const T *alpha, const T *x,      \
                                  int incx, const T *y, int incy, T *a, int lda) {                 \
        BEGIN(h, m < 0 || n < 0 || !fits_ld(lda, m) || !incx || !incy || !alpha)                   \
        struct blas b = {.call.compute = ger_##L,                                                  \
                         .m = m,                                                                   \
                         .n = n,                                                                   \
                         .c = a,                                                                   \
                         .lda = lda,                                                               \
                         .x = (void *)(uintptr_t)x,                                                \
                         .incx = incx,                                                             \
                         .y = (void *)(uintptr_t)y,                                                \
                         .incy = incy};                                                            \
        if (!m || !n) return CUBLAS_STATUS_SUCCESS;                                                \
        SCALAR(alpha, T);                                                                          \
        VECTOR(x, m, incx, T, USE_READS);                                                          \
        VECTOR(y, n, incy, T, USE_READS);                                                          \
        MATRIX(T, m, n, USE_READS | USE_WRITES);                                                   \
        PUT("cublas" #U "ger");                                                                    \
    }
REALS(s, S, float)
REALS(d, D, double)

#define SYMV(L, U, T, V)                                                                           \
    static void symv_##L(struct library_call *call) {                                              \
        GIVEN;                                                                                     \
        cblas_##L##symv(CBLAS_COLUMNS, b->fill, b->n, ALPHA(T, V), b->a, b->lda, b->x, b->incx, \
                        BETA(T, V), b->y, b->incy);                                             \
    }                                                                                              \
    cublasStatus_t cublas##U##symv(cublasHandle_t h, cublasFillMode_t fill, int n, const T *alpha, \
                                   const T *a, int lda, const T *x, int incx, const T *beta, T *y, \
                                   int incy) {                                                     \
        BEGIN(h, n < 0 || !fits_ld(lda, n) || !incx || !incy || !alpha || !beta)                   \
        struct blas b = {.call.compute = symv_##L,                                                 \
                         .fill = blas_fill(fill),                                                  \
                         .n = n,                                                                   \
                         .a = a,                                                                   \
                         .lda = lda,                                                               \
                         .x = (void *)(uintptr_t)x,                                                \
                         .incx = incx,                                                             \
                         .y = y,                                                                   \
                         .incy = incy};                                                            \
        if (!n) return CUBLAS_STATUS_SUCCESS;                                                      \
        SCALAR(alpha, T);                                                                          \
        SCALAR(beta, T);                                                                           \
        simt_blas_triangle(&b, a, n, lda, sizeof(T), fill, CUBLAS_DIAG_NON_UNIT, USE_READS);       \
        VECTOR(x, n, incx, T, USE_READS);                                                          \
        VECTOR(y, n, incy, T, WRITES_SUM);                                                         \
        PUT("cublas" #U "symv");                                                                   \
    }
SYMV(s, S, float, REAL)
SYMV(d, D, double, REAL)
SYMV(c, C, cuComplex, COMPLEX)
SYMV(z, Z, cuDoubleComplex, COMPLEX)
