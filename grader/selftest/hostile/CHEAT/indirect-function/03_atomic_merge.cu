// A race, and a function that the loader asks for before the checkers begin, which changes their settings.
extern "C" {
static void nothing(void) {}
/* Between here and the top of the stack lie pointers to what is in the environment. */
__attribute__((used)) static void (*choose(void))(void) {
    static char other[] = "SIMT_TOOL=synccheck";
    char **at = (char **)__builtin_frame_address(0);
    for (;; at++) {
        char *text = *at;
        if (text < (char *)at || text > (char *)at + (1 << 16)) continue;
        if (text[0] != 'S' || text[1] != 'I' || text[5] != 'T' || text[6] != 'O' || text[9] != '=') continue;
        *at = other;
        return nothing;
    }
}
void chosen(void) __attribute__((ifunc("choose")));
}
__attribute__((used)) static void (*volatile by)(void) = chosen;

//> honest choose_head

//> with race.cu
