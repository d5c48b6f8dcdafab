/**
 * @file
 * @brief Writing and reading records.
 */
#include "grader/grade/judge/records.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_whole(int fd, const void *data, size_t bytes) {
    const char *at = data;
    while (bytes > 0) {
        ssize_t written = write(fd, at, bytes);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        at += written;
        bytes -= (size_t)written;
    }
    return true;
}

/* Records are padded to 8 bytes, so that every header is aligned. */
static size_t padded(uint64_t count) {
    return (size_t)(count + (count & 1)) * sizeof(uint32_t);
}

bool record_write(int fd, const char *name, uint32_t of_case, const void *words, uint64_t count) {
    struct record head = {.of_case = of_case, .count = count};
    strncpy(head.name, name, RECORD_NAME - 1);
    const uint32_t zero = 0;
    return write_whole(fd, &head, sizeof(head)) &&
           write_whole(fd, words, (size_t)count * sizeof(zero)) &&
           write_whole(fd, &zero, (count & 1) * sizeof(zero));
}

struct records records_map(int fd) {
    struct stat status;
    struct records none = {NULL, 0};
    if (fstat(fd, &status) || status.st_size <= 0) return none;
    void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes == MAP_FAILED) return none;
    return (struct records){bytes, (size_t)status.st_size};
}

void records_unmap(struct records *r) {
    if (r->bytes) munmap((void *)r->bytes, r->size);
    *r = (struct records){NULL, 0};
}

const struct record *records_next(const struct records *r, const struct record *record) {
    size_t at = record ? (size_t)((const unsigned char *)record - r->bytes) + sizeof(*record) +
                             padded(record->count)
                       : 0;
    if (r->size - at < sizeof(*record)) return NULL;
    record = (const struct record *)(r->bytes + at);
    size_t left = r->size - at - sizeof(*record);
    bool whole = record->count <= left / sizeof(uint32_t) && padded(record->count) <= left;
    return whole ? record : NULL;
}

const struct record *records_find(const struct records *r, const char *name, uint32_t of_case) {
    const struct record *found = NULL;
    for (const struct record *head = NULL; (head = records_next(r, head));)
        if (head->of_case == of_case && strncmp(head->name, name, RECORD_NAME) == 0) found = head;
    return found;
}

bool records_few(const struct records *r) {
    const struct record *record = NULL;
    for (int i = 0; i <= RECORDS_MOST; i++)
        if (!(record = records_next(r, record))) return true;
    return false;
}
