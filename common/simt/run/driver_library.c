/**
 * @file
 * @brief The driver API: all kernels of a module, and kernels by handles of libraries. The same for the runtime API.
 *
 * A library is a module, and its kernel's handle is the function's.
 */
#include "driver.h"

#include <stdlib.h>

/*
 * All kernels.
 */
static size_t find_kernels(CUmodule module, const void **found, size_t most) {
    return module->image ? simt_kernels_between(module->image->start, module->image->end, found, most) : 0;
}

CUresult cuModuleGetFunctionCount(unsigned int *n, CUmodule module) {
    CUresult error = simt_check_module(module, n, "module");
    if (!error) *n = (unsigned int)find_kernels(module, NULL, 0);
    return error;
}

CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned int n, CUmodule module) {
    CUresult error = simt_check_module(module, functions, "module");
    if (error) return error;
    const void **found = calloc(n + 1u, sizeof(*found));
    if (!found) return CUDA_ERROR_OUT_OF_MEMORY;
    find_kernels(module, found, n);
    for (unsigned int i = 0; i < n && found[i] && !error; i++)
        error = simt_take_function(&functions[i], module, found[i]);
    free(found);
    return error;
}

CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode) {
    if (!mode) return CUDA_ERROR_INVALID_VALUE;
    *mode = CU_MODULE_EAGER_LOADING;
    return CUDA_SUCCESS;
}

CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int n, CUlibrary library) {
    return cuModuleEnumerateFunctions(kernels, n, library);
}
CUresult cuLibraryGetKernelCount(unsigned int *n, CUlibrary library) {
    return cuModuleGetFunctionCount(n, library);
}

/*
 * Kernels.
 */
CUresult cuKernelGetLibrary(CUlibrary *library, CUkernel kernel) {
    return cuFuncGetModule(library, kernel);
}
CUresult cuKernelGetName(const char **name, CUkernel kernel) {
    return cuFuncGetName(name, kernel);
}
CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset, size_t *bytes) {
    return cuFuncGetParamInfo(kernel, index, offset, bytes);
}

/* Attributes are those of the current device. */
#define ON_DEVICE(call)                                                                            \
    CUresult error = simt_of_device(device, kernel);                                               \
    if (error) return error;                                                                       \
    int before = simt_device;                                                                      \
    simt_device = device;                                                                          \
    error = call;                                                                                  \
    simt_device = before;                                                                          \
    return error
CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel, CUdevice device) {
    ON_DEVICE(cuFuncGetAttribute(value, attribute, kernel));
}
CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice device) {
    ON_DEVICE(cuFuncSetAttribute(kernel, attribute, value));
}
CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice device) {
    ON_DEVICE(cuFuncSetCacheConfig(kernel, config));
}

/*
 * The runtime API. Its errors have the driver's numbers.
 */
static cudaError_t runtime_error(CUresult error) {
    return simt_fail((cudaError_t)error);
}
#define RUNTIME_CALL(name, parameters, driver_call)                                                \
    cudaError_t name parameters {                                                                  \
        cudaError_t error = simt_enter(false);                                                     \
        return error ? error : runtime_error(driver_call);                                         \
    }
#define OPTIONS                                                                                    \
    enum cudaJitOption *options, void **values, unsigned int n,                                    \
        enum cudaLibraryOption *library_options, void **library_values, unsigned int n_library
#define GIVEN_OPTIONS                                                                              \
    (CUjit_option *)options, values, n, (CUlibraryOption *)library_options, library_values, n_library
RUNTIME_CALL(cudaLibraryLoadData, (cudaLibrary_t * library, const void *image, OPTIONS),
             cuLibraryLoadData(library, image, GIVEN_OPTIONS))
RUNTIME_CALL(cudaLibraryLoadFromFile, (cudaLibrary_t * library, const char *file, OPTIONS),
             cuLibraryLoadFromFile(library, file, GIVEN_OPTIONS))
RUNTIME_CALL(cudaLibraryUnload, (cudaLibrary_t library), cuLibraryUnload(library))
RUNTIME_CALL(cudaLibraryGetKernel, (cudaKernel_t * kernel, cudaLibrary_t library, const char *name),
             cuLibraryGetKernel(kernel, library, name))
RUNTIME_CALL(cudaLibraryGetKernelCount, (unsigned int *n, cudaLibrary_t library), cuLibraryGetKernelCount(n, library))
RUNTIME_CALL(cudaLibraryEnumerateKernels, (cudaKernel_t * kernels, unsigned int n, cudaLibrary_t library),
             cuLibraryEnumerateKernels(kernels, n, library))
RUNTIME_CALL(cudaKernelSetAttributeForDevice,
             (cudaKernel_t kernel, enum cudaFuncAttribute attribute, int value, int device),
             cuKernelSetAttribute((CUfunction_attribute)attribute, value, kernel, device))

static CUresult find_variable(CUresult (*find)(CUdeviceptr *, size_t *, CUlibrary, const char *), void **d_pointer,
                              size_t *bytes, cudaLibrary_t library, const char *name) {
    CUdeviceptr found = 0;
    CUresult error = find(&found, bytes, library, name);
    if (!error && d_pointer) *d_pointer = (void *)(uintptr_t)found;
    return error;
}
RUNTIME_CALL(cudaLibraryGetGlobal, (void **d_pointer, size_t *bytes, cudaLibrary_t library, const char *name),
             find_variable(cuLibraryGetGlobal, d_pointer, bytes, library, name))
RUNTIME_CALL(cudaLibraryGetManaged, (void **d_pointer, size_t *bytes, cudaLibrary_t library, const char *name),
             find_variable(cuLibraryGetManaged, d_pointer, bytes, library, name))
RUNTIME_CALL(cudaLibraryGetUnifiedFunction, (void **function, cudaLibrary_t library, const char *name),
             cuLibraryGetUnifiedFunction(function, library, name))

static CUresult find_function(cudaFunction_t *function, const void *symbol) {
    struct simt_kernel kernel;
    if (!function || !symbol) return CUDA_ERROR_INVALID_VALUE;
    if (!simt_find_kernel(symbol, &kernel)) return (CUresult)cudaErrorInvalidDeviceFunction;
    return simt_function_at(function, kernel.function);
}
RUNTIME_CALL(cudaGetFuncBySymbol, (cudaFunction_t * function, const void *symbol), find_function(function, symbol))
RUNTIME_CALL(cudaGetKernel, (cudaKernel_t * kernel, const void *symbol), find_function(kernel, symbol))

static CUresult find_parameter(const void *symbol, size_t index, size_t *offset, size_t *bytes) {
    cudaFunction_t function;
    CUresult error = find_function(&function, symbol);
    return error ? error : cuFuncGetParamInfo(function, index, offset, bytes);
}
RUNTIME_CALL(cudaFuncGetParamInfo, (const void *symbol, size_t index, size_t *offset, size_t *bytes),
             find_parameter(symbol, index, offset, bytes))
