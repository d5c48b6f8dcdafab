/**
 * @file
 * @brief Copies and fills: what they may touch is checked at the call; then they are done, or put into
 *        their stream.
 */
#include "internal.h"

#include <string.h>

/* Rows of bytes; a plain copy has one. A fill has a value in place of `from`. */
struct copy {
    char *to;
    const char *from;
    size_t to_pitch, from_pitch, width, height;
    int value;
};

__thread struct simt_call simt_call;

static void do_copy(const struct copy *c) {
    simt_open_memory();
    for (size_t row = 0; row < c->height; row++) {
        char *to = c->to + row * c->to_pitch;
        const char *from = c->from ? c->from + row * c->from_pitch : NULL;
        if (simt_check && from) simt_check->sent(&simt_call, from, c->width);
        if (from)
            memmove(to, from, c->width);
        else
            memset(to, c->value, c->width);
        if (simt_check) simt_check->wrote(to, c->width);
    }
    simt_close_memory();
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
    struct copying *w = simt_new_work(sizeof *w + (stage ? c->width * c->height : 0), copy_now);
    if (!w) return simt_fail(cudaErrorMemoryAllocation);
    w->copy = *c;
    w->call = simt_call;
    if (stage) {
        w->copy.to = w->staged;
        w->copy.to_pitch = c->width;
        do_copy(&w->copy);
        w->copy = *c;
        w->copy.from = w->staged;
        w->copy.from_pitch = c->width;
    }
    return simt_put(stream, &w->work, waits);
}

static bool is_host(enum cudaMemoryType type) {
    return type == cudaMemoryTypeUnregistered || type == cudaMemoryTypeHost;
}

/* When the host waits: read on an H200. `waits`: it is no Async call. */
static cudaError_t copy_in_stream(const struct copy *c, enum cudaMemoryType to,
                                  enum cudaMemoryType from, cudaStream_t stream, bool waits) {
    if (waits)
        waits = is_host(to) || is_host(from);
    else
        waits = to == cudaMemoryTypeUnregistered || (is_host(to) && is_host(from));
    return copy_later(c, from == cudaMemoryTypeUnregistered && !waits, stream, waits);
}

/*
 * Copies. (An Async call of more than a row waits unless streams are lazy: no program can tell, but for
 * when it sees a kernel's fault.)
 */
static cudaError_t copy(const struct copy *c, enum cudaMemcpyKind kind, cudaStream_t stream,
                        bool waits) {
    cudaError_t error = simt_enter(waits);
    for (size_t row = 0; row < c->height && !error; row++)
        error = simt_fail(simt_check_copy(c->to + row * c->to_pitch, c->from + row * c->from_pitch,
                                          c->width, kind));
    if (error || c->width == 0 || c->height == 0) return error;
    if (simt_lazy())
        return copy_in_stream(c, simt_memory_type(c->to), simt_memory_type(c->from), stream, waits);
    do_copy(c);
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
    return copy_bytes(to, from, bytes, kind, stream, false);
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                           size_t bytes) {
    if (to_device || from_device) return simt_fail(cudaErrorInvalidDevice);
    return cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t bytes, cudaStream_t stream) {
    if (to_device || from_device) return simt_fail(cudaErrorInvalidDevice);
    return copy_bytes(to, from, bytes, cudaMemcpyDeviceToDevice, stream, !simt_lazy());
}

static cudaError_t copy_rows(const struct copy *c, enum cudaMemcpyKind kind, cudaStream_t stream,
                             bool waits) {
    if (c->width > c->to_pitch || c->width > c->from_pitch)
        return simt_fail(cudaErrorInvalidPitchValue);
    return copy(c, kind, stream, waits);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind) {
    const struct copy c = {to, from, to_pitch, from_pitch, width, height, 0};
    return copy_rows(&c, kind, cudaStreamLegacy, true);
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream) {
    const struct copy c = {to, from, to_pitch, from_pitch, width, height, 0};
    return copy_rows(&c, kind, stream, !simt_lazy());
}

/*
 * Fills.
 */
static cudaError_t fill(const struct copy *c, cudaStream_t stream, bool waits) {
    cudaError_t error = simt_enter(waits);
    if (c->width == 0 || c->height == 0) return error;
    for (size_t row = 0; row < c->height && !error; row++)
        error = simt_fail(simt_check_fill(c->to + row * c->to_pitch, c->width));
    if (error) return error;
    if (simt_lazy())
        return copy_later(c, false, stream,
                          waits && simt_memory_type(c->to) != cudaMemoryTypeDevice);
    do_copy(c);
    return cudaSuccess;
}

cudaError_t cudaMemset(void *d_pointer, int value, size_t bytes) {
    const struct copy c = {.to = d_pointer, .width = bytes, .height = 1, .value = value};
    return fill(&c, cudaStreamLegacy, true);
}

cudaError_t cudaMemsetAsync(void *d_pointer, int value, size_t bytes, cudaStream_t stream) {
    const struct copy c = {.to = d_pointer, .width = bytes, .height = 1, .value = value};
    return fill(&c, stream, false);
}

cudaError_t cudaMemset2D(void *d_pointer, size_t pitch, int value, size_t width, size_t height) {
    const struct copy c = {d_pointer, NULL, pitch, 0, width, height, value};
    return fill(&c, cudaStreamLegacy, true);
}

cudaError_t cudaMemset2DAsync(void *d_pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
    const struct copy c = {d_pointer, NULL, pitch, 0, width, height, value};
    return fill(&c, stream, !simt_lazy());
}

/*
 * Symbols.
 */
static cudaError_t copy_symbol(char *symbol, size_t symbol_bytes, const struct copy *other,
                               size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream,
                               bool waits) {
    cudaError_t error = simt_enter(waits);
    if (error) return error;
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
        return simt_fail(cudaErrorInvalidMemcpyDirection);
    if (offset > symbol_bytes || other->width > symbol_bytes - offset || !other->to)
        return simt_fail(cudaErrorInvalidValue);
    bool to_symbol = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    struct copy c = *other;
    c.to = to_symbol ? symbol + offset : other->to;
    c.from = to_symbol ? other->to : symbol + offset;
    if (simt_lazy() && c.width) {
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
    return copy_symbol(symbol, symbol_bytes, &c, offset, kind, stream, !simt_lazy());
}
