/**
 * @file
 * @brief cuBLAS on the CPU: linear algebra on device memory, in stream order, by Debian's OpenBLAS.
 *
 * Link with -lcublas, for which simtcc takes OpenBLAS (package libopenblas-dev). Matrices are stored by columns. Sizes
 * are numbers of elements. Every function returns CUBLAS_STATUS_NOT_INITIALIZED without a handle and
 * CUBLAS_STATUS_INVALID_VALUE for a size below 0 or a leading dimension that is too small.
 */
#ifndef SIMT_CUBLAS_V2_H
#define SIMT_CUBLAS_V2_H

/** Programs tell by these whether the names of cuBLAS are known. */
#define CUBLAS_API_H_
#define CUBLAS_V2_H_

#include "cuComplex.h"
#include "library_types.h"

#ifdef __cplusplus
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#else
typedef struct __half __half; /* C code has no half */
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct simt_cublas *cublasHandle_t;

typedef enum {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;

typedef enum {
    CUBLAS_FILL_MODE_LOWER = 0,
    CUBLAS_FILL_MODE_UPPER = 1,
    CUBLAS_FILL_MODE_FULL = 2
} cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum {
    CUBLAS_OP_N = 0,
    CUBLAS_OP_T = 1,
    CUBLAS_OP_C = 2,
    CUBLAS_OP_HERMITAN = 2,
    CUBLAS_OP_CONJG = 3 /* No function takes it, on a GPU neither. */
} cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;
typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_FP32_EMULATED_BF16X9_MATH = 4,
    CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH = 8,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
    /* These choose nothing here. */
    CUBLAS_GEMM_ALGO0 = 0, CUBLAS_GEMM_ALGO1 = 1, CUBLAS_GEMM_ALGO2 = 2, CUBLAS_GEMM_ALGO3 = 3,
    CUBLAS_GEMM_ALGO4 = 4, CUBLAS_GEMM_ALGO5 = 5, CUBLAS_GEMM_ALGO6 = 6, CUBLAS_GEMM_ALGO7 = 7,
    CUBLAS_GEMM_ALGO8 = 8, CUBLAS_GEMM_ALGO9 = 9, CUBLAS_GEMM_ALGO10 = 10, CUBLAS_GEMM_ALGO11 = 11,
    CUBLAS_GEMM_ALGO12 = 12, CUBLAS_GEMM_ALGO13 = 13, CUBLAS_GEMM_ALGO14 = 14, CUBLAS_GEMM_ALGO15 = 15,
    CUBLAS_GEMM_ALGO16 = 16, CUBLAS_GEMM_ALGO17 = 17, CUBLAS_GEMM_ALGO18 = 18, CUBLAS_GEMM_ALGO19 = 19,
    CUBLAS_GEMM_ALGO20 = 20, CUBLAS_GEMM_ALGO21 = 21, CUBLAS_GEMM_ALGO22 = 22, CUBLAS_GEMM_ALGO23 = 23,
    CUBLAS_GEMM_ALGO0_TENSOR_OP = 100, CUBLAS_GEMM_ALGO1_TENSOR_OP = 101, CUBLAS_GEMM_ALGO2_TENSOR_OP = 102,
    CUBLAS_GEMM_ALGO3_TENSOR_OP = 103, CUBLAS_GEMM_ALGO4_TENSOR_OP = 104, CUBLAS_GEMM_ALGO5_TENSOR_OP = 105,
    CUBLAS_GEMM_ALGO6_TENSOR_OP = 106, CUBLAS_GEMM_ALGO7_TENSOR_OP = 107, CUBLAS_GEMM_ALGO8_TENSOR_OP = 108,
    CUBLAS_GEMM_ALGO9_TENSOR_OP = 109, CUBLAS_GEMM_ALGO10_TENSOR_OP = 110, CUBLAS_GEMM_ALGO11_TENSOR_OP = 111,
    CUBLAS_GEMM_ALGO12_TENSOR_OP = 112, CUBLAS_GEMM_ALGO13_TENSOR_OP = 113, CUBLAS_GEMM_ALGO14_TENSOR_OP = 114,
    CUBLAS_GEMM_ALGO15_TENSOR_OP = 115, CUBLAS_GEMM_AUTOTUNE = 999
} cublasGemmAlgo_t;
typedef enum {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
    CUBLAS_COMPUTE_32F_EMULATED_16BFX9 = 78,
    CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT = 79
} cublasComputeType_t;
typedef enum {
    CUBLAS_EMULATION_STRATEGY_DEFAULT = 0,
    CUBLAS_EMULATION_STRATEGY_PERFORMANT = 1,
    CUBLAS_EMULATION_STRATEGY_EAGER = 2
} cublasEmulationStrategy_t;
typedef cudaDataType cublasDataType_t;
typedef void (*cublasLogCallback)(const char *message);

#define CUBLAS_VERSION 130000
#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 0

