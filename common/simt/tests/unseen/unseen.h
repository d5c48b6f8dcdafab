/**
 * @file
 * @brief Kernels that were written when the profile was done, to try it: what their launches share.
 */
#ifndef SIMT_TESTS_UNSEEN_H
#define SIMT_TESTS_UNSEEN_H

#include <cstdio>
#include <cstdlib>

enum { WORDS = 1 << 18, RUN_KEYS = 1024, PLACES = 1 << 16 };

/** Inputs, which no kernel writes, and two buffers: b and c. */
struct unseen {
    int *random; /**< below 2^24, in no order */
    int *sorted; /**< the same, every 1024 of them in order */
    int *order;  /**< a permutation of 0 .. 65535, and again, and again */
    int *skewed; /**< 0 .. 255, two thirds of them 3 */
    int *b, *c;  /**< before each launch: b as `random`, c zeros */
    void reset();
};

/** Launches a kernel and stops when it fails. */
#define LAUNCH(kernel, blocks, threads, ...)                                                       \
    do {                                                                                           \
        u.reset();                                                                                 \
        kernel<<<blocks, threads>>>(__VA_ARGS__);                                                  \
        if (cudaDeviceSynchronize() != cudaSuccess) {                                              \
            fprintf(stderr, "%s: %s\n", #kernel, cudaGetErrorString(cudaGetLastError()));          \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

void run_merges(unseen u);
void run_networks(unseen u);
void run_sums(unseen u);
void run_counting(unseen u);
void run_moves(unseen u);
void run_flow(unseen u);

#endif
