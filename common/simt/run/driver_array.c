/**
 * @file
 * @brief The driver API: arrays, textures and surfaces.
 */
#include "arrays.h"
#include "driver.h"

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
enum { FORMATS = sizeof(formats) / sizeof(*formats) };

/* An element of the driver's format. No component: none is like that. */
static struct cudaChannelFormatDesc channels(CUarray_format format, unsigned int n) {
    for (size_t i = 0; i < FORMATS; i++) {
        int bits = formats[i].bits;
        if (formats[i].format != format || (n != 1 && n != 2 && n != 4)) continue;
        return (struct cudaChannelFormatDesc){bits, n > 1 ? bits : 0, n > 2 ? bits : 0,
                                              n > 2 ? bits : 0, formats[i].kind};
    }
    return (struct cudaChannelFormatDesc){0, 0, 0, 0, cudaChannelFormatKindNone};
}

/* The other way round. */
static CUarray_format format_of(const struct cudaChannelFormatDesc *desc, unsigned int *n) {
    size_t i = 0;
    while (i + 1 < FORMATS && (formats[i].bits != desc->x || formats[i].kind != desc->f)) i++;
    *n = 1 + (desc->y > 0) + (desc->z > 0) + (desc->w > 0);
    return formats[i].format;
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

static cudaError_t describe(CUDA_ARRAY3D_DESCRIPTOR *d, CUarray array) {
    struct cudaChannelFormatDesc desc;
    struct cudaExtent extent;
    if (!d || !array) return cudaErrorInvalidValue;
    cudaError_t error = cudaArrayGetInfo(&desc, &extent, &d->Flags, array);
    if (error) return error;
    d->Width = extent.width;
    d->Height = extent.height;
    d->Depth = extent.depth;
    d->Format = format_of(&desc, &d->NumChannels);
    return cudaSuccess;
}

static cudaError_t describe_plain(CUDA_ARRAY_DESCRIPTOR *d, CUarray array) {
    CUDA_ARRAY3D_DESCRIPTOR all;
    cudaError_t error = d ? describe(&all, array) : cudaErrorInvalidValue;
    if (error) return error;
    *d = (CUDA_ARRAY_DESCRIPTOR){all.Width, all.Height, all.Format, all.NumChannels};
    return cudaSuccess;
}
DRIVER_CALL(cuArray3DGetDescriptor, (CUDA_ARRAY3D_DESCRIPTOR * descriptor, CUarray array),
            describe(descriptor, array))
DRIVER_CALL(cuArrayGetDescriptor, (CUDA_ARRAY_DESCRIPTOR * descriptor, CUarray array),
            describe_plain(descriptor, array))

static cudaError_t make_mipmap(CUmipmappedArray *mipmap, const CUDA_ARRAY3D_DESCRIPTOR *d, unsigned int levels) {
    if (!mipmap || !d) return cudaErrorInvalidValue;
    struct cudaChannelFormatDesc desc = channels(d->Format, d->NumChannels);
    struct cudaExtent extent = {d->Width, d->Height, d->Depth};
    return desc.x ? cudaMallocMipmappedArray(mipmap, &desc, extent, levels, d->Flags) : cudaErrorInvalidValue;
}
DRIVER_CALL(cuMipmappedArrayCreate,
            (CUmipmappedArray * mipmap, const CUDA_ARRAY3D_DESCRIPTOR *descriptor, unsigned int levels),
            make_mipmap(mipmap, descriptor, levels))
DRIVER_CALL(cuMipmappedArrayGetLevel, (CUarray * array, CUmipmappedArray mipmap, unsigned int level),
            cudaGetMipmappedArrayLevel(array, mipmap, level))
DRIVER_CALL(cuMipmappedArrayDestroy, (CUmipmappedArray mipmap), cudaFreeMipmappedArray(mipmap))

CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *elements, CUarray_format format, unsigned int components,
                                            CUdevice device) {
    struct cudaChannelFormatDesc desc = channels(format, components);
    CUresult error = simt_of_device(device, elements);
    if (error || !desc.x) return error ? error : CUDA_ERROR_INVALID_VALUE;
    struct driver_call call = simt_driver_begin(false);
    return simt_driver_end(&call, cudaDeviceGetTexture1DLinearMaxWidth(elements, &desc, device));
}

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
 * What was asked of a texture or a surface.
 */