/** Makes a handle. Its stream is the legacy stream, and scalars are the host's. */
cublasStatus_t cublasCreate(cublasHandle_t *handle);
/** Waits for the device, and frees the handle. */
cublasStatus_t cublasDestroy(cublasHandle_t handle);
/** 130000. */
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version);
/** A part of the version: 13, 0 or 0. CUBLAS_STATUS_INVALID_VALUE: there is no such part. */
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
/** The version of the runtime, as cudaRuntimeGetVersion has it. */
size_t cublasGetCudartVersion(void);
/** The stream of the calls that follow. */
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream);
/** Whether alpha, beta and results are in host memory or in device memory. The host waits for a result of its own. */
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode);
/** These are kept, and change no result here: all sums are made in the type of the numbers. */
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
/** How many multiprocessors a product may use, 0: all. It is kept, and changes nothing here. */
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int count);
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int *count);
/* How a GPU may make products of float or double numbers out of narrower ones. These are kept, and change no result:
 * products are made in the type of the numbers. */
cublasStatus_t cublasSetEmulationStrategy(cublasHandle_t handle, cublasEmulationStrategy_t strategy);
cublasStatus_t cublasGetEmulationStrategy(cublasHandle_t handle,
                                          cublasEmulationStrategy_t *strategy);
cublasStatus_t cublasSetEmulationSpecialValuesSupport(cublasHandle_t handle,
                                                      cudaEmulationSpecialValuesSupport mask);
cublasStatus_t cublasGetEmulationSpecialValuesSupport(cublasHandle_t handle,
                                                      cudaEmulationSpecialValuesSupport *mask);
cublasStatus_t cublasSetFixedPointEmulationMantissaControl(cublasHandle_t handle,
                                                           cudaEmulationMantissaControl control);
cublasStatus_t cublasGetFixedPointEmulationMantissaControl(cublasHandle_t handle,
                                                           cudaEmulationMantissaControl *control);
cublasStatus_t cublasSetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t handle, int bits);
cublasStatus_t cublasGetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t handle, int *bits);
cublasStatus_t cublasSetFixedPointEmulationMantissaBitOffset(cublasHandle_t handle, int bits);
cublasStatus_t cublasGetFixedPointEmulationMantissaBitOffset(cublasHandle_t handle, int *bits);
/** NULL: no product counts bits. An address: CUBLAS_STATUS_NOT_SUPPORTED, and a message. */
cublasStatus_t cublasSetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t handle,
                                                                   int *d_bits);
cublasStatus_t cublasGetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t handle,
                                                                   int **d_bits);
/** Accepted: nothing is logged here. */
cublasStatus_t cublasLoggerConfigure(int on, int to_stdout, int to_stderr, const char *file);
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback callback);
cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *callback);
/** Accepted: no workspace is needed here. */
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t bytes);
/** CUBLAS_STATUS_SUCCESS and so on, as text. */
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);

/** Copies n elements between host and device, from steps of incx to steps of incy elements. */
cublasStatus_t cublasSetVector(int n, int bytes, const void *x, int incx, void *d_y, int incy);
cublasStatus_t cublasGetVector(int n, int bytes, const void *d_x, int incx, void *y, int incy);
cublasStatus_t cublasSetVectorAsync(int n, int bytes, const void *x, int incx, void *d_y, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int bytes, const void *d_x, int incx, void *y, int incy,
                                    cudaStream_t stream);
/** Copies a matrix of rows x cols elements between host and device. */
cublasStatus_t cublasSetMatrix(int rows, int cols, int bytes, const void *a, int lda, void *d_b, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int cols, int bytes, const void *d_a, int lda, void *b, int ldb);
cublasStatus_t cublasSetMatrixAsync(int rows, int cols, int bytes, const void *a, int lda, void *d_b, int ldb,
                                    cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int cols, int bytes, const void *d_a, int lda, void *b, int ldb,
                                    cudaStream_t stream);

/* For S, D, C and Z. Vectors: y = alpha x + y, y = x, x and y exchanged, x = alpha x, the first index (from 1) of the
 * largest or smallest absolute value. Matrices: y = alpha op(A) x + beta y, x = op(A) x and op(A) x = b for a
 * triangle, C = alpha op(A) op(B) + beta C (alone, of arrays of matrices, at equal distances), the same with
 * a symmetric A, C = alpha A op(A) + beta C, op(A) X = alpha B, C = alpha op(A) B, C = alpha op(A) + beta op(B). */
