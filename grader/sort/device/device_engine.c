/**
 * @file
 * @brief The device engine: takes what it needs, has arrays sorted, and gives everything back.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/cu.h"
#include "common/size_min.h"
#include "common/timer.h"
#include "grader/sort/device/device_parts.h"

/** Keys of a pinned piece, where keys are pageable. To pin 64 MB took 22 to 25 ms, so few keys get small ones. */
enum { LEAST_PIECE = 1 << 21, MOST_PIECE = 1 << 24, PIECES = 64 };

bool device_fail(char error[640], const char *sentence) {
    snprintf(error, 640, "%s", sentence);
    return false;
}

static size_t piece_of(const struct device *c) {
    size_t n = c->options.most_keys / PIECES;
    if (n < LEAST_PIECE) n = LEAST_PIECE;
    return size_min(size_min(n, MOST_PIECE), c->plan.chunk);
}

/** Pieces for pageable keys, which are taken at the first sort that needs them. */
static bool take_pieces(const struct device_task *t) {
    struct device *c = t->c;
    bool holds = c->plan.strategy == MERGE_HELD;
    if (t->keys_pinned && t->out_pinned && (holds || t->scratch_pinned)) return true;
    double began = timer_now_ms();
    size_t bytes = copier_take(c->mover, piece_of(c));
    if (bytes == 0)
        return device_fail(
            t->error,
            "the host gives no pinned memory to bring keys to the device in. Free some memory");
    if (c->report.pinned_bytes < bytes) {
        c->report.pinned_bytes += bytes;
        c->report.pinned_ms += timer_now_ms() - began;
    }
    return true;
}

static float ms_until(const struct device *c, int mark) {
    float ms = 0;
    CU(cudaEventSynchronize(c->marks[mark])); // nothing that was waited for has to be behind it
    CU(cudaEventElapsedTime(&ms, c->marks[BEGUN], c->marks[mark]));
    return ms;
}

static void report(struct device *c, double ms) {
    struct device_report *r = &c->report;
    r->last_in_ms = (double)ms_until(c, LAST_IN);
    r->runs_ms = (double)ms_until(c, RUNS_READY);
    r->first_out_ms = r->device_keys > 0 ? (double)ms_until(c, FIRST_OUT) : 0;
    r->ms = ms;
}

static bool sort_task(struct device_task t) {
    struct device *c = t.c;
    size_t n = t.n;
    if (n > c->options.most_keys) {
        snprintf(t.error, 640, "%zu keys are more than the %zu that the device was prepared for", n,
                 c->options.most_keys);
        return false;
    }
    if (n == 0) return true;
    t.runs = device_cut_chunks(&c->plan, n, t.begin);
    t.keys_pinned = copier_is_pinned(t.keys);
    t.scratch_pinned = copier_is_pinned(t.scratch);
    t.out_pinned = copier_is_pinned(t.out);
    if (!take_pieces(&t)) return false;
    copier_begin(c->mover);
    double began = timer_now_ms();
    c->report.runs = t.runs;
    c->report.device_keys = c->report.host_keys = 0;
    CU(cudaEventRecord(c->marks[BEGUN], c->in));
    bool ok = device_sort_task(&t);
    report(c, timer_now_ms() - began);
    return ok;
}

static bool sort(void *self, uint32_t *keys, uint32_t *scratch, size_t n, char error[640]) {
    return sort_task((struct device_task){self, keys, scratch, keys, n, .error = error});
}

bool device_engine_sort_to(const struct sort_engine *engine, uint32_t *keys, uint32_t *out,
                           size_t n, char error[640]) {
    return sort_task((struct device_task){engine->self, keys, keys, out, n, .error = error});
}

static void open_streams(struct device *c) {
    cudaStream_t *streams[] = {&c->in, &c->work, &c->out};
    cudaEvent_t *pairs[] = {c->arrived, c->sorted, c->merged, c->left};
    for (int i = 0; i < 3; i++) CU(cudaStreamCreateWithFlags(streams[i], cudaStreamNonBlocking));
    for (int i = 0; i < 8; i++)
        CU(cudaEventCreateWithFlags(&pairs[i / 2][i % 2], cudaEventDisableTiming));
    for (int i = 0; i < MARKS; i++) CU(cudaEventCreate(&c->marks[i]));
}

