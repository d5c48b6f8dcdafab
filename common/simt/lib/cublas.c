/**
 * @file
 * @brief cuBLAS: handles, copies of vectors and matrices, and how a call gets into its stream.
 */
#include "cublas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cublasStatus_t cublasCreate(cublasHandle_t *handle) {
    if (!handle) return CUBLAS_STATUS_INVALID_VALUE;
    if (simt_enter(false)) return CUBLAS_STATUS_NOT_INITIALIZED;
    *handle = calloc(1, sizeof(**handle));
    if (openblas_set_num_threads) openblas_set_num_threads(1);
    if (!*handle) return CUBLAS_STATUS_ALLOC_FAILED;
    (*handle)->special = CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy(cublasHandle_t handle) {
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    simt_wait_for(simt_device);
    free(handle);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version) {
    BEGIN(handle, !version)
    *version = CUBLAS_VERSION;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value) {
    static const int values[] = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, 0};
    IF(!value || (unsigned)type > PATCH_LEVEL, CUBLAS_STATUS_INVALID_VALUE);
    *value = values[type];
    return CUBLAS_STATUS_SUCCESS;
}

size_t cublasGetCudartVersion(void) {
    int version = 0;
    return cudaRuntimeGetVersion(&version) ? 0 : (size_t)version;
}

cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
    BEGIN(handle, false)
    handle->stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream) {
    BEGIN(handle, !stream)
    *stream = handle->stream;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) {
    BEGIN(handle, mode > CUBLAS_POINTER_MODE_DEVICE)
    handle->mode = mode;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode) {
    BEGIN(handle, !mode)
    *mode = handle->mode;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode) {
    BEGIN(handle, mode > CUBLAS_ATOMICS_ALLOWED)
    handle->atomics = mode;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode) {
    BEGIN(handle, !mode)
    *mode = handle->atomics;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
    BEGIN(handle, false)
    handle->math = mode;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode) {
    BEGIN(handle, !mode)
    *mode = handle->math;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t bytes) {
    (void)workspace, (void)bytes;
    BEGIN(handle, false)
    return CUBLAS_STATUS_SUCCESS;
}

const char *cublasGetStatusName(cublasStatus_t status) {
    switch (status) {
    case CUBLAS_STATUS_SUCCESS:
        return "CUBLAS_STATUS_SUCCESS";
    case CUBLAS_STATUS_NOT_INITIALIZED:
        return "CUBLAS_STATUS_NOT_INITIALIZED";
    case CUBLAS_STATUS_ALLOC_FAILED:
        return "CUBLAS_STATUS_ALLOC_FAILED";
    case CUBLAS_STATUS_INVALID_VALUE:
        return "CUBLAS_STATUS_INVALID_VALUE";
    case CUBLAS_STATUS_ARCH_MISMATCH:
        return "CUBLAS_STATUS_ARCH_MISMATCH";
    case CUBLAS_STATUS_MAPPING_ERROR:
        return "CUBLAS_STATUS_MAPPING_ERROR";
    case CUBLAS_STATUS_EXECUTION_FAILED:
        return "CUBLAS_STATUS_EXECUTION_FAILED";
    case CUBLAS_STATUS_INTERNAL_ERROR:
        return "CUBLAS_STATUS_INTERNAL_ERROR";
    case CUBLAS_STATUS_NOT_SUPPORTED:
        return "CUBLAS_STATUS_NOT_SUPPORTED";
    case CUBLAS_STATUS_LICENSE_ERROR:
        return "CUBLAS_STATUS_LICENSE_ERROR";
    }
    return "<unknown>";
}

const char *cublasGetStatusString(cublasStatus_t status) {
    switch (status) {
    case CUBLAS_STATUS_SUCCESS:
        return "success";
    case CUBLAS_STATUS_NOT_INITIALIZED:
        return "the library was not initialized";
    case CUBLAS_STATUS_ALLOC_FAILED:
        return "the resource allocation failed";
    case CUBLAS_STATUS_INVALID_VALUE:
        return "an invalid value was given";
    case CUBLAS_STATUS_EXECUTION_FAILED:
        return "the function failed to launch on the GPU";
    case CUBLAS_STATUS_NOT_SUPPORTED:
        return "the functionality is not supported";
    default:
        return cublasGetStatusName(status);
    }
}

/*
 * Copies. A vector is a matrix whose rows have one element each.
 */
