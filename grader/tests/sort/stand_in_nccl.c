/**
 * @file
 * @brief A stand-in for libnccl.so.2, for the test of who calls it: ranks are threads, and a send is met by
 *        the receive of the other one.
 *
 * STAND_IN_NCCL=late: rank 1 takes its time. STAND_IN_NCCL=broken: what is on its way fails on rank 1.
 */
#include <cuda_runtime.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 16, KEY_TYPE = 3, REMOTE_ERROR = 6 };

struct parcel {
    const void *from;
    void *to;
    size_t bytes;
    cudaStream_t stream;
    cudaEvent_t there; /* the sender's stream has come to it */
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn = PTHREAD_COND_INITIALIZER;
static struct parcel sent[MOST][MOST]; /* from, to */
static int numbers[MOST];

static __thread struct parcel wanted[MOST];
static __thread int own;

static bool plays(const char *part) {
    const char *played = getenv("STAND_IN_NCCL");
    return played && strcmp(played, part) == 0;
}

int ncclCommInitAll(int **comms, int n, const int *devices) {
    (void)devices;
    for (int i = 0; i < n; i++) *(comms[i] = &numbers[i]) = i;
    return 0;
}

int ncclGroupStart(void) {
    return 0;
}

int ncclSend(const void *from, size_t n, int type, int peer, int *comm, cudaStream_t stream) {
    pthread_mutex_lock(&mutex);
    while (sent[own = *comm][peer].from) pthread_cond_wait(&turn, &mutex); // that of the last group
    struct parcel *p = &sent[own][peer];
    *p = (struct parcel){from, NULL, n * sizeof(int), stream, NULL};
    cudaEventCreateWithFlags(&p->there, cudaEventDisableTiming);
    cudaEventRecord(p->there, stream);
    pthread_cond_broadcast(&turn);
    pthread_mutex_unlock(&mutex);
    return type == KEY_TYPE ? 0 : REMOTE_ERROR;
}

int ncclRecv(void *to, size_t n, int type, int peer, int *comm, cudaStream_t stream) {
    own = *comm;
    wanted[peer] = (struct parcel){NULL, to, n * sizeof(int), stream, NULL};
    return type == KEY_TYPE ? 0 : REMOTE_ERROR;
}

/** The parcel that the peer sends here, when it does. */
static struct parcel take(int peer) {
    pthread_mutex_lock(&mutex);
    while (!sent[peer][own].from) pthread_cond_wait(&turn, &mutex);
    struct parcel p = sent[peer][own];
    sent[peer][own].from = NULL;
    pthread_cond_broadcast(&turn);
    pthread_mutex_unlock(&mutex);
    return p;
}

int ncclGroupEnd(void) {
    for (int peer = 0; peer < MOST; peer++) {
        struct parcel *w = &wanted[peer];
        if (!w->to) continue;
        struct parcel p = take(peer);
        if (p.bytes != w->bytes) return REMOTE_ERROR;
        cudaStreamWaitEvent(w->stream, p.there, 0);
        cudaMemcpyPeerAsync(w->to, own, p.from, peer, p.bytes, w->stream);
        w->to = NULL;
    }
    if (own == 1 && plays("late")) sleep(3);
    return 0;
}

int ncclCommGetAsyncError(int *comm, int *error) {
    *error = *comm == 1 && plays("broken") ? REMOTE_ERROR : 0;
    return 0;
}

int ncclCommAbort(int *comm) {
    (void)comm;
    return 0;
}

const char *ncclGetErrorString(int error) {
    return error == REMOTE_ERROR ? "remote process exited or there was a network error"
                                 : "no error";
}
