/**
 * @file
 * @brief cuSPARSE: incomplete factors of CSR matrices, which have elements where the matrix has some (ILU(0), IC(0)).
 */
#include "sparse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is kept of a factorisation: the first row without a pivot, or -1. */
struct simt_sparse_factor {
    int zero_pivot;
};

struct factor_call {
    struct sparse_call sparse;
    struct simt_sparse_factor *info;
    bool lower; /* IC(0) */
};

static struct simt_sparse_matrix matrix_of(int n, int nnz, cusparseMatDescr_t kind,
                                           const void *values, const int *offsets,
                                           const int *columns, cudaDataType type) {
    return (struct simt_sparse_matrix){.format = CUSPARSE_FORMAT_CSR,
                                       .rows = n,
                                       .cols = n,
                                       .nnz = nnz,
                                       .first = {(void *)(uintptr_t)offsets, CUSPARSE_INDEX_32I},
                                       .second = {(void *)(uintptr_t)columns, CUSPARSE_INDEX_32I},
                                       .base = kind->base,
                                       .values = (void *)(uintptr_t)values,
                                       .type = type};
}

/* A matrix on the host, with values that are rounded to its type after each step. */
struct row_work {
    const int *offsets, *columns;
    int base;
    void *values;
    cudaDataType type;
    int *place; /* of each column in the row at hand, or -1 */
};

static int start_of(const struct row_work *w, int row) {
    return w->offsets[row] - w->base;
}
static int column_of(const struct row_work *w, int at) {
    return w->columns[at] - w->base;
}
static double value(const struct row_work *w, int at) {
    return simt_number_load(w->values, w->type, at);
}
static void set(const struct row_work *w, int at, double x) {
    simt_number_store(w->values, w->type, at, x);
}
static int find(const struct row_work *w, int row, int column) {
    for (int at = start_of(w, row); at < start_of(w, row + 1); at++)
        if (column_of(w, at) == column) return at;
    return -1;
}

/* Row i of L and U, from the rows before it. False: it needs a pivot that is 0, or not there. */
static bool lu_row(const struct row_work *w, int i) {
    for (int at = start_of(w, i); at < start_of(w, i + 1); at++) {
        int k = column_of(w, at), pivot = k < i ? find(w, k, k) : -1;
        if (k >= i) continue;
        if (pivot < 0 || value(w, pivot) == 0) return false;
        set(w, at, value(w, at) / value(w, pivot));
        for (int other = start_of(w, k); other < start_of(w, k + 1); other++) {
            int j = column_of(w, other), mine = j > k ? w->place[j] : -1;
            if (mine >= 0) set(w, mine, value(w, mine) - value(w, at) * value(w, other));
        }
    }
    return true;
}

/* Row i of L with A = L L'. */
static bool cholesky_row(const struct row_work *w, int i) {
    for (int at = start_of(w, i); at < start_of(w, i + 1); at++) {
        int j = column_of(w, at), pivot = j < i ? find(w, j, j) : at;
        double sum = value(w, at);
        if (j > i) continue;
        for (int other = start_of(w, j); other < start_of(w, j + 1); other++) {
            int k = column_of(w, other), mine = k < j ? w->place[k] : -1;
            if (mine >= 0) sum -= value(w, mine) * value(w, other);
        }
        if (j == i ? !(sum > 0) : pivot < 0 || value(w, pivot) == 0) return false;
        set(w, at, j == i ? sqrt(sum) : sum / value(w, pivot));
    }
    return true;
}

static void factor(struct library_call *call) {
    const struct factor_call *f = (const struct factor_call *)call;
    const struct simt_sparse_matrix *m = &f->sparse.a;
    struct row_work w = {m->first.at, m->second.at, m->base,
                         m->values,   m->type,      malloc(((size_t)m->rows + 1) * sizeof(int))};
    if (!w.place) simt_die("no memory for a factor of a matrix");
    f->info->zero_pivot = -1;
    for (int64_t j = 0; j < m->rows; j++) w.place[j] = -1;
    for (int i = 0; i < (int)m->rows; i++) {
        for (int at = start_of(&w, i); at < start_of(&w, i + 1); at++)
            w.place[column_of(&w, at)] = at;
        int diagonal = w.place[i];
        bool done = f->lower ? cholesky_row(&w, i) : lu_row(&w, i);
        if ((!done || diagonal < 0 || value(&w, diagonal) == 0) && f->info->zero_pivot < 0)
            f->info->zero_pivot = i + m->base;
        for (int at = start_of(&w, i); at < start_of(&w, i + 1); at++)
            w.place[column_of(&w, at)] = -1;
    }
    free(w.place);
}