#define SIMT_CUBLAS(X, L, T)                                                                          \
    cublasStatus_t cublas##X##axpy(cublasHandle_t h, int n, const T *alpha, const T *x, int incx,  \
                                   T *y, int incy);                                                \
    cublasStatus_t cublas##X##copy(cublasHandle_t h, int n, const T *x, int incx, T *y, int incy); \
    cublasStatus_t cublas##X##swap(cublasHandle_t h, int n, T *x, int incx, T *y, int incy);       \
    cublasStatus_t cublas##X##scal(cublasHandle_t h, int n, const T *alpha, T *x, int incx);       \
    cublasStatus_t cublasI##L##amax(cublasHandle_t h, int n, const T *x, int incx, int *result);   \
    cublasStatus_t cublasI##L##amin(cublasHandle_t h, int n, const T *x, int incx, int *result);   \
    cublasStatus_t cublas##X##gemv(cublasHandle_t h, cublasOperation_t op, int m, int n,           \
                                   const T *alpha, const T *a, int lda, const T *x, int incx,      \
                                   const T *beta, T *y, int incy);                                 \
    cublasStatus_t cublas##X##trmv(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op,  \
                                   cublasDiagType_t diag, int n, const T *a, int lda, T *x,        \
                                   int incx);                                                      \
    cublasStatus_t cublas##X##trsv(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op,  \
                                   cublasDiagType_t diag, int n, const T *a, int lda, T *x,        \
                                   int incx);                                                      \
    cublasStatus_t cublas##X##gemm(cublasHandle_t h, cublasOperation_t op_a,                       \
                                   cublasOperation_t op_b, int m, int n, int k, const T *alpha,    \
                                   const T *a, int lda, const T *b, int ldb, const T *beta, T *c,  \
                                   int ldc);                                                       \
    cublasStatus_t cublas##X##gemmBatched(cublasHandle_t h, cublasOperation_t op_a,                \
                                          cublasOperation_t op_b, int m, int n, int k,             \
                                          const T *alpha, const T *const a[], int lda,             \
                                          const T *const b[], int ldb, const T *beta,              \
                                          T *const c[], int ldc, int count);                       \
    cublasStatus_t cublas##X##gemmStridedBatched(                                                  \
        cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,     \
        const T *alpha, const T *a, int lda, long long int a_step, const T *b, int ldb,            \
        long long int b_step, const T *beta, T *c, int ldc, long long int c_step, int count);      \
    cublasStatus_t cublas##X##symm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, \
                                   int m, int n, const T *alpha, const T *a, int lda, const T *b,  \
                                   int ldb, const T *beta, T *c, int ldc);                         \
    cublasStatus_t cublas##X##syrk(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op,  \
                                   int n, int k, const T *alpha, const T *a, int lda,              \
                                   const T *beta, T *c, int ldc);                                  \
    cublasStatus_t cublas##X##trsm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, \
                                   cublasOperation_t op, cublasDiagType_t diag, int m, int n,      \
                                   const T *alpha, const T *a, int lda, T *b, int ldb);            \
    cublasStatus_t cublas##X##trmm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, \
                                   cublasOperation_t op, cublasDiagType_t diag, int m, int n,      \
                                   const T *alpha, const T *a, int lda, const T *b, int ldb, T *c, \
                                   int ldc);                                                       \
    cublasStatus_t cublas##X##geam(cublasHandle_t h, cublasOperation_t op_a,                       \
                                   cublasOperation_t op_b, int m, int n, const T *alpha,           \
                                   const T *a, int lda, const T *beta, const T *b, int ldb, T *c,  \
                                   int ldc);
SIMT_CUBLAS(S, s, float)
SIMT_CUBLAS(D, d, double)
SIMT_CUBLAS(C, c, cuComplex)
SIMT_CUBLAS(Z, z, cuDoubleComplex)

/* For S and D: the scalar product, the length, the sum of absolute values, a rotation of x and y by c and s,
 * A = alpha x y' + A, and y = alpha A x + beta y with a symmetric A. */
#define SIMT_CUBLAS_REAL(X, T)                                                                     \
    cublasStatus_t cublas##X##dot(cublasHandle_t h, int n, const T *x, int incx, const T *y,       \
                                  int incy, T *result);                                            \
    cublasStatus_t cublas##X##nrm2(cublasHandle_t h, int n, const T *x, int incx, T *result);      \
    cublasStatus_t cublas##X##asum(cublasHandle_t h, int n, const T *x, int incx, T *result);      \
    cublasStatus_t cublas##X##rot(cublasHandle_t h, int n, T *x, int incx, T *y, int incy,         \
                                  const T *c, const T *s);                                         \
    cublasStatus_t cublas##X##ger(cublasHandle_t h, int m, int n, const T *alpha, const T *x,      \
                                  int incx, const T *y, int incy, T *a, int lda);                  \
    cublasStatus_t cublas##X##symv(cublasHandle_t h, cublasFillMode_t fill, int n, const T *alpha, \
                                   const T *a, int lda, const T *x, int incx, const T *beta, T *y, \
                                   int incy);
SIMT_CUBLAS_REAL(S, float)
SIMT_CUBLAS_REAL(D, double)

