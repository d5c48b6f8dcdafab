/**
 * @file
 * @brief A team over MPI: collectives that are started, and waited for no longer than patience lasts.
 *
 * Keys go through the host: an MPI that does not know of devices is enough. They travel in pieces, since
 * MPI counts them in an int, and since a few small buffers are all that the host needs then. Several are on
 * their way at once: who waits for one large message holds up all others (docs/model.md).
 */
#include "grader/sort/ranks/mpi/team_mpi.h"

#include <errno.h>
#include <limits.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/cu.h"
#include "common/size_min.h"
#include "common/timer.h"
#include "grader/sort/ranks/ranks.h"

enum {
    PIECE = 1 << 20, /**< keys of a message: 4 MB */
    FLIGHTS = 8,     /**< so many are on their way at once, each way */
};

static struct {
    struct team team;
    int patience_ms;
    double exchange_ms;
    uint32_t *going, *coming; /**< pinned, FLIGHTS pieces each */
    cudaStream_t stream;      /**< of the copies: a sort that is under way in another one goes on */
    char why[200];
} wire;

static int failed(const char *what) {
    snprintf(wire.why, sizeof(wire.why), "MPI failed in %s on rank %d", what, wire.team.rank);
    return EPROTO;
}

/** Rests for a moment; ETIMEDOUT when nothing has come for longer than patience lasts. */
static int rest(double since_ms, const char *what) {
    const struct timespec nap = {0, 20000};
    double waited = timer_now_ms() - since_ms;
    if (wire.patience_ms > 0 && waited > wire.patience_ms) {
        snprintf(wire.why, sizeof(wire.why),
                 "rank %d waited %d ms in %s for the other ranks, and not all came", wire.team.rank,
                 wire.patience_ms, what);
        return ETIMEDOUT;
    }
    if (waited > 1) nanosleep(&nap, NULL);
    return 0;
}

