/**
 * @file
 * @brief The parts of the programs that sort on ranks, whatever those are. Only such programs include this.
 *
 * A rank calls these functions for itself, with its own device chosen. A function that cannot go on ends
 * the run, on all ranks, with one sentence.
 */
#ifndef SORTLAB_RANKS_RANKS_H
#define SORTLAB_RANKS_RANKS_H

#include <cuda_runtime.h>
#include <stdarg.h>

#include "common/data.h"
#include "common/comm/comm.h"

/** What the command line asks for. */
struct request {
    const char *in, *out; /**< NULL: not given */
    uint64_t n, seed;
    enum data_dist dist;
    enum key_type type;
    int patience_s;
    bool checks;
    bool by_lab; /**< by the steps of lab 14, also where there is another way */
};

/** What a rank has, before and after. */
struct share {
    uint32_t *keys;         /**< on the host, pinned */
    uint64_t all, first, n; /**< keys in the whole; where this rank's begin; how many they are */
    double upload_ms, sort_ms, download_ms; /**< the last: what of it comes after the sort */
};

/*
 * What each program has of its own: how it ends on all ranks, and how they talk.
 */
__attribute__((noreturn, format(printf, 2, 3))) void stop_all(int status, const char *format, ...);
const char *comm_why(void); /**< why a call of the communicator failed; "" when none has */
double comm_exchange_ms(
    void); /**< in this rank's exchanges so far, waits for the keys' making among them */
/** An exchange in rounds: in each of them every rank gets the next keys of what each other one has for it. */
struct rounds {
    int n;
    const uint64_t *n_from, *n_to; /**< in round i n_from[i * ranks + p] keys go to rank p */
    cudaStream_t stream;
    /** The keys of a round are there when the stream has come this far; those of the next ones are on their way. */
    void (*came)(void *context, int round);
    void *context; /**< the first argument of came */
};
/**
 * What goes to rank p lies from d_from[from[p]] on: that of the last round, then that of the one before. The keys
 * are there when the stream has come as far as now. What comes is put into d_to: that of the first round, rank
 * after rank, then that of the next one. When it returns all has arrived.
 */
int comm_rounds(const struct comm *comm, const uint32_t *d_from, const size_t *from, uint32_t *d_to,
                const struct rounds *rounds);

/* work.c */
struct request request_of(int argc, char **argv);
void work(const struct comm *comm, const struct request *request); /**< rank 0 prints */

/* files.c */
struct share share_read(const struct comm *comm, const char *path);
struct share share_make(const struct comm *comm, uint64_t n, enum data_dist dist, uint64_t seed);
void share_drop(struct share *share);
int out_open(const struct comm *comm, const char *path); /**< what grows until it is OUT */
void share_write(const struct comm *comm, int file, const char *path, const struct share *share);
void files_abandon(void);
void files_catch(void); /**< a signal leaves nothing behind */

/* sort_fast.c or sort_host.c: how a rank sorts its own */
struct rank_ops;
struct scratch;
/** What a rank sorts in, taken once: the argument of sort_here. */
struct workspace {
    void *d_temp; /**< temporary memory of its own sort */
    size_t temp_bytes;
    struct scratch *scratch,
        *d_scratch;    /**< small tables of sort_slices, pinned on the host, and on the device */
    cudaEvent_t first; /**< what sort_slices passes on is sorted */
};
size_t workspace_bytes(size_t n); /**< of the device, for n keys and a share of as many */
struct workspace workspace_open(size_t n);
void workspace_close(struct workspace *workspace);
void sort_here(void *workspace, const uint32_t *d_in, uint32_t *d_out, size_t n,
               cudaStream_t stream);

/** Who takes sorted keys away while others are still sorted: n of them, from place `at` of the share on,
 *  are ready when the stream has come this far. All keys are taken once, in any order. */
struct consumer {
    void *context; /**< the first argument of take */
    void (*take)(void *context, size_t at, size_t n, cudaStream_t stream);
};
/** So many keys more than its share a rank may have in d_came and in d_out meanwhile. */
size_t over_share(size_t share, int ranks);
/** The way beside lab 14's sort_together, where there is one: the same arguments, with more memory in d_came and d_out
 *  than the share takes, a workspace for as many keys in the operations, and a consumer. */
int sort_slices(const struct comm *comm, const uint32_t *d_keys, uint32_t *d_parts, size_t n,
                uint32_t *d_came, uint32_t *d_out, const struct rank_ops *ops,
                const struct consumer *consumer, cudaStream_t stream);
/** Lab 14's, with a consumer. */
int sort_by_lab(const struct comm *comm, const uint32_t *d_keys, uint32_t *d_parts, size_t n,
                uint32_t *d_came, uint32_t *d_out, const struct rank_ops *ops,
                const struct consumer *consumer, cudaStream_t stream);

/* sort.c: the share becomes that of the sorted whole; checked, on all ranks together */
void share_sort(const struct comm *comm, struct share *share, enum key_type type, bool by_lab);

#endif