/* For C and Z: the scalar product, without and with the conjugate of x, the length, and the sum of absolute parts. */
#define SIMT_CUBLAS_COMPLEX(X, XR, T, R)                                                           \
    cublasStatus_t cublas##X##dotu(cublasHandle_t h, int n, const T *x, int incx, const T *y,      \
                                   int incy, T *result);                                           \
    cublasStatus_t cublas##X##dotc(cublasHandle_t h, int n, const T *x, int incx, const T *y,      \
                                   int incy, T *result);                                           \
    cublasStatus_t cublas##XR##nrm2(cublasHandle_t h, int n, const T *x, int incx, R *result);     \
    cublasStatus_t cublas##XR##asum(cublasHandle_t h, int n, const T *x, int incx, R *result);
SIMT_CUBLAS_COMPLEX(C, Sc, cuComplex, float)
SIMT_CUBLAS_COMPLEX(Z, Dz, cuDoubleComplex, double)

/* For S, D, C and Z. Bands lie with their diagonals in rows: A(i, j) in row ku + i - j of column j. gbmv: gemv with
 * a band of kl diagonals below and ku above. tbmv, tbsv, tpmv, tpsv: trmv and trsv with k diagonals beside the main
 * one, and with a packed triangle (its columns one behind another). syr2k: C = alpha (A op(B) + B op(A)) + beta C.
 * dgmm: C = diag(x) A (left) or A diag(x). gemvBatched, gemvStridedBatched and trsmBatched: `count` of them. */
#define SIMT_TRIANGLE cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diag, int n
#define SIMT_CUBLAS_MORE(X, T)                                                                     \
    cublasStatus_t cublas##X##gbmv(cublasHandle_t h, cublasOperation_t op, int m, int n, int kl,   \
                                   int ku, const T *alpha, const T *a, int lda, const T *x,        \
                                   int incx, const T *beta, T *y, int incy);                       \
    cublasStatus_t cublas##X##tbmv(SIMT_TRIANGLE, int k, const T *a, int lda, T *x, int incx);     \
    cublasStatus_t cublas##X##tbsv(SIMT_TRIANGLE, int k, const T *a, int lda, T *x, int incx);     \
    cublasStatus_t cublas##X##tpmv(SIMT_TRIANGLE, const T *a, T *x, int incx);                     \
    cublasStatus_t cublas##X##tpsv(SIMT_TRIANGLE, const T *a, T *x, int incx);                     \
    cublasStatus_t cublas##X##syr2k(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op, \
                                    int n, int k, const T *alpha, const T *a, int lda, const T *b, \
                                    int ldb, const T *beta, T *c, int ldc);                        \
    cublasStatus_t cublas##X##dgmm(cublasHandle_t h, cublasSideMode_t side, int m, int n,          \
                                   const T *a, int lda, const T *x, int incx, T *c, int ldc);      \
    cublasStatus_t cublas##X##gemvBatched(cublasHandle_t h, cublasOperation_t op, int m, int n,    \
                                          const T *alpha, const T *const a[], int lda,             \
                                          const T *const x[], int incx, const T *beta,             \
                                          T *const y[], int incy, int count);                      \
    cublasStatus_t cublas##X##gemvStridedBatched(                                                  \
        cublasHandle_t h, cublasOperation_t op, int m, int n, const T *alpha, const T *a, int lda, \
        long long int a_step, const T *x, int incx, long long int x_step, const T *beta, T *y,     \
        int incy, long long int y_step, int count);                                                \
    cublasStatus_t cublas##X##trsmBatched(                                                         \
        cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op,      \
        cublasDiagType_t diag, int m, int n, const T *alpha, const T *const a[], int lda,          \
        T *const b[], int ldb, int count);
SIMT_CUBLAS_MORE(S, float)
SIMT_CUBLAS_MORE(D, double)
SIMT_CUBLAS_MORE(C, cuComplex)
SIMT_CUBLAS_MORE(Z, cuDoubleComplex)
#undef SIMT_TRIANGLE

/* For S and D with symmetric matrices (sy, packed sp, bands sb), for C and Z with Hermitian ones (he, hp, hb), of
 * which one triangle is given: y = alpha A x + beta y, A = alpha x x' + A, A = alpha x y' + alpha y x' + A. R: the
 * type of real numbers. */
