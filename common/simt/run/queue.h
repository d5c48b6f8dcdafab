/**
 * @file
 * @brief Streams (queue.c): what is put into them, and how the host waits for it.
 */
#ifndef SIMT_QUEUE_H
#define SIMT_QUEUE_H

#include "internal.h"

/* Where streams are not lazy, by SIMT_STREAMS, they are always empty. */
struct simt_capture;
struct simt_tail { /* nodes of a graph behind which a stream is, that is captured */
    struct simt_graph_node **nodes;
    size_t n;
};
struct simt_stream {
    unsigned int flags;
    int priority;
    int device;
    bool destroyed; /* by the program; it lives until it is empty */
    struct work *first, *last;
    uint64_t needed;              /* something waits for its work up to this number */
    uint32_t line;                /* check builds' own (check/streams.c) */
    struct simt_capture *capture; /* the last that it took part in, of this number */
    unsigned long long capture_id;
    struct simt_tail tail;
    struct cudaAccessPolicyWindow window; /* as the program has set them, without effect */
    enum cudaSynchronizationPolicy policy;
};

/* All that had been put into a stream when so many works had been put into any; no stream: into all of
 * the device; device -1: of all devices. The stream may be no more. */
struct point {
    struct simt_stream *stream;
    uint64_t number;
    int device;
    bool of_mark; /* where an event was recorded */
};

/* What cudaEventRecord leaves in a stream. The event may have gone on to another mark before the stream
 * gets there, or be no more. */
struct mark {
    int users;
    bool reached;
    struct timespec time; /* of that */
    struct point point;
    void *known; /* check builds': what comes before it */
};

/* Something put into a stream. What it is about follows behind, in a struct that begins with this. */
struct work {
    void (*run)(struct work *work, cudaError_t error); /* error: the device's; then nothing runs */
    const char *name;              /* of what it does, or of the kernel that it launches */
    bool launches, calls;          /* a kernel; a host function */
    void *order;                   /* check builds' */
    struct mark *records, *awaits; /* an event's, or NULL */
    bool (*ready)(const struct work *work); /* or NULL; anyone may write what it waits for */
    struct simt_stream *stream;
    uint64_t number; /* the later it was put anywhere, the greater */
    bool late; /* the host has gone on: in reverse it comes behind all else that can be done */
    struct work *older, *newer; /* of all streams */
    struct work *next;          /* in its own */
};

extern _Atomic int simt_streams; /* 1: lazy; -1: not known yet */
bool simt_read_streams(void);
static inline bool simt_lazy(void) {
    int lazy = atomic_load_explicit(&simt_streams, memory_order_relaxed);
    return lazy < 0 ? simt_read_streams() : lazy;
}
bool simt_may_be_lazy(void); /* SIMT_STREAMS does not forbid it */
/* Whether copies, fills and the like are pieces of work at all: in check builds also those that are done at once. */
static inline bool simt_queues(void) {
    return simt_lazy() || simt_check;
}
void *simt_new_work(size_t bytes, const char *name,
                    void (*run)(struct work *work, cudaError_t error));
void simt_do_now(struct work *work, cudaStream_t stream);
bool simt_is_legacy(const struct simt_stream *stream);
struct simt_stream *
simt_stream_of(cudaStream_t stream); /* which may be none, or one of the two built in */
cudaError_t simt_put(cudaStream_t stream, struct work *work, bool waits); /* takes the work over */
/* From now on an OS thread does the work of lazy streams as it comes, at the same time as the host goes on. */
void simt_serve_streams(void);
void simt_free_stream(void *stream); /* as soon as it is empty */
struct point simt_end_of(cudaStream_t stream);
cudaError_t simt_wait(struct point point);
cudaError_t simt_wait_for(int device); /* -1: all of them */
int simt_device_of(cudaStream_t stream);
cudaError_t simt_query(struct point point);
struct mark *simt_use_mark(struct mark *const *place);    /* one user more */
struct mark simt_look_at_mark(struct mark *const *place); /* no users: there is none */
void simt_set_mark(struct mark **place, struct mark *mark);
extern __thread bool simt_in_host_function; /* of a stream, where CUDA may not be called */

#endif
