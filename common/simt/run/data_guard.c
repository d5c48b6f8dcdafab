/**
 * @file
 * @brief Pages that nobody may touch, between the program's variables and the runtime's own.
 *
 * A __device__ array is an ordinary variable here. Where a kernel goes past the end of it, the runtime's variables
 * would come next, and the process would end without a word. simtcc links this file right behind the program's own
 * objects, so that these pages come next. The half in front of them takes what is only a little too far: a GPU has
 * room behind a variable, too.
 */
#include "internal.h"

#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { GUARD_BYTES = 4096 }; /* the part in .data makes each program so much larger */
#else
enum { GUARD_BYTES = 64 << 10 }; /* the largest page */
#endif

struct guard {
    char room[GUARD_BYTES], closed[GUARD_BYTES];
};
static struct guard in_data __attribute__((aligned(GUARD_BYTES), section(".data")));
static struct guard in_bss __attribute__((aligned(GUARD_BYTES)));

static bool is_in(const struct guard *g, uintptr_t address) {
    return address - (uintptr_t)g < sizeof(*g);
}

bool simt_in_data_guard(uintptr_t address) {
    return is_in(&in_data, address) || is_in(&in_bss, address);
}

/* Without it, all works as before; so nothing is said if it fails. */
__attribute__((constructor)) static void close_guards(void) {
    if (sysconf(_SC_PAGESIZE) > GUARD_BYTES) return;
    mprotect(in_data.closed, GUARD_BYTES, PROT_NONE);
    mprotect(in_bss.closed, GUARD_BYTES, PROT_NONE);
}
