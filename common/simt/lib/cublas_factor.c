/**
 * @file
 * @brief cuBLAS: factors and inverses of many small matrices, by OpenBLAS's LAPACK.
 */
#include "cublas.h"

#include <stdlib.h>
#include <string.h>

/* LAPACK's functions in OpenBLAS. The last argument of some is the length of a text. */
#define LAPACK(L)                                                                                  \
    void L##getrf_(const int *, const int *, void *, const int *, int *, int *);                   \
    void L##getri_(const int *, void *, const int *, const int *, void *, const int *, int *);     \
    void L##getrs_(const char *, const int *, const int *, const void *, const int *, const int *, \
                   void *, const int *, int *, size_t);
LAPACK(s)
LAPACK(d)
LAPACK(c)
LAPACK(z)

/* Functions of LAPACK by type: of a matrix of n columns, with pivots, and working space of as many numbers. */
struct lapack {
    size_t item;
    void (*factor)(void *a, int n, int lda, int *pivots, int *info);
    void (*factor_in_order)(void *a, int n, int lda, int *info);
    void (*invert)(void *a, int n, int lda, const int *pivots, void *space, int *info);
    void (*solve)(char op, int n, int cols, const void *a, int lda, const int *pivots, void *b,
                  int ldb, int *info);
};

/* LU without pivots, which LAPACK does not have. info: the first column whose pivot is 0, from 1. */
#define FACTOR_IN_ORDER(L, T, times, over, minus, zero)                                            \
    static void factor_in_order_##L(void *from, int n, int lda, int *info) {                       \
        T *a = from;                                                                               \
        *info = 0;                                                                                 \
        for (size_t k = 0, ld = (size_t)lda, size = (size_t)n; k < size; k++) {                    \
            const T pivot = a[k * ld + k];                                                         \
            if (zero(pivot)) {                                                                     \
                if (!*info) *info = (int)k + 1;                                                    \
                continue;                                                                          \
            }                                                                                      \
            for (size_t i = k + 1; i < size; i++) a[k * ld + i] = over(a[k * ld + i], pivot);      \
            for (size_t j = k + 1; j < size; j++)                                                  \
                for (size_t i = k + 1; i < size; i++)                                              \
                    a[j * ld + i] = minus(a[j * ld + i], times(a[k * ld + i], a[j * ld + k]));     \
        }                                                                                          \
    }
#define MUL(x, y)  ((x) * (y))
#define DIV(x, y)  ((x) / (y))
#define SUB(x, y)  ((x) - (y))
#define IS_ZERO(x) ((x) == 0)
#define IS_CZERO(v) ((v).x == 0 && (v).y == 0)
FACTOR_IN_ORDER(s, float, MUL, DIV, SUB, IS_ZERO)
FACTOR_IN_ORDER(d, double, MUL, DIV, SUB, IS_ZERO)
FACTOR_IN_ORDER(c, cuComplex, cuCmulf, cuCdivf, cuCsubf, IS_CZERO)
FACTOR_IN_ORDER(z, cuDoubleComplex, cuCmul, cuCdiv, cuCsub, IS_CZERO)

#define TYPE(L, T)                                                                                 \
    static void factor_##L(void *a, int n, int lda, int *pivots, int *info) {                      \
        L##getrf_(&n, &n, a, &lda, pivots, info);                                                  \
    }                                                                                              \
    static void invert_##L(void *a, int n, int lda, const int *pivots, void *space, int *info) {   \
        int size = n * n;                                                                          \
        L##getri_(&n, a, &lda, pivots, space, &size, info);                                        \
    }                                                                                              \
    static void solve_##L(char op, int n, int cols, const void *a, int lda, const int *pivots,     \
                          void *b, int ldb, int *info) {                                           \
        L##getrs_(&op, &n, &cols, a, &lda, pivots, b, &ldb, info, 1);                              \
    }                                                                                              \
    static const struct lapack lapack_##L = {sizeof(T), factor_##L, factor_in_order_##L,           \
                                             invert_##L, solve_##L};
TYPE(s, float)
TYPE(d, double)
TYPE(c, cuComplex)
TYPE(z, cuDoubleComplex)

/* A call: for each of `count` matrices one step, which says what it uses and what it does. */
struct batch {
    struct library_call call;
    const struct lapack *lapack;
    int op, n, cols, lda, ldb, count;
    void *const *as, *const *bs;
    int *d_pivots, *d_info; /* in device memory; pivots may be NULL */
    bool inverts;           /* matinv: factors and inverts in one call */
};

