/**
 * @file
 * @brief The driver API: modules, their kernels and variables, and what can be asked of kernels.
 */
#include "driver.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Modules.
 */
/* A log that the program has asked for gets the sentence, and stderr gets it in any case. */
static void tell(const char *call, const char *why, unsigned int n, CUjit_option *options,
                 void **values) {
    char *log = NULL;
    size_t bytes = 0;
    simt_print("simt: %s: %s\n", call, why);
    for (unsigned int i = 0; i < n; i++) {
        if (options[i] == CU_JIT_ERROR_LOG_BUFFER) log = values[i];
        if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) bytes = (size_t)values[i];
    }
    if (log && bytes) snprintf(log, bytes, "%s", why);
}

/* Logs of what went well are empty. */
static void clear_logs(unsigned int n, CUjit_option *options, void **values) {
    for (unsigned int i = 0; i < n; i++) {
        bool log = options[i] == CU_JIT_ERROR_LOG_BUFFER || options[i] == CU_JIT_INFO_LOG_BUFFER;
        if (log && values[i]) *(char *)values[i] = 0;
    }
}

static struct simt_module program; /* whose kernels are in no image */
static struct simt_module *modules = &program;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void add(struct simt_module *made) {
    pthread_mutex_lock(&mutex);
    made->next = modules;
    modules = made;
    pthread_mutex_unlock(&mutex);
}

static CUresult load(CUmodule *module, const char *text, const char *shown, const char *call,
                     unsigned int n, CUjit_option *options, void **values) {
    char why[640];
    struct driver_call state = simt_driver_begin(true);
    if (state.refused) return state.refused;
    if (!module || !text || (n && (!options || !values))) return CUDA_ERROR_INVALID_VALUE;
    CUmodule made = calloc(1, sizeof(*made));
    if (!made) return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult error = simt_load_image(text, shown, &made->image, why, sizeof(why));
    clear_logs(n, options, values);
    if (error) {
        tell(call, why, n, options, values);
        free(made);
        return error;
    }
    made->context = simt_current_context();
    add(made);
    *module = made;
    return simt_driver_end(&state, cudaSuccess);
}

static char *read_whole(const char *name) {
    FILE *in = fopen(name, "rb");
    char *text = NULL;
    size_t room = 1 << 16, size = 0, got = 1;
    while (in && got) {
        char *more = realloc(text, room * 2 + 1);
        if (!more) break;
        text = more;
        room *= 2;
        got = fread(text + size, 1, room - size, in);
        size += got;
        text[size] = 0;
    }
    if (in) fclose(in);
    return text;
}

static CUresult load_file(CUmodule *module, const char *name, const char *call) {
    struct driver_call state = simt_driver_begin(true);
    if (state.refused) return state.refused;
    if (!module || !name) return CUDA_ERROR_INVALID_VALUE;
    char *text = read_whole(name);
    if (!text) {
        simt_print("simt: %s: %s: %s. Check the name\n", call, name, strerror(errno));
        return CUDA_ERROR_FILE_NOT_FOUND;
    }
    CUresult error = load(module, text, name, call, 0, NULL, NULL);
    free(text);
    return error;
}

CUresult cuModuleLoad(CUmodule *module, const char *file) {
    return load_file(module, file, "cuModuleLoad");
}
CUresult cuModuleLoadData(CUmodule *module, const void *image) {
    return load(module, image, "the image", "cuModuleLoadData", 0, NULL, NULL);
}
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int n,
                            CUjit_option *options, void **values) {
    return load(module, image, "the image", "cuModuleLoadDataEx", n, options, values);
}
CUresult cuModuleLoadFatBinary(CUmodule *module, const void *image) {
    return load(module, image, "the image", "cuModuleLoadFatBinary", 0, NULL, NULL);
}
CUresult cuLibraryLoadData(CUlibrary *library, const void *image, CUjit_option *options,
                           void **values, unsigned int n, CUlibraryOption *library_options,
                           void **library_values, unsigned int n_library) {
    (void)library_options, (void)library_values, (void)n_library;
    return load(library, image, "the image", "cuLibraryLoadData", n, options, values);
}
CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *file, CUjit_option *options,
                               void **values, unsigned int n, CUlibraryOption *library_options,
                               void **library_values, unsigned int n_library) {
    (void)options, (void)values, (void)n;
    (void)library_options, (void)library_values, (void)n_library;
    return load_file(library, file, "cuLibraryLoadFromFile");
}

