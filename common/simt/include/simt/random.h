/**
 * @file
 * @brief The arithmetic of cuRAND's generators, for kernels and for the host.
 *
 * XORWOW: G. Marsaglia, Xorshift RNGs (2003). Philox: J. Salmon and others, Parallel random numbers: as easy as 1, 2, 3
 * (2011). MRG32k3a: P. L'Ecuyer, Good parameters and implementations for combined multiple recursive generators (1999).
 */
#ifndef SIMT_RANDOM_H
#define SIMT_RANDOM_H

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Goes n steps, or n sequences of 2^67 steps, further. */
void simt_xorwow_jump(unsigned int v[5], unsigned long long n, int sequences);
/** Goes n times 2^power steps further. */
void simt_mrg_jump(unsigned int s1[3], unsigned int s2[3], unsigned long long n, int power);
/** 2^power steps at once, for many jumps of the same length. */
struct simt_mrg_step {
    unsigned long long one[9], two[9];
};
struct simt_mrg_step simt_mrg_step_of(int power);
void simt_mrg_take_step(const struct simt_mrg_step *step, unsigned int s1[3], unsigned int s2[3]);

#ifdef __cplusplus
}
#endif

static inline void simt_xorwow_seed(unsigned long long seed, unsigned int v[5], unsigned int *d) {
    unsigned int a = 1099087573u * ((unsigned int)seed ^ 0xaad26b49u);
    unsigned int b = 2591861531u * ((unsigned int)(seed >> 32) ^ 0xf7dcefddu);
    v[0] = 123456789u + a;
    v[1] = 362436069u ^ a;
    v[2] = 521288629u + b;
    v[3] = 88675123u ^ b;
    v[4] = 5783321u + a;
    *d = 6615241u + a + b;
}

static inline unsigned int simt_xorwow_next(unsigned int v[5], unsigned int *d) {
    unsigned int t = v[0] ^ v[0] >> 2;
    for (int i = 0; i < 4; i++) v[i] = v[i + 1];
    v[4] = (v[4] ^ v[4] << 4) ^ (t ^ t << 1);
    *d += 362437;
    return v[4] + *d;
}

/** Encrypts the counter in place. */
static inline void simt_philox(unsigned int c[4], unsigned int key_x, unsigned int key_y) {
    for (int round = 0; round < 10; round++) {
        unsigned long long a = 0xD2511F53ull * c[0], b = 0xCD9E8D57ull * c[2];
        c[0] = (unsigned int)(b >> 32) ^ c[1] ^ key_x;
        c[1] = (unsigned int)b;
        c[2] = (unsigned int)(a >> 32) ^ c[3] ^ key_y;
        c[3] = (unsigned int)a;
        key_x += 0x9E3779B9u;
        key_y += 0xBB67AE85u;
    }
}

#define SIMT_MRG_1 4294967087ull
#define SIMT_MRG_2 4294944443ull
/** What a number of MRG32k3a is multiplied with to be at most 1, and to be 32 bits. */
#define SIMT_MRG_UNIT (1.0 / 4294967087)
#define SIMT_MRG_BITS 1.000000048662

static inline void simt_mrg_seed(unsigned long long seed, unsigned int s1[3], unsigned int s2[3]) {
    unsigned long long low = (unsigned int)seed ^ 0x55555555u;
    unsigned long long high = (unsigned int)(seed >> 32) ^ 0xAAAAAAAAu;
    for (int i = 0; i < 3; i++) {
        unsigned long long odd = i % 2 ? high : low, even = i % 2 ? low : high;
        s1[i] = seed ? (unsigned int)(odd * 12345 % SIMT_MRG_1) : 12345;
        s2[i] = seed ? (unsigned int)(even * 12345 % SIMT_MRG_2) : 12345;
    }
}

/** From 1 to SIMT_MRG_1. */
static inline double simt_mrg_next(unsigned int s1[3], unsigned int s2[3]) {
    unsigned long long a = (1403580ull * s1[1] + 810728ull * (SIMT_MRG_1 - s1[0])) % SIMT_MRG_1;
    unsigned long long b = (527612ull * s2[2] + 1370589ull * (SIMT_MRG_2 - s2[0])) % SIMT_MRG_2;
    s1[0] = s1[1], s1[1] = s1[2], s1[2] = (unsigned int)a;
    s2[0] = s2[1], s2[1] = s2[2], s2[2] = (unsigned int)b;
    return a > b ? (double)(a - b) : (double)(a + SIMT_MRG_1 - b);
}

/* 2^-32 and 2^-53. C++14 has no hexadecimal floats. */
#define SIMT_UNIT_32 (1.0 / (1ull << 32))
#define SIMT_UNIT_53 (1.0 / (1ull << 53))

static inline float simt_uniform(unsigned int x) {
    return (float)x * (float)SIMT_UNIT_32 + (float)(SIMT_UNIT_32 / 2);
}

static inline double simt_uniform_double(unsigned int x, unsigned int y) {
    return (double)(x ^ (unsigned long long)y << 21) * SIMT_UNIT_53 + SIMT_UNIT_53 / 2;
}

/** The same, up to 2: an angle, in half turns. */
static inline double simt_wide(unsigned int x, unsigned int y) {
    return (double)(x ^ (unsigned long long)y << 21) * (2 * SIMT_UNIT_53) + SIMT_UNIT_53;
}

static inline void simt_box_muller(unsigned int x, unsigned int y, float *one, float *two) {
    const float turn = 6.2831855f * (float)SIMT_UNIT_32;
    float u = simt_uniform(x), angle = (float)y * turn + turn / 2, length = sqrtf(-2 * logf(u));
    *one = sinf(angle) * length;
    *two = cosf(angle) * length;
}

static inline void simt_box_muller_double(double u, double half_turns, double *one, double *two) {
    double angle = half_turns * 3.1415926535897932, length = sqrt(-2 * log(u));
    *one = sin(angle) * length;
    *two = cos(angle) * length;
}

#endif
