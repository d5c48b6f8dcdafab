/**
 * @file
 * @brief cuFFT: plans with sizes of 64 bits, callbacks, and transforms of arrays on several devices.
 */
#include "cufft_plan.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool type_of(cudaDataType in, cudaDataType out, cudaDataType compute, cufftType *type) {
    bool wide = in == CUDA_R_64F || in == CUDA_C_64F, from_real = in == CUDA_R_32F || in == CUDA_R_64F,
         to_real = out == CUDA_R_32F || out == CUDA_R_64F;
    cudaDataType complex = wide ? CUDA_C_64F : CUDA_C_32F, real = wide ? CUDA_R_64F : CUDA_R_32F;
    if ((in != complex && in != real) || (out != complex && out != real) || (from_real && to_real) ||
        (compute != complex && compute != real))
        return false;
    *type = from_real ? (wide ? CUFFT_D2Z : CUFFT_R2C)
            : to_real ? (wide ? CUFFT_Z2D : CUFFT_C2R)
                      : (wide ? CUFFT_Z2Z : CUFFT_C2C);
    return true;
}

static bool to_int(int *to, const long long *from, int n) {
    for (int i = 0; i < n; i++) {
        if (from[i] < INT_MIN || from[i] > INT_MAX) return false;
        to[i] = (int)from[i];
    }
    return true;
}

cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long *n, long long *inembed,
                                long long istride, long long idist, long long *onembed,
                                long long ostride, long long odist, cufftType type,
                                long long batch, size_t *work_bytes) {
    long long numbers[] = {istride, idist, ostride, odist, batch};
    int size[CUFFT_MOST_RANK], in[CUFFT_MOST_RANK], out[CUFFT_MOST_RANK], number[5];
    if (!n || rank < 1 || rank > CUFFT_MOST_RANK) return CUFFT_INVALID_VALUE;
    if (!to_int(size, n, rank) || !to_int(number, numbers, 5) ||
        (inembed && !to_int(in, inembed, rank)) || (onembed && !to_int(out, onembed, rank)))
        return CUFFT_INVALID_SIZE;
    return cufftMakePlanMany(plan, rank, size, inembed ? in : NULL, number[0], number[1],
                             onembed ? out : NULL, number[2], number[3], type, number[4],
                             work_bytes);
}

cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n, long long *inembed,
                                long long istride, long long idist, cudaDataType in_type,
                                long long *onembed, long long ostride, long long odist,
                                cudaDataType out_type, long long batch, size_t *work_bytes,
                                cudaDataType compute_type) {
    cufftType type;
    if (!type_of(in_type, out_type, compute_type, &type)) {
        fprintf(stderr, "simt: cufftXtMakePlanMany has numbers of one precision here, single or "
                        "double. Convert them, or use nvcc\n");
        return CUFFT_NOT_SUPPORTED;
    }
    return cufftMakePlanMany64(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type,
                               batch, work_bytes);
}

cufftResult cufftXtExec(cufftHandle plan, void *in, void *out, int direction) {
    struct plan *p = simt_cufft_plan(plan);
    if (!p) return CUFFT_INVALID_PLAN;
    if (p->kind == TO_COMPLEX) direction = CUFFT_FORWARD;
    if (p->kind == TO_REAL) direction = CUFFT_INVERSE;
    return simt_cufft_execute(plan, in, out, direction, "cufftXtExec", LIBRARY_HERE);
}

/*
 * Callbacks.
 */
static cufftResult callback_of(cufftHandle plan, cufftXtCallbackType type, struct cufft_callback **c) {
    struct plan *p = simt_cufft_plan(plan);
    if (!p || !p->made) return CUFFT_INVALID_PLAN;
    if ((unsigned)type > CUFFT_CB_ST_REAL_DOUBLE) return CUFFT_INVALID_VALUE;
    bool stores = type & 4, real = type & 2;
    if (p->is_double != (bool)(type & 1) || real != (p->kind == (stores ? TO_REAL : TO_COMPLEX)))
        return CUFFT_INVALID_TYPE;
    *c = stores ? &p->store : &p->load;
    return CUFFT_SUCCESS;
}

cufftResult simt_cufft_set_callback(cufftHandle plan, void *function, cufftXtCallbackType type,
                                    void *info, simt_cufft_launch launch) {
    struct cufft_callback *c;
    cufftResult result = callback_of(plan, type, &c);
    if (result) return result;
    c->function = function;
    c->info = info;
    c->launch = launch;
    return CUFFT_SUCCESS;
}

