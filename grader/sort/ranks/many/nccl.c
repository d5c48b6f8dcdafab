/**
 * @file
 * @brief NCCL: its library is opened when it is wanted, and what is used of it is declared here.
 *
 * The names, arguments and values are those of nccl.h, which NCCL 2 has kept since 2.7.
 */
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <stdio.h>

#include "grader/sort/ranks/many/team_many.h"

enum { NCCL_SUCCESS = 0, NCCL_IN_PROGRESS = 7, NCCL_UINT32 = 3 };

typedef struct ncclComm *nccl_comm;

static struct {
    int (*init_all)(nccl_comm *comms, int devices, const int *list);
    int (*group_start)(void);
    int (*group_end)(void);
    int (*send)(const void *from, size_t n, int type, int peer, nccl_comm comm,
                cudaStream_t stream);
    int (*receive)(void *to, size_t n, int type, int peer, nccl_comm comm, cudaStream_t stream);
    int (*async_error)(nccl_comm comm, int *error);
    int (*abort)(nccl_comm comm);
    const char *(*error_text)(int error);
    nccl_comm comms[MOST_DEVICES];
} nccl;

/** A function of the library's; false: it has none of that name. */
static bool find(void *library, const char *name, void *place) {
    void *function = dlsym(library, name);
    *(void **)place = function; // as POSIX says how
    return function != NULL;
}

static bool find_all(void *library) {
    return find(library, "ncclCommInitAll", &nccl.init_all) &&
           find(library, "ncclGroupStart", &nccl.group_start) &&
           find(library, "ncclGroupEnd", &nccl.group_end) &&
           find(library, "ncclSend", &nccl.send) && find(library, "ncclRecv", &nccl.receive) &&
           find(library, "ncclCommGetAsyncError", &nccl.async_error) &&
           find(library, "ncclCommAbort", &nccl.abort) &&
           find(library, "ncclGetErrorString", &nccl.error_text);
}

bool nccl_open(int ranks) {
    const char *why = NULL;
    void *library = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        why = "there is no libnccl.so.2 here. Install NCCL, or put its folder into LD_LIBRARY_PATH";
    else if (!find_all(library))
        why = "libnccl.so.2 is older than NCCL 2.7";
    else {
        int error = nccl.init_all(nccl.comms, ranks, NULL);
        if (error) why = nccl.error_text(error);
    }
    if (why)
        fprintf(stderr, "run-many: keys go by peer copies, since NCCL cannot be had: %s\n", why);
    return why == NULL;
}

/** Sends and receives of all ranks go together, so that none of them waits for another one's turn. */
const char *nccl_carry(int rank, int ranks, const struct comm_message *messages, void *stream) {
    int error = nccl.group_start();
    for (int i = 1; i < ranks && !error; i++) {
        const struct comm_message *p = &messages[i];
        int other = (rank + i) % ranks;
        if (p->n_sent > 0)
            error = nccl.send(p->d_sent, p->n_sent, NCCL_UINT32, other, nccl.comms[rank], stream);
        if (p->n_here > 0 && !error)
            error =
                nccl.receive(p->d_here, p->n_here, NCCL_UINT32, other, nccl.comms[rank], stream);
    }
    if (!error) error = nccl.group_end();
    return error && error != NCCL_IN_PROGRESS ? nccl.error_text(error) : NULL;
}

const char *nccl_error(int rank) {
    int error = NCCL_SUCCESS;
    int asked = nccl.async_error(nccl.comms[rank], &error);
    if (!asked && (error == NCCL_SUCCESS || error == NCCL_IN_PROGRESS)) return NULL;
    return nccl.error_text(asked ? asked : error);
}

void nccl_abort(int rank) {
    nccl.abort(nccl.comms[rank]);
}
