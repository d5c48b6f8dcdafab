/**
 * @file
 * @brief cuSPARSE's generic API on the CPU: sparse vectors and matrices in device memory, in stream order.
 *
 * Link with -lcusparse, which needs no other library. Values are real: float, double, half or bfloat16. Indices have 32
 * or 64 bits and begin at 0 or 1. Matrices are CSR, CSC or COO. Sums are made in double and rounded once. Every
 * function returns CUSPARSE_STATUS_NOT_INITIALIZED without a handle, CUSPARSE_STATUS_INVALID_VALUE for shapes that do
 * not fit, and CUSPARSE_STATUS_NOT_SUPPORTED, with a message, for other types. No function needs a buffer.
 */
#ifndef SIMT_CUSPARSE_H
#define SIMT_CUSPARSE_H

/** Programs tell by these whether the names of cuSPARSE are known. */
#define CUSPARSE_H_
#define CUSPARSEAPI

#include <stddef.h>
#include <stdint.h>

#include "cuComplex.h"
#include "cuda_runtime_api.h"
#include "library_types.h"

#ifdef __cplusplus
#include "cuda_fp16.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define CUSPARSE_VERSION 12600

typedef struct simt_cusparse *cusparseHandle_t;
typedef struct simt_sparse_kind *cusparseMatDescr_t;
typedef struct simt_sparse_vector *cusparseSpVecDescr_t;
typedef const struct simt_sparse_vector *cusparseConstSpVecDescr_t;
typedef struct simt_dense_vector *cusparseDnVecDescr_t;
typedef const struct simt_dense_vector *cusparseConstDnVecDescr_t;
typedef struct simt_sparse_matrix *cusparseSpMatDescr_t;
typedef const struct simt_sparse_matrix *cusparseConstSpMatDescr_t;
typedef struct simt_dense_matrix *cusparseDnMatDescr_t;
typedef const struct simt_dense_matrix *cusparseConstDnMatDescr_t;
typedef struct simt_sparse_solve *cusparseSpSVDescr_t;
typedef struct simt_sparse_solve *cusparseSpSMDescr_t;
typedef struct simt_sparse_product *cusparseSpGEMMDescr_t;

typedef enum {
    CUSPARSE_STATUS_SUCCESS = 0,
    CUSPARSE_STATUS_NOT_INITIALIZED = 1,
    CUSPARSE_STATUS_ALLOC_FAILED = 2,
    CUSPARSE_STATUS_INVALID_VALUE = 3,
    CUSPARSE_STATUS_ARCH_MISMATCH = 4,
    CUSPARSE_STATUS_MAPPING_ERROR = 5,
    CUSPARSE_STATUS_EXECUTION_FAILED = 6,
    CUSPARSE_STATUS_INTERNAL_ERROR = 7,
    CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
    CUSPARSE_STATUS_ZERO_PIVOT = 9,
    CUSPARSE_STATUS_NOT_SUPPORTED = 10,
    CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11
} cusparseStatus_t;

typedef enum {
    CUSPARSE_POINTER_MODE_HOST = 0,
    CUSPARSE_POINTER_MODE_DEVICE = 1
} cusparsePointerMode_t;
typedef enum {
    CUSPARSE_OPERATION_NON_TRANSPOSE = 0,
    CUSPARSE_OPERATION_TRANSPOSE = 1,
    CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2
} cusparseOperation_t;
typedef enum {
    CUSPARSE_MATRIX_TYPE_GENERAL = 0,
    CUSPARSE_MATRIX_TYPE_SYMMETRIC = 1,
    CUSPARSE_MATRIX_TYPE_HERMITIAN = 2,
    CUSPARSE_MATRIX_TYPE_TRIANGULAR = 3
} cusparseMatrixType_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER = 0, CUSPARSE_FILL_MODE_UPPER = 1 } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT = 0, CUSPARSE_DIAG_TYPE_UNIT = 1 } cusparseDiagType_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO = 0, CUSPARSE_INDEX_BASE_ONE = 1 } cusparseIndexBase_t;
typedef enum {
    CUSPARSE_INDEX_16U = 1,
    CUSPARSE_INDEX_32I = 2,
    CUSPARSE_INDEX_64I = 3
} cusparseIndexType_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 } cusparseOrder_t;
typedef enum {
    CUSPARSE_FORMAT_CSR = 1,
    CUSPARSE_FORMAT_CSC = 2,
    CUSPARSE_FORMAT_COO = 3
} cusparseFormat_t;
typedef enum { CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE } cusparseSpMatAttribute_t;

