/**
 * @file
 * @brief The atomic built-ins with orders and scopes, as nvcc 12.8 and later has them; atomicAdd of float2 and float4.
 */
#include <cstdio>

enum { BLOCKS = 4, THREADS = 64, ALL = BLOCKS * THREADS };

struct state {
    int sum, least, most, next;
    unsigned bits, clear, flip;
    unsigned long long wide;
    float real;
    int lock, inside;
    int message, flag, seen;
    int taken[ALL];
    float2 pair;
    float4 four;
};

/* Each operation that changes a word, with and without the old value. */
__global__ void count(state *s) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    __nv_atomic_add(&s->sum, i, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_sub(&s->sum, 1, __NV_ATOMIC_ACQ_REL);
    __nv_atomic_min(&s->least, -i, __NV_ATOMIC_RELAXED);
    __nv_atomic_max(&s->most, i, __NV_ATOMIC_RELAXED);
    __nv_atomic_or(&s->bits, 1u << i % 20, __NV_ATOMIC_RELAXED);
    __nv_atomic_and(&s->clear, ~(1u << i % 20), __NV_ATOMIC_RELAXED);
    __nv_atomic_xor(&s->flip, 1u << i % 30, __NV_ATOMIC_RELAXED);
    __nv_atomic_fetch_add(&s->wide, 1ull << 33, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);
    __nv_atomic_fetch_add(&s->real, 0.5f, __NV_ATOMIC_RELAXED);
    s->taken[__nv_atomic_fetch_add(&s->next, 1, __NV_ATOMIC_RELAXED)] = i;
    atomicAdd(&s->pair, make_float2(1.0f, 0.25f));
    atomicAdd(&s->four, make_float4(1.0f, 2.0f, 3.0f, 4.0f));
}

/* A lock by compare and exchange: one thread of a block at a time. */
__global__ void enter(state *s) {
    if (threadIdx.x != 0) return;
    int open = 0;
    while (!__nv_atomic_compare_exchange_n(&s->lock, &open, 1, false, __NV_ATOMIC_ACQUIRE,
                                           __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE))
        open = 0;
    s->inside = s->inside + 1;
    __nv_atomic_store_n(&s->lock, 0, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
}

/* A message from one block to another. */
__global__ void tell(state *s) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        s->message = 42;
        int one = 1, old = 7;
        __nv_atomic_thread_fence(__NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
        __nv_atomic_exchange(&s->flag, &one, &old, __NV_ATOMIC_RELEASE);
        s->taken[0] = old;
    } else {
        int set;
        do __nv_atomic_load(&s->flag, &set, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
        while (!set);
        s->seen = s->message + __nv_atomic_load_n(&s->flag, __NV_ATOMIC_RELAXED);
    }
}

int main() {
    state *s;
    cudaMallocManaged(&s, sizeof *s);
    *s = state{};
    s->clear = ~0u;
    count<<<BLOCKS, THREADS>>>(s);
    bool right = cudaDeviceSynchronize() == cudaSuccess && s->sum == ALL * (ALL - 1) / 2 - ALL;
    right = right && s->least == 1 - ALL && s->most == ALL - 1 && s->bits == 0xfffff &&
            s->clear == 0xfff00000;
    right = right && s->flip == (1u << ALL % 30) - 1 && s->wide == (unsigned long long)ALL << 33;
    right = right && s->real == 0.5f * ALL && s->pair.y == 0.25f * ALL && s->four.x == ALL &&
            s->four.w == 4.0f * ALL;
    int ids = 0;
    for (int i = 0; i < ALL; i++) ids += s->taken[i];
    right = right && ids == ALL * (ALL - 1) / 2;
    enter<<<BLOCKS, THREADS>>>(s);
    right = right && cudaDeviceSynchronize() == cudaSuccess && s->inside == BLOCKS;
    tell<<<2, 32>>>(s);
    right = right && cudaDeviceSynchronize() == cudaSuccess && s->seen == 43 && s->taken[0] == 0;
    puts(right ? "PASS" : "FAIL");
    return !right;
}
