/**
 * @file
 * @brief Copies and fills: what they may touch is checked at the call; then they are done, or put into
 *        their stream.
 */
#include "arrays.h"
#include "capture.h"
#include "child.h"

#include <stdio.h>
#include <string.h>

/* Rows of bytes; a plain copy has one. A fill has a value in place of `from`. */
struct copy {
    char *to;
    const char *from;
    size_t to_pitch, from_pitch, width, height;
    int value;
    uint32_t devices;                   /* whose memory it touches, a bit each */
    int unit;                           /* of a fill: bytes that the value has; 0: one */
    size_t depth, to_slice, from_slice; /* slices of rows behind the first one, and how far apart */
};

__thread struct simt_call simt_call;

static size_t rows_of(const struct copy *c) {
    return c->height * (c->depth + 1);
}

static char *to_row(const struct copy *c, size_t row) {
    return c->to + row / c->height * c->to_slice + row % c->height * c->to_pitch;
}

static const char *from_row(const struct copy *c, size_t row) {
    return c->from + row / c->height * c->from_slice + row % c->height * c->from_pitch;
}

static void fill_row(char *to, const struct copy *c) {
    if (c->unit <= 1) {
        memset(to, c->value, c->width);
        return;
    }
    for (size_t i = 0; i < c->width; i += (size_t)c->unit)
        memcpy(to + i, &c->value, (size_t)c->unit);
}

static void do_copy(const struct copy *c) {
    simt_open_memory(c->devices);
    for (size_t row = 0; row < rows_of(c); row++) {
        char *to = to_row(c, row);
        const char *from = c->from ? from_row(c, row) : NULL;
        if (simt_check && from) simt_check->sent(&simt_call, from, c->width);
        if (from)
            memmove(to, from, c->width);
        else
            fill_row(to, c);
        if (simt_check) simt_check->wrote(to, c->width);
        if (simt_check && from) simt_check->touched(from, c->width, false);
        if (simt_check) simt_check->touched(to, c->width, true);
    }
    simt_close_memory(c->devices);
}

static uint32_t device_bit(const void *pointer) {
    int device = simt_memory_device(pointer);
    return device < 0 ? 0 : 1u << device;
}

/* The copy, with the devices whose memory it touches. */
static struct copy among(struct copy c) {
    c.devices = simt_several() ? device_bit(c.to) | device_bit(c.from) : 1;
    return c;
}

/*
 * Copies for later.
 */
struct copying {
    struct work work;
    struct copy copy;
    struct simt_call call;
    char staged[]; /* what was in pageable memory when the call was made */
};

static void copy_now(struct work *work, cudaError_t error) {
    const struct copying *w = (const struct copying *)work;
    if (error) return;
    simt_call = w->call;
    do_copy(&w->copy);
}

static cudaError_t copy_later(const struct copy *c, bool stage, cudaStream_t stream, bool waits) {
    struct copying *w = simt_new_work(sizeof(*w) + (stage ? c->width * rows_of(c) : 0),
                                      c->from ? "a copy" : "a fill", copy_now);
    if (!w) return simt_fail(cudaErrorMemoryAllocation);
    w->copy = *c;
    w->call = simt_call;
    w->work.late = stage;
    if (stage) {
        w->copy.to = w->staged;
        w->copy.to_pitch = c->width;
        w->copy.to_slice = c->width * c->height;
        do_copy(&w->copy);
        w->copy = *c;
        w->copy.from = w->staged;
        w->copy.from_pitch = c->width;
        w->copy.from_slice = c->width * c->height;
    }
    return simt_put(stream, &w->work, waits);
}

static bool is_host(enum cudaMemoryType type) {
    return type == cudaMemoryTypeUnregistered || type == cudaMemoryTypeHost;
}

/* From pageable memory, and no Async call: the host waits for what comes before, and until the driver has the
 * bytes. They may arrive when it has gone on, behind what a stream does that waits for no other one. */
static cudaError_t send_later(const struct copy *c, cudaStream_t stream) {
    cudaError_t error = simt_wait(simt_end_of(stream));
    return error ? error : copy_later(c, true, stream, false);
}

