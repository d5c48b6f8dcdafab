/**
 * @file
 * @brief cuBLAS: products of half numbers, and products whose types are arguments.
 */
#include "product.h"

#include <stdio.h>

/* What the functions have in common, in the order of their arguments. */
#define SHAPE  cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k
#define SHAPES op_a, op_b, m, n, k
#define IS_SHAPE                                                                                   \
    (m >= 0 && n >= 0 && k >= 0 && fits_ld(lda, op_a ? k : m) && fits_ld(ldb, op_b ? n : k) &&     \
     fits_ld(ldc, m))
#define CHECK(wrong) BEGIN(h, !alpha || !beta || (wrong) || !IS_SHAPE)

static struct layout layout_of(const void *start, cudaDataType type, int rows, int cols, int ld) {
    return (struct layout){
        .start = start, .type = type, .row = 1, .col = ld, .rows = rows, .cols = cols};
}

static struct product product_of(SHAPE, const void *a, cudaDataType type_a, int lda, const void *b,
                                 cudaDataType type_b, int ldb, const void *c, cudaDataType type_c,
                                 int ldc, cudaDataType scale) {
    bool swap_a = op_a != CUBLAS_OP_N, swap_b = op_b != CUBLAS_OP_N;
    struct layout d = layout_of(c, type_c, m, n, ldc);
    return (struct product){.a = layout_of(a, type_a, swap_a ? k : m, swap_a ? m : k, lda),
                            .b = layout_of(b, type_b, swap_b ? n : k, swap_b ? k : n, ldb),
                            .c = d,
                            .d = d,
                            .m = m,
                            .n = n,
                            .k = k,
                            .count = 1,
                            .swap_a = swap_a,
                            .swap_b = swap_b,
                            .scale_type = scale};
}

static cudaDataType scale_of(cublasComputeType_t compute) {
    switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
        return CUDA_R_16F;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
        return CUDA_R_32I;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
    case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT:
        return CUDA_R_64F;
    default:
        return CUDA_R_32F;
    }
}

static void put_steps(struct product *p, long long a, long long b, long long c, int count) {
    p->a.step = a, p->b.step = b, p->c.step = p->d.step = c, p->count = count;
}

static void put_starts(struct product *p, const void *const *a, const void *const *b,
                       const void *const *c, int count) {
    p->a.starts = a, p->b.starts = b, p->c.starts = p->d.starts = c, p->count = count;
}

/* Products of bytes in int take words of four bytes, so addresses and distances are multiples of four. One row or
 * column without gaps counts as a matrix of one column or row. An H200 showed this rule for all shapes tried. */
static bool has_words(const struct product *p) {
    const struct layout *a = &p->a, *b = &p->b;
    if (a->type != CUDA_R_8I || b->type != CUDA_R_8I || p->c.type != CUDA_R_32I) return true;
    const bool turns_a = a->rows == 1 && a->col == 1, turns_b = b->rows == 1 && b->col == 1;
    const bool b_by_rows = p->swap_b != turns_b, one = p->m == 1 && p->n == 1;
    bool fits = (turns_a ? a->cols : a->col) % 4 == 0 && (turns_b ? b->cols : b->col) % 4 == 0;
    if (b_by_rows && p->m > 1) fits &= p->c.col % 4 == 0;
    if (one) fits &= p->swap_a && !p->swap_b;
    if (!a->starts) fits &= ((uintptr_t)a->start | (uintptr_t)b->start) % 4 == 0;
    if (!a->starts && p->count > 1) fits &= (a->step | b->step) % 4 == 0;
    return fits;
}

static bool is_refused(const struct product *p, const char *name) {
    if (has_words(p)) return false;
    fprintf(stderr,
            "simt: %s: addresses, leading dimensions and steps of 8-bit matrices are multiples of "
            "4, if the result has "
            "integers. So it is with cuBLAS. Pad the matrices\n",
            name);
    return true;
}