static void copy_matrix(const struct batch *b, const void *from, void *to) {
    size_t item = b->lapack->item;
    for (int j = 0; j < b->n && from != to; j++)
        memcpy((char *)to + (size_t)j * (size_t)b->ldb * item,
               (const char *)from + (size_t)j * (size_t)b->lda * item, (size_t)b->n * item);
}

/* Does what `step` does with matrix i, if its memory is the device's. */
static bool with_matrices(struct batch *b, int i, int use_a, int use_b,
                          void (*step)(struct batch *b, int i, int *pivots, int *info),
                          int *pivots) {
    struct library_call part = {.call = b->call.call};
    size_t item = b->lapack->item, rows = (size_t)b->n * item;
    simt_library_uses(&part, b->as[i], rows, (size_t)b->n, (size_t)b->lda * item, use_a);
    if (b->bs)
        simt_library_uses(&part, b->bs[i], rows, (size_t)b->cols, (size_t)b->ldb * item, use_b);
    for (int r = 0; r < part.n_ranges; r++)
        if (!simt_library_may_use(&b->call, &part.ranges[r])) {
            simt_set_pending(b->call.work.stream->device, cudaErrorIllegalAddress);
            return false;
        }
    int info = 0;
    step(b, i, pivots, &info);
    if (b->d_info) b->d_info[i] = info;
    for (int r = 0; r < part.n_ranges; r++) simt_library_used(&part.ranges[r]);
    return true;
}

static void factor_step(struct batch *b, int i, int *pivots, int *info) {
    if (pivots)
        b->lapack->factor(b->as[i], b->n, b->lda, pivots, info);
    else
        b->lapack->factor_in_order(b->as[i], b->n, b->lda, info);
}

static void invert_step(struct batch *b, int i, int *pivots, int *info) {
    void *space = malloc(((size_t)b->n * (size_t)b->n + 1) * b->lapack->item);
    copy_matrix(b, b->as[i], b->bs[i]);
    if (b->inverts) b->lapack->factor(b->bs[i], b->n, b->ldb, pivots, info);
    if (space && !*info) b->lapack->invert(b->bs[i], b->n, b->ldb, pivots, space, info);
    free(space);
}

static void solve_step(struct batch *b, int i, int *pivots, int *info) {
    b->lapack->solve("NTC"[b->op], b->n, b->cols, b->as[i], b->lda, pivots, b->bs[i], b->ldb, info);
}

/* The pivots of matrix i. Where the program has none, the rows are in order. */
static int *pivots_of(const struct batch *b, int i, int *in_order) {
    if (b->d_pivots) return b->d_pivots + (size_t)i * (size_t)b->n;
    for (int k = 0; k < b->n; k++) in_order[k] = k + 1;
    return in_order;
}

static void factor_all(struct library_call *call) {
    struct batch *b = (struct batch *)call;
    for (int i = 0; i < b->count; i++) {
        int *pivots = b->d_pivots ? pivots_of(b, i, NULL) : NULL;
        if (!with_matrices(b, i, USE_READS | USE_WRITES, 0, factor_step, pivots)) return;
    }
}

static void invert_or_solve(struct batch *b, int use_b,
                            void (*step)(struct batch *b, int i, int *pivots, int *info)) {
    int *in_order = malloc(((size_t)b->n + 1) * sizeof(int));
    for (int i = 0; in_order && i < b->count; i++)
        if (!with_matrices(b, i, USE_READS, use_b, step, pivots_of(b, i, in_order))) break;
    free(in_order);
}
static void invert_all(struct library_call *call) {
    invert_or_solve((struct batch *)call, USE_WRITES, invert_step);
}
static void solve_all(struct library_call *call) {
    invert_or_solve((struct batch *)call, USE_READS | USE_WRITES, solve_step);
}

