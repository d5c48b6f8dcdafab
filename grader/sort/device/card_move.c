/**
 * @file
 * @brief Keys between the host and the card: straight where they are pinned, or else by pinned pieces,
 *        which threads of the host fill and empty.
 */
#include <stdlib.h>
#include <string.h>

#include "common/cu.h"
#include "common/least.h"
#include "grader/sort/device/card_parts.h"
#include "grader/sort/external/shares.h"

/** A pinned piece. What has come back in it still has to go `to` its place. */
struct piece {
    uint32_t *keys, *to;
    size_t n; /**< 0: nothing */
    cudaEvent_t done;
};

struct lane {
    struct piece ring[RING];
    size_t next;
};

struct card_mover {
    cudaStream_t streams[2];
    struct lane in, out;
    size_t piece;
    int threads;
    _Atomic size_t landed; /**< keys that came out by pieces, of this sort */
};

struct card_mover *card_mover_open(cudaStream_t in, cudaStream_t out, int workers) {
    struct card_mover *m = calloc(1, sizeof(*m));
    if (!m) return NULL;
    m->streams[0] = in;
    m->streams[1] = out;
    m->threads = shares_threads(workers);
    return m;
}

static struct piece *piece_of(struct card_mover *m, int i) {
    return i < RING ? &m->in.ring[i] : &m->out.ring[i - RING];
}

void card_mover_close(struct card_mover *m) {
    for (int i = 0; m && i < 2 * RING; i++) {
        struct piece *p = piece_of(m, i);
        if (p->keys) CU(cudaFreeHost(p->keys));
        if (p->done) CU(cudaEventDestroy(p->done));
    }
    free(m);
}

bool card_is_pinned(const void *memory) {
    struct cudaPointerAttributes attributes;
    if (cudaPointerGetAttributes(&attributes, memory) == cudaSuccess)
        return attributes.type == cudaMemoryTypeHost;
    cudaGetLastError(); // older drivers do not know such memory
    return false;
}

size_t card_mover_take(struct card_mover *m, size_t piece) {
    if (!m->piece) {
        for (int i = 0; i < 2 * RING; i++) {
            struct piece *p = piece_of(m, i);
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

static void copy_share(void *copy, size_t first, size_t n) {
    const struct copy *c = copy;
    memcpy(c->to + first, c->from + first, n * sizeof(*c->to));
}

static void copy(uint32_t *to, const uint32_t *from, size_t n, int threads) {
    enum { LEAST = 1 << 18 }; // a thread costs as much as to copy some of them
    struct copy c = {to, from};
    shares_do(threads, n, LEAST, copy_share, &c);
}

/*
 * In and out
 */

/** The next piece of a lane, when it is free. */
static struct piece *turn(struct card_mover *m, struct lane *lane) {
    struct piece *p = &lane->ring[lane->next++ % RING];
    CU(cudaEventSynchronize(p->done));
    if (p->n > 0) copy(p->to, p->keys, p->n, m->threads);
    m->landed += p->n;
    p->n = 0;
    return p;
}

void card_bring(struct card_mover *m, uint32_t *d_to, const uint32_t *from, size_t n, bool pinned) {
    cudaStream_t in = m->streams[0];
    if (pinned && n > 0)
        CU(cudaMemcpyAsync(d_to, from, n * sizeof(*from), cudaMemcpyHostToDevice, in));
    for (size_t i = 0; i < n && !pinned; i += m->piece) {
        size_t count = least(m->piece, n - i);
        struct piece *p = turn(m, &m->in);
        copy(p->keys, from + i, count, m->threads);
        CU(cudaMemcpyAsync(d_to + i, p->keys, count * sizeof(*from), cudaMemcpyHostToDevice, in));
        CU(cudaEventRecord(p->done, in));
    }
}

void card_fetch(struct card_mover *m, uint32_t *to, const uint32_t *d_from, size_t n, bool pinned) {
    cudaStream_t out = m->streams[1];
    if (pinned && n > 0)
        CU(cudaMemcpyAsync(to, d_from, n * sizeof(*to), cudaMemcpyDeviceToHost, out));
    for (size_t i = 0; i < n && !pinned; i += m->piece) {
        struct piece *p = turn(m, &m->out);
        p->n = least(m->piece, n - i);
        p->to = to + i;
        CU(cudaMemcpyAsync(p->keys, d_from + i, p->n * sizeof(*to), cudaMemcpyDeviceToHost, out));
        CU(cudaEventRecord(p->done, out));
    }
}

void card_mover_begin(struct card_mover *m) {
    m->landed = 0;
}

size_t card_landed(const struct card_mover *m) {
    return m->landed;
}

void card_land(struct card_mover *m) {
    for (int i = 0; i < RING && m->piece > 0; i++) turn(m, &m->out);
    CU(cudaStreamSynchronize(m->streams[1]));
}
