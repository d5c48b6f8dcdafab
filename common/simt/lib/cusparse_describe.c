/**
 * @file
 * @brief cuSPARSE: what descriptors say of themselves, and batches.
 */
#include "sparse.h"

#define FOUND(to, what)                                                                            \
    if (to) *(to) = what

#define GET_MATRIX(name, FORMAT)                                                                   \
    cusparseStatus_t name(cusparseSpMatDescr_t m, int64_t *rows, int64_t *cols, int64_t *nnz,      \
                          void **first, void **second, void **values,                              \
                          cusparseIndexType_t *first_type, cusparseIndexType_t *second_type,       \
                          cusparseIndexBase_t *base, cudaDataType *type) {                         \
        if (!m || m->format != FORMAT) return CUSPARSE_STATUS_INVALID_VALUE;                       \
        FOUND(rows, m->rows);                                                                      \
        FOUND(cols, m->cols);                                                                      \
        FOUND(nnz, m->nnz);                                                                        \
        FOUND(first, m->first.at);                                                                 \
        FOUND(second, m->second.at);                                                               \
        FOUND(values, m->values);                                                                  \
        FOUND(first_type, m->first.type);                                                          \
        FOUND(second_type, m->second.type);                                                        \
        FOUND(base, (cusparseIndexBase_t)m->base);                                                 \
        FOUND(type, m->type);                                                                      \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }
GET_MATRIX(cusparseCsrGet, CUSPARSE_FORMAT_CSR)
GET_MATRIX(cusparseCscGet, CUSPARSE_FORMAT_CSC)

cusparseStatus_t cusparseCooGet(cusparseSpMatDescr_t m, int64_t *rows, int64_t *cols, int64_t *nnz,
                                void **row_indices, void **col_indices, void **values,
                                cusparseIndexType_t *index_type, cusparseIndexBase_t *base,
                                cudaDataType *type) {
    if (!m || m->format != CUSPARSE_FORMAT_COO) return CUSPARSE_STATUS_INVALID_VALUE;
    FOUND(rows, m->rows);
    FOUND(cols, m->cols);
    FOUND(nnz, m->nnz);
    FOUND(row_indices, m->first.at);
    FOUND(col_indices, m->second.at);
    FOUND(values, m->values);
    FOUND(index_type, m->first.type);
    FOUND(base, (cusparseIndexBase_t)m->base);
    FOUND(type, m->type);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpVecGet(cusparseSpVecDescr_t v, int64_t *n, int64_t *nnz, void **indices,
                                  void **values, cusparseIndexType_t *index_type,
                                  cusparseIndexBase_t *base, cudaDataType *type) {
    if (!v) return CUSPARSE_STATUS_INVALID_VALUE;
    FOUND(n, v->n);
    FOUND(nnz, v->nnz);
    FOUND(indices, v->indices.at);
    FOUND(values, v->values);
    FOUND(index_type, v->indices.type);
    FOUND(base, (cusparseIndexBase_t)v->base);
    FOUND(type, v->type);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDnVecGet(cusparseDnVecDescr_t v, int64_t *n, void **values,
                                  cudaDataType *type) {
    if (!v) return CUSPARSE_STATUS_INVALID_VALUE;
    FOUND(n, v->n);
    FOUND(values, v->values);
    FOUND(type, v->type);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDnMatGet(cusparseDnMatDescr_t m, int64_t *rows, int64_t *cols, int64_t *ld,
                                  void **values, cudaDataType *type, cusparseOrder_t *order) {
    if (!m) return CUSPARSE_STATUS_INVALID_VALUE;
    FOUND(rows, m->rows);
    FOUND(cols, m->cols);
    FOUND(ld, m->ld);
    FOUND(values, m->values);
    FOUND(type, m->type);
    FOUND(order, m->by_rows ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
    return CUSPARSE_STATUS_SUCCESS;
}

#define GET(name, D, type, what)                                                                   \
    cusparseStatus_t name(D described, type *value) {                                              \
        if (!described || !value) return CUSPARSE_STATUS_INVALID_VALUE;                            \
        *value = what;                                                                             \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }
GET(cusparseSpMatGetValues, cusparseSpMatDescr_t, void *, described->values)
GET(cusparseSpVecGetValues, cusparseSpVecDescr_t, void *, described->values)
GET(cusparseSpMatGetIndexBase, cusparseConstSpMatDescr_t, cusparseIndexBase_t,
    (cusparseIndexBase_t)described->base)
GET(cusparseSpVecGetIndexBase, cusparseConstSpVecDescr_t, cusparseIndexBase_t,
    (cusparseIndexBase_t)described->base)
GET(cusparseSpMatGetStridedBatch, cusparseConstSpMatDescr_t, int,
    described->batches > 1 ? described->batches : 1)

cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t m, int *batches,
                                              int64_t *step) {
    if (!m || !batches || !step) return CUSPARSE_STATUS_INVALID_VALUE;
    *batches = m->batches;
    *step = m->step;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t m,
                                           cusparseSpMatAttribute_t attribute, void *data,
                                           size_t bytes) {
    if (!m || !data || bytes != sizeof(int)) return CUSPARSE_STATUS_INVALID_VALUE;
    *(int *)data = attribute == CUSPARSE_SPMAT_FILL_MODE ? m->fill : m->diag;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseMatrixType_t cusparseGetMatType(cusparseMatDescr_t kind) {
    return (cusparseMatrixType_t)kind->type;
}
cusparseFillMode_t cusparseGetMatFillMode(cusparseMatDescr_t kind) {
    return (cusparseFillMode_t)kind->fill;
}
cusparseDiagType_t cusparseGetMatDiagType(cusparseMatDescr_t kind) {
    return (cusparseDiagType_t)kind->diag;
}
cusparseIndexBase_t cusparseGetMatIndexBase(cusparseMatDescr_t kind) {
    return (cusparseIndexBase_t)kind->base;
}

static cusparseStatus_t set_batch(cusparseSpMatDescr_t m, cusparseFormat_t format, int batches,
                                  int64_t first_step, int64_t step) {
    if (!m || m->format != format || batches < 1 || first_step < 0 || step < 0)
        return CUSPARSE_STATUS_INVALID_VALUE;
    m->batches = batches;
    m->first_step = first_step;
    m->step = step;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t matrix, int batches,
                                            int64_t offsets_step, int64_t step) {
    return set_batch(matrix, CUSPARSE_FORMAT_CSR, batches, offsets_step, step);
}

cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t matrix, int batches,
                                            int64_t step) {
    return set_batch(matrix, CUSPARSE_FORMAT_COO, batches, step, step);
}
