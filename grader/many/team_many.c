/**
 * @file
 * @brief A team of devices: they meet in a hall of threads, and their keys go from device to device.
 *
 * A device that sends to several others in an order of its own lets one of them wait for all, and one that
 * fetches gets two thirds of what it is sent. So senders copy, in turns: in the i-th each rank r serves
 * rank r + i, when the one before has served that. One thread starts all copies, since an event has to be
 * recorded before it is waited for.
 */
#include "grader/many/team_many.h"

#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/cu.h"
#include "common/timer.h"
#include "grader/ranks/ranks.h"

/** What a rank exchanges, and by what. */
struct lane {
    cudaStream_t stays, goes; /**< copies to itself; those to others */
    cudaEvent_t ready;        /**< the keys are there */
    cudaEvent_t *sent;        /**< in round i the j-th parcel: the [i * ranks + j]-th */
    int n_sent;
    const struct rounds *rounds;           /**< NULL: all at once */
    struct team_parcel left[MOST_DEVICES]; /**< in rounds: what is not started yet */
    uint32_t *d_next;                      /**< where the next key comes */
    unsigned rounds_so_far;                /**< in all exchanges */
};

static struct {
    struct team_hall *hall;
    int ranks, patience_ms;
    bool by_nccl;
    struct lane lanes[MOST_DEVICES];
    unsigned exchanges;       /* that rank 0 has begun */
    _Atomic unsigned posted;  /* ranks that have said what they exchange, in all exchanges */
    _Atomic unsigned started; /* rounds, in all exchanges */
    _Atomic bool broken;
} many;

static const struct timespec nap = {0, 20000};
static __thread double exchange_ms; /* of this thread's rank */

/** What ends the wait beside the keys that come. */
static int look(int rank, double waited_ms) {
    const char *error = many.by_nccl ? nccl_error(rank) : NULL;
    if (error) return team_hall_fail(many.hall, EPROTO, "rank %d: NCCL: %s", rank, error);
    if (many.patience_ms == 0 || waited_ms <= many.patience_ms) return 0;
    if (many.by_nccl) nccl_abort(rank);
    return team_hall_fail(many.hall, ETIMEDOUT,
                          "rank %d waited %d ms for the keys of the others, and not all came", rank,
                          many.patience_ms);
}

/** Waits for a stream of the rank's, no longer than patience lasts; 0 or the team's error. */
static int await(int rank, cudaStream_t stream) {
    double began = timer_now_ms();
    int error = 0;
    for (cudaError_t state; !error && (state = cudaStreamQuery(stream)) != cudaSuccess;) {
        double waited_ms = timer_now_ms() - began;
        if (state != cudaErrorNotReady)
            return team_hall_fail(many.hall, EPROTO, "rank %d: an exchange fails on its device: %s",
                                  rank, cudaGetErrorName(state));
        error = look(rank, waited_ms);
        if (waited_ms > 1) nanosleep(&nap, NULL);
    }
    return error;
}

/** Waits until the others have counted so far, at first without sleep: that takes as long as a copy. */
static int wait_for(int rank, _Atomic unsigned *count, unsigned wanted) {
    double began = timer_now_ms();
    int error = 0;
    while (!error && (int)(atomic_load(count) - wanted) < 0) {
        double waited_ms = timer_now_ms() - began;
        error = look(rank, waited_ms);
        if (atomic_load(&many.broken)) error = team_hall_fail(many.hall, EPROTO, "rank 0 gave up");
        if (waited_ms > 1)
            nanosleep(&nap, NULL);
        else
            sched_yield();
    }
    return error;
}

/** The parcels of a round: of all that is left the last ones. */
static void take_round(int rank, int round, struct team_parcel *now) {
    const struct rounds *r = many.lanes[rank].rounds;
    struct team_parcel *left = many.lanes[rank].left;
    memcpy(now, left, (size_t)many.ranks * sizeof(*now));
    if (!r) return; // there is but one
    for (int p = 0; p < many.ranks; p++) {
        int i = (p - rank + many.ranks) % many.ranks;
        now[i].n_sent = r->n_from[round * many.ranks + p];
        now[i].n_here = r->n_to[round * many.ranks + p];
        now[i].d_sent += left[i].n_sent -= now[i].n_sent;
        now[i].d_there += left[i].n_here -= now[i].n_here;
        now[i].d_here = many.lanes[rank].d_next;
        many.lanes[rank].d_next += now[i].n_here;
    }
}

static int rounds_of(int rank) {
    return many.lanes[rank].rounds ? many.lanes[rank].rounds->n : 1;
}

/** What says that rank `from` has sent its i-th parcel of a round. */
static cudaEvent_t *sent(int round, int from, int i) {
    return &many.lanes[from].sent[round * many.ranks + i];
}

/** Rank `from` sends its i-th parcel of a round, when who sends to the same rank before it has done so. */
static cudaError_t send_parcel(int round, int from, int i, struct team_parcel now[][MOST_DEVICES]) {
    int ranks = many.ranks, to = (from + i) % ranks, before = i > 1 ? i - 1 : ranks - 1;
    int last = i > 1 ? round : round - 1, other = (to - before + ranks) % ranks;
    const struct team_parcel *p = &now[from][i], *q = &now[to][(ranks - i) % ranks];
    cudaStream_t stream = i > 0 ? many.lanes[from].goes : many.lanes[from].stays;
    cudaError_t error = cudaSuccess;
    if (i > 0 && last >= 0 && other != from)
        error = cudaStreamWaitEvent(stream, *sent(last, other, before), 0);
    if (!error && p->n_sent > 0)
        error = cudaMemcpyPeerAsync(q->d_here, to, p->d_sent, from, p->n_sent * sizeof(*q->d_here),
                                    stream);
    return error ? error : cudaEventRecord(*sent(round, from, i), stream);
}

