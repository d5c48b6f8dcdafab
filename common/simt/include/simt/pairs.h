/**
 * @file
 * @brief Two floats at once, in each direction of rounding, as GPUs of capability 10.0 have them.
 */
#ifndef SIMT_PAIRS_H
#define SIMT_PAIRS_H

#include "float.h"
#include "vector.h"

#define SIMT_PAIRS(way)                                                                            \
    inline float2 __fadd2_##way(float2 x, float2 y) {                                              \
        return make_float2(__fadd_##way(x.x, y.x), __fadd_##way(x.y, y.y));                        \
    }                                                                                              \
    inline float2 __fmul2_##way(float2 x, float2 y) {                                              \
        return make_float2(__fmul_##way(x.x, y.x), __fmul_##way(x.y, y.y));                        \
    }                                                                                              \
    inline float2 __ffma2_##way(float2 x, float2 y, float2 z) {                                    \
        return make_float2(__fmaf_##way(x.x, y.x, z.x), __fmaf_##way(x.y, y.y, z.y));              \
    }                                                                                              \
    inline float __fmaf_ieee_##way(float x, float y, float z) {                                    \
        return __fmaf_##way(x, y, z);                                                              \
    }
SIMT_PAIRS(rn)
SIMT_PAIRS(rz)
SIMT_PAIRS(rd)
SIMT_PAIRS(ru)
#undef SIMT_PAIRS

#endif
