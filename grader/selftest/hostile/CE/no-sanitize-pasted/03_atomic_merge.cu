// The same by a name that is put together by the preprocessor.
#define JOIN(a, b) a##b
#define ALONE __attribute__((JOIN(no_, sanitize)("thread")))
//> honest choose_head

//> with race.cu
