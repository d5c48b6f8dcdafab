/**
 * @file
 * @brief Atomics on global and shared memory, whose result is used, and is not.
 */
#include "golden.h"

#define NOT_USED(name, type, call)                                                                 \
    __global__ void name(type *b, const int *i) {                                                  \
        int t = threadIdx.x;                                                                       \
        (void)i;                                                                                   \
        call;                                                                                      \
    }
#define USED(name, type, call)                                                                     \
    __global__ void name(type *b, const int *i, type *c) {                                         \
        int t = threadIdx.x;                                                                       \
        (void)i;                                                                                   \
        c[t] = call;                                                                               \
    }
NOT_USED(red_each_own, int, atomicAdd(&b[t], 1))
NOT_USED(red_two, int, atomicAdd(&b[t & 1], t))
NOT_USED(red_eight, int, atomicAdd(&b[t & 7], 1))
NOT_USED(red_sixteen, int, atomicAdd(&b[t & 15], t))
NOT_USED(red_one_of_all, int, atomicAdd(&b[i[0]], t))
NOT_USED(red_constant, int, atomicAdd(b, 1))
NOT_USED(red_far, int, atomicAdd(&b[8 * t], 1))
NOT_USED(red_gathered, int, atomicAdd(&b[i[t] & 63], 1))
NOT_USED(red_most, int, atomicMax(&b[t & 7], t))
NOT_USED(red_float, float, atomicAdd(&b[t & 7], 1.0f))
NOT_USED(red_double, double, atomicAdd(&b[t & 7], 1.0))
NOT_USED(red_long, unsigned long long, atomicAdd(&b[t & 7], 1ull))
NOT_USED(exchange_unused, int, atomicExch(&b[t & 7], t))
NOT_USED(swap_unused, int, atomicCAS(&b[t & 7], 0, t))
USED(atom_each_own, int, atomicAdd(&b[t], 1))
USED(atom_two, int, atomicAdd(&b[t & 1], t))
USED(atom_eight, int, atomicAdd(&b[t & 7], 1))
USED(atom_one_of_all, int, atomicAdd(&b[i[0]], t))
USED(atom_gathered, int, atomicAdd(&b[i[t] & 63], 1))
USED(atom_most, int, atomicMax(&b[t & 7], t))
USED(atom_exchange, int, atomicExch(&b[t & 7], t))
USED(atom_swap, int, atomicCAS(&b[t & 7], 0, t))
USED(atom_long, unsigned long long, atomicAdd(&b[t & 7], 1ull))

/* Warp 0 clears the words and writes them out. */
#define SHARED_NOT_USED(name, type, call)                                                          \
    __global__ void name(type *b, const int *i) {                                                  \
        __shared__ type s[1024];                                                                   \
        int t = threadIdx.x, at = i[t];                                                            \
        if (t < 32) s[t] = 0;                                                                      \
        __syncthreads();                                                                           \
        call;                                                                                      \
        __syncthreads();                                                                           \
        if (t < 32) b[t] = s[t];                                                                   \
        if (at < 0) b[t + 32] = at;                                                                \
    }
#define SHARED_USED(name, type, call)                                                              \
    __global__ void name(type *b, const int *i) {                                                  \
        __shared__ type s[1024];                                                                   \
        int t = threadIdx.x, at = i[t];                                                            \
        if (t < 32) s[t] = 0;                                                                      \
        __syncthreads();                                                                           \
        b[t] = call;                                                                               \
        if (at < 0) b[t + 32] = at;                                                                \
    }