#define SIMT_CUBLAS_SYMMETRIC(X, full, packed, band, T, R)                                         \
    cublasStatus_t cublas##X##band##mv(cublasHandle_t h, cublasFillMode_t fill, int n, int k,      \
                                       const T *alpha, const T *a, int lda, const T *x, int incx,  \
                                       const T *beta, T *y, int incy);                             \
    cublasStatus_t cublas##X##packed##mv(cublasHandle_t h, cublasFillMode_t fill, int n,           \
                                         const T *alpha, const T *a, const T *x, int incx,         \
                                         const T *beta, T *y, int incy);                           \
    cublasStatus_t cublas##X##full##r(cublasHandle_t h, cublasFillMode_t fill, int n,              \
                                      const R *alpha, const T *x, int incx, T *a, int lda);        \
    cublasStatus_t cublas##X##packed##r(cublasHandle_t h, cublasFillMode_t fill, int n,            \
                                        const R *alpha, const T *x, int incx, T *a);               \
    cublasStatus_t cublas##X##full##r2(cublasHandle_t h, cublasFillMode_t fill, int n,             \
                                       const T *alpha, const T *x, int incx, const T *y, int incy, \
                                       T *a, int lda);                                             \
    cublasStatus_t cublas##X##packed##r2(cublasHandle_t h, cublasFillMode_t fill, int n,           \
                                         const T *alpha, const T *x, int incx, const T *y,         \
                                         int incy, T *a);
SIMT_CUBLAS_SYMMETRIC(S, sy, sp, sb, float, float)
SIMT_CUBLAS_SYMMETRIC(D, sy, sp, sb, double, double)
SIMT_CUBLAS_SYMMETRIC(C, he, hp, hb, cuComplex, float)
SIMT_CUBLAS_SYMMETRIC(Z, he, hp, hb, cuDoubleComplex, double)

/* For S and D. rotg: c and s that turn (a, b) into (r, 0), with r in a. rotm: the modified rotation of x and y that
 * the five numbers `param` say; rotmg makes them. All these numbers are where the pointer mode says. */
#define SIMT_CUBLAS_ROTATIONS(X, T)                                                                \
    cublasStatus_t cublas##X##rotg(cublasHandle_t h, T *a, T *b, T *c, T *s);                      \
    cublasStatus_t cublas##X##rotm(cublasHandle_t h, int n, T *x, int incx, T *y, int incy,        \
                                   const T *param);                                                \
    cublasStatus_t cublas##X##rotmg(cublasHandle_t h, T *d1, T *d2, T *x1, const T *y1, T *param);
SIMT_CUBLAS_ROTATIONS(S, float)
SIMT_CUBLAS_ROTATIONS(D, double)

/* For C and Z. XR: with real factors. A = alpha x y' + A (geru: without the conjugate of y, gerc: with it). With
 * a Hermitian A: y = alpha A x + beta y, C = alpha A B + beta C. A Hermitian C: herk and her2k, op is N or C. */
#define SIMT_CUBLAS_HERMITIAN(X, XR, T, R)                                                         \
    cublasStatus_t cublas##XR##scal(cublasHandle_t h, int n, const R *alpha, T *x, int incx);      \
    cublasStatus_t cublas##XR##rot(cublasHandle_t h, int n, T *x, int incx, T *y, int incy,        \
                                   const R *c, const R *s);                                        \
    cublasStatus_t cublas##X##geru(cublasHandle_t h, int m, int n, const T *alpha, const T *x,     \
                                   int incx, const T *y, int incy, T *a, int lda);                 \
    cublasStatus_t cublas##X##gerc(cublasHandle_t h, int m, int n, const T *alpha, const T *x,     \
                                   int incx, const T *y, int incy, T *a, int lda);                 \
    cublasStatus_t cublas##X##hemv(cublasHandle_t h, cublasFillMode_t fill, int n, const T *alpha, \
                                   const T *a, int lda, const T *x, int incx, const T *beta, T *y, \
                                   int incy);                                                      \
    cublasStatus_t cublas##X##hemm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, \
                                   int m, int n, const T *alpha, const T *a, int lda, const T *b,  \
                                   int ldb, const T *beta, T *c, int ldc);                         \
    cublasStatus_t cublas##X##herk(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op,  \
                                   int n, int k, const R *alpha, const T *a, int lda,              \
                                   const R *beta, T *c, int ldc);                                  \
    cublasStatus_t cublas##X##her2k(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op, \
                                    int n, int k, const T *alpha, const T *a, int lda, const T *b, \
                                    int ldb, const R *beta, T *c, int ldc);
SIMT_CUBLAS_HERMITIAN(C, Cs, cuComplex, float)
SIMT_CUBLAS_HERMITIAN(Z, Zd, cuDoubleComplex, double)

/* For C and Z: rotations whose sine is complex, and with a symmetric A, of which one triangle is given:
 * y = alpha A x + beta y, A = alpha x x' + A, A = alpha x y' + alpha y x' + A, without conjugates. */
#define SIMT_CUBLAS_COMPLEX_MORE(X, T, R)                                                          \
    cublasStatus_t cublas##X##rotg(cublasHandle_t h, T *a, T *b, R *c, T *s);                      \
    cublasStatus_t cublas##X##rot(cublasHandle_t h, int n, T *x, int incx, T *y, int incy,         \
                                  const R *c, const T *s);                                         \
    cublasStatus_t cublas##X##symv(cublasHandle_t h, cublasFillMode_t fill, int n, const T *alpha, \
                                   const T *a, int lda, const T *x, int incx, const T *beta, T *y, \
                                   int incy);                                                      \
    cublasStatus_t cublas##X##syr(cublasHandle_t h, cublasFillMode_t fill, int n, const T *alpha,  \
                                  const T *x, int incx, T *a, int lda);                            \
    cublasStatus_t cublas##X##syr2(cublasHandle_t h, cublasFillMode_t fill, int n, const T *alpha, \
                                   const T *x, int incx, const T *y, int incy, T *a, int lda);
