/**
 * @file
 * @brief A communicator (common/comm/comm.h) whose ranks are processes of MPI, on one machine or on many.
 */
#ifndef SORTLAB_TEAM_MPI_H
#define SORTLAB_TEAM_MPI_H

#include "common/comm/comm.h"

/**
 * This process in MPI_COMM_WORLD, after MPI_Init. There is one such communicator in a process.
 * @param patience_ms how long a call waits for the other ranks; 0: for ever
 */
struct comm comm_mpi(int patience_ms);

#endif
