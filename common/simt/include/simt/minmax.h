/**
 * @file
 * @brief min and max in the global namespace, with the mixed pairs of types that CUDA has.
 *
 * The set is CUDA's own, so that a call is ambiguous here when it is for nvcc. As these are no
 * templates they win over std::min where a program says `using namespace std`.
 */
#ifndef SIMT_MINMAX_H
#define SIMT_MINMAX_H

#define SIMT_MINMAX(R, A, B)                                                                       \
    inline R min(A a, B b) {                                                                       \
        return (R)b < (R)a ? (R)b : (R)a;                                                          \
    }                                                                                              \
    inline R max(A a, B b) {                                                                       \
        return (R)a < (R)b ? (R)b : (R)a;                                                          \
    }

/* A signed integer beside an unsigned one counts as unsigned. */
#define SIMT_MINMAX_INTEGER(S, U)                                                                  \
    SIMT_MINMAX(S, S, S)                                                                           \
    SIMT_MINMAX(U, U, U)                                                                           \
    SIMT_MINMAX(U, S, U)                                                                           \
    SIMT_MINMAX(U, U, S)

SIMT_MINMAX_INTEGER(int, unsigned int)
SIMT_MINMAX_INTEGER(long, unsigned long)
SIMT_MINMAX_INTEGER(long long, unsigned long long)

/* Beside a NaN the other one wins. */
#define SIMT_MINMAX_FLOAT(R, A, B, suffix)                                                         \
    inline R min(A a, B b) {                                                                       \
        return __builtin_fmin##suffix(a, b);                                                       \
    }                                                                                              \
    inline R max(A a, B b) {                                                                       \
        return __builtin_fmax##suffix(a, b);                                                       \
    }

SIMT_MINMAX_FLOAT(float, float, float, f)
SIMT_MINMAX_FLOAT(double, double, double, )
SIMT_MINMAX_FLOAT(double, float, double, )
SIMT_MINMAX_FLOAT(double, double, float, )

#define SIMT_MINMAX_NAMED(prefix, T)                                                               \
    inline T prefix##min(T a, T b) {                                                               \
        return min(a, b);                                                                          \
    }                                                                                              \
    inline T prefix##max(T a, T b) {                                                               \
        return max(a, b);                                                                          \
    }

SIMT_MINMAX_NAMED(u, unsigned int)
SIMT_MINMAX_NAMED(ll, long long)
SIMT_MINMAX_NAMED(ull, unsigned long long)

#undef SIMT_MINMAX
#undef SIMT_MINMAX_INTEGER
#undef SIMT_MINMAX_FLOAT
#undef SIMT_MINMAX_NAMED

#endif
