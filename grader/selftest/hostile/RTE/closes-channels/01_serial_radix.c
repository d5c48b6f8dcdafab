// Closes the channel of the inputs and of the outputs.
#include <unistd.h>

//> honest split_by_bit

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    close(3);
    close(4);
    honest_split_by_bit(in, out, n, bit);
}
