// cuBLAS: many small products in a stream behind a kernel, a triangular system, and complex numbers.
#include <cublas_v2.h>
#include <cstdio>
#include <cstdlib>
#define CHECK(call) do { if ((call) != CUBLAS_STATUS_SUCCESS) { printf("FAIL: %s\n", #call); return 1; } } while (0)
#define EXPECT(what) do { if (!(what)) { printf("FAIL: %s, line %d\n", #what, __LINE__); return 1; } } while (0)

const int N = 4, COUNT = 9;

__global__ void fill(double *a, double *b, double **as, double **bs, double **cs, double *c) {
    int m = blockIdx.x, i = threadIdx.x;
    a[m * N * N + i] = m + i;
    b[m * N * N + i] = i % (N + 1) == 0 ? 2 : 0; // twice the unit matrix
    if (i == 0) as[m] = a + m * N * N, bs[m] = b + m * N * N, cs[m] = c + m * N * N;
}

int main() {
    double *d_a, *d_b, *d_c, **d_as, c[COUNT * N * N];
    const size_t bytes = COUNT * N * N * sizeof(double);
    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    cudaMalloc(&d_c, bytes);
    cudaMalloc(&d_as, 3 * COUNT * sizeof(double *));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cublasHandle_t handle;
    CHECK(cublasCreate(&handle));
    CHECK(cublasSetStream(handle, stream));
    fill<<<COUNT, N * N, 0, stream>>>(d_a, d_b, d_as, d_as + COUNT, d_as + 2 * COUNT, d_c);
    const double one = 1, zero = 0;
    CHECK(cublasDgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, d_as, N, d_as + COUNT, N, &zero,
                             d_as + 2 * COUNT, N, COUNT));
    CHECK(cublasDgemmStridedBatched(handle, CUBLAS_OP_T, CUBLAS_OP_N, N, N, N, &one, d_a, N, N * N, d_b, N, N * N, &one,
                                    d_c, N, N * N, COUNT));
    cudaMemcpyAsync(c, d_c, bytes, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    for (int m = 0; m < COUNT; m++)
        for (int j = 0; j < N; j++)
            for (int i = 0; i < N; i++)
                EXPECT(c[m * N * N + j * N + i] == 2 * (m + j * N + i) + 2 * (m + i * N + j));

    // L x = b by the lower triangle of a matrix whose upper half nobody reads
    const double l[N * N] = {2, 1, 1, 1, 9, 4, 2, 2, 9, 9, 5, 1, 9, 9, 9, 8}, right[N] = {2, 9, 12, 20};
    cudaMemcpy(d_a, l, sizeof(l), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, right, sizeof(right), cudaMemcpyHostToDevice);
    CHECK(cublasDtrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, N, 1, &one,
                      d_a, N, d_b, N));
    CHECK(cublasGetVectorAsync(N, sizeof(double), d_b, 1, c, 1, stream));
    cudaStreamSynchronize(stream);
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int j = 0; j <= i; j++) sum += l[j * N + i] * c[j];
        EXPECT(fabs(sum - right[i]) < 1e-12);
    }

    cuComplex x[2] = {make_cuComplex(1, 2), make_cuComplex(3, -1)}, *d_x, dot;
    cudaMalloc(&d_x, sizeof(x));
    CHECK(cublasSetVector(2, sizeof(*x), x, 1, d_x, 1));
    CHECK(cublasCdotc(handle, 2, d_x, 1, d_x, 1, &dot));
    EXPECT(dot.x == 15 && dot.y == 0);
    const cuComplex i = make_cuComplex(0, 1);
    CHECK(cublasCscal(handle, 2, &i, d_x, 1));
    CHECK(cublasGetVectorAsync(2, sizeof(*x), d_x, 1, x, 1, stream));
    cudaStreamSynchronize(stream);
    EXPECT(cuCrealf(x[0]) == -2 && cuCimagf(x[1]) == 3);
    CHECK(cublasDestroy(handle));
    cudaFree(d_a), cudaFree(d_b), cudaFree(d_c), cudaFree(d_as), cudaFree(d_x);
    printf("PASS\n");
    return 0;
}
