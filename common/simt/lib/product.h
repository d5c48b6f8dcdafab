/**
 * @file
 * @brief Products of matrices whose numbers have any type, as the functions of cuBLAS with Ex in their names have.
 */
#ifndef SIMT_LIB_PRODUCT_H
#define SIMT_LIB_PRODUCT_H

#include "cublas.h"
#include "numbers.h"

/** A matrix in memory: element (i, j) is i * row + j * col elements behind the start. */
struct layout {
    const void *start;
    const void *const *starts; /**< of a batch, in device memory; or NULL: at distances of `step` */
    cudaDataType type;
    long long row, col, step;
    int rows, cols;
};

/** What is done with an element of the result, in this order. */
enum epilogue { EPILOGUE_BIAS = 1, EPILOGUE_RELU = 2, EPILOGUE_GELU = 4 };

/** d = alpha * op(a) * op(b) + beta * c. */
struct product {
    struct library_call call;
    struct layout a, b, c, d;
    int m, n, k, count;
    bool swap_a, swap_b; /**< the transpose is meant */
    cudaDataType scale_type;
    struct scalar alpha, beta;
    int epilogue;
    const void *bias; /**< one number for each row of d */
    cudaDataType bias_type;
};

/** Puts the product into the stream. CUBLAS_STATUS_NOT_SUPPORTED, and a message, for types that it does not have. */
cublasStatus_t simt_product_put(struct product *p, cublasPointerMode_t mode, const void *alpha,
                                const void *beta, const char *name, uintptr_t pc,
                                cudaStream_t stream);

#endif
