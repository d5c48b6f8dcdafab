/**
 * @file
 * @brief cuSPARSE: handles and descriptors.
 */
#include "sparse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle) {
    if (!handle) return CUSPARSE_STATUS_INVALID_VALUE;
    if (simt_enter(false)) return CUSPARSE_STATUS_NOT_INITIALIZED;
    *handle = calloc(1, sizeof(**handle));
    return *handle ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}

cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) {
    if (!handle) return CUSPARSE_STATUS_NOT_INITIALIZED;
    simt_wait_for(simt_device);
    free(handle);
    return CUSPARSE_STATUS_SUCCESS;
}

/* Functions that read or write a field of what is described. */
#define FIELD(name, parameters, described, wrong, action)                                          \
    cusparseStatus_t name parameters {                                                             \
        if (!(described)) return CUSPARSE_STATUS_NOT_INITIALIZED;                                  \
        if (wrong) return CUSPARSE_STATUS_INVALID_VALUE;                                           \
        action;                                                                                    \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }
FIELD(cusparseGetVersion, (cusparseHandle_t h, int *version), h, !version,
      *version = CUSPARSE_VERSION)
FIELD(cusparseSetStream, (cusparseHandle_t h, cudaStream_t stream), h, false, h->stream = stream)
FIELD(cusparseGetStream, (cusparseHandle_t h, cudaStream_t *stream), h, !stream,
      *stream = h->stream)
FIELD(cusparseSetPointerMode, (cusparseHandle_t h, cusparsePointerMode_t mode), h, false,
      h->mode = mode)
FIELD(cusparseGetPointerMode, (cusparseHandle_t h, cusparsePointerMode_t *mode), h, !mode,
      *mode = h->mode)
FIELD(cusparseSetMatType, (cusparseMatDescr_t k, cusparseMatrixType_t type), k, false,
      k->type = (int)type)
FIELD(cusparseSetMatFillMode, (cusparseMatDescr_t k, cusparseFillMode_t fill), k, false,
      k->fill = (int)fill)
FIELD(cusparseSetMatDiagType, (cusparseMatDescr_t k, cusparseDiagType_t diag), k, false,
      k->diag = (int)diag)
FIELD(cusparseSetMatIndexBase, (cusparseMatDescr_t k, cusparseIndexBase_t base), k, false,
      k->base = (int)base)
FIELD(cusparseSpVecSetValues, (cusparseSpVecDescr_t v, void *values), v, !values,
      v->values = values)
FIELD(cusparseDnVecSetValues, (cusparseDnVecDescr_t v, void *values), v, !values,
      v->values = values)
FIELD(cusparseDnVecGetValues, (cusparseDnVecDescr_t v, void **values), v, !values,
      *values = v->values)
FIELD(cusparseSpMatSetValues, (cusparseSpMatDescr_t m, void *values), m, !values,
      m->values = values)
FIELD(cusparseDnMatSetValues, (cusparseDnMatDescr_t m, void *values), m, !values,
      m->values = values)
FIELD(cusparseDnMatGetValues, (cusparseDnMatDescr_t m, void **values), m, !values,
      *values = m->values)
FIELD(cusparseDnMatSetStridedBatch, (cusparseDnMatDescr_t m, int batches, int64_t step), m,
      batches < 1 || step < 0, (m->batches = batches, m->step = step))
FIELD(cusparseSpMatGetFormat, (cusparseConstSpMatDescr_t m, cusparseFormat_t *format), m, !format,
      *format = m->format)
FIELD(cusparseSpMatGetSize,
      (cusparseConstSpMatDescr_t m, int64_t *rows, int64_t *cols, int64_t *nnz), m,
      !rows || !cols || !nnz, (*rows = m->rows, *cols = m->cols, *nnz = m->nnz))
