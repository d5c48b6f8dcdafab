/**
 * @file
 * @brief Mistakes in PTX, halves, tensor cores and libcu++, and their twins without, for test_check.sh.
 */
#include <cooperative_groups.h>
#include <cstdint>
#include <cuda/barrier>
#include <cuda/ptx>
#include <cuda_fp16.h>
#include <mma.h>

#include "cases.h"

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
namespace wmma = nvcuda::wmma;

enum { THREADS = 64 };

__device__ uint32_t address(const void *shared) {
    return (uint32_t)__cvta_generic_to_shared(shared);
}

/* Words of shared memory by PTX, with 32-bit addresses. `barrier` is 0 for none, 1 for bar.sync, 2 for a named one. */
template <int barrier> __global__ void exchange(int *out) {
    __shared__ int s[THREADS];
    const int t = threadIdx.x;
    int other;
    asm volatile("st.shared.s32 [%0], %1;" ::"r"(address(&s[t])), "r"(t) : "memory");
    if (barrier == 1) asm volatile("bar.sync 0;" ::: "memory");
    if (barrier == 2) asm volatile("barrier.sync 3, 64;" ::: "memory");
    asm volatile("ld.shared.s32 %0, [%1];" : "=r"(other) : "r"(address(&s[t ^ 32])));
    out[t] = other;
}
template <int last> __global__ void reach(int *out) {
    int value;
    asm volatile("ld.global.s32 %0, [%1+%2];"
                 : "=r"(value)
                 : "l"(out + THREADS - 1), "n"(4 * last));
    asm volatile("st.global.s32 [%0], %1;" ::"l"(out), "r"(value) : "memory");
}
template <int last> __global__ void reach_shared(int *out) {
    __shared__ int s[THREADS];
    s[threadIdx.x] = 1;
    int value;
    asm volatile("ld.shared.s32 %0, [%1];"
                 : "=r"(value)
                 : "r"(address(s) + 4 * (THREADS - 1 + last)));
    if (threadIdx.x == THREADS - 1) out[0] = value;
}
template <bool waits> __global__ void copied(int *out) {
    __shared__ alignas(16) int s[2 * THREADS];
    const int t = threadIdx.x;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(address(&s[2 * t])),
                 "l"(out + 2 * t)
                 : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    if (waits) __syncthreads();
    out[2 * THREADS + t] = s[2 * (t ^ 32)];
}
/* Block 0 tells block 1, or block 1 block 0: whoever comes first. */
template <bool ordered> __global__ void message(int *out) {
    __shared__ unsigned s_ticket;
    unsigned *flag = (unsigned *)out, seen = 0;
    if (threadIdx.x == 0)
        asm volatile("atom.global.add.u32 %0, [%1], 1;"
                     : "=r"(s_ticket)
                     : "l"(flag + 1)
                     : "memory");
    __syncthreads();
    if (threadIdx.x) return;
    if (s_ticket == 0) {
        out[2] = 5;
        if (ordered)
            asm volatile("st.release.gpu.u32 [%0], 1;" ::"l"(flag) : "memory");
        else
            asm volatile("st.relaxed.gpu.u32 [%0], 1;" ::"l"(flag) : "memory");
    } else {
        while (!seen)
            if (ordered)
                asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
            else
                asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
        out[3] = out[2];
    }
}
template <bool atomic> __global__ void add_halves(int *out) {
    half *sum = (half *)out;
    if (atomic)
        atomicAdd(sum, half(1.0f));
    else
        *sum = *sum + half(1.0f);
}
template <bool waits, int past> __global__ void multiply(int *out) {
    __shared__ half s[2][256];
    for (int i = threadIdx.x; i < 512; i += THREADS) s[i / 256][i % 256] = half(1.0f);
    if (waits) __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::load_matrix_sync(a, s[0], 16);
    wmma::load_matrix_sync(b, s[1], 16);
    wmma::fill_fragment(sum, 0.0f);
    wmma::mma_sync(sum, a, b, sum);
    if (threadIdx.x < 32)
        wmma::store_matrix_sync((float *)out + 16 * past, sum, 16, wmma::mem_row_major);
}
/* A copy by the group, which the barrier or nothing announces. */
template <bool waits> __global__ void announced(int *out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> s_ready;
    __shared__ int s[THREADS];
    auto block = cg::this_thread_block();
    if (threadIdx.x == 0) init(&s_ready, THREADS);
    block.sync();
    cuda::memcpy_async(block, s, out, sizeof(s), s_ready);
    if (waits) s_ready.arrive_and_wait();
    out[THREADS + threadIdx.x] = s[threadIdx.x ^ 32];
}
/* A bulk copy whose barrier is awaited or not, and from an address that the engine takes or not. */
template <bool waits, int from> __global__ void engine(int *out) {
    __shared__ alignas(16) int s[THREADS];
    __shared__ uint64_t ready;
    if (threadIdx.x == 0) ptx::mbarrier_init(&ready, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &ready,
                                       sizeof s);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, out + from, sizeof s, &ready);
    }
    while (waits && !ptx::mbarrier_try_wait_parity(&ready, 0)) {
    }
    out[2 * THREADS + threadIdx.x] = s[threadIdx.x ^ 32];
}

template <void (*kernel)(int *), int blocks = 1> static void run() {
    int *out;
    const int words = kernel == multiply<true, 1>                ? 256
                      : kernel == reach<1> || kernel == reach<0> ? THREADS
                                                                 : 512;
    cudaMalloc(&out, words * sizeof(*out));
    cudaMemset(out, 0, words * sizeof(*out));
    kernel<<<blocks, THREADS>>>(out);
}
/* One thread, so that nothing races. */
template <void (*kernel)(int *)> static void run_one() {
    int *out;
    cudaMalloc(&out, THREADS * sizeof(*out));
    cudaMemset(out, 0, THREADS * sizeof(*out));
    kernel<<<1, 1>>>(out);
}

static const check_case cases[] = {
    {"exchange_without_barrier", "ERROR", run<exchange<0>>},
    {"exchange_with_barrier", "clean", run<exchange<1>>},
    {"exchange_with_named_barrier", "clean", run<exchange<2>>},
    {"load_past_the_end", "ERROR", run_one<reach<1>>},
    {"load_of_the_last", "clean", run_one<reach<0>>},
    {"shared_load_past_the_end", "ERROR", run<reach_shared<1>>},
    {"copy_without_barrier", "ERROR", run<copied<false>>},
    {"copy_with_barrier", "clean", run<copied<true>>},
    {"message_relaxed", "ERROR", run<message<false>, 2>},
    {"message_released", "clean", run<message<true>, 2>},
    {"halves_added", "clean", run<add_halves<true>>},
    {"halves_lost", "ERROR", run<add_halves<false>>},
    {"product_of_words_on_their_way", "ERROR", run<multiply<false, 0>>},
    {"product", "clean", run<multiply<true, 0>>},
    {"product_past_the_end", "ERROR", run<multiply<true, 1>>},
    {"announced_copy", "clean", run<announced<true>>},
    {"copy_without_announcement", "ERROR", run<announced<false>>},
    {"bulk_copy", "clean", run<engine<true, 0>>},
    {"bulk_copy_not_awaited", "ERROR", run<engine<false, 0>>},
    {"bulk_copy_from_between", "ERROR", run<engine<true, 1>>},
};

int main(int argc, char **argv) {
    return run_case(cases, argc, argv);
}
