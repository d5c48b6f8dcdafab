#!/bin/sh
# What the libraries refuse: an option or a package that is missing, a matrix outside of its allocation.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"

build() { common/simt/simtcc -w -o "$work/program" "$@" >"$work/log" 2>&1; }
says() { # PROMISE WORDS FILE
    grep -q "$2" "$3"
    report "$1" $? "$3"
}

cat >"$work/far.cu" <<'END'
#include <cublas_v2.h>
int main() {
    cublasHandle_t handle;
    float *x, two = 2;
    cublasCreate(&handle);
    cudaMalloc(&x, 100 * sizeof(float));
    cudaMemset(x, 0, 100 * sizeof(float));
    cublasSscal(handle, 1000, &two, x, 1);
    return cudaDeviceSynchronize() != 700;
}
END
cat >"$work/captured.cu" <<'END'
#include <cublas_v2.h>
#include <curand.h>
int main() {
    cublasHandle_t handle;
    curandGenerator_t generator;
    cudaStream_t stream;
    cudaGraph_t graph;
    float *x, sum;
    cudaStreamCreate(&stream);
    cublasCreate(&handle);
    cublasSetStream(handle, stream);
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_XORWOW);
    curandSetStream(generator, stream);
    cudaMalloc(&x, 100 * sizeof(float));
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    if (curandGenerateUniform(generator, x, 100) == CURAND_STATUS_SUCCESS) return 1;
    if (cudaStreamEndCapture(stream, &graph)) return 2;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    if (cublasSasum(handle, 100, x, 1, &sum) == CUBLAS_STATUS_SUCCESS) return 3;
    return cudaStreamEndCapture(stream, &graph) != cudaErrorStreamCaptureInvalidated;
}
END
cat >"$work/unordered.cu" <<'END'
#include <cublas_v2.h>
__global__ void ones(float *x) { x[threadIdx.x] = 1; }
int main() {
    cublasHandle_t handle;
    cudaStream_t one, two;
    float *x, *y, factor = 2;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    cublasCreate(&handle);
    cublasSetStream(handle, two);
    cudaMalloc(&x, 128 * sizeof(float));
    cudaMalloc(&y, 128 * sizeof(float));
    ones<<<1, 128, 0, one>>>(x);
    cublasSscal(handle, 128, &factor, x, 1); // not behind ones
    cublasSscal(handle, 128, &factor, y, 1); // never set
    return cudaDeviceSynchronize();
}
END
cat >"$work/solver.cu" <<'END'
#include <cusolverDn.h>
int main() {
    cusolverDnHandle_t handle;
    double *d_a;
    int *d_info;
    cusolverDnCreate(&handle);
    cudaMalloc(&d_a, 3 * 3 * sizeof *d_a);
    cudaMalloc(&d_info, sizeof *d_info);
#ifdef OTHER
    return cusolverDnDgesvdj(handle);
#endif
    cusolverStatus_t status = cusolverDnDgetrf(handle, 3, 3, d_a, 3, d_a, nullptr, d_info);
    cusolverDnDgetrf(handle, 3, 3, d_a, 4000, d_a, d_info, d_info); // the columns are too far apart
    return status == CUSOLVER_STATUS_NOT_SUPPORTED && cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 1;
}
END
cat >"$work/twister.cu" <<'END'
#include <curand.h>
int main() {
    curandGenerator_t generator;
    return curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_MT19937) != CURAND_STATUS_TYPE_ERROR;
}
END
cat >"$work/several.cu" <<'END'
#include <cufftXt.h>
#include <cmath>
#include <vector>
__global__ void scale(cufftComplex *x, int n, float f, int *first, int shift) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) x[i].x *= f, x[i].y *= f;
    if (threadIdx.x == 0) *first = shift;
}
// There and back on two devices, or twice on one; in between the array is cut along its second dimension.
int main(int argc, char **) {
    const int R = 4, C = 8;
    int devices[] = {0, argc == 1}, odd[] = {0, 2};
    size_t bytes[2];
    cufftHandle plan;
    cudaLibXtDesc *array;
    std::vector<cufftComplex> before(R * C), after(R * C), wave(R * C / 2);
    for (int i = 0; i < R * C; i++) before[i] = {cosf(2 * (float)M_PI * (i % C) * 5 / C), 0}; // 5 periods in each row
    cufftCreate(&plan);
    if (cufftXtSetGPUs(plan, 2, odd) != CUFFT_INVALID_DEVICE || cufftXtSetGPUs(plan, 2, devices)) return 1;
    if (cufftMakePlan2d(plan, R, C, CUFFT_C2C, bytes) || cufftXtMalloc(plan, &array, CUFFT_XT_FORMAT_INPLACE)) return 2;
    if (cufftXtMemcpy(plan, array, before.data(), CUFFT_COPY_HOST_TO_DEVICE)) return 3;
    if (cufftXtExecDescriptorC2C(plan, array, array, CUFFT_FORWARD)) return 4;
    if (array->subFormat != CUFFT_XT_FORMAT_INPLACE_SHUFFLED || array->descriptor->size[1] != R * C / 2 * 8) return 5;
    for (int d = 0; d < 2; d++) { // frequencies 3 and 5 of row 0: the last column of one half, the second of the other
        cudaSetDevice(devices[d]);
        cudaMemcpy(wave.data(), array->descriptor->data[d], wave.size() * 8, cudaMemcpyDeviceToHost);
        for (int i = 0; i < R * C / 2; i++) if (fabsf(wave[i].x - (i == (d ? 1 : 3) ? R * C / 2 : 0)) > 1e-4f) return 6;
        int *first;
        cudaMalloc(&first, sizeof(int));
        scale<<<1, 32>>>((cufftComplex *)array->descriptor->data[d], R * C / 2, 1.0f / (R * C), first, d);
    }
    if (cufftXtExecDescriptor(plan, array, array, CUFFT_INVERSE)) return 7;
    if (cufftXtMemcpy(plan, after.data(), array, CUFFT_COPY_DEVICE_TO_HOST)) return 8;
    for (int i = 0; i < R * C; i++) if (fabsf(after[i].x - before[i].x) > 1e-5f) return 9;
    return cufftXtFree(array) | cufftDestroy(plan);
}
END
if build "$work/several.cu" -lcufft; then
    SIMT_DEVICES=2 "$work/program" >"$work/log" 2>&1
    report "cuFFT transforms an array on two devices" $? "$work/log"
    "$work/program" one >"$work/log" 2>&1
    report "cuFFT takes one device for two parts of an array" $? "$work/log"