cufftResult cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType type) {
    return simt_cufft_set_callback(plan, NULL, type, NULL, NULL);
}

cufftResult cufftXtSetCallbackSharedSize(cufftHandle plan, cufftXtCallbackType type, size_t bytes) {
    struct cufft_callback *c;
    cufftResult result = callback_of(plan, type, &c);
    if (result || !bytes) return result;
    fprintf(stderr, "simt: cufftXtSetCallbackSharedSize: callbacks have no shared memory here. Use 0 bytes, or nvcc\n");
    return CUFFT_NOT_SUPPORTED;
}

/*
 * Several devices. An array has `rows` parts of the same size, which are cut among the devices; a shuffled one is cut
 * along its second dimension instead.
 */
static size_t item_of(const struct plan *p) {
    return p->is_double ? sizeof(cufftDoubleComplex) : sizeof(cufftComplex);
}
static size_t elements_of(const struct plan *p) {
    size_t n = 1;
    for (int i = 0; i < p->rank; i++) n *= (size_t)p->n[i];
    return n;
}

cufftResult cufftXtSetGPUs(cufftHandle plan, int n, int *gpus) {
    struct plan *p = simt_cufft_plan(plan);
    int devices = 0;
    if (!p || p->made) return CUFFT_INVALID_PLAN;
    cudaGetDeviceCount(&devices);
    if (n < 1 || n > CUFFT_MOST_GPUS || !gpus) return CUFFT_INVALID_VALUE;
    for (int i = 0; i < n; i++) {
        if (gpus[i] < 0 || gpus[i] >= devices) return CUFFT_INVALID_DEVICE;
        p->gpus[i] = gpus[i];
    }
    p->n_gpus = n;
    return CUFFT_SUCCESS;
}

static bool can_be_cut(const struct plan *p) {
    bool fits = p->kind == COMPLEX && p->batch == 1 && !p->in.given;
    for (int i = 0; i < p->rank && i < 2; i++) fits = fits && p->n[i] % p->n_gpus == 0;
    if (!fits)
        fprintf(stderr, "simt: cuFFT on several devices has one complex transform here, with sizes that "
                        "the devices can share equally. Use a plan of one device, or nvcc\n");
    return fits;
}

cufftResult cufftXtMalloc(cufftHandle plan, cudaLibXtDesc **array, cufftXtSubFormat format) {
    struct plan *p = simt_cufft_plan(plan);
    if (!p || !p->made || !p->n_gpus) return CUFFT_INVALID_PLAN;
    if (!array) return CUFFT_INVALID_VALUE;
    if (!can_be_cut(p) || format > CUFFT_XT_FORMAT_INPLACE_SHUFFLED) return CUFFT_NOT_SUPPORTED;
    cudaLibXtDesc *made = calloc(1, sizeof(*made));
    cudaXtDesc *d = calloc(1, sizeof(*d));
    int outer = 0;
    if (!made || !d) return free(made), free(d), CUFFT_ALLOC_FAILED;
    *made = (cudaLibXtDesc){.descriptor = d, .library = LIB_FORMAT_CUFFT, .subFormat = (int)format};
    d->nGPUs = p->n_gpus;
    cudaGetDevice(&outer);
    cudaError_t error = cudaSuccess;
    for (int i = 0; i < p->n_gpus && !error; i++) {
        d->GPUs[i] = p->gpus[i];
        d->size[i] = elements_of(p) / (size_t)p->n_gpus * item_of(p);
        cudaSetDevice(d->GPUs[i]);
        error = cudaMalloc(&d->data[i], d->size[i]);
    }
    cudaSetDevice(outer);
    if (error) return cufftXtFree(made), CUFFT_ALLOC_FAILED;
    *array = made;
    return CUFFT_SUCCESS;
}

cufftResult cufftXtFree(cudaLibXtDesc *array) {
    if (!array || !array->descriptor) return CUFFT_INVALID_VALUE;
    for (int i = 0; i < array->descriptor->nGPUs; i++) cudaFree(array->descriptor->data[i]);
    free(array->descriptor);
    free(array);
    return CUFFT_SUCCESS;
}

