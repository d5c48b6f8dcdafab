/**
 * @file
 * @brief Wall-clock time, and what k measurements of it say. (A device's time: cu_timer in cu.h.)
 */
#ifndef SORTLAB_TIMER_H
#define SORTLAB_TIMER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Milliseconds on a clock that only goes forward; only differences mean anything. */
double timer_now_ms(void);

/** The middle and the spread of some measurements: a mean would follow every hiccup. */
struct timer_stats {
    size_t n;
    double min;
    double lower; /**< a quarter of the measurements lie below */
    double median;
    double upper; /**< a quarter lie above */
    double max;
};

/**
 * Sums up n measurements, which it sorts. Between two of them it takes what lies in proportion, so
 * the median of 1 and 2 is 1.5. For n = 0 everything is 0.
 */
struct timer_stats timer_summary(double *measured, size_t n);

#ifdef __cplusplus
}
#endif
#endif
