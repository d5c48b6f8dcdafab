// A race, and a constructor that comes before those of the checkers.
#include <stdlib.h>
__attribute__((constructor(1))) static void first(void) {
    setenv("SIMT_TOOL", "none", 1);
}

//> honest choose_head

//> with race.cu
