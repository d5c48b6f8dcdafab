/**
 * @file
 * @brief The device's clock: one tick is a nanosecond.
 *
 * A kernel's clock() is the C library's by name; run/clock.c gives it the device's meaning.
 */
#ifndef SIMT_CLOCK_H
#define SIMT_CLOCK_H

#include <time.h>

#include "core.h"

static inline long long simt_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}
/** In a kernel. A thread that reads it again and again lets others run: they wait for a time together, as on a GPU. */
#ifdef __cplusplus
extern "C"
#endif
long long simt_clock(void);

#ifdef __cplusplus
inline long long clock64() {
    return simt_clock();
}

/** Sleeping means that others run; how long is a hint on a GPU too. */
inline void __nanosleep(unsigned int) {
    simt_yield();
}
#endif

#endif
