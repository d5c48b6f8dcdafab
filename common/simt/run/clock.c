/**
 * @file
 * @brief clock() in a kernel: the device's ticks. On the host it stays what C promises.
 */
#include <time.h>

#include "internal.h"

#include "simt/clock.h"

enum { READS_A_TURN = 4 };

long long simt_clock(void) {
    static __thread unsigned thread, reads;
    if (!simt_in_kernel()) return simt_nanoseconds();
    reads = thread == simt_self.linear ? reads + 1 : 0;
    thread = simt_self.linear;
    if (reads == READS_A_TURN) {
        reads = 0;
        simt_yield();
    }
    return simt_nanoseconds();
}

/** Found by the linker before the C library's. */
clock_t clock(void) {
    if (simt_in_kernel()) return (clock_t)simt_clock();
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (clock_t)used.tv_sec * CLOCKS_PER_SEC +
           (clock_t)(used.tv_nsec / (1000000000 / CLOCKS_PER_SEC));
}
