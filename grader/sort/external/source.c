/**
 * @file
 * @brief IN (see source.h).
 */
#include "grader/sort/external/source.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/data_error.h"
#include "common/size_min.h"
#include "common/hash64.h"

enum { SAMPLES = 64, SAMPLE_BYTES = 4096 };

struct source {
    struct external_source what;
    enum key_type type;
    struct data_reader *reader; /**< NULL: keys are made */
    int fd;                     /**< of the same file, to look at it */
    struct stat st;             /**< as it was opened */
    uint64_t made;
};

struct source *source_open(const struct external_source *what, enum key_type type,
                           struct data_error *error) {
    struct source *s = calloc(1, sizeof(*s));
    if (!s) {
        data_fail(error, "no memory to read keys. %s", data_remedy(ENOMEM));
        return NULL;
    }
    *s = (struct source){.what = *what, .type = type, .fd = -1};
    if (!what->path) return s;
    s->reader = data_reader_open(what->path, what->format, type, error);
    if (!s->reader) {
        source_close(s);
        return NULL;
    }
    // A pipe is not opened twice: its other end would notice.
    if (stat(what->path, &s->st) == 0 && S_ISREG(s->st.st_mode))
        s->fd = open(what->path, O_RDONLY | O_CLOEXEC);
    if (s->fd >= 0 && fstat(s->fd, &s->st) != 0) s->st = (struct stat){0};
    return s;
}

void source_close(struct source *s) {
    if (!s) return;
    if (s->fd >= 0) close(s->fd);
    data_reader_close(s->reader);
    free(s);
}

uint64_t source_expect(const struct source *s) {
    return s->reader ? data_reader_expect(s->reader) : s->what.n - s->made;
}

uint64_t source_total(const struct source *s, uint64_t read) {
    if (!s->reader) return s->what.n;
    if (s->fd < 0) return 0;
    if (s->what.format == DATA_BINARY) return (uint64_t)s->st.st_size / sizeof(uint32_t);
    uint64_t bytes = data_reader_place(s->reader).byte;
    return bytes > 0 ? (uint64_t)((double)read / (double)bytes * (double)s->st.st_size) : 0;
}

bool source_read(struct source *s, uint32_t *keys, size_t capacity, size_t *n,
                 struct data_place *end, struct data_error *error) {
    if (s->reader) {
        if (!data_reader_read(s->reader, keys, capacity, n, error)) return false;
        *end = data_reader_place(s->reader);
        return true;
    }
    *n = (size_t)size_min(s->what.n - s->made, capacity);
    data_fill_part(keys, (size_t)s->made, *n, (size_t)s->what.n, s->what.dist, s->what.seed);
    s->made += *n;
    return true;
}

bool source_go(struct source *s, struct data_place place, struct data_error *error) {
    return data_reader_go(s->reader, place, error);
}

bool source_identity(const struct source *s, uint64_t *identity, struct data_error *error) {
    unsigned char piece[SAMPLE_BYTES];
    const struct stat *st = &s->st;
    uint64_t size = (uint64_t)st->st_size, last = size - size_min(size, SAMPLE_BYTES);
    const uint64_t of_file[] = {size, (uint64_t)st->st_mtim.tv_sec, (uint64_t)st->st_mtim.tv_nsec,
                                s->what.format, s->type};
    uint64_t hash = 0;
    if (s->fd < 0) return false;
    for (int i = 0; i < 5; i++) hash = mix64(hash + of_file[i] + MIX_STEP);
    for (uint64_t i = 0; i < SAMPLES; i++) { // from the first byte to the last
        uint64_t at = i == SAMPLES - 1 ? last : last / (SAMPLES - 1) * i;
        ssize_t got = pread(s->fd, piece, sizeof(piece), (off_t)at);
        if (got < 0) return data_fail_system(error, "read", s->what.path, errno);
        for (ssize_t b = 0; b < got; b++) hash = mix64(hash + piece[b] + MIX_STEP);
    }
    *identity = hash;
    return true;
}

bool source_is_as_it_was(const struct source *s, struct data_error *error) {
    struct stat now;
    if (s->fd < 0) return true;
    if (fstat(s->fd, &now) != 0) return data_fail_system(error, "read", s->what.path, errno);
    if (now.st_size == s->st.st_size && now.st_mtim.tv_sec == s->st.st_mtim.tv_sec &&
        now.st_mtim.tv_nsec == s->st.st_mtim.tv_nsec)
        return true;
    return data_fail(error,
                     "'%s' changed while it was read (it had %" PRIu64 " bytes and has %" PRIu64
                     "). Sort it again when nobody writes to it",
                     data_quoted_name(s->what.path).text, (uint64_t)s->st.st_size,
                     (uint64_t)now.st_size);
}
