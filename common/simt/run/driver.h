/**
 * @file
 * @brief The driver API's parts as they see each other: contexts, modules, functions.
 */
#ifndef SIMT_DRIVER_H
#define SIMT_DRIVER_H

#include "loaded.h"
#include "queue.h"

#include "simt/driver_api.h"

/* driver_context.c */
struct simt_context {
    int device;
    bool primary, destroyed;
    unsigned int flags;
    int users;
    unsigned long long id;
};

/* A call of the driver: what it must not change of the runtime's state, and whether it may go on. */
struct driver_call {
    cudaError_t last_error;
    bool uses_runtime;
    CUresult refused;
};
struct driver_call simt_driver_begin(bool needs_context);
CUresult simt_driver_end(const struct driver_call *call, cudaError_t error);
CUcontext simt_primary_context(int device);
CUcontext simt_current_context(void); /* the calling thread's; NULL: none */

/* What the runtime's call gives is what the driver's call gives, in a context. */
#define DRIVER_CALL(name, parameters, runtime_call)                                                \
    CUresult name parameters {                                                                     \
        struct driver_call call = simt_driver_begin(true);                                         \
        if (call.refused) return call.refused;                                                     \
        return simt_driver_end(&call, runtime_call);                                               \
    }

/* The same without a context, since what the call is about says which device it is of: a pool, or a stream. */
#define CALL_WITHOUT_CONTEXT(name, parameters, needs_context, runtime_call)                        \
    CUresult name parameters {                                                                     \
        struct driver_call call = simt_driver_begin(needs_context);                                \
        if (call.refused) return call.refused;                                                     \
        return simt_driver_end(&call, runtime_call);                                               \
    }

/* driver_device.c: whether the call may begin, for this device and with a place for its result. */
CUresult simt_of_device(CUdevice device, const void *result);
/* The runtime's call for a device, which needs no context. */
#define OF_DEVICE(name, parameters, result, runtime_call)                                          \
    CUresult name parameters {                                                                     \
        CUresult error = simt_of_device(device, result);                                           \
        if (error) return error;                                                                   \
        struct driver_call call = simt_driver_begin(false);                                        \
        return simt_driver_end(&call, runtime_call);                                               \
    }

/* driver_copy.c: a copy as the runtime describes it. */
cudaError_t simt_box_copy(const CUDA_MEMCPY3D *copy, struct cudaMemcpy3DParms *p);

/* driver_memory.c: what cuMemAlloc gave in the context. */
void simt_free_memory_of_context(CUcontext context);

/* module.c: an image in memory. */
struct simt_function {
    struct simt_module *module;
    const void *address;
    struct simt_function *next;
    struct simt_old_launch { /* driver_old.c: what a launch of the first releases is about */
        unsigned int block[3], shared_bytes, bytes;
        char arguments[4096];
    } *old;
};
struct simt_module {
    struct simt_loaded *image;
    struct simt_function *functions; /* that were asked for */
    CUcontext context;
    bool unloaded;
    struct simt_module *next; /* the program itself comes last */
};
/* driver_module.c: whether it may be used, with a place for the result and a name that is not empty. */
CUresult simt_check_module(CUmodule module, const void *result, const char *name);
/* The handle of a kernel, and of one of which only the address is known. */
CUresult simt_take_function(CUfunction *function, CUmodule module, const void *address);
CUresult simt_function_at(CUfunction *function, const void *address);

/* driver_launch.c: whether it may be used, with a place for the result. */
CUresult simt_check_function(CUfunction function, const void *result);
/* The arguments as pointers: copies of those in `extra`, or as they are. The room begins at a multiple of 16. */
CUresult simt_arguments(const struct simt_kernel *kernel, void **args, void **extra, void **unpacked);
size_t simt_room_for_arguments(const struct simt_kernel *kernel); /* in bytes */
/* Loads an image that simtcc has made. Where it cannot, gives the code and the sentence that says why. */
CUresult simt_load_image(const char *text, const char *shown, struct simt_loaded **image, char *why,
                         size_t why_bytes);
size_t simt_image_bytes(const char *text); /* of the text, with its 0; 0: it is none of ours */

/* nvrtc_options.c: how many of the n options the first one is, with its value; 0: NVRTC has none such. Those that
 * simtcc needs are added to kept. */
int simt_nvrtc_option(const char *const *options, int n, char **kept, int *n_kept);

#endif
