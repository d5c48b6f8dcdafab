/**
 * @file
 * @brief Direct reading and writing (see disk.h).
 */
#include "common/sort/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

void disk_go_direct(int fd) {
    int flags = fcntl(fd, F_GETFL);
    if (flags >= 0 && fcntl(fd, F_SETFL, flags | O_DIRECT) == 0) return;
    posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
    posix_fadvise(fd, 0, 0, POSIX_FADV_NOREUSE);
}

/** After EINVAL: the disk's lines are longer than ours. True when there is another way to try. */
static bool give_direct_up(int fd) {
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && flags & O_DIRECT && fcntl(fd, F_SETFL, flags & ~O_DIRECT) == 0;
}

int disk_reserve(int fd, uint64_t at, uint64_t bytes) {
    if (bytes == 0) return 0;
    int failed;
    do failed = fallocate(fd, 0, (off_t)at, (off_t)bytes) != 0 ? errno : 0;
    while (failed == EINTR);
    return failed == ENOSPC || failed == EDQUOT || failed == EFBIG ? failed : 0;
}

int disk_write(int fd, const void *from, size_t bytes, uint64_t at) {
    for (size_t done = 0; done < bytes;) {
        ssize_t count = pwrite(fd, (const char *)from + done, bytes - done, (off_t)(at + done));
        if (count == 0) return EIO;
        if (count > 0) done += (size_t)count;
        if (count < 0 && errno != EINTR && (errno != EINVAL || !give_direct_up(fd))) return errno;
    }
    return 0;
}

int disk_read(int fd, void *to, size_t bytes, uint64_t at, size_t *got) {
    *got = 0;
    while (*got < bytes) {
        ssize_t count = pread(fd, (char *)to + *got, bytes - *got, (off_t)(at + *got));
        if (count == 0) return 0;
        if (count > 0) *got += (size_t)count;
        if (count < 0 && errno != EINTR && (errno != EINVAL || !give_direct_up(fd))) return errno;
    }
    return 0;
}
