/**
 * @file
 * @brief Keys between the host and the device: straight where they are pinned, or else by pinned pieces,
 *        which threads of the host fill and empty.
 */
#include <stdlib.h>
#include <string.h>

#include "common/cu.h"
#include "common/size_min.h"
#include "grader/sort/device/device_parts.h"

/** A pinned piece. What has come back in it still has to go `to` its place. */
struct pinned_piece {
    uint32_t *keys, *to;
    size_t n; /**< 0: nothing */
    cudaEvent_t done;
};

struct copy_lane {
    struct pinned_piece ring[RING];
    size_t next;
};

struct copier {
    cudaStream_t streams[2];
    struct copy_lane in, out;
    size_t piece;
    int threads;
    _Atomic size_t landed; /**< keys that came out by pieces, of this sort */
};

struct copier *copier_open(cudaStream_t in, cudaStream_t out, int workers) {
    struct copier *m = calloc(1, sizeof(*m));
    if (!m) return NULL;
    m->streams[0] = in;
    m->streams[1] = out;
    m->threads = worker_count(workers);
    return m;
}

static struct pinned_piece *piece_of(struct copier *m, int i) {
    return i < RING ? &m->in.ring[i] : &m->out.ring[i - RING];
}

void copier_close(struct copier *m) {
    for (int i = 0; m && i < 2 * RING; i++) {
        struct pinned_piece *p = piece_of(m, i);
        if (p->keys) CU(cudaFreeHost(p->keys));
        if (p->done) CU(cudaEventDestroy(p->done));
    }
    free(m);
}

bool copier_is_pinned(const void *memory) {
    struct cudaPointerAttributes attributes;
    if (cudaPointerGetAttributes(&attributes, memory) == cudaSuccess)
        return attributes.type == cudaMemoryTypeHost;
    cudaGetLastError(); // older drivers do not know such memory
    return false;
}

size_t copier_take(struct copier *m, size_t piece) {
    if (!m->piece) {
        for (int i = 0; i < 2 * RING; i++) {
            struct pinned_piece *p = piece_of(m, i);
            if (!p->keys && cudaMallocHost((void **)&p->keys, piece * sizeof(*p->keys))) {
                cudaGetLastError();
                p->keys = NULL;
                return 0;
            }
            if (!p->done) CU(cudaEventCreateWithFlags(&p->done, cudaEventDisableTiming));
        }
        m->piece = piece;
    }
    return 2 * RING * m->piece * sizeof(uint32_t);
}

/*
 * Copies on the host, by threads: one alone is slower than the link
 */

struct copy {
    uint32_t *to;
    const uint32_t *from;
};

static void copy_range(void *copy, size_t first, size_t n) {
    const struct copy *c = copy;
    memcpy(c->to + first, c->from + first, n * sizeof(*c->to));
}

static void copy(uint32_t *to, const uint32_t *from, size_t n, int threads) {
    enum { LEAST = 1 << 18 }; // a thread costs as much as to copy some of them
    struct copy c = {to, from};
    parallel_for(threads, n, LEAST, copy_range, &c);
}

/*
 * In and out
 */

/** The next piece of a lane, when it is free. */
static struct pinned_piece *turn(struct copier *m, struct copy_lane *lane) {
    struct pinned_piece *p = &lane->ring[lane->next++ % RING];
    CU(cudaEventSynchronize(p->done));
    if (p->n > 0) copy(p->to, p->keys, p->n, m->threads);
    m->landed += p->n;
    p->n = 0;
    return p;
}

void copier_upload(struct copier *m, uint32_t *d_to, const uint32_t *from, size_t n, bool pinned) {
    cudaStream_t in = m->streams[0];
    if (pinned && n > 0)
        CU(cudaMemcpyAsync(d_to, from, n * sizeof(*from), cudaMemcpyHostToDevice, in));
    for (size_t i = 0; i < n && !pinned; i += m->piece) {
        size_t count = size_min(m->piece, n - i);
        struct pinned_piece *p = turn(m, &m->in);
        copy(p->keys, from + i, count, m->threads);
        CU(cudaMemcpyAsync(d_to + i, p->keys, count * sizeof(*from), cudaMemcpyHostToDevice, in));
        CU(cudaEventRecord(p->done, in));
    }
}

void copier_download(struct copier *m, uint32_t *to, const uint32_t *d_from, size_t n,
                     bool pinned) {
    cudaStream_t out = m->streams[1];
    if (pinned && n > 0)
        CU(cudaMemcpyAsync(to, d_from, n * sizeof(*to), cudaMemcpyDeviceToHost, out));
    for (size_t i = 0; i < n && !pinned; i += m->piece) {
        struct pinned_piece *p = turn(m, &m->out);
        p->n = size_min(m->piece, n - i);
        p->to = to + i;
        CU(cudaMemcpyAsync(p->keys, d_from + i, p->n * sizeof(*to), cudaMemcpyDeviceToHost, out));
        CU(cudaEventRecord(p->done, out));
    }
}

void copier_begin(struct copier *m) {
    m->landed = 0;
}

size_t copier_landed(const struct copier *m) {
    return m->landed;
}

void copier_wait(struct copier *m) {
    for (int i = 0; i < RING && m->piece > 0; i++) turn(m, &m->out);
    CU(cudaStreamSynchronize(m->streams[1]));
}
