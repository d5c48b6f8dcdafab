/**
 * @file
 * @brief A program that was built without checks ends badly: what to type next.
 *
 * A GPU's memory is 0 at first, mostly; here it holds POISON, so a program that reads what nobody wrote may fail here
 * alone. Nothing but its own complaint would be seen of that.
 */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>

static atomic_bool launched, watched;
static _Atomic size_t full; /* bytes of device memory, if a call has asked for more than are free */

/* A program that has its own words for it defines this. */
extern const char simt_tells_itself __attribute__((weak));

/* In a check build the report tells more, and who holds the settings itself (the grader's child) has his own words. */
static bool has_own_words(void) {
    return simt_check || simt_setting_kept || &simt_tells_itself;
}

static void tell_full(void) {
    const size_t bytes = atomic_exchange(&full, 0);
    if (bytes)
        simt_print(
            "simt: the device has %zu MiB of memory, and a call asked for more than was free. "
            "SIMT_DEVICE_MEMORY=16G gives it more\n",
            bytes >> 20);
}

void simt_tell_failed_call(void) {
    const cudaError_t error = simt_take_failed_call();
    if (!error || has_own_words()) return;
    simt_print("simt: a call before it had returned %s (%s)\n", cudaGetErrorName(error),
               cudaGetErrorString(error));
    if (error == cudaErrorMemoryAllocation) tell_full();
}

void simt_tell_bad_end(void) {
    const bool has_full = full;
    if (has_own_words()) return;
    fflush(stdout);
    tell_full();
    if (has_full || !launched || simt_unwritten() != POISON) return;
    simt_print(
        "simt: it ends badly, and nothing was checked. Memory that nobody wrote holds bytes "
        "0x%X here, and on a GPU often 0. SIMT_UNWRITTEN=0 fills it with 0.\n"
        "simt: build it with simtcc --tool=all, which names such reads, races, and what is out "
        "of bounds\n",
        POISON);
}

static void on_end(int status, void *nothing) {
    (void)nothing;
    if (status != 0) simt_tell_bad_end();
}

static void watch_end(void) {
    if (!has_own_words() && !atomic_exchange(&watched, true)) on_exit(on_end, NULL);
}

void simt_note_launch(void) {
    if (!launched && !atomic_exchange(&launched, true)) watch_end();
}

void simt_note_full(size_t device_bytes) {
    full = device_bytes;
    watch_end();
}
