/* Three ranks sort together: their keys, the parts that they send, and their shares of the whole. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "common/comm/comm.h"
#include "device.h"
#include "many_gpus.h"
#include "pictures.h"

enum {
    RANKS = 3,
    EACH = 4,
    PATIENCE_MS = 600000,
    BOX = 76,
    STEP = 84,
    GROUP = 474,
    PART_GAP = 30,
    ROW = 190
};

struct rank {
    struct comm comm;
    uint32_t keys[EACH], parts[EACH], share[EACH];
    size_t from[RANKS + 1];
    int error;
    pthread_t thread;
};

static void copy(void *to, const void *from, size_t bytes) {
    if (cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice) != cudaSuccess) abort();
    if (cudaDeviceSynchronize() != cudaSuccess) abort();
}

static int by_key(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* How a rank sorts what it has received: the lab calls it. */
static void sort(void *nobody, const uint32_t *d_in, uint32_t *d_out, size_t n,
                 cudaStream_t stream) {
    uint32_t keys[EACH];
    (void)nobody;
    if (cudaStreamSynchronize(stream) != cudaSuccess) abort();
    if (cudaMemcpy(keys, d_in, n * sizeof(*keys), cudaMemcpyDeviceToHost) != cudaSuccess) abort();
    qsort(keys, n, sizeof(*keys), by_key);
    if (cudaMemcpy(d_out, keys, n * sizeof(*keys), cudaMemcpyHostToDevice) != cudaSuccess) abort();
}

static void *work(void *argument) {
    struct rank *r = argument;
    const struct rank_ops ops = {NULL, sort};
    struct splitter splitters[RANKS];
    uint32_t *d_keys = to_device(r->keys, EACH), *d_parts = to_device(r->keys, EACH);
    uint32_t *d_came = to_device(r->keys, EACH), *d_out = to_device(r->keys, EACH);
    for (int i = 1; i < RANKS && !r->error; i++)
        r->error = find_splitter(&r->comm, d_keys, EACH, comm_begin(RANKS * EACH, i, RANKS),
                                 &splitters[i - 1], 0);
    if (!r->error) r->error = share_ties(&r->comm, splitters, EACH, r->from);
    if (!r->error)
        r->error = sort_together(&r->comm, d_keys, d_parts, EACH, d_came, d_out, &ops, 0);
    from_device(r->share, d_out, EACH);
    from_device(r->parts, d_parts, EACH);
    cudaFree(d_came);
    cudaFree(d_keys);
    return NULL;
}

static const char *sort_all(struct rank *ranks) {
    struct local_comm *local = local_comm_open(RANKS, copy, PATIENCE_MS);
    int error = 0;
    if (!local) return "there is no memory for a communicator";
    for (int r = 0; r < RANKS; r++) {
        ranks[r].comm = local_comm_rank(local, r);
        if (pthread_create(&ranks[r].thread, NULL, work, &ranks[r])) abort();
    }
    for (int r = 0; r < RANKS; r++) {
        pthread_join(ranks[r].thread, NULL);
        error |= ranks[r].error;
        for (int p = 0; p < RANKS; p++) // within a part the order is anybody's
            qsort(ranks[r].parts + ranks[r].from[p], ranks[r].from[p + 1] - ranks[r].from[p],
                  sizeof(uint32_t), by_key);
    }
    local_comm_close(local);
    return error ? "lab 14 cannot sort twelve keys" : NULL;
}

static void draw_keys(struct svg *svg, int x, int y, const uint32_t *keys, size_t n, enum ink ink) {
    for (size_t i = 0; i < n; i++) svg_key(svg, x + (int)i * STEP, y, BOX, keys[i], ink);
}

/* A rank's parts in a row, and from the middle of each a curve to the rank that gets it. */
static void draw_parts(struct svg *svg, int rank, int y, const struct rank *r, enum ink ink) {
    for (int p = 0; p < RANKS; p++) {
        size_t n = r->from[p + 1] - r->from[p];
        int x = rank * GROUP + (int)r->from[p] * STEP + p * PART_GAP;
        draw_keys(svg, x, y, r->parts + r->from[p], n, ink);
        if (n == 0) continue;
        svg_curve(svg, x + (int)n * STEP / 2, y + CELL + 4, p * GROUP + 60 + rank * 100,
                  y + ROW - 10, "");
    }
}

PICTURE(many_gpus) {
    static const enum ink inks[RANKS] = {FIRST, SECOND, THIRD};
    struct rank ranks[RANKS] = {
        {.keys = {7, 3, 9, 3}}, {.keys = {3, 1, 3, 8}}, {.keys = {5, 3, 2, 9}}};
    struct svg svg;
    const char *wrong = sort_all(ranks);
    if (wrong) return wrong;
    svg_begin(&svg, file, 60 + 2 * ROW + CELL + 10, "Three ranks sort together",
              "Twelve keys on three ranks in three rows. First each rank's keys, in no order. Then "
              "each rank's keys in parts: what belongs to rank 0, to rank 1 and to rank 2; curves "
              "lead from each part to the rank that gets it. Last the shares: the four least keys "
              "on rank 0, the next four on rank 1, the greatest on rank 2.");
    for (int r = 0; r < RANKS; r++) {
        svg_text(&svg, r * GROUP, 40, START, "muted", "rank %d", r);
        draw_keys(&svg, r * GROUP, 60, ranks[r].keys, EACH, inks[r]);
        draw_parts(&svg, r, 60 + ROW, &ranks[r], inks[r]);
        draw_keys(&svg, r * GROUP, 60 + 2 * ROW, ranks[r].share, EACH, DONE);
    }
    svg_end(&svg);
    return NULL;
}
