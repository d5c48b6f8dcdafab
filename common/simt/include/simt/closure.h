/**
 * @file
 * @brief A function object as a kernel: how the algorithms of Thrust and CUB run on the device.
 */
#ifndef SIMT_CLOSURE_H
#define SIMT_CLOSURE_H

#include "launch.h"

namespace simt {

/** The bits of a function object, of which each thread calls its own copy. */
template <class F> struct closure_kernel {
    alignas(F) char bits[sizeof(F)];
    SIMT_UNSEEN static void call(void *self) {
        alignas(F) char own[sizeof(F)];
        __builtin_memcpy(own, static_cast<closure_kernel *>(self)->bits, sizeof own);
        (*reinterpret_cast<F *>(own))();
    }
};

/** Launches blocks of up to 256 threads that call f(). Gives the error of the launch. */
template <class F> cudaError_t launch_closure(const char *name, size_t threads, cudaStream_t stream, const F &f) {
    unsigned block = threads < 256 ? (unsigned)threads : 256;
    closure_kernel<F> k;
    __builtin_memcpy(k.bits, (const void *)&f, sizeof f);
    simt_config c = config((unsigned)((threads + block - 1) / block), block, 0, stream);
    simt_kernel kernel = {name, nullptr, closure_kernel<F>::call, sizeof k, nullptr};
    return (cudaError_t)simt_launch(&kernel, &c, &k);
}

/** Hands a result to the host, whose memory a kernel may not touch. */
template <class R> SIMT_UNSEEN __attribute__((noinline)) void give_to_host(void *to, const R &result) {
    __builtin_memcpy(to, (const void *)&result, sizeof result);
}

/**
 * Reduces n > 0 elements by op, in their order. Neighbours come together first, as in the trees of a GPU's
 * threads, so that a sum of many floats is as exact.
 */
template <class T, class Iterator, class Op> T reduce_in_pairs(Iterator first, size_t n, Op op) {
    enum { RUN = 16 };
    if (n <= RUN) {
        T sum(*first);
        for (size_t i = 1; i < n; i++) sum = op(sum, T(*(first + i)));
        return sum;
    }
    size_t half = RUN;
    while (2 * half < n) half *= 2;
    T left = reduce_in_pairs<T>(first, half, op);
    return op(left, reduce_in_pairs<T>(first + half, n - half, op));
}

} // namespace simt

#endif
