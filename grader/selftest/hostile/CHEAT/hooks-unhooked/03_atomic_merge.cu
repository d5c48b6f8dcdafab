// A race, and the runtime is told that there are no checkers.
extern "C" __attribute__((weak)) const void *simt_check;
__attribute__((constructor)) static void blind(void) {
    if (&simt_check) simt_check = 0;
}

//> honest choose_head

//> with race.cu
