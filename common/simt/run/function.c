/**
 * @file
 * @brief Kernels as objects: attributes, occupancy, and launches by address.
 */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct function {
    const void *address;
    const char *name;
    void (*call_by_pointers)(void *args); /* NULL: never registered */
    const size_t *sizes;                  /* of the arguments, a 0, and their alignments */
    size_t dynamic_limit[MAX_DEVICES];    /* of each device; 0: nothing was asked for */
    bool large_clusters;                  /* of more blocks than run on any GPU */
    struct function *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct function *functions;
static size_t largest_limit[MAX_DEVICES];
static bool any_large_clusters;

/* The record of a kernel, made when there is none; called with the mutex held. */
static struct function *record(const void *address) {
    struct function *f = functions;
    while (f && f->address != address) f = f->next;
    if (f || !(f = calloc(1, sizeof(*f)))) return f;
    f->address = address;
    f->next = functions;
    return functions = f;
}

void simt_register_kernel(const void *function, const char *name,
                          void (*call_by_pointers)(void *args), const size_t *sizes) {
    pthread_mutex_lock(&mutex);
    struct function *f = record(function);
    if (f) {
        f->name = name;
        f->call_by_pointers = call_by_pointers;
        f->sizes = sizes;
    }
    pthread_mutex_unlock(&mutex);
}

/*
 * The rewriter has the compiler put instructions that do nothing before each kernel. Compilers leave gaps between
 * functions too, but fill them with longer instructions (x86), or with fewer (Arm).
 */
int simt_is_kernel(const void *function) {
#if defined(__x86_64__)
    static const unsigned char mark[] = {0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90,
                                         0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90};
#elif defined(__aarch64__)
    static const uint32_t mark[] = {0xd503201f, 0xd503201f, 0xd503201f, 0xd503201f};
#endif
#if defined(__x86_64__) || defined(__aarch64__)
    enum { FIRST_PAGE = 4096 };
    return (uintptr_t)function > FIRST_PAGE && memcmp((const char *)function - sizeof(mark), mark, sizeof(mark)) == 0;
#else
    return function != NULL;
#endif
}

int simt_launches_host_function(const void *function, const char *name) {
    if (simt_is_kernel(function)) return 0;
    simt_print("simt: %s points to a function of the host. A launch calls such a function on the host, once. "
               "Point it to a kernel\n",
               name);
    return 1;
}

void simt_not_launched(const char *kernel, const void *call, SIMT_SITE_PARAMETERS) {
    uintptr_t pc = (uintptr_t)call - 1;
    struct simt_place place;
    char where[1100] = "";
    simt_find_places(&pc, 1, &place);
    if (place.line) snprintf(where, sizeof(where), " at %s:%d", place.file, place.line);
    simt_print("simt: host code%s calls the kernel %s of %s:%d without <<<blocks, threads>>>, so no thread runs it. "
               "Launch it%s\n",
               where, kernel, simt_shown_file(simt_file), simt_line,
               place.line ? "" : " (a build with -g names the line of the call)");
    simt_fail(cudaErrorMissingConfiguration);
}

const void *(*_Atomic simt_of_handle)(const void *function);

/* A program may name a kernel by its handle. */
static const void *address_of(const void *function) {
    const void *(*of_handle)(const void *) = simt_of_handle;
    return of_handle && function ? of_handle(function) : function;
}

/* Anything else might be a handle. */
cudaError_t simt_not_a_kernel(const void *function) {
    return function ? cudaErrorInvalidResourceHandle : cudaErrorInvalidDeviceFunction;
}

static cudaError_t allow_large_clusters(const void *function, bool allowed) {
    pthread_mutex_lock(&mutex);
    struct function *f = record(function);
    if (f) f->large_clusters = allowed;
    any_large_clusters |= allowed;
    pthread_mutex_unlock(&mutex);
    return f ? cudaSuccess : simt_fail(cudaErrorMemoryAllocation);
}

/* A launch whose kernel was deduced has no address, here as below. */
int simt_largest_cluster(const void *function) {
    bool large = !function && any_large_clusters;
    pthread_mutex_lock(&mutex);
    for (const struct function *f = functions; f; f = f->next)
        if (function && f->address == function) large = f->large_clusters;
    pthread_mutex_unlock(&mutex);
    return large ? MOST_CLUSTER : PORTABLE_CLUSTER;
}

cudaError_t simt_function_set(const void *function, enum cudaFuncAttribute attribute, int value) {
    cudaError_t error = simt_enter(false);
    function = address_of(function);
    if (!error && !simt_is_kernel(function)) return simt_fail(simt_not_a_kernel(function));
    if (error || (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize &&
                  attribute != cudaFuncAttributeNonPortableClusterSizeAllowed))
        return error;
    if (attribute == cudaFuncAttributeNonPortableClusterSizeAllowed)
        return allow_large_clusters(function, value != 0);
    if (value < 0 || (size_t)value > simt_gpu()->block_shared)
        return simt_fail(cudaErrorInvalidValue);
    pthread_mutex_lock(&mutex);
    struct function *f = record(function);
    if (f) f->dynamic_limit[simt_device] = (size_t)value;
    if ((size_t)value > largest_limit[simt_device]) largest_limit[simt_device] = (size_t)value;
    pthread_mutex_unlock(&mutex);
    return f ? cudaSuccess : simt_fail(cudaErrorMemoryAllocation);
}

/* A launch whose kernel was deduced has no address; it may have what any kernel asked for. */
static size_t allowed(const void *function) {
    size_t limit = function ? 0 : largest_limit[simt_device];
    pthread_mutex_lock(&mutex);
    for (const struct function *f = functions; f; f = f->next)
        if (function && f->address == function) limit = f->dynamic_limit[simt_device];
    pthread_mutex_unlock(&mutex);
    return limit;
}

size_t simt_dynamic_limit(const void *function) {
    size_t limit = allowed(function);
    return limit > SHARED_BYTES ? limit : SHARED_BYTES;
}

size_t simt_shared_limit(const void *function, size_t dynamic_bytes) {
    size_t limit = allowed(function);
    return limit > 0 && limit >= dynamic_bytes ? simt_gpu()->block_shared : SHARED_BYTES;
}

cudaError_t simt_function_attributes(struct cudaFuncAttributes *attributes, const void *function) {
    if (!attributes) return simt_fail(cudaErrorInvalidValue);
    function = address_of(function);
    if (!simt_is_kernel(function)) return simt_fail(simt_not_a_kernel(function));
    *attributes = (struct cudaFuncAttributes){
        .maxThreadsPerBlock = MAX_BLOCK_THREADS,
        .numRegs = 32,
        .ptxVersion = simt_gpu()->capability,
        .binaryVersion = simt_gpu()->capability,
        .maxDynamicSharedSizeBytes = (int)simt_dynamic_limit(function),
        .nonPortableClusterSizeAllowed = simt_largest_cluster(function) > PORTABLE_CLUSTER,
    };
    return simt_enter(false);
}

cudaError_t simt_occupancy(int *blocks, const void *function, int threads, size_t dynamic_bytes) {
    cudaError_t error = simt_enter(false);
    if (error) return error;
    if (!blocks || threads <= 0) return simt_fail(cudaErrorInvalidValue);
    if (!simt_is_kernel(address_of(function))) return simt_fail(simt_not_a_kernel(function));
    *blocks = threads > MAX_BLOCK_THREADS ? 0 : simt_max_blocks(dynamic_bytes, (uint32_t)threads);
    return cudaSuccess;
}

/* A kernel's name as it stands in the file, or NULL: _Z3addPi. It is kept, since the program may keep it. */
static const char *name_in_file(const void *function) {
    enum { ROOM = 4096 };
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static struct known {
        const void *function;
        const char *name;
        struct known *next;
    } *first;
    size_t bytes, byte;
    pthread_mutex_lock(&mutex);
    struct known *k = first;
    while (k && k->function != function) k = k->next;
    char *name = k ? NULL : malloc(ROOM);
    bool found = name && simt_find_symbol((uintptr_t)function, name, ROOM, &bytes, &byte) && strlen(name) < ROOM - 1;
    if (found && (k = malloc(sizeof(*k)))) {
        *k = (struct known){function, strdup(name), first};
        first = k;
    }
    free(name);
    pthread_mutex_unlock(&mutex);
    return k ? k->name : NULL;
}

cudaError_t simt_function_name(const char **name, const void *function) {
    struct simt_kernel kernel;
    if (!name) return simt_fail(cudaErrorInvalidValue);
    if (!simt_find_kernel(function, &kernel)) return simt_fail(simt_not_a_kernel(function));
    *name = name_in_file((const void *)kernel.function);
    if (!*name) *name = kernel.name;
    return simt_enter(false);
}

cudaError_t simt_available_shared(size_t *bytes, int blocks) {
    struct cudaDeviceProp prop;
    if (!bytes || blocks < 1) return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = cudaGetDeviceProperties(&prop, simt_device);
    if (error) return error;
    size_t each = prop.sharedMemPerMultiprocessor / (size_t)blocks;
    each = each > prop.reservedSharedMemPerBlock ? each - prop.reservedSharedMemPerBlock : 0;
    *bytes = each < prop.sharedMemPerBlockOptin ? each : prop.sharedMemPerBlockOptin;
    return cudaSuccess;
}

bool simt_find_kernel(const void *function, struct simt_kernel *kernel) {
    function = address_of(function);
    pthread_mutex_lock(&mutex);
    const struct function *f = functions;
    while (f && f->address != function) f = f->next;
    pthread_mutex_unlock(&mutex);
    if (!f || !f->call_by_pointers) return false;
    *kernel = (struct simt_kernel){f->name, function, f->call_by_pointers, 0, f->sizes};
    return true;
}

static bool is_between(const struct function *f, uintptr_t start, uintptr_t end) {
    uintptr_t address = (uintptr_t)f->address;
    return f->call_by_pointers && address >= start && address < end;
}

/* All of them are counted, and the first ones named. */
size_t simt_kernels_between(uintptr_t start, uintptr_t end, const void **found, size_t most) {
    size_t n = 0;
    pthread_mutex_lock(&mutex);
    for (const struct function *f = functions; f; f = f->next) {
        if (!is_between(f, start, end)) continue;
        if (n < most) found[n] = f->address;
        n++;
    }
    pthread_mutex_unlock(&mutex);
    return n;
}

/* By the name in the source, where one kernel between the two addresses has it. */
const void *simt_find_kernel_named(const char *name, uintptr_t start, uintptr_t end) {
    const void *found = NULL;
    int n = 0;
    pthread_mutex_lock(&mutex);
    for (const struct function *f = functions; f; f = f->next) {
        if (!is_between(f, start, end)) continue;
        if (strcmp(f->name, name) != 0) continue;
        found = f->address;
        n++;
    }
    pthread_mutex_unlock(&mutex);
    return n == 1 ? found : NULL;
}

cudaError_t simt_launch_by_address(const void *function, dim3 grid, dim3 block, void **args,
                                   size_t shared_bytes, cudaStream_t stream, int cooperative) {
    struct simt_kernel kernel;
    if (!simt_find_kernel(function, &kernel)) return simt_fail(simt_not_a_kernel(function));
    struct simt_config config = {grid, block, shared_bytes, stream, cooperative, {0, 0, 0}};
    return (cudaError_t)simt_launch(&kernel, &config, args);
}

/* Events in the middle of a launch. The others only make a GPU faster, or are taken below. */
static bool is_refused(const struct cudaLaunchAttribute *a) {
    bool event = a->id == cudaLaunchAttributeProgrammaticEvent ||
                 a->id == cudaLaunchAttributeLaunchCompletionEvent;
    bool node = a->id == cudaLaunchAttributeDeviceUpdatableKernelNode;
    if (event || node)
        simt_print("simt: cudaLaunchKernelEx: %s not part of the CPU runtime. Leave the "
                   "attribute out\n",
                   event ? "events inside of a launch are" : "nodes that kernels change are");
    return event || node;
}

/* The attributes of a launch that change what it does. */
static cudaError_t take_attributes(const cudaLaunchConfig_t *config, struct simt_config *to) {
    if (config->numAttrs > 0 && !config->attrs) return cudaErrorInvalidValue;
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const struct cudaLaunchAttribute *a = &config->attrs[i];
        if (a->id == cudaLaunchAttributeCooperative) to->cooperative |= a->val.cooperative != 0;
        if (a->id == cudaLaunchAttributeClusterDimension)
            to->cluster = (dim3){a->val.clusterDim.x, a->val.clusterDim.y, a->val.clusterDim.z};
        if (is_refused(a)) return cudaErrorNotSupported;
    }
    return cudaSuccess;
}

