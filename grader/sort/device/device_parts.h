/**
 * @file
 * @brief The device engine's state, one sort in it, and its parts. Nobody else includes this.
 */
#ifndef SORTLAB_DEVICE_PARTS_H
#define SORTLAB_DEVICE_PARTS_H

#include <cuda_runtime.h>
#include <pthread.h>

#include "common/merge.h"
#include "grader/sort/device/device_engine.h"
#include "grader/sort/external/parallel_for.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MOST_RUNS = 1024, /**< what the kernel that cuts them has shared memory for */
    RING = 3,         /**< pinned pieces in either direction, where keys are pageable */
};

/** A tile of a merge: a_n keys from place a on and m - a_n from place b on go to `to`. */
struct device_tile {
    size_t a, b, to;
    uint32_t a_n, m;
};

/** Events that take the time: the sort begins, the last key is in, all runs are there, a slice leaves. */
enum { BEGUN, LAST_IN, RUNS_READY, FIRST_OUT, MARKS };

struct device {
    struct device_options options;
    struct device_layout plan;
    struct device_report report;
    uint32_t *d_words;
    size_t *offsets; /**< pinned: of two slices, on their way to the device */
    cudaStream_t in, work, out;
    cudaEvent_t arrived[2], sorted[2], merged[2], left[2], marks[MARKS];
    struct copier *mover;
};

/** One sort. */
struct device_task {
    struct device *c;
    uint32_t *keys, *scratch, *out;       /**< as they come; runs that went back; sorted ones */
    size_t n, runs, begin[MOST_RUNS + 1]; /**< run r lies from begin[r] to begin[r + 1] */
    bool keys_pinned, scratch_pinned, out_pinned;
    char *error;
};

/* device_engine.c */

/** Puts a sentence into `error`; false. */
bool device_fail(char error[640], const char *sentence);

/* device_sort.c */

/** All of it; back when the keys are sorted. */
bool device_sort_task(const struct device_task *t);

/* device_layout.c */

/**
 * Cuts n keys into chunks: run r is from begin[r] to before begin[r + 1]. Where runs go back, the first
 * chunks are small, since nothing leaves before one has come, and the last ones, as nothing comes then.
 * @param begin for MOST_RUNS + 1 places
 * @return how many runs
 */
size_t device_cut_chunks(const struct device_layout *plan, size_t n, size_t *begin);

/* device_cut.cu, device_merge.cu: what kernels do. All of it is put into the stream; places count from d_in. */

/** So many tiles at most has a merge of n keys in k pieces. */
size_t device_tiles(size_t n, size_t k);

/** Keys become words in unsigned order, where they are. */
void device_encode(uint32_t *d_keys, size_t n, enum key_type type, cudaStream_t stream);

/** A slice: its k pieces begin at places `d_from`, and in what is made of them at `d_offsets`. */
struct slice_pieces {
    const uint32_t *d_in;
    const size_t *d_from, *d_offsets; /**< k places; k + 1, the last one is n */
    size_t k, n;
};

/**
 * Cuts d_runs, runs of `chunk` keys of which the last is shorter, before every slice-th key of the
 * output. Row s of d_cuts has the place in each run where slice s begins, row s of d_offsets how many
 * keys of the slice are in the runs before it. There are n / slice slices, rounded up, and one row of
 * cuts more.
 */
void device_cut_slices(const uint32_t *d_runs, size_t n, size_t chunk, size_t slice, size_t *d_cuts,
                       size_t *d_offsets, cudaStream_t stream);

/** Where a slice is merged: between d_x and d_y, and at last to d_out, decoded. */
struct merge_buffers {
    uint32_t *d_x, *d_y, *d_out;
    struct device_tile *d_tiles;
};

void device_merge_slice(const struct slice_pieces *pieces, const struct merge_buffers *buffers,
                        enum key_type type, cudaStream_t stream);

/* device_copy.c: keys between the host and the device, from and to pinned memory or by pieces that are */

struct copier;

struct copier *copier_open(cudaStream_t in, cudaStream_t out, int workers);
void copier_close(struct copier *m);
/** Whether host memory is pinned. */
bool copier_is_pinned(const void *memory);
/** Takes pinned pieces, once, for what is pageable; how many bytes there are now, 0 on error. */
size_t copier_take(struct copier *m, size_t piece);
void copier_upload(struct copier *m, uint32_t *d_to, const uint32_t *from, size_t n, bool pinned);
void copier_download(struct copier *m, uint32_t *to, const uint32_t *d_from, size_t n, bool pinned);
/** A sort begins: nothing has landed. */
void copier_begin(struct copier *m);
/** Keys of this sort that were fetched by pieces, and are there; any thread may ask. */
size_t copier_landed(const struct copier *m);
/** Waits until all that was fetched is there. */
void copier_wait(struct copier *m);

/* device_host_merge.c: runs in host memory */

/** Cuts the runs where a merge has its rank-th key; `high` has space for k places. */
void device_cut_runs(const struct runs *runs, size_t rank, size_t *cut, size_t *high);

/** Output that is still to be merged: the device takes from the low end, threads from the high one. */
struct work_queue {
    struct runs runs;
    uint32_t *out;
    enum key_type type;
    size_t low, high, merged; /**< what is left, at first 0 and all; what threads have merged */
    pthread_mutex_t mutex;    /**< of all that follows and of what is left */
    int threads, error;
    pthread_t thread[MOST_WORKERS];
};

/** Lets so many threads work, or fewer where the system gives no more. */
void work_queue_start(struct work_queue *q, int workers);
/** The same in this thread, to the end. */
void work_queue_work(struct work_queue *q);
/** The next `most` keys, or fewer, for the device; 0: none are left. */
size_t work_queue_take(struct work_queue *q, size_t most, size_t *first);
/** Waits for the threads; 0 or ENOMEM. */
int work_queue_end(struct work_queue *q);

#ifdef __cplusplus
}
#endif
#endif
