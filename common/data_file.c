/**
 * @file
 * @brief Key files, whole and piece by piece (see data.h).
 */
#include "common/data_error.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER_BYTES = 1 << 18 };

enum data_format data_format_of(const char *path) {
    size_t length = strlen(path);
    return length >= 4 && strcmp(path + length - 4, ".txt") == 0 ? DATA_TEXT : DATA_BINARY;
}

/*
 * Reading
 */

struct data_reader {
    int fd;
    char *path;
    enum data_format format;
    enum key_type type;
    uint64_t size;     /**< bytes of the file when it was opened; 0 for a pipe */
    uint64_t bytes;    /**< read so far */
    bool ended;        /**< no byte is left */
    uint64_t line;     /**< lines taken so far */
    uint64_t blank;    /**< the first of the blank lines that came last; 0: none */
    size_t begin, end; /**< what of the buffer has been read and not taken */
    char buffer[BUFFER_BYTES + 1];
};

/** Why an open file cannot be read as keys; true when it can. */
static bool check_open(struct data_reader *r, struct data_error *error) {
    struct stat st;
    if (fstat(r->fd, &st) != 0) return data_fail_system(error, "read", r->path, errno);
    if (S_ISDIR(st.st_mode)) return data_fail_system(error, "read", r->path, EISDIR);
    if (S_ISREG(st.st_mode)) r->size = (uint64_t)st.st_size;
    if (r->format == DATA_BINARY && r->size % sizeof(uint32_t) != 0)
        return data_fail(error,
                         "'%s' has %" PRIu64
                         " bytes, which is no multiple of the 4 of a binary key. It is cut short, "
                         "or it is text. Read text as text",
                         data_quoted_name(r->path).text, r->size);
    return true;
}

struct data_reader *data_reader_open(const char *path, enum data_format format, enum key_type type,
                                     struct data_error *error) {
    struct data_reader *r = calloc(1, sizeof(*r));
    char *copy = strdup(path);
    if (!r || !copy) {
        free(r);
        free(copy);
        data_fail_system(error, "read", path, ENOMEM);
        return NULL;
    }
    r->path = copy;
    r->format = format;
    r->type = type;
    r->fd = open(path, O_RDONLY | O_CLOEXEC);
    if (r->fd >= 0 ? check_open(r, error) : data_fail_system(error, "read", path, errno)) return r;
    data_reader_close(r);
    return NULL;
}

void data_reader_close(struct data_reader *r) {
    if (!r) return;
    if (r->fd >= 0) close(r->fd);
    free(r->path);
    free(r);
}

uint64_t data_reader_expect(const struct data_reader *r) {
    uint64_t left = (r->size > r->bytes ? r->size - r->bytes : 0) + (r->end - r->begin);
    return r->format == DATA_BINARY ? left / sizeof(uint32_t) : (left + 1) / 2;
}

struct data_place data_reader_place(const struct data_reader *r) {
    return (struct data_place){r->bytes - (r->end - r->begin), r->line};
}

bool data_reader_go(struct data_reader *r, struct data_place place, struct data_error *error) {
    if (lseek(r->fd, (off_t)place.byte, SEEK_SET) < 0)
        return data_fail_system(error, "read", r->path, errno);
    r->bytes = place.byte;
    r->line = place.line;
    r->blank = 0; // a key stands before the place
    r->begin = r->end = 0;
    r->ended = false;
    return true;
}

/** Reads once, up to `capacity` bytes; got 0 means the end, which must not come early. */
static bool read_bytes(struct data_reader *r, void *to, size_t capacity, size_t *got,
                       struct data_error *error) {
    ssize_t count;
    do count = read(r->fd, to, capacity);
    while (count < 0 && errno == EINTR);
    if (count < 0) return data_fail_system(error, "read", r->path, errno);
    *got = (size_t)count;
    r->bytes += *got;
    r->ended = count == 0;
    if (r->ended && r->bytes < r->size)
        return data_fail(error,
                         "'%s' ended after %" PRIu64 " of its %" PRIu64
                         " bytes. Something cut it while it was read: try again when nothing does",
                         data_quoted_name(r->path).text, r->bytes, r->size);
    return true;
}

