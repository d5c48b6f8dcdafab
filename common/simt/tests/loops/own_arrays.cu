// Kernels whose threads keep arrays of their own beyond a barrier: items, counters, a matrix.
#include "print.h"

enum { THREADS = 64, N = 32 };

template <int ITEMS> __global__ void scan_items(int *to, const float *a) {
    __shared__ int s_sum[THREADS];
    const int t = threadIdx.x;
    float own[ITEMS];
    const unsigned char turn[3] = {1, (unsigned char)t, 2};
    for (int i = 0; i < ITEMS; i++) own[i] = a[t * ITEMS + i];
    for (int i = 1; i < ITEMS; i++) own[i] += own[i - 1];
    s_sum[t] = (int)own[0] + turn[1];
    __syncthreads();
    for (int i = 0; i < ITEMS; i++) to[t * ITEMS + i] = (int)own[i] + s_sum[(t + turn[0]) % THREADS] * turn[2];
}

__global__ void count_digits(int *to, const float *a, int n) {
    __shared__ int s_of[5][THREADS];
    int t = threadIdx.x, counts[5];
    for (int d = 0; d < 5; d++) counts[d] = 0;
    for (int i = t; i < n; i += THREADS) counts[(int)a[i] % 5]++;
    for (int d = 0; d < 5; d++) s_of[d][t] = counts[d];
    __syncthreads();
    for (int d = 0; d < 5; d++) to[t * 5 + d] = counts[d] + (t ? s_of[d][t - 1] : 0);
}

__global__ void turn(int *to, const float *a) {
    __shared__ float s_first[THREADS];
    int t = threadIdx.x;
    float m[2][3] = {{a[t], 1, 2}, {3, a[t + 1]}};
    for (int i = 0; i < 3; i++) m[1][i] += m[0][2 - i];
    s_first[t] = m[1][0];
    __syncthreads();
    m[0][0] = s_first[THREADS - 1 - t];
    __syncthreads();
    to[t] = (int)(m[0][0] * 8 + m[1][1] * 4 + m[1][2]) + (int)sizeof(m);
}

int main() {
    float *d_a, a[N * N];
    int *d_to;
    for (int i = 0; i < N * N; i++) a[i] = (float)(i * 37 % 101) / 4;
    cudaMalloc(&d_a, sizeof a);
    cudaMalloc(&d_to, sizeof(int[N * N]));
    cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice);
    turn<<<2, THREADS>>>(d_to, d_a);
    print("turn", d_to, THREADS);
    scan_items<5><<<2, THREADS>>>(d_to, d_a);
    print("scan_items", d_to, THREADS * 5);
    count_digits<<<2, THREADS>>>(d_to, d_a, N * N);
    print("count_digits", d_to, THREADS * 5);
}
