/**
 * @file
 * @brief Written beside its name, then renamed. A pipe or a device stays what it is.
 */
#include "grader/formats/json_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

bool json_file_write(const char *path, const json_t *root) {
    char beside[4096 + 16];
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return json_dump_file(root, path, JSON_INDENT(2)) == 0;
    snprintf(beside, sizeof beside, "%.4096s.XXXXXX", path);
    int fd = mkstemp(beside);
    if (fd < 0) return false;
    FILE *file = fdopen(fd, "w");
    bool written = file && json_dumpf(root, file, JSON_INDENT(2)) == 0 && fputc('\n', file) != EOF;
    written = file && fflush(file) == 0 && written && fchmod(fd, 0644) == 0;
    int error = errno;
    if (file ? fclose(file) : close(fd)) written = false;
    if (written && rename(beside, path) == 0) return true;
    if (written) error = errno;
    unlink(beside);
    errno = error;
    return false;
}
