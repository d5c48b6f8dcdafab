/**
 * @file
 * @brief A team: ranks that sort together, each with keys of its own, and what they say to each other.
 *
 * A rank is a thread, a process or a machine with a device. All ranks of a team call the same functions
 * of it in the same order, each with its own data, and a call comes back when this rank has what it
 * asked for. What it returns is 0 or an error, the same on all ranks: ETIMEDOUT, somebody did not come;
 * EPROTO, they do not fit together. After an error nothing more can be said.
 *
 * Here too: a team whose ranks are threads of one process. Another is made of MPI.
 */
#ifndef SORTLAB_TEAM_H
#define SORTLAB_TEAM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct team {
    int rank, ranks; /**< which one this is, from 0; how many there are, 1 or more */
    void *wire;      /**< the first argument of what follows */
    /** Host: every rank gives `words` words and gets those of all, rank after rank. */
    int (*gather)(void *wire, const uint64_t *mine, size_t words, uint64_t *all);
    /** Host: every rank gives `words` counts, and each of them becomes the sum over all ranks. */
    int (*add)(void *wire, uint64_t *counts, size_t words);
    /**
     * Device: sends d_from[from[p]] to d_from[from[p + 1] - 1] to every rank p, this one too, and
     * receives what rank p sends here at d_to[to[p]] to d_to[to[p + 1] - 1]. `from` and `to` have
     * ranks + 1 offsets. The keys that are sent are there; when it returns all have arrived.
     */
    int (*exchange)(void *wire, const uint32_t *d_from, const size_t *from, uint32_t *d_to,
                    const size_t *to);
};

/** How many keys there are between offsets. */
static inline void team_lengths(const size_t *offsets, int ranks, size_t *lengths) {
    for (int r = 0; r < ranks; r++) lengths[r] = offsets[r + 1] - offsets[r];
}

/** N r / ranks, rounded down: where in N keys the share of rank r begins. */
static inline uint64_t team_begin(uint64_t all, int rank, int ranks) {
    uint64_t r = (uint64_t)rank, k = (uint64_t)ranks;
    return all / k * r + all % k * r / k; // with no more bits than N has
}

/** How many keys that share has; of two shares one may have one key more. */
static inline uint64_t team_share(uint64_t all, int rank, int ranks) {
    return team_begin(all, rank + 1, ranks) - team_begin(all, rank, ranks);
}

/** Where ranks meet that are threads of this process. */
struct team_hall;

/** Copies bytes between arrays that are exchanged, and waits. */
typedef void team_copy(void *to, const void *from, size_t bytes);

/**
 * A hall for so many ranks, 1 or more.
 * @param patience_ms how long a rank waits for the others; 0: for ever
 * @param copy        how keys go; NULL where a carrier takes them
 * @return NULL where there is no memory
 */
struct team_hall *team_hall_open(int ranks, team_copy *copy, int patience_ms);

/** Two ranks in an exchange: what this one sends to the other, and what comes from there. */
struct team_parcel {
    const uint32_t *d_sent; /**< on this rank */
    size_t n_sent;
    const uint32_t *d_there; /**< on the other one: what it sends here */
    uint32_t *d_here;        /**< where that goes */
    size_t n_here;
};

/**
 * Carries what a rank exchanges, in place of a copy: parcel i is that with rank (rank + i) % ranks, so
 * that no two ranks turn to the same one at once; parcel 0 is what stays. All ranks carry at the same
 * time, and their keys are there. When it returns, what comes here has come.
 * @return 0, or the error that it has told by team_hall_fail
 */
typedef int team_carry(void *carrier, int rank, const struct team_parcel *parcels);

/** Before any rank calls: who carries. */
void team_hall_carry(struct team_hall *hall, team_carry *carry, void *carrier);

/**
 * A rank cannot go on: the others wait no longer, and get the error. The first one who says why is heard.
 * @param error ETIMEDOUT, EPROTO or another one, not 0
 * @return the hall's error
 */
__attribute__((format(printf, 3, 4))) int team_hall_fail(struct team_hall *hall, int error,
                                                         const char *format, ...);

/** One of its ranks; valid as long as the hall. */
struct team team_hall_rank(struct team_hall *hall, int rank);

/**
 * An exchange of any pieces: n_from[p] keys from d_from[from[p]] on go to rank p, and n_to[p] keys from
 * there arrive from d_to[to[p]] on.
 * @param wire that of a rank of a hall
 */
int team_hall_pieces(void *wire, const uint32_t *d_from, const size_t *from, const size_t *n_from,
                     uint32_t *d_to, const size_t *to, const size_t *n_to);

/** Why a call failed, in a sentence; "" when none has. */
const char *team_hall_why(const struct team_hall *hall);

/** When no rank calls any more. NULL is fine. */
void team_hall_close(struct team_hall *hall);

#ifdef __cplusplus
}
#endif
#endif