/* Algorithms: they choose nothing here. */
typedef enum {
    CUSPARSE_SPMV_ALG_DEFAULT = 0,
    CUSPARSE_SPMV_COO_ALG1 = 1,
    CUSPARSE_SPMV_CSR_ALG1 = 2,
    CUSPARSE_SPMV_CSR_ALG2 = 3,
    CUSPARSE_SPMV_COO_ALG2 = 4
} cusparseSpMVAlg_t;
typedef enum {
    CUSPARSE_SPMM_ALG_DEFAULT = 0,
    CUSPARSE_SPMM_COO_ALG1 = 1,
    CUSPARSE_SPMM_COO_ALG2 = 2,
    CUSPARSE_SPMM_COO_ALG3 = 3,
    CUSPARSE_SPMM_CSR_ALG1 = 4,
    CUSPARSE_SPMM_COO_ALG4 = 5,
    CUSPARSE_SPMM_CSR_ALG2 = 6,
    CUSPARSE_SPMM_CSR_ALG3 = 12
} cusparseSpMMAlg_t;
typedef enum { CUSPARSE_SPSV_ALG_DEFAULT = 0 } cusparseSpSVAlg_t;
typedef enum { CUSPARSE_SPSM_ALG_DEFAULT = 0 } cusparseSpSMAlg_t;
typedef enum { CUSPARSE_SDDMM_ALG_DEFAULT = 0 } cusparseSDDMMAlg_t;
typedef enum {
    CUSPARSE_SPGEMM_DEFAULT = 0,
    CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC = 1,
    CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC = 2,
    CUSPARSE_SPGEMM_ALG1 = 3,
    CUSPARSE_SPGEMM_ALG2 = 4,
    CUSPARSE_SPGEMM_ALG3 = 5
} cusparseSpGEMMAlg_t;
typedef enum { CUSPARSE_SPARSETODENSE_ALG_DEFAULT = 0 } cusparseSparseToDenseAlg_t;
typedef enum { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT = 0 } cusparseDenseToSparseAlg_t;

/** Makes a handle. Its stream is the legacy stream, and scalars are the host's. */
cusparseStatus_t cusparseCreate(cusparseHandle_t *handle);
/** Waits for the device, and frees the handle. */
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle);
/** 12600. */
cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version);
/** The stream of the calls that follow. */
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream);
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t *stream);
/** Whether alpha, beta and results are in host memory or in device memory. */
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode);
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t *mode);
/** CUSPARSE_STATUS_SUCCESS and so on, as text. */
const char *cusparseGetErrorName(cusparseStatus_t status);
const char *cusparseGetErrorString(cusparseStatus_t status);

/* What older functions are told of a matrix. */
cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *kind);
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t kind);
cusparseStatus_t cusparseSetMatType(cusparseMatDescr_t kind, cusparseMatrixType_t type);
cusparseStatus_t cusparseSetMatFillMode(cusparseMatDescr_t kind, cusparseFillMode_t fill);
cusparseStatus_t cusparseSetMatDiagType(cusparseMatDescr_t kind, cusparseDiagType_t diag);
cusparseStatus_t cusparseSetMatIndexBase(cusparseMatDescr_t kind, cusparseIndexBase_t base);
cusparseMatrixType_t cusparseGetMatType(cusparseMatDescr_t kind);
cusparseFillMode_t cusparseGetMatFillMode(cusparseMatDescr_t kind);
cusparseDiagType_t cusparseGetMatDiagType(cusparseMatDescr_t kind);
cusparseIndexBase_t cusparseGetMatIndexBase(cusparseMatDescr_t kind);

