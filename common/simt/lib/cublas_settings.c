/**
 * @file
 * @brief cuBLAS: settings that are kept and change no result, since they are about the units of a GPU.
 */
#include "cublas.h"

#include <stdio.h>

/* A setting of the handle: both functions, and which values are wrong. */
#define SETTING(name, type, field, wrong)                                                          \
    cublasStatus_t cublasSet##name(cublasHandle_t handle, type value) {                            \
        BEGIN(handle, wrong)                                                                       \
        handle->field = value;                                                                     \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }                                                                                              \
    cublasStatus_t cublasGet##name(cublasHandle_t handle, type *value) {                           \
        BEGIN(handle, !value)                                                                      \
        *value = handle->field;                                                                    \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }
SETTING(SmCountTarget, int, multiprocessors, value < 0)
SETTING(EmulationStrategy, cublasEmulationStrategy_t, strategy,
        (unsigned)value > CUBLAS_EMULATION_STRATEGY_EAGER)
SETTING(EmulationSpecialValuesSupport, cudaEmulationSpecialValuesSupport, special, false)
SETTING(FixedPointEmulationMantissaControl, cudaEmulationMantissaControl, control,
        (unsigned)value > CUDA_EMULATION_MANTISSA_CONTROL_FIXED)
SETTING(FixedPointEmulationMaxMantissaBitCount, int, most_bits, value < 0)
SETTING(FixedPointEmulationMantissaBitOffset, int, more_bits, false)

cublasStatus_t cublasSetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t handle,
                                                                   int *d_bits) {
    BEGIN(handle, false)
    if (!d_bits) return CUBLAS_STATUS_SUCCESS;
    fprintf(stderr, "simt: cublasSetFixedPointEmulationMantissaBitCountPointer: products of the "
                    "CPU runtime count no "
                    "bits. Pass NULL\n");
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublasGetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t handle,
                                                                   int **d_bits) {
    BEGIN(handle, !d_bits)
    *d_bits = NULL;
    return CUBLAS_STATUS_SUCCESS;
}

static cublasLogCallback log_callback;

cublasStatus_t cublasLoggerConfigure(int on, int to_stdout, int to_stderr, const char *file) {
    (void)on, (void)to_stdout, (void)to_stderr, (void)file;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetLoggerCallback(cublasLogCallback callback) {
    log_callback = callback;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *callback) {
    if (!callback) return CUBLAS_STATUS_INVALID_VALUE;
    *callback = log_callback;
    return CUBLAS_STATUS_SUCCESS;
}