static cudaError_t make_config(const cudaLaunchConfig_t *config, struct simt_config *to) {
    if (!config) return cudaErrorInvalidValue;
    *to = (struct simt_config){
        config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream, 0, {0, 0, 0}};
    return take_attributes(config, to);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function,
                                void **args) {
    struct simt_kernel kernel;
    struct simt_config to;
    cudaError_t error = make_config(config, &to);
    if (error) return simt_fail(error);
    if (!simt_find_kernel(function, &kernel)) return simt_fail(simt_not_a_kernel(function));
    return (cudaError_t)simt_launch(&kernel, &to, args);
}

/* How many blocks of the launch the GPU can hold at a time. */
static int blocks_held(const struct simt_config *config) {
    uint32_t threads = config->block.x * config->block.y * config->block.z;
    return threads > MAX_BLOCK_THREADS
               ? 0
               : simt_gpu()->sm_count * simt_max_blocks(config->shared_bytes, threads);
}

/* What both questions about clusters begin with. The shape is that of the launch, or the kernel's own. */
static cudaError_t read_cluster_question(const int *answer, const void *function, const cudaLaunchConfig_t *config,
                                         struct simt_config *c) {
    cudaError_t error = simt_enter(false);
    if (error) return error;
    if (!simt_is_kernel(address_of(function))) return simt_fail(simt_not_a_kernel(function));
    error = answer ? make_config(config, c) : cudaErrorInvalidValue;
    if (error) return simt_fail(error);
    const dim3 own = simt_known_cluster(address_of(function)), said = c->cluster;
    const bool differ = own.x && said.x && (own.x != said.x || own.y != said.y || own.z != said.z);
    if (!said.x) c->cluster = own;
    return simt_fail(differ ? cudaErrorInvalidClusterSize
                            : simt_cluster_error(c, c->cluster, function));
}

/* A GPU has many more multiprocessors than the four that are shown without SIMT_GPU, so one cluster always fits. */
cudaError_t simt_active_clusters(int *clusters, const void *function, const cudaLaunchConfig_t *config) {
    struct simt_config c;
    cudaError_t error = read_cluster_question(clusters, function, config, &c);
    if (error) return error;
    int blocks = (int)(c.cluster.x * c.cluster.y * c.cluster.z), held = blocks_held(&c);
    *clusters = !blocks ? 0 : held && held < blocks ? 1 : held / blocks;
    return cudaSuccess;
}

cudaError_t simt_largest_clusters(int *blocks, const void *function, const cudaLaunchConfig_t *config) {
    struct simt_config c;
    cudaError_t error = read_cluster_question(blocks, function, config, &c);
    if (error) return error;
    *blocks = blocks_held(&c) ? simt_largest_cluster(function) : 0;
    return cudaSuccess;
}
