/**
 * @file
 * @brief Lab 13, given: values that go with their keys through shared memory.
 */
#ifndef SORTLAB_FAST_CARRY_H
#define SORTLAB_FAST_CARRY_H

#include "tables.h"

/** Values of a tile's keys: where they come from, lie meanwhile, and go. Of keys alone all are NULL. */
struct carried {
    const uint32_t *d_in;
    uint32_t *s_values, *d_out;
};

#ifdef __CUDACC__

/** Puts a word on its way to shared memory, past the registers; it is there behind words_come. */
static __device__ __forceinline__ void send_word(uint32_t *s_to, const uint32_t *d_from) {
#if !defined(__SIMT__) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile(
        "cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((uint32_t)__cvta_generic_to_shared(s_to)),
        "l"(d_from)
        : "memory");
#else
    *s_to = *d_from;
#endif
}

/** Waits for the words that this thread sent; others see them behind a barrier. */
static __device__ __forceinline__ void words_come(void) {
#if !defined(__SIMT__) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

#endif
#endif