static cublasStatus_t copy(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                           size_t width, size_t height, bool to_device, cudaStream_t stream,
                           bool waits, const char *name, uintptr_t pc) {
    enum cudaMemcpyKind kind = to_device ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
    simt_call = (struct simt_call){name, pc};
    cudaError_t error;
    if (to_pitch == width && from_pitch == width) width *= height, height = 1;
    if (height == 1)
        error = waits ? cudaMemcpy(to, from, width, kind)
                      : cudaMemcpyAsync(to, from, width, kind, stream);
    else
        error =
            waits ? cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind)
                  : cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, stream);
    simt_call = (struct simt_call){NULL, 0};
    return error ? CUBLAS_STATUS_MAPPING_ERROR : CUBLAS_STATUS_SUCCESS;
}

#define VECTOR(name, to_device, more, stream, waits)                                               \
    cublasStatus_t name(int n, int bytes, const void *x, int incx, void *y, int incy more) {       \
        IF(n < 0 || bytes <= 0 || incx <= 0 || incy <= 0, CUBLAS_STATUS_INVALID_VALUE);            \
        size_t b = (size_t)bytes, xs = b * (size_t)incx, ys = b * (size_t)incy;                    \
        return n == 0 ? CUBLAS_STATUS_SUCCESS                                                      \
                      : copy(y, ys, x, xs, b, (size_t)n, to_device, stream, waits, #name,          \
                             LIBRARY_HERE);                                                        \
    }
#define IN_STREAM , cudaStream_t stream
VECTOR(cublasSetVector, true, , NULL, true)
VECTOR(cublasGetVector, false, , NULL, true)
VECTOR(cublasSetVectorAsync, true, IN_STREAM, stream, false)
VECTOR(cublasGetVectorAsync, false, IN_STREAM, stream, false)

