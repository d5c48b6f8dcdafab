/**
 * @file
 * @brief cuBLAS: a triangle goes from a matrix into its packed form (trttp), and back (tpttr).
 */
#include "cublas_levels.h"

#include <string.h>

/* All columns of the triangle, one behind the other in the packed form. */
static void copy_triangle(const struct blas *b, char *packed, char *full, size_t bytes, bool packs) {
    bool upper = b->fill == CBLAS_UPPER;
    for (int j = 0; j < b->n; j++) {
        size_t top = upper ? 0 : (size_t)j, rows = (size_t)(upper ? j + 1 : b->n - j);
        char *column = full + ((size_t)j * (size_t)b->lda + top) * bytes;
        memcpy(packs ? packed : column, packs ? column : packed, rows * bytes);
        packed += rows * bytes;
    }
}

#define TRIANGLES(L, U, T)                                                                         \
    static void trttp_##L(struct library_call *call) {                                             \
        GIVEN;                                                                                     \
        copy_triangle(b, b->c, X_OF(b->a), sizeof(T), true);                                       \
    }                                                                                              \
    static void tpttr_##L(struct library_call *call) {                                             \
        GIVEN;                                                                                     \
        copy_triangle(b, X_OF(b->a), b->c, sizeof(T), false);                                      \
    }                                                                                              \
    cublasStatus_t cublas##U##trttp(cublasHandle_t h, cublasFillMode_t fill, int n, const T *a,    \
                                    int lda, T *packed) {                                          \
        BEGIN(h, !is_fill(fill) || n < 0 || !fits_ld(lda, n))                                      \
        struct blas b = {.call.compute = trttp_##L,                                                \
                         .fill = blas_fill(fill),                                                  \
                         .n = n,                                                                   \
                         .a = a,                                                                   \
                         .lda = lda,                                                               \
                         .c = packed};                                                             \
        if (!n) return CUBLAS_STATUS_SUCCESS;                                                      \
        simt_blas_triangle(&b, a, n, lda, sizeof(T), fill, WHOLE, USE_READS);                      \
        simt_blas_packed(&b, packed, n, sizeof(T), fill, WHOLE, USE_WRITES);                       \
        PUT("cublas" #U "trttp");                                                                  \
    }                                                                                              \
    cublasStatus_t cublas##U##tpttr(cublasHandle_t h, cublasFillMode_t fill, int n,                \
                                    const T *packed, T *a, int lda) {                              \
        BEGIN(h, !is_fill(fill) || n < 0 || !fits_ld(lda, n))                                      \
        struct blas b = {.call.compute = tpttr_##L,                                                \
                         .fill = blas_fill(fill),                                                  \
                         .n = n,                                                                   \
                         .a = packed,                                                              \
                         .lda = lda,                                                               \
                         .c = a};                                                                  \
        if (!n) return CUBLAS_STATUS_SUCCESS;                                                      \
        simt_blas_packed(&b, packed, n, sizeof(T), fill, WHOLE, USE_READS);                        \
        simt_blas_triangle(&b, a, n, lda, sizeof(T), fill, WHOLE, USE_WRITES);                     \
        PUT("cublas" #U "tpttr");                                                                  \
    }
TRIANGLES(s, S, float)
TRIANGLES(d, D, double)
TRIANGLES(c, C, cuComplex)
TRIANGLES(z, Z, cuDoubleComplex)