static void tell_resource(CUDA_RESOURCE_DESC *to, const struct cudaResourceDesc *r) {
    *to = (CUDA_RESOURCE_DESC){.resType = (CUresourcetype)r->resType};
    switch (r->resType) {
    case cudaResourceTypeArray:
        to->res.array.hArray = r->res.array.array;
        break;
    case cudaResourceTypeMipmappedArray:
        to->res.mipmap.hMipmappedArray = r->res.mipmap.mipmap;
        break;
    case cudaResourceTypeLinear:
        to->res.linear.devPtr = (uintptr_t)r->res.linear.devPtr;
        to->res.linear.format = format_of(&r->res.linear.desc, &to->res.linear.numChannels);
        to->res.linear.sizeInBytes = r->res.linear.sizeInBytes;
        break;
    case cudaResourceTypePitch2D:
        to->res.pitch2D.devPtr = (uintptr_t)r->res.pitch2D.devPtr;
        to->res.pitch2D.format = format_of(&r->res.pitch2D.desc, &to->res.pitch2D.numChannels);
        to->res.pitch2D.width = r->res.pitch2D.width;
        to->res.pitch2D.height = r->res.pitch2D.height;
        to->res.pitch2D.pitchInBytes = r->res.pitch2D.pitchInBytes;
        break;
    }
}

static cudaError_t resource_in(CUDA_RESOURCE_DESC *resource, unsigned long long object, bool surface) {
    struct cudaResourceDesc r;
    if (!resource) return cudaErrorInvalidValue;
    cudaError_t error =
        surface ? cudaGetSurfaceObjectResourceDesc(&r, object) : cudaGetTextureObjectResourceDesc(&r, object);
    if (!error) tell_resource(resource, &r);
    return error;
}

static cudaError_t reading_of(CUDA_TEXTURE_DESC *desc, CUtexObject texture) {
    struct cudaTextureDesc t;
    if (!desc) return cudaErrorInvalidValue;
    cudaError_t error = cudaGetTextureObjectTextureDesc(&t, texture);
    if (error) return error;
    *desc = (CUDA_TEXTURE_DESC){
        .filterMode = (CUfilter_mode)t.filterMode,
        .flags = (t.readMode == cudaReadModeElementType ? CU_TRSF_READ_AS_INTEGER : 0u) |
                 (t.normalizedCoords ? CU_TRSF_NORMALIZED_COORDINATES : 0u) | (t.sRGB ? CU_TRSF_SRGB : 0u) |
                 (t.disableTrilinearOptimization ? CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION : 0u) |
                 (t.seamlessCubemap ? CU_TRSF_SEAMLESS_CUBEMAP : 0u),
        .maxAnisotropy = t.maxAnisotropy,
        .mipmapFilterMode = (CUfilter_mode)t.mipmapFilterMode,
        .mipmapLevelBias = t.mipmapLevelBias,
        .minMipmapLevelClamp = t.minMipmapLevelClamp,
        .maxMipmapLevelClamp = t.maxMipmapLevelClamp,
    };
    for (int i = 0; i < 4; i++) desc->borderColor[i] = t.borderColor[i];
    for (int i = 0; i < 3; i++) desc->addressMode[i] = (CUaddress_mode)t.addressMode[i];
    return cudaSuccess;
}
DRIVER_CALL(cuTexObjectGetResourceDesc, (CUDA_RESOURCE_DESC * resource, CUtexObject texture),
            resource_in(resource, texture, false))
DRIVER_CALL(cuSurfObjectGetResourceDesc, (CUDA_RESOURCE_DESC * resource, CUsurfObject surface),
            resource_in(resource, surface, true))
DRIVER_CALL(cuTexObjectGetTextureDesc, (CUDA_TEXTURE_DESC * desc, CUtexObject texture), reading_of(desc, texture))
