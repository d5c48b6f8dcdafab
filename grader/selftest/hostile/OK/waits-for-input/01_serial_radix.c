// Waits for a line that nobody types: there is none, and it goes on.
#include <stdio.h>

//> honest split_by_bit

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    getchar();
    honest_split_by_bit(in, out, n, bit);
}
