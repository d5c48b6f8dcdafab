/**
 * @file
 * @brief cuda::pipeline: stages of one thread, of a block, and of producers and consumers; and the primitives in C.
 */
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

enum { THREADS = 64, BATCHES = 6, STAGES = 2 };

__global__ void alone(const float4 *in, float *out) {
    __shared__ float4 s_word[STAGES][THREADS];
    const unsigned t = threadIdx.x;
    auto pipe = cuda::make_pipeline();
    const auto shape = cuda::aligned_size_t<alignof(float4)>(sizeof(float4));
    float sum = 0;
    for (int next = 0, i = 0; i < BATCHES; i++) {
        for (; next < BATCHES && next < i + STAGES; next++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&s_word[next % STAGES][t], &in[next * THREADS + t], shape, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        const float4 w = s_word[i % STAGES][t];
        sum += w.x + w.y + w.z + w.w;
        pipe.consumer_release();
    }
    out[t] = sum;
}

/* All threads produce and consume, or the first warp produces for the others. */
__global__ void together(const float4 *in, float *out, bool apart) {
    __shared__ float4 s_word[STAGES][THREADS];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> s_state;
    auto block = cg::this_thread_block();
    const unsigned t = block.thread_rank();
    auto pipe =
        apart ? cuda::make_pipeline(block, &s_state, 32) : cuda::make_pipeline(block, &s_state);
    const bool produces = !apart || t < 32, consumes = !apart || t >= 32;
    auto warp = cg::tiled_partition<32>(block);
    auto fill = [&](int i) {
        pipe.producer_acquire();
        if (apart)
            cuda::memcpy_async(warp, s_word[i % STAGES], in + i * THREADS, sizeof(float4) * THREADS,
                               pipe);
        else
            cuda::memcpy_async(block, s_word[i % STAGES], in + i * THREADS,
                               sizeof(float4) * THREADS, pipe);
        pipe.producer_commit();
    };
    float sum = 0;
    if (produces && !consumes)
        for (int i = 0; i < BATCHES; i++) fill(i);
    for (int i = 0, next = 0; consumes && i < BATCHES; i++) {
        for (; produces && next < BATCHES && next < i + STAGES; next++) fill(next);
        pipe.consumer_wait();
        for (unsigned k = apart ? t - 32 : t; k < THREADS; k += apart ? 32 : THREADS)
            sum += s_word[i % STAGES][THREADS - 1 - k].y;
        pipe.consumer_release();
    }
    out[t] = sum;
}

__global__ void primitives(const float4 *in, float4 *out) {
    __shared__ float4 s_word[THREADS];
    const unsigned t = threadIdx.x;
    __pipeline_memcpy_async(&s_word[t], &in[t], sizeof(float4), t % 2 ? 8 : 0);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[t] = s_word[THREADS - 1 - t];
}

int main() {
    float4 *in, *copies;
    float *out;
    cudaMallocManaged(&in, THREADS * BATCHES * sizeof(*in));
    cudaMallocManaged(&copies, THREADS * sizeof(*copies));
    cudaMallocManaged(&out, 3 * THREADS * sizeof(*out));
    for (int i = 0; i < THREADS * BATCHES; i++) in[i] = make_float4(i, i % 7, 1, 2);
    alone<<<1, THREADS>>>(in, out);
    together<<<1, THREADS>>>(in, out + THREADS, false);
    together<<<1, THREADS>>>(in, out + 2 * THREADS, true);
    primitives<<<1, THREADS>>>(in, copies);
    bool right = cudaDeviceSynchronize() == cudaSuccess;
    for (int t = 0; t < THREADS; t++) {
        float mine = 0, other = 0, both = 0;
        for (int i = 0; i < BATCHES; i++) {
            mine += i * THREADS + t + (i * THREADS + t) % 7 + 3;
            other += (i * THREADS + THREADS - 1 - t) % 7;
            both += (i * THREADS + THREADS + 31 - t) % 7 + (i * THREADS + THREADS - 1 - t) % 7;
        }
        right &= out[t] == mine && out[THREADS + t] == other;
        if (t >= 32) right &= out[2 * THREADS + t] == both;
        const float4 c = copies[THREADS - 1 - t];
        right &= c.x == t && c.y == t % 7 && c.z == (t % 2 ? 0 : 1) && c.w == (t % 2 ? 0 : 2);
    }
    puts(right ? "PASS" : "FAIL");
    return !right;
}
