/**
 * @file
 * @brief How a function of CUDA's becomes one that checked programs call (calls.c, calls.syms).
 */
#ifndef SIMT_CALLS_H
#define SIMT_CALLS_H

#include "host.h"

#define HERE ((uintptr_t)__builtin_return_address(0) - 1)

/* `result` is cudaError_t, or CUresult with the same numbers. */
#define SEEN_AS(result, called, shown, parameters, arguments)                                      \
    result simt_seen_##called parameters;                                                          \
    __attribute__((noinline)) result simt_seen_##called parameters {                               \
        simt_call = (struct simt_call){shown, HERE};                                               \
        return (result)check_call((cudaError_t)called arguments, shown, NULL);                     \
    }
#define SEEN(called, shown, parameters, arguments)                                                 \
    SEEN_AS(cudaError_t, called, shown, parameters, arguments)
#define CALL(name, parameters, arguments) SEEN(name, #name, parameters, arguments)
#define DRIVER(name, parameters, arguments) SEEN_AS(CUresult, name, #name, parameters, arguments)

#endif
