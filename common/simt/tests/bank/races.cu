/**
 * @file
 * @brief The finding bank: races on shared memory, in a block and in a warp.
 */
#include "bank.h"

enum { THREADS = 128 };

/* A tile is read before all of it has come. */
PAIR(load_then_read) {
    __shared__ int s[THREADS];
    int t = threadIdx.x;
    s[t] = in[t]; // load_then_read:a
    if (right) __syncthreads();
    out[t] = s[THREADS - 1 - t]; // load_then_read:b
}
RUN(load_then_read, 1, THREADS)

/* The next tile comes while some still read this one. */
PAIR(second_barrier) {
    __shared__ int s[THREADS];
    int t = threadIdx.x, sum = 0;
    for (int tile = 0; tile < 2; tile++) {
        s[t] = in[tile * THREADS + t]; // second_barrier:a
        __syncthreads();
        sum += s[THREADS - 1 - t]; // second_barrier:b
        if (right) __syncthreads();
    }
    out[t] = sum;
}
RUN(second_barrier, 1, THREADS)

/* Who is last to write? */
PAIR(all_write) {
    __shared__ int s;
    int t = threadIdx.x;
    if (!right || t == 0) s = t; // all_write:a
    __syncthreads();
    out[t] = s;
}
RUN(all_write, 1, THREADS)

/* All write the same: harmless, and said so. */
PAIR(all_write_the_same) {
    __shared__ int found;
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    if (in[threadIdx.x] >= 0 && (!right || threadIdx.x == 0)) found = 1; // all_write_the_same:a
    __syncthreads();
    out[threadIdx.x] = found;
}
RUN(all_write_the_same, 1, THREADS)

PAIR(reduction) {
    __shared__ int s[THREADS];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (t < half) s[t] += s[t + half]; // reduction:a
        if (right) __syncthreads();
    }
    if (t == 0) out[0] = s[0];
}
RUN(reduction, 1, THREADS)

/* The last warp goes on without barriers, as if its lanes ran in step. */
PAIR(reduction_in_step) {
    __shared__ volatile int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t >= 32) return;
    for (int half = 32; half > 0; half /= 2) {
        int other = s[t + half]; // reduction_in_step:a
        if (right) __syncwarp();
        s[t] = s[t] + other; // reduction_in_step:b
        if (right) __syncwarp();
    }
    out[t] = s[0];
}
RUN(reduction_in_step, 1, 64)

/* Neighbours within a warp. */
PAIR(neighbours_in_a_warp) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = in[t]; // neighbours_in_a_warp:a
    if (right) __syncwarp();
    out[t] = s[t ^ 1]; // neighbours_in_a_warp:b
}
RUN(neighbours_in_a_warp, 1, 32)

/* A scan in place: everybody reads, then everybody writes. */
PAIR(scan_in_place) {
    __shared__ int s[THREADS];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int step = 1; step < THREADS; step *= 2) {
        int left = t >= step ? s[t - step] : 0; // scan_in_place:a
        if (right) __syncthreads();
        s[t] += left; // scan_in_place:b
        __syncthreads();
    }
    out[t] = s[t];
}
RUN(scan_in_place, 1, THREADS)

/* Two arrays for the scan, but one is both. */
PAIR(double_buffer) {
    __shared__ int s[2][THREADS];
    int t = threadIdx.x, from = 0;
    s[0][t] = in[t];
    __syncthreads();
    for (int step = 1; step < THREADS; step *= 2) {
        int to = right ? 1 - from : from;
        s[to][t] = s[from][t] + (t >= step ? s[from][t - step] : 0); // double_buffer:a
        from = to;
        __syncthreads();
    }
    out[t] = s[from][t];
}
RUN(double_buffer, 1, THREADS)

PAIR(transpose) {
    __shared__ int tile[16][17];
    int x = threadIdx.x % 16, y = threadIdx.x / 16;
    tile[y][x] = in[y * 16 + x]; // transpose:a
    if (right) __syncthreads();
    out[y * 16 + x] = tile[x][y]; // transpose:b
}
RUN(transpose, 1, 256)

