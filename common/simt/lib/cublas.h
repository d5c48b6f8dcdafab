/**
 * @file
 * @brief A call of cuBLAS: its arguments, which are kept until its turn in the stream comes.
 */
#ifndef SIMT_LIB_CUBLAS_H
#define SIMT_LIB_CUBLAS_H

#include "cublas_v2.h"

#include "cblas_extra.h"
#include "library.h"

struct simt_cublas {
    cudaStream_t stream;
    cublasPointerMode_t mode;
    cublasAtomicsMode_t atomics;
    cublasMath_t math;
    int multiprocessors, most_bits, more_bits;
    cublasEmulationStrategy_t strategy;
    cudaEmulationMantissaControl control;
    cudaEmulationSpecialValuesSupport special;
};

/** alpha or beta: the device's, or the host's, which is kept as it was at the call. */
struct scalar {
    const void *d_at;
    double kept[5]; /**< as many as rotm has */
};

struct blas {
    struct library_call call;
    int op_a, op_b, fill, diag, side; /**< as BLAS numbers them */
    int m, n, k, kl, ku, lda, ldb, ldc, incx, incy, count;
    long long a_step, b_step, c_step;
    const void *a, *b;
    void *c, *x, *y, *result;
    const void *const *as, *const *bs; /**< arrays of matrices */
    void *const *cs;
    struct scalar alpha, beta;
};

/** A matrix can be given by each operation. */

static inline const void *scalar_value(const struct scalar *s) {
    return s->d_at ? s->d_at : s->kept;
}

/** Takes a scalar over, by the handle's pointer mode. */
void simt_blas_scalar(const struct simt_cublas *h, struct blas *b, struct scalar *s,
                      const void *from, size_t bytes);
/** Whether it is known to be 0 now: what it is multiplied with is not read. */
bool simt_blas_is_zero(const struct scalar *s);
/** A vector of n elements at steps of `inc`, of either sign. */
void simt_blas_vector(struct blas *b, const void *x, int n, int inc, size_t bytes, int use);
/** A matrix that has rows x cols elements as it lies in memory. */
void simt_blas_matrix(struct blas *b, const void *a, int rows, int cols, int ld, size_t bytes,
                      int use);
/** The triangle of a square matrix of n rows; with CUBLAS_DIAG_UNIT without its diagonal. */
void simt_blas_triangle(struct blas *b, const void *a, int n, int ld, size_t bytes,
                        cublasFillMode_t fill, cublasDiagType_t diag, int use);
/** The same without gaps between the columns. */
void simt_blas_packed(struct blas *b, const void *a, int n, size_t bytes, cublasFillMode_t fill,
                      cublasDiagType_t diag, int use);
/** The band of a matrix of rows x cols elements: kl diagonals below its own, and ku above. */
void simt_blas_band(struct blas *b, const void *a, int rows, int cols, int kl, int ku, int ld,
                    size_t bytes);
/** The band of a triangle of n columns with k diagonals beside its own. */
void simt_blas_triangle_band(struct blas *b, const void *a, int n, int k, int ld, size_t bytes,
                             cublasFillMode_t fill, cublasDiagType_t diag);
/** Part i of a batch, from an array of addresses or at equal distances. */
const void *simt_blas_nth(const void *first, const void *const *all, long long step, int i,
                          size_t item);
/** Checks the ranges of a part of a batch, which are known only when its turn comes; false: a fault is noted. */
bool simt_blas_may_use(const struct blas *b, struct blas *part);
/** Notes that a part of a batch is done. */
void simt_blas_used(const struct blas *part);
/** Where a call's result goes. */
void simt_blas_result(const struct simt_cublas *h, struct blas *b, void *result, size_t bytes);
cublasStatus_t simt_blas_put(const struct simt_cublas *h, struct blas *b, const char *name,
                             uintptr_t pc, bool waits);

static inline int blas_op(cublasOperation_t op) {
    return CBLAS_NO + (int)op;
}
static inline int blas_fill(cublasFillMode_t fill) {
    return fill == CUBLAS_FILL_MODE_UPPER ? CBLAS_UPPER : CBLAS_UPPER + 1;
}
static inline bool is_op(cublasOperation_t op) {
    return (unsigned)op <= CUBLAS_OP_C;
}
static inline bool is_fill(cublasFillMode_t fill) {
    return (unsigned)fill <= CUBLAS_FILL_MODE_UPPER;
}
static inline bool is_diag(cublasDiagType_t diag) {
    return (unsigned)diag <= CUBLAS_DIAG_UNIT;
}
static inline bool is_side(cublasSideMode_t side) {
    return (unsigned)side <= CUBLAS_SIDE_RIGHT;
}
static inline bool fits_ld(int ld, int rows) {
    return ld >= (rows > 1 ? rows : 1);
}

/** cublas2.c: the vectors of a gemv. Step 0 is one number for all; BLAS gets as many copies of it. */
struct gemv_vectors {
    void *x, *y, *of_y, *copies;
    int incx, incy;
    size_t bytes;
};
struct gemv_vectors simt_blas_gemv_vectors(const struct blas *b, void *x, void *y, size_t bytes);
void simt_blas_gemv_done(struct gemv_vectors *v);

#define REAL(T, p)    (*(const T *)(p))
#define COMPLEX(T, p) ((const void *)(p))
#define IF(condition, status)                                                                      \
    if (condition) return status
#define BEGIN(h, wrong)                                                                            \
    if (!(h)) return CUBLAS_STATUS_NOT_INITIALIZED;                                                \
    if (wrong) return CUBLAS_STATUS_INVALID_VALUE;

#endif