/* Its code stays, since works that are under way and reports still need it. */
CUresult cuModuleUnload(CUmodule module) {
    struct driver_call call = simt_driver_begin(true);
    if (call.refused) return call.refused;
    if (!module || module->unloaded) return CUDA_ERROR_INVALID_HANDLE;
    simt_wait_for(-1);
    module->unloaded = true;
    return simt_driver_end(&call, cudaSuccess);
}
CUresult cuLibraryUnload(CUlibrary library) {
    return cuModuleUnload(library);
}

CUresult simt_check_module(CUmodule module, const void *result, const char *name) {
    struct driver_call call = simt_driver_begin(true);
    if (call.refused) return call.refused;
    if (!module || module->unloaded) return CUDA_ERROR_INVALID_HANDLE;
    return result && name && *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/*
 * Kernels and variables, by name.
 */
static const void *of_handle(const void *function) {
    const void *address = function;
    pthread_mutex_lock(&mutex);
    for (const struct simt_module *m = modules; m; m = m->next)
        for (const struct simt_function *f = m->functions; f; f = f->next)
            if (f == function) address = f->address;
    pthread_mutex_unlock(&mutex);
    return address;
}

CUresult simt_take_function(CUfunction *function, CUmodule module, const void *address) {
    pthread_mutex_lock(&mutex);
    CUfunction f = module->functions;
    while (f && f->address != address) f = f->next;
    if (!f && (f = calloc(1, sizeof(*f)))) {
        *f = (struct simt_function){.module = module, .address = address, .next = module->functions};
        module->functions = f;
    }
    pthread_mutex_unlock(&mutex);
    simt_of_handle = of_handle;
    if (f) *function = f;
    return f ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult simt_function_at(CUfunction *function, const void *address) {
    if (!address) return CUDA_ERROR_NOT_FOUND; /* of a launch that has named no address */
    const struct simt_loaded *image = simt_loaded_at((uintptr_t)address);
    pthread_mutex_lock(&mutex);
    struct simt_module *m = modules;
    while (m != &program && (m->image != image || m->unloaded)) m = m->next;
    pthread_mutex_unlock(&mutex);
    return simt_take_function(function, m, address);
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
    struct simt_kernel kernel;
    CUresult error = simt_check_module(module, function, name);
    if (error) return error;
    const void *address = dlsym(module->image->handle, name);
    if (!address || simt_loaded_at((uintptr_t)address) != module->image)
        address = simt_find_kernel_named(name, module->image->start, module->image->end);
    if (!address || !simt_find_kernel(address, &kernel)) return CUDA_ERROR_NOT_FOUND;
    return simt_take_function(function, module, address);
}

CUresult cuModuleGetGlobal(CUdeviceptr *d_pointer, size_t *bytes, CUmodule module,
                           const char *name) {
    Dl_info info;
    const ElfW(Sym) *symbol = NULL;
    CUresult error = simt_check_module(module, module, name);
    if (error) return error;
    void *address = dlsym(module->image->handle, name);
    if (!address || simt_loaded_at((uintptr_t)address) != module->image ||
        !dladdr1(address, &info, (void **)&symbol, RTLD_DL_SYMENT) || !symbol ||
        ELF64_ST_TYPE(symbol->st_info) != STT_OBJECT)
        return CUDA_ERROR_NOT_FOUND;
    simt_register_symbol(address, symbol->st_size);
    if (d_pointer) *d_pointer = (uintptr_t)address;
    if (bytes) *bytes = symbol->st_size;
    return CUDA_SUCCESS;
}

CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name) {
    return cuModuleGetFunction(kernel, library, name);
}
CUresult cuLibraryGetGlobal(CUdeviceptr *d_pointer, size_t *bytes, CUlibrary library,
                            const char *name) {
    return cuModuleGetGlobal(d_pointer, bytes, library, name);
}
CUresult cuLibraryGetManaged(CUdeviceptr *d_pointer, size_t *bytes, CUlibrary library, const char *name) {
    struct cudaPointerAttributes memory;
    CUdeviceptr found;
    CUresult error = cuModuleGetGlobal(&found, bytes, library, name);
    if (error) return error;
    cudaPointerGetAttributes(&memory, (void *)(uintptr_t)found);
    if (memory.type != cudaMemoryTypeManaged) return CUDA_ERROR_NOT_FOUND;
    if (d_pointer) *d_pointer = found;
    return CUDA_SUCCESS;
}
CUresult cuLibraryGetUnifiedFunction(void **function, CUlibrary library, const char *name) {
    CUresult error = simt_check_module(library, function, name);
    return error ? error : CUDA_ERROR_NOT_FOUND;
}
CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library) {
    CUresult error = simt_check_module(library, module, "module");
    if (!error) *module = library;
    return error;
}
CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel) {
    if (!function || !kernel) return CUDA_ERROR_INVALID_VALUE;
    *function = kernel;
    return CUDA_SUCCESS;
}

