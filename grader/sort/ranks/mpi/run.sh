#!/bin/sh
# Starts a program of MPI on NP processes, on HOSTS if they are given, and says in a sentence how it ended.
#     NP=4 sh grader/sort/ranks/mpi/run.sh PROGRAM [OPTION...]
set -u
np=${NP:-4}
case $np in *[!0-9]* | '' | 0) echo "run-mpi: NP is '$np'. It is a number of processes, 1 or more" >&2 && exit 2 ;; esac
# More processes than cores are fine here; root, as in a container, too.
case $(mpirun --version 2>/dev/null) in *" 4."*) quiet=--quiet ;; *) quiet= ;; esac # Open MPI 5 refuses it
set -- mpirun $quiet -n "$np" --oversubscribe ${HOSTS:+--host "$HOSTS"} "$@"
[ "$(id -u)" = 0 ] && export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# One machine needs no network, and no way into another process's memory.
[ -n "${HOSTS:-}" ] || export OMPI_MCA_btl=self,vader OMPI_MCA_btl_vader_single_copy_mechanism=none
SIMT_THREADS=${SIMT_THREADS:-1} "$@"
status=$?
[ $status = 0 ] || echo "run-mpi: the run ended early, on all ranks (exit status $status). OUT is as it was before" >&2
exit $status
