/**
 * @file
 * @brief cuBLAS: many matrices and vectors, many triangles, and matrices whose rows or columns are scaled.
 */
#include "cublas_levels.h"

#define ARRAY(x)         (const void *const *)(x)

/* The addresses of a batch. */
static void use_array(struct blas *b, const void *at) {
    size_t bytes = (size_t)b->count * sizeof(void *);
    simt_library_uses(&b->call, at, bytes, 1, bytes, USE_READS);
}

static bool may_use_gemv(const struct blas *b, struct blas *part, size_t item) {
    bool turned = b->op_a != CBLAS_NO;
    int use = simt_blas_is_zero(&b->beta) ? USE_WRITES : USE_READS | USE_WRITES;
    part->call.n_ranges = 0;
    simt_blas_matrix(part, part->a, b->m, b->n, b->lda, item, USE_READS);
    simt_blas_vector(part, part->x, turned ? b->m : b->n, b->incx, item, USE_READS);
    simt_blas_vector(part, part->y, turned ? b->n : b->m, b->incy, item, use);
    return simt_blas_may_use(b, part);
}

#define GEMV_FITS (alpha && beta && is_op(op) && fits_ld(lda, m))
/* What there is nothing to do for, and less than that. */
#define GEMV_ENDS                                                                                  \
    if (count < 0) return CUBLAS_STATUS_EXECUTION_FAILED;                                          \
    if (m <= 0 || n <= 0 || !count) return CUBLAS_STATUS_SUCCESS
#define GEMV_ARGUMENTS                                                                             \
    .op_a = blas_op(op), .m = m, .n = n, .lda = lda, .incx = incx, .incy = incy, .count = count

