/**
 * @file
 * @brief A communicator of devices: threads meet, and their keys go from device to device.
 *
 * A device that sends to several others in an order of its own lets one of them wait for all, and one that
 * fetches gets two thirds of what it is sent. So senders copy, in turns: in the i-th each rank r serves
 * rank r + i, when who serves that one before has done so. An event has to be recorded before it is waited
 * for: so threads tell each other how many copies they have started.
 */
#include "grader/sort/ranks/many/team_many.h"

#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/cu.h"
#include "common/timer.h"
#include "grader/sort/ranks/ranks.h"

/** What a rank exchanges, and by what. Of messages and events that of the j-th turn of round i is the
 *  [i * ranks + j]-th. */
struct lane {
    cudaStream_t stays, goes;    /**< copies to itself; those to others */
    cudaEvent_t ready;           /**< the keys are there */
    const struct rounds *rounds; /**< NULL: all at once */
    int capacity;                /**< for messages and for events */
    struct comm_message *messages;
    cudaEvent_t *sent;
    int exchanges;       /**< so far */
    _Atomic int started; /**< messages of this one */
};

static struct {
    struct local_comm *local;
    int ranks, patience_ms;
    bool by_nccl;
    struct lane lanes[MOST_DEVICES];
    _Atomic int posted; /* ranks that have said what they exchange, in all exchanges */
    _Atomic bool broken;
} many;

static const struct timespec nap = {0, 20000};
static __thread double exchange_ms; /* of this thread's rank */

/** What ends the wait beside the keys that come. */
static int look(int rank, double waited_ms) {
    const char *error = many.by_nccl ? nccl_error(rank) : NULL;
    if (error) return local_comm_fail(many.local, EPROTO, "rank %d: NCCL: %s", rank, error);
    if (many.patience_ms == 0 || waited_ms <= many.patience_ms) return 0;
    if (many.by_nccl) nccl_abort(rank);
    return local_comm_fail(many.local, ETIMEDOUT,
                           "rank %d waited %d ms for the keys of the others, and not all came",
                           rank, many.patience_ms);
}

/** Waits for a stream of the rank's, no longer than patience lasts; 0 or the communicator's error. */
static int await(int rank, cudaStream_t stream) {
    double began = timer_now_ms();
    int error = 0;
    for (cudaError_t state; !error && (state = cudaStreamQuery(stream)) != cudaSuccess;) {
        double waited_ms = timer_now_ms() - began;
        if (state != cudaErrorNotReady)
            return local_comm_fail(many.local, EPROTO,
                                   "rank %d: an exchange fails on its device: %s", rank,
                                   cudaGetErrorName(state));
        error = look(rank, waited_ms);
        if (waited_ms > 1) nanosleep(&nap, NULL);
    }
    return error;
}

/** Waits until others have counted so far, at first without sleep: that takes as long as a copy. */
static int wait_for(int rank, _Atomic int *count, int wanted) {
    double began = timer_now_ms();
    int error = 0;
    while (!error && atomic_load(count) < wanted) {
        double waited_ms = timer_now_ms() - began;
        error = look(rank, waited_ms);
        if (atomic_load(&many.broken))
            error = local_comm_fail(many.local, EPROTO, "a rank gave up");
        if (waited_ms > 1)
            nanosleep(&nap, NULL);
        else
            sched_yield();
    }
    return error;
}

static int rounds_of(int rank) {
    return many.lanes[rank].rounds ? many.lanes[rank].rounds->n : 1;
}

static void grow_lane(struct lane *lane, int messages) {
    if (messages <= lane->capacity) return;
    lane->messages = realloc(lane->messages, (size_t)messages * sizeof(*lane->messages));
    lane->sent = realloc(lane->sent, (size_t)messages * sizeof(*lane->sent));
    if (!lane->messages || !lane->sent) abort();
    for (; lane->capacity < messages; lane->capacity++)
        CU(cudaEventCreateWithFlags(&lane->sent[lane->capacity], cudaEventDisableTiming));
}