SIMT_CUBLAS_COMPLEX_MORE(C, cuComplex, float)
SIMT_CUBLAS_COMPLEX_MORE(Z, cuDoubleComplex, double)

/* Products of which one triangle is made: C = alpha op(A) op(B)' + beta C, for herkx with the conjugate and a real
 * diagonal. For syrkx op is N or T, for herkx N or C. A triangle goes into its packed form (trttp), and back. */
#define SIMT_CUBLAS_KX(X, kind, T, R)                                                              \
    cublasStatus_t cublas##X##kind(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op,  \
                                   int n, int k, const T *alpha, const T *a, int lda, const T *b,  \
                                   int ldb, const R *beta, T *c, int ldc);
#define SIMT_CUBLAS_TRIANGLES(X, T)                                                                \
    SIMT_CUBLAS_KX(X, syrkx, T, T)                                                                 \
    cublasStatus_t cublas##X##trttp(cublasHandle_t h, cublasFillMode_t fill, int n, const T *a,    \
                                    int lda, T *packed);                                           \
    cublasStatus_t cublas##X##tpttr(cublasHandle_t h, cublasFillMode_t fill, int n,                \
                                    const T *packed, T *a, int lda);
SIMT_CUBLAS_TRIANGLES(S, float)
SIMT_CUBLAS_TRIANGLES(D, double)
SIMT_CUBLAS_TRIANGLES(C, cuComplex)
SIMT_CUBLAS_TRIANGLES(Z, cuDoubleComplex)
SIMT_CUBLAS_KX(C, herkx, cuComplex, float)
SIMT_CUBLAS_KX(Z, herkx, cuDoubleComplex, double)

/* Vectors with the types as arguments. Both vectors have one type: float, double, complex, half or bfloat16. Sums of
 * half and bfloat16 numbers are computed in float (`execution`). Their alpha may be float, and their results have the
 * type of the vectors. Other types: CUBLAS_STATUS_NOT_SUPPORTED, and a message. */
cublasStatus_t cublasAxpyEx(cublasHandle_t h, int n, const void *alpha, cudaDataType alpha_type,
                            const void *x, cudaDataType type, int incx, void *y,
                            cudaDataType y_type, int incy, cudaDataType execution);
cublasStatus_t cublasScalEx(cublasHandle_t h, int n, const void *alpha, cudaDataType alpha_type,
                            void *x, cudaDataType type, int incx, cudaDataType execution);
cublasStatus_t cublasRotEx(cublasHandle_t h, int n, void *x, cudaDataType type, int incx, void *y,
                           cudaDataType y_type, int incy, const void *c, const void *s,
                           cudaDataType cs_type, cudaDataType execution);
cublasStatus_t cublasCopyEx(cublasHandle_t h, int n, const void *x, cudaDataType type, int incx,
                            void *y, cudaDataType y_type, int incy);
cublasStatus_t cublasSwapEx(cublasHandle_t h, int n, void *x, cudaDataType type, int incx, void *y,
                            cudaDataType y_type, int incy);
cublasStatus_t cublasDotEx(cublasHandle_t h, int n, const void *x, cudaDataType type, int incx,
                           const void *y, cudaDataType y_type, int incy, void *result,
                           cudaDataType result_type, cudaDataType execution);
cublasStatus_t cublasDotcEx(cublasHandle_t h, int n, const void *x, cudaDataType type, int incx,
                            const void *y, cudaDataType y_type, int incy, void *result,
                            cudaDataType result_type, cudaDataType execution);
cublasStatus_t cublasNrm2Ex(cublasHandle_t h, int n, const void *x, cudaDataType type, int incx,
                            void *result, cudaDataType result_type, cudaDataType execution);
cublasStatus_t cublasAsumEx(cublasHandle_t h, int n, const void *x, cudaDataType type, int incx,
                            void *result, cudaDataType result_type, cudaDataType execution);
cublasStatus_t cublasIamaxEx(cublasHandle_t h, int n, const void *x, cudaDataType type, int incx,
                             int *result);
cublasStatus_t cublasIaminEx(cublasHandle_t h, int n, const void *x, cudaDataType type, int incx,
                             int *result);

/* For S, D, C and Z, of `count` matrices of n columns, whose addresses are in device memory. getrf: A = P L U in place,
 * with n pivots from 1 for each (NULL: rows stay in order). getri: C = inverse of what getrf made. matinv: both, for n
 * of at most 32. getrs: op(A) X = B, from what getrf made. Its info is the host's: 0, or -k for a wrong argument k. The
 * others have info in device memory: 0 for each matrix, or k where the k-th pivot is 0. */
