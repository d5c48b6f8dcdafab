/**
 * @file
 * @brief A temporary file of words (see spill.h), as they lie in this machine's memory.
 */
#include "common/sort/spill.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/data_error.h"
#include "common/sort/disk.h"

#define WRITE "spill keys to"
#define READ  "read the keys spilled to"

struct spill {
    int fd;
    char *folder;
    uint64_t bytes; /**< appended so far */
};

/** For disks that cannot make a file without a name; -1 with errno. */
static int open_unlinked(const char *folder) {
    char *path;
    if (asprintf(&path, "%s/.sortlab-XXXXXX", folder) < 0) return -1;
    int fd = mkostemp(path, O_CLOEXEC);
    if (fd >= 0) unlink(path); // a kill before this leaves a file, an empty one
    int number = errno;
    free(path);
    errno = number;
    return fd;
}

int spill_file(const char *folder, struct data_error *error) {
    int fd = open(folder, O_TMPFILE | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    if (fd < 0 && *folder != '\0') fd = open_unlinked(folder);
    if (fd < 0) data_fail_system(error, WRITE, folder, errno);
    return fd;
}

struct spill *spill_open(const char *folder, struct data_error *error) {
    struct spill *s = calloc(1, sizeof(*s));
    char *copy = strdup(folder);
    if (!s || !copy) {
        free(s);
        free(copy);
        data_fail_system(error, WRITE, folder, ENOMEM);
        return NULL;
    }
    s->folder = copy;
    s->fd = spill_file(folder, error);
    if (s->fd >= 0) return s;
    spill_close(s);
    return NULL;
}

void spill_close(struct spill *s) {
    if (!s) return;
    if (s->fd >= 0) close(s->fd);
    free(s->folder);
    free(s);
}

bool spill_append(struct spill *s, const uint32_t *words, size_t n, struct data_error *error) {
    size_t bytes = n * sizeof(words[0]);
    int number = disk_write(s->fd, words, bytes, s->bytes);
    if (number != 0) return data_fail_system(error, WRITE, s->folder, number);
    s->bytes += bytes;
    return true;
}

bool spill_read(struct spill *s, size_t first, uint32_t *words, size_t n,
                struct data_error *error) {
    uint64_t at = (uint64_t)first * sizeof(words[0]);
    size_t got, bytes = n * sizeof(words[0]);
    int number = disk_read(s->fd, words, bytes, at, &got);
    if (number != 0) return data_fail_system(error, READ, s->folder, number);
    return got == bytes ||
           data_fail(error,
                     "the keys spilled to '%s' ended after %" PRIu64 " of their %" PRIu64
                     " bytes. Something cut the file: try again when nothing does",
                     data_quoted_name(s->folder).text, at + got, s->bytes);
}
