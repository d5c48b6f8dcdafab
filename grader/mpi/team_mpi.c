/**
 * @file
 * @brief A team over MPI: collectives that are started, and waited for no longer than patience lasts.
 *
 * Keys go through the host: an MPI that does not know of devices is enough. They travel in pieces, since
 * MPI counts them in an int, and since two small buffers are all that the host needs then.
 */
#include "grader/mpi/team_mpi.h"

#include <errno.h>
#include <limits.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "common/cu.h"
#include "common/least.h"
#include "common/timer.h"
#include "grader/ranks/ranks.h"

enum { PIECE = 1 << 22 }; /**< keys that travel at once between two ranks: 16 MB */

static struct {
    struct team team;
    int patience_ms;
    double exchange_ms;
    uint32_t *going, *coming; /**< pinned, a piece each */
    cudaStream_t stream;      /**< of the copies: a sort that is under way in another one goes on */
    char why[200];
} wire;

/** All of them have to be done in time; what was not is left, since the run is at its end then. */
static int wait_for(MPI_Request *requests, int n, const char *what) {
    double began = timer_now_ms();
    for (int done = 0;;) {
        const struct timespec nap = {0, 20000};
        if (MPI_Testall(n, requests, &done, MPI_STATUSES_IGNORE) != MPI_SUCCESS) {
            snprintf(wire.why, sizeof(wire.why), "MPI failed in %s on rank %d", what,
                     wire.team.rank);
            return EPROTO;
        }
        if (done) return 0;
        if (wire.patience_ms > 0 && timer_now_ms() - began > wire.patience_ms) {
            snprintf(wire.why, sizeof(wire.why),
                     "rank %d waited %d ms in %s for the other ranks, and not all came",
                     wire.team.rank, wire.patience_ms, what);
            return ETIMEDOUT;
        }
        if (timer_now_ms() - began > 1) nanosleep(&nap, NULL);
    }
}

static int gather(void *nobody, const uint64_t *mine, size_t words, uint64_t *all) {
    MPI_Request request;
    (void)nobody;
    if (words > INT_MAX) return EPROTO;
    MPI_Iallgather(mine, (int)words, MPI_UINT64_T, all, (int)words, MPI_UINT64_T, MPI_COMM_WORLD,
                   &request);
    return wait_for(&request, 1, "gather");
}

static int add(void *nobody, uint64_t *counts, size_t words) {
    MPI_Request request;
    (void)nobody;
    if (words > INT_MAX) return EPROTO;
    MPI_Iallreduce(MPI_IN_PLACE, counts, (int)words, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD,
                   &request);
    return wait_for(&request, 1, "add");
}

static void copy(void *to, const void *from, size_t keys, enum cudaMemcpyKind kind) {
    if (keys == 0) return;
    CU(cudaMemcpyAsync(to, from, keys * sizeof(uint32_t), kind, wire.stream));
    CU(cudaStreamSynchronize(wire.stream));
}

/** Keys that go to one rank, and keys that come from another, piece by piece. */
static int trade(const uint32_t *d_from, size_t sent, int to_rank, uint32_t *d_to, size_t received,
                 int from_rank) {
    int error = 0;
    for (size_t at = 0; at < (sent > received ? sent : received) && !error; at += PIECE) {
        size_t out = at < sent ? least(PIECE, sent - at) : 0;
        size_t in = at < received ? least(PIECE, received - at) : 0;
        MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
        if (in > 0)
            MPI_Irecv(wire.coming, (int)in, MPI_UINT32_T, from_rank, 0, MPI_COMM_WORLD,
                      &requests[0]);
        copy(wire.going, d_from + at, out, cudaMemcpyDeviceToHost);
        if (out > 0)
            MPI_Isend(wire.going, (int)out, MPI_UINT32_T, to_rank, 0, MPI_COMM_WORLD, &requests[1]);
        error = wait_for(requests, 2, "exchange");
        if (!error) copy(d_to + at, wire.coming, in, cudaMemcpyHostToDevice);
    }
    return error;
}

/** In round i every rank sends to the one i behind it and receives from the one i before it. */
int team_pieces(const struct team *team, const uint32_t *d_from, const size_t *from,
                const size_t *n_from, uint32_t *d_to, const size_t *to, const size_t *n_to) {
    int rank = team->rank, ranks = team->ranks, error = 0;
    double began = timer_now_ms();
    copy(d_to + to[rank], d_from + from[rank], n_from[rank], cudaMemcpyDeviceToDevice);
    for (int i = 1; i < ranks && !error; i++) {
        int up = (rank + i) % ranks, down = (rank + ranks - i) % ranks;
        error = trade(d_from + from[up], n_from[up], up, d_to + to[down], n_to[down], down);
    }
    wire.exchange_ms += timer_now_ms() - began;
    return error;
}

static int exchange(void *nobody, const uint32_t *d_from, const size_t *from, uint32_t *d_to,
                    const size_t *to) {
    size_t ranks = (size_t)wire.team.ranks, *lengths = calloc(2 * ranks, sizeof(*lengths));
    (void)nobody;
    if (!lengths) abort();
    team_lengths(from, (int)ranks, lengths);
    team_lengths(to, (int)ranks, lengths + ranks);
    int error = team_pieces(&wire.team, d_from, from, lengths, d_to, to, lengths + ranks);
    free(lengths);
    return error;
}

struct team team_mpi(int patience_ms) {
    wire.team = (struct team){0, 1, NULL, gather, add, exchange};
    MPI_Comm_rank(MPI_COMM_WORLD, &wire.team.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &wire.team.ranks);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    wire.patience_ms = patience_ms;
    CU(cudaStreamCreateWithFlags(&wire.stream, cudaStreamNonBlocking));
    CU(cudaMallocHost((void **)&wire.going, PIECE * sizeof(uint32_t)));
    CU(cudaMallocHost((void **)&wire.coming, PIECE * sizeof(uint32_t)));
    return wire.team;
}

const char *team_why(void) {
    return wire.why;
}

double team_exchange_ms(void) {
    return wire.exchange_ms;
}