/* When the host waits: read on an H200. `waits`: it is no Async call. */
static cudaError_t copy_in_stream(const struct copy *c, enum cudaMemoryType to,
                                  enum cudaMemoryType from, cudaStream_t stream, bool waits) {
    if (waits && from == cudaMemoryTypeUnregistered && to == cudaMemoryTypeDevice)
        return send_later(c, stream);
    if (waits)
        waits = is_host(to) || is_host(from);
    else
        waits = to == cudaMemoryTypeUnregistered || (is_host(to) && is_host(from));
    return copy_later(c, from == cudaMemoryTypeUnregistered && !waits, stream, waits);
}

/*
 * Captures.
 */
static cudaError_t capture_copy(struct simt_stream *s, const struct copy *c,
                                enum cudaMemcpyKind kind) {
    size_t to_rows = c->to_pitch ? c->to_slice / c->to_pitch : 0;
    size_t from_rows = c->from_pitch ? c->from_slice / c->from_pitch : 0;
    const struct cudaMemcpy3DParms p = {
        .srcPtr = make_cudaPitchedPtr((void *)c->from, c->from_pitch, c->width, from_rows),
        .dstPtr = make_cudaPitchedPtr(c->to, c->to_pitch, c->width, to_rows),
        .extent = make_cudaExtent(c->width, c->height, c->depth + 1),
        .kind = kind,
    };
    return c->width ? simt_capture_copy(s, &p) : cudaSuccess;
}

static cudaError_t capture_fill(struct simt_stream *s, const struct copy *c) {
    cudaError_t error = cudaSuccess;
    unsigned int unit = c->unit ? (unsigned int)c->unit : 1;
    for (size_t i = 0; i <= c->depth && !error; i++) {
        const struct cudaMemsetParams p = {c->to + i * c->to_slice, c->to_pitch,
                                           (unsigned)c->value,      unit,
                                           c->width / unit,         c->height};
        error = simt_capture_fill(s, &p);
    }
    return error;
}

/*
 * Copies. (An Async call of more than a row waits unless streams are lazy: no program can tell, but for
 * when it sees a kernel's fault.)
 */
static cudaError_t copy(const struct copy *c, enum cudaMemcpyKind kind, cudaStream_t stream,
                        bool waits) {
    struct simt_stream *captured;
    cudaError_t error = simt_enter(waits);
    if (!error) error = simt_begin_work(stream, &captured);
    if (!error && captured) return capture_copy(captured, c, kind);
    for (size_t row = 0; c->height && row < rows_of(c) && !error; row++)
        error = simt_fail(simt_check_copy(to_row(c, row), from_row(c, row), c->width, kind));
    if (error || c->width == 0 || c->height == 0) return error;
    const struct copy a = among(*c);
    if (simt_queues())
        return copy_in_stream(&a, simt_memory_type(c->to), simt_memory_type(c->from), stream,
                              waits);
    do_copy(&a);
    return cudaSuccess;
}

static cudaError_t copy_bytes(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                              cudaStream_t stream, bool waits) {
    return copy(&(struct copy){.to = to, .from = from, .width = bytes, .height = 1}, kind, stream,
                waits);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    return copy_bytes(to, from, bytes, kind, cudaStreamLegacy, true);
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream) {
    if (simt_in_kernel()) return simt_child_copies(to, 0, from, 0, 0, bytes, 1, stream);
    return copy_bytes(to, from, bytes, kind, stream, false);
}

/* Whether both sides lie where the call says; the error's number alone would not tell which does not. */
static cudaError_t check_peers(const void *to, int to_device, const void *from, int from_device) {
    int to_owner = simt_memory_device(to), from_owner = simt_memory_device(from);
    if (!simt_is_device(to_device) || !simt_is_device(from_device)) return cudaErrorInvalidDevice;
    bool to_fits = to_owner < 0 || to_owner == to_device;
    if (to_fits && (from_owner < 0 || from_owner == from_device)) return cudaSuccess;
    simt_print("simt: %s names device %d for what it copies %s, and that is memory of device %d\n",
               simt_call.name ? simt_call.name : "a peer copy", to_fits ? from_device : to_device,
               to_fits ? "from" : "to", to_fits ? from_owner : to_owner);
    return cudaErrorInvalidValue;
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t bytes, cudaStream_t stream) {
    cudaError_t error = check_peers(to, to_device, from, from_device);
    if (error) return simt_fail(error);
    return copy_bytes(to, from, bytes, cudaMemcpyDeviceToDevice, stream, !simt_queues());
}

