/**
 * @file
 * @brief D = alpha A B + beta C by tensor cores: half through shared memory, and bytes in all three shapes.
 */
#include <cstdio>
#include <mma.h>

using namespace nvcuda;

enum { SIZE = 64, TILE = 16 };

/* A block of four warps makes 32 x 32 of D; the fragments come from tiles in shared memory. */
__global__ void gemm(const half *a, const half *b, const float *c, float *d, float alpha,
                     float beta) {
    __shared__ half s_a[32][TILE + 8], s_b[32][TILE + 8];
    const int warp = threadIdx.x / 32, row = 16 * (warp / 2), column = 16 * (warp % 2);
    const int first_row = blockIdx.y * 32, first_column = blockIdx.x * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum, old;
    wmma::fill_fragment(sum, 0.0f);
    for (int k = 0; k < SIZE; k += TILE) {
        for (int i = threadIdx.x; i < 32 * TILE; i += blockDim.x) {
            s_a[i / TILE][i % TILE] = a[(first_row + i / TILE) * SIZE + k + i % TILE];
            s_b[i / TILE][i % TILE] = b[(first_column + i / TILE) * SIZE + k + i % TILE];
        }
        __syncthreads();
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
        wmma::load_matrix_sync(fa, &s_a[row][0], TILE + 8);
        wmma::load_matrix_sync(fb, &s_b[column][0], TILE + 8);
        wmma::mma_sync(sum, fa, fb, sum);
        __syncthreads();
    }
    const int at = (first_row + row) * SIZE + first_column + column;
    wmma::load_matrix_sync(old, c + at, SIZE, wmma::mem_row_major);
    for (int i = 0; i < sum.num_elements; i++) sum.x[i] = alpha * sum.x[i] + beta * old.x[i];
    wmma::store_matrix_sync(d + at, sum, SIZE, wmma::mem_row_major);
}

template <int M, int N> __global__ void bytes(const signed char *a, const signed char *b, int *d) {
    wmma::fragment<wmma::matrix_a, M, N, 16, signed char, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, M, N, 16, signed char, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, M, N, 16, int> sum;
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, N);
    wmma::fill_fragment(sum, 7);
    wmma::mma_sync(sum, fa, fb, sum);
    wmma::store_matrix_sync(d, sum, M, wmma::mem_col_major);
}

template <int M, int N> static bool try_bytes(signed char *a, signed char *b, int *d) {
    bytes<M, N><<<1, 32>>>(a, b, d);
    bool right = cudaDeviceSynchronize() == cudaSuccess;
    for (int r = 0; r < M; r++)
        for (int c = 0; c < N; c++) {
            int want = 7;
            for (int k = 0; k < 16; k++) want += a[r * 16 + k] * b[k * N + c];
            right &= d[c * M + r] == want;
        }
    return right;
}

int main() {
    half *a, *b;
    float *c, *d;
    signed char *bytes;
    int *sums;
    cudaMallocManaged(&a, SIZE * SIZE * sizeof(*a));
    cudaMallocManaged(&b, SIZE * SIZE * sizeof(*b));
    cudaMallocManaged(&c, SIZE * SIZE * sizeof(*c));
    cudaMallocManaged(&d, SIZE * SIZE * sizeof(*d));
    cudaMallocManaged(&bytes, 1024);
    cudaMallocManaged(&sums, 256 * sizeof(*sums));
    for (int i = 0; i < SIZE * SIZE; i++) {
        a[i] = __float2half((float)(i * 7 % 13 - 6));
        b[i] = __float2half((float)(i * 5 % 11) / 4);
        c[i] = i % 17;
    }
    for (int i = 0; i < 1024; i++) bytes[i] = (signed char)(i * 37 + i / 5);
    gemm<<<dim3(SIZE / 32, SIZE / 32), 128>>>(a, b, c, d, 2.0f, 0.5f);
    bool right = cudaDeviceSynchronize() == cudaSuccess;
    for (int r = 0; r < SIZE; r++)
        for (int k = 0; k < SIZE; k++) {
            float want = 0; // exact: all sums are quarters
            for (int i = 0; i < SIZE; i++)
                want += __half2float(a[r * SIZE + i]) * __half2float(b[k * SIZE + i]);
            right &= d[r * SIZE + k] == 2 * want + 0.5f * c[r * SIZE + k];
        }
    right = right && try_bytes<16, 16>(bytes, bytes + 512, sums) &&
            try_bytes<32, 8>(bytes, bytes + 512, sums) &&
            try_bytes<8, 32>(bytes, bytes + 512, sums);
    puts(right ? "PASS" : "FAIL");
    return !right;
}
