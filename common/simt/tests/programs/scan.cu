/**
 * @file
 * @brief Prefix sums: Blelloch's in a block with padding against bank conflicts, Hillis and Steele's with
 *        two buffers, and one pass over many blocks by looking back.
 */
#include <stdio.h>
#include <stdlib.h>

#define BLOCK     256
#define PADDED(i) ((i) + (i) / 32)

__global__ void blelloch(const int *in, int *out) {
    __shared__ int s[PADDED(2 * BLOCK)];
    int t = threadIdx.x, step = 1;
    s[PADDED(t)] = in[t];
    s[PADDED(t + BLOCK)] = in[t + BLOCK];
    for (int d = BLOCK; d > 0; d >>= 1, step *= 2) {
        __syncthreads();
        if (t < d) s[PADDED(step * (2 * t + 2) - 1)] += s[PADDED(step * (2 * t + 1) - 1)];
    }
    if (t == 0) s[PADDED(2 * BLOCK - 1)] = 0;
    for (int d = 1; d <= BLOCK; d *= 2) {
        step >>= 1;
        __syncthreads();
        if (t < d) {
            int a = PADDED(step * (2 * t + 1) - 1), b = PADDED(step * (2 * t + 2) - 1), left = s[a];
            s[a] = s[b];
            s[b] += left;
        }
    }
    __syncthreads();
    out[t] = s[PADDED(t)];
    out[t + BLOCK] = s[PADDED(t + BLOCK)];
}

__global__ void hillis_steele(const int *in, int *out) {
    extern __shared__ int s[][BLOCK];
    int t = threadIdx.x, from = 0;
    s[0][t] = t > 0 ? in[t - 1] : 0;
    for (int step = 1; step < BLOCK; step *= 2, from ^= 1) {
        __syncthreads();
        s[from ^ 1][t] = s[from][t] + (t >= step ? s[from][t - step] : 0);
    }
    out[t] = s[from][t];
}

__device__ int ticket;

/* state: 0 nothing yet, 1 the sum of a block, 2 the sum of all up to it; the value in the upper half */
__global__ void one_pass(const int *in, int *out, unsigned long long *state) {
    __shared__ int s[BLOCK], s_block, s_before;
    int t = threadIdx.x;
    if (t == 0) s_block = atomicAdd(&ticket, 1);
    __syncthreads();
    int block = s_block, i = block * BLOCK + t, sum = in[i];
    for (int step = 1; step < BLOCK; step *= 2) {
        s[t] = sum;
        __syncthreads();
        if (t >= step) sum += s[t - step];
        __syncthreads();
    }
    if (t == BLOCK - 1) {
        int before = 0;
        atomicExch(&state[block], (unsigned long long)sum << 32 | 1);
        for (int b = block - 1; b >= 0;) {
            unsigned long long seen = *(volatile unsigned long long *)&state[b];
            if ((seen & 3) == 0) continue;
            before += (int)(seen >> 32);
            if ((seen & 3) == 2) break;
            b--;
        }
        atomicExch(&state[block], (unsigned long long)(before + sum) << 32 | 2);
        s_before = before;
    }
    __syncthreads();
    out[i] = s_before + sum - in[i];
}

int main(void) {
    enum { N = 64 * BLOCK };
    static int in[N], out[N];
    int *d_in, *d_out, right = 1;
    unsigned long long *d_state;
    for (int i = 0; i < N; i++) in[i] = rand() % 10;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    cudaMalloc(&d_state, 64 * sizeof *d_state);
    cudaMemset(d_state, 0, 64 * sizeof *d_state);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    const int lengths[] = {2 * BLOCK, BLOCK, N};
    for (int kind = 0; kind < 3; kind++) {
        if (kind == 0) blelloch<<<1, BLOCK>>>(d_in, d_out);
        if (kind == 1) hillis_steele<<<1, BLOCK, 2 * BLOCK * sizeof(int)>>>(d_in, d_out);
        if (kind == 2) one_pass<<<N / BLOCK, BLOCK>>>(d_in, d_out, d_state);
        cudaMemcpy(out, d_out, lengths[kind] * sizeof *out, cudaMemcpyDeviceToHost);
        for (int i = 0, sum = 0; i < lengths[kind]; sum += in[i++]) right &= out[i] == sum;
    }
    puts(right ? "PASS" : "FAIL");
    return !right;
}