/** What is free, but for an eighth: the driver and the kernels need some too. */
static size_t free_bytes(void) {
    size_t bytes, all;
    CU(cudaMemGetInfo(&bytes, &all));
    return bytes - bytes / 8;
}

static bool take_memory(struct device *c, size_t were_free, char error[640]) {
    size_t bytes = c->plan.device_bytes, tables = 2 * (c->plan.runs + 1) * sizeof(size_t);
    double began = timer_now_ms();
    cudaError_t result = cudaMalloc((void **)&c->d_words, bytes);
    if (result != cudaSuccess) {
        cudaGetLastError();
        c->d_words = NULL;
        snprintf(error, 640,
                 "the device gives no %zu bytes (%s): %zu were free, and another program may have "
                 "taken them. Wait for it, or Lower the budget of device memory",
                 bytes, cudaGetErrorString(result), were_free);
        return false;
    }
    c->report.device_ms = timer_now_ms() - began;
    began = timer_now_ms();
    if (cudaMallocHost((void **)&c->offsets, tables) != cudaSuccess) {
        cudaGetLastError();
        c->offsets = NULL;
        return device_fail(error, "the host gives no pinned memory for tables. Free some memory");
    }
    c->report.pinned_bytes = tables;
    c->report.pinned_ms = timer_now_ms() - began;
    return true;
}

bool device_engine_open(const struct device_options *options, struct sort_engine *engine,
                        char error[640]) {
    size_t were_free, all;
    memset(engine, 0, sizeof(*engine));
    if (cudaMemGetInfo(&were_free, &all) != cudaSuccess) {
        cudaGetLastError();
        return device_fail(error, "there is no device that works. Check it with nvidia-smi");
    }
    struct device *c = calloc(1, sizeof(*c));
    if (!c) return device_fail(error, "no host memory for an engine. Free some memory");
    *engine = (struct sort_engine){"device", sort, c, 1, 0};
    c->options = *options;
    size_t budget = options->device_bytes ? options->device_bytes : free_bytes();
    bool ok = device_lay_out(options, budget, &c->plan, error) && take_memory(c, were_free, error);
    if (ok) {
        open_streams(c);
        engine->host_bytes = 2 * RING * piece_of(c) * sizeof(uint32_t);
        c->mover = copier_open(c->in, c->out, options->workers);
        if (!c->mover) ok = device_fail(error, "no host memory for an engine. Free some memory");
    }
    if (!ok) device_engine_close(engine);
    return ok;
}

size_t device_engine_landed(const struct sort_engine *engine) {
    const struct device *c = engine->self;
    return c->plan.strategy == MERGE_HELD ? copier_landed(c->mover) : 0;
}

void device_engine_close(struct sort_engine *engine) {
    struct device *c = engine->self;
    engine->self = NULL;
    if (!c) return;
    cudaEvent_t *pairs[] = {c->arrived, c->sorted, c->merged, c->left};
    copier_close(c->mover);
    for (int i = 0; i < 8 && c->in; i++) CU(cudaEventDestroy(pairs[i / 2][i % 2]));
    for (int i = 0; i < MARKS && c->in; i++) CU(cudaEventDestroy(c->marks[i]));
    if (c->in) CU(cudaStreamDestroy(c->in));
    if (c->in) CU(cudaStreamDestroy(c->work));
    if (c->in) CU(cudaStreamDestroy(c->out));
    if (c->offsets) CU(cudaFreeHost(c->offsets));
    if (c->d_words) CU(cudaFree(c->d_words));
    free(c);
}

const struct device_layout *device_engine_plan(const struct sort_engine *engine) {
    return &((const struct device *)engine->self)->plan;
}

const struct device_report *device_engine_report(const struct sort_engine *engine) {
    return &((const struct device *)engine->self)->report;
}
