/**
 * @file
 * @brief Files past the page cache: what is written once and read once need not push other pages out.
 *
 * Where a file system has no such way, the cache is used and told that the pages are not needed.
 */
#ifndef SORTLAB_DISK_H
#define SORTLAB_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Memory, places in files and numbers of bytes are multiples of it. */
enum { DISK_LINE = 4096 };

static inline uint64_t disk_lines(uint64_t bytes) {
    return (bytes + DISK_LINE - 1) / DISK_LINE * DISK_LINE;
}

/** From now on the file is read and written directly, where that can be. */
void disk_go_direct(int fd);

/** Takes space on the disk beforehand, where that can be. 0, or ENOSPC, EFBIG, ... */
int disk_reserve(int fd, uint64_t at, uint64_t bytes);

/** Writes all the bytes; 0 or an errno. */
int disk_write(int fd, const void *from, size_t bytes, uint64_t at);

/** Reads them; fewer at the end of the file only. 0 or an errno. */
int disk_read(int fd, void *to, size_t bytes, uint64_t at, size_t *got);

#ifdef __cplusplus
}
#endif
#endif
