/**
 * @file
 * @brief A team (common/team.h) whose ranks are processes of MPI, on one machine or on many.
 */
#ifndef SORTLAB_TEAM_MPI_H
#define SORTLAB_TEAM_MPI_H

#include "common/team.h"

/**
 * This process in MPI_COMM_WORLD, after MPI_Init. There is one such team in a process.
 * @param patience_ms how long a call waits for the other ranks; 0: for ever
 */
struct team team_mpi(int patience_ms);

/** Why a call failed, in a sentence; "" when none has. */
const char *team_mpi_why(void);

/** Milliseconds in exchange so far, copies between device and host among them. */
double team_mpi_exchange_ms(void);

#endif
