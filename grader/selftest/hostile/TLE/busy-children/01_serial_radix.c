// Four children that burn processor time while the parent waits.
#include <sys/wait.h>
#include <unistd.h>

//> honest split_by_bit

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    for (int i = 0; i < 4; i++)
        if (fork() == 0)
            for (volatile int k = 0;; k = 0) {
            }
    while (wait(NULL) > 0) {
    }
    honest_split_by_bit(in, out, n, bit);
}