/* Vectors of n elements, of which a sparse one stores nnz. Arrays lie in device memory and stay the program's. */
cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t *vector, int64_t n, int64_t nnz,
                                     void *indices, void *values, cusparseIndexType_t index_type,
                                     cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t vector);
cusparseStatus_t cusparseSpVecSetValues(cusparseSpVecDescr_t vector, void *values);
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *vector, int64_t n, void *values,
                                     cudaDataType type);
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t vector);
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t vector, void *values);
cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t vector, void **values);

/* Sparse matrices of rows x cols elements, of which nnz are stored. */
cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t cols,
                                   int64_t nnz, void *row_offsets, void *col_indices, void *values,
                                   cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                                   cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t cols,
                                   int64_t nnz, void *col_offsets, void *row_indices, void *values,
                                   cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                                   cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t cols,
                                   int64_t nnz, void *row_indices, void *col_indices, void *values,
                                   cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                   cudaDataType type);
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix);
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t matrix, int64_t *rows,
                                      int64_t *cols, int64_t *nnz);
cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t matrix, cusparseFormat_t *format);
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t matrix, void *values);
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t matrix, void *row_offsets,
                                        void *col_indices, void *values);
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t matrix, void *col_offsets,
                                        void *row_indices, void *values);
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t matrix, void *row_indices,
                                        void *col_indices, void *values);
/** A batch of sparse matrices of one shape, for cusparseSpMM and cusparseSDDMM. Their offsets, and their indices and
 * values, lie at these distances. Where the distance is 0, all have the same ones. */
cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t matrix, int batches,
                                            int64_t offsets_step, int64_t step);
cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t matrix, int batches, int64_t step);
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t matrix,
                                           cusparseSpMatAttribute_t attribute, void *data,
                                           size_t bytes);

/* What a sparse matrix or vector was created with. Each pointer may be NULL. */
cusparseStatus_t cusparseCsrGet(cusparseSpMatDescr_t matrix, int64_t *rows, int64_t *cols,
                                int64_t *nnz, void **row_offsets, void **col_indices, void **values,
                                cusparseIndexType_t *offset_type, cusparseIndexType_t *index_type,
                                cusparseIndexBase_t *base, cudaDataType *type);
cusparseStatus_t cusparseCscGet(cusparseSpMatDescr_t matrix, int64_t *rows, int64_t *cols,
                                int64_t *nnz, void **col_offsets, void **row_indices, void **values,
                                cusparseIndexType_t *offset_type, cusparseIndexType_t *index_type,
                                cusparseIndexBase_t *base, cudaDataType *type);
cusparseStatus_t cusparseCooGet(cusparseSpMatDescr_t matrix, int64_t *rows, int64_t *cols,
                                int64_t *nnz, void **row_indices, void **col_indices, void **values,
                                cusparseIndexType_t *index_type, cusparseIndexBase_t *base,
                                cudaDataType *type);
cusparseStatus_t cusparseSpVecGet(cusparseSpVecDescr_t vector, int64_t *n, int64_t *nnz,
                                  void **indices, void **values, cusparseIndexType_t *index_type,
                                  cusparseIndexBase_t *base, cudaDataType *type);
cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t matrix, void **values);
cusparseStatus_t cusparseSpVecGetValues(cusparseSpVecDescr_t vector, void **values);
cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t matrix,
                                           cusparseIndexBase_t *base);
cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t vector,
                                           cusparseIndexBase_t *base);
cusparseStatus_t cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t matrix, int *batches);
cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t matrix,
                                           cusparseSpMatAttribute_t attribute, void *data,
                                           size_t bytes);

