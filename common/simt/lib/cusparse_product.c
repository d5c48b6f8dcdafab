/**
 * @file
 * @brief cuSPARSE: the product of two sparse matrices; and what needs no buffer and no preparation.
 */
#include "sparse.h"

#include <stdio.h>
#include <stdlib.h>

/* A row of the product: sums by column, and which columns have one. */
struct row {
    double *sum;
    char *has;
};

#define end_badly simt_sparse_end_badly

static bool add(struct simt_sparse_product *p, int64_t column, double value) {
    if (p->nnz == p->room) {
        int64_t more = p->room ? 2 * p->room : 1024;
        int64_t *columns = realloc(p->columns, (size_t)more * sizeof(*columns));
        if (columns) p->columns = columns;
        double *values = realloc(p->values, (size_t)more * sizeof(*values));
        if (values) p->values = values;
        if (!columns || !values) return false;
        p->room = more;
    }
    p->columns[p->nnz] = column;
    p->values[p->nnz++] = value;
    return true;
}

/* The places of a row; false where they are outside of the arrays. */
static bool bounds(const struct simt_sparse_matrix *m, int64_t row, int64_t *from, int64_t *to) {
    *from = simt_index(&m->first, row) - m->base;
    *to = simt_index(&m->first, row + 1) - m->base;
    return *from >= 0 && *to <= m->nnz;
}

static bool multiply_row(const struct sparse_call *c, struct row *row, int64_t i, double alpha) {
    int64_t from, to, b_from, b_to;
    if (!bounds(&c->a, i, &from, &to)) return false;
    for (int64_t p = from; p < to; p++) {
        int64_t k = simt_index(&c->a.second, p) - c->a.base;
        double value = alpha * simt_number_load(c->a.values, c->a.type, p);
        if (k < 0 || k >= c->b.rows || !bounds(&c->b, k, &b_from, &b_to)) return false;
        for (int64_t q = b_from; q < b_to; q++) {
            int64_t j = simt_index(&c->b.second, q) - c->b.base;
            if (j < 0 || j >= c->b.cols) return false;
            row->has[j] = 1;
            c->product->n_products++;
            row->sum[j] += value * simt_number_load(c->b.values, c->b.type, q);
        }
    }
    return true;
}

static void multiply(struct library_call *call) {
    const struct sparse_call *c = (const struct sparse_call *)call;
    struct simt_sparse_product *p = c->product;
    double alpha = c->d_alpha ? simt_number_load(c->d_alpha, c->compute, 0) : c->alpha;
    struct row row = {calloc((size_t)c->b.cols + 1, sizeof(double)),
                      calloc((size_t)c->b.cols + 1, 1)};
    free(p->offsets);
    p->offsets = calloc((size_t)c->a.rows + 1, sizeof(*p->offsets));
    p->rows = c->a.rows;
    p->nnz = p->n_products = 0;
    bool given = row.sum && row.has && p->offsets, fits = given;
    for (int64_t i = 0; fits && i < c->a.rows; i++) {
        fits = multiply_row(c, &row, i, alpha);
        for (int64_t j = 0; fits && given && j < c->b.cols; j++) {
            if (row.has[j]) given = add(p, j, row.sum[j]);
            row.has[j] = 0;
            row.sum[j] = 0;
        }
        p->offsets[i + 1] = p->nnz;
    }
    free(row.sum), free(row.has);
    if (!given) end_badly(call, "has not enough memory. Use a smaller input");
    if (given && !fits)
        end_badly(call, "finds an index outside of its matrix. Check the indices, and their base");
    if (given && fits) *c->nnz = p->nnz;
}

static void copy(struct library_call *call) {
    const struct sparse_call *c = (const struct sparse_call *)call;
    const struct simt_sparse_product *p = c->product;
    const struct simt_sparse_matrix *m = &c->b;
    for (int64_t i = 0; i <= p->rows; i++) simt_put_index(&m->first, i, p->offsets[i] + m->base);
    for (int64_t i = 0; i < p->nnz; i++) {
        simt_put_index(&m->second, i, p->columns[i] + m->base);
        simt_number_store(m->values, m->type, i, p->values[i]);
    }
}

/* Only CSR, and C is not added to. */
static bool has_form(const char *name, const struct simt_cusparse *h, cusparseOperation_t op_a,
                     cusparseOperation_t op_b, const struct simt_sparse_matrix *a,
                     const struct simt_sparse_matrix *b, const struct simt_sparse_matrix *c,
                     const void *beta, cudaDataType compute) {
    bool csr = a->format == CUSPARSE_FORMAT_CSR && b->format == CUSPARSE_FORMAT_CSR &&
               c->format == CUSPARSE_FORMAT_CSR;
    bool plain =
        op_a == CUSPARSE_OPERATION_NON_TRANSPOSE && op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
    bool zero = h->mode == CUSPARSE_POINTER_MODE_HOST && simt_number_load(beta, compute, 0) == 0;
    if (csr && plain && zero) return true;
    fprintf(stderr,
            "simt: %s has matrices in CSR here, without transposing, and beta = 0 of the host. "
            "Convert them, or use nvcc\n",
            name);
    return false;
}

