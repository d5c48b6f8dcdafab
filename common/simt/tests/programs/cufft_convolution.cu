// cuFFT: a convolution by spectra, real numbers in place, against the sum that defines it.
#include <cstdio>
#include <cufft.h>
#include <vector>
#define CHECK(call) do { if ((call) != CUFFT_SUCCESS) { printf("FAIL: %s\n", #call); return 1; } } while (0)

const int N = 48, SPECTRUM = N / 2 + 1;

__global__ void multiply(cufftComplex *a, const cufftComplex *b, float scale) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= SPECTRUM) return;
    const cufftComplex p = cuCmulf(a[i], b[i]);
    a[i] = make_cuComplex(p.x * scale, p.y * scale);
}

int main() {
    std::vector<float> signal(N), kernel(N, 0.0f), got(N);
    for (int i = 0; i < N; i++) signal[i] = (i * 7) % 11;
    kernel[0] = 0.5f, kernel[1] = 0.25f, kernel[N - 1] = 0.25f;
    float *d_signal, *d_kernel;
    cudaMalloc(&d_signal, SPECTRUM * sizeof(cufftComplex));
    cudaMalloc(&d_kernel, SPECTRUM * sizeof(cufftComplex));
    cudaMemcpy(d_signal, signal.data(), N * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_kernel, kernel.data(), N * sizeof(float), cudaMemcpyHostToDevice);
    cufftHandle there, back;
    CHECK(cufftPlan1d(&there, N, CUFFT_R2C, 1));
    CHECK(cufftPlan1d(&back, N, CUFFT_C2R, 1));
    CHECK(cufftExecR2C(there, d_signal, (cufftComplex *)d_signal));
    CHECK(cufftExecR2C(there, d_kernel, (cufftComplex *)d_kernel));
    multiply<<<1, 32>>>((cufftComplex *)d_signal, (cufftComplex *)d_kernel, 1.0f / N);
    CHECK(cufftExecC2R(back, (cufftComplex *)d_signal, d_signal));
    cudaMemcpy(got.data(), d_signal, N * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) {
        float expected = 0.5f * signal[i] + 0.25f * (signal[(i + N - 1) % N] + signal[(i + 1) % N]);
        if (fabsf(got[i] - expected) > 1e-4f) {
            printf("FAIL: %g at %d, and it is %g\n", got[i], i, expected);
            return 1;
        }
    }
    CHECK(cufftDestroy(there));
    CHECK(cufftDestroy(back));
    cudaFree(d_signal), cudaFree(d_kernel);
    printf("PASS\n");
    return 0;
}
