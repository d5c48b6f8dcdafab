/**
 * @file
 * @brief CUDA arrays: elements of device memory without gaps, and the copies from and to them.
 *
 * A GPU keeps an array in an order of its own, which no program can see. So its rows lie one behind another
 * here. A mipmapped array is some arrays.
 */
#include "arrays.h"
#include "queue.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PITCH = 512, MOST_WIDTH = 131072 };

size_t simt_element_bytes(const struct cudaChannelFormatDesc *desc) {
    const int bits[] = {desc->x, desc->y, desc->z, desc->w};
    size_t n = 0;
    while (n < 4 && bits[n]) n++;
    for (size_t i = 1; i < 4; i++)
        if (bits[i] != (i < n ? bits[0] : 0)) return 0;
    bool fits = bits[0] == 8 || bits[0] == 16 || bits[0] == 32;
    bool kind = desc->f == cudaChannelFormatKindSigned ||
                desc->f == cudaChannelFormatKindUnsigned ||
                (desc->f == cudaChannelFormatKindFloat && bits[0] >= 16);
    return n == 3 || n == 0 || !fits || !kind ? 0 : n * (size_t)bits[0] / 8;
}

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind) {
    return (struct cudaChannelFormatDesc){x, y, z, w, kind};
}

/*
 * The arrays that live, so that a call can tell one from memory.
 */
static struct cudaArray *arrays;
static pthread_mutex_t arrays_mutex = PTHREAD_MUTEX_INITIALIZER;

static void list(struct cudaArray *a) {
    pthread_mutex_lock(&arrays_mutex);
    a->next = arrays;
    arrays = a;
    pthread_mutex_unlock(&arrays_mutex);
}

static void unlist(struct cudaArray *a) {
    pthread_mutex_lock(&arrays_mutex);
    struct cudaArray **at = &arrays;
    while (*at && *at != a) at = &(*at)->next;
    if (*at) *at = a->next;
    pthread_mutex_unlock(&arrays_mutex);
}

bool simt_is_array(const void *pointer) {
    pthread_mutex_lock(&arrays_mutex);
    const struct cudaArray *a = arrays;
    while (a && a != pointer) a = a->next;
    pthread_mutex_unlock(&arrays_mutex);
    return a != NULL;
}

/*
 * Making arrays.
 */
static bool extent_fits(const struct cudaExtent *e, unsigned int flags) {
    bool cube = flags & cudaArrayCubemap, layered = flags & cudaArrayLayered;
    if (e->width == 0 || e->width > MOST_WIDTH || e->height > MOST_WIDTH || e->depth > MOST_WIDTH)
        return false;
    if (cube)
        return e->width == e->height &&
               (layered ? e->depth > 0 && e->depth % 6 == 0 : e->depth == 6);
    return layered ? e->depth > 0 : e->depth == 0 || e->height > 0;
}

static cudaError_t make(struct cudaArray *a, const struct cudaChannelFormatDesc *desc,
                        struct cudaExtent extent, unsigned int flags) {
    size_t element = simt_element_bytes(desc);
    if (!element) return simt_fail(cudaErrorInvalidChannelDescriptor);
    if (!extent_fits(&extent, flags)) return simt_fail(cudaErrorInvalidValue);
    *a = (struct cudaArray){
        .desc = *desc,
        .extent = extent,
        .flags = flags,
        .element = element,
        .width = extent.width,
        .height = extent.height ? extent.height : 1,
        .depth = extent.depth ? extent.depth : 1,
    };
    cudaError_t error = simt_malloc((void **)&a->start, a->width * a->height * a->depth * element);
    if (!error) list(a);
    return error;
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent, unsigned int flags) {
    if (!array || !desc) return simt_fail(cudaErrorInvalidValue);
    struct cudaArray *a = calloc(1, sizeof(*a));
    if (!a) return simt_fail(cudaErrorMemoryAllocation);
    cudaError_t error = make(a, desc, extent, flags);
    if (error) free(a);
    *array = error ? NULL : a;
    return error;
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                            size_t width, size_t height, unsigned int flags) {
    if (flags & (cudaArrayLayered | cudaArrayCubemap)) return simt_fail(cudaErrorInvalidValue);
    return cudaMalloc3DArray(array, desc, make_cudaExtent(width, height, 0), flags);
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    if (!array) return simt_enter(true);
    if (array->mipmap) return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = cudaFree(array->start);
    if (error) return error;
    unlist(array);
    free(array);
    return cudaSuccess;
}

