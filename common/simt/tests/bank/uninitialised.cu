/**
 * @file
 * @brief The finding bank: kernels that read what nobody wrote.
 */
#include "bank.h"

static int *raw() {
    int *words;
    if (cudaMalloc(&words, WORDS * sizeof *words) != cudaSuccess) exit(3);
    return words;
}

/* cudaMalloc clears nothing. */
static int *never_written(bool right) {
    int *words = raw();
    if (right) cudaMemset(words, 0, WORDS * sizeof *words);
    return words;
}
PAIR(global_never_written) {
    out[threadIdx.x] = in[threadIdx.x]; // global_never_written:a
}
RUN_WITH(global_never_written, 1, 128, 0, never_written)

/* A count of words where cudaMemset wants bytes. */
static int *cleared_by_words(bool right) {
    int *words = raw();
    cudaMemset(words, 0, right ? WORDS * sizeof *words : WORDS);
    return words;
}
PAIR(memset_of_words) {
    out[threadIdx.x] = in[threadIdx.x] + 1; // memset_of_words:a
}
RUN_WITH(memset_of_words, 1, 128, 0, cleared_by_words)

/* The same with cudaMemcpy. */
static int *copied_by_words(bool right) {
    static int from[WORDS];
    int *words = raw();
    cudaMemcpy(words, from, right ? sizeof from : WORDS, cudaMemcpyHostToDevice);
    return words;
}
PAIR(memcpy_of_words) {
    out[threadIdx.x] = in[threadIdx.x] + 1; // memcpy_of_words:a
}
RUN_WITH(memcpy_of_words, 1, 128, 0, copied_by_words)

/* Counters that begin at nothing in particular. */
PAIR(counters_not_cleared) {
    atomicAdd(&in[threadIdx.x % 8], 1); // counters_not_cleared:a
}
RUN_WITH(counters_not_cleared, 1, 64, 0, never_written)

/* Each thread sums into a word that it never sets. */
PAIR(sum_without_start) {
    int t = threadIdx.x;
    if (right) in[t] = 0;
    for (int i = 0; i < 4; i++) in[t] += out[4 * t + i]; // sum_without_start:a
}
static int *unset(bool) {
    return raw();
}
RUN_WITH(sum_without_start, 1, 64, 0, unset)

/* The kernel before this one has written one half. */
__global__ void write_some(int *words, int n) {
    if ((int)threadIdx.x < n) words[threadIdx.x] = threadIdx.x;
}
static int *half_written(bool right) {
    int *words = raw();
    write_some<<<1, 128>>>(words, right ? 128 : 64);
    return words;
}
PAIR(half_by_a_kernel) {
    out[threadIdx.x] = in[threadIdx.x]; // half_by_a_kernel:a
}
RUN_WITH(half_by_a_kernel, 1, 128, 0, half_written)

/* Out of place, and the borders are left out. */
PAIR(borders_left_out) {
    int i = threadIdx.x, inner = i > 0 && i < 127;
    if (right || inner) in[i] = out[i];
    __syncthreads();
    out[i] = in[i] + in[127 - i]; // borders_left_out:a
}
RUN_WITH(borders_left_out, 1, 128, 0, unset)

PAIR(shared_never_written) {
    __shared__ int s[64];
    if (right) s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x]; // shared_never_written:a
}
RUN(shared_never_written, 1, 64)

/* Fewer words than threads, and the rest of the tile stays as it was. */
PAIR(shared_tail) {
    __shared__ int s[64];
    const int n = 50;
    if (threadIdx.x < n)
        s[threadIdx.x] = in[threadIdx.x];
    else if (right)
        s[threadIdx.x] = 0;
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x]; // shared_tail:a
}
RUN(shared_tail, 1, 64)

/* Bins in shared memory are not zero. */
PAIR(shared_bins) {
    __shared__ int bins[16];
    if (right && threadIdx.x < 16) bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[in[threadIdx.x] % 16], 1); // shared_bins:a
    __syncthreads();
    if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}
RUN(shared_bins, 1, 64)

PAIR(dynamic_never_written) {
    extern __shared__ int s_raw[];
    if (right || threadIdx.x < 32) s_raw[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s_raw[threadIdx.x ^ 32]; // dynamic_never_written:a
}
RUN_WITH(dynamic_never_written, 1, 64, 64 * sizeof(int), bank_any)

/* What one block leaves in shared memory is not there for the next. */
PAIR(shared_of_another_block) {
    __shared__ int s;
    if (threadIdx.x == 0 && (right || blockIdx.x == 0)) s = 5;
    __syncthreads();
    out[blockIdx.x * 32 + threadIdx.x] = s; // shared_of_another_block:a
}
RUN(shared_of_another_block, 4, 32)
