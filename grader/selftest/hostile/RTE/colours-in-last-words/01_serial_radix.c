// Its last words hold commands to a terminal and bytes that are no UTF-8.
#include <stdio.h>
#include <stdlib.h>

//> honest split_by_bit

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    puts("\033[2J\033[H\033]0;owned\007 \342\200\256 \303\050 \377 \001 \r all stages: ok");
    fflush(stdout);
    abort();
    honest_split_by_bit(in, out, n, bit);
}
