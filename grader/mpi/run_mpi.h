/**
 * @file
 * @brief The parts of the program that sorts on the ranks of an MPI run. Nobody else includes this.
 *
 * A function that cannot go on ends the run, on all ranks, with one sentence.
 */
#ifndef SORTLAB_RUN_MPI_H
#define SORTLAB_RUN_MPI_H

#include <cuda_runtime.h>
#include <stdarg.h>

#include "common/data.h"
#include "grader/mpi/team_mpi.h"

/** What the command line asks for. */
struct request {
    const char *in, *out; /**< NULL: not given */
    uint64_t n, seed;
    enum data_dist dist;
    enum key_type type;
    int patience_s;
    bool checks;
};

/** What a rank has, before and after. */
struct share {
    uint32_t *keys;         /**< on the host */
    uint64_t all, first, n; /**< keys in the whole; where this rank's begin; how many they are */
    double upload_ms, sort_ms, download_ms;
};

/* main.c */
__attribute__((noreturn, format(printf, 2, 3))) void stop_all(int status, const char *format, ...);

/* files.c */
struct share share_read(const struct team *team, const char *path);
struct share share_make(const struct team *team, uint64_t n, enum data_dist dist, uint64_t seed);
int out_open(const struct team *team, const char *path); /**< what grows until it is OUT */
void share_write(const struct team *team, int file, const char *path, const struct share *share);
void files_abandon(void);
void files_catch(void); /**< a signal leaves nothing behind */

/* sort_fast.c or sort_host.c: how a rank sorts its own; `temp` leads to a pointer to temporary memory */
size_t sort_here_bytes(size_t n);
void sort_here(void *temp, const uint32_t *d_in, uint32_t *d_out, size_t n, cudaStream_t stream);

/* sort.c: the share becomes that of the sorted whole; checked, on all ranks together */
void share_sort(const struct team *team, struct share *share, enum key_type type);

#endif