/* Copies a whole array to the host, in natural order, or from there. */
static bool copy_array(const struct plan *p, const cudaLibXtDesc *array, char *host, bool to_host) {
    const cudaXtDesc *d = array->descriptor;
    bool shuffled = array->subFormat == CUFFT_XT_FORMAT_INPLACE_SHUFFLED && p->rank > 1;
    size_t all = elements_of(p) * item_of(p), rows = shuffled ? (size_t)p->n[0] : 1, row = all / rows;
    for (size_t i = 0, at = 0; i < (size_t)d->nGPUs; at += d->size[i++] / rows) {
        cudaError_t error =
            to_host ? cudaMemcpy2D(host + at, row, d->data[i], d->size[i] / rows, d->size[i] / rows, rows,
                                   cudaMemcpyDeviceToHost)
                    : cudaMemcpy2D(d->data[i], d->size[i] / rows, host + at, row, d->size[i] / rows, rows,
                                   cudaMemcpyHostToDevice);
        if (error) return false;
    }
    return true;
}

static bool fits_array(const struct plan *p, const cudaLibXtDesc *array) {
    return array && array->descriptor && array->descriptor->nGPUs == p->n_gpus &&
           array->descriptor->size[0] == elements_of(p) / (size_t)p->n_gpus * item_of(p);
}

static void wait_for_all(const struct plan *p) {
    int outer = 0;
    cudaGetDevice(&outer);
    for (int i = 0; i < p->n_gpus; i++) {
        cudaSetDevice(p->gpus[i]);
        cudaDeviceSynchronize();
    }
    cudaSetDevice(outer);
}

/* Takes `from` to the host, transforms it there if `direction` is not 0, and puts it where `to` is. */
static cufftResult move(const struct plan *p, const cudaLibXtDesc *from, cudaLibXtDesc *to, int direction,
                        int format) {
    char *host = malloc(elements_of(p) * item_of(p));
    if (!host) return CUFFT_ALLOC_FAILED;
    wait_for_all(p);
    bool done = copy_array(p, from, host, true);
    if (done && direction) {
        struct plan laid_out = *p;
        simt_cufft_lay_out(&laid_out, true);
        simt_cufft_run(&laid_out, host, host, direction);
    }
    to->subFormat = format;
    done = done && copy_array(p, to, host, false);
    free(host);
    return done ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

cufftResult cufftXtMemcpy(cufftHandle plan, void *to, void *from, cufftXtCopyType type) {
    struct plan *p = simt_cufft_plan(plan);
    if (!p || !p->made || !p->n_gpus) return CUFFT_INVALID_PLAN;
    if (!to || !from || (unsigned)type > CUFFT_COPY_DEVICE_TO_DEVICE) return CUFFT_INVALID_VALUE;
    if ((type != CUFFT_COPY_HOST_TO_DEVICE && !fits_array(p, from)) ||
        (type != CUFFT_COPY_DEVICE_TO_HOST && !fits_array(p, to)))
        return CUFFT_INVALID_VALUE;
    if (type == CUFFT_COPY_DEVICE_TO_DEVICE) return move(p, from, to, 0, CUFFT_XT_FORMAT_INPLACE);
    wait_for_all(p);
    if (type == CUFFT_COPY_HOST_TO_DEVICE) ((cudaLibXtDesc *)to)->subFormat = CUFFT_XT_FORMAT_INPLACE;
    bool done = type == CUFFT_COPY_HOST_TO_DEVICE ? copy_array(p, to, from, false) : copy_array(p, from, to, true);
    return done ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

static cufftResult execute(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction, cufftType type) {
    struct plan *p = simt_cufft_plan(plan);
    if (!p || !p->made || !p->n_gpus) return CUFFT_INVALID_PLAN;
    if (p->type != type) return CUFFT_INVALID_TYPE;
    if (in != out || !fits_array(p, in) || (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE))
        return CUFFT_INVALID_VALUE;
    int format = in->subFormat == CUFFT_XT_FORMAT_INPLACE_SHUFFLED ? CUFFT_XT_FORMAT_INPLACE
                                                                   : CUFFT_XT_FORMAT_INPLACE_SHUFFLED;
    return move(p, in, out, direction, format);
}

cufftResult cufftXtExecDescriptorC2C(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction) {
    return execute(plan, in, out, direction, CUFFT_C2C);
}
cufftResult cufftXtExecDescriptorZ2Z(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction) {
    return execute(plan, in, out, direction, CUFFT_Z2Z);
}
cufftResult cufftXtExecDescriptor(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction) {
    const struct plan *p = simt_cufft_plan(plan);
    return p ? execute(plan, in, out, direction, p->type) : CUFFT_INVALID_PLAN;
}
