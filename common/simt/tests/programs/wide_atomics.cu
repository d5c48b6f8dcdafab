/**
 * @file
 * @brief Atomics of 16 bytes, as an sm_90 has them: a stack whose head is an index with a counter, sums of two words
 *        at once, and the built-ins with orders.
 */
#include <cstdio>

enum { BLOCKS = 6, THREADS = 64, ALL = BLOCKS * THREADS, ROUNDS = 3 };

struct __align__(16) head {
    unsigned long long top, count;
};
struct state {
    head stack;
    ulonglong2 both;
    unsigned __int128 wide, last;
    float4 seen;
    int next[ALL], taken[ALL];
    int torn, given;
};

/* Puts its own node on the stack and takes one, again and again. Without the counter another thread could bring
 * the same top back in between. */
__global__ void push_and_pop(state *s) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = i;
    for (int round = 0; round < ROUNDS; round++) {
        head old = {0, 0}, seen;
        for (;;) {
            ((volatile int *)s->next)[mine] = (int)old.top - 1;
            __threadfence();
            seen = atomicCAS(&s->stack, old, head{(unsigned long long)mine + 1, old.count + 1});
            if (seen.top == old.top && seen.count == old.count) break;
            old = seen;
        }
        for (old = atomicCAS(&s->stack, head{0, 0}, head{0, 0});;) {
            __threadfence();
            int after = ((volatile int *)s->next)[old.top - 1];
            seen = atomicCAS(&s->stack, old, head{(unsigned long long)after + 1, old.count + 1});
            if (seen.top == old.top && seen.count == old.count) break;
            old = seen;
        }
        mine = (int)old.top - 1;
    }
    atomicAdd(&s->taken[mine], 1);
}

/* Two sums that belong together: whoever reads them finds both of the same moment. */
__global__ void add_both(state *s) {
    const unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned __int128 old = 0, next;
    do {
        unsigned long long low = (unsigned long long)old, high = (unsigned long long)(old >> 64);
        if (high != 3 * low) s->torn = 1;
        next = (unsigned __int128)(high + 3 * i) << 64 | (low + i);
    } while (!__nv_atomic_compare_exchange_n(&s->wide, &old, next, false, __NV_ATOMIC_ACQ_REL,
                                             __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE));
    ulonglong2 mine = make_ulonglong2(i + 1, ~i), got = atomicExch(&s->both, mine);
    if (got.x + got.y != 0) s->torn = 1;
    atomicExch_block(&s->seen, make_float4(1, 2, 3, 4));
    if (i == 0) {
        unsigned __int128 a = 1;
        __nv_atomic_store_n(&s->last, (unsigned __int128)7 << 64, __NV_ATOMIC_RELEASE);
        __nv_atomic_exchange(&s->last, &a, &a, __NV_ATOMIC_RELAXED);
        s->given = a == (unsigned __int128)7 << 64 && __nv_atomic_load_n(&s->last, __NV_ATOMIC_ACQUIRE) == 1 &&
                   atomicCAS_system(&s->last, a, a) == 1 && atomicExch_system(&s->last, a + 5) == 1;
    }
}

int main() {
    state *s;
    cudaMallocManaged(&s, sizeof *s);
    *s = state{};
    push_and_pop<<<BLOCKS, THREADS>>>(s);
    bool right = cudaDeviceSynchronize() == cudaSuccess && s->stack.top == 0;
    right = right && s->stack.count == 2ull * ROUNDS * ALL;
    for (int i = 0; i < ALL; i++) right = right && s->taken[i] == 1;
    add_both<<<BLOCKS, THREADS>>>(s);
    right = right && cudaDeviceSynchronize() == cudaSuccess && !s->torn && s->given;
    unsigned long long sum = (unsigned long long)ALL * (ALL - 1) / 2;
    right = right && s->wide == ((unsigned __int128)(3 * sum) << 64 | sum) && s->both.x + s->both.y == 0;
    right = right && s->both.x && s->seen.w == 4 && s->last == ((unsigned __int128)7 << 64) + 5;
    puts(right ? "PASS" : "FAIL");
    return !right;
}