/* It comes after all that the devices have to do, and before all that they get. */
cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                           size_t bytes) {
    cudaError_t error = check_peers(to, to_device, from, from_device);
    if (error) return simt_fail(error);
    if (to_device != simt_device) simt_wait_for(to_device);
    if (from_device != simt_device) simt_wait_for(from_device);
    error = cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice);
    return error ? error : simt_wait(simt_end_of(cudaStreamLegacy));
}

static cudaError_t copy_rows(const struct copy *c, enum cudaMemcpyKind kind, cudaStream_t stream,
                             bool waits) {
    if (c->width > c->to_pitch || c->width > c->from_pitch)
        return simt_fail(cudaErrorInvalidPitchValue);
    return copy(c, kind, stream, waits);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind) {
    const struct copy c = {.to = to,
                           .from = from,
                           .to_pitch = to_pitch,
                           .from_pitch = from_pitch,
                           .width = width,
                           .height = height};
    return copy_rows(&c, kind, cudaStreamLegacy, true);
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream) {
    if (simt_in_kernel())
        return simt_child_copies(to, to_pitch, from, from_pitch, 0, width, height, stream);
    const struct copy c = {.to = to,
                           .from = from,
                           .to_pitch = to_pitch,
                           .from_pitch = from_pitch,
                           .width = width,
                           .height = height};
    return copy_rows(&c, kind, stream, !simt_queues());
}

cudaError_t simt_copy_box(const struct simt_box *to, const struct simt_box *from, size_t width,
                          size_t height, size_t depth, enum cudaMemcpyKind kind,
                          cudaStream_t stream, bool waits) {
    if (width == 0 || height == 0 || depth == 0) return simt_enter(waits);
    const struct copy c = {.to = to->start,
                           .from = from->start,
                           .to_pitch = to->pitch,
                           .from_pitch = from->pitch,
                           .width = width,
                           .height = height,
                           .depth = depth - 1,
                           .to_slice = to->slice,
                           .from_slice = from->slice};
    return copy(&c, kind, stream, waits || !simt_queues());
}

/*
 * Fills.
 */
/* It is done on the calling thread's device, which has to reach the memory. */
static cudaError_t check_owner(const void *d_pointer) {
    int owner = simt_memory_device(d_pointer);
    if (owner < 0 || simt_reach(simt_device) >> owner & 1) return cudaSuccess;
    simt_print(
        "simt: %s is called on device %d for memory of device %d. Call cudaSetDevice(%d) first\n",
        simt_call.name ? simt_call.name : "a fill", simt_device, owner, owner);
    return cudaErrorInvalidValue;
}

static cudaError_t fill(const struct copy *c, cudaStream_t stream, bool waits) {
    struct simt_stream *captured;
    cudaError_t error = simt_enter(waits);
    if (c->width == 0 || c->height == 0) return error;
    if (!error) error = simt_begin_work(stream, &captured);
    if (!error && captured) return capture_fill(captured, c);
    for (size_t row = 0; row < rows_of(c) && !error; row++)
        error = simt_fail(simt_check_fill(to_row(c, row), c->width));
    if (!error && simt_several()) error = simt_fail(check_owner(c->to));
    if (error) return error;
    const struct copy a = among(*c);
    if (simt_queues())
        return copy_later(&a, false, stream,
                          waits && simt_memory_type(c->to) != cudaMemoryTypeDevice);
    do_copy(&a);
    return cudaSuccess;
}