/** Starts a round of all ranks: each sends to the next one, then to the one behind that, and so on. */
static int send_round(int round) {
    static struct team_parcel now[MOST_DEVICES][MOST_DEVICES];
    cudaError_t error = cudaSuccess;
    for (int r = 0; r < many.ranks; r++) take_round(r, round, now[r]);
    for (int i = 0; i < many.ranks && !error; i++)
        for (int r = 0; r < many.ranks && !error; r++) error = send_parcel(round, r, i, now);
    if (!error) return 0;
    return team_hall_fail(many.hall, EPROTO, "a copy between devices cannot be started: %s",
                          cudaGetErrorName(error));
}

/** By peer copies: rank 0 starts those of all ranks, and every rank goes on with what comes to it. */
static int push(int rank) {
    struct lane *lane = &many.lanes[rank];
    const struct rounds *r = lane->rounds;
    unsigned before = lane->rounds_so_far, ranks = (unsigned)many.ranks;
    lane->rounds_so_far += (unsigned)rounds_of(rank);
    atomic_fetch_add(&many.posted, 1);
    int error = rank == 0 ? wait_for(rank, &many.posted, ++many.exchanges * ranks) : 0;
    for (int round = 0; round < rounds_of(rank) && !error; round++) {
        unsigned so_far = before + (unsigned)round + 1;
        error = rank == 0 ? send_round(round) : wait_for(rank, &many.started, so_far);
        if (rank == 0 && !error) atomic_store(&many.started, so_far);
        for (int i = 0; r && i < many.ranks && !error; i++)
            CU(cudaStreamWaitEvent(r->stream, *sent(round, (rank - i + many.ranks) % many.ranks, i),
                                   0));
        if (r && !error) r->came(r->who, round);
    }
    if (rank == 0 && error) atomic_store(&many.broken, true);
    return error;
}

/** By NCCL: what stays is copied beside it. */
static int send_and_receive(int rank, int round) {
    struct lane *lane = &many.lanes[rank];
    struct team_parcel now[MOST_DEVICES];
    take_round(rank, round, now);
    CU(cudaMemcpyAsync(now->d_here, now->d_sent, now->n_sent * sizeof(*now->d_here),
                       cudaMemcpyDeviceToDevice, lane->stays));
    CU(cudaEventRecord(*sent(round, rank, 0), lane->stays));
    const char *why = many.ranks > 1 ? nccl_carry(rank, many.ranks, now, lane->goes) : NULL;
    CU(cudaEventRecord(*sent(round, rank, 1 % many.ranks), lane->goes));
    return why ? team_hall_fail(many.hall, EPROTO, "rank %d: NCCL: %s", rank, why) : 0;
}

static int carry_by_nccl(int rank) {
    const struct rounds *r = many.lanes[rank].rounds;
    int error = 0;
    for (int round = 0; round < rounds_of(rank) && !error; round++) {
        error = send_and_receive(rank, round);
        for (int i = 0; r && i < 2 && i < many.ranks && !error; i++)
            CU(cudaStreamWaitEvent(r->stream, *sent(round, rank, i), 0));
        if (r && !error) r->came(r->who, round);
    }
    return error;
}

/** What a rank exchanges, and that its streams wait for: its keys are there when its own stream has come so far. */
static void post(int rank, const struct team_parcel *parcels) {
    struct lane *lane = &many.lanes[rank];
    int wanted = rounds_of(rank) * many.ranks;
    memcpy(lane->left, parcels, (size_t)many.ranks * sizeof(*parcels));
    lane->d_next = parcels->d_here;
    if (wanted > lane->n_sent)
        lane->sent = realloc(lane->sent, (size_t)wanted * sizeof(*lane->sent));
    if (wanted > 0 && !lane->sent) abort();
    for (; lane->n_sent < wanted; lane->n_sent++)
        CU(cudaEventCreateWithFlags(&lane->sent[lane->n_sent], cudaEventDisableTiming));
    if (!lane->rounds) return;
    CU(cudaEventRecord(lane->ready, lane->rounds->stream));
    CU(cudaStreamWaitEvent(lane->stays, lane->ready, 0));
    CU(cudaStreamWaitEvent(lane->goes, lane->ready, 0));
}

static int carry(void *nobody, int rank, const struct team_parcel *parcels) {
    double began = timer_now_ms();
    (void)nobody;
    post(rank, parcels);
    int error = many.by_nccl ? carry_by_nccl(rank) : push(rank);
    if (!error) error = await(rank, many.lanes[rank].stays);
    if (!error) error = await(rank, many.lanes[rank].goes);
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
    for (int i = 0; i < many.ranks; i++)
        if (i != rank) reach(rank, i);
    CU(cudaStreamCreateWithFlags(&many.lanes[rank].stays, cudaStreamNonBlocking));
    CU(cudaStreamCreateWithFlags(&many.lanes[rank].goes, cudaStreamNonBlocking));
    CU(cudaEventCreateWithFlags(&many.lanes[rank].ready, cudaEventDisableTiming));
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
    many.lanes[team->rank].rounds = rounds;
    int error = team_hall_pieces(team->wire, d_from, from, n_from, d_to, to, n_to);
    many.lanes[team->rank].rounds = NULL;
    return error;
}

const char *team_why(void) {
    return team_hall_why(many.hall);
}

double team_exchange_ms(void) {
    return exchange_ms;
}
