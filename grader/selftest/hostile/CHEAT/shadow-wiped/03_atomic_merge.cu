// A race, and the checkers' memory of who touched what is wiped out.
extern "C" __attribute__((weak)) void check_forget_cells(void);
__attribute__((destructor)) static void forget(void) {
    if (check_forget_cells) check_forget_cells();
}

//> honest choose_head

//> with race.cu
