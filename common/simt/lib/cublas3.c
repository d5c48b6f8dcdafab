/**
 * @file
 * @brief cuBLAS, level 3: matrices.
 */
#include "cublas_levels.h"

#include <string.h>

#define MATRIX(x, T, rows, cols, ld, use) simt_blas_matrix(&b, x, rows, cols, ld, sizeof(T), use)

static int rows_of(cublasOperation_t op, int rows, int cols) {
    return op == CUBLAS_OP_N ? rows : cols;
}

static bool fits_gemm(cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k, int lda,
                      int ldb, int ldc, int count) {
    return m >= 0 && n >= 0 && k >= 0 && count >= 0 && fits_ld(lda, rows_of(op_a, m, k)) &&
           fits_ld(ldb, rows_of(op_b, k, n)) && fits_ld(ldc, m);
}

/* The matrices of one product. */
static void use_product(struct library_call *call, const struct blas *b, const void *a,
                        const void *second, void *c, size_t item, int use_c) {
    bool ta = b->op_a != CBLAS_NO, tb = b->op_b != CBLAS_NO;
    struct blas *part = (struct blas *)call;
    simt_blas_matrix(part, a, ta ? b->k : b->m, ta ? b->m : b->k, b->lda, item, USE_READS);
    simt_blas_matrix(part, second, tb ? b->n : b->k, tb ? b->k : b->n, b->ldb, item, USE_READS);
    simt_blas_matrix(part, c, b->m, b->n, b->ldc, item, use_c);
}

/* A product of many: its matrices are known only when its turn comes. */
static bool use_one(const struct blas *b, const void *a, const void *second, void *c, size_t item,
                    struct blas *part) {
    part->call.n_ranges = 0;
    int use = simt_blas_is_zero(&b->beta) ? USE_WRITES : USE_READS | USE_WRITES;
    use_product(&part->call, b, a, second, c, item, use);
    return simt_blas_may_use(b, part);
}

#define GEMM_ARGUMENTS(T)                                                                          \
    .op_a = blas_op(op_a), .op_b = blas_op(op_b), .m = m, .n = n, .k = k, .lda = lda, .ldb = ldb,  \
    .ldc = ldc
#define PRODUCT(L, T, V, first, second, result)                                                    \
    cblas_##L##gemm(CBLAS_COLUMNS, b->op_a, b->op_b, b->m, b->n, b->k, ALPHA(T, V), first, b->lda, \
                    second, b->ldb, BETA(T, V), result, b->ldc)