/* Makes the product in host memory, and waits for it. */
static cusparseStatus_t put_product(SIMT_SPGEMM, const char *name, uintptr_t pc) {
    (void)algorithm;
    BEGIN(handle, !alpha || !a || !b || !beta || !c || !product || !simt_number_bytes(compute))
    if (a->is_triangle || b->is_triangle) return CUSPARSE_STATUS_NOT_SUPPORTED;
    if (a->cols != b->rows || c->rows != a->rows || c->cols != b->cols)
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (!has_form(name, handle, op_a, op_b, a, b, c, beta, compute))
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    struct sparse_call call = {
        .a = *a, .b = *b, .compute = compute, .product = product, .nnz = &c->nnz};
    simt_sparse_scalar(handle, &call, alpha, &call.alpha, &call.d_alpha);
    simt_sparse_use_matrix(&call, a, USE_READS, USE_READS);
    simt_sparse_use_matrix(&call, b, USE_READS, USE_READS);
    return simt_sparse_put(handle, &call, multiply, name, pc, true);
}

static cusparseStatus_t put_copy(cusparseHandle_t handle, cusparseSpMatDescr_t c,
                                 cusparseSpGEMMDescr_t product, const char *name, uintptr_t pc) {
    BEGIN(handle, !c || !product || !product->offsets || product->nnz != c->nnz)
    struct sparse_call call = {.b = *c, .product = product};
    simt_sparse_use_matrix(&call, c, USE_WRITES, USE_WRITES);
    return simt_sparse_put(handle, &call, copy, name, pc, true);
}

#define ALL_SPGEMM  handle, op_a, op_b, alpha, a, b, beta, c, compute, algorithm, product
#define ASKED(size) (*(size) = 1, CUSPARSE_STATUS_SUCCESS)

cusparseStatus_t cusparseSpGEMM_compute(SIMT_SPGEMM, size_t *bytes, void *buffer) {
    BEGIN(handle, !bytes)
    if (!buffer) return ASKED(bytes); // the size of a buffer is asked for
    return put_product(ALL_SPGEMM, "cusparseSpGEMM_compute", LIBRARY_HERE);
}

cusparseStatus_t cusparseSpGEMM_copy(SIMT_SPGEMM) {
    (void)op_a, (void)op_b, (void)alpha, (void)a, (void)b, (void)beta, (void)compute,
        (void)algorithm;
    return put_copy(handle, c, product, "cusparseSpGEMM_copy", LIBRARY_HERE);
}

/* With a buffer it is made already here, so that its number of products is known. */
cusparseStatus_t cusparseSpGEMM_workEstimation(SIMT_SPGEMM, size_t *bytes, void *buffer) {
    BEGIN(handle, !a || !b || !c || !product || !bytes)
    if (a->is_triangle || b->is_triangle) return CUSPARSE_STATUS_NOT_SUPPORTED;
    if (!buffer) return ASKED(bytes);
    return put_product(ALL_SPGEMM, "cusparseSpGEMM_workEstimation", LIBRARY_HERE);
}

cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t product, int64_t *number) {
    if (!product || !number) return CUSPARSE_STATUS_INVALID_VALUE;
    *number = product->n_products;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMM_estimateMemory(SIMT_SPGEMM, float fraction, size_t *bytes3,
                                               void *buffer3, size_t *bytes2) {
    (void)op_a, (void)op_b, (void)alpha, (void)beta, (void)compute, (void)algorithm, (void)fraction;
    BEGIN(handle, !a || !b || !c || !product || !(buffer3 ? bytes2 : bytes3))
    return ASKED(buffer3 ? bytes2 : bytes3);
}

/* The product that is made again: its shape first, with the factors' numbers as they are then. */
cusparseStatus_t cusparseSpGEMMreuse_workEstimation(SIMT_SPGEMM_REUSE, size_t *bytes,
                                                    void *buffer) {
    (void)op_a, (void)op_b, (void)algorithm, (void)buffer;
    BEGIN(handle, !a || !b || !c || !product || !bytes)
    return ASKED(bytes);
}

cusparseStatus_t cusparseSpGEMMreuse_nnz(SIMT_SPGEMM_REUSE, size_t *bytes2, void *buffer2,
                                         size_t *bytes3, void *buffer3, size_t *bytes4,
                                         void *buffer4) {
    BEGIN(handle, !bytes2 || !bytes3 || !bytes4)
    if (!buffer2 || !buffer3 || !buffer4) return *bytes2 = 1, *bytes3 = 1, ASKED(bytes4);
    const double one = 1, zero = 0;
    const struct simt_cusparse of_host = {handle->stream, CUSPARSE_POINTER_MODE_HOST};
    return put_product((cusparseHandle_t)(uintptr_t)&of_host, op_a, op_b, &one, a, b, &zero, c,
                       CUDA_R_64F, algorithm, product, "cusparseSpGEMMreuse_nnz", LIBRARY_HERE);
}

cusparseStatus_t cusparseSpGEMMreuse_copy(SIMT_SPGEMM_REUSE, size_t *bytes, void *buffer) {
    (void)op_a, (void)op_b, (void)a, (void)b, (void)algorithm;
    BEGIN(handle, !bytes)
    if (!buffer) return ASKED(bytes);
    return put_copy(handle, c, product, "cusparseSpGEMMreuse_copy", LIBRARY_HERE);
}

cusparseStatus_t cusparseSpGEMMreuse_compute(SIMT_SPGEMM) {
    const char *name = "cusparseSpGEMMreuse_compute";
    cusparseStatus_t status = put_product(ALL_SPGEMM, name, LIBRARY_HERE);
    return status ? status : put_copy(handle, c, product, name, LIBRARY_HERE);
}

/*
 * Buffers are of 1 byte, so that cudaMalloc gives an address.
 */
#define UNUSED_SPMV (void)op, (void)alpha, (void)beta, (void)compute, (void)algorithm
#define NO_BUFFER(name, parameters, unused, wrong, refused)                                        \
    cusparseStatus_t name parameters {                                                             \
        unused;                                                                                    \
        BEGIN(handle, !bytes || wrong)                                                             \
        if (refused) return CUSPARSE_STATUS_NOT_SUPPORTED;                                         \
        *bytes = 1;                                                                                \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }
#define NOTHING(name, parameters, unused, wrong)                                                   \
    cusparseStatus_t name parameters {                                                             \
        unused;                                                                                    \
        BEGIN(handle, wrong)                                                                       \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }
NO_BUFFER(cusparseSpMV_bufferSize, (SIMT_SPMV, size_t *bytes), UNUSED_SPMV, !a || !x || !y,
          a->is_triangle)
NOTHING(cusparseSpMV_preprocess, (SIMT_SPMV, void *buffer), (UNUSED_SPMV, (void)buffer),
        !a || !x || !y)
#define UNUSED_SPMM (void)op_a, (void)op_b, (void)alpha, (void)beta, (void)compute, (void)algorithm
NO_BUFFER(cusparseSpMM_bufferSize, (SIMT_SPMM, size_t *bytes), UNUSED_SPMM, !a || !b || !c,
          a->is_triangle)
NOTHING(cusparseSpMM_preprocess, (SIMT_SPMM, void *buffer), (UNUSED_SPMM, (void)buffer),
        !a || !b || !c)
#define UNUSED_SPSV (void)op, (void)alpha, (void)x, (void)y, (void)compute, (void)algorithm
NO_BUFFER(cusparseSpSV_bufferSize, (SIMT_SPSV, size_t *bytes), UNUSED_SPSV, !a || !solve, false)
NOTHING(cusparseSpSV_analysis, (SIMT_SPSV, void *buffer), (UNUSED_SPSV, (void)buffer), !a || !solve)
#define UNUSED_SPSM                                                                                \
    (void)op_a, (void)op_b, (void)alpha, (void)b, (void)c, (void)compute, (void)algorithm
NO_BUFFER(cusparseSpSM_bufferSize, (SIMT_SPSM, size_t *bytes), UNUSED_SPSM, !a || !solve, false)
NOTHING(cusparseSpSM_analysis, (SIMT_SPSM, void *buffer), (UNUSED_SPSM, (void)buffer), !a || !solve)
NO_BUFFER(cusparseSDDMM_bufferSize, (SIMT_SDDMM, size_t *bytes), UNUSED_SPMM, !a || !b || !c,
          false)
NOTHING(cusparseSDDMM_preprocess, (SIMT_SDDMM, void *buffer), (UNUSED_SPMM, (void)buffer),
        !a || !b || !c)
NO_BUFFER(cusparseSpVV_bufferSize,
          (cusparseHandle_t handle, cusparseOperation_t op, cusparseConstSpVecDescr_t x,
           cusparseConstDnVecDescr_t y, const void *result, cudaDataType compute, size_t *bytes),
          ((void)op, (void)result, (void)compute), !x || !y, false)
NO_BUFFER(cusparseSparseToDense_bufferSize,
          (cusparseHandle_t handle, cusparseConstSpMatDescr_t a, cusparseDnMatDescr_t b,
           cusparseSparseToDenseAlg_t algorithm, size_t *bytes),
          (void)algorithm, !a || !b, false)
NO_BUFFER(cusparseDenseToSparse_bufferSize,
          (cusparseHandle_t handle, cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b,
           cusparseDenseToSparseAlg_t algorithm, size_t *bytes),
          (void)algorithm, !a || !b, false)
