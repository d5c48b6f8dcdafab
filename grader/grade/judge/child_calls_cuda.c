/**
 * @file
 * @brief CUDA's functions as the learner's code calls them (grader/grade/child.syms): on a GPU under their own
 *        names, on the CPU runtime some under those that its headers give them.
 */
#include "common/cu.h"
#include "grader/grade/judge/child_promises.h"

/* A function that is called as it is, and what is to be said of it. */
#define CALL(name, parameters, arguments, says)                                                    \
    cudaError_t kept_##name parameters;                                                            \
    cudaError_t kept_##name parameters {                                                           \
        says;                                                                                      \
        return name arguments;                                                                     \
    }
/* One that takes something: *made is what. */
#define TAKES(name, shown, parameters, arguments, made, bytes)                                     \
    cudaError_t kept_##name parameters;                                                            \
    cudaError_t kept_##name parameters {                                                           \
        cudaError_t error = name arguments;                                                        \
        if (!error) child_took((uintptr_t) * (made), (bytes), shown);                              \
        return error;                                                                              \
    }
#define WAITS(name, parameters, arguments) CALL(name, parameters, arguments, child_waits(#name))
#define WORKS(name, parameters, arguments)                                                         \
    CALL(name, parameters, arguments, child_works_in(stream, #name))

/* What failed, and nobody asked. A launch that is refused is known at once, and a kernel's fault when it is
 * waited for. */
static char refused[sizeof((struct record_promise *)0)->call];

void child_asks_cuda(void); /* child.c calls it */
void child_asks_cuda(void) {
    cudaError_t waited = cudaDeviceSynchronize(), error = cudaGetLastError();
    if (waited) error = waited;
    if (!error) return;
    fprintf(stderr, "%s failed, and your code did not ask for its error: %s (%s)\n",
            refused[0] ? refused : "a call or a kernel", cudaGetErrorName(error),
            cudaGetErrorString(error));
    exit(EXIT_FAILURE);
}

static void tell_launch(const char *kernel, dim3 grid, dim3 block, size_t shared, bool failed) {
    struct record_launch launch = {.grid = {grid.x, grid.y, grid.z},
                                   .block = {block.x, block.y, block.z},
                                   .shared = (uint32_t)shared,
                                   .refused = failed};
    snprintf(launch.kernel, sizeof(launch.kernel), "%s", kernel);
    child_launches(&launch);
}

/* Memory. */
#ifdef __SIMT__
TAKES(simt_malloc, "cudaMalloc", (void **d, size_t n), (d, n), d, n)
cudaError_t simt_malloc_async(void **d, size_t n, cudaStream_t s) __attribute__((weak));
TAKES(simt_malloc_async, "cudaMallocAsync", (void **d, size_t n, cudaStream_t s), (d, n, s), d, n)
TAKES(simt_malloc_pitch, "cudaMallocPitch", (void **d, size_t *pitch, size_t w, size_t h),
      (d, pitch, w, h), d, *pitch *h)
TAKES(simt_malloc_managed, "cudaMallocManaged", (void **d, size_t n, unsigned f), (d, n, f), d, n)
TAKES(simt_malloc_host, "cudaMallocHost", (void **p, size_t n, unsigned f), (p, n, f), p, n)
#else
TAKES(cudaMalloc, "cudaMalloc", (void **d, size_t n), (d, n), d, n)
TAKES(cudaMallocPitch, "cudaMallocPitch", (void **d, size_t *pitch, size_t w, size_t h),
      (d, pitch, w, h), d, *pitch *h)
TAKES(cudaMallocManaged, "cudaMallocManaged", (void **d, size_t n, unsigned f), (d, n, f), d, n)
TAKES(cudaMallocHost, "cudaMallocHost", (void **p, size_t n), (p, n), p, n)
TAKES(cudaHostAlloc, "cudaHostAlloc", (void **p, size_t n, unsigned f), (p, n, f), p, n)
TAKES(cudaMallocAsync, "cudaMallocAsync", (void **d, size_t n, cudaStream_t s), (d, n, s), d, n)
#endif
CALL(cudaFree, (void *d), (d), child_gave((uintptr_t)d); child_waits("cudaFree"))
CALL(cudaFreeHost, (void *p), (p), child_gave((uintptr_t)p); child_waits("cudaFreeHost"))
CALL(cudaFreeAsync, (void *d, cudaStream_t stream), (d, stream), child_gave((uintptr_t)d);
     child_works_in(stream, "cudaFreeAsync"))

/* Streams and events. */
#define MAKES(name, parameters, arguments)                                                         \
    cudaError_t kept_##name parameters;                                                            \
    cudaError_t kept_##name parameters {                                                           \
        cudaError_t error = name arguments;                                                        \
        if (!error) child_made_stream((uintptr_t)*s, #name);                                       \
        return error;                                                                              \
    }
MAKES(cudaStreamCreate, (cudaStream_t * s), (s))
MAKES(cudaStreamCreateWithFlags, (cudaStream_t * s, unsigned f), (s, f))
MAKES(cudaStreamCreateWithPriority, (cudaStream_t * s, unsigned f, int p), (s, f, p))
CALL(cudaStreamDestroy, (cudaStream_t s), (s), child_gave((uintptr_t)s))
TAKES(cudaEventCreate, "cudaEventCreate", (cudaEvent_t * e), (e), e, 0)
TAKES(cudaEventCreateWithFlags, "cudaEventCreateWithFlags", (cudaEvent_t * e, unsigned f), (e, f),
      e, 0)
CALL(cudaEventDestroy, (cudaEvent_t e), (e), child_gave((uintptr_t)e))
WORKS(cudaEventRecord, (cudaEvent_t e, cudaStream_t stream), (e, stream))
WORKS(cudaStreamWaitEvent, (cudaStream_t stream, cudaEvent_t e, unsigned f), (stream, e, f))

/* Waits, and questions whether there is anything to wait for. */
WAITS(cudaStreamSynchronize, (cudaStream_t s), (s))
WAITS(cudaStreamQuery, (cudaStream_t s), (s))
WAITS(cudaEventSynchronize, (cudaEvent_t e), (e))
WAITS(cudaEventQuery, (cudaEvent_t e), (e))
WAITS(cudaDeviceSynchronize, (void), ())
WAITS(cudaDeviceReset, (void), ())

/* Copies: one on the device waits for nobody, and goes into the default stream. */
static void copies(enum cudaMemcpyKind kind, const char *call) {
    if (kind == cudaMemcpyDeviceToDevice)
        child_works_in(NULL, call);
    else
        child_waits(call);
}

/* One to memory that is not pinned waits until it has come. */
static void copies_in(cudaStream_t stream, void *to, enum cudaMemcpyKind kind, const char *call) {
    struct cudaPointerAttributes memory = {.type = cudaMemoryTypeHost};
    if (kind == cudaMemcpyDeviceToHost && cudaPointerGetAttributes(&memory, to) == cudaSuccess &&
        memory.type == cudaMemoryTypeUnregistered)
        child_waits(call);
    child_works_in(stream, call);
}

CALL(cudaMemcpy, (void *to, const void *from, size_t n, enum cudaMemcpyKind k), (to, from, n, k),
     copies(k, "cudaMemcpy"))
CALL(cudaMemcpyAsync,
     (void *to, const void *from, size_t n, enum cudaMemcpyKind k, cudaStream_t stream),
     (to, from, n, k, stream), copies_in(stream, to, k, "cudaMemcpyAsync"))
CALL(cudaMemcpy2D,
     (void *to, size_t tp, const void *from, size_t fp, size_t w, size_t h, enum cudaMemcpyKind k),
     (to, tp, from, fp, w, h, k), copies(k, "cudaMemcpy2D"))
CALL(cudaMemcpy2DAsync,
     (void *to, size_t tp, const void *from, size_t fp, size_t w, size_t h, enum cudaMemcpyKind k,
      cudaStream_t stream),
     (to, tp, from, fp, w, h, k, stream), copies_in(stream, to, k, "cudaMemcpy2DAsync"))
CALL(cudaMemset, (void *d, int v, size_t n), (d, v, n), child_works_in(NULL, "cudaMemset"))
CALL(cudaMemset2D, (void *d, size_t p, int v, size_t w, size_t h), (d, p, v, w, h),
     child_works_in(NULL, "cudaMemset2D"))
WORKS(cudaMemsetAsync, (void *d, int v, size_t n, cudaStream_t stream), (d, v, n, stream))
WORKS(cudaMemset2DAsync, (void *d, size_t p, int v, size_t w, size_t h, cudaStream_t stream),
      (d, p, v, w, h, stream))

/* Launches, and copies of variables. */
WORKS(cudaLaunchHostFunc, (cudaStream_t stream, cudaHostFn_t f, void *of), (stream, f, of))
CALL(cudaLaunchKernelExC, (const cudaLaunchConfig_t *c, const void *f, void **args), (c, f, args),
     child_works_in(c->stream, "cudaLaunchKernelEx"))
#ifdef __SIMT__
static const char *copy_of(enum cudaMemcpyKind kind) {
    return kind == cudaMemcpyDeviceToHost ? "cudaMemcpyFromSymbol" : "cudaMemcpyToSymbol";
}
CALL(simt_copy_symbol,
     (void *symbol, size_t of, void *other, size_t n, size_t at, enum cudaMemcpyKind k),
     (symbol, of, other, n, at, k), copies(k, copy_of(k)))
CALL(simt_copy_symbol_async,
     (void *symbol, size_t of, void *other, size_t n, size_t at, enum cudaMemcpyKind k,
      cudaStream_t stream),
     (symbol, of, other, n, at, k, stream), copies_in(stream, other, k, copy_of(k)))
CALL(simt_launch_by_address,
     (const void *f, dim3 grid, dim3 block, void **args, size_t bytes, cudaStream_t stream, int c),
     (f, grid, block, args, bytes, stream, c), child_works_in(stream, "cudaLaunchKernel"))

int kept_simt_launch(const struct simt_kernel *k, const struct simt_config *c, void *args);
int kept_simt_launch(const struct simt_kernel *k, const struct simt_config *c, void *args) {
    char call[sizeof((struct record_promise *)0)->call];
    snprintf(call, sizeof(call), "the launch of %s", k->name);
    child_works_in(c->stream, call);
    int error = simt_launch(k, c, args);
    if (error) snprintf(refused, sizeof(refused), "%s", call);
    tell_launch(k->name, c->grid, c->block, c->shared_bytes, error);
    return error;
}
#else
CALL(cudaMemcpyToSymbol,
     (const void *symbol, const void *from, size_t n, size_t at, enum cudaMemcpyKind k),
     (symbol, from, n, at, k), copies(k, "cudaMemcpyToSymbol"))
CALL(cudaMemcpyFromSymbol,
     (void *to, const void *symbol, size_t n, size_t at, enum cudaMemcpyKind k),
     (to, symbol, n, at, k), copies(k, "cudaMemcpyFromSymbol"))
/* What nvcc makes of <<< >>>, before it calls the kernel's stub. */
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t bytes, cudaStream_t stream);
unsigned kept_push_configuration(dim3 grid, dim3 block, size_t bytes, cudaStream_t stream);
unsigned kept_push_configuration(dim3 grid, dim3 block, size_t bytes, cudaStream_t stream) {
    child_works_in(stream, "the launch of a kernel");
    tell_launch("", grid, block, bytes, false);
    return __cudaPushCallConfiguration(grid, block, bytes, stream);
}
CALL(cudaLaunchKernel,
     (const void *f, dim3 grid, dim3 block, void **args, size_t bytes, cudaStream_t stream),
     (f, grid, block, args, bytes, stream), child_works_in(stream, "the launch of a kernel"))
CALL(cudaLaunchCooperativeKernel,
     (const void *f, dim3 grid, dim3 block, void **args, size_t bytes, cudaStream_t stream),
     (f, grid, block, args, bytes, stream), child_works_in(stream, "the launch of a kernel"))
#endif
