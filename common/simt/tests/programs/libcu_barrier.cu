/**
 * @file
 * @brief cuda::barrier: split arrival, asynchronous copies, producer and consumer warps, and those who drop out.
 */
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/barrier>
#include <new>

namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;

enum { THREADS = 128, TILES = 4 };

/* Tiles come by asynchronous copies of the whole block; the sum is of a neighbour's words. */
__global__ void sum_tiles(const int *in, int *out) {
    __shared__ alignas(16) int s_tile[2][THREADS];
    __shared__ alignas(barrier) char s_space[2 * sizeof(barrier)];
    barrier *ready = reinterpret_cast<barrier *>(s_space);
    auto block = cg::this_thread_block();
    const unsigned t = block.thread_rank();
    if (t < 2) new (&ready[t]) barrier(block.size());
    block.sync();
    cuda::memcpy_async(block, s_tile[0], in, sizeof(int) * THREADS, ready[0]);
    int sum = 0;
    for (int i = 0; i < TILES; i++) {
        if (i + 1 < TILES)
            cuda::memcpy_async(block, s_tile[(i + 1) % 2], in + (i + 1) * THREADS,
                               cuda::aligned_size_t<16>(sizeof(int) * THREADS), ready[(i + 1) % 2]);
        ready[i % 2].arrive_and_wait();
        sum += s_tile[i % 2][THREADS - 1 - t];
        block.sync();
    }
    out[t] = sum;
}

/* The first warp fills, the other three read. */
__global__ void warps(int *out) {
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ barrier s_full, s_empty;
    __shared__ int s_words[32];
    const int t = threadIdx.x;
    if (t == 0) {
        init(&s_full, THREADS);
        init(&s_empty, THREADS);
    }
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        if (t < 32) {
            if (i) s_empty.arrive_and_wait();
            s_words[t] = 10 * i + t;
            (void)s_full.arrive();
        } else {
            if (i) (void)s_empty.arrive();
            s_full.arrive_and_wait();
            sum += s_words[t % 32];
        }
    }
    if (t >= 32) out[t] = sum;
}

/* Each round has one thread less. */
__global__ void dropping(int *rounds) {
    __shared__ barrier s_meet;
    const int t = threadIdx.x;
    if (t == 0) init(&s_meet, blockDim.x);
    __syncthreads();
    for (int i = 0; i < 32; i++) {
        if (i == t) {
            rounds[t] = i;
            s_meet.arrive_and_drop();
            return;
        }
        auto token = s_meet.arrive();
        s_meet.wait(std::move(token));
    }
}

int main() {
    int *in, *out;
    cudaMallocManaged(&in, THREADS * TILES * sizeof(*in));
    cudaMallocManaged(&out, 3 * THREADS * sizeof(*out));
    for (int i = 0; i < THREADS * TILES; i++) in[i] = i * i % 1009;
    sum_tiles<<<1, THREADS>>>(in, out);
    warps<<<1, THREADS>>>(out + THREADS);
    dropping<<<1, 32>>>(out + 2 * THREADS);
    bool right = cudaDeviceSynchronize() == cudaSuccess;
    for (int t = 0; t < THREADS; t++) {
        int want = 0;
        for (int i = 0; i < TILES; i++) want += in[i * THREADS + THREADS - 1 - t];
        right &= out[t] == want;
        if (t >= 32) right &= out[THREADS + t] == 30 + 3 * (t % 32);
        if (t < 32) right &= out[2 * THREADS + t] == t;
    }
    puts(right ? "PASS" : "FAIL");
    return !right;
}
