// A race, and the checkers' own variable says that no tool runs.
extern "C" __attribute__((weak)) int check_tools;
__attribute__((constructor)) static void blind(void) {
    if (&check_tools) check_tools = 0;
}

//> honest choose_head

//> with race.cu
