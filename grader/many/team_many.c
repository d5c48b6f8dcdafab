/**
 * @file
 * @brief A team of devices: they meet in a hall of threads, and their keys go from device to device.
 *
 * All pairs exchange at once, each copy in a stream of its own. A rank fetches what comes to it, from the
 * rank behind it first: so no device has to serve two others before it serves the third.
 */
#include "grader/many/team_many.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "common/cu.h"
#include "common/timer.h"
#include "grader/ranks/ranks.h"

static struct {
    struct team_hall *hall;
    int ranks, patience_ms;
    bool by_nccl;
    cudaStream_t streams[MOST_DEVICES][MOST_DEVICES]; /* of a rank: for the i-th parcel */
    cudaEvent_t came[MOST_DEVICES];
    const struct rounds *rounds[MOST_DEVICES]; /* of a rank that exchanges in rounds */
} many;

static __thread double exchange_ms; /* of this thread's rank */

/** What ends the wait beside the keys that come. */
static int look(int rank, double waited_ms, const char *what) {
    const char *error = many.by_nccl ? nccl_error(rank) : NULL;
    if (error) return team_hall_fail(many.hall, EPROTO, "rank %d: NCCL: %s", rank, error);
    if (many.patience_ms == 0 || waited_ms <= many.patience_ms) return 0;
    if (many.by_nccl) nccl_abort(rank);
    return team_hall_fail(many.hall, ETIMEDOUT, "rank %d waited %d ms for %s, and it did not end",
                          rank, many.patience_ms, what);
}

int team_many_await(int rank, void *stream, const char *what) {
    const struct timespec nap = {0, 20000};
    double began = timer_now_ms();
    int error = 0;
    for (cudaError_t state; !error && (state = cudaStreamQuery(stream)) != cudaSuccess;) {
        double waited_ms = timer_now_ms() - began;
        if (state != cudaErrorNotReady)
            return team_hall_fail(many.hall, EPROTO, "rank %d: %s fails on its device: %s", rank,
                                  what, cudaGetErrorName(state));
        error = look(rank, waited_ms, what);
        if (waited_ms > 1) nanosleep(&nap, NULL);
    }
    return error;
}

/** A copy for each rank that sends here, in streams of their own; by NCCL for what stays alone. */
static int start_copies(int rank, const struct team_parcel *parcels) {
    for (int i = 0; i < (many.by_nccl ? 1 : many.ranks); i++) {
        const struct team_parcel *p = &parcels[i];
        int other = (rank + i) % many.ranks;
        if (p->n_here == 0) continue;
        cudaError_t error =
            cudaMemcpyPeerAsync(p->d_here, rank, p->d_there, other, p->n_here * sizeof(*p->d_here),
                                many.streams[rank][i]);
        if (error)
            return team_hall_fail(many.hall, EPROTO, "rank %d cannot copy from device %d: %s", rank,
                                  other, cudaGetErrorName(error));
    }
    if (!many.by_nccl || many.ranks == 1) return 0;
    const char *why = nccl_carry(rank, many.ranks, parcels, many.streams[rank][1]);
    return why ? team_hall_fail(many.hall, EPROTO, "rank %d: NCCL: %s", rank, why) : 0;
}

/** The parcels of a round, whose first key goes to d_to; `left` are those of all rounds from it on. */
static void take_round(int rank, int round, struct team_parcel *left, uint32_t *d_to,
                       struct team_parcel *now) {
    const uint64_t *n_to = many.rounds[rank]->n_to + round * many.ranks;
    const uint64_t *n_from = many.rounds[rank]->n_from + round * many.ranks;
    for (int p = 0; p < many.ranks; p++) {
        int i = (p - rank + many.ranks) % many.ranks;
        now[i] = left[i];
        now[i].n_sent = n_from[p];
        now[i].n_here = n_to[p];
        now[i].d_here = d_to;
        left[i].d_sent += n_from[p];
        left[i].d_there += n_to[p];
        d_to += n_to[p];
    }
}