static size_t level_of(size_t size, unsigned int level) {
    return size == 0 ? 0 : size >> level ? size >> level : 1;
}

static unsigned int most_levels(struct cudaExtent e, bool layered) {
    size_t most = e.width > e.height ? e.width : e.height;
    unsigned int levels = 0;
    if (!layered && e.depth > most) most = e.depth;
    for (; most; most >>= 1) levels++;
    return levels;
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmap,
                                     const struct cudaChannelFormatDesc *desc,
                                     struct cudaExtent extent, unsigned int levels,
                                     unsigned int flags) {
    bool layered = flags & (cudaArrayLayered | cudaArrayCubemap);
    unsigned int most = most_levels(extent, layered);
    const unsigned int room = sizeof((*mipmap)->level) / sizeof((*mipmap)->level[0]);
    if (!mipmap || !desc || levels == 0) return simt_fail(cudaErrorInvalidValue);
    struct cudaMipmappedArray *m = calloc(1, sizeof(*m));
    if (!m) return simt_fail(cudaErrorMemoryAllocation);
    if (levels > most) levels = most;
    if (levels > room) levels = room;
    m->desc = *desc;
    cudaError_t error = cudaSuccess;
    for (; m->levels < levels && !error; m->levels++) {
        struct cudaExtent e = {level_of(extent.width, m->levels),
                               level_of(extent.height, m->levels),
                               layered ? extent.depth : level_of(extent.depth, m->levels)};
        error = make(&m->level[m->levels], desc, e, flags);
        m->level[m->levels].mipmap = m;
    }
    if (error) {
        for (unsigned int i = 0; i + 1 < m->levels; i++) {
            unlist(&m->level[i]);
            cudaFree(m->level[i].start);
        }
        free(m);
    }
    *mipmap = error ? NULL : m;
    return error;
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *array, cudaMipmappedArray_const_t mipmap,
                                       unsigned int level) {
    if (!array || !mipmap || level >= mipmap->levels) return simt_fail(cudaErrorInvalidValue);
    *array = (cudaArray_t)&mipmap->level[level];
    return simt_enter(false);
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmap) {
    cudaError_t error = simt_enter(true);
    for (unsigned int i = 0; mipmap && i < mipmap->levels && !error; i++) {
        unlist(&mipmap->level[i]);
        error = cudaFree(mipmap->level[i].start);
    }
    if (!error) free(mipmap);
    return error;
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent,
                             unsigned int *flags, cudaArray_t array) {
    if (!array) return simt_fail(cudaErrorInvalidResourceHandle);
    if (desc) *desc = array->desc;
    if (extent) *extent = array->extent;
    if (flags) *flags = array->flags;
    return simt_enter(false);
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array) {
    if (!desc || !array) return simt_fail(cudaErrorInvalidValue);
    *desc = array->desc;
    return simt_enter(false);
}

/*
 * Copies of rows.
 */
static struct simt_box box_of(cudaArray_const_t a, size_t x, size_t y, size_t z) {
    size_t row = a->width * a->element, slice = row * a->height;
    return (struct simt_box){a->start + z * slice + y * row + x, row, slice};
}

/* x and width in bytes */
static bool holds(cudaArray_const_t a, const size_t at[3], const size_t size[3]) {
    const size_t all[] = {a->width * a->element, a->height, a->depth};
    for (int i = 0; i < 3; i++)
        if (at[i] > all[i] || size[i] > all[i] - at[i]) return false;
    return true;
}

