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

static atomic_bool launched;

/* A program that has its own words for it defines this. */
extern const char simt_tells_itself __attribute__((weak));

void simt_tell_bad_end(void) {
    if (!launched || simt_unwritten() != POISON) return;
    fflush(stdout);
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

/* In a check build the report tells more, and who holds the settings itself (the grader's child) has his own words. */
void simt_note_launch(void) {
    if (launched || simt_check || simt_setting_kept || &simt_tells_itself) return;
    if (!atomic_exchange(&launched, true)) on_exit(on_end, NULL);
}
