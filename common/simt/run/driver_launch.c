/**
 * @file
 * @brief The driver API: what a kernel of a module is, and its launch.
 */
#include "driver.h"

#include <stdlib.h>
#include <string.h>

CUresult simt_check_function(CUfunction function, const void *result) {
    struct driver_call call = simt_driver_begin(true);
    if (call.refused) return call.refused;
    if (!function || function->module->unloaded) return CUDA_ERROR_INVALID_HANDLE;
    return result ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* The runtime's call for this kernel. */
#define FUNCTION_CALL(name, parameters, result, runtime_call)                                      \
    CUresult name parameters {                                                                     \
        CUresult error = simt_check_function(function, result);                                         \
        if (error) return error;                                                                   \
        struct driver_call call = simt_driver_begin(true);                                         \
        return simt_driver_end(&call, runtime_call);                                               \
    }

static cudaError_t attribute_of(int *value, CUfunction_attribute attribute, const void *address) {
    struct cudaFuncAttributes a;
    cudaError_t error = simt_function_attributes(&a, address);
    if (error) return error;
    const int values[] = {
        a.maxThreadsPerBlock,
        (int)a.sharedSizeBytes,
        (int)a.constSizeBytes,
        (int)a.localSizeBytes,
        a.numRegs,
        a.ptxVersion,
        a.binaryVersion,
        a.cacheModeCA,
        a.maxDynamicSharedSizeBytes,
        a.preferredShmemCarveout,
        a.clusterDimMustBeSet,
        a.requiredClusterWidth,
        a.requiredClusterHeight,
        a.requiredClusterDepth,
        a.nonPortableClusterSizeAllowed,
        a.clusterSchedulingPolicyPreference,
    };
    if ((size_t)attribute >= sizeof(values) / sizeof(*values)) return cudaErrorInvalidValue;
    *value = values[attribute];
    return cudaSuccess;
}
FUNCTION_CALL(cuFuncGetAttribute, (int *value, CUfunction_attribute attribute, CUfunction function),
              value, attribute_of(value, attribute, function->address))
FUNCTION_CALL(cuFuncSetAttribute, (CUfunction function, CUfunction_attribute attribute, int value),
              function,
              simt_function_set(function->address, (enum cudaFuncAttribute)attribute, value))
CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config) {
    (void)config;
    return simt_check_function(function, function);
}
CUresult cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config) {
    (void)config;
    return simt_check_function(function, function);
}
FUNCTION_CALL(cuFuncGetName, (const char **name, CUfunction function), name,
              simt_function_name(name, function->address))
FUNCTION_CALL(cuOccupancyMaxActiveBlocksPerMultiprocessor,
              (int *blocks, CUfunction function, int threads, size_t dynamic_bytes), blocks,
              simt_occupancy(blocks, function->address, threads, dynamic_bytes))

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction function,
                                                              int threads, size_t dynamic_bytes,
                                                              unsigned int flags) {
    (void)flags;
    return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, dynamic_bytes);
}

/* The largest block that may run: here none has a better occupancy. */
CUresult cuOccupancyMaxPotentialBlockSize(int *min_grid, int *threads, CUfunction function,
                                          CUoccupancyB2DSize bytes_of, size_t dynamic_bytes,
                                          int limit) {
    if (!min_grid || !threads) return CUDA_ERROR_INVALID_VALUE;
    *threads = limit > 0 && limit < MAX_BLOCK_THREADS ? limit : MAX_BLOCK_THREADS;
    CUresult error = cuOccupancyMaxActiveBlocksPerMultiprocessor(
        min_grid, function, *threads, bytes_of ? bytes_of(*threads) : dynamic_bytes);
    if (!error) *min_grid *= simt_gpu()->sm_count;
    return error;
}

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *min_grid, int *threads, CUfunction function,
                                                   CUoccupancyB2DSize bytes_of, size_t dynamic_bytes, int limit,
                                                   unsigned int flags) {
    (void)flags;
    return cuOccupancyMaxPotentialBlockSize(min_grid, threads, function, bytes_of, dynamic_bytes, limit);
}
FUNCTION_CALL(cuOccupancyAvailableDynamicSMemPerBlock,
              (size_t * bytes, CUfunction function, int blocks, int threads), bytes,
              ((void)threads, simt_available_shared(bytes, blocks)))

CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction function) {
    CUresult error = simt_check_function(function, state);
    if (!error) *state = CU_FUNCTION_LOADING_STATE_LOADED;
    return error;
}
CUresult cuFuncLoad(CUfunction function) {
    return simt_check_function(function, function);
}

CUresult cuFuncGetModule(CUmodule *module, CUfunction function) {
    CUresult error = simt_check_function(function, module);
    if (!error) *module = function->module;
    return error;
}

/*
 * Parameters: their sizes stand in a list that ends with a 0, and their alignments behind it.
 */
static size_t count(const size_t *sizes) {
    size_t n = 0;
    while (sizes[n]) n++;
    return n;
}

/* Where the parameter behind `end` begins. */
static size_t offset_of(const size_t *sizes, size_t n, size_t i, size_t end) {
    size_t alignment = sizes[n + 1 + i];
    return (end + alignment - 1) / alignment * alignment;
}

CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *bytes) {
    struct simt_kernel kernel;
    CUresult error = simt_check_function(function, offset);
    if (error || !simt_find_kernel(function->address, &kernel)) return error;
    size_t n = count(kernel.sizes), end = 0;
    if (index >= n) return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i <= index; i++) {
        *offset = offset_of(kernel.sizes, n, i, end);
        end = *offset + kernel.sizes[i];
    }
    if (bytes) *bytes = kernel.sizes[index];
    return CUDA_SUCCESS;
}

/* The bytes of all arguments, one behind the other. */
static size_t bytes_of_arguments(const size_t *sizes, size_t n) {
    size_t end = 0;
    for (size_t i = 0; i < n; i++) end = offset_of(sizes, n, i, end) + sizes[i];
    return end;
}

/* Arguments one behind the other in a buffer, as pointers to copies of them. Bytes that the buffer has not are 0. */
static void unpack(const struct simt_kernel *kernel, size_t n, const char *buffer, size_t bytes,
                   char *copy, void **args) {
    size_t end = 0;
    memset(copy, 0, bytes_of_arguments(kernel->sizes, n));
    memcpy(copy, buffer, bytes);
    for (size_t i = 0; i < n; i++) {
        size_t start = offset_of(kernel->sizes, n, i, end);
        end = start + kernel->sizes[i];
        args[i] = copy + start;
    }
}

static CUresult find_buffer(void **extra, char **buffer, size_t *bytes) {
    *buffer = NULL;
    *bytes = SIZE_MAX;
    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
        if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER)
            *buffer = extra[1];
        else if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE && extra[1])
            *bytes = *(size_t *)extra[1];
        else
            return CUDA_ERROR_INVALID_VALUE;
    }
    return *buffer && *bytes != SIZE_MAX ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* Their pointers, and the copies behind these. */
size_t simt_room_for_arguments(const struct simt_kernel *kernel) {
    const size_t n = count(kernel->sizes);
    return (n + 3) / 2 * 2 * sizeof(void *) + bytes_of_arguments(kernel->sizes, n);
}

CUresult simt_arguments(const struct simt_kernel *kernel, void **args, void **extra, void **unpacked) {
    size_t n = count(kernel->sizes), bytes = 0;
    char *buffer = NULL, *copy = (char *)(unpacked + (n + 3) / 2 * 2);
    if ((args && extra) || (n && !args && !extra)) return CUDA_ERROR_INVALID_VALUE;
    if (!extra) {
        if (n) memcpy(unpacked, args, n * sizeof(*args));
        return CUDA_SUCCESS;
    }
    CUresult error = find_buffer(extra, &buffer, &bytes);
    if (!error && bytes > bytes_of_arguments(kernel->sizes, n))
        error = CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    if (!error) unpack(kernel, n, buffer, bytes, copy, unpacked);
    return error;
}