#define GEMV(L, U, T, V)                                                                           \
    static void gemvs_##L(struct library_call *call) {                                             \
        GIVEN;                                                                                     \
        struct blas part = {.n = 0};                                                               \
        for (int i = 0; i < b->count; i++) {                                                       \
            part.a = simt_blas_nth(b->a, b->as, b->a_step, i, sizeof(T));                          \
            part.x = (void *)(uintptr_t)simt_blas_nth(b->b, b->bs, b->b_step, i, sizeof(T));       \
            part.y =                                                                               \
                (void *)(uintptr_t)simt_blas_nth(b->c, ARRAY(b->cs), b->c_step, i, sizeof(T));     \
            if (!may_use_gemv(b, &part, sizeof(T))) return;                                        \
            GEMV_NOW(L, T, V, part.a, part.x, part.y);                                             \
            simt_blas_used(&part);                                                                 \
        }                                                                                          \
    }                                                                                              \
    cublasStatus_t cublas##U##gemvBatched(cublasHandle_t h, cublasOperation_t op, int m, int n,    \
                                          const T *alpha, const T *const as[], int lda,            \
                                          const T *const xs[], int incx, const T *beta,            \
                                          T *const ys[], int incy, int count) {                    \
        BEGIN(h, !GEMV_FITS)                                                                       \
        struct blas b = {.call.compute = gemvs_##L,                                                \
                         GEMV_ARGUMENTS,                                                           \
                         .as = ARRAY(as),                                                          \
                         .bs = ARRAY(xs),                                                          \
                         .cs = (void *const *)ys};                                                 \
        GEMV_ENDS;                                                                                 \
        SCALAR(alpha, T);                                                                          \
        SCALAR(beta, T);                                                                           \
        use_array(&b, as);                                                                         \
        use_array(&b, xs);                                                                         \
        use_array(&b, ys);                                                                         \
        PUT("cublas" #U "gemvBatched");                                                            \
    }                                                                                              \
    cublasStatus_t cublas##U##gemvStridedBatched(                                                  \
        cublasHandle_t h, cublasOperation_t op, int m, int n, const T *alpha, const T *a, int lda, \
        long long int a_step, const T *x, int incx, long long int x_step, const T *beta, T *y,     \
        int incy, long long int y_step, int count) {                                               \
        BEGIN(h, !GEMV_FITS)                                                                       \
        struct blas b = {.call.compute = gemvs_##L,                                                \
                         GEMV_ARGUMENTS,                                                           \
                         .a = a,                                                                   \
                         .a_step = a_step,                                                         \
                         .b = x,                                                                   \
                         .b_step = x_step,                                                         \
                         .c = y,                                                                   \
                         .c_step = y_step};                                                        \
        GEMV_ENDS;                                                                                 \
        SCALAR(alpha, T);                                                                          \
        SCALAR(beta, T);                                                                           \
        PUT("cublas" #U "gemvStridedBatched");                                                     \
    }
GEMV(s, S, float, REAL)
GEMV(d, D, double, REAL)
GEMV(c, C, cuComplex, COMPLEX)
GEMV(z, Z, cuDoubleComplex, COMPLEX)

static bool may_use_trsm(const struct blas *b, struct blas *part, int i, size_t item) {
    cublasFillMode_t fill =
        b->fill == CBLAS_UPPER ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
    cublasDiagType_t diag = b->diag == CBLAS_NON_UNIT ? CUBLAS_DIAG_NON_UNIT : CUBLAS_DIAG_UNIT;
    part->call.n_ranges = 0;
    simt_blas_triangle(part, b->as[i], b->side == CBLAS_LEFT ? b->m : b->n, b->lda, item, fill,
                       diag, USE_READS);
    simt_blas_matrix(part, b->cs[i], b->m, b->n, b->ldc, item, USE_READS | USE_WRITES);
    return simt_blas_may_use(b, part);
}

#define TRSM(L, U, T, V)                                                                           \
    static void trsms_##L(struct library_call *call) {                                             \
        GIVEN;                                                                                     \
        struct blas part = {.n = 0};                                                               \
        for (int i = 0; i < b->count; i++) {                                                       \
            if (!may_use_trsm(b, &part, i, sizeof(T))) return;                                     \
            cblas_##L##trsm(CBLAS_COLUMNS, b->side, b->fill, b->op_a, b->diag, b->m, b->n,         \
                            ALPHA(T, V), b->as[i], b->lda, b->cs[i], b->ldc);                      \
            simt_blas_used(&part);                                                                 \
        }                                                                                          \
    }                                                                                              \
    cublasStatus_t cublas##U##trsmBatched(                                                         \
        cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op,      \
        cublasDiagType_t diag, int m, int n, const T *alpha, const T *const as[], int lda,         \
        T *const bs[], int ldb, int count) {                                                       \
        int of_a = side == CUBLAS_SIDE_LEFT ? m : n;                                               \
        BEGIN(h, !is_side(side) || !is_fill(fill) || !is_op(op) || !is_diag(diag) || m < 0 ||      \
                     n < 0 || count < 0 || !alpha || !fits_ld(lda, of_a) || !fits_ld(ldb, m))      \
        struct blas b = {.call.compute = trsms_##L,                                                \
                         .side = CBLAS_LEFT + (int)side,                                           \
                         .fill = blas_fill(fill),                                                  \
                         .op_a = blas_op(op),                                                      \
                         .diag = CBLAS_NON_UNIT + (int)diag,                                       \
                         .m = m,                                                                   \
                         .n = n,                                                                   \
                         .lda = lda,                                                               \
                         .ldc = ldb,                                                               \
                         .as = ARRAY(as),                                                          \
                         .cs = (void *const *)bs,                                                  \
                         .count = count};                                                          \
        if (!m || !n || !count) return CUBLAS_STATUS_SUCCESS;                                      \
        SCALAR(alpha, T);                                                                          \
        use_array(&b, as);                                                                         \
        use_array(&b, bs);                                                                         \
        PUT("cublas" #U "trsmBatched");                                                            \
    }
TRSM(s, S, float, REAL)
TRSM(d, D, double, REAL)
TRSM(c, C, cuComplex, COMPLEX)
TRSM(z, Z, cuDoubleComplex, COMPLEX)

/* A matrix times a diagonal, which BLAS does not have. A step below 0 begins at the last element. */
#define TIMES(x, y) ((x) * (y))
#define DGMM(L, U, T, times)                                                                       \
    static void dgmm_##L(struct library_call *call) {                                              \
        GIVEN;                                                                                     \
        long long n = b->side == CBLAS_LEFT ? b->m : b->n, step = b->incx;                         \
        const T *x = (const T *)b->x - (step < 0 ? (n - 1) * step : 0);                            \
        for (long long j = 0; j < b->n; j++)                                                       \
            for (long long i = 0; i < b->m; i++) {                                                 \
                const T factor = x[(b->side == CBLAS_LEFT ? i : j) * step];                        \
                const T from = ((const T *)b->a)[j * b->lda + i];                                  \
                ((T *)b->c)[j * b->ldc + i] = times(from, factor);                                 \
            }                                                                                      \
    }                                                                                              \
    cublasStatus_t cublas##U##dgmm(cublasHandle_t h, cublasSideMode_t side, int m, int n,          \
                                   const T *a, int lda, const T *x, int incx, T *c, int ldc) {     \
        BEGIN(h, !is_side(side) || m < 0 || n < 0 || !fits_ld(lda, m) || !fits_ld(ldc, m))         \
        struct blas b = {.call.compute = dgmm_##L,                                                 \
                         .side = CBLAS_LEFT + (int)side,                                           \
                         .m = m,                                                                   \
                         .n = n,                                                                   \
                         .a = a,                                                                   \
                         .lda = lda,                                                               \
                         .x = (void *)(uintptr_t)x,                                                \
                         .incx = incx,                                                             \
                         .c = c,                                                                   \
                         .ldc = ldc};                                                              \
        if (!m || !n) return CUBLAS_STATUS_SUCCESS;                                                \
        simt_blas_matrix(&b, a, m, n, lda, sizeof(T), USE_READS);                                  \
        simt_blas_vector(&b, x, side == CUBLAS_SIDE_LEFT ? m : n, incx, sizeof(T), USE_READS);     \
        simt_blas_matrix(&b, c, m, n, ldc, sizeof(T), USE_WRITES);                                 \
        PUT("cublas" #U "dgmm");                                                                   \
    }
DGMM(s, S, float, TIMES)
DGMM(d, D, double, TIMES)
DGMM(c, C, cuComplex, cuCmulf)
DGMM(z, Z, cuDoubleComplex, cuCmul)