static cublasStatus_t put(const struct simt_cublas *h, struct batch *b, int use_pivots,
                          const char *name, uintptr_t pc) {
    size_t arrays = (size_t)b->count * sizeof(void *), info = (size_t)b->count * sizeof(int),
           pivots = info * (size_t)b->n;
    if (!b->n || !b->cols || !b->count) return CUBLAS_STATUS_SUCCESS;
    simt_library_uses(&b->call, b->as, arrays, 1, arrays, USE_READS);
    if (b->bs) simt_library_uses(&b->call, b->bs, arrays, 1, arrays, USE_READS);
    if (b->d_pivots) simt_library_uses(&b->call, b->d_pivots, pivots, 1, pivots, use_pivots);
    if (b->d_info) simt_library_uses(&b->call, b->d_info, info, 1, info, USE_WRITES);
    cudaError_t error = simt_library_put(&b->call, sizeof(*b), name, pc, h->stream, false);
    return error ? CUBLAS_STATUS_EXECUTION_FAILED : CUBLAS_STATUS_SUCCESS;
}

#define ARRAY(x) ((void *const *)(uintptr_t)(x))
#define BATCHED(L, U, T)                                                                           \
    cublasStatus_t cublas##U##getrfBatched(cublasHandle_t h, int n, T *const a[], int lda,         \
                                           int *pivots, int *info, int count) {                    \
        BEGIN(h, n < 0 || count < 0 || !a || !info || !fits_ld(lda, n))                            \
        struct batch b = {.call.compute = factor_all, .lapack = &lapack_##L, .n = n, .cols = n,    \
                          .lda = lda, .count = count, .as = ARRAY(a), .d_pivots = pivots,          \
                          .d_info = info};                                                         \
        return put(h, &b, USE_WRITES, "cublas" #U "getrfBatched", LIBRARY_HERE);                   \
    }                                                                                              \
    cublasStatus_t cublas##U##getriBatched(cublasHandle_t h, int n, const T *const a[], int lda,   \
                                           const int *pivots, T *const c[], int ldc, int *info,    \
                                           int count) {                                            \
        BEGIN(h, n < 0 || count < 0 || !a || !c || !info || !fits_ld(lda, n) || !fits_ld(ldc, n))  \
        struct batch b = {.call.compute = invert_all, .lapack = &lapack_##L, .n = n, .cols = n,    \
                          .lda = lda, .ldb = ldc, .count = count, .as = ARRAY(a), .bs = ARRAY(c),  \
                          .d_pivots = (int *)(uintptr_t)pivots, .d_info = info};                   \
        return put(h, &b, USE_READS, "cublas" #U "getriBatched", LIBRARY_HERE);                    \
    }                                                                                              \
    cublasStatus_t cublas##U##matinvBatched(cublasHandle_t h, int n, const T *const a[], int lda,  \
                                            T *const c[], int ldc, int *info, int count) {         \
        BEGIN(h, n < 0 || n > 32 || count < 0 || !a || !c || !info || !fits_ld(lda, n) ||          \
                     !fits_ld(ldc, n))                                                             \
        struct batch b = {.call.compute = invert_all, .lapack = &lapack_##L, .n = n, .cols = n,    \
                          .lda = lda, .ldb = ldc, .count = count, .as = ARRAY(a), .bs = ARRAY(c),  \
                          .d_info = info, .inverts = true};                                        \
        return put(h, &b, USE_READS, "cublas" #U "matinvBatched", LIBRARY_HERE);                   \
    }                                                                                              \
    cublasStatus_t cublas##U##getrsBatched(cublasHandle_t h, cublasOperation_t op, int n,          \
                                           int cols, const T *const a[], int lda,                  \
                                           const int *pivots, T *const x[], int ldb, int *info,    \
                                           int count) {                                            \
        int wrong = !h ? 0 : n < 0 ? -2 : cols < 0 ? -3 : !a ? -4 : !fits_ld(lda, n) ? -5          \
                  : !x ? -7 : !fits_ld(ldb, n) ? -8 : count < 0 ? -10 : 0;                         \
        if (info) *info = wrong;                                                                   \
        BEGIN(h, wrong || !info || (unsigned)op > CUBLAS_OP_C)                                     \
        struct batch b = {.call.compute = solve_all, .lapack = &lapack_##L, .op = op, .n = n,      \
                          .cols = cols, .lda = lda, .ldb = ldb, .count = count, .as = ARRAY(a),    \
                          .bs = ARRAY(x), .d_pivots = (int *)(uintptr_t)pivots};                   \
        return put(h, &b, USE_READS, "cublas" #U "getrsBatched", LIBRARY_HERE);                    \
    }
BATCHED(s, S, float)
BATCHED(d, D, double)
BATCHED(c, C, cuComplex)
BATCHED(z, Z, cuDoubleComplex)
