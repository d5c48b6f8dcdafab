/**
 * @file
 * @brief The host side of CUDA arrays, textures and surfaces. Errors are those of CUDA.
 */
#ifndef SIMT_API_ARRAYS_H
#define SIMT_API_ARRAYS_H

#include <stdint.h>

#include "texture_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Arrays. Widths, heights and depths are in elements; a height or depth of 0 leaves that dimension out. */
struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind);
cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                            size_t width, size_t height SIMT_DEFAULT(0),
                            unsigned int flags SIMT_DEFAULT(0));
cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent, unsigned int flags SIMT_DEFAULT(0));
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmap,
                                     const struct cudaChannelFormatDesc *desc,
                                     struct cudaExtent extent, unsigned int levels,
                                     unsigned int flags SIMT_DEFAULT(0));
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *array, cudaMipmappedArray_const_t mipmap,
                                       unsigned int level);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmap);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent,
                             unsigned int *flags, cudaArray_t array);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array);

/* Copies. In an array x is in bytes, except in cudaMemcpy3DParms, and y in rows. */
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                   size_t bytes, enum cudaMemcpyKind kind,
                                   cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x, size_t y,
                                     size_t bytes, enum cudaMemcpyKind kind,
                                     cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                   size_t from_x, size_t from_y, size_t bytes,
                                   enum cudaMemcpyKind kind SIMT_DEFAULT(cudaMemcpyDeviceToDevice));
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                     size_t pitch, size_t width, size_t height,
                                     enum cudaMemcpyKind kind, cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                       size_t y, size_t width, size_t height,
                                       enum cudaMemcpyKind kind,
                                       cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t
cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                         size_t from_x, size_t from_y, size_t width, size_t height,
                         enum cudaMemcpyKind kind SIMT_DEFAULT(cudaMemcpyDeviceToDevice));
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *d_pointer, struct cudaExtent extent);
cudaError_t cudaMemset3D(struct cudaPitchedPtr d_pointer, int value, struct cudaExtent extent);
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr d_pointer, int value, struct cudaExtent extent,
                              cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p);
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p,
                              cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p);
cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p,
                                  cudaStream_t stream SIMT_DEFAULT(0));

/* Textures and surfaces. */
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *desc,
                                    const struct cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *desc,
                                            cudaTextureObject_t texture);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface,
                                    const struct cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaSurfaceObject_t surface);
cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *elements,
                                                 const struct cudaChannelFormatDesc *desc,
                                                 int device);

/*
 * What kernels ask for (texture.h).
 */
/** What a texture unit gives: four registers of 32 bits, floats or integers. */
struct simt_texel {
    uint32_t r[4];
};

/** Which coordinates a read has; SIMT_LAYERED and SIMT_GATHER may be added. */
enum simt_shape { SIMT_1D = 1, SIMT_2D, SIMT_3D, SIMT_CUBE, SIMT_LAYERED = 8, SIMT_GATHER = 16 };

/** The element `i` of a texture of linear memory; 0 where there is none. */
struct simt_texel simt_texture_element(cudaTextureObject_t texture, int i);
/** A read at x, y, z of mipmap level `level`; `last`: the layer, or for gather the component. */
struct simt_texel simt_texture_read(cudaTextureObject_t texture, int shape, float x, float y,
                                    float z, float level, int last);
/** The level of a read whose coordinates change by these from pixel to pixel. */
float simt_texture_level(cudaTextureObject_t texture, int shape, const float *dx, const float *dy);
/** The `bytes` of a surface at byte x of a row; 0 where there are none. z: the layer or the face. */
struct simt_texel simt_surface_read(cudaSurfaceObject_t surface, int shape, int bytes, int x, int y,
                                    int z, enum cudaSurfaceBoundaryMode mode);
void simt_surface_write(cudaSurfaceObject_t surface, int shape, int bytes, struct simt_texel value,
                        int x, int y, int z, enum cudaSurfaceBoundaryMode mode);

#ifdef __cplusplus
}
#endif
#endif
