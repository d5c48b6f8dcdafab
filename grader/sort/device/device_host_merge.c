/**
 * @file
 * @brief Runs in host memory: exact cuts, and threads that merge what the device does not.
 */
#include <errno.h>

#include "common/sort/host/merge.h"
#include "common/size_min.h"
#include "grader/sort/device/device_parts.h"

enum { WORK_ITEM = 1 << 22 }; /**< keys that a thread takes at once: some milliseconds of work */

/*
 * Cuts
 */

/**
 * The cuts are in cut .. high of each run. Whether the key, which is above 0, is at or below the one of this rank says
 * how many keys are below it; for each run the halves that are left are kept.
 */
static bool narrow(const struct runs *runs, size_t rank, uint32_t key, size_t *cut, size_t *high,
                   size_t *at) {
    size_t below = 0;
    for (size_t r = 0; r < runs->k; r++) {
        at[r] = cut[r] + fast_not_above(runs->keys + cut[r], high[r] - cut[r], key - 1);
        below += at[r] - runs->begin[r];
    }
    size_t *moved = below <= rank ? cut : high;
    for (size_t r = 0; r < runs->k; r++) moved[r] = at[r];
    return below <= rank;
}

void device_cut_runs(const struct runs *runs, size_t rank, size_t *cut, size_t *high) {
    size_t missing = rank, at[MOST_RUNS];
    uint32_t key = 0;
    for (size_t r = 0; r < runs->k; r++) cut[r] = runs->begin[r], high[r] = runs->end[r];
    for (uint32_t bit = UINT32_C(1) << 31; bit > 0; bit /= 2)
        if (narrow(runs, rank, key | bit, cut, high, at)) key |= bit;
    for (size_t r = 0; r < runs->k; r++) missing -= cut[r] - runs->begin[r];
    for (size_t r = 0; r < runs->k && missing > 0; r++) { // equal keys go by their runs
        size_t equal = fast_not_above(runs->keys + cut[r], high[r] - cut[r], key);
        size_t taken = size_min(equal, missing);
        cut[r] += taken;
        missing -= taken;
    }
}

/*
 * Threads
 */

size_t work_queue_take(struct work_queue *q, size_t most, size_t *first) {
    pthread_mutex_lock(&q->mutex);
    size_t n = q->error ? 0 : size_min(most, q->high - q->low);
    *first = q->low;
    q->low += n;
    pthread_mutex_unlock(&q->mutex);
    return n;
}

static size_t take_last(struct work_queue *q, size_t *first) {
    pthread_mutex_lock(&q->mutex);
    size_t n = q->error ? 0 : size_min(WORK_ITEM, q->high - q->low);
    q->high -= n;
    q->merged += n;
    *first = q->high;
    pthread_mutex_unlock(&q->mutex);
    return n;
}

/** Merges n keys from the first-th on. */
static int merge_part(struct work_queue *q, size_t first, size_t n) {
    size_t begin[MOST_RUNS], end[MOST_RUNS], high[MOST_RUNS];
    uint32_t *out = q->out + first;
    device_cut_runs(&q->runs, first, begin, high);
    device_cut_runs(&q->runs, first + n, end, high);
    const struct runs part = {q->runs.keys, begin, end, q->runs.k};
    int error = fast_merge_runs(&part, out, NULL);
    for (size_t i = 0; i < n && q->type != KEY_U32; i++) out[i] = key_decode(out[i], q->type);
    return error;
}

void work_queue_work(struct work_queue *q) {
    size_t first;
    int error = 0;
    for (size_t n; !error && (n = take_last(q, &first)) > 0;) error = merge_part(q, first, n);
    if (!error) return;
    pthread_mutex_lock(&q->mutex);
    q->error = error;
    pthread_mutex_unlock(&q->mutex);
}

static void *work(void *queue) {
    work_queue_work(queue);
    return NULL;
}

void work_queue_start(struct work_queue *q, int workers) {
    pthread_mutex_init(&q->mutex, NULL);
    while (q->threads < workers && q->threads < MOST_WORKERS &&
           !pthread_create(&q->thread[q->threads], NULL, work, q))
        q->threads++;
}

int work_queue_end(struct work_queue *q) {
    for (int i = 0; i < q->threads; i++) pthread_join(q->thread[i], NULL);
    pthread_mutex_destroy(&q->mutex);
    return q->error;
}
