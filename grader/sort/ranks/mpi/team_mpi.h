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

#endif
