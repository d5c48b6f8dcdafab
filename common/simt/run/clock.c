/**
 * @file
 * @brief clock() in a kernel: the device's ticks. On the host it stays what C promises.
 */
#include <time.h>

#include "internal.h"

#include "simt/clock.h"

/** Found by the linker before the C library's. */
clock_t clock(void) {
    if (simt_in_kernel()) return (clock_t)simt_clock();
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (clock_t)used.tv_sec * CLOCKS_PER_SEC +
           (clock_t)(used.tv_nsec / (1000000000 / CLOCKS_PER_SEC));
}
