/**
 * @file
 * @brief cuFFT's second header: plans with sizes of 64 bits, callbacks, and transforms on several devices.
 *
 * Link with -lcufft. The host waits for transforms on several devices. Half precision is CUFFT_NOT_SUPPORTED.
 */
#ifndef SIMT_CUFFTXT_H
#define SIMT_CUFFTXT_H

/** Programs tell by this whether its names are known. */
#define _CUFFTXT_H_

#include <stddef.h>

#include "cufft.h"

#ifdef __cplusplus
extern "C" {
#endif

/** As cufftMakePlanMany. The types of both sides and of the computation are of one precision. */
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long int *n, long long int *inembed,
                                long long int istride, long long int idist, cudaDataType in_type,
                                long long int *onembed, long long int ostride, long long int odist,
                                cudaDataType out_type, long long int batch, size_t *work_bytes,
                                cudaDataType compute_type);
/** A transform of any type of the plan. The direction counts only between complex numbers. */
cufftResult cufftXtExec(cufftHandle plan, void *in, void *out, int direction);

/** What a callback is for: complex or real numbers, of single or double precision, that are loaded or stored. */
typedef enum cufftXtCallbackType_t {
    CUFFT_CB_LD_COMPLEX = 0,
    CUFFT_CB_LD_COMPLEX_DOUBLE = 1,
    CUFFT_CB_LD_REAL = 2,
    CUFFT_CB_LD_REAL_DOUBLE = 3,
    CUFFT_CB_ST_COMPLEX = 4,
    CUFFT_CB_ST_COMPLEX_DOUBLE = 5,
    CUFFT_CB_ST_REAL = 6,
    CUFFT_CB_ST_REAL_DOUBLE = 7,
    CUFFT_CB_UNDEFINED = 8
} cufftXtCallbackType;

#define SIMT_CALLBACK(name, T)                                                                     \
    typedef T (*cufftCallbackLoad##name)(void *data, size_t offset, void *info, void *shared);     \
    typedef void (*cufftCallbackStore##name)(void *data, size_t offset, T element, void *info,     \
                                             void *shared);
SIMT_CALLBACK(C, cufftComplex)
SIMT_CALLBACK(Z, cufftDoubleComplex)
SIMT_CALLBACK(R, cufftReal)
SIMT_CALLBACK(D, cufftDoubleReal)
#undef SIMT_CALLBACK

/** Takes a callback away. */
cufftResult cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType type);
/** Callbacks get no shared memory here: bytes above 0 are CUFFT_NOT_SUPPORTED. */
cufftResult cufftXtSetCallbackSharedSize(cufftHandle plan, cufftXtCallbackType type, size_t bytes);

/** Memory on several devices: for each its number, an address and bytes. */
#define MAX_CUDA_DESCRIPTOR_GPUS 64
typedef struct cudaXtDesc_t {
    int version;
    int nGPUs;
    int GPUs[MAX_CUDA_DESCRIPTOR_GPUS];
    void *data[MAX_CUDA_DESCRIPTOR_GPUS];
    size_t size[MAX_CUDA_DESCRIPTOR_GPUS];
    void *cudaXtState;
} cudaXtDesc;
typedef enum libFormat_t { LIB_FORMAT_CUFFT = 0, LIB_FORMAT_UNDEFINED = 1 } libFormat;
typedef struct cudaLibXtDesc_t {
    int version;
    cudaXtDesc *descriptor;
    libFormat library;
    int subFormat;
    void *libDescriptor;
} cudaLibXtDesc;
typedef enum cufftXtSubFormat_t {
    CUFFT_XT_FORMAT_INPUT = 0,
    CUFFT_XT_FORMAT_OUTPUT = 1,
    CUFFT_XT_FORMAT_INPLACE = 2,
    CUFFT_XT_FORMAT_INPLACE_SHUFFLED = 3,
    CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 4
} cufftXtSubFormat;
typedef enum cufftXtCopyType_t {
    CUFFT_COPY_HOST_TO_DEVICE = 0,
    CUFFT_COPY_DEVICE_TO_HOST = 1,
    CUFFT_COPY_DEVICE_TO_DEVICE = 2
} cufftXtCopyType;

/** The devices of a plan that is not made yet, at most 16; one may be named twice. Only one complex transform of them
 * runs, in place. */
