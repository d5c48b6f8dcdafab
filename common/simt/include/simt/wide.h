/**
 * @file
 * @brief Atomic compare-and-swap of 16 bytes. Compilers would leave it to a library that few programs are linked to.
 */
#ifndef SIMT_WIDE_H
#define SIMT_WIDE_H

#include "core.h"

typedef unsigned __int128 simt_word16;

#ifdef __cplusplus
extern "C" {
#endif

#if defined(SIMT_CHECKED)
/* Compilers call no hook for an atomic that they do not know, so this is one. */
int simt_swap_wide_watched(simt_word16 *p, simt_word16 *expected, simt_word16 value);
static SIMT_INLINE int simt_swap_wide(simt_word16 *p, simt_word16 *expected, simt_word16 value) {
    return simt_swap_wide_watched(p, expected, value);
}
#elif defined(__x86_64__)
/* Two registers have each value; the processor compares and writes all 16 bytes at once. */
static inline int simt_swap_wide(simt_word16 *p, simt_word16 *expected, simt_word16 value) {
    unsigned char done;
    uint64_t low = (uint64_t)*expected, high = (uint64_t)(*expected >> 64);
    __asm__ volatile("lock cmpxchg16b %[at]\n\tsete %[done]"
                     : [at] "+m"(*p), [done] "=q"(done), "+a"(low), "+d"(high)
                     : "b"((uint64_t)value), "c"((uint64_t)(value >> 64))
                     : "memory", "cc");
    *expected = (simt_word16)high << 64 | low;
    return done;
}
#elif defined(__aarch64__)
/* A pair was read as one only if the store behind it succeeds, so the old pair is stored where it differs. */
static inline int simt_swap_wide(simt_word16 *p, simt_word16 *expected, simt_word16 value) {
    uint64_t low, high;
    uint32_t failed;
    simt_word16 old, next;
    do {
        __asm__ volatile("ldaxp %0, %1, %2" : "=&r"(low), "=&r"(high) : "Q"(*p) : "memory");
        old = (simt_word16)high << 64 | low;
        next = old == *expected ? value : old;
        __asm__ volatile("stlxp %w0, %2, %3, %1"
                         : "=&r"(failed), "=Q"(*p)
                         : "r"((uint64_t)next), "r"((uint64_t)(next >> 64))
                         : "memory");
    } while (failed);
    int done = old == *expected;
    *expected = old;
    return done;
}
#else
/* One lock for all of them. */
__attribute__((weak)) char simt_wide_lock;
static inline int simt_swap_wide(simt_word16 *p, simt_word16 *expected, simt_word16 value) {
    while (__atomic_test_and_set(&simt_wide_lock, __ATOMIC_ACQUIRE)) {}
    simt_word16 old = *p;
    int done = old == *expected;
    if (done) *p = value;
    __atomic_clear(&simt_wide_lock, __ATOMIC_RELEASE);
    *expected = old;
    return done;
}
#endif

/** Replaces *p by value; the old value. */
static SIMT_INLINE simt_word16 simt_exchange_wide(simt_word16 *p, simt_word16 value) {
    simt_word16 old = 0;
    while (!simt_swap_wide(p, &old, value)) {}
    return old;
}

#ifdef __cplusplus
}
#endif
#endif
