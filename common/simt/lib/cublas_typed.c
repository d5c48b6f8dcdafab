/**
 * @file
 * @brief cuBLAS, level 1 with types as arguments. Of one type these are the functions of that type; vectors of half and
 *        bfloat16 numbers are computed here, in double, and each number is rounded once.
 */
#include "cublas.h"
#include "numbers.h"

#include <math.h>
#include <stdio.h>

#define CALL(function)                                                                                                 \
    struct blas b = {.call.compute = function, .n = n, .incx = incx, .x = (void *)(uintptr_t)x, .op_a = (int)type}
#define PUT(name, waits) return simt_blas_put(h, &b, name, LIBRARY_HERE, waits)
#define X(use)           simt_blas_vector(&b, x, n, incx, simt_number_bytes(type), use)
#define Y(use)                                                                                                         \
    b.y = (void *)(uintptr_t)y, b.incy = incy;                                                                         \
    simt_blas_vector(&b, y, n, incy, simt_number_bytes(type), use)

/* A function of one type. */
#define SAME(code, call)                                                                                               \
    if (type == code) return call

static bool is_short(cudaDataType type) {
    return type == CUDA_R_16F || type == CUDA_R_16BF;
}

static cublasStatus_t refuse(const char *name) {
    fprintf(stderr,
            "simt: %s has vectors of one type here: real or complex, of 64 or 32 bits, or half or bfloat16 computed in "
            "float. Convert them, or use nvcc\n",
            name);
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

/* Number i of x or y. A negative step begins at the end. */
static long long at(const struct blas *b, int inc, int i) {
    return inc < 0 ? (long long)(i + 1 - b->n) * inc : (long long)i * inc;
}
static double load_x(const struct blas *b, int i) {
    return simt_number_load(b->x, (cudaDataType)b->op_a, at(b, b->incx, i));
}
static double load_y(const struct blas *b, int i) {
    return simt_number_load(b->y, (cudaDataType)b->op_a, at(b, b->incy, i));
}
static void store_x(const struct blas *b, int i, double value) {
    simt_number_store(b->x, (cudaDataType)b->op_a, at(b, b->incx, i), value);
}
static void store_y(const struct blas *b, int i, double value) {
    simt_number_store(b->y, (cudaDataType)b->op_a, at(b, b->incy, i), value);
}
static double scalar_of(const struct blas *b, const struct scalar *s) {
    return simt_number_load(scalar_value(s), (cudaDataType)b->op_b, 0);
}
static void store_result(const struct blas *b, double value) {
    simt_number_store(b->result, (cudaDataType)b->op_b, 0, value);
}

/*
 * Vectors that change.
 */
static void axpy(struct library_call *call) {
    const struct blas *b = (const struct blas *)call;
    double alpha = scalar_of(b, &b->alpha);
    for (int i = 0; i < b->n; i++) store_y(b, i, alpha * load_x(b, i) + load_y(b, i));
}

cublasStatus_t cublasAxpyEx(cublasHandle_t h, int n, const void *alpha, cudaDataType alpha_type, const void *x,
                            cudaDataType type, int incx, void *y, cudaDataType y_type, int incy,
                            cudaDataType execution) {
    BEGIN(h, !alpha)
    if (type != y_type) return refuse("cublasAxpyEx");
    if (type == alpha_type && type == execution) {
        SAME(CUDA_R_32F, cublasSaxpy(h, n, alpha, x, incx, y, incy));
        SAME(CUDA_R_64F, cublasDaxpy(h, n, alpha, x, incx, y, incy));
        SAME(CUDA_C_32F, cublasCaxpy(h, n, alpha, x, incx, y, incy));
        SAME(CUDA_C_64F, cublasZaxpy(h, n, alpha, x, incx, y, incy));
    }
    if (!is_short(type) || execution != CUDA_R_32F || alpha_type != CUDA_R_32F)
        return refuse("cublasAxpyEx");
    CALL(axpy);
    b.op_b = (int)alpha_type;
    simt_blas_scalar(h, &b, &b.alpha, alpha, simt_number_bytes(alpha_type));
    X(USE_READS);
    Y(USE_READS | USE_WRITES);
    PUT("cublasAxpyEx", false);
}

static void scal(struct library_call *call) {
    const struct blas *b = (const struct blas *)call;
    double alpha = scalar_of(b, &b->alpha);
    for (int i = 0; i < b->n; i++) store_x(b, i, alpha * load_x(b, i));
}

cublasStatus_t cublasScalEx(cublasHandle_t h, int n, const void *alpha, cudaDataType alpha_type, void *x,
                            cudaDataType type, int incx, cudaDataType execution) {
    BEGIN(h, !alpha)
    if (type == alpha_type && type == execution) {
        SAME(CUDA_R_32F, cublasSscal(h, n, alpha, x, incx));
        SAME(CUDA_R_64F, cublasDscal(h, n, alpha, x, incx));
        SAME(CUDA_C_32F, cublasCscal(h, n, alpha, x, incx));
        SAME(CUDA_C_64F, cublasZscal(h, n, alpha, x, incx));
    }
    if (!is_short(type) || execution != CUDA_R_32F || alpha_type != CUDA_R_32F)
        return refuse("cublasScalEx");
    if (incx <= 0) return CUBLAS_STATUS_SUCCESS;
    CALL(scal);
    b.op_b = (int)alpha_type;
    simt_blas_scalar(h, &b, &b.alpha, alpha, simt_number_bytes(alpha_type));
    X(USE_READS | USE_WRITES);
    PUT("cublasScalEx", false);
}

static void rot(struct library_call *call) {
    const struct blas *b = (const struct blas *)call;
    double c = scalar_of(b, &b->alpha), s = scalar_of(b, &b->beta);
    for (int i = 0; i < b->n; i++) {
        double x = load_x(b, i), y = load_y(b, i);
        store_x(b, i, c * x + s * y);
        store_y(b, i, c * y - s * x);
    }
}

cublasStatus_t cublasRotEx(cublasHandle_t h, int n, void *x, cudaDataType type, int incx, void *y, cudaDataType y_type,
                           int incy, const void *c, const void *s, cudaDataType cs_type, cudaDataType execution) {
    BEGIN(h, !c || !s)
    if (type == y_type && type == cs_type && type == execution) {
        SAME(CUDA_R_32F, cublasSrot(h, n, x, incx, y, incy, c, s));
        SAME(CUDA_R_64F, cublasDrot(h, n, x, incx, y, incy, c, s));
    }
    if (!is_short(type) || type != y_type || type != cs_type || execution != CUDA_R_32F) return refuse("cublasRotEx");
    CALL(rot);
    b.op_b = (int)cs_type;
    simt_blas_scalar(h, &b, &b.alpha, c, simt_number_bytes(cs_type));
    simt_blas_scalar(h, &b, &b.beta, s, simt_number_bytes(cs_type));
    X(USE_READS | USE_WRITES);
    Y(USE_READS | USE_WRITES);
    PUT("cublasRotEx", false);
}

static void copy(struct library_call *call) {
    const struct blas *b = (const struct blas *)call;
    for (int i = 0; i < b->n; i++) store_y(b, i, load_x(b, i));
}

cublasStatus_t cublasCopyEx(cublasHandle_t h, int n, const void *x, cudaDataType type, int incx, void *y,
                            cudaDataType y_type, int incy) {
    BEGIN(h, false)
    if (type != y_type) return refuse("cublasCopyEx");
    SAME(CUDA_R_32F, cublasScopy(h, n, x, incx, y, incy));
    SAME(CUDA_R_64F, cublasDcopy(h, n, x, incx, y, incy));
    SAME(CUDA_C_32F, cublasCcopy(h, n, x, incx, y, incy));
    SAME(CUDA_C_64F, cublasZcopy(h, n, x, incx, y, incy));
    if (!is_short(type)) return refuse("cublasCopyEx");
    CALL(copy);
    X(USE_READS);
    Y(USE_WRITES);
    PUT("cublasCopyEx", false);
}

static void swap(struct library_call *call) {
    const struct blas *b = (const struct blas *)call;
    for (int i = 0; i < b->n; i++) {
        double x = load_x(b, i);
        store_x(b, i, load_y(b, i));
        store_y(b, i, x);
    }
}

cublasStatus_t cublasSwapEx(cublasHandle_t h, int n, void *x, cudaDataType type, int incx, void *y, cudaDataType y_type,
                            int incy) {
    BEGIN(h, false)
    if (type != y_type) return refuse("cublasSwapEx");
    SAME(CUDA_R_32F, cublasSswap(h, n, x, incx, y, incy));
    SAME(CUDA_R_64F, cublasDswap(h, n, x, incx, y, incy));
    SAME(CUDA_C_32F, cublasCswap(h, n, x, incx, y, incy));
    SAME(CUDA_C_64F, cublasZswap(h, n, x, incx, y, incy));
    if (!is_short(type)) return refuse("cublasSwapEx");
    CALL(swap);
    X(USE_READS | USE_WRITES);
    Y(USE_READS | USE_WRITES);
    PUT("cublasSwapEx", false);
}

/*
 * Vectors that give a number.
 */
static void dot(struct library_call *call) {
    const struct blas *b = (const struct blas *)call;
    double sum = 0;
    for (int i = 0; i < b->n; i++) sum += load_x(b, i) * load_y(b, i);
    store_result(b, sum);
}

static cublasStatus_t put_dot(cublasHandle_t h, int n, const void *x, cudaDataType type, int incx, const void *y,
                              int incy, void *result, const char *name, uintptr_t pc) {
    CALL(dot);
    b.op_b = (int)type;
    X(USE_READS);
    Y(USE_READS);
    simt_blas_result(h, &b, result, simt_number_bytes(type));
    return simt_blas_put(h, &b, name, pc, true);
}

/* The two differ in complex numbers only. */
#define DOT(name, kind)                                                                                                \
    cublasStatus_t name(cublasHandle_t h, int n, const void *x, cudaDataType type, int incx, const void *y,            \
                        cudaDataType y_type, int incy, void *result, cudaDataType result_type,                         \
                        cudaDataType execution) {                                                                      \
        BEGIN(h, !result)                                                                                              \
        if (type != y_type || type != result_type) return refuse(#name);                                               \
        if (type == execution) {                                                                                       \
            SAME(CUDA_R_32F, cublasSdot(h, n, x, incx, y, incy, result));                                              \
            SAME(CUDA_R_64F, cublasDdot(h, n, x, incx, y, incy, result));                                              \
            SAME(CUDA_C_32F, cublasC##kind(h, n, x, incx, y, incy, result));                                           \
            SAME(CUDA_C_64F, cublasZ##kind(h, n, x, incx, y, incy, result));                                           \
        }                                                                                                              \
        if (!is_short(type) || execution != CUDA_R_32F) return refuse(#name);                                          \
        return put_dot(h, n, x, type, incx, y, incy, result, #name, LIBRARY_HERE);                                     \
    }
DOT(cublasDotEx, dotu)
DOT(cublasDotcEx, dotc)

static void nrm2(struct library_call *call) {
    const struct blas *b = (const struct blas *)call;
    double sum = 0;
    for (int i = 0; b->incx > 0 && i < b->n; i++) sum += load_x(b, i) * load_x(b, i);
    store_result(b, sqrt(sum));
}
static void asum(struct library_call *call) {
    const struct blas *b = (const struct blas *)call;
    double sum = 0;
    for (int i = 0; b->incx > 0 && i < b->n; i++) sum += fabs(load_x(b, i));
    store_result(b, sum);
}

/* The result of complex numbers is real. asum is computed in complex numbers then, and of short ones it is a float. */
#define SUM(name, kind, C, Z, short_result)                                                        \
    cublasStatus_t name(cublasHandle_t h, int n, const void *x, cudaDataType type, int incx,       \
                        void *result, cudaDataType result_type, cudaDataType execution) {          \
        BEGIN(h, !result)                                                                          \
        if (result_type == CUDA_R_32F) {                                                           \
            if (execution == CUDA_R_32F) SAME(CUDA_R_32F, cublasS##kind(h, n, x, incx, result));   \
            if (execution == (C)) SAME(CUDA_C_32F, cublasSc##kind(h, n, x, incx, result));         \
        }                                                                                          \
        if (result_type == CUDA_R_64F) {                                                           \
            if (execution == CUDA_R_64F) SAME(CUDA_R_64F, cublasD##kind(h, n, x, incx, result));   \
            if (execution == (Z)) SAME(CUDA_C_64F, cublasDz##kind(h, n, x, incx, result));         \
        }                                                                                          \
        if (!is_short(type) || result_type != (short_result) || execution != CUDA_R_32F)           \
            return refuse(#name);                                                                  \
        CALL(kind);                                                                                \
        b.op_b = (int)result_type;                                                                 \
        if (incx > 0) X(USE_READS);                                                                \
        simt_blas_result(h, &b, result, simt_number_bytes(result_type));                           \
        PUT(#name, true);                                                                          \
    }
SUM(cublasNrm2Ex, nrm2, CUDA_R_32F, CUDA_R_64F, type)
SUM(cublasAsumEx, asum, CUDA_C_32F, CUDA_C_64F, CUDA_R_32F)

/* The first of the largest or smallest absolute values, from 1. */
static void find(const struct blas *b, int sign) {
    int best = 0;
    if (b->n <= 0 || b->incx <= 0) best = -1;
    for (int i = 1; best >= 0 && i < b->n; i++)
        if (sign * fabs(load_x(b, i)) > sign * fabs(load_x(b, best))) best = i;
    *(int *)b->result = best + 1;
}
static void find_largest(struct library_call *call) {
    find((const struct blas *)call, 1);
}
static void find_smallest(struct library_call *call) {
    find((const struct blas *)call, -1);
}

#define INDEX(name, kind, function)                                                                                    \
    cublasStatus_t name(cublasHandle_t h, int n, const void *x, cudaDataType type, int incx, int *result) {            \
        BEGIN(h, !result)                                                                                              \
        SAME(CUDA_R_32F, cublasIs##kind(h, n, x, incx, result));                                                       \
        SAME(CUDA_R_64F, cublasId##kind(h, n, x, incx, result));                                                       \
        SAME(CUDA_C_32F, cublasIc##kind(h, n, x, incx, result));                                                       \
        SAME(CUDA_C_64F, cublasIz##kind(h, n, x, incx, result));                                                       \
        if (!is_short(type)) return refuse(#name);                                                                     \
        CALL(function);                                                                                                \
        if (incx > 0) X(USE_READS);                                                                                    \
        simt_blas_result(h, &b, result, sizeof(int));                                                                  \
        PUT(#name, true);                                                                                              \
    }
INDEX(cublasIamaxEx, amax, find_largest)
INDEX(cublasIaminEx, amin, find_smallest)