/** Cuts messages into those of each round, the last keys first. */
static void cut(int rank, const struct comm_message *all) {
    const struct rounds *r = many.lanes[rank].rounds;
    struct comm_message left[MOST_DEVICES];
    uint32_t *d_here = all->d_here;
    memcpy(left, all, (size_t)many.ranks * sizeof(*left));
    for (int round = 0; round < r->n; round++)
        for (int p = 0; p < many.ranks; p++) {
            int i = (p - rank + many.ranks) % many.ranks, at = round * many.ranks;
            struct comm_message *now = &many.lanes[rank].messages[at + i];
            *now = left[i];
            now->n_sent = r->n_from[at + p];
            now->n_here = r->n_to[at + p];
            now->d_sent += left[i].n_sent -= now->n_sent;
            now->d_there += left[i].n_here -= now->n_here;
            now->d_here = d_here;
            d_here += now->n_here;
        }
}

/** Says what a rank exchanges. Its keys are there when its stream has come as far as now. */
static void post(int rank, const struct comm_message *messages) {
    struct lane *lane = &many.lanes[rank];
    grow_lane(lane, rounds_of(rank) * many.ranks);
    if (lane->rounds)
        cut(rank, messages);
    else
        memcpy(lane->messages, messages, (size_t)many.ranks * sizeof(*messages));
    if (lane->rounds) {
        CU(cudaEventRecord(lane->ready, lane->rounds->stream));
        CU(cudaStreamWaitEvent(lane->stays, lane->ready, 0));
        CU(cudaStreamWaitEvent(lane->goes, lane->ready, 0));
    }
    lane->exchanges++;
    atomic_store(&lane->started, 0);
    atomic_fetch_add(&many.posted, 1);
}

/** Waits for a turn of another rank's: the thread until that has begun, a stream of the rank until it is done. */
static int await_turn(int rank, int other, int turn, cudaStream_t stream) {
    int error = wait_for(rank, &many.lanes[other].started, turn + 1);
    if (!error) CU(cudaStreamWaitEvent(stream, many.lanes[other].sent[turn], 0));
    return error;
}

/** The i-th turn of a round: a rank sends to the i-th one behind it, when who serves that one before has done so. */
static int send(int rank, int round, int i) {
    int ranks = many.ranks, to = (rank + i) % ranks, before = i > 1 ? i - 1 : ranks - 1, error = 0;
    int turn = round * ranks + i, last = (i > 1 ? round : round - 1) * ranks + before;
    struct lane *lane = &many.lanes[rank], *there = &many.lanes[to];
    const struct comm_message *p = &lane->messages[turn];
    cudaStream_t stream = i > 0 ? lane->goes : lane->stays;
    if (i > 0 && last >= 0) error = await_turn(rank, (to - before + ranks) % ranks, last, stream);
    if (!error && p->n_sent > 0) {
        uint32_t *d_there = there->messages[round * ranks + (ranks - i) % ranks].d_here;
        cudaError_t why =
            cudaMemcpyPeerAsync(d_there, to, p->d_sent, rank, p->n_sent * sizeof(*d_there), stream);
        if (why)
            return local_comm_fail(many.local, EPROTO, "rank %d cannot copy to device %d: %s", rank,
                                   to, cudaGetErrorName(why));
    }
    if (!error) CU(cudaEventRecord(lane->sent[turn], stream));
    if (!error) atomic_store(&lane->started, turn + 1);
    return error;
}

/** Sends what goes, and goes on with what comes. The last turn of a round ends behind the others that serve a rank. */
static int push(int rank) {
    struct lane *lane = &many.lanes[rank];
    const struct rounds *r = lane->rounds;
    int ranks = many.ranks, error = wait_for(rank, &many.posted, lane->exchanges * ranks);
    for (int round = 0; round < rounds_of(rank) && !error; round++) {
        for (int i = 0; i < ranks && !error; i++) error = send(rank, round, i);
        if (!r || error) continue;
        CU(cudaStreamWaitEvent(r->stream, lane->sent[round * ranks], 0)); // what stays
        error = await_turn(rank, (rank + 1) % ranks, round * ranks + ranks - 1, r->stream);
        if (!error) r->came(r->context, round);
    }
    if (error) atomic_store(&many.broken, true);
    return error;
}