static CUresult launch(const cudaLaunchConfig_t *config, CUfunction function, void **args,
                       void **extra) {
    struct simt_kernel kernel;
    CUresult error = simt_check_function(function, config);
    if (error) return error;
    if (!simt_find_kernel(function->address, &kernel)) return CUDA_ERROR_INVALID_HANDLE;
    _Alignas(16) char room[simt_room_for_arguments(&kernel)];
    void **unpacked = (void **)(void *)room;
    error = simt_arguments(&kernel, args, extra, unpacked);
    if (error) return error;
    struct driver_call call = simt_driver_begin(true);
    return simt_driver_end(&call, cudaLaunchKernelExC(config, function->address, unpacked));
}

CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                        unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                        unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                        void **args, void **extra) {
    cudaLaunchConfig_t config = {.gridDim = {grid_x, grid_y, grid_z},
                                 .blockDim = {block_x, block_y, block_z},
                                 .dynamicSmemBytes = shared_bytes,
                                 .stream = stream};
    return launch(&config, function, args, extra);
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                   unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                   unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                                   void **args) {
    struct cudaLaunchAttribute together = {.id = cudaLaunchAttributeCooperative};
    together.val.cooperative = 1;
    cudaLaunchConfig_t config = {.gridDim = {grid_x, grid_y, grid_z},
                                 .blockDim = {block_x, block_y, block_z},
                                 .dynamicSmemBytes = shared_bytes,
                                 .stream = stream,
                                 .attrs = &together,
                                 .numAttrs = 1};
    return launch(&config, function, args, NULL);
}

/* Attributes have the runtime's numbers. There is room for all of them. */
static void take_config(const CUlaunchConfig *c, cudaLaunchConfig_t *config, struct cudaLaunchAttribute *attributes) {
    for (unsigned int i = 0; i < c->numAttrs; i++) {
        attributes[i].id = (enum cudaLaunchAttributeID)c->attrs[i].id;
        attributes[i].val = c->attrs[i].value;
    }
    *config = (cudaLaunchConfig_t){.gridDim = {c->gridDimX, c->gridDimY, c->gridDimZ},
                                   .blockDim = {c->blockDimX, c->blockDimY, c->blockDimZ},
                                   .dynamicSmemBytes = c->sharedMemBytes,
                                   .stream = c->hStream,
                                   .attrs = attributes,
                                   .numAttrs = c->numAttrs};
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *c, CUfunction function, void **args, void **extra) {
    if (!c || (c->numAttrs && !c->attrs)) return CUDA_ERROR_INVALID_VALUE;
    struct cudaLaunchAttribute attributes[c->numAttrs + 1];
    cudaLaunchConfig_t config;
    take_config(c, &config, attributes);
    return launch(&config, function, args, extra);
}

#define ABOUT_CLUSTERS(name, runtime_call)                                                         \
    CUresult name(int *answer, CUfunction function, const CUlaunchConfig *c) {                     \
        CUresult error = simt_check_function(function, answer);                                    \
        if (error) return error;                                                                   \
        if (!c || (c->numAttrs && !c->attrs)) return CUDA_ERROR_INVALID_VALUE;                     \
        struct cudaLaunchAttribute attributes[c->numAttrs + 1];                                    \
        cudaLaunchConfig_t config;                                                                 \
        take_config(c, &config, attributes);                                                       \
        struct driver_call call = simt_driver_begin(true);                                         \
        return simt_driver_end(&call, runtime_call(answer, function->address, &config));           \
    }
ABOUT_CLUSTERS(cuOccupancyMaxActiveClusters, simt_active_clusters)
ABOUT_CLUSTERS(cuOccupancyMaxPotentialClusterSize, simt_largest_clusters)
