/**
 * @file
 * @brief What host code means by a device variable: on a GPU the host has a copy of its own.
 *
 * nvcc makes two variables of `__device__ int x = 3;`. Host code that names x, and is no cudaMemcpyFromSymbol, gets the
 * host's, which begins with zeros and which no kernel changes. nvcc warns of it. Here such an x becomes
 * `simt::host_copy(x)` (launch.h), and so a program that reads a result in this way gets no result here either.
 * Constants are the same on both sides, and managed variables are one.
 */
#ifndef SIMT_COMPILE_HOST_COPIES_H
#define SIMT_COMPILE_HOST_COPIES_H

#include "sides.h"

/** Rewrites all uses that were noted. `warns`: each one that is surely a load or a store is told on stderr. */
void make_host_copies(struct source *s, const struct sides *sides, const struct functions *fs, bool warns);

#endif