/** It has to be done in time; if it is not it is left, since the run is at its end then. */
static int wait_for(MPI_Request *request, const char *what) {
    double began = timer_now_ms();
    for (int done = 0, error = 0;;) {
        if (MPI_Test(request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) return failed(what);
        if (done || (error = rest(began, what))) return error;
    }
}

static int gather(void *nobody, const uint64_t *mine, size_t words, uint64_t *all) {
    MPI_Request request;
    (void)nobody;
    if (words > INT_MAX) return EPROTO;
    MPI_Iallgather(mine, (int)words, MPI_UINT64_T, all, (int)words, MPI_UINT64_T, MPI_COMM_WORLD,
                   &request);
    return wait_for(&request, "gather");
}

static int add(void *nobody, uint64_t *counts, size_t words) {
    MPI_Request request;
    (void)nobody;
    if (words > INT_MAX) return EPROTO;
    MPI_Iallreduce(MPI_IN_PLACE, counts, (int)words, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD,
                   &request);
    return wait_for(&request, "add");
}

static void copy(void *to, const void *from, size_t keys, enum cudaMemcpyKind kind) {
    if (keys == 0) return;
    CU(cudaMemcpyAsync(to, from, keys * sizeof(uint32_t), kind, wire.stream));
    CU(cudaStreamSynchronize(wire.stream));
}

/** Keys that go out or come in: those of the next rank in this direction first, then of the one behind it. */
struct way {
    int direction;               /**< 1: out, to the ranks above; -1: in, from those below */
    uint32_t *d_keys, *buffers;  /**< on the device; FLIGHTS pieces on the host */
    const size_t *begin, *n;     /**< each rank's part of d_keys */
    int i;                       /**< the next piece is of the i-th rank in this direction, */
    size_t at;                   /**< from this key of its part on */
    uint32_t *d_piece[FLIGHTS];  /**< what is on its way: where its keys belong, */
    size_t keys[FLIGHTS];        /**< how many they are */
    MPI_Request flying[FLIGHTS]; /**< MPI_REQUEST_NULL: nothing */
};

/** The rank that the next piece is of; -1 when there is none left. */
static int next_rank(struct way *w) {
    for (; w->i < wire.team.ranks; w->i++, w->at = 0) {
        int rank = (wire.team.rank + w->direction * w->i + wire.team.ranks) % wire.team.ranks;
        if (w->at < w->n[rank]) return rank;
    }
    return -1;
}

static void start(struct way *w, int f, int rank) {
    uint32_t *buffer = w->buffers + (size_t)f * PIECE;
    int keys = (int)size_min(PIECE, w->n[rank] - w->at);
    w->d_piece[f] = w->d_keys + w->begin[rank] + w->at;
    w->keys[f] = (size_t)keys;
    w->at += (size_t)keys;
    if (w->direction < 0) {
        MPI_Irecv(buffer, keys, MPI_UINT32_T, rank, 0, MPI_COMM_WORLD, &w->flying[f]);
        return;
    }
    copy(buffer, w->d_piece[f], w->keys[f], cudaMemcpyDeviceToHost);
    MPI_Isend(buffer, keys, MPI_UINT32_T, rank, 0, MPI_COMM_WORLD, &w->flying[f]);
}

/** Has as much on its way as there is room for; false when all has arrived. */
static bool fill(struct way *w) {
    bool flying = false;
    for (int f = 0, rank; f < FLIGHTS; f++) {
        if (w->flying[f] == MPI_REQUEST_NULL && (rank = next_rank(w)) >= 0) start(w, f, rank);
        flying |= w->flying[f] != MPI_REQUEST_NULL;
    }
    return flying;
}

/** Takes what has arrived; how many pieces that is, or -1. */
static int land(struct way *w) {
    int n = 0, landed[FLIGHTS];
    if (MPI_Testsome(FLIGHTS, w->flying, &n, landed, MPI_STATUSES_IGNORE) != MPI_SUCCESS) return -1;
    if (n == MPI_UNDEFINED) return 0; // nothing was on its way
    for (int i = 0; i < n && w->direction < 0; i++)
        copy(w->d_piece[landed[i]], w->buffers + (size_t)landed[i] * PIECE, w->keys[landed[i]],
             cudaMemcpyHostToDevice);
    return n;
}

static int fly(struct way *out, struct way *in) {
    double since = timer_now_ms();
    for (int error = 0;;) {
        bool coming = fill(in),
             going = fill(out); // receives first, so that nothing comes too early
        int landed_in = land(in), landed_out = land(out);
        if (!coming && !going) return 0;
        if (landed_in < 0 || landed_out < 0) return failed("exchange");
        if (landed_in + landed_out > 0) since = timer_now_ms();
        if ((error = rest(since, "exchange"))) return error;
    }
}

/** n_from[p] keys from d_from[from[p]] on go to rank p, and n_to[p] keys from there arrive from d_to[to[p]] on. */
static int pieces(const uint32_t *d_from, const size_t *from, const size_t *n_from, uint32_t *d_to,
                  const size_t *to, const size_t *n_to) {
    struct way out = {1, (uint32_t *)d_from, wire.going, from, n_from, 1, 0, {0}, {0}, {0}};
    struct way in = {-1, d_to, wire.coming, to, n_to, 1, 0, {0}, {0}, {0}};
    int rank = wire.team.rank;
    double began = timer_now_ms();
    for (int f = 0; f < FLIGHTS; f++) out.flying[f] = in.flying[f] = MPI_REQUEST_NULL;
    copy(d_to + to[rank], d_from + from[rank], n_from[rank], cudaMemcpyDeviceToDevice);
    int error = fly(&out, &in);
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
    int error = pieces(d_from, from, lengths, d_to, to, lengths + ranks);
    free(lengths);
    return error;
}

int team_rounds(const struct team *team, const uint32_t *d_from, const size_t *from, uint32_t *d_to,
                const struct rounds *rounds) {
    size_t ranks = (size_t)team->ranks, at = 0, *begins = calloc(4 * ranks, sizeof(*begins));
    size_t *n_from = begins + ranks, *to = begins + 2 * ranks, *n_to = begins + 3 * ranks;
    int error = 0;
    if (!begins) abort();
    memcpy(begins, from, ranks * sizeof(*begins));
    for (size_t i = 0; i < (size_t)rounds->n * ranks; i++) begins[i % ranks] += rounds->n_from[i];
    CU(cudaStreamSynchronize(rounds->stream)); // the keys are there
    for (int round = 0; round < rounds->n && !error; round++) {
        for (size_t p = 0; p < ranks; at += n_to[p++]) {
            n_from[p] = rounds->n_from[(size_t)round * ranks + p];
            n_to[p] = rounds->n_to[(size_t)round * ranks + p];
            to[p] = at;
            begins[p] -= n_from[p];
        }
        error = pieces(d_from, begins, n_from, d_to, to, n_to);
        if (!error) rounds->came(rounds->who, round);
    }
    free(begins);
    return error;
}

struct team team_mpi(int patience_ms) {
    wire.team = (struct team){0, 1, NULL, gather, add, exchange};
    MPI_Comm_rank(MPI_COMM_WORLD, &wire.team.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &wire.team.ranks);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    wire.patience_ms = patience_ms;
    CU(cudaStreamCreateWithFlags(&wire.stream, cudaStreamNonBlocking));
    CU(cudaMallocHost((void **)&wire.going, FLIGHTS * PIECE * sizeof(uint32_t)));
    CU(cudaMallocHost((void **)&wire.coming, FLIGHTS * PIECE * sizeof(uint32_t)));
    return wire.team;
}

const char *team_why(void) {
    return wire.why;
}

double team_exchange_ms(void) {
    return wire.exchange_ms;
}
