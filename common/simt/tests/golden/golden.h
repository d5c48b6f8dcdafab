/**
 * @file
 * @brief Kernels whose counts were read on a GPU once (counts.csv): what their launches share.
 */
#ifndef SIMT_TESTS_GOLDEN_H
#define SIMT_TESTS_GOLDEN_H

#include <cstdio>
#include <cstdlib>

enum { BUFFER_BYTES = 4 << 20, BUFFER_WORDS = BUFFER_BYTES / 4, THREADS = 256, INDICES = 1 << 16 };

/** Numbers without order, the same everywhere; a: words, i: indices below 2^16, b and c: zeros. */
struct golden {
    int *a, *b, *c, *i;
    void fill();
};

static inline unsigned golden_random(unsigned *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/** Launches K with that many blocks and threads, and stops when it fails. */
#define RUN(blocks, threads, kernel, ...)                                                          \
    do {                                                                                           \
        g.fill();                                                                                  \
        kernel<<<blocks, threads>>>(__VA_ARGS__);                                                  \
        if (cudaDeviceSynchronize() != cudaSuccess) {                                              \
            fprintf(stderr, "%s: %s\n", #kernel, cudaGetErrorString(cudaGetLastError()));          \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

void run_access(golden g);
void run_shared(golden g);
void run_atomics(golden g);
void run_paths(golden g);
void run_classics(golden g);

#endif