#define MATRIX(name, to_device, more, stream, waits)                                               \
    cublasStatus_t name(int rows, int cols, int bytes, const void *a, int lda, void *b,            \
                        int ldb more) {                                                            \
        IF(rows < 0 || cols < 0 || bytes <= 0 || !fits_ld(lda, rows) || !fits_ld(ldb, rows),       \
           CUBLAS_STATUS_INVALID_VALUE);                                                           \
        size_t e = (size_t)bytes;                                                                  \
        return rows == 0 || cols == 0                                                              \
                   ? CUBLAS_STATUS_SUCCESS                                                         \
                   : copy(b, e * (size_t)ldb, a, e * (size_t)lda, e * (size_t)rows, (size_t)cols,  \
                          to_device, stream, waits, #name, LIBRARY_HERE);                          \
    }
MATRIX(cublasSetMatrix, true, , NULL, true)
MATRIX(cublasGetMatrix, false, , NULL, true)
MATRIX(cublasSetMatrixAsync, true, IN_STREAM, stream, false)
MATRIX(cublasGetMatrixAsync, false, IN_STREAM, stream, false)

/*
 * The arguments of a call.
 */
void simt_blas_scalar(const struct simt_cublas *h, struct blas *b, struct scalar *s,
                      const void *from, size_t bytes) {
    if (h->mode == CUBLAS_POINTER_MODE_HOST) {
        memcpy(s->kept, from, bytes);
        return;
    }
    s->d_at = from;
    simt_library_uses(&b->call, from, bytes, 1, bytes, USE_READS);
}

/* Two floats lie in one of the doubles. */
bool simt_blas_is_zero(const struct scalar *s) {
    return !s->d_at && s->kept[0] == 0 && s->kept[1] == 0;
}

void simt_blas_vector(struct blas *b, const void *x, int n, int inc, size_t bytes, int use) {
    size_t step = (size_t)(inc < 0 ? -inc : inc) * bytes;
    simt_library_uses(&b->call, x, bytes, n > 0 ? (size_t)n : 0, step, use);
}

void simt_blas_matrix(struct blas *b, const void *a, int rows, int cols, int ld, size_t bytes,
                      int use) {
    simt_library_uses(&b->call, a, (size_t)rows * bytes, (size_t)cols, (size_t)ld * bytes, use);
}

void simt_blas_triangle(struct blas *b, const void *a, int n, int ld, size_t bytes,
                        cublasFillMode_t fill, cublasDiagType_t diag, int use) {
    if (n <= 0) return;
    simt_library_uses(&b->call, a, (size_t)n * bytes, (size_t)n, (size_t)ld * bytes, use);
    struct range *r = &b->call.ranges[b->call.n_ranges - 1];
    *r = (struct range){.start = a,
                        .bytes = (size_t)n * bytes,
                        .columns = (size_t)n,
                        .pitch = (size_t)ld * bytes,
                        .use = use,
                        .item = bytes,
                        .upper = fill == CUBLAS_FILL_MODE_UPPER,
                        .no_diagonal = diag == CUBLAS_DIAG_UNIT};
}

void simt_blas_packed(struct blas *b, const void *a, int n, size_t bytes, cublasFillMode_t fill,
                      cublasDiagType_t diag, int use) {
    size_t all = (size_t)n * ((size_t)n + 1) / 2 * bytes;
    if (n <= 0) return;
    simt_library_uses(&b->call, a, all, 1, all, use);
    struct range *r = &b->call.ranges[b->call.n_ranges - 1];
    r->columns = (size_t)n;
    r->item = bytes;
    r->packed = true;
    r->upper = fill == CUBLAS_FILL_MODE_UPPER;
    r->no_diagonal = diag == CUBLAS_DIAG_UNIT;
}

/* Rows of a band as they lie in memory. */
static struct range *use_band(struct blas *b, const void *a, int rows, int cols, int height, int ld,
                              size_t bytes) {
    simt_library_uses(&b->call, a, (size_t)height * bytes, (size_t)cols, (size_t)ld * bytes,
                      USE_READS);
    struct range *r = &b->call.ranges[b->call.n_ranges - 1];
    r->bytes = (size_t)height * bytes;
    r->columns = (size_t)cols;
    r->item = bytes;
    r->band_rows = rows;
    r->high = height;
    return r;
}

void simt_blas_band(struct blas *b, const void *a, int rows, int cols, int kl, int ku, int ld,
                    size_t bytes) {
    if (rows <= 0 || cols <= 0) return;
    use_band(b, a, rows, cols, kl + ku + 1, ld, bytes)->diagonal = ku;
}

void simt_blas_triangle_band(struct blas *b, const void *a, int n, int k, int ld, size_t bytes,
                             cublasFillMode_t fill, cublasDiagType_t diag) {
    bool upper = fill == CUBLAS_FILL_MODE_UPPER, skips = diag == CUBLAS_DIAG_UNIT;
    if (n <= 0) return;
    struct range *r = use_band(b, a, n, n, k + 1, ld, bytes);
    r->diagonal = upper ? k : 0;
    if (skips) r->low = !upper, r->high = upper ? k : k + 1;
}

/*
 * Batches.
 */
const void *simt_blas_nth(const void *first, const void *const *all, long long step, int i,
                          size_t item) {
    return all ? all[i] : (const char *)first + step * i * (long long)item;
}

bool simt_blas_may_use(const struct blas *b, struct blas *part) {
    bool fits = true;
    part->call.call = b->call.call;
    for (int i = 0; i < part->call.n_ranges && fits; i++)
        fits = simt_library_may_use(&b->call, &part->call.ranges[i]);
    if (!fits) simt_set_pending(b->call.work.stream->device, cudaErrorIllegalAddress);
    return fits;
}

void simt_blas_used(const struct blas *part) {
    for (int i = 0; i < part->call.n_ranges; i++) simt_library_used(&part->call.ranges[i]);
}

void simt_blas_result(const struct simt_cublas *h, struct blas *b, void *result, size_t bytes) {
    b->result = result;
    if (h->mode == CUBLAS_POINTER_MODE_DEVICE)
        simt_library_uses(&b->call, result, bytes, 1, bytes, USE_WRITES);
}

cublasStatus_t simt_blas_put(const struct simt_cublas *h, struct blas *b, const char *name,
                             uintptr_t pc, bool waits) {
    bool host = waits && h->mode == CUBLAS_POINTER_MODE_HOST;
    cudaError_t error = simt_library_put(&b->call, sizeof(*b), name, pc, h->stream, host);
    return error ? CUBLAS_STATUS_EXECUTION_FAILED : CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t simt_cublas_too_large(const char *name);
cublasStatus_t simt_cublas_too_large(const char *name) {
    fprintf(stderr,
            "simt: %s: a size of more than 31 bits is not part of the CPU runtime. Split the vectors or matrices\n",
            name);
    return CUBLAS_STATUS_NOT_SUPPORTED;
}
