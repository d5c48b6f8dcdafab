/**
 * @file
 * @brief CUDA's complex numbers: pairs of floats or doubles, and what is computed with them.
 */
#ifndef SIMT_CU_COMPLEX_H
#define SIMT_CU_COMPLEX_H

/** Programs tell by this whether the types are known. */
#define CU_COMPLEX_H_

#include "cuda_runtime_api.h"

#include <math.h>

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

/* Sums, products and quotients of complex numbers, their parts, absolute values and conjugates. */
#define SIMT_CU_COMPLEX(T, R, make, f, hypotenuse)                                                 \
    static inline T make(R x, R y) {                                           \
        T z = {x, y};                                                                              \
        return z;                                                                                  \
    }                                                                                              \
    static inline R cuCreal##f(T z) { return z.x; }                            \
    static inline R cuCimag##f(T z) { return z.y; }                            \
    static inline T cuConj##f(T z) { return make(z.x, -z.y); }                 \
    static inline T cuCadd##f(T a, T b) { return make(a.x + b.x, a.y + b.y); } \
    static inline T cuCsub##f(T a, T b) { return make(a.x - b.x, a.y - b.y); } \
    static inline T cuCmul##f(T a, T b) {                                      \
        return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                                 \
    }                                                                                              \
    static inline T cuCfma##f(T a, T b, T c) {                                 \
        return cuCadd##f(cuCmul##f(a, b), c);                                                      \
    }                                                                                              \
    static inline R cuCabs##f(T z) { return hypotenuse(z.x, z.y); }            \
    static inline T cuCdiv##f(T a, T b) {                                      \
        R larger = (b.x < 0 ? -b.x : b.x) + (b.y < 0 ? -b.y : b.y);                                \
        R ax = a.x / larger, ay = a.y / larger, bx = b.x / larger, by = b.y / larger;              \
        R square = bx * bx + by * by;                                                              \
        return make((ax * bx + ay * by) / square, (ay * bx - ax * by) / square);                   \
    }
SIMT_CU_COMPLEX(cuFloatComplex, float, make_cuFloatComplex, f, hypotf)
SIMT_CU_COMPLEX(cuDoubleComplex, double, make_cuDoubleComplex, , hypot)

#define make_cuComplex make_cuFloatComplex
#define cuComplexFloatToDouble(z) make_cuDoubleComplex((z).x, (z).y)
#define cuComplexDoubleToFloat(z) make_cuFloatComplex((float)(z).x, (float)(z).y)

#endif
