/**
 * @file
 * @brief A communicator (common/comm/comm.h) whose ranks are the devices of one machine, a thread each.
 */
#ifndef SORTLAB_TEAM_MANY_H
#define SORTLAB_TEAM_MANY_H

#include <stdbool.h>

#include "common/comm/comm.h"

enum { MOST_DEVICES = 16 };

/**
 * The communicator, once in a process: rank r is device r.
 * @param patience_ms how long a call waits for the other ranks, and for keys on their way
 * @param by_nccl     keys go by NCCL; where that cannot be had by peer copies, and stderr says why
 */
void comm_many_open(int ranks, int patience_ms, bool by_nccl);

/** In its thread, before it calls: the rank, with its device chosen and those of the others in reach. */
struct comm comm_many_rank(int rank);

/** How keys go: "peer" or "nccl". */
const char *comm_many_exchange(void);

/* nccl.c: the library, opened when it is wanted, so that nothing is needed to build this. */
bool nccl_open(int ranks); /**< false: it cannot be had, and stderr says why */
/** Starts what NCCL carries of the messages, in the stream. A sentence, or NULL: it has begun. */
const char *nccl_carry(int rank, int ranks, const struct comm_message *messages, void *stream);
const char *nccl_error(int rank); /**< of what is on its way; NULL: none */
void nccl_abort(int rank);        /**< what is on its way ends */

#endif
