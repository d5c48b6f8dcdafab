/**
 * @file
 * @brief The driver API: boxes of bytes, in memory and in arrays, and copies between contexts.
 *
 * All of them become one call of the runtime, which a graph's node keeps, too.
 */
#include "arrays.h"
#include "driver.h"

/* One side of a copy, in bytes and rows. */
struct side {
    CUmemorytype type;
    const void *host;
    CUdeviceptr device;
    CUarray array;
    size_t x, y, z, pitch, height;
};

static enum cudaMemcpyKind kind_of(CUmemorytype to, CUmemorytype from) {
    if (to == CU_MEMORYTYPE_UNIFIED || from == CU_MEMORYTYPE_UNIFIED) return cudaMemcpyDefault;
    if (from == CU_MEMORYTYPE_HOST)
        return to == CU_MEMORYTYPE_HOST ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice;
    return to == CU_MEMORYTYPE_HOST ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
}

/* Where x or the width are no whole elements: the bytes of an array as memory. */
static cudaError_t place_bytes(const struct side *s, const CUDA_MEMCPY3D *c,
                               struct cudaPitchedPtr *memory) {
    const struct cudaArray *a = s->array;
    const size_t row = a->width * a->element;
    if (s->x + c->WidthInBytes > row || s->y + c->Height > a->height || s->z + c->Depth > a->depth)
        return cudaErrorInvalidValue;
    char *start = a->start + (s->z * a->height + s->y) * row + s->x;
    *memory = make_cudaPitchedPtr(start, row, c->WidthInBytes, a->height);
    return cudaSuccess;
}

/* Of memory the first byte that is copied; of an array its position in elements. */
static cudaError_t place_side(const struct side *s, const CUDA_MEMCPY3D *c, bool by_bytes,
                              cudaArray_t *array, struct cudaPos *pos,
                              struct cudaPitchedPtr *memory) {
    if (s->type == CU_MEMORYTYPE_ARRAY) {
        if (!s->array) return cudaErrorInvalidValue;
        if (by_bytes) return place_bytes(s, c, memory);
        *array = s->array;
        *pos = make_cudaPos(s->x / s->array->element, s->y, s->z);
        return cudaSuccess;
    }
    size_t pitch = s->pitch ? s->pitch : c->WidthInBytes + s->x,
           height = s->height ? s->height : c->Height + s->y;
    const char *base = s->type == CU_MEMORYTYPE_HOST ? s->host : (const void *)(uintptr_t)s->device;
    if (!base || s->type < CU_MEMORYTYPE_HOST || s->type > CU_MEMORYTYPE_UNIFIED)
        return cudaErrorInvalidValue;
    if (s->x + c->WidthInBytes > pitch || s->y + c->Height > height) return cudaErrorInvalidValue;
    char *start = (char *)base + (s->z * height + s->y) * pitch + s->x;
    *memory = make_cudaPitchedPtr(start, pitch, c->WidthInBytes, height);
    return cudaSuccess;
}

/* Is a side an array of other elements than x and the width have? */
static bool is_uneven(const struct side *s, size_t width) {
    const size_t element = s->type == CU_MEMORYTYPE_ARRAY && s->array ? s->array->element : 1;
    return s->x % element || width % element;
}

cudaError_t simt_box_copy(const CUDA_MEMCPY3D *c, struct cudaMemcpy3DParms *p) {
    *p = (struct cudaMemcpy3DParms){.extent = {0, 0, 0}};
    if (!c || c->srcLOD || c->dstLOD) return cudaErrorInvalidValue;
    const struct side from = {c->srcMemoryType, c->srcHost,     c->srcDevice,
                              c->srcArray,      c->srcXInBytes, c->srcY,
                              c->srcZ,          c->srcPitch,    c->srcHeight};
    const struct side to = {c->dstMemoryType, c->dstHost, c->dstDevice, c->dstArray, c->dstXInBytes,
                            c->dstY,          c->dstZ,    c->dstPitch,  c->dstHeight};
    const bool by_bytes = is_uneven(&from, c->WidthInBytes) || is_uneven(&to, c->WidthInBytes);
    cudaError_t error = place_side(&from, c, by_bytes, &p->srcArray, &p->srcPos, &p->srcPtr);
    if (!error) error = place_side(&to, c, by_bytes, &p->dstArray, &p->dstPos, &p->dstPtr);
    if (error) return error;
    size_t unit = p->srcArray ? p->srcArray->element : p->dstArray ? p->dstArray->element : 1;
    p->extent = make_cudaExtent(c->WidthInBytes / unit, c->Height, c->Depth);
    p->kind = kind_of(c->dstMemoryType, c->srcMemoryType);
    return cudaSuccess;
}