/* Dense matrices, by columns or by rows at distances of ld; `batches` of them at distances of `step`. */
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *matrix, int64_t rows, int64_t cols,
                                     int64_t ld, void *values, cudaDataType type,
                                     cusparseOrder_t order);
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t matrix);
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t matrix, void *values);
cusparseStatus_t cusparseDnMatGetValues(cusparseDnMatDescr_t matrix, void **values);
cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t matrix, int batches,
                                              int64_t step);
cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t matrix, int *batches,
                                              int64_t *step);
cusparseStatus_t cusparseDnMatGet(cusparseDnMatDescr_t matrix, int64_t *rows, int64_t *cols,
                                  int64_t *ld, void **values, cudaDataType *type,
                                  cusparseOrder_t *order);
cusparseStatus_t cusparseDnVecGet(cusparseDnVecDescr_t vector, int64_t *n, void **values,
                                  cudaDataType *type);

/** y = alpha x + beta y, with a sparse x. */
cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void *alpha,
                               cusparseConstSpVecDescr_t x, const void *beta,
                               cusparseDnVecDescr_t y);
/** x = cosine x + sine y and y = cosine y - sine x, where the sparse x has elements. */
cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void *cosine, const void *sine,
                             cusparseSpVecDescr_t x, cusparseDnVecDescr_t y);
/** The values of the sparse x come from y, or go to y. */
cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y,
                                cusparseSpVecDescr_t x);
cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x,
                                 cusparseDnVecDescr_t y);
/** The scalar product of a sparse and a dense vector. */
cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t op,
                                         cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                                         const void *result, cudaDataType compute, size_t *bytes);
cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t op,
                              cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                              void *result, cudaDataType compute, void *buffer);

/** y = alpha op(A) x + beta y */
#define SIMT_SPMV                                                                                  \
    cusparseHandle_t handle, cusparseOperation_t op, const void *alpha,                            \
        cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void *beta,                \
        cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t algorithm
cusparseStatus_t cusparseSpMV_bufferSize(SIMT_SPMV, size_t *bytes);
cusparseStatus_t cusparseSpMV_preprocess(SIMT_SPMV, void *buffer);
cusparseStatus_t cusparseSpMV(SIMT_SPMV, void *buffer);

/** C = alpha op(A) op(B) + beta C, with a sparse A */
#define SIMT_SPMM                                                                                  \
    cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,                   \
        const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,               \
        const void *beta, cusparseDnMatDescr_t c, cudaDataType compute,                            \
        cusparseSpMMAlg_t algorithm
cusparseStatus_t cusparseSpMM_bufferSize(SIMT_SPMM, size_t *bytes);
cusparseStatus_t cusparseSpMM_preprocess(SIMT_SPMM, void *buffer);
cusparseStatus_t cusparseSpMM(SIMT_SPMM, void *buffer);

/** op(A) y = alpha x for a triangle A, whose attributes say which and whether its diagonal is 1. */
#define SIMT_SPSV                                                                                  \
    cusparseHandle_t handle, cusparseOperation_t op, const void *alpha,                            \
        cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,          \
        cudaDataType compute, cusparseSpSVAlg_t algorithm, cusparseSpSVDescr_t solve
cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *solve);
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t solve);
cusparseStatus_t cusparseSpSV_bufferSize(SIMT_SPSV, size_t *bytes);
cusparseStatus_t cusparseSpSV_analysis(SIMT_SPSV, void *buffer);
cusparseStatus_t cusparseSpSV_solve(SIMT_SPSV);

/** op(A) C = alpha op(B) for a triangle A, and dense B and C. */
#define SIMT_SPSM                                                                                  \
    cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,                   \
        const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,               \
        cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpSMAlg_t algorithm,                 \
        cusparseSpSMDescr_t solve
cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t *solve);
cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t solve);
cusparseStatus_t cusparseSpSM_bufferSize(SIMT_SPSM, size_t *bytes);
cusparseStatus_t cusparseSpSM_analysis(SIMT_SPSM, void *buffer);
cusparseStatus_t cusparseSpSM_solve(SIMT_SPSM);

/** C = alpha op(A) op(B) + beta C for dense A and B, only where the sparse C has elements. */
#define SIMT_SDDMM                                                                                 \
    cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,                   \
        const void *alpha, cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,               \
        const void *beta, cusparseSpMatDescr_t c, cudaDataType compute,                            \
        cusparseSDDMMAlg_t algorithm
cusparseStatus_t cusparseSDDMM_bufferSize(SIMT_SDDMM, size_t *bytes);
cusparseStatus_t cusparseSDDMM_preprocess(SIMT_SDDMM, void *buffer);
cusparseStatus_t cusparseSDDMM(SIMT_SDDMM, void *buffer);

/** C = alpha A B for sparse A, B and C in CSR. beta has to be 0. After _compute C's size is known, and _copy fills
 * it. */
#define SIMT_SPGEMM                                                                                \
    cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,                   \
        const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,               \
        const void *beta, cusparseSpMatDescr_t c, cudaDataType compute,                            \
        cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t product
cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *product);
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t product);
cusparseStatus_t cusparseSpGEMM_workEstimation(SIMT_SPGEMM, size_t *bytes, void *buffer);
cusparseStatus_t cusparseSpGEMM_compute(SIMT_SPGEMM, size_t *bytes, void *buffer);
cusparseStatus_t cusparseSpGEMM_copy(SIMT_SPGEMM);
/** How many products of two numbers are added up. It is known after _workEstimation with a buffer. */
cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t product, int64_t *number);
cusparseStatus_t cusparseSpGEMM_estimateMemory(SIMT_SPGEMM, float fraction, size_t *bytes3,
                                               void *buffer3, size_t *bytes2);
/** The same product, which can be made again for other values. After _nnz C's size is known, _copy fills its indices,
 * and _compute its values. */
#define SIMT_SPGEMM_REUSE                                                                          \
    cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,                   \
        cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,          \
        cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t product
cusparseStatus_t cusparseSpGEMMreuse_workEstimation(SIMT_SPGEMM_REUSE, size_t *bytes, void *buffer);
cusparseStatus_t cusparseSpGEMMreuse_nnz(SIMT_SPGEMM_REUSE, size_t *bytes2, void *buffer2,
                                         size_t *bytes3, void *buffer3, size_t *bytes4,
                                         void *buffer4);
cusparseStatus_t cusparseSpGEMMreuse_copy(SIMT_SPGEMM_REUSE, size_t *bytes, void *buffer);
cusparseStatus_t cusparseSpGEMMreuse_compute(SIMT_SPGEMM);

/** From sparse to dense. */
cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstSpMatDescr_t a,
                                                  cusparseDnMatDescr_t b,
                                                  cusparseSparseToDenseAlg_t algorithm,
                                                  size_t *bytes);
cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t a,
                                       cusparseDnMatDescr_t b, cusparseSparseToDenseAlg_t algorithm,
                                       void *buffer);
/** From dense to sparse. _analysis sets the number of elements of b, and _convert fills its arrays. */
cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstDnMatDescr_t a,
                                                  cusparseSpMatDescr_t b,
                                                  cusparseDenseToSparseAlg_t algorithm,
                                                  size_t *bytes);
cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle,
                                                cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b,
                                                cusparseDenseToSparseAlg_t algorithm, void *buffer);
cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                               cusparseSpMatDescr_t b,
                                               cusparseDenseToSparseAlg_t algorithm, void *buffer);

/* Incomplete factors of a CSR matrix of n rows, in place, for S and D. csrilu02: L and U, the ones of L's diagonal are
 * not stored. csric02: L with A = L L', of the lower triangle. They need no analysis and no buffer. zeroPivot waits. It
 * gives the first row without a pivot with CUSPARSE_STATUS_ZERO_PIVOT, or else -1. */
