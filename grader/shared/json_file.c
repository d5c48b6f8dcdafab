/**
 * @file
 * @brief Written beside its name, then renamed. A pipe or a device stays what it is.
 */
#include "grader/shared/json_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_to(FILE *file, const char *text) {
    size_t length = strlen(text);
    return file && fwrite(text, 1, length, file) == length && fflush(file) == 0;
}

static bool write_in_place(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    bool written = write_to(file, text);
    return !(file && fclose(file)) && written;
}

static bool write_beside(const char *path, const char *text, mode_t mode) {
    char beside[4096 + 16];
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) return write_in_place(path, text);
    snprintf(beside, sizeof(beside), "%.4096s.XXXXXX", path);
    int fd = mkstemp(beside);
    if (fd < 0) return false;
    FILE *file = fdopen(fd, "w");
    bool written = write_to(file, text) && fchmod(fd, mode) == 0;
    int error = errno;
    if (file ? fclose(file) : close(fd)) written = false;
    if (written && rename(beside, path) == 0) return true;
    if (written) error = errno;
    unlink(beside);
    errno = error;
    return false;
}

bool text_file_write(const char *path, const char *text) {
    return write_beside(path, text, 0644);
}

char *json_take_text(json_t *root, bool one_line) {
    char *text = root ? json_dumps(root, one_line ? 0 : JSON_INDENT(2)) : NULL;
    size_t length = text ? strlen(text) : 0;
    char *with_end = text ? realloc(text, length + 2) : NULL;
    json_decref(root);
    if (!with_end) return free(text), NULL;
    memcpy(with_end + length, "\n", 2);
    return with_end;
}

static bool write_json(const char *path, const json_t *root, mode_t mode) {
    char *text = json_take_text(json_incref((json_t *)root), false);
    bool written = text && write_beside(path, text, mode);
    free(text);
    return written;
}

bool json_file_write(const char *path, const json_t *root) {
    return write_json(path, root, 0644);
}

bool json_file_write_private(const char *path, const json_t *root) {
    return write_json(path, root, 0600);
}