/** By NCCL: what stays is copied beside it. */
static int push_by_nccl(int rank) {
    struct lane *lane = &many.lanes[rank];
    const struct rounds *r = lane->rounds;
    const char *why = NULL;
    for (int round = 0; round < rounds_of(rank) && !why; round++) {
        const struct comm_message *now = &lane->messages[round * many.ranks];
        cudaEvent_t *sent = &lane->sent[round * many.ranks];
        CU(cudaMemcpyAsync(now->d_here, now->d_sent, now->n_sent * sizeof(*now->d_here),
                           cudaMemcpyDeviceToDevice, lane->stays));
        if (many.ranks > 1) why = nccl_carry(rank, many.ranks, now, lane->goes);
        if (!r || why) continue;
        CU(cudaEventRecord(sent[0], lane->stays));
        CU(cudaStreamWaitEvent(r->stream, sent[0], 0));
        CU(cudaEventRecord(sent[1], lane->goes));
        CU(cudaStreamWaitEvent(r->stream, sent[1], 0));
        r->came(r->context, round);
    }
    return why ? local_comm_fail(many.local, EPROTO, "rank %d: NCCL: %s", rank, why) : 0;
}

static int carry(void *nobody, int rank, const struct comm_message *messages) {
    double began = timer_now_ms();
    (void)nobody;
    post(rank, messages);
    int error = many.by_nccl ? push_by_nccl(rank) : push(rank);
    if (!error) error = await(rank, many.lanes[rank].stays);
    if (!error) error = await(rank, many.lanes[rank].goes);
    const char *why = many.by_nccl && !error ? nccl_error(rank) : NULL;
    if (why) error = local_comm_fail(many.local, EPROTO, "rank %d: NCCL: %s", rank, why);
    exchange_ms += timer_now_ms() - began;
    return error;
}

void comm_many_open(int ranks, int patience_ms, bool by_nccl) {
    many.ranks = ranks;
    many.patience_ms = patience_ms;
    many.by_nccl = by_nccl && nccl_open(ranks);
    many.local = local_comm_open(ranks, NULL, patience_ms);
    if (!many.local) stop_all(2, "no memory for a communicator of %d ranks", ranks);
    local_comm_carry(many.local, carry, NULL);
}

/** Where that is not to be had, copies go through the host by themselves. */
static void reach(int rank, int other) {
    int can = 0;
    CU(cudaDeviceCanAccessPeer(&can, rank, other));
    if (can) CU(cudaDeviceEnablePeerAccess(other, 0));
}

struct comm comm_many_rank(int rank) {
    cudaError_t error = cudaSetDevice(rank);
    if (!error) error = cudaFree(NULL); // the device begins here
    if (error)
        stop_all(1, "device %d cannot be had: %s. End what uses it, or take fewer GPUs", rank,
                 cudaGetErrorString(error));
    for (int i = 0; i < many.ranks; i++)
        if (i != rank) reach(rank, i);
    CU(cudaStreamCreateWithFlags(&many.lanes[rank].stays, cudaStreamNonBlocking));
    CU(cudaStreamCreateWithFlags(&many.lanes[rank].goes, cudaStreamNonBlocking));
    CU(cudaEventCreateWithFlags(&many.lanes[rank].ready, cudaEventDisableTiming));
    return local_comm_rank(many.local, rank);
}

const char *comm_many_exchange(void) {
    return many.by_nccl ? "nccl" : "peer";
}

int comm_rounds(const struct comm *comm, const uint32_t *d_from, const size_t *from, uint32_t *d_to,
                const struct rounds *rounds) {
    size_t n_from[MOST_DEVICES] = {0}, n_to[MOST_DEVICES] = {0}, to[MOST_DEVICES] = {0};
    for (int i = 0; i < rounds->n * comm->ranks; i++) {
        n_from[i % comm->ranks] += rounds->n_from[i];
        n_to[i % comm->ranks] += rounds->n_to[i];
    }
    many.lanes[comm->rank].rounds = rounds;
    int error = local_comm_alltoallv(comm->context, d_from, from, n_from, d_to, to, n_to);
    many.lanes[comm->rank].rounds = NULL;
    return error;
}

const char *comm_why(void) {
    return local_comm_why(many.local);
}

double comm_exchange_ms(void) {
    return exchange_ms;
}
