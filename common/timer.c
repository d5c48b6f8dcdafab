/**
 * @file
 * @brief Wall-clock time and its summary (see timer.h).
 */
#include "common/timer.h"

#include <stdlib.h>
#include <time.h>

double timer_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/** What lies `part` of the way (0 to 1) from the first to the last of n > 0 sorted numbers. */
static double quantile(const double *sorted, size_t n, double part) {
    double place = part * (double)(n - 1);
    size_t below = (size_t)place;
    if (below + 1 >= n) return sorted[n - 1];
    return sorted[below] + (place - (double)below) * (sorted[below + 1] - sorted[below]);
}

struct timer_stats timer_summary(double *measured, size_t n) {
    struct timer_stats stats = {.n = n};
    if (n == 0) return stats;
    qsort(measured, n, sizeof(measured[0]), compare);
    stats.min = measured[0];
    stats.lower = quantile(measured, n, 0.25);
    stats.median = quantile(measured, n, 0.5);
    stats.upper = quantile(measured, n, 0.75);
    stats.max = measured[n - 1];
    return stats;
}
