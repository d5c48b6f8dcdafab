/**
 * @file
 * @brief What cuSPARSE's descriptors describe, and a call of it.
 */
#ifndef SIMT_LIB_SPARSE_H
#define SIMT_LIB_SPARSE_H

#include "cusparse.h"

#include "library.h"
#include "numbers.h"

struct simt_cusparse {
    cudaStream_t stream;
    cusparsePointerMode_t mode;
};

struct simt_sparse_kind {
    int type, fill, diag, base;
};

/** Indices in device memory. */
struct indices {
    void *at;
    cusparseIndexType_t type;
};

struct simt_sparse_vector {
    int64_t n, nnz;
    struct indices indices;
    int base;
    void *values;
    cudaDataType type;
};

struct simt_dense_vector {
    int64_t n;
    void *values;
    cudaDataType type;
};

/** CSR and CSC: `first` are offsets of rows or of columns. COO: both are indices. */
struct simt_sparse_matrix {
    cusparseFormat_t format;
    int64_t rows, cols, nnz;
    struct indices first, second;
    int base, fill, diag;
    bool is_triangle; /**< it has been said which one: then it may only be solved */
    void *values;
    cudaDataType type;
    int batches; /**< 0 or 1: one matrix. Further ones lie at distances of elements of `first`, and of the others. */
    int64_t first_step, step;
};

struct simt_dense_matrix {
    int64_t rows, cols, ld, step;
    int batches;
    bool by_rows;
    void *values;
    cudaDataType type;
};

struct simt_sparse_solve {
    int unused;
};

/** A product of two sparse matrices, as CSR in host memory. */
struct simt_sparse_product {
    int64_t rows, nnz, room;
    int64_t n_products; /**< of two numbers, which the sums are made of */
    int64_t *offsets, *columns;
    double *values;
};

/** A call; what it does not need is left 0. */
struct sparse_call {
    struct library_call call;
    struct simt_sparse_matrix a, b;
    struct simt_dense_matrix dense, result;
    struct simt_sparse_vector sparse;
    struct simt_dense_vector x, y;
    bool swap_a, swap_b;
    const void *d_alpha, *d_beta; /**< in device memory, or NULL */
    double alpha, beta;
    cudaDataType compute;
    void *out;
    bool out_on_host;
    struct simt_sparse_product *product;
    int64_t *nnz; /**< where the host wants a number of elements */
};

/** Index i of an array. */
int64_t simt_index(const struct indices *indices, int64_t i);
void simt_put_index(const struct indices *indices, int64_t i, int64_t value);
/** Ends a call whose arguments in device memory are wrong: a message, and a fault of the device. */
void simt_sparse_end_badly(const struct library_call *call, const char *what);
/** Puts the call into the handle's stream. */
cusparseStatus_t simt_sparse_put(const struct simt_cusparse *h, struct sparse_call *c,
                                 void (*compute)(struct library_call *call), const char *name,
                                 uintptr_t pc, bool waits);
/** Takes alpha or beta over: of the type `compute`, by the handle's pointer mode. */
void simt_sparse_scalar(const struct simt_cusparse *h, struct sparse_call *c, const void *from,
                        double *value, const void **d_at);
/** Notes what of device memory the call uses. */
void simt_sparse_use_matrix(struct sparse_call *c, const struct simt_sparse_matrix *m,
                            int use_shape, int use_values);
void simt_sparse_use_dense(struct sparse_call *c, const struct simt_dense_matrix *m, int use);
void simt_sparse_use_vector(struct sparse_call *c, const struct simt_dense_vector *v, int use);
void simt_sparse_use_elements(struct sparse_call *c, const struct simt_sparse_vector *v,
                              int use_values);

#define BEGIN(h, wrong)                                                                            \
    if (!(h)) return CUSPARSE_STATUS_NOT_INITIALIZED;                                              \
    if (wrong) return CUSPARSE_STATUS_INVALID_VALUE;

#endif