static cudaError_t copy_rows(cudaArray_const_t array, size_t x, size_t y, const void *other,
                             size_t pitch, size_t width, size_t height, enum cudaMemcpyKind kind,
                             bool to_array, cudaStream_t stream, bool waits) {
    const size_t at[] = {x, y, 0}, size[] = {width, height, 1};
    if (!array || !other) return simt_fail(cudaErrorInvalidValue);
    if (height > 1 && width > pitch) return simt_fail(cudaErrorInvalidPitchValue);
    if (!holds(array, at, size)) return simt_fail(cudaErrorInvalidValue);
    const struct simt_box a = box_of(array, x, y, 0), b = {(void *)other, pitch, 0};
    return simt_copy_box(to_array ? &a : &b, to_array ? &b : &a, width, height, 1, kind, stream,
                         waits);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind) {
    return copy_rows(to, x, y, from, pitch, width, height, kind, true, cudaStreamLegacy, true);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                     size_t pitch, size_t width, size_t height,
                                     enum cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_rows(to, x, y, from, pitch, width, height, kind, true, stream, false);
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind) {
    return copy_rows(from, x, y, to, pitch, width, height, kind, false, cudaStreamLegacy, true);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                       size_t y, size_t width, size_t height,
                                       enum cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_rows(from, x, y, to, pitch, width, height, kind, false, stream, false);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y,
                                     cudaArray_const_t from, size_t from_x, size_t from_y,
                                     size_t width, size_t height, enum cudaMemcpyKind kind) {
    const size_t at[] = {from_x, from_y, 0}, size[] = {width, height, 1};
    if (!to || !from || !holds(from, at, size)) return simt_fail(cudaErrorInvalidValue);
    const struct simt_box b = box_of(from, from_x, from_y, 0);
    return copy_rows(to, to_x, to_y, b.start, b.pitch, width, height, kind, true, cudaStreamLegacy,
                     true);
}

/* Bytes one behind another, over the ends of rows. */
static cudaError_t copy_bytes(cudaArray_const_t array, size_t x, size_t y, const void *other,
                              size_t bytes, enum cudaMemcpyKind kind, bool to_array,
                              cudaStream_t stream, bool waits) {
    if (!array || !other) return simt_fail(cudaErrorInvalidValue);
    size_t row = array->width * array->element, all = row * array->height;
    size_t at = y < array->height ? y * row + x : all + 1;
    if (at > all || bytes > all - at) return simt_fail(cudaErrorInvalidValue);
    const struct simt_box a = {array->start + at, 0, 0}, b = {(void *)other, 0, 0};
    return simt_copy_box(to_array ? &a : &b, to_array ? &b : &a, bytes, 1, 1, kind, stream, waits);
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind) {
    return copy_bytes(to, x, y, from, bytes, kind, true, cudaStreamLegacy, true);
}

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind) {
    return copy_bytes(from, x, y, to, bytes, kind, false, cudaStreamLegacy, true);
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                   size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_bytes(to, x, y, from, bytes, kind, true, stream, false);
}

cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x, size_t y,
                                     size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_bytes(from, x, y, to, bytes, kind, false, stream, false);
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                   size_t from_x, size_t from_y, size_t bytes,
                                   enum cudaMemcpyKind kind) {
    if (!from || from_y >= from->height) return simt_fail(cudaErrorInvalidValue);
    size_t row = from->width * from->element, at = from_y * row + from_x;
    if (at > row * from->height || bytes > row * from->height - at)
        return simt_fail(cudaErrorInvalidValue);
    return copy_bytes(to, to_x, to_y, from->start + at, bytes, kind, true, cudaStreamLegacy, true);
}

/*
 * Boxes.
 */