SHARED_NOT_USED(shared_add_four, int, atomicAdd(&s[t & 3], 1))
SHARED_NOT_USED(shared_add_own, int, atomicAdd(&s[t], 1))
SHARED_NOT_USED(shared_add_one, int, atomicAdd(&s[0], 1))
SHARED_NOT_USED(shared_add_bank, int, atomicAdd(&s[(t & 3) * 32], 1))
SHARED_NOT_USED(shared_add_gathered, int, atomicAdd(&s[at & 63], 1))
SHARED_NOT_USED(shared_add_value, int, atomicAdd(&s[t & 3], t))
SHARED_NOT_USED(shared_add_value_one, int, atomicAdd(&s[i[0] & 1], t))
SHARED_NOT_USED(shared_add_value_bank, int, atomicAdd(&s[(t & 3) * 32], t))
SHARED_NOT_USED(shared_add_value_gathered, int, atomicAdd(&s[at & 63], t))
SHARED_NOT_USED(shared_least, int, atomicMin(&s[t & 3], t))
SHARED_NOT_USED(shared_or_gathered, int, atomicOr(&s[at & 63], t))
SHARED_NOT_USED(shared_add_float, float, atomicAdd(&s[t], 1.0f))
SHARED_NOT_USED(shared_add_long, unsigned long long, atomicAdd(&s[t], 1ull))
SHARED_NOT_USED(shared_exchange_unused, int, atomicExch(&s[t & 3], t))
SHARED_USED(shared_atom_four, int, atomicAdd(&s[t & 3], 1))
SHARED_USED(shared_atom_own, int, atomicAdd(&s[t], 1))
SHARED_USED(shared_atom_bank, int, atomicAdd(&s[(t & 3) * 32], 1))
SHARED_USED(shared_atom_gathered, int, atomicAdd(&s[at & 63], 1))
SHARED_USED(shared_atom_value, int, atomicAdd(&s[at & 63], t))
SHARED_USED(shared_atom_least, int, atomicMin(&s[t & 3], t))
SHARED_USED(shared_atom_exchange, int, atomicExch(&s[t & 3], t))
SHARED_USED(shared_atom_swap, int, atomicCAS(&s[t & 3], 0, t))

#define RUN_NOT_USED(type, kernel) RUN(1, THREADS, kernel, (type *)g.b, g.i)
#define RUN_USED(type, kernel)     RUN(1, THREADS, kernel, (type *)g.b, g.i, (type *)g.c)
typedef unsigned long long word64;

static void run_global_atomics(golden g) {
    RUN_NOT_USED(int, red_each_own);
    RUN_NOT_USED(int, red_two);
    RUN_NOT_USED(int, red_eight);
    RUN_NOT_USED(int, red_sixteen);
    RUN_NOT_USED(int, red_one_of_all);
    RUN_NOT_USED(int, red_constant);
    RUN_NOT_USED(int, red_far);
    RUN_NOT_USED(int, red_gathered);
    RUN_NOT_USED(int, red_most);
    RUN_NOT_USED(float, red_float);
    RUN_NOT_USED(double, red_double);
    RUN_NOT_USED(word64, red_long);
    RUN_NOT_USED(int, exchange_unused);
    RUN_NOT_USED(int, swap_unused);
    RUN_USED(int, atom_each_own);
    RUN_USED(int, atom_two);
    RUN_USED(int, atom_eight);
    RUN_USED(int, atom_one_of_all);
    RUN_USED(int, atom_gathered);
    RUN_USED(int, atom_most);
    RUN_USED(int, atom_exchange);
    RUN_USED(int, atom_swap);
    RUN_USED(word64, atom_long);
}

void run_atomics(golden g) {
    run_global_atomics(g);
    RUN_NOT_USED(int, shared_add_four);
    RUN_NOT_USED(int, shared_add_own);
    RUN_NOT_USED(int, shared_add_one);
    RUN_NOT_USED(int, shared_add_bank);
    RUN_NOT_USED(int, shared_add_gathered);
    RUN_NOT_USED(int, shared_add_value);
    RUN_NOT_USED(int, shared_add_value_one);
    RUN_NOT_USED(int, shared_add_value_bank);
    RUN_NOT_USED(int, shared_add_value_gathered);
    RUN_NOT_USED(int, shared_least);
    RUN_NOT_USED(int, shared_or_gathered);
    RUN_NOT_USED(float, shared_add_float);
    RUN_NOT_USED(word64, shared_add_long);
    RUN_NOT_USED(int, shared_exchange_unused);
    RUN_NOT_USED(int, shared_atom_four);
    RUN_NOT_USED(int, shared_atom_own);
    RUN_NOT_USED(int, shared_atom_bank);
    RUN_NOT_USED(int, shared_atom_gathered);
    RUN_NOT_USED(int, shared_atom_value);
    RUN_NOT_USED(int, shared_atom_least);
    RUN_NOT_USED(int, shared_atom_exchange);
    RUN_NOT_USED(int, shared_atom_swap);
}