static bool read_binary(struct data_reader *r, uint32_t *keys, size_t capacity, size_t *n,
                        struct data_error *error) {
    size_t bytes = 0, got;
    bool ok = true;
    while (ok && !r->ended && bytes < capacity * sizeof(keys[0])) {
        ok = read_bytes(r, (char *)keys + bytes, capacity * sizeof(keys[0]) - bytes, &got, error);
        if (ok) bytes += got;
    }
    *n = bytes / sizeof(keys[0]);
    for (size_t i = 0; i < *n; i++) keys[i] = le32toh(keys[i]);
    if (ok && bytes % sizeof(keys[0]) != 0)
        return data_fail(error,
                         "'%s' ended in the middle of a key, after %" PRIu64
                         " bytes. Binary keys have 4 bytes each: write it again, whole",
                         data_quoted_name(r->path).text, r->bytes);
    return ok;
}

/** Makes space behind the unread part of the buffer and fills it. */
static bool refill(struct data_reader *r, struct data_error *error) {
    memmove(r->buffer, r->buffer + r->begin, r->end - r->begin);
    r->end -= r->begin;
    r->begin = 0;
    if (r->end == BUFFER_BYTES)
        return data_fail(error, "'%s', line %" PRIu64 " is longer than any number: \"%s\". %s",
                         data_quoted_name(r->path).text, r->line + 1,
                         data_quoted(r->buffer, r->end, 40).text,
                         "It may be a binary file. Read it as binary");
    size_t got;
    if (!read_bytes(r, r->buffer + r->end, BUFFER_BYTES - r->end, &got, error)) return false;
    r->end += got;
    return true;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/** The next line, with NUL for its end and no blanks around it; NULL when there is none. */
static bool next_line(struct data_reader *r, char **line, size_t *length,
                      struct data_error *error) {
    char *newline;
    while (!(newline = memchr(r->buffer + r->begin, '\n', r->end - r->begin)) && !r->ended)
        if (!refill(r, error)) return false;
    *line = NULL;
    if (r->begin == r->end) return true;
    char *start = r->buffer + r->begin;
    char *end = newline ? newline : r->buffer + r->end; // the last newline may be missing
    r->begin = (size_t)(end - r->buffer) + (newline != NULL);
    r->line++;
    while (start < end && is_blank(*start)) start++;
    while (start < end && is_blank(end[-1])) end--;
    *end = '\0';
    *line = start;
    *length = (size_t)(end - start);
    return true;
}

static bool fail_line(const struct data_reader *r, enum data_parse why, const char *line,
                      size_t length, struct data_error *error) {
    static const char *const ranges[] = {"0 to 4294967295", "-2147483648 to 2147483647",
                                         "-3.4028235e+38 to 3.4028235e+38, or inf"};
    struct data_quote name = data_quoted_name(r->path), shown = data_quoted(line, length, 40);
    if (why == DATA_DOES_NOT_FIT)
        return data_fail(error, "'%s', line %" PRIu64 ": %s does not fit %s (%s). %s", name.text,
                         r->line, shown.text, key_type_name(r->type), ranges[r->type],
                         "Choose a type that holds it");
    return data_fail(
        error, "'%s', line %" PRIu64 ": \"%s\" is no %s", name.text, r->line, shown.text,
        r->type == KEY_F32 ? "number. Write one number a line"
                           : "whole number. Write one a line, or read the file as f32");
}

/** Blank lines may only end a file, so one is remembered until a number follows or none does. */
static bool read_text(struct data_reader *r, uint32_t *keys, size_t capacity, size_t *n,
                      struct data_error *error) {
    char *line;
    size_t length;
    while (*n < capacity) {
        if (!next_line(r, &line, &length, error)) return false;
        if (!line) return true;
        if (length == 0) {
            if (r->blank == 0) r->blank = r->line;
            continue;
        }
        if (r->blank != 0)
            return data_fail(
                error, "'%s', line %" PRIu64 " is blank, but line %" PRIu64 " is not. %s",
                data_quoted_name(r->path).text, r->blank, r->line, "Take the blank line out");
        enum data_parse parsed = data_key_parse(line, length, r->type, &keys[*n]);
        if (parsed != DATA_PARSED) return fail_line(r, parsed, line, length, error);
        ++*n;
    }
    return true;
}

bool data_reader_read(struct data_reader *r, uint32_t *keys, size_t capacity, size_t *n,
                      struct data_error *error) {
    *n = 0;
    return r->format == DATA_BINARY ? read_binary(r, keys, capacity, n, error)
                                    : read_text(r, keys, capacity, n, error);
}

/** Gives the array a capacity of count keys; the old one stays when there is no memory. */
static bool resize(uint32_t **keys, uint64_t count) {
    if (count >= SIZE_MAX / sizeof(**keys)) return false;
    uint32_t *resized = realloc(*keys, ((size_t)count + 1) * sizeof(**keys)); // never 0 bytes
    if (resized) *keys = resized;
    return resized != NULL;
}

/** Reads to the end into an array that doubles when it is full. */
static bool read_all(struct data_reader *r, uint32_t **keys, size_t *n, struct data_error *error) {
    // Text has 2 bytes a key at least, and seldom as few; one place more lets read see the end.
    uint64_t expected = data_reader_expect(r) / (r->format == DATA_TEXT ? 4 : 1);
    for (uint64_t capacity = expected + 1;; capacity *= 2) {
        if (!resize(keys, capacity))
            return data_fail(error, "no memory for the keys of '%s', %" PRIu64 " or more. %s",
                             data_quoted_name(r->path).text, capacity - 1, data_remedy(ENOMEM));
        size_t got;
        if (!data_reader_read(r, *keys + *n, (size_t)capacity - *n, &got, error)) return false;
        *n += got;
        if (*n < capacity) break;
    }
    resize(keys, *n); // giving back cannot hurt
    return true;
}

bool data_read(const char *path, enum data_format format, enum key_type type, uint32_t **keys,
               size_t *n, struct data_error *error) {
    struct data_reader *r = data_reader_open(path, format, type, error);
    if (!r) return false;
    uint32_t *read = NULL;
    size_t count = 0;
    bool ok = read_all(r, &read, &count, error);
    data_reader_close(r);
    if (ok) {
        *keys = read;
        *n = count;
    } else {
        free(read);
    }
    return ok;
}

/*
 * Writing
 */

struct data_writer {
    int fd;
    char *path;       /**< where the file is to stand, links followed */
    char *part;       /**< where it grows; NULL: nowhere yet, or straight at its path */
    bool is_nameless; /**< it grows in the folder of its path, and gets a name in the end */
    enum data_format format;
    enum key_type type;
    size_t used; /**< bytes that wait in the buffer */
    char buffer[BUFFER_BYTES];
};

/** A name for a new file in the folder of w->path, the i-th to try; NULL without memory. */
static char *part_name(const struct data_writer *w, int i) {
    const char *slash = strrchr(w->path, '/');
    int folder = slash ? (int)(slash + 1 - w->path) : 0;
    char *part;
    return asprintf(&part, "%.*s.sortlab-%d-%d.part", folder, w->path, (int)getpid(), i) < 0 ? NULL
                                                                                             : part;
}

enum { NAMES = 1000 };

/** Opens a new file in the folder of w->path, whatever names are taken there; -1 with errno. */
static int open_named(struct data_writer *w, mode_t mode) {
    for (int i = 0; i < NAMES; i++) {
        char *part = part_name(w, i);
        if (!part) break;
        int fd = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd >= 0)
            w->part = part;
        else
            free(part);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

/** Opens one that has no name yet, and so is gone with the program; -1 where there are none such. */
static int open_nameless(struct data_writer *w, mode_t mode) {
    char *path = strdup(w->path), *slash = path ? strrchr(path, '/') : NULL;
    if (slash) slash[slash == path] = '\0';
    int fd = path && access("/proc/self/fd", X_OK) == 0
                 ? open(slash ? path : ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode)
                 : -1;
    free(path);
    w->is_nameless = fd >= 0;
    return fd;
}

static int open_part(struct data_writer *w, mode_t mode) {
    int fd = open_nameless(w, mode);
    return fd >= 0 ? fd : open_named(w, mode);
}

/** Gives a nameless file a name, for a moment. */
static bool name_part(struct data_writer *w) {
    char self[40];
    snprintf(self, sizeof(self), "/proc/self/fd/%d", w->fd);
    for (int i = 0; w->is_nameless && !w->part && i < NAMES; i++) {
        char *part = part_name(w, i);
        if (!part) return false;
        if (linkat(AT_FDCWD, self, AT_FDCWD, part, AT_SYMLINK_FOLLOW) == 0) w->part = part;
        if (!w->part) free(part);
        if (!w->part && errno != EEXIST) return false;
    }
    return w->part || !w->is_nameless;
}

/** Opens what the path leads to; -1 with errno. */
static int open_target(struct data_writer *w, const char *path) {
    struct stat st;
    bool exists = stat(path, &st) == 0;
    if (!exists && (errno != ENOENT || *path == '\0')) return -1;
    w->path = exists && S_ISREG(st.st_mode) ? realpath(path, NULL) : strdup(path);
    if (!w->path) return -1;
    if (!exists) return open_part(w, 0666);
    if (S_ISDIR(st.st_mode)) errno = EISDIR;
    if (S_ISDIR(st.st_mode) || access(path, W_OK) != 0) return -1;
    if (!S_ISREG(st.st_mode)) return open(path, O_WRONLY | O_CLOEXEC);
    int fd = open_part(w, 0600);
    if (fd >= 0 && fchmod(fd, st.st_mode & 0777) == 0) return fd;
    if (fd >= 0) close(fd);
    return -1;
}

struct data_writer *data_writer_open(const char *path, enum data_format format, enum key_type type,
                                     struct data_error *error) {
    struct data_writer *w = calloc(1, sizeof(*w));
    if (!w) {
        data_fail_system(error, "write", path, ENOMEM);
        return NULL;
    }
    w->format = format;
    w->type = type;
    w->fd = open_target(w, path);
    if (w->fd >= 0) return w;
    data_fail_system(error, "write", path, errno);
    data_writer_abort(w);
    return NULL;
}

int data_writer_file(const struct data_writer *w) {
    return (w->part || w->is_nameless) && w->format == DATA_BINARY ? w->fd : -1;
}

bool data_writer_vanishes(const struct data_writer *w) {
    return !w->part;
}

void data_writer_abort(struct data_writer *w) {
    if (!w) return;
    if (w->fd >= 0) close(w->fd);
    if (w->part) unlink(w->part);
    free(w->part);
    free(w->path);
    free(w);
}

static bool flush(struct data_writer *w, struct data_error *error) {
    for (size_t done = 0; done < w->used;) {
        ssize_t count = write(w->fd, w->buffer + done, w->used - done);
        if (count < 0 && errno != EINTR) return data_fail_system(error, "write", w->path, errno);
        if (count > 0) done += (size_t)count;
    }
    w->used = 0;
    return true;
}

/** Puts one key behind the others in the buffer, which has space for it. */
static void put_key(struct data_writer *w, uint32_t key) {
    if (w->format == DATA_BINARY) {
        uint32_t word = htole32(key);
        memcpy(w->buffer + w->used, &word, sizeof(word));
        w->used += sizeof(word);
    } else {
        w->used += data_key_text(w->buffer + w->used, key, w->type);
        w->buffer[w->used++] = '\n';
    }
}

bool data_writer_write(struct data_writer *w, const uint32_t *keys, size_t n,
                       struct data_error *error) {
    for (size_t i = 0; i < n; i++) {
        if (BUFFER_BYTES - w->used < DATA_TEXT_BYTES && !flush(w, error)) return false;
        put_key(w, keys[i]);
    }
    return true;
}

/** Closes the file, which is when some disks say that they are full. */
static int close_writer(struct data_writer *w) {
    int fd = w->fd;
    w->fd = -1;
    return close(fd);
}

bool data_writer_commit(struct data_writer *w, struct data_error *error) {
    bool ok = flush(w, error);
    bool replaces = w->part || w->is_nameless;
    if (ok && ((replaces && (fsync(w->fd) != 0 || !name_part(w))) || close_writer(w) != 0 ||
               (replaces && rename(w->part, w->path) != 0)))
        ok = data_fail_system(error, "write", w->path, errno);
    if (ok) {
        free(w->part);
        w->part = NULL; // it has its name now
    }
    data_writer_abort(w);
    return ok;
}

bool data_write(const char *path, enum data_format format, enum key_type type, const uint32_t *keys,
                size_t n, struct data_error *error) {
    struct data_writer *w = data_writer_open(path, format, type, error);
    if (!w) return false;
    if (data_writer_write(w, keys, n, error)) return data_writer_commit(w, error);
    data_writer_abort(w);
    return false;
}
