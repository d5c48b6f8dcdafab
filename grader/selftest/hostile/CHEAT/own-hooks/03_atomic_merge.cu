// A race, and hooks of its own in place of the checkers', which look at nothing.
extern "C" {
void __tsan_init(void) {}
void __tsan_read4(void *) {}
void __tsan_write4(void *) {}
void __tsan_read8(void *) {}
void __tsan_write8(void *) {}
}

//> honest choose_head

//> with race.cu
