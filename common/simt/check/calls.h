/**
 * @file
 * @brief How a function of CUDA's becomes one that checked programs call (calls.c, calls.syms).
 */
#ifndef SIMT_CALLS_H
#define SIMT_CALLS_H

#include "host.h"

#define HERE ((uintptr_t)__builtin_return_address(0) - 1)

#define SEEN(called, shown, parameters, arguments)                                                 \
    cudaError_t simt_seen_##called parameters;                                                     \
    __attribute__((noinline)) cudaError_t simt_seen_##called parameters {                          \
        simt_call = (struct simt_call){shown, HERE};                                               \
        return check_call(called arguments, shown, NULL);                                          \
    }
#define CALL(name, parameters, arguments) SEEN(name, #name, parameters, arguments)

#endif