#define PRODUCT(type_a, type_b, type_c, scale)                                                     \
    struct product p = product_of(SHAPES, a, type_a, lda, b, type_b, ldb, c, type_c, ldc, scale)
#define PUT(name) return simt_product_put(&p, h->mode, alpha, beta, name, LIBRARY_HERE, h->stream)

cublasStatus_t cublasHgemm(cublasHandle_t h, SHAPE, const __half *alpha, const __half *a, int lda,
                           const __half *b, int ldb, const __half *beta, __half *c, int ldc) {
    CHECK(false)
    PRODUCT(CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F);
    PUT("cublasHgemm");
}

cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t h, SHAPE, const __half *alpha,
                                         const __half *a, int lda, long long int a_step,
                                         const __half *b, int ldb, long long int b_step,
                                         const __half *beta, __half *c, int ldc,
                                         long long int c_step, int count) {
    CHECK(count < 0)
    PRODUCT(CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F);
    put_steps(&p, a_step, b_step, c_step, count);
    PUT("cublasHgemmStridedBatched");
}

cublasStatus_t cublasHgemmBatched(cublasHandle_t h, SHAPE, const __half *alpha,
                                  const __half *const as[], int lda, const __half *const bs[],
                                  int ldb, const __half *beta, __half *const cs[], int ldc,
                                  int count) {
    const void *a = NULL, *b = NULL, *c = NULL;
    CHECK(count < 0)
    PRODUCT(CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F);
    put_starts(&p, (const void *const *)as, (const void *const *)bs, (const void *const *)cs,
               count);
    PUT("cublasHgemmBatched");
}

cublasStatus_t cublasSgemmEx(cublasHandle_t h, SHAPE, const float *alpha, const void *a,
                             cudaDataType type_a, int lda, const void *b, cudaDataType type_b,
                             int ldb, const float *beta, void *c, cudaDataType type_c, int ldc) {
    CHECK(false)
    PRODUCT(type_a, type_b, type_c, CUDA_R_32F);
    PUT("cublasSgemmEx");
}

