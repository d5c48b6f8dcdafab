/**
 * @file
 * @brief cuSPARSE: descriptors of arrays that are only read. They are the other descriptors, behind another type.
 */
#ifndef SIMT_CUSPARSE_CONST_H
#define SIMT_CUSPARSE_CONST_H

#include "../cusparse.h"

#define SIMT_UNCONST(p) ((void *)(uintptr_t)(p))

static inline cusparseStatus_t
cusparseCreateConstSpVec(cusparseConstSpVecDescr_t *vector, int64_t n, int64_t nnz,
                         const void *indices, const void *values, cusparseIndexType_t index_type,
                         cusparseIndexBase_t base, cudaDataType type) {
    return cusparseCreateSpVec((cusparseSpVecDescr_t *)vector, n, nnz, SIMT_UNCONST(indices),
                               SIMT_UNCONST(values), index_type, base, type);
}

static inline cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t *vector,
                                                        int64_t n, const void *values,
                                                        cudaDataType type) {
    return cusparseCreateDnVec((cusparseDnVecDescr_t *)vector, n, SIMT_UNCONST(values), type);
}

static inline cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t *matrix,
                                                        int64_t rows, int64_t cols, int64_t ld,
                                                        const void *values, cudaDataType type,
                                                        cusparseOrder_t order) {
    return cusparseCreateDnMat((cusparseDnMatDescr_t *)matrix, rows, cols, ld, SIMT_UNCONST(values),
                               type, order);
}

#define SIMT_CREATE_CONST(name, same)                                                              \
    static inline cusparseStatus_t name(                                                           \
        cusparseConstSpMatDescr_t *matrix, int64_t rows, int64_t cols, int64_t nnz,                \
        const void *first, const void *second, const void *values, cusparseIndexType_t first_type, \
        cusparseIndexType_t second_type, cusparseIndexBase_t base, cudaDataType type) {            \
        return same((cusparseSpMatDescr_t *)matrix, rows, cols, nnz, SIMT_UNCONST(first),          \
                    SIMT_UNCONST(second), SIMT_UNCONST(values), first_type, second_type, base,     \
                    type);                                                                         \
    }
SIMT_CREATE_CONST(cusparseCreateConstCsr, cusparseCreateCsr)
SIMT_CREATE_CONST(cusparseCreateConstCsc, cusparseCreateCsc)

static inline cusparseStatus_t cusparseCreateConstCoo(cusparseConstSpMatDescr_t *matrix,
                                                      int64_t rows, int64_t cols, int64_t nnz,
                                                      const void *row_indices,
                                                      const void *col_indices, const void *values,
                                                      cusparseIndexType_t index_type,
                                                      cusparseIndexBase_t base, cudaDataType type) {
    return cusparseCreateCoo((cusparseSpMatDescr_t *)matrix, rows, cols, nnz,
                             SIMT_UNCONST(row_indices), SIMT_UNCONST(col_indices),
                             SIMT_UNCONST(values), index_type, base, type);
}

#define SIMT_GET_CONST(name, same)                                                                 \
    static inline cusparseStatus_t name(                                                           \
        cusparseConstSpMatDescr_t matrix, int64_t *rows, int64_t *cols, int64_t *nnz,              \
        const void **first, const void **second, const void **values,                              \
        cusparseIndexType_t *first_type, cusparseIndexType_t *second_type,                         \
        cusparseIndexBase_t *base, cudaDataType *type) {                                           \
        return same((cusparseSpMatDescr_t)matrix, rows, cols, nnz, (void **)first,                 \
                    (void **)second, (void **)values, first_type, second_type, base, type);        \
    }
SIMT_GET_CONST(cusparseConstCsrGet, cusparseCsrGet)
SIMT_GET_CONST(cusparseConstCscGet, cusparseCscGet)

static inline cusparseStatus_t cusparseConstDnVecGet(cusparseConstDnVecDescr_t vector, int64_t *n,
                                                     const void **values, cudaDataType *type) {
    return cusparseDnVecGet((cusparseDnVecDescr_t)vector, n, (void **)values, type);
}

static inline cusparseStatus_t cusparseConstDnMatGet(cusparseConstDnMatDescr_t matrix,
                                                     int64_t *rows, int64_t *cols, int64_t *ld,
                                                     const void **values, cudaDataType *type,
                                                     cusparseOrder_t *order) {
    return cusparseDnMatGet((cusparseDnMatDescr_t)matrix, rows, cols, ld, (void **)values, type,
                            order);
}

#define SIMT_GET_CONST_VALUES(name, Const, Own, same)                                              \
    static inline cusparseStatus_t name(Const described, const void **values) {                    \
        return same((Own)described, (void **)values);                                              \
    }
SIMT_GET_CONST_VALUES(cusparseConstSpMatGetValues, cusparseConstSpMatDescr_t, cusparseSpMatDescr_t,
                      cusparseSpMatGetValues)
SIMT_GET_CONST_VALUES(cusparseConstSpVecGetValues, cusparseConstSpVecDescr_t, cusparseSpVecDescr_t,
                      cusparseSpVecGetValues)
SIMT_GET_CONST_VALUES(cusparseConstDnVecGetValues, cusparseConstDnVecDescr_t, cusparseDnVecDescr_t,
                      cusparseDnVecGetValues)
SIMT_GET_CONST_VALUES(cusparseConstDnMatGetValues, cusparseConstDnMatDescr_t, cusparseDnMatDescr_t,
                      cusparseDnMatGetValues)

#endif
