/**
 * @file
 * @brief cuBLAS, level 1: rotations, and complex vectors times real numbers.
 */
#include "cublas.h"

#define SCALAR(which, from, T) simt_blas_scalar(h, &b, &b.which, from, sizeof(T))
#define VECTOR(v, n, inc, T)   simt_blas_vector(&b, v, n, inc, sizeof(T), BOTH)
#define PUT(name, waits)       return simt_blas_put(h, &b, name, LIBRARY_HERE, waits)
#define GIVEN                  const struct blas *b = (const struct blas *)call
#define BOTH                   (USE_READS | USE_WRITES)

/* Numbers that a call changes where they are: the host's, which waits, or the device's. */
static void use_numbers(const struct simt_cublas *h, struct blas *b, const void *at, size_t bytes,
                        int use) {
    if (h->mode == CUBLAS_POINTER_MODE_DEVICE)
        simt_library_uses(&b->call, at, bytes, 1, bytes, use);
}

#define ROTG(L, U, T, R)                                                                           \
    static void rotg_##L(struct library_call *call) {                                              \
        GIVEN;                                                                                     \
        cblas_##L##rotg(b->x, b->y, b->c, b->result);                                              \
    }                                                                                              \
    cublasStatus_t cublas##U##rotg(cublasHandle_t h, T *x, T *y, R *c, T *s) {                     \
        BEGIN(h, !x || !y || !c || !s)                                                             \
        struct blas b = {.call.compute = rotg_##L, .x = x, .y = y, .c = c, .result = s};           \
        use_numbers(h, &b, x, sizeof(T), BOTH);                                                    \
        use_numbers(h, &b, y, sizeof(T), BOTH);                                                    \
        use_numbers(h, &b, c, sizeof(R), USE_WRITES);                                              \
        use_numbers(h, &b, s, sizeof(T), USE_WRITES);                                              \
        PUT("cublas" #U "rotg", true);                                                             \
    }
ROTG(s, S, float, float)
ROTG(d, D, double, double)
ROTG(c, C, cuComplex, float)
ROTG(z, Z, cuDoubleComplex, double)

#define ROTATIONS(L, U, T)                                                                         \
    static void rotm_##L(struct library_call *call) {                                              \
        GIVEN;                                                                                     \
        cblas_##L##rotm(b->n, b->x, b->incx, b->y, b->incy, scalar_value(&b->alpha));              \
    }                                                                                              \
    cublasStatus_t cublas##U##rotm(cublasHandle_t h, int n, T *x, int incx, T *y, int incy,        \
                                   const T *param) {                                               \
        BEGIN(h, !param)                                                                           \
        struct blas b = {                                                                          \
            .call.compute = rotm_##L, .n = n, .x = x, .incx = incx, .y = y, .incy = incy};         \
        if (n <= 0) return CUBLAS_STATUS_SUCCESS;                                                  \
        SCALAR(alpha, param, T[5]);                                                                \
        VECTOR(x, n, incx, T);                                                                     \
        VECTOR(y, n, incy, T);                                                                     \
        PUT("cublas" #U "rotm", false);                                                            \
    }                                                                                              \
    static void rotmg_##L(struct library_call *call) {                                             \
        GIVEN;                                                                                     \
        cblas_##L##rotmg(b->x, b->y, b->c, *(const T *)b->a, b->result);                           \
    }                                                                                              \
    cublasStatus_t cublas##U##rotmg(cublasHandle_t h, T *d1, T *d2, T *x1, const T *y1,            \
                                    T *param) {                                                    \
        BEGIN(h, !d1 || !d2 || !x1 || !y1 || !param)                                               \
        struct blas b = {                                                                          \
            .call.compute = rotmg_##L, .x = d1, .y = d2, .c = x1, .a = y1, .result = param};       \
        use_numbers(h, &b, d1, sizeof(T), BOTH);                                                   \
        use_numbers(h, &b, d2, sizeof(T), BOTH);                                                   \
        use_numbers(h, &b, x1, sizeof(T), BOTH);                                                   \
        use_numbers(h, &b, y1, sizeof(T), USE_READS);                                              \
        use_numbers(h, &b, param, sizeof(T[5]), USE_WRITES);                                       \
        PUT("cublas" #U "rotmg", true);                                                            \
    }
ROTATIONS(s, S, float)
ROTATIONS(d, D, double)

#define BY_REALS(L, U, T, R)                                                                       \
    static void scal_##L(struct library_call *call) {                                              \
        GIVEN;                                                                                     \
        cblas_##L##scal(b->n, REAL(R, scalar_value(&b->alpha)), b->x, b->incx);                    \
    }                                                                                              \
    cublasStatus_t cublas##U##scal(cublasHandle_t h, int n, const R *alpha, T *x, int incx) {      \
        BEGIN(h, !alpha)                                                                           \
        struct blas b = {.call.compute = scal_##L, .n = n, .x = x, .incx = incx};                  \
        if (n <= 0 || incx <= 0) return CUBLAS_STATUS_SUCCESS;                                     \
        SCALAR(alpha, alpha, R);                                                                   \
        VECTOR(x, n, incx, T);                                                                     \
        PUT("cublas" #U "scal", false);                                                            \
    }
BY_REALS(cs, Cs, cuComplex, float)
BY_REALS(zd, Zd, cuDoubleComplex, double)

/* S, V: the type of the sine, and how it is given. */
#define ROT(L, U, T, R, S, V)                                                                      \
    static void rot_##L(struct library_call *call) {                                               \
        GIVEN;                                                                                     \
        cblas_##L##rot(b->n, b->x, b->incx, b->y, b->incy, REAL(R, scalar_value(&b->alpha)),       \
                       V(S, scalar_value(&b->beta)));                                              \
    }                                                                                              \
    cublasStatus_t cublas##U##rot(cublasHandle_t h, int n, T *x, int incx, T *y, int incy,         \
                                  const R *c, const S *s) {                                        \
        BEGIN(h, !c || !s)                                                                         \
        struct blas b = {                                                                          \
            .call.compute = rot_##L, .n = n, .x = x, .incx = incx, .y = y, .incy = incy};          \
        if (n <= 0) return CUBLAS_STATUS_SUCCESS;                                                  \
        SCALAR(alpha, c, R);                                                                       \
        SCALAR(beta, s, S);                                                                        \
        VECTOR(x, n, incx, T);                                                                     \
        VECTOR(y, n, incy, T);                                                                     \
        PUT("cublas" #U "rot", false);                                                             \
    }
ROT(cs, Cs, cuComplex, float, float, REAL)
ROT(zd, Zd, cuDoubleComplex, double, double, REAL)
ROT(c, C, cuComplex, float, cuComplex, COMPLEX)
ROT(z, Z, cuDoubleComplex, double, cuDoubleComplex, COMPLEX)
