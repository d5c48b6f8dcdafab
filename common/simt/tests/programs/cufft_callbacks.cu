// Callbacks of cuFFT: a filter that is applied while a transform loads, and a scale while another one stores.
#include <cufft.h>
#include <cufftXt.h>

#include <cmath>
#include <cstdio>
#include <vector>

struct filter {
    const cufftComplex *weights;
    float scale;
};

static __device__ cufftComplex filtered(void *data, size_t at, void *info, void *) {
    const filter *f = (const filter *)info;
    cufftComplex x = ((cufftComplex *)data)[at], w = f->weights[at];
    return {f->scale * (x.x * w.x - x.y * w.y), f->scale * (x.x * w.y + x.y * w.x)};
}
static __device__ void halved(void *data, size_t at, cufftReal x, void *, void *) { ((cufftReal *)data)[at] = x / 2; }
__device__ cufftCallbackLoadC filtered_address = filtered;
__device__ cufftCallbackStoreR halved_address = halved;

const int N = 64, ROWS = 3;

int main() {
    // The cyclic convolution of a signal with a filter that shifts it by two, in one transform there and one back.
    std::vector<cufftComplex> signal(N), shift(N), result(N);
    for (int i = 0; i < N; i++) signal[i] = {sinf(0.3f * i), 0.01f * i}, shift[i] = {i == 2 ? 1.0f : 0.0f, 0.0f};
    cufftComplex *d_signal, *d_shift;
    filter given, *d_given;
    cudaMalloc(&d_signal, N * sizeof(cufftComplex));
    cudaMalloc(&d_shift, N * sizeof(cufftComplex));
    cudaMalloc(&d_given, sizeof(filter));
    cudaMemcpy(d_signal, signal.data(), N * sizeof(cufftComplex), cudaMemcpyHostToDevice);
    cudaMemcpy(d_shift, shift.data(), N * sizeof(cufftComplex), cudaMemcpyHostToDevice);
    given = {d_shift, 1.0f / N};
    cudaMemcpy(d_given, &given, sizeof(filter), cudaMemcpyHostToDevice);
    cufftHandle there, back, rows;
    size_t bytes;
    int failed = cufftCreate(&there) | cufftCreate(&back) | cufftCreate(&rows);
    long long n[] = {N};
    failed |= cufftXtMakePlanMany(there, 1, n, nullptr, 1, 1, CUDA_C_32F, nullptr, 1, 1, CUDA_C_32F, 1, &bytes,
                                  CUDA_C_32F);
    failed |= cufftMakePlan1d(back, N, CUFFT_C2C, 1, &bytes);
    cufftCallbackLoadC load;
    cudaMemcpyFromSymbol(&load, filtered_address, sizeof load);
    failed |= cufftXtSetCallback(back, (void **)&load, CUFFT_CB_LD_COMPLEX, (void **)&d_given);
    failed |= cufftExecC2C(there, d_signal, d_signal, CUFFT_FORWARD);
    failed |= cufftXtExec(there, d_shift, d_shift, CUFFT_FORWARD);
    failed |= cufftExecC2C(back, d_signal, d_signal, CUFFT_INVERSE);
    cudaMemcpy(result.data(), d_signal, N * sizeof(cufftComplex), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) {
        cufftComplex moved = result[(i + 2) % N];
        failed |= fabsf(moved.x - signal[i].x) > 1e-5f || fabsf(moved.y - signal[i].y) > 1e-5f;
    }

    // Real rows: a one at the left end of each becomes ones, and comes back halved.
    std::vector<cufftComplex> half(ROWS * (N / 2 + 1), cufftComplex{1, 0});
    std::vector<float> row(ROWS * N);
    cufftComplex *d_half;
    float *d_row;
    cudaMalloc(&d_half, half.size() * sizeof(cufftComplex));
    cudaMalloc(&d_row, row.size() * sizeof(float));
    cudaMemcpy(d_half, half.data(), half.size() * sizeof(cufftComplex), cudaMemcpyHostToDevice);
    failed |= cufftMakePlan1d(rows, N, CUFFT_C2R, ROWS, &bytes);
    cufftCallbackStoreR store;
    cudaMemcpyFromSymbol(&store, halved_address, sizeof store);
    failed |= cufftXtSetCallback(rows, (void **)&store, CUFFT_CB_ST_REAL, nullptr);
    failed |= cufftXtSetCallback(rows, (void **)&store, CUFFT_CB_LD_REAL, nullptr) != CUFFT_INVALID_TYPE;
    failed |= cufftExecC2R(rows, d_half, d_row);
    cudaMemcpy(row.data(), d_row, row.size() * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < ROWS * N; i++) failed |= fabsf(row[i] - (i % N == 0 ? N / 2 : 0)) > 1e-4f;
    cufftDestroy(there), cufftDestroy(back), cufftDestroy(rows);
    puts(failed ? "FAIL" : "PASS");
    return failed;
}