cudaError_t cudaMemset(void *d_pointer, int value, size_t bytes) {
    const struct copy c = {.to = d_pointer, .width = bytes, .height = 1, .value = value};
    return fill(&c, cudaStreamLegacy, true);
}

cudaError_t cudaMemsetAsync(void *d_pointer, int value, size_t bytes, cudaStream_t stream) {
    if (simt_in_kernel()) return simt_child_copies(d_pointer, 0, NULL, 0, value, bytes, 1, stream);
    const struct copy c = {.to = d_pointer, .width = bytes, .height = 1, .value = value};
    return fill(&c, stream, false);
}

cudaError_t cudaMemset2D(void *d_pointer, size_t pitch, int value, size_t width, size_t height) {
    const struct copy c = {
        .to = d_pointer, .to_pitch = pitch, .width = width, .height = height, .value = value};
    return fill(&c, cudaStreamLegacy, true);
}

cudaError_t cudaMemset2DAsync(void *d_pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
    if (simt_in_kernel())
        return simt_child_copies(d_pointer, pitch, NULL, 0, value, width, height, stream);
    const struct copy c = {
        .to = d_pointer, .to_pitch = pitch, .width = width, .height = height, .value = value};
    return fill(&c, stream, !simt_queues());
}

cudaError_t simt_fill_box(const struct simt_box *to, int value, size_t width, size_t height,
                          size_t depth, cudaStream_t stream, bool waits) {
    if (width == 0 || height == 0 || depth == 0) return simt_enter(waits);
    const struct copy c = {.to = to->start,
                           .to_pitch = to->pitch,
                           .width = width,
                           .height = height,
                           .value = value,
                           .depth = depth - 1,
                           .to_slice = to->slice};
    return fill(&c, stream, waits || !simt_queues());
}

cudaError_t simt_fill_units(void *start, size_t pitch, unsigned int value, unsigned int unit,
                            size_t width, size_t height, cudaStream_t stream) {
    const struct copy c = {.to = start,
                           .to_pitch = pitch,
                           .width = width,
                           .height = height,
                           .value = (int)value,
                           .unit = (int)unit};
    return fill(&c, stream, !simt_queues());
}

/*
 * Symbols.
 */
static cudaError_t copy_symbol(char *symbol, size_t symbol_bytes, const struct copy *other,
                               size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream,
                               bool waits) {
    struct simt_stream *captured;
    cudaError_t error = simt_enter(waits);
    if (!error) error = simt_begin_work(stream, &captured);
    if (error) return error;
    symbol = simt_symbol(symbol);
    if (captured)
        return simt_capture_symbol(captured, symbol, symbol_bytes, other->to, other->width, offset,
                                   kind);
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
        return simt_fail(cudaErrorInvalidMemcpyDirection);
    if (simt_check) simt_register_symbol(symbol, symbol_bytes);
    if (offset > symbol_bytes || other->width > symbol_bytes - offset || !other->to)
        return simt_fail(cudaErrorInvalidValue);
    bool to_symbol = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    struct copy c = *other;
    c.to = to_symbol ? symbol + offset : other->to;
    c.from = to_symbol ? other->to : symbol + offset;
    c = among(c);
    if (simt_queues() && c.width) {
        enum cudaMemoryType type = simt_memory_type(other->to), device = cudaMemoryTypeDevice;
        return copy_in_stream(&c, to_symbol ? device : type, to_symbol ? type : device, stream,
                              waits);
    }
    do_copy(&c);
    return cudaSuccess;
}

cudaError_t simt_copy_symbol(void *symbol, size_t symbol_bytes, void *other, size_t bytes,
                             size_t offset, enum cudaMemcpyKind kind) {
    const struct copy c = {.to = other, .width = bytes, .height = 1};
    return copy_symbol(symbol, symbol_bytes, &c, offset, kind, cudaStreamLegacy, true);
}

cudaError_t simt_copy_symbol_async(void *symbol, size_t symbol_bytes, void *other, size_t bytes,
                                   size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream) {
    const struct copy c = {.to = other, .width = bytes, .height = 1};
    return copy_symbol(symbol, symbol_bytes, &c, offset, kind, stream, !simt_queues());
}
