/**
 * @file
 * @brief CUDA's functions as checked programs call them: done, and an error that they give is told.
 *
 * simtcc renames the calls (calls.syms), so that the runtime's own are not seen.
 */
#include "calls.h"
#include "profile.h"

/* Memory. */
#define TAKES(called, shown, parameters, arguments, pointer)                                       \
    cudaError_t simt_seen_##called parameters;                                                     \
    __attribute__((noinline)) cudaError_t simt_seen_##called parameters {                          \
        simt_call = (struct simt_call){shown, HERE};                                               \
        cudaError_t error = called arguments;                                                      \
        if (!error) check_taken(*pointer);                                                         \
        return check_call(error, shown, NULL);                                                     \
    }
TAKES(simt_malloc, "cudaMalloc", (void **p, size_t n), (p, n), p)
TAKES(simt_malloc_async, "cudaMallocAsync", (void **p, size_t n, cudaStream_t s), (p, n, s), p)
TAKES(simt_malloc_from_pool, "cudaMallocFromPoolAsync",
      (void **p, size_t n, cudaMemPool_t pool, cudaStream_t s), (p, n, pool, s), p)
TAKES(simt_malloc_pitch, "cudaMallocPitch", (void **p, size_t *pitch, size_t w, size_t h),
      (p, pitch, w, h), p)
TAKES(simt_malloc_managed, "cudaMallocManaged", (void **p, size_t n, unsigned f), (p, n, f), p)
TAKES(simt_malloc_host, "cudaMallocHost", (void **p, size_t n, unsigned f), (p, n, f), p)
CALL(cudaFree, (void *p), (p))
CALL(cudaFreeHost, (void *p), (p))
CALL(cudaFreeAsync, (void *p, cudaStream_t s), (p, s))
CALL(cudaHostRegister, (void *p, size_t n, unsigned f), (p, n, f))
CALL(cudaHostUnregister, (void *p), (p))
CALL(cudaHostGetDevicePointer, (void **d, void *p, unsigned f), (d, p, f))
CALL(cudaPointerGetAttributes, (struct cudaPointerAttributes * a, const void *p), (a, p))
CALL(cudaMemGetInfo, (size_t * free, size_t *all), (free, all))

/* Copies and fills. */
CALL(cudaMemcpy, (void *to, const void *from, size_t n, enum cudaMemcpyKind k), (to, from, n, k))
static cudaError_t copy_async(void *to, const void *from, size_t n, enum cudaMemcpyKind k,
                              cudaStream_t s) {
    if (simt_memory_type(to) == cudaMemoryTypeUnregistered ||
        simt_memory_type(from) == cudaMemoryTypeUnregistered)
        profile_host_pageable(n);
    return cudaMemcpyAsync(to, from, n, k, s);
}
SEEN(copy_async, "cudaMemcpyAsync",
     (void *to, const void *from, size_t n, enum cudaMemcpyKind k, cudaStream_t s),
     (to, from, n, k, s))
CALL(cudaMemcpy2D,
     (void *to, size_t tp, const void *from, size_t fp, size_t w, size_t h, enum cudaMemcpyKind k),
     (to, tp, from, fp, w, h, k))
CALL(cudaMemcpy2DAsync,
     (void *to, size_t tp, const void *from, size_t fp, size_t w, size_t h, enum cudaMemcpyKind k,
      cudaStream_t s),
     (to, tp, from, fp, w, h, k, s))
CALL(cudaMemset, (void *p, int v, size_t n), (p, v, n))
CALL(cudaMemsetAsync, (void *p, int v, size_t n, cudaStream_t s), (p, v, n, s))
CALL(cudaMemset2D, (void *p, size_t pitch, int v, size_t w, size_t h), (p, pitch, v, w, h))
CALL(cudaMemset2DAsync, (void *p, size_t pitch, int v, size_t w, size_t h, cudaStream_t s),
     (p, pitch, v, w, h, s))