#define SIMT_CUBLAS_FACTORS(X, T)                                                                  \
    cublasStatus_t cublas##X##getrfBatched(cublasHandle_t h, int n, T *const a[], int lda,         \
                                           int *pivots, int *info, int count);                     \
    cublasStatus_t cublas##X##getriBatched(cublasHandle_t h, int n, const T *const a[], int lda,   \
                                           const int *pivots, T *const c[], int ldc, int *info,    \
                                           int count);                                             \
    cublasStatus_t cublas##X##matinvBatched(cublasHandle_t h, int n, const T *const a[], int lda,  \
                                            T *const c[], int ldc, int *info, int count);          \
    cublasStatus_t cublas##X##getrsBatched(cublasHandle_t h, cublasOperation_t op, int n,          \
                                           int cols, const T *const a[], int lda,                  \
                                           const int *pivots, T *const b[], int ldb, int *info,    \
                                           int count);
SIMT_CUBLAS_FACTORS(S, float)
SIMT_CUBLAS_FACTORS(D, double)
SIMT_CUBLAS_FACTORS(C, cuComplex)
SIMT_CUBLAS_FACTORS(Z, cuDoubleComplex)

/* For S, D, C and Z, of `count` matrices of m x n numbers, whose addresses are in device memory. geqrf: A = Q R in
 * place as LAPACK has it, with min(m, n) numbers tau. gels: the X with the least (A X - C), in the first n rows of C;
 * A becomes its factors. m is at least n and op is N, otherwise CUBLAS_STATUS_NOT_SUPPORTED. info is the host's: 0, or
 * -k for a wrong argument k. d_info (or NULL), for each: 0, or k where the k-th diagonal element of R is 0. */
#define SIMT_CUBLAS_SQUARES(X, T)                                                                  \
    cublasStatus_t cublas##X##geqrfBatched(cublasHandle_t h, int m, int n, T *const a[], int lda,  \
                                           T *const tau[], int *info, int count);                  \
    cublasStatus_t cublas##X##gelsBatched(cublasHandle_t h, cublasOperation_t op, int m, int n,    \
                                          int cols, T *const a[], int lda, T *const c[], int ldc,  \
                                          int *info, int *d_info, int count);
SIMT_CUBLAS_SQUARES(S, float)
SIMT_CUBLAS_SQUARES(D, double)
SIMT_CUBLAS_SQUARES(C, cuComplex)
SIMT_CUBLAS_SQUARES(Z, cuDoubleComplex)

/* For half numbers: C = alpha op(A) op(B) + beta C. Sums are made in float, and rounded once. */
#define SIMT_SHAPE cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k
cublasStatus_t cublasHgemm(cublasHandle_t h, SIMT_SHAPE, const __half *alpha, const __half *a,
                           int lda, const __half *b, int ldb, const __half *beta, __half *c,
                           int ldc);
cublasStatus_t cublasHgemmBatched(cublasHandle_t h, SIMT_SHAPE, const __half *alpha,
                                  const __half *const as[], int lda, const __half *const bs[],
                                  int ldb, const __half *beta, __half *const cs[], int ldc,
                                  int count);
cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t h, SIMT_SHAPE, const __half *alpha,
                                         const __half *a, int lda, long long int a_step,
                                         const __half *b, int ldb, long long int b_step,
                                         const __half *beta, __half *c, int ldc,
                                         long long int c_step, int count);

/* gemm with the types as arguments: real numbers of 64, 32 or 16 bits, integers of 8 or 32 bits, complex numbers where
 * all are of one type. alpha and beta have the type of the computation. Sums are made in float, of integers and double
 * in double. Other types: CUBLAS_STATUS_NOT_SUPPORTED, and a message. */
cublasStatus_t cublasSgemmEx(cublasHandle_t h, SIMT_SHAPE, const float *alpha, const void *a,
                             cudaDataType type_a, int lda, const void *b, cudaDataType type_b,
                             int ldb, const float *beta, void *c, cudaDataType type_c, int ldc);
cublasStatus_t cublasGemmEx(cublasHandle_t h, SIMT_SHAPE, const void *alpha, const void *a,
                            cudaDataType type_a, int lda, const void *b, cudaDataType type_b,
                            int ldb, const void *beta, void *c, cudaDataType type_c, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t h, SIMT_SHAPE, const void *alpha,
                                          const void *a, cudaDataType type_a, int lda,
                                          long long int a_step, const void *b, cudaDataType type_b,
                                          int ldb, long long int b_step, const void *beta, void *c,
                                          cudaDataType type_c, int ldc, long long int c_step,
                                          int count, cublasComputeType_t compute,
                                          cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t h, SIMT_SHAPE, const void *alpha,
                                   const void *const as[], cudaDataType type_a, int lda,
                                   const void *const bs[], cudaDataType type_b, int ldb,
                                   const void *beta, void *const cs[], cudaDataType type_c, int ldc,
                                   int count, cublasComputeType_t compute,
                                   cublasGemmAlgo_t algorithm);