cufftResult cufftXtSetGPUs(cufftHandle plan, int n, int *gpus);
/** Allocates an array, cut in equal parts along its first dimension. Else: CUFFT_NOT_SUPPORTED, and a message. */
cufftResult cufftXtMalloc(cufftHandle plan, cudaLibXtDesc **array, cufftXtSubFormat format);
cufftResult cufftXtFree(cudaLibXtDesc *array);
/** Copies between a host array and one on devices, or between two on devices. The target is in natural order. */
cufftResult cufftXtMemcpy(cufftHandle plan, void *to, void *from, cufftXtCopyType type);
/** Transform in place. A transform in natural order leaves an array of two or three dimensions cut along its second
 * one (CUFFT_XT_FORMAT_INPLACE_SHUFFLED), and the next transform cuts it along the first again. */
cufftResult cufftXtExecDescriptorC2C(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction);
cufftResult cufftXtExecDescriptorZ2Z(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction);
/** The same, of the type that the plan has. */
cufftResult cufftXtExecDescriptor(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction);

/** What cufftXtSetCallback is made of. */
struct simt_cufft_layout {
    int rank, n[3], embed[3], stride, dist, batch;
};
typedef cudaError_t (*simt_cufft_launch)(void *function, void *data, void *temp,
                                         const struct simt_cufft_layout *layout, void *info, cudaStream_t stream);
cufftResult simt_cufft_set_callback(cufftHandle plan, void *function, cufftXtCallbackType type, void *info,
                                    simt_cufft_launch launch);

#ifdef __cplusplus
}
#endif

#if defined(__cplusplus) && defined(__CUDACC__)
#include "simt/closure.h"

namespace simt {
/** Calls f for the place of each element of a side, in one thread of a kernel for each. */
template <class F> cudaError_t for_each_place(const simt_cufft_layout &l, cudaStream_t stream, const F &f) {
    size_t each = 1;
    for (int i = 0; i < l.rank; i++) each *= (size_t)l.n[i];
    size_t all = each * (size_t)l.batch;
    auto place = [l, each, all, f] {
        size_t thread = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
        if (thread >= all) return;
        size_t rest = thread % each, at = 0, step = (size_t)l.stride;
        for (int i = l.rank - 1; i >= 0; i--) {
            at += rest % (size_t)l.n[i] * step;
            rest /= (size_t)l.n[i];
            step *= (size_t)l.embed[i];
        }
        f(at + thread / each * (size_t)l.dist);
    };
    return launch_closure("cufftXtSetCallback", all, stream, place);
}
template <class T>
cudaError_t cufft_load(void *function, void *data, void *temp, const simt_cufft_layout *layout, void *info,
                       cudaStream_t stream) {
    auto load = (T(*)(void *, size_t, void *, void *))function;
    return for_each_place(*layout, stream,
                          [=](size_t at) { static_cast<T *>(temp)[at] = load(data, at, info, nullptr); });
}
template <class T>
cudaError_t cufft_store(void *function, void *data, void *temp, const simt_cufft_layout *layout, void *info,
                        cudaStream_t stream) {
    auto store = (void (*)(void *, size_t, T, void *, void *))function;
    return for_each_place(*layout, stream,
                          [=](size_t at) { store(data, at, static_cast<T *>(temp)[at], info, nullptr); });
}
} // namespace simt

/** Has a device function load or store the elements of a plan that is made. *routine is its address as device code
 * has it, and *info is handed to it. CUFFT_INVALID_TYPE: the plan has no such elements. */
inline cufftResult cufftXtSetCallback(cufftHandle plan, void **routine, cufftXtCallbackType type, void **info) {
    static const simt_cufft_launch launches[] = {
        simt::cufft_load<cufftComplex>,  simt::cufft_load<cufftDoubleComplex>,  simt::cufft_load<cufftReal>,
        simt::cufft_load<double>,        simt::cufft_store<cufftComplex>,       simt::cufft_store<cufftDoubleComplex>,
        simt::cufft_store<cufftReal>,    simt::cufft_store<double>};
    if (!routine || !*routine || (unsigned)type > CUFFT_CB_ST_REAL_DOUBLE) return CUFFT_INVALID_VALUE;
    return simt_cufft_set_callback(plan, *routine, type, info ? *info : nullptr, launches[type]);
}
#endif

#endif