PAIR(bins_without_atomics) {
    __shared__ int bins[16];
    int t = threadIdx.x;
    if (t < 16) bins[t] = 0;
    __syncthreads();
    if (right)
        atomicAdd(&bins[in[t] % 16], 1);
    else
        bins[in[t] % 16]++; // bins_without_atomics:a
    __syncthreads();
    if (t < 16) out[t] = bins[t];
}
RUN(bins_without_atomics, 1, THREADS)

/* The bins are cleared by some, and counted in by others. */
PAIR(clear_then_count) {
    __shared__ int bins[16];
    int t = threadIdx.x;
    if (t < 16) bins[t] = 0; // clear_then_count:a
    if (right) __syncthreads();
    atomicAdd(&bins[in[t] % 16], 1); // clear_then_count:b
    __syncthreads();
    if (t < 16) out[t] = bins[t];
}
RUN(clear_then_count, 1, THREADS)

/* The sum is read before all have added. */
PAIR(sum_read_early) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, in[threadIdx.x]); // sum_read_early:a
    if (right) __syncthreads();
    if (threadIdx.x == 0) out[0] = sum; // sum_read_early:b
}
RUN(sum_read_early, 1, THREADS)

/* Thread 0 tells all others. */
PAIR(broadcast) {
    __shared__ int s;
    if (threadIdx.x == 0) s = in[7]; // broadcast:a
    if (right) __syncthreads();
    out[threadIdx.x] = s; // broadcast:b
}
RUN(broadcast, 1, THREADS)

/* A barrier of a warp, and the words come from another. */
PAIR(barrier_of_a_warp) {
    __shared__ int s[THREADS];
    int t = threadIdx.x;
    s[t] = in[t]; // barrier_of_a_warp:a
    if (right)
        __syncthreads();
    else
        __syncwarp();
    out[t] = s[THREADS - 1 - t]; // barrier_of_a_warp:b
}
RUN(barrier_of_a_warp, 1, THREADS)

/* A shuffle does not order memory. */
PAIR(shuffle_is_no_barrier) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = in[t]; // shuffle_is_no_barrier:a
    int other = __shfl_xor_sync(0xffffffff, t, 1);
    if (right) __syncwarp();
    out[t] = s[other]; // shuffle_is_no_barrier:b
}
RUN(shuffle_is_no_barrier, 1, 32)

/* Bytes beside each other are apart; the same byte is not. */
PAIR(bytes) {
    __shared__ unsigned char s[THREADS];
    int t = threadIdx.x;
    s[right ? t : t / 2] = (unsigned char)t; // bytes:a
    __syncthreads();
    out[t] = s[t / 2];
}
RUN(bytes, 1, THREADS)

/* Two arrays in dynamic shared memory that overlap. */
PAIR(overlapping_arrays) {
    extern __shared__ int s_both[];
    int t = threadIdx.x, *second = s_both + (right ? THREADS : THREADS / 2);
    s_both[t] = in[t];  // overlapping_arrays:a
    second[t] = -in[t]; // overlapping_arrays:b
    __syncthreads();
    out[t] = s_both[t] + second[t];
}
RUN_WITH(overlapping_arrays, 1, THREADS, 2 * THREADS * sizeof(int), bank_any)

/* Odd-even sort: each step waits for the one before. */
PAIR(odd_even_steps) {
    __shared__ int s[THREADS];
    int t = threadIdx.x;
    s[t] = -in[t];
    __syncthreads();
    for (int step = 0; step < 4; step++) {
        if (t % 2 == step % 2 && t + 1 < THREADS && s[t] > s[t + 1]) { // odd_even_steps:a
            int larger = s[t];
            s[t] = s[t + 1];   // odd_even_steps:b
            s[t + 1] = larger; // odd_even_steps:c
        }
        if (right) __syncthreads();
    }
    __syncthreads();
    out[t] = s[t];
}
RUN(odd_even_steps, 1, THREADS)
