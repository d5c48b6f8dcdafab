// cuFFT: a wave has two peaks, there and back again, in one dimension and in two, with floats and with doubles.
#include <cstdio>
#include <cufft.h>
#include <vector>
#define CHECK(call) do { if ((call) != CUFFT_SUCCESS) { printf("FAIL: %s\n", #call); return 1; } } while (0)
#define EXPECT(what) do { if (!(what)) { printf("FAIL: %s, line %d\n", #what, __LINE__); return 1; } } while (0)

const int N = 64, BATCH = 3, ROWS = 6, COLS = 10;

__global__ void waves(cufftComplex *x) {
    int i = threadIdx.x, batch = blockIdx.x;
    x[batch * N + i] = make_cuComplex(cosf(2 * 3.14159265f * (batch + 1) * i / N), 0);
}

int main() {
    cufftComplex *d_x;
    std::vector<cufftComplex> x(N * BATCH);
    cudaMalloc(&d_x, x.size() * sizeof(cufftComplex));
    cufftHandle plan;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    CHECK(cufftPlan1d(&plan, N, CUFFT_C2C, BATCH));
    CHECK(cufftSetStream(plan, stream));
    waves<<<BATCH, N, 0, stream>>>(d_x);
    CHECK(cufftExecC2C(plan, d_x, d_x, CUFFT_FORWARD));
    cudaMemcpyAsync(x.data(), d_x, x.size() * sizeof(cufftComplex), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    for (int b = 0; b < BATCH; b++)
        for (int i = 0; i < N; i++)
            EXPECT(fabsf(x[b * N + i].x - (i == b + 1 || i == N - b - 1 ? N / 2 : 0)) < 1e-3f);
    // A plan is executed by functions for other types, too, but in its own direction alone.
    CHECK(cufftExecC2R(plan, d_x, (cufftReal *)d_x));
    EXPECT(cufftExecC2C(plan, d_x, d_x, 7) == CUFFT_INVALID_VALUE);
    CHECK(cufftDestroy(plan));
    CHECK(cufftPlan1d(&plan, N, CUFFT_R2C, 1));
    CHECK(cufftExecC2C(plan, d_x, d_x, CUFFT_FORWARD));
    EXPECT(cufftExecC2R(plan, d_x, (cufftReal *)d_x) == CUFFT_INVALID_VALUE);
    CHECK(cufftDestroy(plan));

    cufftHandle there, back;
    cufftDoubleReal *d_in, *d_out, in[ROWS * COLS], out[ROWS * COLS];
    cufftDoubleComplex *d_middle, sum;
    cudaMalloc(&d_in, sizeof(in));
    cudaMalloc(&d_out, sizeof(out));
    cudaMalloc(&d_middle, ROWS * (COLS / 2 + 1) * sizeof(cufftDoubleComplex));
    for (int i = 0; i < ROWS * COLS; i++) in[i] = i % 7;
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    CHECK(cufftPlan2d(&there, ROWS, COLS, CUFFT_D2Z));
    CHECK(cufftPlan2d(&back, ROWS, COLS, CUFFT_Z2D));
    CHECK(cufftExecD2Z(there, d_in, d_middle));
    CHECK(cufftExecZ2D(back, d_middle, d_out));
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < ROWS * COLS; i++) EXPECT(fabs(out[i] / (ROWS * COLS) - in[i]) < 1e-12);
    CHECK(cufftExecD2Z(there, d_in, d_middle));
    cudaMemcpy(&sum, d_middle, sizeof(sum), cudaMemcpyDeviceToHost);
    double expected = 0;
    for (double value : in) expected += value;
    EXPECT(fabs(sum.x - expected) < 1e-9 && fabs(sum.y) < 1e-9);

    size_t work = 9;
    int major = 0, n[] = {ROWS, COLS};
    const auto is_none = [&](cufftResult result) { return result == CUFFT_SUCCESS && work == 0 && (work = 9); };
    EXPECT(is_none(cufftEstimate1d(N, CUFFT_C2C, BATCH, &work)));
    EXPECT(is_none(cufftEstimate2d(ROWS, COLS, CUFFT_D2Z, &work)));
    EXPECT(is_none(cufftEstimate3d(2, ROWS, COLS, CUFFT_R2C, &work)));
    EXPECT(is_none(cufftEstimateMany(2, n, NULL, 1, 0, NULL, 1, 0, CUFFT_Z2Z, BATCH, &work)));
    EXPECT(is_none(cufftGetSize1d(there, N, CUFFT_C2C, BATCH, &work)));
    EXPECT(is_none(cufftGetSize2d(there, ROWS, COLS, CUFFT_D2Z, &work)));
    EXPECT(is_none(cufftGetSize3d(there, 2, ROWS, COLS, CUFFT_R2C, &work)));
    EXPECT(is_none(cufftGetSizeMany(there, 2, n, NULL, 1, 0, NULL, 1, 0, CUFFT_Z2Z, BATCH, &work)));
    EXPECT(cufftGetSize1d(4000, N, CUFFT_C2C, 1, &work) == CUFFT_INVALID_PLAN);
    EXPECT(cufftEstimate1d(0, CUFFT_C2C, 1, &work) == CUFFT_INVALID_SIZE);
    EXPECT(cufftEstimate1d(N, (cufftType)1, 1, &work) == CUFFT_INVALID_TYPE);
    EXPECT(cufftEstimate1d(N, CUFFT_C2C, 1, NULL) == CUFFT_INVALID_VALUE && work == 9);
    CHECK(cufftGetProperty(MAJOR_VERSION, &major));
    EXPECT(major == CUFFT_VERSION / 1000 && cufftGetProperty((libraryPropertyType)3, &major) == CUFFT_INVALID_TYPE);
    CHECK(cufftExecD2Z(there, d_in, d_middle)); // the plan is as it was
    CHECK(cufftDestroy(there));
    CHECK(cufftDestroy(back));
    cudaFree(d_x), cudaFree(d_in), cudaFree(d_out), cudaFree(d_middle);
    printf("PASS\n");
    return 0;
}