#define POINTERS(name, FORMAT)                                                                     \
    FIELD(name, (cusparseSpMatDescr_t m, void *first, void *second, void *values), m,              \
          m->format != FORMAT || !first || !second || !values,                                     \
          (m->first.at = first, m->second.at = second, m->values = values))
POINTERS(cusparseCsrSetPointers, CUSPARSE_FORMAT_CSR)
POINTERS(cusparseCscSetPointers, CUSPARSE_FORMAT_CSC)
POINTERS(cusparseCooSetPointers, CUSPARSE_FORMAT_COO)

cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t m,
                                           cusparseSpMatAttribute_t attribute, void *data,
                                           size_t bytes) {
    BEGIN(m, !data || bytes != sizeof(int))
    memcpy(attribute == CUSPARSE_SPMAT_FILL_MODE ? &m->fill : &m->diag, data, sizeof(int));
    m->is_triangle = true;
    return CUSPARSE_STATUS_SUCCESS;
}

const char *cusparseGetErrorName(cusparseStatus_t status) {
    static const char *const names[] = {"CUSPARSE_STATUS_SUCCESS",
                                        "CUSPARSE_STATUS_NOT_INITIALIZED",
                                        "CUSPARSE_STATUS_ALLOC_FAILED",
                                        "CUSPARSE_STATUS_INVALID_VALUE",
                                        "CUSPARSE_STATUS_ARCH_MISMATCH",
                                        "CUSPARSE_STATUS_MAPPING_ERROR",
                                        "CUSPARSE_STATUS_EXECUTION_FAILED",
                                        "CUSPARSE_STATUS_INTERNAL_ERROR",
                                        "CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED",
                                        "CUSPARSE_STATUS_ZERO_PIVOT",
                                        "CUSPARSE_STATUS_NOT_SUPPORTED",
                                        "CUSPARSE_STATUS_INSUFFICIENT_RESOURCES"};
    return (size_t)status < sizeof(names) / sizeof(*names) ? names[status] : "<unknown>";
}

const char *cusparseGetErrorString(cusparseStatus_t status) {
    static const char *const strings[] = {"success",
                                          "initialization error",
                                          "out of memory",
                                          "invalid value",
                                          "architecture mismatch",
                                          "mapping error",
                                          "kernel launch failure",
                                          "internal error",
                                          "matrix type not supported",
                                          "zero pivot",
                                          "operation not supported",
                                          "insufficient resources"};
    return (size_t)status < sizeof(strings) / sizeof(*strings) ? strings[status] : "<unknown>";
}

/*
 * Descriptors.
 */
static cusparseStatus_t create(void *to, const void *from, size_t bytes, bool fits) {
    void *copy = to && fits ? malloc(bytes) : NULL;
    if (!to || !fits) return CUSPARSE_STATUS_INVALID_VALUE;
    if (!copy) return CUSPARSE_STATUS_ALLOC_FAILED;
    memcpy(copy, from, bytes);
    memcpy(to, &copy, sizeof(copy));
    return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t destroy(const void *described) {
    free((void *)(uintptr_t)described);
    return CUSPARSE_STATUS_SUCCESS;
}

static bool known(cudaDataType type, const char *name) {
    if (simt_number_bytes(type)) return true;
    fprintf(stderr,
            "simt: %s has real numbers of 64, 32 or 16 bits here. Convert them, or use nvcc\n",
            name);
    return false;
}

static bool known_index(cusparseIndexType_t type) {
    return type == CUSPARSE_INDEX_32I || type == CUSPARSE_INDEX_64I;
}

#define DESTROY(name, type)                                                                        \
    cusparseStatus_t name(type described) {                                                        \
        return destroy(described);                                                                 \
    }
DESTROY(cusparseDestroyMatDescr, cusparseMatDescr_t)
DESTROY(cusparseDestroySpVec, cusparseConstSpVecDescr_t)
DESTROY(cusparseDestroyDnVec, cusparseConstDnVecDescr_t)
DESTROY(cusparseDestroySpMat, cusparseConstSpMatDescr_t)
DESTROY(cusparseDestroyDnMat, cusparseConstDnMatDescr_t)
DESTROY(cusparseSpSV_destroyDescr, cusparseSpSVDescr_t)
DESTROY(cusparseSpSM_destroyDescr, cusparseSpSMDescr_t)

cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t p) {
    if (p) free(p->offsets), free(p->columns), free(p->values);
    return destroy(p);
}

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *kind) {
    return create(kind, &(struct simt_sparse_kind){0}, sizeof(struct simt_sparse_kind), true);
}
cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *solve) {
    return create(solve, &(struct simt_sparse_solve){0}, sizeof(struct simt_sparse_solve), true);
}
cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t *solve) {
    return cusparseSpSV_createDescr(solve);
}
cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *product) {
    return create(product, &(struct simt_sparse_product){0}, sizeof(struct simt_sparse_product),
                  true);
}

cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t *vector, int64_t n, int64_t nnz,
                                     void *indices, void *values, cusparseIndexType_t index_type,
                                     cusparseIndexBase_t base, cudaDataType type) {
    if (!known(type, "cusparseCreateSpVec")) return CUSPARSE_STATUS_NOT_SUPPORTED;
    struct simt_sparse_vector v = {n, nnz, {indices, index_type}, (int)base, values, type};
    return create(vector, &v, sizeof(v), n >= 0 && nnz >= 0 && nnz <= n && known_index(index_type));
}

cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *vector, int64_t n, void *values,
                                     cudaDataType type) {
    if (!known(type, "cusparseCreateDnVec")) return CUSPARSE_STATUS_NOT_SUPPORTED;
    struct simt_dense_vector v = {n, values, type};
    return create(vector, &v, sizeof(v), n >= 0);
}

cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *matrix, int64_t rows, int64_t cols,
                                     int64_t ld, void *values, cudaDataType type,
                                     cusparseOrder_t order) {
    if (!known(type, "cusparseCreateDnMat")) return CUSPARSE_STATUS_NOT_SUPPORTED;
    bool by_rows = order == CUSPARSE_ORDER_ROW;
    struct simt_dense_matrix m = {rows, cols, ld, 0, 1, by_rows, values, type};
    return create(matrix, &m, sizeof(m), rows >= 0 && cols >= 0 && ld >= (by_rows ? cols : rows));
}

