/**
 * @file
 * @brief Sorts keys on all ranks of an MPI run, and checks what they hold in the end.
 *
 *     mpirun -n 4 run-mpi [OPTION...]      the options of grader/sort/ranks/work.c
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/cu.h"
#include "grader/sort/ranks/mpi/team_mpi.h"
#include "grader/sort/ranks/ranks.h"

void stop_all(int status, const char *format, ...) {
    va_list values;
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    usleep(200000 *
           (useconds_t)(rank < 5 ? rank : 5)); // if all have the same to say, the first one does
    fflush(stdout);
    fputs("run-mpi: ", stderr);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    files_abandon();
    MPI_Abort(MPI_COMM_WORLD, status);
    exit(status);
}

/** Ranks of one machine take its devices in turns. */
static void choose_device(void) {
    MPI_Comm here;
    int rank, devices;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_rank(here, &rank);
    MPI_Comm_free(&here);
    CU(cudaGetDeviceCount(&devices));
    CU(cudaSetDevice(rank % devices));
}

int main(int argc, char **argv) {
    struct request r;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) r = request_of(argc, argv);
    MPI_Barrier(MPI_COMM_WORLD); // so what is wrong with the options is said once
    if (rank > 0) r = request_of(argc, argv);
    files_catch();
    choose_device();
    struct comm comm = comm_mpi(r.patience_s * 1000);
    work(&comm, &r);
    MPI_Finalize();
    return 0;
}
