// Takes 10 GB and writes to them.
#include <stdlib.h>
#include <string.h>

//> honest split_by_bit

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    for (int i = 0; i < 160; i++) memset(malloc((size_t)64 << 20), 1, (size_t)64 << 20);
    honest_split_by_bit(in, out, n, bit);
}
