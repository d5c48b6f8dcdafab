/**
 * @file
 * @brief The finding bank: kernels that touch memory that is not theirs.
 */
#include "bank.h"

/* An index one too far. */
PAIR(global_read_after) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[right ? i : i + 1]; // global_read_after:a
}
RUN(global_read_after, 2, 128)

PAIR(global_write_after) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = right ? i : i + 1;
    out[at] = in[i]; // global_write_after:a
}
RUN(global_write_after, 2, 128)

/* The first thread has no left neighbour. */
PAIR(global_read_before) {
    int i = threadIdx.x;
    int left = right && i == 0 ? 0 : in[i - 1]; // global_read_before:a
    out[i] = in[i] - left;
}
RUN(global_read_before, 1, 128)

PAIR(global_write_before) {
    int i = threadIdx.x;
    if (right && i == 0) return;
    out[i - 1] = in[i]; // global_write_before:a
}
RUN(global_write_before, 1, 128)

/* More threads than words, and nobody asks. */
PAIR(global_no_guard) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (right && i >= WORDS) return;
    out[i] = in[i] + 1; // global_no_guard:a
}
RUN(global_no_guard, 3, 96)

/* Words are counted as if they were bytes. */
PAIR(global_far) {
    int i = threadIdx.x, step = right ? 1 : (int)sizeof(int);
    out[i] = in[i * step]; // global_far:a
}
RUN(global_far, 1, 128)

/* An int2 at an address that is not a multiple of 8. */
PAIR(global_misaligned) {
    const int2 *pairs = (const int2 *)(in + (right ? 2 : 1));
    int2 p = pairs[threadIdx.x]; // global_misaligned:a
    out[threadIdx.x] = p.x + p.y;
}
RUN(global_misaligned, 1, 32)

/* A pointer that nobody set. */
PAIR(null_write) {
    int *to = right ? out : NULL;
    to[threadIdx.x] = in[threadIdx.x]; // null_write:a
}
RUN(null_write, 1, 32)

static int *freed(bool right) {
    int *words = bank_words();
    if (!right) cudaFree(words);
    return words;
}
PAIR(freed_read) {
    out[threadIdx.x] = in[threadIdx.x]; // freed_read:a
}
RUN_WITH(freed_read, 1, 32, 0, freed)

PAIR(freed_write) {
    in[threadIdx.x] = threadIdx.x; // freed_write:a
    out[threadIdx.x] = threadIdx.x;
}
RUN_WITH(freed_write, 1, 32, 0, freed)

/* The host's array goes to the kernel in place of the device's. */
static int *of_the_host(bool right) {
    static int words[WORDS];
    return right ? bank_words() : words;
}
PAIR(host_read) {
    out[threadIdx.x] = in[threadIdx.x]; // host_read:a
}
RUN_WITH(host_read, 1, 32, 0, of_the_host)

PAIR(host_write) {
    in[threadIdx.x] = threadIdx.x; // host_write:a
}
RUN_WITH(host_write, 1, 32, 0, of_the_host)

/* A __device__ array has an end too. */
__device__ int table[48];
PAIR(variable_read_after) {
    int i = threadIdx.x;
    out[i] = table[right ? i % 48 : i]; // variable_read_after:a
}
RUN(variable_read_after, 1, 64)

PAIR(shared_read_after) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int next = right ? (threadIdx.x + 1) % 64 : threadIdx.x + 1;
    out[threadIdx.x] = s[next]; // shared_read_after:a
}
RUN(shared_read_after, 1, 64)

PAIR(shared_write_after) {
    __shared__ int s[64];
    int at = right ? threadIdx.x : 2 * threadIdx.x;
    s[at] = in[threadIdx.x]; // shared_write_after:a
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x & ~1];
}
RUN(shared_write_after, 1, 64)

/* A stencil whose halo has no room. */
PAIR(shared_read_before) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int left = right && threadIdx.x == 0 ? 0 : s[(int)threadIdx.x - 1]; // shared_read_before:a
    out[threadIdx.x] = s[threadIdx.x] - left;
}
RUN(shared_read_before, 1, 64)

/* The launch asks for half of the bytes. */
PAIR(dynamic_too_small) {
    extern __shared__ int s_dynamic[];
    s_dynamic[threadIdx.x] = in[threadIdx.x]; // dynamic_too_small:a
    __syncthreads();
    out[threadIdx.x] = s_dynamic[blockDim.x - 1 - threadIdx.x]; // dynamic_too_small:b
}
RUN_WITH(dynamic_too_small, 1, 64, (right ? 64 : 32) * sizeof(int), bank_any)

/* Two arrays in dynamic shared memory, and the second begins too late. */
PAIR(dynamic_second_array) {
    extern __shared__ int s_two[];
    int *second = s_two + (right ? 64 : 96);
    s_two[threadIdx.x] = in[threadIdx.x];
    second[threadIdx.x] = in[threadIdx.x]; // dynamic_second_array:a
    __syncthreads();
    out[threadIdx.x] = s_two[63 - threadIdx.x] + second[63 - threadIdx.x]; // dynamic_second_array:b
}
RUN_WITH(dynamic_second_array, 1, 64, 128 * sizeof(int), bank_any)

/* Memory of a kernel's own heap. */
PAIR(heap_used_after_free) {
    int *mine = (int *)malloc(4 * sizeof(int));
    if (!mine) return;
    mine[3] = in[threadIdx.x];
    int kept = mine[3];
    if (!right) free(mine);
    out[threadIdx.x] = kept + mine[3]; // heap_used_after_free:a
    if (right) free(mine);
}
RUN(heap_used_after_free, 1, 8)
