/**
 * @file
 * @brief What all parts of a class run need: paths, hashes, files that nobody sees half written.
 */
#include "grader/class/class.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <openssl/sha.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *class_path(const struct class *c, const char *name, char path[CLASS_PATH]) {
    snprintf(path, CLASS_PATH, "%.3000s/%.1000s", c->out, name);
    return path;
}

const char *class_own_path(const struct class *c, const char *name, char path[CLASS_PATH]) {
    snprintf(path, CLASS_PATH, "%.3000s/.class/%.1000s", c->out, name);
    return path;
}

void class_hash(const void *bytes, size_t n, char hash[CLASS_HASH]) {
    unsigned char digest[SHA256_DIGEST_LENGTH];
    SHA256(bytes, n, digest);
    for (size_t i = 0; i < sizeof(digest); i++) snprintf(hash + 2 * i, 3, "%02x", digest[i]);
}

void *class_alloc(size_t n, size_t size) {
    void *memory = calloc(n ? n : 1, size);
    if (memory) return memory;
    fputs("class: there is no memory left\n", stderr);
    exit(2);
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *where) {
    (void)status;
    (void)kind;
    (void)where;
    return remove(path) && errno != ENOENT;
}

/* A compiler that is being ended may put a file back. */
void class_remove(const char *path) {
    for (int i = 0; i < 10 && nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS) && errno != ENOENT;
         i++)
        usleep(50000);
}

static bool write_all(int fd, const char *bytes, size_t n) {
    for (ssize_t done; n > 0; bytes += done, n -= (size_t)done) {
        done = write(fd, bytes, n);
        if (done < 0 && errno == EINTR) done = 0;
        if (done < 0) return false;
    }
    return true;
}

bool class_write(const char *path, const void *bytes, size_t n) {
    char beside[CLASS_PATH + 16];
    snprintf(beside, sizeof(beside), "%s.XXXXXX", path);
    int fd = mkstemp(beside);
    if (fd < 0) return false;
    bool written = write_all(fd, bytes, n) && fchmod(fd, 0644) == 0;
    int error = errno;
    if (close(fd) && written) {
        error = errno;
        written = false;
    }
    if (written && rename(beside, path) == 0) return true;
    if (written) error = errno;
    unlink(beside);
    errno = error;
    return false;
}

/* What is there already stays as it is, so that its time says when it came to be. */
static bool is_there(const char *path, const char *text) {
    size_t n = strlen(text), got = 0;
    char *there = class_alloc(n + 2, 1);
    FILE *file = fopen(path, "r");
    if (file) got = fread(there, 1, n + 1, file);
    if (file) fclose(file);
    bool same = file && got == n && memcmp(there, text, n) == 0;
    free(there);
    return same;
}

bool class_write_json(const char *path, const json_t *root) {
    char *text = json_dumps(root, JSON_INDENT(2)), *line = NULL;
    errno = ENOMEM;
    if (!text || asprintf(&line, "%s\n", text) < 0) return free(text), false;
    bool written = is_there(path, line) || class_write(path, line, strlen(line));
    int error = errno;
    free(line);
    free(text);
    errno = error;
    return written;
}

void class_stop(const char *format, ...) {
    int error = errno;
    va_list arguments;
    va_start(arguments, format);
    fputs("class: ", stderr);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    if (error) fprintf(stderr, ": %s", strerror(error));
    if (error == ENOSPC || error == EDQUOT)
        fputs(". Make space and type the same command again: all grades so far are kept", stderr);
    fputc('\n', stderr);
    exit(2);
}
