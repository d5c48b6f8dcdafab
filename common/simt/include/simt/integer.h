/**
 * @file
 * @brief Integer intrinsics: bit counts, bit and byte permutations, high products, averages.
 */
#ifndef SIMT_INTEGER_H
#define SIMT_INTEGER_H

#include <stdint.h>

#include "vector.h"

/*
 * Counting and finding bits.
 */
inline int __popc(unsigned int x) {
    return __builtin_popcount(x);
}
inline int __popcll(unsigned long long x) {
    return __builtin_popcountll(x);
}
inline int __clz(int x) {
    return x ? __builtin_clz((unsigned int)x) : 32;
}
inline int __clzll(long long x) {
    return x ? __builtin_clzll((unsigned long long)x) : 64;
}
/** 1-based place of the lowest set bit, 0 when there is none. */
inline int __ffs(int x) {
    return __builtin_ffs(x);
}
inline int __ffsll(long long x) {
    return __builtin_ffsll(x);
}

/** Place of the |offset|-th set bit from `base` on, upwards or downwards; ~0 when there is none. */
inline unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
    int step = offset < 0 ? -1 : 1, left = offset ? offset * step : 1;
    int last = offset ? (step < 0 ? 0 : 31) : (int)base;
    for (int i = (int)base; i * step <= last * step; i += step)
        if ((mask >> i & 1) && --left == 0) return (unsigned int)i;
    return ~0u;
}

/*
 * Moving bits.
 */
inline unsigned int __brev(unsigned int x) {
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}
inline unsigned long long __brevll(unsigned long long x) {
    return (unsigned long long)__brev((unsigned int)x) << 32 | __brev((unsigned int)(x >> 32));
}
inline unsigned short __nv_bswap16(unsigned short x) {
    return __builtin_bswap16(x);
}
inline unsigned int __nv_bswap32(unsigned int x) {
    return __builtin_bswap32(x);
}
inline unsigned long long __nv_bswap64(unsigned long long x) {
    return __builtin_bswap64(x);
}

/** Four of the eight bytes y:x, each chosen by the low 3 bits of a nibble of `selector`. */
inline unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
    uint64_t bytes = (uint64_t)y << 32 | x;
    unsigned int result = 0;
    for (int i = 0; i < 4; i++)
        result |= (unsigned int)(bytes >> 8 * (selector >> 4 * i & 7) & 0xff) << 8 * i;
    return result;
}

/* The shift counts modulo 32, or (_lc, _rc) up to 32. */
inline unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
    return (unsigned int)(((uint64_t)high << 32 | low) << (shift & 31) >> 32);
}
inline unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
    return (unsigned int)(((uint64_t)high << 32 | low) >> (shift & 31));
}
inline unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
    return shift < 32 ? __funnelshift_l(low, high, shift) : low;
}
inline unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
    return shift < 32 ? __funnelshift_r(low, high, shift) : high;
}

/*
 * Products.
 */
inline int __mulhi(int x, int y) {
    return (int)((int64_t)x * y >> 32);
}
inline unsigned int __umulhi(unsigned int x, unsigned int y) {
    return (unsigned int)((uint64_t)x * y >> 32);
}
inline long long __mul64hi(long long x, long long y) {
    return (long long)((__extension__(__int128) x) * y >> 64);
}
inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
    return (unsigned long long)((__extension__(unsigned __int128) x) * y >> 64);
}

/* Of 24-bit factors; a factor's high byte is ignored. */
inline int __mul24(int x, int y) {
    int64_t product =
        (int64_t)((int)((unsigned int)x << 8) >> 8) * ((int)((unsigned int)y << 8) >> 8);
    return (int)product;
}
inline unsigned int __umul24(unsigned int x, unsigned int y) {
    return (x & 0xffffff) * (y & 0xffffff);
}

/** The sum of four products of bytes, and c. */
inline int __dp4a(int a, int b, int c) {
    unsigned int sum = (unsigned int)c;
    for (int i = 0; i < 32; i += 8) sum += (unsigned int)((int8_t)(a >> i) * (int8_t)(b >> i));
    return (int)sum;
}
inline unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
    for (int i = 0; i < 32; i += 8) c += (a >> i & 0xff) * (b >> i & 0xff);
    return c;
}
inline int __dp4a(char4 a, char4 b, int c) {
    const int sum = (signed char)a.x * (signed char)b.x + (signed char)a.y * (signed char)b.y +
                    (signed char)a.z * (signed char)b.z + (signed char)a.w * (signed char)b.w;
    return (int)((unsigned int)c + (unsigned int)sum);
}
inline unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) {
    return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

/** The products of the two halves of a and the two low (or high) bytes of b, and c. */
inline int __dp2a_lo(int a, int b, int c) {
    const int sum = (int16_t)a * (int8_t)b + (int16_t)(a >> 16) * (int8_t)(b >> 8);
    return (int)((unsigned int)c + (unsigned int)sum);
}
inline unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c) {
    return c + (a & 0xffff) * (b & 0xff) + (a >> 16) * (b >> 8 & 0xff);
}
inline int __dp2a_lo(short2 a, char4 b, int c) {
    const int sum = a.x * (signed char)b.x + a.y * (signed char)b.y;
    return (int)((unsigned int)c + (unsigned int)sum);
}
inline unsigned int __dp2a_lo(ushort2 a, uchar4 b, unsigned int c) {
    return c + (unsigned int)(a.x * b.x) + (unsigned int)(a.y * b.y);
}
inline int __dp2a_hi(int a, int b, int c) {
    return __dp2a_lo(a, b >> 16, c);
}
inline unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c) {
    return __dp2a_lo(a, b >> 16, c);
}
inline int __dp2a_hi(short2 a, char4 b, int c) {
    const int sum = a.x * (signed char)b.z + a.y * (signed char)b.w;
    return (int)((unsigned int)c + (unsigned int)sum);
}
inline unsigned int __dp2a_hi(ushort2 a, uchar4 b, unsigned int c) {
    return c + (unsigned int)(a.x * b.z) + (unsigned int)(a.y * b.w);
}

/*
 * Differences and averages, without overflow.
 */
/** |x - y| + z */
inline unsigned int __sad(int x, int y, unsigned int z) {
    unsigned int ux = (unsigned int)x, uy = (unsigned int)y;
    return (x > y ? ux - uy : uy - ux) + z;
}
inline unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) {
    return (x > y ? x - y : y - x) + z;
}
inline int __hadd(int x, int y) {
    return (int)(((int64_t)x + y) >> 1);
}
inline int __rhadd(int x, int y) {
    return (int)(((int64_t)x + y + 1) >> 1);
}
inline unsigned int __uhadd(unsigned int x, unsigned int y) {
    return (unsigned int)(((uint64_t)x + y) >> 1);
}
inline unsigned int __urhadd(unsigned int x, unsigned int y) {
    return (unsigned int)(((uint64_t)x + y + 1) >> 1);
}

/* nvcc knows both promises to the compiler; g++ knows none. */
#ifdef __has_builtin
#if !__has_builtin(__builtin_assume)
#define __builtin_assume(condition) ((condition) ? (void)0 : __builtin_unreachable())
#endif
#else
#define __builtin_assume(condition) ((condition) ? (void)0 : __builtin_unreachable())
#endif
#define __assume(condition) __builtin_assume(condition)

#endif