#define CREATE(name, FORMAT, second_type, ...)                                                     \
    cusparseStatus_t name(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t cols, int64_t nnz,   \
                          void *first, void *second, void *values, cusparseIndexType_t first_type, \
                          __VA_ARGS__) {                                                           \
        if (!known(type, #name)) return CUSPARSE_STATUS_NOT_SUPPORTED;                             \
        struct simt_sparse_matrix m = {.format = FORMAT,                                           \
                                       .rows = rows,                                               \
                                       .cols = cols,                                               \
                                       .nnz = nnz,                                                 \
                                       .first = {first, first_type},                               \
                                       .second = {second, second_type},                            \
                                       .base = (int)base,                                          \
                                       .values = values,                                           \
                                       .type = type};                                              \
        bool fits = rows >= 0 && cols >= 0 && nnz >= 0 && known_index(first_type) &&               \
                    known_index(second_type);                                                      \
        return create(matrix, &m, sizeof(m), fits);                                                \
    }
CREATE(cusparseCreateCsr, CUSPARSE_FORMAT_CSR, index_type, cusparseIndexType_t index_type,
       cusparseIndexBase_t base, cudaDataType type)
CREATE(cusparseCreateCsc, CUSPARSE_FORMAT_CSC, index_type, cusparseIndexType_t index_type,
       cusparseIndexBase_t base, cudaDataType type)
CREATE(cusparseCreateCoo, CUSPARSE_FORMAT_COO, first_type, cusparseIndexBase_t base,
       cudaDataType type)

/*
 * Calls.
 */
static void use_array(struct sparse_call *c, const void *at, int64_t n, size_t item, int use) {
    simt_library_uses(&c->call, at, (size_t)n * item, 1, (size_t)n * item, use);
}

static size_t index_bytes(const struct indices *i) {
    return i->type == CUSPARSE_INDEX_64I ? 8 : 4;
}

void simt_sparse_use_matrix(struct sparse_call *c, const struct simt_sparse_matrix *m,
                            int use_shape, int use_values) {
    int64_t offsets = m->format == CUSPARSE_FORMAT_COO
                          ? m->nnz
                          : (m->format == CUSPARSE_FORMAT_CSR ? m->rows : m->cols) + 1;
    int64_t more = m->batches > 1 ? m->batches - 1 : 0; // from the first to the last of a batch
    use_array(c, m->first.at, offsets + more * m->first_step, index_bytes(&m->first), use_shape);
    use_array(c, m->second.at, m->nnz + more * m->step, index_bytes(&m->second), use_shape);
    use_array(c, m->values, m->nnz + more * m->step, simt_number_bytes(m->type), use_values);
}

void simt_sparse_use_dense(struct sparse_call *c, const struct simt_dense_matrix *m, int use) {
    size_t item = simt_number_bytes(m->type);
    int64_t length = m->by_rows ? m->cols : m->rows, columns = m->by_rows ? m->rows : m->cols;
    if (m->batches > 1 && columns > 0) { // from the first to the last of a batch
        use_array(c, m->values, (m->batches - 1) * m->step + (columns - 1) * m->ld + length, item,
                  use);
        return;
    }
    simt_library_uses(&c->call, m->values, (size_t)length * item, (size_t)columns,
                      (size_t)m->ld * item, use);
}

void simt_sparse_use_vector(struct sparse_call *c, const struct simt_dense_vector *v, int use) {
    use_array(c, v->values, v->n, simt_number_bytes(v->type), use);
}

void simt_sparse_use_elements(struct sparse_call *c, const struct simt_sparse_vector *v,
                              int use_values) {
    use_array(c, v->indices.at, v->nnz, index_bytes(&v->indices), USE_READS);
    use_array(c, v->values, v->nnz, simt_number_bytes(v->type), use_values);
}

int64_t simt_index(const struct indices *indices, int64_t i) {
    return indices->type == CUSPARSE_INDEX_64I ? ((const int64_t *)indices->at)[i]
                                               : ((const int32_t *)indices->at)[i];
}

void simt_put_index(const struct indices *indices, int64_t i, int64_t value) {
    if (indices->type == CUSPARSE_INDEX_64I)
        ((int64_t *)indices->at)[i] = value;
    else
        ((int32_t *)indices->at)[i] = (int32_t)value;
}

void simt_sparse_end_badly(const struct library_call *call, const char *what) {
    fflush(stdout);
    fprintf(stderr, "simt: %s %s\n", call->call.name, what);
    simt_set_pending(call->work.stream->device, cudaErrorIllegalAddress);
}

void simt_sparse_scalar(const struct simt_cusparse *h, struct sparse_call *c, const void *from,
                        double *value, const void **d_at) {
    if (h->mode == CUSPARSE_POINTER_MODE_HOST) {
        *value = simt_number_load(from, c->compute, 0);
        return;
    }
    *d_at = from;
    use_array(c, from, 1, simt_number_bytes(c->compute), USE_READS);
}

cusparseStatus_t simt_sparse_put(const struct simt_cusparse *h, struct sparse_call *c,
                                 void (*compute)(struct library_call *call), const char *name,
                                 uintptr_t pc, bool waits) {
    c->call.compute = compute;
    cudaError_t error = simt_library_put(&c->call, sizeof(*c), name, pc, h->stream, waits);
    return error ? CUSPARSE_STATUS_EXECUTION_FAILED : CUSPARSE_STATUS_SUCCESS;
}
