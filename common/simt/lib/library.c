/**
 * @file
 * @brief Work of the libraries: it runs in stream order, and the checkers see the memory that it uses.
 */
#include "library.h"

#include "../run/capture.h"

#include <stdio.h>
#include <string.h>

void simt_library_uses(struct library_call *call, const void *start, size_t bytes, size_t columns,
                       size_t pitch, int use) {
    if (!bytes || !columns) return;
    if (call->n_ranges == LIBRARY_MOST_RANGES) simt_die("a library's call uses too many arrays");
    if (pitch == bytes) bytes *= columns, columns = 1;
    struct range *r = &call->ranges[call->n_ranges++];
    *r = (struct range){
        .start = start, .bytes = bytes, .columns = columns, .pitch = pitch, .use = use};
}

static size_t span(const struct range *r) {
    if (r->packed) return r->bytes;
    return (r->columns - 1) * r->pitch + r->bytes;
}

/* Of a packed triangle: a column without what is not used. */
static const char *packed_column(const struct range *r, size_t i, size_t *bytes) {
    size_t before = r->upper ? i * (i + 1) / 2 : i * r->columns - i * (i + 1) / 2 + i;
    size_t items = (r->upper ? i + 1 : r->columns - i) - r->no_diagonal;
    *bytes = items * r->item;
    return r->start + (before + (!r->upper && r->no_diagonal)) * r->item;
}

/* Corners of the band that lie outside of the matrix are not used. */
static const char *band_column(const struct range *r, size_t i, size_t *bytes) {
    long long first = r->diagonal - (long long)i, end = first + r->band_rows;
    if (first < r->low) first = r->low;
    if (end > r->high) end = r->high;
    *bytes = end > first ? (size_t)(end - first) * r->item : 0;
    return r->start + i * r->pitch + (size_t)first * r->item;
}

/* What is used of a column. */
static const char *column(const struct range *r, size_t i, size_t *bytes) {
    if (r->packed) return packed_column(r, i, bytes);
    if (r->band_rows) return band_column(r, i, bytes);
    const char *start = r->start + i * r->pitch;
    *bytes = r->bytes;
    if (!r->item) return start;
    size_t above = (i + !r->no_diagonal) * r->item, skipped = (i + r->no_diagonal) * r->item;
    *bytes = r->upper ? above : r->bytes - skipped;
    return r->upper ? start : start + skipped;
}

static void tell_fault(const struct library_call *call, const struct range *r) {
    struct simt_block_of_memory m;
    struct simt_place place = {.line = 0};
    char where[1200] = "";
    uintptr_t start = (uintptr_t)r->start;
    if (call->call.pc) simt_find_places(&call->call.pc, 1, &place);
    if (place.line) snprintf(where, sizeof(where), " at %s:%d", place.file, place.line);
    fflush(stdout);
    fprintf(stderr, "simt: %s%s %s %zu bytes at %p. ", call->call.name, where,
            r->use & USE_WRITES ? "writes" : "reads", span(r), (const void *)r->start);
    if (simt_nearest_memory(start, &m) && start - m.start < m.bytes)
        fprintf(stderr, "The allocation there%s has %zu bytes, and the address is byte %zu of it\n",
                m.freed ? " was freed. It" : "", m.bytes, (size_t)(start - m.start));
    else
        fprintf(stderr, "That is no memory of the device. Allocate it with cudaMalloc\n");
}

bool simt_library_may_use(const struct library_call *call, const struct range *r) {
    struct simt_call outer = simt_call;
    simt_call = (struct simt_call){NULL, 0};
    bool fits = r->start && !simt_check_fill(r->start, span(r));
    simt_call = outer;
    simt_forget_why();
    if (!fits) tell_fault(call, r);
    for (size_t i = 0, bytes; fits && simt_check && r->use & USE_READS && i < r->columns; i++) {
        const char *part = column(r, i, &bytes);
        if (bytes) simt_check->sent(&simt_call, part, bytes);
    }
    return fits;
}

void simt_library_used(const struct range *r) {
    for (size_t i = 0, bytes; simt_check && i < r->columns; i++) {
        const char *part = column(r, i, &bytes);
        if (bytes && r->use & USE_WRITES) simt_check->wrote(part, bytes);
        if (bytes) simt_check->touched(part, bytes, r->use & USE_WRITES);
    }
}

static void run(struct work *work, cudaError_t error) {
    struct library_call *c = (struct library_call *)work;
    if (error) return;
    int device = work->stream->device;
    struct simt_call outer = simt_call;
    simt_call = c->call;
    simt_open_memory(simt_reach(device));
    bool fits = true;
    for (int i = 0; i < c->n_ranges && fits; i++) fits = simt_library_may_use(c, &c->ranges[i]);
    if (fits) c->compute(c);
    for (int i = 0; i < c->n_ranges && fits; i++) simt_library_used(&c->ranges[i]);
    simt_close_memory(simt_reach(device));
    simt_call = outer;
    if (!fits) simt_set_pending(device, cudaErrorIllegalAddress);
}

static cudaError_t put(const void *call, size_t bytes, cudaStream_t stream, bool waits) {
    struct library_call *c = simt_new_work(bytes, ((const struct library_call *)call)->call.name, run);
    if (!c) return cudaErrorMemoryAllocation;
    struct work fresh = c->work;
    memcpy(c, call, bytes);
    c->work = fresh;
    simt_call = c->call;
    cudaError_t error = simt_put(stream, &c->work, waits);
    simt_call = (struct simt_call){NULL, 0};
    return error;
}

/* When a graph runs that the call was captured into. */
static cudaError_t put_again(const void *call, size_t bytes, cudaStream_t stream) {
    const struct simt_call node = simt_call;
    cudaError_t error = put(call, bytes, stream, false);
    simt_call = node;
    return error;
}

cudaError_t simt_library_put(struct library_call *call, size_t bytes, const char *name,
                             uintptr_t pc, cudaStream_t stream, bool waits) {
    cudaError_t error = simt_enter_on(simt_device_of(stream), waits);
    struct simt_stream *captured = NULL;
    if (!error) error = simt_begin_work(stream, &captured);
    if (error) return error;
    call->call = (struct simt_call){name, pc};
    if (!captured) return put(call, bytes, stream, waits);
    if (waits) return simt_waits_captured(stream);
    if (!call->not_in_graphs) return simt_capture_call(captured, cudaGraphNodeTypeKernel, put_again, call, bytes);
    fprintf(stderr, "simt: %s is called while its stream is captured. The CPU runtime does not have it in graphs. "
                    "Call it on a stream\n", name);
    return simt_fail(cudaErrorStreamCaptureUnsupported);
}
