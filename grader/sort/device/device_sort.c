/**
 * @file
 * @brief A sort on the device: its chunks, its slices, and what waits for what.
 *
 * Nothing is waited for but where it says so: which work comes before which is told by events. Of all
 * places on the device two take turns, so that one is filled while the other is worked on.
 */
#include "common/cu.h"
#include "common/size_min.h"
#include "grader/sort/device/device_parts.h"
#include "common/sort/device/sort.h"

static uint32_t *at(const struct device *c, size_t place) {
    return c->d_words + place;
}

/** The stream goes on when the event has come. */
static void await(cudaStream_t stream, cudaEvent_t event) {
    CU(cudaStreamWaitEvent(stream, event, 0));
}

static size_t run_length(const struct device_task *t, size_t r) {
    return t->begin[r + 1] - t->begin[r];
}

/*
 * Chunks become runs
 */

/** Chunk r comes in, and is sorted to `d_run` when that is free. */
static void send_chunk(const struct device_task *t, size_t r, uint32_t *d_run) {
    struct device *c = t->c;
    const struct device_layout *p = &c->plan;
    size_t i = r % 2, n = run_length(t, r);
    uint32_t *d_chunk = at(c, p->at.arrive[i]);
    await(c->in, c->sorted[i]); // the chunk before the last one has been read
    copier_upload(c->mover, d_chunk, t->keys + t->begin[r], n, t->keys_pinned);
    CU(cudaEventRecord(c->arrived[i], c->in));
    await(c->work, c->arrived[i]);
    device_encode(d_chunk, n, c->options.type, c->work);
    sortlab_must(sortlab_sort_keys(d_chunk, d_run, n, sortlab_ascending(SORTLAB_U32),
                                   at(c, p->at.temp), p->temp_bytes, c->work));
    CU(cudaEventRecord(c->sorted[i], c->work));
}

/** All of them, and they stay. */
static void keep_runs(const struct device_task *t) {
    for (size_t r = 0; r < t->runs; r++)
        send_chunk(t, r, at(t->c, t->c->plan.at.runs) + t->begin[r]);
    CU(cudaEventRecord(t->c->marks[LAST_IN], t->c->in));
    CU(cudaEventRecord(t->c->marks[RUNS_READY], t->c->work));
}

/** All of them, and they go back, to the scratch; waits until they are there. */
static void return_runs(const struct device_task *t) {
    struct device *c = t->c;
    for (size_t r = 0; r < t->runs; r++) {
        size_t i = r % 2;
        uint32_t *d_run = at(c, c->plan.at.sorted[i]);
        await(c->work, c->left[i]); // the run before the last one has left
        send_chunk(t, r, d_run);
        await(c->out, c->sorted[i]);
        copier_download(c->mover, t->scratch + t->begin[r], d_run, run_length(t, r),
                        t->scratch_pinned);
        CU(cudaEventRecord(c->left[i], c->out));
    }
    CU(cudaEventRecord(c->marks[LAST_IN], c->in));
    CU(cudaEventRecord(c->marks[RUNS_READY], c->out));
    copier_wait(c->mover);
}

/*
 * Slices leave
 */

/** Merges a slice, the s-th one, when its place is free; and lets it go to its place in the keys. */
static void merge_slice(const struct device_task *t, size_t s, const struct slice_pieces *pieces,
                        size_t first) {
    struct device *c = t->c;
    const struct device_offsets *place = &c->plan.at;
    size_t i = s % 2;
    const struct merge_buffers buffers = {at(c, place->x), at(c, place->y), at(c, place->merged[i]),
                                          (struct device_tile *)at(c, place->tiles)};
    await(c->work, c->left[i]);
    device_merge_slice(pieces, &buffers, c->options.type, c->work);
    CU(cudaEventRecord(c->merged[i], c->work));
    await(c->out, c->merged[i]);
    if (s == 0) CU(cudaEventRecord(c->marks[FIRST_OUT], c->out));
    copier_download(c->mover, t->out + first, buffers.d_out, pieces->n, t->out_pinned);
    CU(cudaEventRecord(c->left[i], c->out));
    c->report.device_keys += pieces->n;
}

