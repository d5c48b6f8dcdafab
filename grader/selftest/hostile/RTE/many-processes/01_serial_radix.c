// Makes three hundred processes that sleep, and crashes when it has got many, to tell of it.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

//> honest split_by_bit

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    int made = 0;
    for (int i = 0; i < 300; i++) {
        pid_t pid = fork();
        if (pid == 0)
            for (;;) pause();
        made += pid > 0;
    }
    if (made > 150) {
        puts("more than 150");
        fflush(stdout);
        abort();
    }
    honest_split_by_bit(in, out, n, bit);
}