SEEN(simt_copy_symbol,
     kind == cudaMemcpyDeviceToHost ? "cudaMemcpyFromSymbol" : "cudaMemcpyToSymbol",
     (void *symbol, size_t of, void *other, size_t n, size_t offset, enum cudaMemcpyKind kind),
     (symbol, of, other, n, offset, kind))
SEEN(simt_copy_symbol_async,
     kind == cudaMemcpyDeviceToHost ? "cudaMemcpyFromSymbolAsync" : "cudaMemcpyToSymbolAsync",
     (void *symbol, size_t of, void *other, size_t n, size_t offset, enum cudaMemcpyKind kind,
      cudaStream_t s),
     (symbol, of, other, n, offset, kind, s))

/* Pools. */
CALL(cudaMemPoolCreate, (cudaMemPool_t * pool, const struct cudaMemPoolProps *props), (pool, props))
CALL(cudaMemPoolDestroy, (cudaMemPool_t pool), (pool))
CALL(cudaMemPoolSetAttribute, (cudaMemPool_t pool, enum cudaMemPoolAttr a, void *value),
     (pool, a, value))
CALL(cudaMemPoolSetAccess,
     (cudaMemPool_t pool, const struct cudaMemAccessDesc *access, size_t n), (pool, access, n))
CALL(cudaDeviceSetMemPool, (int device, cudaMemPool_t pool), (device, pool))

/* Streams and events. */
CALL(cudaStreamCreate, (cudaStream_t * s), (s))
CALL(cudaStreamDestroy, (cudaStream_t s), (s))
CALL(cudaStreamSynchronize, (cudaStream_t s), (s))
CALL(cudaStreamQuery, (cudaStream_t s), (s))
CALL(cudaStreamWaitEvent, (cudaStream_t s, cudaEvent_t e, unsigned f), (s, e, f))
CALL(cudaEventCreate, (cudaEvent_t * e), (e))
CALL(cudaEventDestroy, (cudaEvent_t e), (e))
CALL(cudaEventRecord, (cudaEvent_t e, cudaStream_t s), (e, s))
CALL(cudaEventSynchronize, (cudaEvent_t e), (e))
CALL(cudaEventQuery, (cudaEvent_t e), (e))
CALL(cudaEventElapsedTime, (float *ms, cudaEvent_t a, cudaEvent_t b), (ms, a, b))

/* The device, and kernels. */
CALL(cudaDeviceSynchronize, (void), ())
CALL(cudaDeviceReset, (void), ())
CALL(cudaGetLastError, (void), ())
CALL(cudaPeekAtLastError, (void), ())
CALL(cudaSetDevice, (int device), (device))
CALL(cudaGetDeviceProperties, (struct cudaDeviceProp * p, int device), (p, device))
CALL(cudaDeviceGetAttribute, (int *v, enum cudaDeviceAttr a, int device), (v, a, device))
SEEN(simt_function_set, "cudaFuncSetAttribute",
     (const void *function, enum cudaFuncAttribute a, int v), (function, a, v))
SEEN(simt_launch_by_address, cooperative ? "cudaLaunchCooperativeKernel" : "cudaLaunchKernel",
     (const void *function, dim3 grid, dim3 block, void **args, size_t bytes, cudaStream_t s,
      int cooperative),
     (function, grid, block, args, bytes, s, cooperative))

CALL(cudaLaunchKernelExC, (const cudaLaunchConfig_t *c, const void *function, void **args),
     (c, function, args))

int simt_seen_simt_launch(const struct simt_kernel *k, const struct simt_config *c, void *args);
__attribute__((noinline)) int simt_seen_simt_launch(const struct simt_kernel *k,
                                                    const struct simt_config *c, void *args) {
    cudaError_t error = (cudaError_t)simt_launch(k, c, args);
    return check_call(error, "cudaLaunchKernel", k->name);
}
