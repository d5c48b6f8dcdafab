// Many processes, each of which has less memory than one may have.
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
//> honest split_by_bit

static void take(size_t mb) {
    for (; mb > 0; mb--) {
        char *piece = malloc(1 << 20);
        if (!piece) abort();
        memset(piece, 1, 1 << 20);
    }
    sleep(15);
    _exit(0);
}

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    for (int i = 0; i < 8; i++)
        if (fork() == 0) take(500);
    for (int status; wait(&status) > 0;)
        if (WIFSIGNALED(status)) abort();
    honest_split_by_bit(in, out, n, bit);
}