#define GEMM(L, U, T, V)                                                                           \
    static void gemm_##L(struct library_call *call) {                                              \
        GIVEN;                                                                                     \
        PRODUCT(L, T, V, b->a, b->b, b->c);                                                        \
    }                                                                                              \
    static cublasStatus_t put_gemm_##L(                                                            \
        cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,     \
        const T *alpha, const T *a, int lda, const T *x, int ldb, const T *beta, T *c, int ldc,    \
        const char *name, uintptr_t pc) {                                                          \
        BEGIN(h, !alpha || !beta || !fits_gemm(op_a, op_b, m, n, k, lda, ldb, ldc, 1))             \
        struct blas b = {.call.compute = gemm_##L, GEMM_ARGUMENTS(T), .a = a, .b = x, .c = c};     \
        if (!m || !n) return CUBLAS_STATUS_SUCCESS;                                                \
        SCALAR(alpha, T);                                                                          \
        SCALAR(beta, T);                                                                           \
        use_product(&b.call, &b, a, x, c, sizeof(T), WRITES_SUM);                                  \
        return simt_blas_put(h, &b, name, pc, false);                                              \
    }                                                                                              \
    cublasStatus_t cublas##U##gemm(                                                                \
        cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,     \
        const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc) {  \
        return put_gemm_##L(h, op_a, op_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc,           \
                            "cublas" #U "gemm", LIBRARY_HERE);                                     \
    }                                                                                              \
    static void gemms_##L(struct library_call *call) {                                             \
        GIVEN;                                                                                     \
        struct blas part = {.n = 0};                                                               \
        for (int i = 0; i < b->count; i++) {                                                       \
            const void *x = simt_blas_nth(b->a, b->as, b->a_step, i, sizeof(T));                   \
            const void *y = simt_blas_nth(b->b, b->bs, b->b_step, i, sizeof(T));                   \
            void *c =                                                                              \
                (void *)(uintptr_t)simt_blas_nth(b->c, (const void *const *)b->cs, b->c_step, i, sizeof(T)); \
            if (!use_one(b, x, y, c, sizeof(T), &part)) return;                                    \
            PRODUCT(L, T, V, x, y, c);                                                             \
            simt_blas_used(&part);                                                                 \
        }                                                                                          \
    }                                                                                              \
    cublasStatus_t cublas##U##gemmBatched(                                                         \
        cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,     \
        const T *alpha, const T *const as[], int lda, const T *const bs[], int ldb, const T *beta, \
        T *const cs[], int ldc, int count) {                                                       \
        BEGIN(h, !alpha || !beta || !fits_gemm(op_a, op_b, m, n, k, lda, ldb, ldc, count))         \
        struct blas b = {.call.compute = gemms_##L,                                                \
                         GEMM_ARGUMENTS(T),                                                        \
                         .as = (const void *const *)as,                                            \
                         .bs = (const void *const *)bs,                                            \
                         .cs = (void *const *)cs,                                                  \
                         .count = count};                                                          \
        size_t bytes = (size_t)count * sizeof(void *);                                             \
        if (!m || !n || !count) return CUBLAS_STATUS_SUCCESS;                                      \
        SCALAR(alpha, T);                                                                          \
        SCALAR(beta, T);                                                                           \
        simt_library_uses(&b.call, as, bytes, 1, bytes, USE_READS);                                \
        simt_library_uses(&b.call, bs, bytes, 1, bytes, USE_READS);                                \
        simt_library_uses(&b.call, cs, bytes, 1, bytes, USE_READS);                                \
        PUT("cublas" #U "gemmBatched");                                                            \
    }                                                                                              \
    cublasStatus_t cublas##U##gemmStridedBatched(                                                  \
        cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,     \
        const T *alpha, const T *a, int lda, long long int a_step, const T *x, int ldb,            \
        long long int b_step, const T *beta, T *c, int ldc, long long int c_step, int count) {     \
        BEGIN(h, !alpha || !beta || !fits_gemm(op_a, op_b, m, n, k, lda, ldb, ldc, count))         \
        struct blas b = {.call.compute = gemms_##L,                                                \
                         GEMM_ARGUMENTS(T),                                                        \
                         .a = a,                                                                   \
                         .b = x,                                                                   \
                         .c = c,                                                                   \
                         .a_step = a_step,                                                         \
                         .b_step = b_step,                                                         \
                         .c_step = c_step,                                                         \
                         .count = count};                                                          \
        if (!m || !n || !count) return CUBLAS_STATUS_SUCCESS;                                      \
        SCALAR(alpha, T);                                                                          \
        SCALAR(beta, T);                                                                           \
        PUT("cublas" #U "gemmStridedBatched");                                                     \
    }
GEMM(s, S, float, REAL)
GEMM(d, D, double, REAL)
GEMM(c, C, cuComplex, COMPLEX)
GEMM(z, Z, cuDoubleComplex, COMPLEX)

/*
 * Symmetric and triangular matrices.
 */
#define SIDE(side) (CBLAS_LEFT + (int)(side))

#define SYMMETRIC(L, U, T, V, kind)                                                                \
    static void kind##_##L(struct library_call *call) {                                            \
        GIVEN;                                                                                     \
        cblas_##L##kind(CBLAS_COLUMNS, b->side, b->fill, b->m, b->n, ALPHA(T, V), b->a, b->lda,    \
                        b->b, b->ldb, BETA(T, V), b->c, b->ldc);                                   \
    }                                                                                              \
    cublasStatus_t cublas##U##kind(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, \
                                   int m, int n, const T *alpha, const T *a, int lda, const T *x,  \
                                   int ldb, const T *beta, T *c, int ldc) {                        \
        int of_a = side == CUBLAS_SIDE_LEFT ? m : n;                                               \
        BEGIN(h, !is_side(side) || !is_fill(fill) || !alpha || !beta || m < 0 || n < 0 ||          \
                     !fits_ld(lda, of_a) || !fits_ld(ldb, m) || !fits_ld(ldc, m))                  \
        struct blas b = {.call.compute = kind##_##L,                                               \
                         .side = SIDE(side),                                                       \
                         .fill = blas_fill(fill),                                                  \
                         .m = m,                                                                   \
                         .n = n,                                                                   \
                         .a = a,                                                                   \
                         .lda = lda,                                                               \
                         .b = x,                                                                   \
                         .ldb = ldb,                                                               \
                         .c = c,                                                                   \
                         .ldc = ldc};                                                              \
        if (!m || !n) return CUBLAS_STATUS_SUCCESS;                                                \
        SCALAR(alpha, T);                                                                          \
        SCALAR(beta, T);                                                                           \
        simt_blas_triangle(&b, a, of_a, lda, sizeof(T), fill, CUBLAS_DIAG_NON_UNIT, USE_READS);    \
        MATRIX(x, T, m, n, ldb, USE_READS);                                                        \
        MATRIX(c, T, m, n, ldc, WRITES_SUM);                                                       \
        PUT("cublas" #U#kind);                                                                     \
    }

/* `R` is the type of the scalars. A matrix that is not as it stands is `turned`, whichever way the program names: so
 * an H200 takes it. */
#define RANK_K(L, U, T, R, V, kind, turned)                                                        \
    static void kind##_##L(struct library_call *call) {                                            \
        GIVEN;                                                                                     \
        cblas_##L##kind(CBLAS_COLUMNS, b->fill, b->op_a, b->n, b->k, ALPHA(R, V), b->a, b->lda,    \
                        BETA(R, V), b->c, b->ldc);                                                 \
    }                                                                                              \
    cublasStatus_t cublas##U##kind(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op,  \
                                   int n, int k, const R *alpha, const T *a, int lda,              \
                                   const R *beta, T *c, int ldc) {                                 \
        BEGIN(h, !is_fill(fill) || !is_op(op) || !alpha || !beta ||                                \
                     n < 0 || k < 0 || !fits_ld(lda, rows_of(op, n, k)) || !fits_ld(ldc, n))       \
        struct blas b = {.call.compute = kind##_##L,                                               \
                         .fill = blas_fill(fill),                                                  \
                         .op_a = blas_op(op == CUBLAS_OP_N ? op : (turned)),                       \
                         .n = n,                                                                   \
                         .k = k,                                                                   \
                         .a = a,                                                                   \
                         .lda = lda,                                                               \
                         .c = c,                                                                   \
                         .ldc = ldc};                                                              \
        if (!n) return CUBLAS_STATUS_SUCCESS;                                                      \
        SCALAR(alpha, R);                                                                          \
        SCALAR(beta, R);                                                                           \
        MATRIX(a, T, rows_of(op, n, k), rows_of(op, k, n), lda, USE_READS);                        \
        simt_blas_triangle(&b, c, n, ldc, sizeof(T), fill, CUBLAS_DIAG_NON_UNIT, WRITES_SUM);      \
        PUT("cublas" #U#kind);                                                                     \
    }
SYMMETRIC(s, S, float, REAL, symm)
SYMMETRIC(d, D, double, REAL, symm)
SYMMETRIC(c, C, cuComplex, COMPLEX, symm)
SYMMETRIC(z, Z, cuDoubleComplex, COMPLEX, symm)
SYMMETRIC(c, C, cuComplex, COMPLEX, hemm)
SYMMETRIC(z, Z, cuDoubleComplex, COMPLEX, hemm)
RANK_K(s, S, float, float, REAL, syrk, CUBLAS_OP_T)
RANK_K(d, D, double, double, REAL, syrk, CUBLAS_OP_T)
RANK_K(c, C, cuComplex, cuComplex, COMPLEX, syrk, CUBLAS_OP_T)
RANK_K(z, Z, cuDoubleComplex, cuDoubleComplex, COMPLEX, syrk, CUBLAS_OP_T)
RANK_K(c, C, cuComplex, float, REAL, herk, CUBLAS_OP_C)
RANK_K(z, Z, cuDoubleComplex, double, REAL, herk, CUBLAS_OP_C)

/* cuBLAS puts the triangular product elsewhere, BLAS puts it where B is. */
static void copy_columns(const struct blas *b, size_t item) {
    for (int j = 0; j < b->n && b->c != b->b; j++) {
        const char *from = (const char *)b->b + (size_t)j * (size_t)b->ldb * item;
        char *to = (char *)b->c + (size_t)j * (size_t)b->ldc * item;
        for (size_t i = 0; i < (size_t)b->m * item; i++) to[i] = from[i];
    }
}

#define TRIANGLE_ARGUMENTS(function)                                                               \
    .call.compute = function, .side = SIDE(side), .fill = blas_fill(fill), .op_a = blas_op(op),    \
    .diag = CBLAS_NON_UNIT + (int)diag, .m = m, .n = n, .a = a, .lda = lda

#define TRIANGULAR(L, U, T, V)                                                                     \
    static void trsm_##L(struct library_call *call) {                                              \
        GIVEN;                                                                                     \
        cblas_##L##trsm(CBLAS_COLUMNS, b->side, b->fill, b->op_a, b->diag, b->m, b->n,             \
                        ALPHA(T, V), b->a, b->lda, b->c, b->ldc);                                  \
    }                                                                                              \
    cublasStatus_t cublas##U##trsm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, \
                                   cublasOperation_t op, cublasDiagType_t diag, int m, int n,      \
                                   const T *alpha, const T *a, int lda, T *x, int ldb) {           \
        int of_a = side == CUBLAS_SIDE_LEFT ? m : n;                                               \
        BEGIN(h, !alpha || m < 0 || n < 0 || !fits_ld(lda, of_a) || !fits_ld(ldb, m))              \
        struct blas b = {TRIANGLE_ARGUMENTS(trsm_##L), .c = x, .ldc = ldb};                        \
        if (!m || !n) return CUBLAS_STATUS_SUCCESS;                                                \
        SCALAR(alpha, T);                                                                          \
        simt_blas_triangle(&b, a, of_a, lda, sizeof(T), fill, diag, USE_READS);                    \
        MATRIX(x, T, m, n, ldb, USE_READS | USE_WRITES);                                           \
        PUT("cublas" #U "trsm");                                                                   \
    }                                                                                              \
    static void trmm_##L(struct library_call *call) {                                              \
        GIVEN;                                                                                     \
        copy_columns(b, sizeof(T));                                                                \
        cblas_##L##trmm(CBLAS_COLUMNS, b->side, b->fill, b->op_a, b->diag, b->m, b->n,             \
                        ALPHA(T, V), b->a, b->lda, b->c, b->ldc);                                  \
    }                                                                                              \
    cublasStatus_t cublas##U##trmm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, \
                                   cublasOperation_t op, cublasDiagType_t diag, int m, int n,      \
                                   const T *alpha, const T *a, int lda, const T *x, int ldb, T *c, \
                                   int ldc) {                                                      \
        int of_a = side == CUBLAS_SIDE_LEFT ? m : n;                                               \
        BEGIN(h, !alpha || m < 0 || n < 0 || !fits_ld(lda, of_a) || !fits_ld(ldb, m) ||            \
                     !fits_ld(ldc, m))                                                             \
        struct blas b = {TRIANGLE_ARGUMENTS(trmm_##L), .b = x, .ldb = ldb, .c = c, .ldc = ldc};    \
        if (!m || !n) return CUBLAS_STATUS_SUCCESS;                                                \
        SCALAR(alpha, T);                                                                          \
        simt_blas_triangle(&b, a, of_a, lda, sizeof(T), fill, diag, USE_READS);                    \
        MATRIX(x, T, m, n, ldb, USE_READS);                                                        \
        MATRIX(c, T, m, n, ldc, USE_WRITES);                                                       \
        PUT("cublas" #U "trmm");                                                                   \
    }
TRIANGULAR(s, S, float, REAL)
TRIANGULAR(d, D, double, REAL)
TRIANGULAR(c, C, cuComplex, COMPLEX)
TRIANGULAR(z, Z, cuDoubleComplex, COMPLEX)

/*
 * Sums of matrices, which BLAS does not have. A matrix whose factor is 0 is not read.
 */
#define ADD_REAL(T, f, x, conjugate) (*(f) * (x))
#define ADD_COMPLEX(T, f, x, conjugate)                                                            \
    ((T){(f)->x * (x).x - (f)->y * ((conjugate) ? -(x).y : (x).y),                                 \
         (f)->x * ((conjugate) ? -(x).y : (x).y) + (f)->y * (x).x})
#define PLUS_REAL(a, b) ((a) + (b))
#define PLUS_COMPLEX(a, b)                                                                         \
    { (a).x + (b).x, (a).y + (b).y }

#define GEAM(L, U, T, KIND)                                                                        \
    static T term_##L(const T *f, const T *matrix, int ld, int op, int i, int j) {                 \
        static const T zero;                                                                       \
        size_t row = (size_t)(op == CBLAS_NO ? i : j), col = (size_t)(op == CBLAS_NO ? j : i);     \
        if (memcmp(f, &zero, sizeof(T)) == 0) return zero;                                         \
        const T x = matrix[col * (size_t)ld + row];                                                \
        return ADD_##KIND(T, f, x, op == CBLAS_NO + 2);                                            \
    }                                                                                              \
    static void geam_##L(struct library_call *call) {                                              \
        GIVEN;                                                                                     \
        const T *alpha = scalar_value(&b->alpha), *beta = scalar_value(&b->beta);                  \
        for (int j = 0; j < b->n; j++)                                                             \
            for (int i = 0; i < b->m; i++) {                                                       \
                const T one = term_##L(alpha, b->a, b->lda, b->op_a, i, j);                        \
                const T two = term_##L(beta, b->b, b->ldb, b->op_b, i, j);                         \
                const T sum = PLUS_##KIND(one, two);                                               \
                ((T *)b->c)[(size_t)j * (size_t)b->ldc + (size_t)i] = sum;                         \
            }                                                                                      \
    }                                                                                              \
    cublasStatus_t cublas##U##geam(                                                                \
        cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n,            \
        const T *alpha, const T *a, int lda, const T *beta, const T *x, int ldb, T *c, int ldc) {  \
        int a_rows = rows_of(op_a, m, n), b_rows = rows_of(op_b, m, n);                            \
        BEGIN(h, !alpha || !beta || m < 0 || n < 0 || !fits_ld(lda, a_rows) ||                     \
                     !fits_ld(ldb, b_rows) || !fits_ld(ldc, m))                                    \
        struct blas b = {.call.compute = geam_##L,                                                 \
                         .op_a = blas_op(op_a),                                                    \
                         .op_b = blas_op(op_b),                                                    \
                         .m = m,                                                                   \
                         .n = n,                                                                   \
                         .a = a,                                                                   \
                         .lda = lda,                                                               \
                         .b = x,                                                                   \
                         .ldb = ldb,                                                               \
                         .c = c,                                                                   \
                         .ldc = ldc};                                                              \
        if (!m || !n) return CUBLAS_STATUS_SUCCESS;                                                \
        SCALAR(alpha, T);                                                                          \
        SCALAR(beta, T);                                                                           \
        if (!simt_blas_is_zero(&b.alpha))                                                          \
            MATRIX(a, T, a_rows, rows_of(op_a, n, m), lda, USE_READS);                             \
        if (!simt_blas_is_zero(&b.beta))                                                           \
            MATRIX(x, T, b_rows, rows_of(op_b, n, m), ldb, USE_READS);                             \
        MATRIX(c, T, m, n, ldc, USE_WRITES);                                                       \
        PUT("cublas" #U "geam");                                                                   \
    }
GEAM(s, S, float, REAL)
GEAM(d, D, double, REAL)
GEAM(c, C, cuComplex, COMPLEX)
GEAM(z, Z, cuDoubleComplex, COMPLEX)
