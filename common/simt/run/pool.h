/**
 * @file
 * @brief Pools of memory (pool.c), as they take it from memory.c.
 */
#ifndef SIMT_POOL_H
#define SIMT_POOL_H

#include "internal.h"

cudaError_t simt_malloc_pooled(void **d_pointer, size_t bytes, struct simt_pool *pool, int device,
                               cudaStream_t stream);
struct simt_pool *simt_pool_of(int device);                 /* its present one; NULL: an error */
void simt_pool_used(struct simt_pool *pool, int64_t bytes); /* more, or less */

#endif