/*
 * The linker: an image is complete already.
 */
struct simt_linking {
    char *text;
    unsigned int n;
};

CUresult cuLinkCreate(unsigned int n, CUjit_option *options, void **values, CUlinkState *state) {
    struct driver_call call = simt_driver_begin(true);
    if (call.refused || !state) return call.refused ? call.refused : CUDA_ERROR_INVALID_VALUE;
    if (n && (!options || !values)) return CUDA_ERROR_INVALID_VALUE;
    clear_logs(n, options, values);
    *state = calloc(1, sizeof(**state));
    return *state ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static CUresult link_in(CUlinkState state, const char *text, const char *call) {
    size_t bytes = text ? simt_image_bytes(text) : 0;
    if (!state || !text) return CUDA_ERROR_INVALID_VALUE;
    if (!bytes || state->n) {
        const char *why = bytes ? "joining several modules is not part of the CPU runtime. Give "
                                  "all sources to one simtcc -fatbin"
                                : "this is no module. Make it from its source by simtcc -fatbin";
        simt_print("simt: %s: %s\n", call, why);
        return bytes ? CUDA_ERROR_NOT_SUPPORTED : CUDA_ERROR_INVALID_IMAGE;
    }
    state->text = strndup(text, bytes - 1);
    state->n++;
    return state->text ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t bytes,
                       const char *name, unsigned int n, CUjit_option *options, void **values) {
    (void)type, (void)bytes, (void)name, (void)n, (void)options, (void)values;
    return link_in(state, data, "cuLinkAddData");
}
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *file, unsigned int n,
                       CUjit_option *options, void **values) {
    (void)type, (void)n, (void)options, (void)values;
    char *text = file ? read_whole(file) : NULL;
    CUresult error = text ? link_in(state, text, "cuLinkAddFile") : CUDA_ERROR_FILE_NOT_FOUND;
    free(text);
    return error;
}
CUresult cuLinkComplete(CUlinkState state, void **image, size_t *bytes) {
    if (!state || !image || !state->text) return CUDA_ERROR_INVALID_VALUE;
    *image = state->text;
    if (bytes) *bytes = strlen(state->text) + 1;
    return CUDA_SUCCESS;
}
CUresult cuLinkDestroy(CUlinkState state) {
    if (!state) return CUDA_ERROR_INVALID_HANDLE;
    free(state->text);
    free(state);
    return CUDA_SUCCESS;
}