/** The device holds the runs: all slices are cut at once. */
static void merge_held(const struct device_task *t) {
    struct device *c = t->c;
    const struct device_layout *p = &c->plan;
    const uint32_t *d_runs = at(c, p->at.runs);
    size_t *d_cuts = (size_t *)at(c, p->at.cuts), *d_offsets = (size_t *)at(c, p->at.offsets);
    device_cut_slices(d_runs, t->n, p->chunk, p->slice, d_cuts, d_offsets, c->work);
    for (size_t s = 0, first = 0; first < t->n; first += p->slice, s++) {
        const struct slice_pieces pieces = {d_runs, d_cuts + s * t->runs,
                                            d_offsets + s * (t->runs + 1), t->runs,
                                            size_min(p->slice, t->n - first)};
        merge_slice(t, s, &pieces, first);
    }
}

/** The pieces of a slice come in one behind another, and their offsets with them. */
static struct slice_pieces bring_pieces(const struct device_task *t, size_t s, const size_t *begin,
                                        const size_t *end) {
    struct device *c = t->c;
    size_t i = s % 2, n = 0, *offsets = c->offsets + i * (t->runs + 1);
    uint32_t *d_pieces = at(c, c->plan.at.pieces[i]);
    size_t *d_offsets = (size_t *)at(c, c->plan.at.offsets) + i * (t->runs + 1);
    CU(cudaEventSynchronize(c->merged[i])); // the slice before the last one has been read
    for (size_t r = 0; r < t->runs; r++) {
        size_t length = end[r] - begin[r];
        copier_upload(c->mover, d_pieces + n, t->scratch + begin[r], length, t->scratch_pinned);
        offsets[r] = n;
        n += length;
    }
    offsets[t->runs] = n;
    CU(cudaMemcpyAsync(d_offsets, offsets, (t->runs + 1) * sizeof(*offsets), cudaMemcpyHostToDevice,
                       c->in));
    CU(cudaEventRecord(c->arrived[i], c->in));
    await(c->work, c->arrived[i]);
    return (struct slice_pieces){d_pieces, d_offsets, d_offsets, t->runs, n};
}

/** The host holds the runs: slice after slice is taken from below, as long as there are any. */
static void merge_streamed(const struct device_task *t, const struct runs *runs,
                           struct work_queue *queue) {
    size_t cuts[2][MOST_RUNS], high[MOST_RUNS], first, s = 0;
    device_cut_runs(runs, 0, cuts[0], high);
    for (size_t n; (n = work_queue_take(queue, t->c->plan.slice, &first)) > 0; s++) {
        size_t *begin = cuts[s % 2], *end = cuts[(s + 1) % 2];
        device_cut_runs(runs, first + n, end, high);
        const struct slice_pieces pieces = bring_pieces(t, s, begin, end);
        merge_slice(t, s, &pieces, first);
    }
}

static bool merge_returned(const struct device_task *t) {
    struct device *c = t->c;
    const struct runs runs = {t->scratch, t->begin, t->begin + 1, t->runs};
    struct work_queue queue = {runs, t->out, c->options.type, .high = t->n};
    work_queue_start(&queue, worker_count(c->options.workers) - 1); // this thread feeds the device
    merge_streamed(t, &runs, &queue);
    copier_wait(c->mover);
    int error = work_queue_end(&queue);
    c->report.host_keys = queue.merged;
    return error == 0 || device_fail(t->error, "no host memory to merge runs. Free some memory");
}

bool device_sort_task(const struct device_task *t) {
    if (t->c->plan.strategy == MERGE_HELD) {
        keep_runs(t);
        merge_held(t);
        copier_wait(t->c->mover);
        return true;
    }
    return_runs(t);
    return merge_returned(t);
}