static cusparseStatus_t put(cusparseHandle_t h, int n, int nnz, cusparseMatDescr_t kind,
                            void *values, const int *offsets, const int *columns,
                            struct simt_sparse_factor *info, bool lower, cudaDataType type,
                            const char *name, uintptr_t pc) {
    BEGIN(h, n < 0 || nnz < 0 || !kind || !info || !offsets)
    struct factor_call f = {.info = info, .lower = lower};
    f.sparse.a = matrix_of(n, nnz, kind, values, offsets, columns, type);
    simt_sparse_use_matrix(&f.sparse, &f.sparse.a, USE_READS, USE_READS | USE_WRITES);
    f.sparse.call.compute = factor;
    cudaError_t error = simt_library_put(&f.sparse.call, sizeof(f), name, pc, h->stream, false);
    return error ? CUSPARSE_STATUS_EXECUTION_FAILED : CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t zero_pivot(cusparseHandle_t h, const struct simt_sparse_factor *info,
                                   int *position) {
    BEGIN(h, !info || !position)
    cudaStreamSynchronize(h->stream);
    *position = info->zero_pivot;
    return info->zero_pivot < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
}

#define KIND(name, Info, Create, Destroy)                                                          \
    cusparseStatus_t Create(Info *info) {                                                          \
        if (!info) return CUSPARSE_STATUS_INVALID_VALUE;                                           \
        *info = malloc(sizeof(**info));                                                            \
        if (!*info) return CUSPARSE_STATUS_ALLOC_FAILED;                                           \
        (*info)->zero_pivot = -1;                                                                  \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusparseStatus_t Destroy(Info info) {                                                          \
        simt_wait_for(simt_device);                                                                \
        free(info);                                                                                \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusparseStatus_t cusparseX##name##_zeroPivot(cusparseHandle_t h, Info info, int *position) {   \
        return zero_pivot(h, info, position);                                                      \
    }
KIND(csrilu02, csrilu02Info_t, cusparseCreateCsrilu02Info, cusparseDestroyCsrilu02Info)
KIND(csric02, csric02Info_t, cusparseCreateCsric02Info, cusparseDestroyCsric02Info)

#define FACTOR(X, T, type, name, Info, lower)                                                      \
    cusparseStatus_t cusparse##X##name##_bufferSize(                                               \
        cusparseHandle_t h, int n, int nnz, cusparseMatDescr_t kind, T *values,                    \
        const int *offsets, const int *columns, Info info, int *bytes) {                           \
        (void)values, (void)offsets, (void)columns;                                                \
        BEGIN(h, n < 0 || nnz < 0 || !kind || !info || !bytes)                                     \
        *bytes = 0;                                                                                \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusparseStatus_t cusparse##X##name##_analysis(                                                 \
        cusparseHandle_t h, int n, int nnz, cusparseMatDescr_t kind, const T *values,              \
        const int *offsets, const int *columns, Info info, cusparseSolvePolicy_t policy,           \
        void *buffer) {                                                                            \
        (void)values, (void)offsets, (void)columns, (void)policy, (void)buffer;                    \
        BEGIN(h, n < 0 || nnz < 0 || !kind || !info)                                               \
        info->zero_pivot = -1;                                                                     \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusparseStatus_t cusparse##X##name(cusparseHandle_t h, int n, int nnz,                         \
                                       cusparseMatDescr_t kind, T *values, const int *offsets,     \
                                       const int *columns, Info info,                              \
                                       cusparseSolvePolicy_t policy, void *buffer) {               \
        (void)policy, (void)buffer;                                                                \
        return put(h, n, nnz, kind, values, offsets, columns, info, lower, type,                   \
                   "cusparse" #X #name, LIBRARY_HERE);                                             \
    }
FACTOR(S, float, CUDA_R_32F, csrilu02, csrilu02Info_t, false)
FACTOR(D, double, CUDA_R_64F, csrilu02, csrilu02Info_t, false)
FACTOR(S, float, CUDA_R_32F, csric02, csric02Info_t, true)
FACTOR(D, double, CUDA_R_64F, csric02, csric02Info_t, true)
