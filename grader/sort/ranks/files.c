/**
 * @file
 * @brief A file of keys, cut by rank: each reads its part of IN and writes its part of OUT.
 *
 * OUT grows under another name beside it, which all ranks open, and gets its own when all have written.
 * On many machines the folder is one that all of them see.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/cu.h"
#include "common/size_min.h"
#include "grader/sort/ranks/ranks.h"

enum { PATH_BYTES = 4096, PIECE_BYTES = 1 << 24 };

static char part_path[PATH_BYTES]; /**< what has to go when the run fails */

void files_abandon(void) {
    if (part_path[0]) unlink(part_path);
    part_path[0] = '\0';
}

/** As of mpirun, which ends the others when a rank has died. */
static void on_signal(int number) {
    files_abandon();
    signal(number, SIG_DFL);
    raise(number);
}

void files_catch(void) {
    signal(SIGTERM, on_signal);
    signal(SIGINT, on_signal);
    signal(SIGHUP, on_signal);
}

/** Pinned, so that a device copies at full speed, and all of them at once. */
static uint32_t *alloc_keys(uint64_t n) {
    uint32_t *keys = NULL;
    cudaError_t error = cudaMallocHost((void **)&keys, (n + 1) * sizeof(*keys));
    if (error)
        stop_all(2, "no pinned memory for %llu keys (%s). Take more ranks", (unsigned long long)n,
                 cudaGetErrorName(error));
    return keys;
}

void share_drop(struct share *s) {
    CU(cudaFreeHost(s->keys));
}

static struct share share_of(const struct comm *comm, uint64_t all) {
    uint64_t first = comm_begin(all, comm->rank, comm->ranks);
    uint64_t n = comm_share(all, comm->rank, comm->ranks);
    return (struct share){.keys = alloc_keys(n), .all = all, .first = first, .n = n};
}

struct share share_make(const struct comm *comm, uint64_t n, enum data_dist dist, uint64_t seed) {
    struct share s = share_of(comm, n);
    data_fill_part(s.keys, s.first, s.n, n, dist, seed);
    return s;
}

/** Where several ranks have something to say the first of them does, and ends those that wait here. */
static void leave_to_first(const struct comm *comm, bool has_words) {
    uint64_t mine = has_words, *all = malloc(sizeof(mine) * (size_t)comm->ranks);
    if (!all) stop_all(2, "no memory for the words of %d ranks", comm->ranks);
    if (comm->allgather(comm->context, &mine, 1, all)) stop_all(1, "%s", comm_why());
    for (int r = 0; has_words && r < comm->rank; r++)
        while (all[r]) pause();
    free(all);
}

struct share share_read(const struct comm *comm, const char *path) {
    struct stat st = {0};
    int file = open(path, O_RDONLY | O_CLOEXEC);
    int number = file < 0 || fstat(file, &st) != 0 ? errno : 0;
    leave_to_first(comm, number || !S_ISREG(st.st_mode) || st.st_size % 4 != 0);
    if (number)
        stop_all(2, "rank %d cannot read '%s': %s. All ranks need to see it", comm->rank, path,
                 strerror(number));
    if (!S_ISREG(st.st_mode)) stop_all(2, "'%s' is no regular file. Ranks read parts of it", path);
    if (st.st_size % 4 != 0)
        stop_all(2, "'%s' has %lld bytes, which is not a whole number of 4-byte keys", path,
                 (long long)st.st_size);
    uint64_t sizes[2] = {(uint64_t)st.st_size, comm->rank == 0 ? (uint64_t)st.st_size : 0};
    if (comm->allreduce_sum(comm->context, sizes, 2)) stop_all(1, "%s", comm_why());
    if (sizes[0] != sizes[1] * (uint64_t)comm->ranks)
        stop_all(2, "'%s' is not of one size on all ranks. Let all see the same file", path);
    struct share s = share_of(comm, (uint64_t)st.st_size / 4);
    for (uint64_t at = 0, bytes = s.n * 4; at < bytes;) {
        ssize_t got = pread(file, (char *)s.keys + at, size_min(bytes - at, PIECE_BYTES),
                            (off_t)(s.first * 4 + at));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0)
            stop_all(2, "rank %d cannot read '%s' at byte %llu: %s", comm->rank, path,
                     (unsigned long long)(s.first * 4 + at),
                     got < 0 ? strerror(errno) : "it has become shorter meanwhile");
        at += (uint64_t)got;
    }
    close(file);
    return s;
}

int out_open(const struct comm *comm, const char *path) {
    uint64_t mine[PATH_BYTES / 8] = {0}, *all = malloc(sizeof(mine) * (size_t)comm->ranks);
    const char *slash = strrchr(path, '/');
    int file = -1, folder = slash ? (int)(slash - path) + 1 : 0;
    uint64_t number = 0, made = 0;
    if (!all) stop_all(2, "no memory for the names of %d ranks", comm->ranks);
    if (getrandom(&number, sizeof(number), 0) != sizeof(number)) number = (uint64_t)getpid();
    snprintf((char *)mine, sizeof(mine), "%.*s.sortlab-%016" PRIx64, folder, path, number);
    if (comm->rank == 0) snprintf(part_path, sizeof(part_path), "%s", (char *)mine);
    // all know the name before there is a file, so that any rank that is told to end takes it along;
    // ranks that are threads have it from rank 0
    if (comm->allgather(comm->context, mine, PATH_BYTES / 8, all)) stop_all(1, "%s", comm_why());
    if (!part_path[0]) snprintf(part_path, sizeof(part_path), "%s", (char *)all);
    free(all);
    if (comm->rank == 0 &&
        (file = open(part_path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600)) < 0)
        stop_all(2, "cannot write '%s': %s. Choose another place", path, strerror(errno));
    if (comm->allreduce_sum(comm->context, &made, 1))
        stop_all(1, "%s", comm_why()); // the file is there
    if (comm->rank != 0 && (file = open(part_path, O_WRONLY | O_CLOEXEC)) < 0)
        stop_all(2, "rank %d does not see '%s': %s. Write to a folder that all ranks see",
                 comm->rank, part_path, strerror(errno));
    return file;
}

void share_write(const struct comm *comm, int file, const char *path, const struct share *s) {
    uint64_t done = 0;
    for (uint64_t at = 0, bytes = s->n * 4; at < bytes;) {
        ssize_t put = pwrite(file, (const char *)s->keys + at, size_min(bytes - at, PIECE_BYTES),
                             (off_t)(s->first * 4 + at));
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0)
            stop_all(2, "rank %d cannot write '%s': %s. Free some space or choose another disk",
                     comm->rank, path, put < 0 ? strerror(errno) : "the disk takes no more");
        at += (uint64_t)put;
    }
    if (fsync(file) != 0 || close(file) != 0)
        stop_all(2, "rank %d cannot write '%s': %s. Free some space or choose another disk",
                 comm->rank, path, strerror(errno));
    if (comm->allreduce_sum(comm->context, &done, 1))
        stop_all(1, "%s", comm_why()); // all have written
    if (comm->rank == 0) {
        mode_t mask = umask(0);
        umask(mask);
        if (chmod(part_path, 0666 & ~mask) != 0 || rename(part_path, path) != 0)
            stop_all(2, "cannot give '%s' its name: %s", path, strerror(errno));
        part_path[0] = '\0';
    }
}