fi
cat >"$work/refused.cu" <<'END'
#include <cublasLt.h>
#include <cublas_v2.h>
int main() {
    cublasLtMatmulDesc_t product;
    cublasHandle_t handle;
    float alpha = 1, *x;
    cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasStatus_t scaled =
        cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, &product, sizeof product);
    cublasCreate(&handle);
    cudaMalloc(&x, sizeof *x);
    return scaled != CUBLAS_STATUS_NOT_SUPPORTED ||
           cublasSscal_64(handle, 1ll << 40, &alpha, x, 1) != CUBLAS_STATUS_NOT_SUPPORTED;
}
END
if build "$work/refused.cu" -lcublasLt -lcublas; then
    "$work/program" 2>"$work/log"
    report "an attribute of cublasLt and a size of 64 bits get CUDA's error" $? "$work/log"
    says "the attribute is named" 'does not know CUBLASLT_MATMUL_DESC_A_SCALE_POINTER here. Leave it out' "$work/log"
    says "so is the call with the size" 'cublasSscal_64: a size of more than 31 bits' "$work/log"
fi
build "$work/solver.cu"
says "cuSOLVER's option is named" 'the program calls cuSOLVER. Add -lcusolver' "$work/log"
build "$work/solver.cu" -DOTHER -lcusolver
says "so is a function of it that is missing" 'cusolverDnDgesvdj: the CPU runtime has no such name' "$work/log"
if build "$work/solver.cu" -lcusolver; then
    "$work/program" 2>"$work/log"
    report "a factor without pivots, and one past its memory, get CUDA's errors" $? "$work/log"
    says "the first is refused by name" 'cusolverDnDgetrf without pivots is not part of the CPU runtime' "$work/log"
    says "the second is told" 'cusolverDnDgetrf writes' "$work/log"
fi
build "$work/twister.cu" -lcurand && "$work/program" 2>"$work/log"
report "the Mersenne Twister gets CUDA's error" $? "$work/log"
says "and a message" 'no generator of type 142' "$work/log"
cat >"$work/corners.cu" <<'END'
#include <cublas_v2.h>
__global__ void ones(float *x, int band, int unset) { // a band of 4 columns, with one diagonal beside the main one
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 3; i++)
            if (i + j != unset && (!band || (j + i - 1 >= 0 && j + i - 1 < 4))) x[j * 3 + i] = 1;
}
__global__ void packed(float *x) { x[1] = x[3] = x[4] = 0; } // above the diagonal
int main(int argc, char **) {
    float *a, *p, *x, *y, one = 1, zero = 0;
    cublasHandle_t handle;
    cudaMalloc(&a, 12 * sizeof(float)), cudaMalloc(&p, 6 * sizeof(float));
    cudaMalloc(&x, 12 * sizeof(float)), cudaMalloc(&y, 4 * sizeof(float));
    cublasCreate(&handle);
    ones<<<1, 1>>>(a, 1, argc > 1 ? 2 : -1);
    ones<<<1, 1>>>(x, 0, -1);
    packed<<<1, 1>>>(p);
    cublasSgbmv(handle, CUBLAS_OP_N, 4, 4, 1, 1, &one, a, 3, x, 1, &zero, y, 1);
    cublasStpmv(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 3, p, x, 1);
    return cublasDestroy(handle);
}
END
if build "$work/far.cu" -lcublas; then
    "$work/program" 2>"$work/log"
    report "a vector that leaves its allocation ends the device's work" $? "$work/log"
    says "and a message names the call" 'cublasSscal.*4000 bytes.*400 bytes' "$work/log"
    build "$work/captured.cu" -lcublas -lcurand && "$work/program" 2>"$work/log"
    report "a captured call that hands its result to the host ends the capture" $? "$work/log"
    says "a captured call of cuRAND is refused in words" 'curandGenerateUniform is called while its stream' "$work/log"
    build --tool=racecheck,initcheck "$work/unordered.cu" -lcublas && "$work/program" >"$work/log" 2>&1
    says "racecheck sees a call that is not behind a kernel" 'cublasSscal.*unordered.cu:14' "$work/log"
    says "initcheck sees a vector that was never set" 'unordered.cu:15' "$work/log"
    build --tool=initcheck "$work/corners.cu" -lcublas && "$work/program" >"$work/log" 2>&1 &&
        ! grep -q 'cublas' "$work/log"
    report "initcheck is silent on corners of a band and a diagonal of ones that were never set" $? "$work/log"
    "$work/program" unset >"$work/log" 2>&1
    says "initcheck sees an element of a band that was never set" 'corners.cu:17' "$work/log"
    build "$work/far.cu"
    says "the linker's words for a missing -lcublas are one sentence" 'calls cuBLAS. Add -lcublas' "$work/log"
else
    says "a missing package is named" 'Install the package libopenblas-dev' "$work/log"
fi
exit $failed
