/**
 * @file
 * @brief A communicator: ranks that sort together, each with keys of its own, and how they exchange data.
 *
 * A rank is a thread, a process or a machine with a device. All ranks call the same functions in the
 * same order, each with its own data. A call returns when this rank has what it asked for. It returns 0
 * or an error, the same one on all ranks: ETIMEDOUT, a rank did not come; EPROTO, the calls do not fit
 * together. After an error no further call works. The functions are named as in MPI and NCCL.
 *
 * Here too: a communicator whose ranks are threads of one process. Another is made of MPI.
 */
#ifndef SORTLAB_COMM_H
#define SORTLAB_COMM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct comm {
    int rank, ranks; /**< which one this is, from 0; how many there are, 1 or more */
    void *context;   /**< the first argument of what follows */
    /** Host: every rank gives `words` words and gets those of all, rank after rank. */
    int (*allgather)(void *context, const uint64_t *mine, size_t words, uint64_t *all);
    /** Host: every rank gives `words` counts, and each of them becomes the sum over all ranks. */
    int (*allreduce_sum)(void *context, uint64_t *counts, size_t words);
    /**
     * Device: sends d_from[from[p]] to d_from[from[p + 1] - 1] to every rank p, this one too, and
     * receives what rank p sends here at d_to[to[p]] to d_to[to[p + 1] - 1]. `from` and `to` have
     * ranks + 1 offsets. The keys that are sent are there; when it returns all have arrived.
     */
    int (*alltoallv)(void *context, const uint32_t *d_from, const size_t *from, uint32_t *d_to,
                     const size_t *to);
};

/** How many keys there are between offsets. */
static inline void comm_lengths(const size_t *offsets, int ranks, size_t *lengths) {
    for (int r = 0; r < ranks; r++) lengths[r] = offsets[r + 1] - offsets[r];
}

/** N r / ranks, rounded down: where in N keys the share of rank r begins. */
static inline uint64_t comm_begin(uint64_t all, int rank, int ranks) {
    uint64_t r = (uint64_t)rank, k = (uint64_t)ranks;
    return all / k * r + all % k * r / k; // with no more bits than N has
}

/** How many keys that share has; of two shares one may have one key more. */
static inline uint64_t comm_share(uint64_t all, int rank, int ranks) {
    return comm_begin(all, rank + 1, ranks) - comm_begin(all, rank, ranks);
}

/** A communicator whose ranks are threads of this process. */
struct local_comm;

/** Copies bytes between arrays that are exchanged, and waits. */
typedef void comm_copy(void *to, const void *from, size_t bytes);

/**
 * Opens one for so many ranks, 1 or more.
 * @param patience_ms how long a rank waits for the others; 0: for ever
 * @param copy        how keys go; NULL where a carrier takes them
 * @return NULL where there is no memory
 */
struct local_comm *local_comm_open(int ranks, comm_copy *copy, int patience_ms);

/** Two ranks in an exchange: what this one sends to the other, and what comes from there. */
struct comm_message {
    const uint32_t *d_sent; /**< on this rank */
    size_t n_sent;
    const uint32_t *d_there; /**< on the other one: what it sends here */
    uint32_t *d_here;        /**< where that goes */
    size_t n_here;
};

/**
 * Carries what a rank exchanges, instead of a copy. Message i is the message with rank (rank + i) % ranks, so no two
 * ranks turn to the same rank at once. Message 0 is what stays. All ranks carry at the same time, and their keys are
 * there. When it returns, all keys for this rank have arrived.
 * @return 0, or the error that it has told by local_comm_fail
 */
typedef int comm_carry(void *carrier, int rank, const struct comm_message *messages);

/** Before any rank calls: who carries. */
void local_comm_carry(struct local_comm *comm, comm_carry *carry, void *carrier);

/**
 * A rank cannot go on: the others wait no longer, and get the error. The first one who says why is heard.
 * @param error ETIMEDOUT, EPROTO or another one, not 0
 * @return the communicator's error
 */
__attribute__((format(printf, 3, 4))) int local_comm_fail(struct local_comm *comm, int error,
                                                          const char *format, ...);

/** One of its ranks; valid until local_comm_close. */
struct comm local_comm_rank(struct local_comm *comm, int rank);

/**
 * An alltoallv of any pieces: n_from[p] keys from d_from[from[p]] on go to rank p, and n_to[p] keys from
 * there arrive from d_to[to[p]] on.
 * @param context that of a rank of a local_comm
 */
int local_comm_alltoallv(void *context, const uint32_t *d_from, const size_t *from,
                         const size_t *n_from, uint32_t *d_to, const size_t *to,
                         const size_t *n_to);

/** Why a call failed, in a sentence; "" when none has. */
const char *local_comm_why(const struct local_comm *comm);

/** When no rank calls any more. NULL is fine. */
void local_comm_close(struct local_comm *comm);

#ifdef __cplusplus
}
#endif
#endif
