/**
 * @file
 * @brief CUDA's vector types: dim3 and char1 … double4 with CUDA's sizes and alignments.
 */
#ifndef SIMT_VECTOR_H
#define SIMT_VECTOR_H

/** Programs tell by these whether the types are known. */
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__

/* Two and four components are aligned as one wide load wants them; three are not. */
#define SIMT_VECTOR_1(name, T)                                                                     \
    typedef struct name {                                                                          \
        T x;                                                                                       \
    } name;                                                                                        \
    static inline name make_##name(T x) {                                                          \
        name v = {x};                                                                              \
        return v;                                                                                  \
    }

#define SIMT_VECTOR_2(name, T, alignment)                                                          \
    typedef struct __attribute__((aligned(alignment))) name {                                      \
        T x, y;                                                                                    \
    } name;                                                                                        \
    static inline name make_##name(T x, T y) {                                                     \
        name v = {x, y};                                                                           \
        return v;                                                                                  \
    }

#define SIMT_VECTOR_3(name, T)                                                                     \
    typedef struct name {                                                                          \
        T x, y, z;                                                                                 \
    } name;                                                                                        \
    static inline name make_##name(T x, T y, T z) {                                                \
        name v = {x, y, z};                                                                        \
        return v;                                                                                  \
    }

#define SIMT_VECTOR_4(name, T, alignment)                                                          \
    typedef struct __attribute__((aligned(alignment))) name {                                      \
        T x, y, z, w;                                                                              \
    } name;                                                                                        \
    static inline name make_##name(T x, T y, T z, T w) {                                           \
        name v = {x, y, z, w};                                                                     \
        return v;                                                                                  \
    }

#define SIMT_VECTORS(name, T, align2, align4)                                                      \
    SIMT_VECTOR_1(name##1, T)                                                                      \
    SIMT_VECTOR_2(name##2, T, align2)                                                              \
    SIMT_VECTOR_3(name##3, T)                                                                      \
    SIMT_VECTOR_4(name##4, T, align4)

SIMT_VECTORS(char, signed char, 2, 4)
SIMT_VECTORS(uchar, unsigned char, 2, 4)
SIMT_VECTORS(short, short, 4, 8)
SIMT_VECTORS(ushort, unsigned short, 4, 8)
SIMT_VECTORS(int, int, 8, 16)
SIMT_VECTORS(uint, unsigned int, 8, 16)
SIMT_VECTORS(long, long, 16, 16)
SIMT_VECTORS(ulong, unsigned long, 16, 16)
SIMT_VECTORS(longlong, long long, 16, 16)
SIMT_VECTORS(ulonglong, unsigned long long, 16, 16)
SIMT_VECTORS(float, float, 8, 16)
SIMT_VECTORS(double, double, 16, 16)

/* CUDA 13 wants the alignment of 32-byte vectors said. */
#define SIMT_VECTOR_WIDE(name, T)                                                                  \
    SIMT_VECTOR_4(name##4_16a, T, 16)                                                              \
    SIMT_VECTOR_4(name##4_32a, T, 32)

SIMT_VECTOR_WIDE(long, long)
SIMT_VECTOR_WIDE(ulong, unsigned long)
SIMT_VECTOR_WIDE(longlong, long long)
SIMT_VECTOR_WIDE(ulonglong, unsigned long long)
SIMT_VECTOR_WIDE(double, double)

typedef struct dim3 {
    unsigned int x, y, z;
#ifdef __cplusplus
    constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
        : x(vx), y(vy), z(vz) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const {
        return uint3{x, y, z};
    }
#endif
} dim3;

#undef SIMT_VECTOR_1
#undef SIMT_VECTOR_2
#undef SIMT_VECTOR_3
#undef SIMT_VECTOR_4
#undef SIMT_VECTORS
#undef SIMT_VECTOR_WIDE

#endif