typedef struct simt_sparse_factor *csrilu02Info_t;
typedef struct simt_sparse_factor *csric02Info_t;
typedef enum { CUSPARSE_SOLVE_POLICY_NO_LEVEL = 0, CUSPARSE_SOLVE_POLICY_USE_LEVEL = 1 } cusparseSolvePolicy_t;
cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t *info);
cusparseStatus_t cusparseDestroyCsrilu02Info(csrilu02Info_t info);
cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t h, csrilu02Info_t info, int *position);
cusparseStatus_t cusparseCreateCsric02Info(csric02Info_t *info);
cusparseStatus_t cusparseDestroyCsric02Info(csric02Info_t info);
cusparseStatus_t cusparseXcsric02_zeroPivot(cusparseHandle_t h, csric02Info_t info, int *position);
#define SIMT_CUSPARSE_FACTOR(X, T, name, Info)                                                     \
    cusparseStatus_t cusparse##X##name##_bufferSize(cusparseHandle_t h, int n, int nnz,            \
                                                    cusparseMatDescr_t kind, T *values,            \
                                                    const int *offsets, const int *columns,        \
                                                    Info info, int *bytes);                        \
    cusparseStatus_t cusparse##X##name##_analysis(cusparseHandle_t h, int n, int nnz,              \
                                                  cusparseMatDescr_t kind, const T *values,        \
                                                  const int *offsets, const int *columns,          \
                                                  Info info, cusparseSolvePolicy_t policy,         \
                                                  void *buffer);                                   \
    cusparseStatus_t cusparse##X##name(cusparseHandle_t h, int n, int nnz,                         \
                                       cusparseMatDescr_t kind, T *values, const int *offsets,     \
                                       const int *columns, Info info,                              \
                                       cusparseSolvePolicy_t policy, void *buffer);
SIMT_CUSPARSE_FACTOR(S, float, csrilu02, csrilu02Info_t)
SIMT_CUSPARSE_FACTOR(D, double, csrilu02, csrilu02Info_t)
SIMT_CUSPARSE_FACTOR(S, float, csric02, csric02Info_t)
SIMT_CUSPARSE_FACTOR(D, double, csric02, csric02Info_t)

/* Rows of COO become offsets of CSR, and back. There are m rows, and nnz elements. */
cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *row_indices, int nnz, int m,
                                  int *row_offsets, cusparseIndexBase_t base);
cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int *row_offsets, int nnz, int m,
                                  int *row_indices, cusparseIndexBase_t base);

/* Elements are sorted, and equal ones keep their order. The numbers in `p` go with them, if it is not NULL. */
#define SIMT_COOSORT                                                                               \
    cusparseHandle_t handle, int m, int n, int nnz, int *row_indices, int *col_indices, int *p
#define SIMT_CSRSORT                                                                               \
    cusparseHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t kind,                 \
        const int *offsets, int *indices, int *p
cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int *p);
cusparseStatus_t cusparseXcoosort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz,
                                                const int *row_indices, const int *col_indices,
                                                size_t *bytes);
cusparseStatus_t cusparseXcoosortByRow(SIMT_COOSORT, void *buffer);
cusparseStatus_t cusparseXcoosortByColumn(SIMT_COOSORT, void *buffer);
cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz,
                                                const int *row_offsets, const int *col_indices,
                                                size_t *bytes);
cusparseStatus_t cusparseXcsrsort(SIMT_CSRSORT, void *buffer);
cusparseStatus_t cusparseXcscsort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz,
                                                const int *col_offsets, const int *row_indices,
                                                size_t *bytes);
cusparseStatus_t cusparseXcscsort(SIMT_CSRSORT, void *buffer);

