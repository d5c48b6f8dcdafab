/**
 * @file
 * @brief Shorthands of the files that make cuBLAS's functions of levels 2 and 3, for each type of number from one text.
 *
 * In a function of cuBLAS `h` is the handle and `b` the call that is made; in what computes, `b` is the call.
 */
#ifndef SIMT_LIB_CUBLAS_LEVELS_H
#define SIMT_LIB_CUBLAS_LEVELS_H

#include "cublas.h"

#define SCALAR(which, T) simt_blas_scalar(h, &b, &b.which, which, sizeof(T))
#define PUT(name)        return simt_blas_put(h, &b, name, LIBRARY_HERE, false)
/* What is multiplied by 0 is not read. */
#define WRITES_SUM       (simt_blas_is_zero(&b.beta) ? USE_WRITES : USE_READS | USE_WRITES)
#define ALPHA(T, V)      V(T, scalar_value(&b->alpha))
#define BETA(T, V)       V(T, scalar_value(&b->beta))
#define GIVEN            const struct blas *b = (const struct blas *)call
/* Of an argument that is only read, for a member that others write by. */
#define X_OF(x)          (void *)(uintptr_t)(x)
#define GEMV_NOW(L, T, V, matrix, vector, result)                                                  \
    struct gemv_vectors v =                                                                        \
        simt_blas_gemv_vectors(b, (void *)(uintptr_t)(vector), result, sizeof(T));                 \
    cblas_##L##gemv(CBLAS_COLUMNS, b->op_a, b->m, b->n, ALPHA(T, V), matrix, b->lda, v.x, v.incx,  \
                    BETA(T, V), v.y, v.incy);                                                      \
    simt_blas_gemv_done(&v)
#define COMMA            ,
#define WHOLE            CUBLAS_DIAG_NON_UNIT

#endif
