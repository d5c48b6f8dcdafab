/**
 * @file
 * @brief Asynchronous copies as functions. A copy is done at once, so there is nothing to wait for.
 */
#ifndef SIMT_CUDA_PIPELINE_PRIMITIVES_H
#define SIMT_CUDA_PIPELINE_PRIMITIVES_H
#ifdef __cplusplus

#include "cuda/simt_copy"
#include "cuda_runtime.h"

/** Copies 4, 8 or 16 bytes, of which the last `zeros` become 0. */
SIMT_INLINE void __pipeline_memcpy_async(void *to, const void *from, size_t bytes,
                                         size_t zeros = 0) {
    cuda::simt_copy_bytes(to, from, bytes - zeros, 0, 1);
    for (size_t i = bytes - zeros; i < bytes; i++) ((unsigned char *)to)[i] = 0;
}
inline void __pipeline_commit() {}
inline void __pipeline_wait_prior(size_t) {}

#endif
#endif
