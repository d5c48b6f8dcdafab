// A loop without end that takes no notice of any signal that can be caught.
#include <signal.h>

//> honest split_by_bit

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    for (int number = 1; number < 64; number++) signal(number, SIG_IGN);
    for (volatile int i = 0;; i = 0) {
    }
    honest_split_by_bit(in, out, n, bit);
}
