/**
 * @file
 * @brief Functions that the C interface of BLAS has not, in its manner: complex ones of LAPACK, and syrkx and herkx.
 */
#ifndef SIMT_CBLAS_EXTRA_H
#define SIMT_CBLAS_EXTRA_H

#include "cblas_names.h"
#include "cuComplex.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Of LAPACK, by the names of Fortran. R: a real number; a complex one comes by its address. */
#define CBLAS_OF_LAPACK(x, R)                                                                      \
    void cblas_##x##rotg(void *, void *, void *, void *);                                          \
    void x##rot_(const int *, void *, const int *, void *, const int *, const R *, const void *);  \
    void x##symv_(const char *, const int *, const void *, const void *, const int *,              \
                  const void *, const int *, const void *, void *, const int *);                   \
    void x##syr_(const char *, const int *, const void *, const void *, const int *, void *,       \
                 const int *);                                                                     \
    void x##syr2_(const char *, const int *, const void *, const void *, const int *,              \
                  const void *, const int *, void *, const int *);                                 \
    static inline void cblas_##x##rot(int n, void *v, int incx, void *y, int incy, R c,            \
                                      const void *s) {                                             \
        x##rot_(&n, v, &incx, y, &incy, &c, s);                                                    \
    }                                                                                              \
    static inline void cblas_##x##symv(int order, int fill, int n, const void *alpha,              \
                                       const void *a, int lda, const void *v, int incx,            \
                                       const void *beta, void *y, int incy) {                      \
        (void)order;                                                                               \
        x##symv_(cblas_letter(fill), &n, alpha, a, &lda, v, &incx, beta, y, &incy);                \
    }                                                                                              \
    static inline void cblas_##x##syr(int order, int fill, int n, const void *alpha,               \
                                      const void *v, int incx, void *a, int lda) {                 \
        (void)order;                                                                               \
        x##syr_(cblas_letter(fill), &n, alpha, v, &incx, a, &lda);                                 \
    }                                                                                              \
    static inline void cblas_##x##syr2(int order, int fill, int n, const void *alpha,              \
                                       const void *v, int incx, const void *y, int incy, void *a,  \
                                       int lda) {                                                  \
        (void)order;                                                                               \
        x##syr2_(cblas_letter(fill), &n, alpha, v, &incx, y, &incy, a, &lda);                      \
    }
static inline const char *cblas_letter(int fill) {
    return fill == CBLAS_UPPER ? "U" : "L";
}
CBLAS_OF_LAPACK(c, float)
CBLAS_OF_LAPACK(z, double)

/* One triangle of alpha op(A) op(B)' + beta C, by a product that has both. `flipped`: the transposition of the second
 * factor; V, VB: how alpha and beta come; `no_beta`: whether C is not read; `scale`: times beta; one: the number 1. */
#define CBLAS_PRODUCT(x, kind, T, V, VB, flipped, no_beta, scale, one, real_diagonal)              \
    static inline void cblas_##x##kind(int order, int fill, int op, int n, int k, V alpha,         \
                                       const void *a, int lda, const void *b, int ldb, VB beta,    \
                                       void *c, int ldc) {                                         \
        T *all = calloc((size_t)n * (size_t)n, sizeof(T)), *to = c, zero;                          \
        memset(&zero, 0, sizeof(zero));                                                            \
        int first = op == CBLAS_NO ? op : flipped, second = op == CBLAS_NO ? flipped : CBLAS_NO;   \
        if (!all) return;                                                                          \
        cblas_##x##gemm(order, first, second, n, n, k, alpha, a, lda, b, ldb,                      \
                        CBLAS_ZERO_##x(zero), all, n);                                             \
        for (int j = 0; j < n; j++) {                                                              \
            int top = fill == CBLAS_UPPER ? 0 : j, rows = fill == CBLAS_UPPER ? j + 1 : n - j;     \
            T *column = to + (size_t)j * (size_t)ldc + top;                                        \
            const T *sum = all + (size_t)j * (size_t)n + top;                                      \
            if (no_beta)                                                                           \
                memcpy(column, sum, (size_t)rows * sizeof(T));                                     \
            else                                                                                   \
                scale(rows, beta, column, 1), cblas_##x##axpy(rows, one, sum, 1, column, 1);       \
            real_diagonal;                                                                         \
        }                                                                                          \
        free(all);                                                                                 \
    }
#define CBLAS_ZERO_s(zero) zero
#define CBLAS_ZERO_d(zero) zero
#define CBLAS_ZERO_c(zero) &zero
#define CBLAS_ZERO_z(zero) &zero
#define CBLAS_TRANSPOSED   (CBLAS_NO + 1)
#define CBLAS_CONJUGATED   (CBLAS_NO + 2)
#define CBLAS_NONE         (void)0
static const cuComplex cblas_one_c = {1, 0};
static const cuDoubleComplex cblas_one_z = {1, 0};
CBLAS_PRODUCT(s, syrkx, float, float, float, CBLAS_TRANSPOSED, beta == 0, cblas_sscal, 1, CBLAS_NONE)
CBLAS_PRODUCT(d, syrkx, double, double, double, CBLAS_TRANSPOSED, beta == 0, cblas_dscal, 1, CBLAS_NONE)
#define CBLAS_IS_0(T, beta) (((const T *)(beta))->x == 0 && ((const T *)(beta))->y == 0)
CBLAS_PRODUCT(c, syrkx, cuComplex, const void *, const void *, CBLAS_TRANSPOSED, CBLAS_IS_0(cuComplex, beta),
              cblas_cscal, &cblas_one_c, CBLAS_NONE)
CBLAS_PRODUCT(z, syrkx, cuDoubleComplex, const void *, const void *, CBLAS_TRANSPOSED,
              CBLAS_IS_0(cuDoubleComplex, beta), cblas_zscal, &cblas_one_z, CBLAS_NONE)
CBLAS_PRODUCT(c, herkx, cuComplex, const void *, float, CBLAS_CONJUGATED, beta == 0, cblas_csscal, &cblas_one_c,
              column[j - top].y = 0)
CBLAS_PRODUCT(z, herkx, cuDoubleComplex, const void *, double, CBLAS_CONJUGATED, beta == 0, cblas_zdscal,
              &cblas_one_z, column[j - top].y = 0)

#endif