/* Where an array takes part, x is in its elements on both sides. */
static cudaError_t side_of(cudaArray_const_t array, const struct cudaPitchedPtr *p,
                           const struct cudaPos *pos, size_t unit, const size_t size[3],
                           struct simt_box *box) {
    const size_t x = pos->x * unit;
    if (!array == !p->ptr) return cudaErrorInvalidValue; /* none of them, or both */
    if (array) {
        const size_t at[] = {x, pos->y, pos->z};
        if (!holds(array, at, size)) return cudaErrorInvalidValue;
        *box = box_of(array, at[0], at[1], at[2]);
        return cudaSuccess;
    }
    bool many = size[1] > 1 || size[2] > 1;
    if (many && x + size[0] > p->pitch) return cudaErrorInvalidPitchValue;
    if (size[2] > 1 && pos->y + size[1] > p->ysize) return cudaErrorInvalidValue;
    size_t slice = p->pitch * p->ysize;
    box->start = (char *)p->ptr + pos->z * slice + pos->y * p->pitch + x;
    box->pitch = p->pitch;
    box->slice = slice;
    return cudaSuccess;
}

static cudaError_t copy_box(const struct cudaMemcpy3DParms *p, cudaStream_t stream, bool waits) {
    if (!p) return simt_fail(cudaErrorInvalidValue);
    struct simt_box to, from;
    size_t unit = p->srcArray ? p->srcArray->element : p->dstArray ? p->dstArray->element : 1;
    const size_t size[] = {p->extent.width * unit, p->extent.height, p->extent.depth};
    if (p->srcArray && p->dstArray && p->dstArray->element != unit)
        return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = side_of(p->dstArray, &p->dstPtr, &p->dstPos, unit, size, &to);
    if (!error) error = side_of(p->srcArray, &p->srcPtr, &p->srcPos, unit, size, &from);
    if (error) return simt_fail(error);
    return simt_copy_box(&to, &from, size[0], size[1], size[2], p->kind, stream, waits);
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p) {
    return copy_box(p, cudaStreamLegacy, true);
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream) {
    return copy_box(p, stream, false);
}

static struct cudaMemcpy3DParms of_peers(const struct cudaMemcpy3DPeerParms *p) {
    return (struct cudaMemcpy3DParms){p->srcArray, p->srcPos, p->srcPtr, p->dstArray,
                                      p->dstPos,   p->dstPtr, p->extent, cudaMemcpyDefault};
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream) {
    if (!p) return simt_fail(cudaErrorInvalidValue);
    if (!simt_is_device(p->srcDevice) || !simt_is_device(p->dstDevice))
        return simt_fail(cudaErrorInvalidDevice);
    const struct cudaMemcpy3DParms c = of_peers(p);
    return copy_box(&c, stream, false);
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p) {
    cudaError_t error = cudaMemcpy3DPeerAsync(p, cudaStreamLegacy);
    return error ? error : simt_wait(simt_end_of(cudaStreamLegacy));
}

/*
 * Boxes of plain memory.
 */
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *d_pointer, struct cudaExtent extent) {
    if (!d_pointer) return simt_fail(cudaErrorInvalidValue);
    size_t pitch = (extent.width + PITCH - 1) / PITCH * PITCH;
    *d_pointer = make_cudaPitchedPtr(NULL, pitch, extent.width, extent.height);
    return simt_malloc(&d_pointer->ptr, pitch * extent.height * extent.depth);
}

static cudaError_t fill_box(const struct cudaPitchedPtr *p, int value, struct cudaExtent e,
                            cudaStream_t stream, bool waits) {
    if (e.width > p->pitch) return simt_fail(cudaErrorInvalidPitchValue);
    const struct simt_box box = {p->ptr, p->pitch, p->pitch * p->ysize};
    return simt_fill_box(&box, value, e.width, e.height, e.depth, stream, waits);
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr d_pointer, int value, struct cudaExtent extent) {
    return fill_box(&d_pointer, value, extent, cudaStreamLegacy, true);
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr d_pointer, int value, struct cudaExtent extent,
                              cudaStream_t stream) {
    return fill_box(&d_pointer, value, extent, stream, false);
}
