// A race in a function that asks to be left alone by the checkers.
#define ALONE __attribute__((no_sanitize("thread")))
//> honest choose_head

//> with race.cu
