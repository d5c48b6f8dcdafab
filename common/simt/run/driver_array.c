/**
 * @file
 * @brief The driver API: arrays, textures, surfaces, and copies in two dimensions.
 */
#include "arrays.h"
#include "driver.h"

/* An element of the driver's format. No component: none is like that. */
static struct cudaChannelFormatDesc channels(CUarray_format format, unsigned int n) {
    static const struct {
        CUarray_format format;
        int bits;
        enum cudaChannelFormatKind kind;
    } formats[] = {
        {CU_AD_FORMAT_UNSIGNED_INT8, 8, cudaChannelFormatKindUnsigned},
        {CU_AD_FORMAT_UNSIGNED_INT16, 16, cudaChannelFormatKindUnsigned},
        {CU_AD_FORMAT_UNSIGNED_INT32, 32, cudaChannelFormatKindUnsigned},
        {CU_AD_FORMAT_SIGNED_INT8, 8, cudaChannelFormatKindSigned},
        {CU_AD_FORMAT_SIGNED_INT16, 16, cudaChannelFormatKindSigned},
        {CU_AD_FORMAT_SIGNED_INT32, 32, cudaChannelFormatKindSigned},
        {CU_AD_FORMAT_HALF, 16, cudaChannelFormatKindFloat},
        {CU_AD_FORMAT_FLOAT, 32, cudaChannelFormatKindFloat},
    };
    for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
        int bits = formats[i].bits;
        if (formats[i].format != format || (n != 1 && n != 2 && n != 4)) continue;
        return (struct cudaChannelFormatDesc){bits, n > 1 ? bits : 0, n > 2 ? bits : 0,
                                              n > 2 ? bits : 0, formats[i].kind};
    }
    return (struct cudaChannelFormatDesc){0, 0, 0, 0, cudaChannelFormatKindNone};
}

static cudaError_t make_array(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *d) {
    if (!array || !d) return cudaErrorInvalidValue;
    struct cudaChannelFormatDesc desc = channels(d->Format, d->NumChannels);
    struct cudaExtent extent = {d->Width, d->Height, d->Depth};
    return desc.x ? cudaMalloc3DArray(array, &desc, extent, d->Flags) : cudaErrorInvalidValue;
}

static cudaError_t make_plain_array(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *d) {
    if (!d) return cudaErrorInvalidValue;
    CUDA_ARRAY3D_DESCRIPTOR all = {
        .Width = d->Width, .Height = d->Height, .Format = d->Format, .NumChannels = d->NumChannels};
    return make_array(array, &all);
}
DRIVER_CALL(cuArrayCreate, (CUarray * array, const CUDA_ARRAY_DESCRIPTOR *descriptor),
            make_plain_array(array, descriptor))
DRIVER_CALL(cuArray3DCreate, (CUarray * array, const CUDA_ARRAY3D_DESCRIPTOR *descriptor),
            make_array(array, descriptor))
DRIVER_CALL(cuArrayDestroy, (CUarray array), cudaFreeArray(array))

/*
 * Textures and surfaces.
 */
static struct cudaResourceDesc resource_of(const CUDA_RESOURCE_DESC *r) {
    struct cudaResourceDesc made = {.resType = (enum cudaResourceType)r->resType};
    switch (r->resType) {
    case CU_RESOURCE_TYPE_ARRAY:
        made.res.array.array = r->res.array.hArray;
        break;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        made.res.mipmap.mipmap = r->res.mipmap.hMipmappedArray;
        break;
    case CU_RESOURCE_TYPE_LINEAR:
        made.res.linear.devPtr = (void *)(uintptr_t)r->res.linear.devPtr;
        made.res.linear.desc = channels(r->res.linear.format, r->res.linear.numChannels);
        made.res.linear.sizeInBytes = r->res.linear.sizeInBytes;
        break;
    case CU_RESOURCE_TYPE_PITCH2D:
        made.res.pitch2D.devPtr = (void *)(uintptr_t)r->res.pitch2D.devPtr;
        made.res.pitch2D.desc = channels(r->res.pitch2D.format, r->res.pitch2D.numChannels);
        made.res.pitch2D.width = r->res.pitch2D.width;
        made.res.pitch2D.height = r->res.pitch2D.height;
        made.res.pitch2D.pitchInBytes = r->res.pitch2D.pitchInBytes;
        break;
    }
    return made;
}

/* The driver reads numbers of 8 and 16 bits as fractions of 1 unless it is told otherwise, the runtime does not. */
static enum cudaTextureReadMode read_mode(const struct cudaResourceDesc *r, unsigned int flags) {
    struct cudaChannelFormatDesc desc = {0};
    if (r->resType == cudaResourceTypeArray && r->res.array.array) desc = r->res.array.array->desc;
    if (r->resType == cudaResourceTypeMipmappedArray && r->res.mipmap.mipmap)
        desc = r->res.mipmap.mipmap->desc;
    if (r->resType == cudaResourceTypeLinear) desc = r->res.linear.desc;
    if (r->resType == cudaResourceTypePitch2D) desc = r->res.pitch2D.desc;
    bool fraction = desc.f != cudaChannelFormatKindFloat && desc.x && desc.x < 32;
    return fraction && !(flags & CU_TRSF_READ_AS_INTEGER) ? cudaReadModeNormalizedFloat
                                                          : cudaReadModeElementType;
}