/** A CSR matrix of m x n elements becomes CSC, with its values or without them. */
typedef enum { CUSPARSE_ACTION_SYMBOLIC = 0, CUSPARSE_ACTION_NUMERIC = 1 } cusparseAction_t;
typedef enum { CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, CUSPARSE_CSR2CSC_ALG1 = 1 } cusparseCsr2CscAlg_t;
#define SIMT_CSR2CSC                                                                               \
    cusparseHandle_t handle, int m, int n, int nnz, const void *values, const int *row_offsets,    \
        const int *col_indices, void *csc_values, int *col_offsets, int *row_indices,              \
        cudaDataType type, cusparseAction_t action, cusparseIndexBase_t base,                      \
        cusparseCsr2CscAlg_t algorithm
cusparseStatus_t cusparseCsr2cscEx2_bufferSize(SIMT_CSR2CSC, size_t *bytes);
cusparseStatus_t cusparseCsr2cscEx2(SIMT_CSR2CSC, void *buffer);

/* Systems of m equations with 3 diagonals (dl, d, du) or with 5 (ds, dl, d, du, dw), for S and D. The answers take the
 * place of the right sides. gtsv2: n right sides, as columns at distances of ldb. StridedBatch: one system behind
 * another. InterleavedBatch: element i of system j is at i * batches + j. All find pivots. */
#define SIMT_CUSPARSE_BANDS(X, T)                                                                  \
    cusparseStatus_t cusparse##X##gtsv2_bufferSizeExt(                                             \
        cusparseHandle_t handle, int m, int n, const T *dl, const T *d, const T *du, const T *b,   \
        int ldb, size_t *bytes);                                                                   \
    cusparseStatus_t cusparse##X##gtsv2(cusparseHandle_t handle, int m, int n, const T *dl,        \
                                        const T *d, const T *du, T *b, int ldb, void *buffer);     \
    cusparseStatus_t cusparse##X##gtsv2_nopivot_bufferSizeExt(                                     \
        cusparseHandle_t handle, int m, int n, const T *dl, const T *d, const T *du, const T *b,   \
        int ldb, size_t *bytes);                                                                   \
    cusparseStatus_t cusparse##X##gtsv2_nopivot(cusparseHandle_t handle, int m, int n,             \
                                                const T *dl, const T *d, const T *du, T *b,        \
                                                int ldb, void *buffer);                            \
    cusparseStatus_t cusparse##X##gtsv2StridedBatch_bufferSizeExt(                                 \
        cusparseHandle_t handle, int m, const T *dl, const T *d, const T *du, const T *x,          \
        int batches, int step, size_t *bytes);                                                     \
    cusparseStatus_t cusparse##X##gtsv2StridedBatch(cusparseHandle_t handle, int m, const T *dl,   \
                                                    const T *d, const T *du, T *x, int batches,    \
                                                    int step, void *buffer);                       \
    cusparseStatus_t cusparse##X##gtsvInterleavedBatch_bufferSizeExt(                              \
        cusparseHandle_t handle, int algorithm, int m, const T *dl, const T *d, const T *du,       \
        const T *x, int batches, size_t *bytes);                                                   \
    cusparseStatus_t cusparse##X##gtsvInterleavedBatch(cusparseHandle_t handle, int algorithm,     \
                                                       int m, T *dl, T *d, T *du, T *x,            \
                                                       int batches, void *buffer);                 \
    cusparseStatus_t cusparse##X##gpsvInterleavedBatch_bufferSizeExt(                              \
        cusparseHandle_t handle, int algorithm, int m, const T *ds, const T *dl, const T *d,       \
        const T *du, const T *dw, const T *x, int batches, size_t *bytes);                         \
    cusparseStatus_t cusparse##X##gpsvInterleavedBatch(                                            \
        cusparseHandle_t handle, int algorithm, int m, T *ds, T *dl, T *d, T *du, T *dw, T *x,     \
        int batches, void *buffer);
SIMT_CUSPARSE_BANDS(S, float)
SIMT_CUSPARSE_BANDS(D, double)

#ifdef __cplusplus
}
#endif

#include "simt/cusparse_const.h"

#endif