/** Starts all rounds behind each other. Who waits for the keys of one is a stream, and not the host. */
static int start_rounds(int rank, const struct team_parcel *parcels) {
    const struct rounds *r = many.rounds[rank];
    struct team_parcel left[MOST_DEVICES], now[MOST_DEVICES];
    uint32_t *d_to = parcels[0].d_here;
    memcpy(left, parcels, (size_t)many.ranks * sizeof(*left));
    for (int round = 0, error; round < r->n; round++) {
        take_round(rank, round, left, d_to, now);
        if ((error = start_copies(rank, now))) return error;
        for (int i = 0; i < many.ranks; i++) {
            d_to += now[i].n_here;
            CU(cudaEventRecord(many.came[rank], many.streams[rank][i]));
            CU(cudaStreamWaitEvent(r->stream, many.came[rank], 0));
        }
        r->came(r->who, round);
    }
    return 0;
}

static int carry(void *nobody, int rank, const struct team_parcel *parcels) {
    double began = timer_now_ms();
    int error = many.rounds[rank] ? start_rounds(rank, parcels) : start_copies(rank, parcels);
    (void)nobody;
    for (int i = 0; i < many.ranks && !error; i++)
        error = team_many_await(rank, many.streams[rank][i], "the keys of the others");
    const char *why = many.by_nccl && !error ? nccl_error(rank) : NULL;
    if (why) error = team_hall_fail(many.hall, EPROTO, "rank %d: NCCL: %s", rank, why);
    exchange_ms += timer_now_ms() - began;
    return error;
}

void team_many_open(int ranks, int patience_ms, bool by_nccl) {
    many.ranks = ranks;
    many.patience_ms = patience_ms;
    many.by_nccl = by_nccl && nccl_open(ranks);
    many.hall = team_hall_open(ranks, NULL, patience_ms);
    if (!many.hall) stop_all(2, "no memory for a team of %d ranks", ranks);
    team_hall_carry(many.hall, carry, NULL);
}

/** Where that is not to be had, copies go through the host by themselves. */
static void reach(int rank, int other) {
    int can = 0;
    CU(cudaDeviceCanAccessPeer(&can, rank, other));
    if (can) CU(cudaDeviceEnablePeerAccess(other, 0));
}

struct team team_many_rank(int rank) {
    cudaError_t error = cudaSetDevice(rank);
    if (!error) error = cudaFree(NULL); // the device begins here
    if (error)
        stop_all(1, "device %d cannot be had: %s; end what uses it, or take fewer GPUs", rank,
                 cudaGetErrorString(error));
    for (int i = 0; i < many.ranks; i++) {
        if (i != rank) reach(rank, i);
        CU(cudaStreamCreateWithFlags(&many.streams[rank][i], cudaStreamNonBlocking));
    }
    CU(cudaEventCreateWithFlags(&many.came[rank], cudaEventDisableTiming));
    return team_hall_rank(many.hall, rank);
}

const char *team_many_exchange(void) {
    return many.by_nccl ? "nccl" : "peer";
}

int team_rounds(const struct team *team, const uint32_t *d_from, const size_t *from, uint32_t *d_to,
                const struct rounds *rounds) {
    size_t n_from[MOST_DEVICES] = {0}, n_to[MOST_DEVICES] = {0}, to[MOST_DEVICES] = {0};
    for (int i = 0; i < rounds->n * team->ranks; i++) {
        n_from[i % team->ranks] += rounds->n_from[i];
        n_to[i % team->ranks] += rounds->n_to[i];
    }
    many.rounds[team->rank] = rounds;
    int error = team_hall_pieces(team->wire, d_from, from, n_from, d_to, to, n_to);
    many.rounds[team->rank] = NULL;
    return error;
}

const char *team_why(void) {
    return team_hall_why(many.hall);
}

double team_exchange_ms(void) {
    return exchange_ms;
}
