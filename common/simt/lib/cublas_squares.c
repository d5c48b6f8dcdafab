/**
 * @file
 * @brief cuBLAS: QR factors and least squares of many small matrices, by OpenBLAS's LAPACK.
 */
#include "cublas.h"

#include <stdlib.h>

#define LAPACK(L)                                                                                  \
    void L##geqrf_(const int *, const int *, void *, const int *, void *, void *, const int *,     \
                   int *);                                                                         \
    void L##gels_(const char *, const int *, const int *, const int *, void *, const int *,        \
                  void *, const int *, void *, const int *, int *, size_t);
LAPACK(s)
LAPACK(d)
LAPACK(c)
LAPACK(z)

#define GIVEN const struct blas *b = (const struct blas *)call
#define BOTH  (USE_READS | USE_WRITES)

static void use_array(struct blas *b, const void *at) {
    size_t bytes = (size_t)b->count * sizeof(void *);
    simt_library_uses(&b->call, at, bytes, 1, bytes, USE_READS);
}

/* The first argument that is wrong, from 1; 0: none. */
static int wrong_geqrf(int m, int n, const void *a, int lda, const void *tau, int count) {
    return m < 0 ? 1 : n < 0 ? 2 : !a ? 3 : !fits_ld(lda, m) ? 4 : !tau ? 5 : count < 0 ? 7 : 0;
}
static int wrong_gels(int m, int n, int cols, const void *a, int lda, const void *c, int ldc,
                      int count) {
    return m < 0              ? 2
           : n < 0            ? 3
           : cols < 0         ? 4
           : !a               ? 5
           : !fits_ld(lda, m) ? 6
           : !c               ? 7
           : !fits_ld(ldc, m) ? 8
           : count < 0        ? 11
                              : 0;
}

#define SQUARES(L, U, T)                                                                           \
    static void geqrf_##L(struct library_call *call) {                                             \
        GIVEN;                                                                                     \
        struct blas part = {.n = 0};                                                               \
        int work = b->n, info;                                                                     \
        T *space = malloc((size_t)work * sizeof(T));                                               \
        for (int i = 0; space && i < b->count; i++) {                                              \
            part.call.n_ranges = 0;                                                                \
            simt_blas_matrix(&part, b->cs[i], b->m, b->n, b->lda, sizeof(T), BOTH);                \
            simt_blas_vector(&part, b->bs[i], b->k, 1, sizeof(T), USE_WRITES);                     \
            if (!simt_blas_may_use(b, &part)) break;                                               \
            L##geqrf_(&b->m, &b->n, b->cs[i], &b->lda, (void *)(uintptr_t)b->bs[i], space, &work,  \
                      &info);                                                                      \
            simt_blas_used(&part);                                                                 \
        }                                                                                          \
        free(space);                                                                               \
    }                                                                                              \
    cublasStatus_t cublas##U##geqrfBatched(cublasHandle_t h, int m, int n, T *const a[], int lda,  \
                                           T *const tau[], int *info, int count) {                 \
        int wrong = wrong_geqrf(m, n, a, lda, tau, count);                                         \
        BEGIN(h, !info)                                                                            \
        *info = -wrong;                                                                            \
        struct blas b = {.call.compute = geqrf_##L,                                                \
                         .m = m,                                                                   \
                         .n = n,                                                                   \
                         .k = m < n ? m : n,                                                       \
                         .lda = lda,                                                               \
                         .bs = (const void *const *)tau,                                           \
                         .cs = (void *const *)a,                                                   \
                         .count = count};                                                          \
        if (wrong) return CUBLAS_STATUS_INVALID_VALUE;                                             \
        if (!b.k || !count) return CUBLAS_STATUS_SUCCESS;                                          \
        use_array(&b, a);                                                                          \
        use_array(&b, tau);                                                                        \
        return simt_blas_put(h, &b, "cublas" #U "geqrfBatched", LIBRARY_HERE, false);              \
    }                                                                                              \
    static void gels_##L(struct library_call *call) {                                              \
        GIVEN;                                                                                     \
        struct blas part = {.n = 0};                                                               \
        int work = b->n + (b->n > b->k ? b->n : b->k), info;                                       \
        T *space = malloc((size_t)work * sizeof(T));                                               \
        for (int i = 0; space && i < b->count; i++) {                                              \
            part.call.n_ranges = 0;                                                                \
            simt_blas_matrix(&part, b->as[i], b->m, b->n, b->lda, sizeof(T), BOTH);                \
            simt_blas_matrix(&part, b->cs[i], b->m, b->k, b->ldc, sizeof(T), BOTH);                \
            if (!simt_blas_may_use(b, &part)) break;                                               \
            L##gels_("N", &b->m, &b->n, &b->k, (void *)(uintptr_t)b->as[i], &b->lda, b->cs[i],     \
                     &b->ldc, space, &work, &info, 1);                                             \
            if (b->result) ((int *)b->result)[i] = info;                                           \
            simt_blas_used(&part);                                                                 \
        }                                                                                          \
        free(space);                                                                               \
    }                                                                                              \
    cublasStatus_t cublas##U##gelsBatched(cublasHandle_t h, cublasOperation_t op, int m, int n,    \
                                          int cols, T *const a[], int lda, T *const c[], int ldc,  \
                                          int *info, int *d_info, int count) {                     \
        int wrong = !is_op(op) ? 1 : wrong_gels(m, n, cols, a, lda, c, ldc, count);                \
        size_t bytes = count > 0 ? (size_t)count * sizeof(int) : 0;                                \
        BEGIN(h, !info)                                                                            \
        *info = -wrong;                                                                            \
        struct blas b = {.call.compute = gels_##L,                                                 \
                         .m = m,                                                                   \
                         .n = n,                                                                   \
                         .k = cols,                                                                \
                         .lda = lda,                                                               \
                         .ldc = ldc,                                                               \
                         .as = (const void *const *)a,                                             \
                         .cs = (void *const *)c,                                                   \
                         .result = d_info,                                                         \
                         .count = count};                                                          \
        if (wrong) return CUBLAS_STATUS_INVALID_VALUE;                                             \
        if (op != CUBLAS_OP_N || m < n) return CUBLAS_STATUS_NOT_SUPPORTED;                        \
        if (!n || !cols || !count) return CUBLAS_STATUS_SUCCESS;                                   \
        use_array(&b, a);                                                                          \
        use_array(&b, c);                                                                          \
        if (d_info) simt_library_uses(&b.call, d_info, bytes, 1, bytes, USE_WRITES);               \
        return simt_blas_put(h, &b, "cublas" #U "gelsBatched", LIBRARY_HERE, false);               \
    }
SQUARES(s, S, float)
SQUARES(d, D, double)
SQUARES(c, C, cuComplex)
SQUARES(z, Z, cuDoubleComplex)
