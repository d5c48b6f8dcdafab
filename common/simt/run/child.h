/**
 * @file
 * @brief Dynamic parallelism: what kernels launch (child.c), and the calls of device code about it (child_api.c).
 *
 * A launch in a kernel puts a grid into a stream of the running block. The grids of all blocks run when the parent
 * grid's blocks have ended, each with its own children, and before the parent counts as complete. CUDA allows a child
 * to begin earlier, and promises it to nobody.
 */
#ifndef SIMT_CHILD_H
#define SIMT_CHILD_H

#include "internal.h"

enum {
    DEEPEST_GRID = 1000,  /**< grids above the deepest one */
    PENDING_GRIDS = 2048, /**< unless cudaLimitDevRuntimePendingLaunchCount says another number */
    ARGUMENT_ALIGNMENT = 64,
};

/** A place in a stream that an event has recorded. */
struct child_mark {
    bool reached;
    void *order; /**< check builds': all that comes before it */
    struct child_mark *next_of_grid;
};

/** A grid that waits for its turn, or a record of an event, or a wait for one. */
struct child {
    struct child *next;  /**< in its stream */
    struct child *later; /**< of the parent grid */
    struct child_stream *stream;
    struct child_mark *records, *awaits; /**< NULL where it is a grid */
    struct simt_kernel kernel;
    struct simt_config config;
    size_t limit;
    void *order; /**< check builds': all that comes before it */
    _Alignas(ARGUMENT_ALIGNMENT) char args[];
};

/** A stream of a block. In device code a cudaStream_t points to one. */
struct child_stream {
    struct child *first, *last;
    void *order; /**< check builds': all that has been done in it */
    uint64_t block; /**< serial number */
    bool destroyed;
    struct child_stream *next_of_block, *next_of_grid;
};

/** An event of a block. In device code a cudaEvent_t points to one. */
struct child_event {
    struct child_mark *mark;
    bool destroyed;
    uint64_t block;
    struct child_event *next_of_block, *next_of_grid;
};

/** What the blocks of one grid have launched and made. */
struct children {
    struct child *first, *last;             /**< in order of launches, without tails */
    struct child *first_tail, *last_tail;
    struct child_stream *streams;
    struct child_event *events;
    struct child_mark *marks;
};

/** The running block's stream behind a handle; NULL: it has no such stream. */
struct child_stream *simt_child_stream(cudaStream_t stream);
/** The grid's own list, made when there is none. NULL: out of memory. */
struct children *simt_children(void);
/** Puts a piece of work, which becomes the stream's, behind all that is in it. */
void simt_put_child(struct child *child, struct child_stream *stream);
void simt_lock_children(void);
void simt_unlock_children(void);

/** launch.c: what a launch may ask for; cudaSuccess or CUDA's error. */
cudaError_t simt_launch_error(const struct simt_config *config, const struct simt_kernel *kernel);
/** launch.c: bytes that the arguments take, which are copied to `to` where it is not NULL. */
size_t simt_keep_args(const struct simt_kernel *kernel, void *args, char *to);
/** launch.c: runs the blocks of a grid. */
void simt_run_grid(struct launch *launch);
/** launch.c: a grid that can be run. */
struct launch simt_new_grid(const struct simt_kernel *kernel, const struct simt_config *config, void *args,
                            size_t limit, int device);

/* child.c: what kernels launch */
cudaError_t simt_launch_child(const struct simt_kernel *kernel, const struct simt_config *config, void *args);
void simt_run_children(struct launch *root); /* behind its blocks */
size_t simt_pending_limit(void);
void simt_set_pending_limit(size_t n);
cudaError_t simt_create_child_stream(cudaStream_t *stream, unsigned int flags);
cudaError_t simt_destroy_child_stream(cudaStream_t stream);
/* child_api.c: the same calls as the host's, in a kernel; errors are the thread's */
cudaError_t simt_thread_error(bool clear);
cudaError_t simt_thread_fails(cudaError_t error);
cudaError_t simt_child_event(cudaEvent_t *event, unsigned int flags);
cudaError_t simt_destroy_child_event(cudaEvent_t event);
cudaError_t simt_record_child(cudaEvent_t event, cudaStream_t stream);
cudaError_t simt_child_waits(cudaStream_t stream, cudaEvent_t event);
/* A copy of rows, or a fill where from is NULL. */
cudaError_t simt_child_copies(void *to, size_t to_pitch, const void *from, size_t from_pitch, int value, size_t width,
                              size_t height, cudaStream_t stream);

#endif