static cudaError_t make_texture(CUtexObject *texture, const CUDA_RESOURCE_DESC *resource,
                                const CUDA_TEXTURE_DESC *t, const CUDA_RESOURCE_VIEW_DESC *view) {
    if (!texture || !resource || !t) return cudaErrorInvalidValue;
    struct cudaResourceDesc r = resource_of(resource);
    struct cudaTextureDesc desc = {
        .filterMode = (enum cudaTextureFilterMode)t->filterMode,
        .readMode = read_mode(&r, t->flags),
        .sRGB = (t->flags & CU_TRSF_SRGB) != 0,
        .normalizedCoords = (t->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0,
        .maxAnisotropy = t->maxAnisotropy,
        .mipmapFilterMode = (enum cudaTextureFilterMode)t->mipmapFilterMode,
        .mipmapLevelBias = t->mipmapLevelBias,
        .minMipmapLevelClamp = t->minMipmapLevelClamp,
        .maxMipmapLevelClamp = t->maxMipmapLevelClamp,
        .disableTrilinearOptimization = (t->flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0,
        .seamlessCubemap = (t->flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0,
    };
    for (int i = 0; i < 4; i++) desc.borderColor[i] = t->borderColor[i];
    for (int i = 0; i < 3; i++)
        desc.addressMode[i] = (enum cudaTextureAddressMode)t->addressMode[i];
    return cudaCreateTextureObject(texture, &r, &desc, view);
}

static cudaError_t make_surface(CUsurfObject *surface, const CUDA_RESOURCE_DESC *resource) {
    if (!surface || !resource) return cudaErrorInvalidValue;
    struct cudaResourceDesc r = resource_of(resource);
    return cudaCreateSurfaceObject(surface, &r);
}
DRIVER_CALL(cuTexObjectCreate,
            (CUtexObject * texture, const CUDA_RESOURCE_DESC *resource,
             const CUDA_TEXTURE_DESC *desc, const CUDA_RESOURCE_VIEW_DESC *view),
            make_texture(texture, resource, desc, view))
DRIVER_CALL(cuTexObjectDestroy, (CUtexObject texture), cudaDestroyTextureObject(texture))
DRIVER_CALL(cuSurfObjectCreate, (CUsurfObject * surface, const CUDA_RESOURCE_DESC *resource),
            make_surface(surface, resource))
DRIVER_CALL(cuSurfObjectDestroy, (CUsurfObject surface), cudaDestroySurfaceObject(surface))

/*
 * Copies.
 */
/* One side of a copy: an array, or the first byte that is copied. False: it is neither. */
static bool side_of(CUmemorytype type, const void *host, CUdeviceptr device, CUarray array,
                    size_t pitch, size_t x, size_t y, char **start) {
    *start = NULL;
    if (type == CU_MEMORYTYPE_ARRAY) return array != NULL;
    const char *base = type == CU_MEMORYTYPE_HOST ? host : (const void *)(uintptr_t)device;
    *start = (char *)base + y * pitch + x;
    return base && type >= CU_MEMORYTYPE_HOST && type <= CU_MEMORYTYPE_UNIFIED;
}

static enum cudaMemcpyKind kind_of(CUmemorytype to, CUmemorytype from) {
    if (to == CU_MEMORYTYPE_UNIFIED || from == CU_MEMORYTYPE_UNIFIED) return cudaMemcpyDefault;
    if (from == CU_MEMORYTYPE_HOST)
        return to == CU_MEMORYTYPE_HOST ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice;
    return to == CU_MEMORYTYPE_HOST ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
}

static cudaError_t copy_rows(const CUDA_MEMCPY2D *c, bool waits, CUstream stream) {
    char *to, *from;
    if (!c) return cudaErrorInvalidValue;
    size_t to_pitch = c->dstPitch ? c->dstPitch : c->WidthInBytes + c->dstXInBytes;
    size_t from_pitch = c->srcPitch ? c->srcPitch : c->WidthInBytes + c->srcXInBytes;
    if (!side_of(c->dstMemoryType, c->dstHost, c->dstDevice, c->dstArray, to_pitch, c->dstXInBytes,
                 c->dstY, &to) ||
        !side_of(c->srcMemoryType, c->srcHost, c->srcDevice, c->srcArray, from_pitch,
                 c->srcXInBytes, c->srcY, &from))
        return cudaErrorInvalidValue;
    enum cudaMemcpyKind kind = kind_of(c->dstMemoryType, c->srcMemoryType);
    size_t width = c->WidthInBytes, height = c->Height;
    if (!to && !from)
        return cudaMemcpy2DArrayToArray(c->dstArray, c->dstXInBytes, c->dstY, c->srcArray,
                                        c->srcXInBytes, c->srcY, width, height, kind);
    if (!to && waits)
        return cudaMemcpy2DToArray(c->dstArray, c->dstXInBytes, c->dstY, from, from_pitch, width,
                                   height, kind);
    if (!to)
        return cudaMemcpy2DToArrayAsync(c->dstArray, c->dstXInBytes, c->dstY, from, from_pitch,
                                        width, height, kind, stream);
    if (!from && waits)
        return cudaMemcpy2DFromArray(to, to_pitch, c->srcArray, c->srcXInBytes, c->srcY, width,
                                     height, kind);
    if (!from)
        return cudaMemcpy2DFromArrayAsync(to, to_pitch, c->srcArray, c->srcXInBytes, c->srcY, width,
                                          height, kind, stream);
    return waits ? cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind)
                 : cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, stream);
}
DRIVER_CALL(cuMemcpy2D, (const CUDA_MEMCPY2D *copy), copy_rows(copy, true, NULL))
DRIVER_CALL(cuMemcpy2DUnaligned, (const CUDA_MEMCPY2D *copy), copy_rows(copy, true, NULL))
DRIVER_CALL(cuMemcpy2DAsync, (const CUDA_MEMCPY2D *copy, CUstream stream),
            copy_rows(copy, false, stream))
