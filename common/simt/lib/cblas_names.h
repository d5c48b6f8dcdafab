/**
 * @file
 * @brief The functions of the C interface of BLAS that cuBLAS is made of (OpenBLAS, Debian's libopenblas-dev).
 *
 * They are declared here, so that the runtime builds without that package.
 */
#ifndef SIMT_CBLAS_NAMES_H
#define SIMT_CBLAS_NAMES_H

#include <stddef.h>

enum {
    CBLAS_COLUMNS = 102,
    CBLAS_NO = 111,
    CBLAS_UPPER = 121,
    CBLAS_NON_UNIT = 131,
    CBLAS_LEFT = 141
};

/* V: how a scalar is given: by value, or where it is complex, by address. */
#define CBLAS_ALL(x, V)                                                                            \
    void cblas_##x##axpy(int, V, const void *, int, void *, int);                                  \
    void cblas_##x##copy(int, const void *, int, void *, int);                                     \
    void cblas_##x##swap(int, void *, int, void *, int);                                           \
    void cblas_##x##scal(int, V, void *, int);                                                     \
    size_t cblas_i##x##amax(int, const void *, int);                                               \
    size_t cblas_i##x##amin(int, const void *, int);                                               \
    void cblas_##x##gemv(int, int, int, int, V, const void *, int, const void *, int, V, void *,   \
                         int);                                                                     \
    void cblas_##x##trmv(int, int, int, int, int, const void *, int, void *, int);                 \
    void cblas_##x##trsv(int, int, int, int, int, const void *, int, void *, int);                 \
    void cblas_##x##gemm(int, int, int, int, int, int, V, const void *, int, const void *, int, V, \
                         void *, int);                                                             \
    void cblas_##x##symm(int, int, int, int, int, V, const void *, int, const void *, int, V,      \
                         void *, int);                                                             \
    void cblas_##x##syrk(int, int, int, int, int, V, const void *, int, V, void *, int);           \
    void cblas_##x##trsm(int, int, int, int, int, int, int, V, const void *, int, void *, int);    \
    void cblas_##x##trmm(int, int, int, int, int, int, int, V, const void *, int, void *, int);
CBLAS_ALL(s, float)
CBLAS_ALL(d, double)
CBLAS_ALL(c, const void *)
CBLAS_ALL(z, const void *)

#define CBLAS_REAL(x, T)                                                                           \
    T cblas_##x##dot(int, const void *, int, const void *, int);                                   \
    T cblas_##x##nrm2(int, const void *, int);                                                     \
    T cblas_##x##asum(int, const void *, int);                                                     \
    void cblas_##x##rot(int, void *, int, void *, int, T, T);                                      \
    void cblas_##x##ger(int, int, int, T, const void *, int, const void *, int, void *, int);      \
    void cblas_##x##symv(int, int, int, T, const void *, int, const void *, int, T, void *, int);
CBLAS_REAL(s, float)
CBLAS_REAL(d, double)

#define CBLAS_COMPLEX(x, r, T)                                                                     \
    void cblas_##x##dotu_sub(int, const void *, int, const void *, int, void *);                   \
    void cblas_##x##dotc_sub(int, const void *, int, const void *, int, void *);                   \
    T cblas_##r##x##nrm2(int, const void *, int);                                                  \
    T cblas_##r##x##asum(int, const void *, int);
CBLAS_COMPLEX(c, s, float)
CBLAS_COMPLEX(z, d, double)

#define CBLAS_MORE(x, V)                                                                           \
    void cblas_##x##gbmv(int, int, int, int, int, int, V, const void *, int, const void *, int, V, void *, int); \
    void cblas_##x##tbmv(int, int, int, int, int, int, const void *, int, void *, int);            \
    void cblas_##x##tbsv(int, int, int, int, int, int, const void *, int, void *, int);            \
    void cblas_##x##tpmv(int, int, int, int, int, const void *, void *, int);                      \
    void cblas_##x##tpsv(int, int, int, int, int, const void *, void *, int);                      \
    void cblas_##x##syr2k(int, int, int, int, int, V, const void *, int, const void *, int, V, void *, int);
CBLAS_MORE(s, float)
CBLAS_MORE(d, double)
CBLAS_MORE(c, const void *)
CBLAS_MORE(z, const void *)

/* Symmetric matrices have the names sy, sp and sb; Hermitian ones he, hp and hb. R: how a real scalar is given. */
#define CBLAS_SYMMETRIC(x, full, packed, band, V, R)                                               \
    void cblas_##x##band##mv(int, int, int, int, V, const void *, int, const void *, int, V, void *, int); \
    void cblas_##x##packed##mv(int, int, int, V, const void *, const void *, int, V, void *, int); \
    void cblas_##x##full##r(int, int, int, R, const void *, int, void *, int);                     \
    void cblas_##x##packed##r(int, int, int, R, const void *, int, void *);                        \
    void cblas_##x##full##r2(int, int, int, V, const void *, int, const void *, int, void *, int); \
    void cblas_##x##packed##r2(int, int, int, V, const void *, int, const void *, int, void *);
CBLAS_SYMMETRIC(s, sy, sp, sb, float, float)
CBLAS_SYMMETRIC(d, sy, sp, sb, double, double)
CBLAS_SYMMETRIC(c, he, hp, hb, const void *, float)
CBLAS_SYMMETRIC(z, he, hp, hb, const void *, double)

#define CBLAS_ROTATIONS(x, T)                                                                      \
    void cblas_##x##rotg(void *, void *, void *, void *);                                          \
    void cblas_##x##rotm(int, void *, int, void *, int, const void *);                             \
    void cblas_##x##rotmg(void *, void *, void *, T, void *);
CBLAS_ROTATIONS(s, float)
CBLAS_ROTATIONS(d, double)

#define CBLAS_HERMITIAN(x, r, R)                                                                   \
    void cblas_##x##r##scal(int, R, void *, int);                                                  \
    void cblas_##x##r##rot(int, void *, int, void *, int, R, R);                                   \
    void cblas_##x##geru(int, int, int, const void *, const void *, int, const void *, int, void *, int); \
    void cblas_##x##gerc(int, int, int, const void *, const void *, int, const void *, int, void *, int); \
    void cblas_##x##hemv(int, int, int, const void *, const void *, int, const void *, int, const void *, void *, \
                         int);                                                                     \
    void cblas_##x##hemm(int, int, int, int, int, const void *, const void *, int, const void *, int, const void *, \
                         void *, int);                                                             \
    void cblas_##x##herk(int, int, int, int, int, R, const void *, int, R, void *, int);           \
    void cblas_##x##her2k(int, int, int, int, int, const void *, const void *, int, const void *, int, R, void *, \
                          int);
CBLAS_HERMITIAN(c, s, float)
CBLAS_HERMITIAN(z, d, double)

/** OpenBLAS alone has it. With one thread a sum has the same bits in each run. */
void openblas_set_num_threads(int) __attribute__((weak));

#endif