static cudaError_t copy_box(const CUDA_MEMCPY3D *c, bool waits, CUstream stream) {
    struct cudaMemcpy3DParms p;
    cudaError_t error = simt_box_copy(c, &p);
    if (error) return error;
    return waits ? cudaMemcpy3D(&p) : cudaMemcpy3DAsync(&p, stream);
}
DRIVER_CALL(cuMemcpy3D, (const CUDA_MEMCPY3D *copy), copy_box(copy, true, NULL))
DRIVER_CALL(cuMemcpy3DAsync, (const CUDA_MEMCPY3D *copy, CUstream stream),
            copy_box(copy, false, stream))

/* Addresses are valid in all contexts, so which one they belong to need not be said. */
static cudaError_t copy_box_of_peers(const CUDA_MEMCPY3D_PEER *c, bool waits, CUstream stream) {
    if (!c || !c->srcContext || !c->dstContext) return cudaErrorInvalidValue;
    CUDA_MEMCPY3D plain = *(const CUDA_MEMCPY3D *)(const void *)c;
    return copy_box(&plain, waits, stream);
}
DRIVER_CALL(cuMemcpy3DPeer, (const CUDA_MEMCPY3D_PEER *copy), copy_box_of_peers(copy, true, NULL))
DRIVER_CALL(cuMemcpy3DPeerAsync, (const CUDA_MEMCPY3D_PEER *copy, CUstream stream),
            copy_box_of_peers(copy, false, stream))

static cudaError_t copy_rows(const CUDA_MEMCPY2D *c, bool waits, CUstream stream) {
    if (!c) return cudaErrorInvalidValue;
    const CUDA_MEMCPY3D box = {
        .srcXInBytes = c->srcXInBytes,
        .srcY = c->srcY,
        .srcMemoryType = c->srcMemoryType,
        .srcHost = c->srcHost,
        .srcDevice = c->srcDevice,
        .srcArray = c->srcArray,
        .srcPitch = c->srcPitch,
        .dstXInBytes = c->dstXInBytes,
        .dstY = c->dstY,
        .dstMemoryType = c->dstMemoryType,
        .dstHost = c->dstHost,
        .dstDevice = c->dstDevice,
        .dstArray = c->dstArray,
        .dstPitch = c->dstPitch,
        .WidthInBytes = c->WidthInBytes,
        .Height = c->Height,
        .Depth = 1,
    };
    return copy_box(&box, waits, stream);
}
DRIVER_CALL(cuMemcpy2D, (const CUDA_MEMCPY2D *copy), copy_rows(copy, true, NULL))
DRIVER_CALL(cuMemcpy2DUnaligned, (const CUDA_MEMCPY2D *copy), copy_rows(copy, true, NULL))
DRIVER_CALL(cuMemcpy2DAsync, (const CUDA_MEMCPY2D *copy, CUstream stream),
            copy_rows(copy, false, stream))

/*
 * The first row of an array.
 */
