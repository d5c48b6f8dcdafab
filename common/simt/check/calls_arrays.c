/**
 * @file
 * @brief The calls of CUDA arrays, textures and surfaces, as checked programs make them (calls.c).
 */
#include "calls.h"

CALL(cudaMallocArray,
     (cudaArray_t * array, const struct cudaChannelFormatDesc *desc, size_t width, size_t height,
      unsigned int flags),
     (array, desc, width, height, flags))
CALL(cudaMalloc3DArray,
     (cudaArray_t * array, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent,
      unsigned int flags),
     (array, desc, extent, flags))
CALL(cudaMallocMipmappedArray,
     (cudaMipmappedArray_t * mipmap, const struct cudaChannelFormatDesc *desc,
      struct cudaExtent extent, unsigned int levels, unsigned int flags),
     (mipmap, desc, extent, levels, flags))
CALL(cudaGetMipmappedArrayLevel,
     (cudaArray_t * array, cudaMipmappedArray_const_t mipmap, unsigned int level),
     (array, mipmap, level))
CALL(cudaFreeArray, (cudaArray_t array), (array))
CALL(cudaFreeMipmappedArray, (cudaMipmappedArray_t mipmap), (mipmap))
CALL(cudaArrayGetInfo,
     (struct cudaChannelFormatDesc * desc, struct cudaExtent *extent, unsigned int *flags,
      cudaArray_t array),
     (desc, extent, flags, array))
CALL(cudaGetChannelDesc, (struct cudaChannelFormatDesc * desc, cudaArray_const_t array),
     (desc, array))
CALL(cudaMemcpyToArray,
     (cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes, enum cudaMemcpyKind kind),
     (to, x, y, from, bytes, kind))
CALL(cudaMemcpyFromArray,
     (void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes, enum cudaMemcpyKind kind),
     (to, from, x, y, bytes, kind))
CALL(cudaMemcpyToArrayAsync,
     (cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes, enum cudaMemcpyKind kind,
      cudaStream_t stream),
     (to, x, y, from, bytes, kind, stream))
CALL(cudaMemcpyFromArrayAsync,
     (void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes, enum cudaMemcpyKind kind,
      cudaStream_t stream),
     (to, from, x, y, bytes, kind, stream))
CALL(cudaMemcpyArrayToArray,
     (cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
      size_t from_y, size_t bytes, enum cudaMemcpyKind kind),
     (to, to_x, to_y, from, from_x, from_y, bytes, kind))
CALL(cudaMemcpy2DToArray,
     (cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
      size_t height, enum cudaMemcpyKind kind),
     (to, x, y, from, pitch, width, height, kind))
CALL(cudaMemcpy2DToArrayAsync,
     (cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
      size_t height, enum cudaMemcpyKind kind, cudaStream_t stream),
     (to, x, y, from, pitch, width, height, kind, stream))
CALL(cudaMemcpy2DFromArray,
     (void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
      size_t height, enum cudaMemcpyKind kind),
     (to, pitch, from, x, y, width, height, kind))
CALL(cudaMemcpy2DFromArrayAsync,
     (void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
      size_t height, enum cudaMemcpyKind kind, cudaStream_t stream),
     (to, pitch, from, x, y, width, height, kind, stream))
CALL(cudaMemcpy2DArrayToArray,
     (cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
      size_t from_y, size_t width, size_t height, enum cudaMemcpyKind kind),
     (to, to_x, to_y, from, from_x, from_y, width, height, kind))
CALL(cudaMalloc3D, (struct cudaPitchedPtr * d_pointer, struct cudaExtent extent),
     (d_pointer, extent))
CALL(cudaMemset3D, (struct cudaPitchedPtr d_pointer, int value, struct cudaExtent extent),
     (d_pointer, value, extent))
CALL(cudaMemset3DAsync,
     (struct cudaPitchedPtr d_pointer, int value, struct cudaExtent extent, cudaStream_t stream),
     (d_pointer, value, extent, stream))
CALL(cudaMemcpy3D, (const struct cudaMemcpy3DParms *p), (p))
CALL(cudaMemcpy3DAsync, (const struct cudaMemcpy3DParms *p, cudaStream_t stream), (p, stream))
CALL(cudaMemcpy3DPeer, (const struct cudaMemcpy3DPeerParms *p), (p))
CALL(cudaMemcpy3DPeerAsync, (const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream),
     (p, stream))
CALL(cudaCreateTextureObject,
     (cudaTextureObject_t * texture, const struct cudaResourceDesc *resource,
      const struct cudaTextureDesc *desc, const struct cudaResourceViewDesc *view),
     (texture, resource, desc, view))
CALL(cudaDestroyTextureObject, (cudaTextureObject_t texture), (texture))
CALL(cudaGetTextureObjectResourceDesc,
     (struct cudaResourceDesc * resource, cudaTextureObject_t texture), (resource, texture))
CALL(cudaGetTextureObjectTextureDesc, (struct cudaTextureDesc * desc, cudaTextureObject_t texture),
     (desc, texture))
CALL(cudaCreateSurfaceObject,
     (cudaSurfaceObject_t * surface, const struct cudaResourceDesc *resource), (surface, resource))
CALL(cudaDestroySurfaceObject, (cudaSurfaceObject_t surface), (surface))
CALL(cudaGetSurfaceObjectResourceDesc,
     (struct cudaResourceDesc * resource, cudaSurfaceObject_t surface), (resource, surface))
CALL(cudaDeviceGetTexture1DLinearMaxWidth,
     (size_t * elements, const struct cudaChannelFormatDesc *desc, int device),
     (elements, desc, device))