cublasStatus_t cublasCgemmEx(cublasHandle_t h, SIMT_SHAPE, const cuComplex *alpha, const void *a,
                             cudaDataType type_a, int lda, const void *b, cudaDataType type_b,
                             int ldb, const cuComplex *beta, void *c, cudaDataType type_c, int ldc);
cublasStatus_t cublasCgemm3mEx(cublasHandle_t h, SIMT_SHAPE, const cuComplex *alpha, const void *a,
                               cudaDataType type_a, int lda, const void *b, cudaDataType type_b,
                               int ldb, const cuComplex *beta, void *c, cudaDataType type_c,
                               int ldc);
#undef SIMT_SHAPE

/* syrk and herk with the types as arguments, which are CUDA_C_32F. Others: CUBLAS_STATUS_NOT_SUPPORTED, and a message.
 */
#define SIMT_CUBLAS_RANK_K(name, R)                                                                \
    cublasStatus_t name(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op, int n,      \
                        int k, const R *alpha, const void *a, cudaDataType type_a, int lda,        \
                        const R *beta, void *c, cudaDataType type_c, int ldc);
SIMT_CUBLAS_RANK_K(cublasCsyrkEx, cuComplex)
SIMT_CUBLAS_RANK_K(cublasCsyrk3mEx, cuComplex)
SIMT_CUBLAS_RANK_K(cublasCherkEx, float)
SIMT_CUBLAS_RANK_K(cublasCherk3mEx, float)

/* `groups` batches, each with its shape and scalars. Those are the host's, and so is the number of products of each
 * group in `sizes`. The addresses of all groups' matrices lie in device memory, one group behind the other. With
 * CUBLAS_POINTER_MODE_DEVICE: CUBLAS_STATUS_NOT_SUPPORTED. */
#define SIMT_GROUPS                                                                                \
    const cublasOperation_t ops_a[], const cublasOperation_t ops_b[], const int ms[],              \
        const int ns[], const int ks[]
cublasStatus_t cublasSgemmGroupedBatched(cublasHandle_t h, SIMT_GROUPS, const float alphas[],
                                         const float *const as[], const int lda[],
                                         const float *const bs[], const int ldb[],
                                         const float betas[], float *const cs[], const int ldc[],
                                         int groups, const int sizes[]);
cublasStatus_t cublasDgemmGroupedBatched(cublasHandle_t h, SIMT_GROUPS, const double alphas[],
                                         const double *const as[], const int lda[],
                                         const double *const bs[], const int ldb[],
                                         const double betas[], double *const cs[], const int ldc[],
                                         int groups, const int sizes[]);
cublasStatus_t cublasGemmGroupedBatchedEx(cublasHandle_t h, SIMT_GROUPS, const void *alphas,
                                          const void *const as[], cudaDataType type_a,
                                          const int lda[], const void *const bs[],
                                          cudaDataType type_b, const int ldb[], const void *betas,
                                          void *const cs[], cudaDataType type_c, const int ldc[],
                                          int groups, const int sizes[],
                                          cublasComputeType_t compute);
#undef SIMT_GROUPS


/* The same products, which a GPU makes with fewer multiplications. */
#define cublasCgemm3m               cublasCgemm
#define cublasZgemm3m               cublasZgemm
#define cublasCgemm3mBatched        cublasCgemmBatched
#define cublasCgemm3mStridedBatched cublasCgemmStridedBatched

#ifdef __cplusplus
}
#endif

#ifdef __cplusplus
/** In the manner of before CUDA 11: computes in the type `compute`. */
inline cublasStatus_t cublasGemmEx(cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b,
                                   int m, int n, int k, const void *alpha, const void *a,
                                   cudaDataType type_a, int lda, const void *b, cudaDataType type_b,
                                   int ldb, const void *beta, void *c, cudaDataType type_c, int ldc,
                                   cudaDataType compute, cublasGemmAlgo_t algorithm) {
    const cublasComputeType_t in = compute == CUDA_R_16F   ? CUBLAS_COMPUTE_16F
                                   : compute == CUDA_R_32I ? CUBLAS_COMPUTE_32I
                                   : compute == CUDA_R_64F || compute == CUDA_C_64F
                                       ? CUBLAS_COMPUTE_64F
                                       : CUBLAS_COMPUTE_32F;
    return cublasGemmEx(h, op_a, op_b, m, n, k, alpha, a, type_a, lda, b, type_b, ldb, beta, c,
                        type_c, ldc, in, algorithm);
}
#endif

#include "simt/cublas_names.h"

#endif