#define ROW(sides)                                                                                 \
    (&(const CUDA_MEMCPY3D){.WidthInBytes = bytes, .Height = 1, .Depth = 1, SIDES_##sides})
#define SIDES_FROM_ARRAY .srcMemoryType = CU_MEMORYTYPE_ARRAY, .srcArray = from, .srcXInBytes = at
#define SIDES_TO_ARRAY   .dstMemoryType = CU_MEMORYTYPE_ARRAY, .dstArray = to, .dstXInBytes = at
#define SIDES_AtoA                                                                                 \
    .srcMemoryType = CU_MEMORYTYPE_ARRAY, .srcArray = from, .srcXInBytes = from_at,                \
    .dstMemoryType = CU_MEMORYTYPE_ARRAY, .dstArray = to, .dstXInBytes = to_at
#define SIDES_AtoD SIDES_FROM_ARRAY, .dstMemoryType = CU_MEMORYTYPE_DEVICE, .dstDevice = to
#define SIDES_AtoH SIDES_FROM_ARRAY, .dstMemoryType = CU_MEMORYTYPE_HOST, .dstHost = to
#define SIDES_DtoA SIDES_TO_ARRAY, .srcMemoryType = CU_MEMORYTYPE_DEVICE, .srcDevice = from
#define SIDES_HtoA SIDES_TO_ARRAY, .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = from
DRIVER_CALL(cuMemcpyAtoA, (CUarray to, size_t to_at, CUarray from, size_t from_at, size_t bytes),
            copy_box(ROW(AtoA), true, NULL))
DRIVER_CALL(cuMemcpyAtoD, (CUdeviceptr to, CUarray from, size_t at, size_t bytes),
            copy_box(ROW(AtoD), true, NULL))
DRIVER_CALL(cuMemcpyAtoH, (void *to, CUarray from, size_t at, size_t bytes),
            copy_box(ROW(AtoH), true, NULL))
DRIVER_CALL(cuMemcpyAtoHAsync, (void *to, CUarray from, size_t at, size_t bytes, CUstream stream),
            copy_box(ROW(AtoH), false, stream))
DRIVER_CALL(cuMemcpyDtoA, (CUarray to, size_t at, CUdeviceptr from, size_t bytes),
            copy_box(ROW(DtoA), true, NULL))
DRIVER_CALL(cuMemcpyHtoA, (CUarray to, size_t at, const void *from, size_t bytes),
            copy_box(ROW(HtoA), true, NULL))
DRIVER_CALL(cuMemcpyHtoAAsync,
            (CUarray to, size_t at, const void *from, size_t bytes, CUstream stream),
            copy_box(ROW(HtoA), false, stream))

/*
 * Between contexts.
 */
static void *pointer(CUdeviceptr d_pointer) {
    return (void *)(uintptr_t)d_pointer;
}
#define PEERS                                                                                      \
    CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context, size_t bytes
#define OF_PEERS(copy, ...)                                                                        \
    to_context &&from_context                                                                      \
        ? copy(pointer(to), to_context->device, pointer(from), from_context->device, __VA_ARGS__)  \
        : (cudaError_t)CUDA_ERROR_INVALID_CONTEXT
DRIVER_CALL(cuMemcpyPeer, (PEERS), OF_PEERS(cudaMemcpyPeer, bytes))
DRIVER_CALL(cuMemcpyPeerAsync, (PEERS, CUstream stream),
            OF_PEERS(cudaMemcpyPeerAsync, bytes, stream))

/*
 * Fills.
 */
static cudaError_t fill(CUdeviceptr d_pointer, size_t pitch, unsigned int value, unsigned int unit,
                        size_t width, size_t height, CUstream stream) {
    size_t bytes = width * unit;
    if (!width || !height) return cudaSuccess;
    if (d_pointer % unit || (height > 1 && (pitch < bytes || pitch % unit)))
        return cudaErrorInvalidValue;
    cudaError_t error = simt_check_fill(pointer(d_pointer), (height - 1) * pitch + bytes);
    if (error) return error;
    return simt_fill_units(pointer(d_pointer), height > 1 ? pitch : bytes, value, unit, bytes,
                           height, stream);
}
#define FILL(bits, Value, unit)                                                                    \
    DRIVER_CALL(cuMemsetD2D##bits,                                                                 \
                (CUdeviceptr d_pointer, size_t pitch, Value value, size_t width, size_t height),   \
                fill(d_pointer, pitch, value, unit, width, height, NULL))                          \
    DRIVER_CALL(cuMemsetD2D##bits##Async,                                                          \
                (CUdeviceptr d_pointer, size_t pitch, Value value, size_t width, size_t height,    \
                 CUstream stream),                                                                 \
                fill(d_pointer, pitch, value, unit, width, height, stream))
#define FILL_LINE(bits, Value, unit)                                                               \
    DRIVER_CALL(cuMemsetD##bits, (CUdeviceptr d_pointer, Value value, size_t n),                   \
                fill(d_pointer, 0, value, unit, n, 1, NULL))                                       \
    DRIVER_CALL(cuMemsetD##bits##Async,                                                            \
                (CUdeviceptr d_pointer, Value value, size_t n, CUstream stream),                   \
                fill(d_pointer, 0, value, unit, n, 1, stream))
DRIVER_CALL(cuMemsetD8, (CUdeviceptr d_pointer, unsigned char value, size_t n),
            cudaMemset(pointer(d_pointer), value, n))
DRIVER_CALL(cuMemsetD8Async,
            (CUdeviceptr d_pointer, unsigned char value, size_t n, CUstream stream),
            cudaMemsetAsync(pointer(d_pointer), value, n, stream))
FILL_LINE(16, unsigned short, 2)
FILL_LINE(32, unsigned int, 4)
FILL(8, unsigned char, 1)
FILL(16, unsigned short, 2)
FILL(32, unsigned int, 4)