/* C = alpha op(A) op(B) + beta C of complex numbers, or a triangle of C = alpha op(A) op(A) + beta C. */
static cublasStatus_t refuse_types(const char *name) {
    fprintf(stderr,
            "simt: %s has complex numbers of float here, type CUDA_C_32F. Convert the matrices, or "
            "use nvcc\n",
            name);
    return CUBLAS_STATUS_NOT_SUPPORTED;
}
#define COMPLEX_PRODUCT(name)                                                                      \
    cublasStatus_t name(cublasHandle_t h, SHAPE, const cuComplex *alpha, const void *a,            \
                        cudaDataType type_a, int lda, const void *b, cudaDataType type_b, int ldb, \
                        const cuComplex *beta, void *c, cudaDataType type_c, int ldc) {            \
        if (type_a != CUDA_C_32F || type_b != type_a || type_c != type_a)                          \
            return refuse_types(#name);                                                            \
        return cublasCgemm(h, SHAPES, alpha, a, lda, b, ldb, beta, c, ldc);                        \
    }
COMPLEX_PRODUCT(cublasCgemmEx)
COMPLEX_PRODUCT(cublasCgemm3mEx)
#define RANK_K_PRODUCT(name, same, R)                                                              \
    cublasStatus_t name(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op, int n,      \
                        int k, const R *alpha, const void *a, cudaDataType type_a, int lda,        \
                        const R *beta, void *c, cudaDataType type_c, int ldc) {                    \
        if (type_a != CUDA_C_32F || type_c != type_a) return refuse_types(#name);                  \
        return same(h, fill, op, n, k, alpha, a, lda, beta, c, ldc);                               \
    }
RANK_K_PRODUCT(cublasCsyrkEx, cublasCsyrk, cuComplex)
RANK_K_PRODUCT(cublasCsyrk3mEx, cublasCsyrk, cuComplex)
RANK_K_PRODUCT(cublasCherkEx, cublasCherk, float)
RANK_K_PRODUCT(cublasCherk3mEx, cublasCherk, float)

/* Of one type, these are the products of that type. */
#define SAME(code, L, ...)                                                                         \
    if (type_a == type_b && type_b == type_c && type_a == code) return cublas##L##__VA_ARGS__

cublasStatus_t cublasGemmEx(cublasHandle_t h, SHAPE, const void *alpha, const void *a,
                            cudaDataType type_a, int lda, const void *b, cudaDataType type_b,
                            int ldb, const void *beta, void *c, cudaDataType type_c, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t algorithm) {
    (void)algorithm;
    CHECK(false)
    SAME(CUDA_R_64F, D, gemm(h, SHAPES, alpha, a, lda, b, ldb, beta, c, ldc));
    SAME(CUDA_C_32F, C, gemm(h, SHAPES, alpha, a, lda, b, ldb, beta, c, ldc));
    SAME(CUDA_C_64F, Z, gemm(h, SHAPES, alpha, a, lda, b, ldb, beta, c, ldc));
    PRODUCT(type_a, type_b, type_c, scale_of(compute));
    if (is_refused(&p, "cublasGemmEx")) return CUBLAS_STATUS_NOT_SUPPORTED;
    PUT("cublasGemmEx");
}

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t h, SHAPE, const void *alpha, const void *a,
                                          cudaDataType type_a, int lda, long long int a_step,
                                          const void *b, cudaDataType type_b, int ldb,
                                          long long int b_step, const void *beta, void *c,
                                          cudaDataType type_c, int ldc, long long int c_step,
                                          int count, cublasComputeType_t compute,
                                          cublasGemmAlgo_t algorithm) {
    (void)algorithm;
    CHECK(count < 0)
    SAME(CUDA_C_32F, C,
         gemmStridedBatched(h, SHAPES, alpha, a, lda, a_step, b, ldb, b_step, beta, c, ldc, c_step,
                            count));
    SAME(CUDA_C_64F, Z,
         gemmStridedBatched(h, SHAPES, alpha, a, lda, a_step, b, ldb, b_step, beta, c, ldc, c_step,
                            count));
    PRODUCT(type_a, type_b, type_c, scale_of(compute));
    put_steps(&p, a_step, b_step, c_step, count);
    if (is_refused(&p, "cublasGemmStridedBatchedEx")) return CUBLAS_STATUS_NOT_SUPPORTED;
    PUT("cublasGemmStridedBatchedEx");
}

cublasStatus_t cublasGemmBatchedEx(cublasHandle_t h, SHAPE, const void *alpha,
                                   const void *const as[], cudaDataType type_a, int lda,
                                   const void *const bs[], cudaDataType type_b, int ldb,
                                   const void *beta, void *const cs[], cudaDataType type_c, int ldc,
                                   int count, cublasComputeType_t compute,
                                   cublasGemmAlgo_t algorithm) {
    const void *a = NULL, *b = NULL, *c = NULL;
    (void)algorithm;
    CHECK(count < 0)
    PRODUCT(type_a, type_b, type_c, scale_of(compute));
    put_starts(&p, as, bs, (const void *const *)cs, count);
    if (is_refused(&p, "cublasGemmBatchedEx")) return CUBLAS_STATUS_NOT_SUPPORTED;
    PUT("cublasGemmBatchedEx");
}

/*
 * Groups of batches: the matrices of a group have one shape. The addresses of all groups lie one behind the other.
 */
#define GROUP_SHAPES                                                                               \
    const cublasOperation_t ops_a[], const cublasOperation_t ops_b[], const int ms[],              \
        const int ns[], const int ks[]
struct groups {
    const cublasOperation_t *ops_a, *ops_b;
    const int *ms, *ns, *ks, *ldas, *ldbs, *ldcs, *sizes;
    const void *alphas, *betas, *const *as, *const *bs, *const *cs;
    cudaDataType type_a, type_b, type_c, scale;
    int count;
};

static bool is_group(const struct groups *g, int i) {
    int m = g->ms[i], n = g->ns[i], k = g->ks[i];
    return m >= 0 && n >= 0 && k >= 0 && g->sizes[i] >= 0 &&
           fits_ld(g->ldas[i], g->ops_a[i] ? k : m) && fits_ld(g->ldbs[i], g->ops_b[i] ? n : k) &&
           fits_ld(g->ldcs[i], m);
}

static cublasStatus_t put_groups(cublasHandle_t h, const struct groups *g, const char *name,
                                 uintptr_t pc) {
    BEGIN(h, g->count < 0)
    if (h->mode != CUBLAS_POINTER_MODE_HOST) return CUBLAS_STATUS_NOT_SUPPORTED;
    for (int i = 0; i < g->count; i++)
        if (!is_group(g, i)) return CUBLAS_STATUS_INVALID_VALUE;
    const size_t item = simt_number_bytes(g->scale);
    for (int i = 0, first = 0; i < g->count; first += g->sizes[i++]) {
        struct product p = product_of(g->ops_a[i], g->ops_b[i], g->ms[i], g->ns[i], g->ks[i], NULL,
                                      g->type_a, g->ldas[i], NULL, g->type_b, g->ldbs[i], NULL,
                                      g->type_c, g->ldcs[i], g->scale);
        const char *alpha = (const char *)g->alphas + (size_t)i * item,
                   *beta = (const char *)g->betas + (size_t)i * item;
        put_starts(&p, g->as + first, g->bs + first, g->cs + first, g->sizes[i]);
        cublasStatus_t status = simt_product_put(&p, h->mode, alpha, beta, name, pc, h->stream);
        if (status) return status;
    }
    return CUBLAS_STATUS_SUCCESS;
}

#define PUT_GROUPS(name, code_a, code_b, code_c, scale_code)                                       \
    const struct groups g = {ops_a,                                                                \
                             ops_b,                                                                \
                             ms,                                                                   \
                             ns,                                                                   \
                             ks,                                                                   \
                             lda,                                                                  \
                             ldb,                                                                  \
                             ldc,                                                                  \
                             sizes,                                                                \
                             alphas,                                                               \
                             betas,                                                                \
                             (const void *const *)as,                                              \
                             (const void *const *)bs,                                              \
                             (const void *const *)cs,                                              \
                             code_a,                                                               \
                             code_b,                                                               \
                             code_c,                                                               \
                             scale_code,                                                           \
                             groups};                                                              \
    return put_groups(h, &g, name, LIBRARY_HERE)

#define GROUPED(name, T, code)                                                                     \
    cublasStatus_t name(cublasHandle_t h, GROUP_SHAPES, const T alphas[], const T *const as[],     \
                        const int lda[], const T *const bs[], const int ldb[], const T betas[],    \
                        T *const cs[], const int ldc[], int groups, const int sizes[]) {           \
        PUT_GROUPS(#name, code, code, code, code);                                                 \
    }
GROUPED(cublasSgemmGroupedBatched, float, CUDA_R_32F)
GROUPED(cublasDgemmGroupedBatched, double, CUDA_R_64F)

cublasStatus_t cublasGemmGroupedBatchedEx(cublasHandle_t h, GROUP_SHAPES, const void *alphas,
                                          const void *const as[], cudaDataType type_a,
                                          const int lda[], const void *const bs[],
                                          cudaDataType type_b, const int ldb[], const void *betas,
                                          void *const cs[], cudaDataType type_c, const int ldc[],
                                          int groups, const int sizes[],
                                          cublasComputeType_t compute) {
    if (compute == CUBLAS_COMPUTE_32F_EMULATED_16BFX9 ||
        compute == CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT)
        return CUBLAS_STATUS_NOT_SUPPORTED; // as an H200 says
    PUT_GROUPS("cublasGemmGroupedBatchedEx", type_a, type_b, type_c, scale_of(compute));
}
