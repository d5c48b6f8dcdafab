/**
 * @file
 * @brief What the files of the finding bank share: pairs of kernels, one with a fault and one without.
 *
 * `right` is false in the faulty one; all that depends on it is the fault. A comment `name:a` on a line
 * names the line for expected.tsv. Each file is a program: `races` lists its pairs, `races NAME wrong`
 * and `races NAME right` run one kernel and print CUDA's error, `races all right` one after the other.
 */
#ifndef SIMT_BANK_H
#define SIMT_BANK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 256 }; /**< in each of a kernel's two arrays */

/** A pair of kernels of one name. */
#define PAIR(name) template <bool right> __global__ void name(int *out, int *in)

struct bank_pair {
    const char *name;
    void (*launch)(bool right, int *out, int *in);
    int *(*input)(bool right); /**< what `in` is */
    struct bank_pair *next;
};
static struct bank_pair *bank, **bank_end = &bank;

static inline int *bank_words() {
    int words[WORDS], *d_words;
    for (int i = 0; i < WORDS; i++) words[i] = i;
    if (cudaMalloc(&d_words, sizeof words) != cudaSuccess) exit(3);
    cudaMemcpy(d_words, words, sizeof words, cudaMemcpyHostToDevice);
    return d_words;
}

static inline int *bank_any(bool) {
    return bank_words();
}

static inline void bank_add(struct bank_pair *pair) {
    *bank_end = pair;
    bank_end = &pair->next;
}

/** Puts a pair into the bank, with the call that launches it. */
#define ENTER(name, input, ...)                                                                    \
    static void launch_##name(bool right, int *out, int *in) {                                     \
        __VA_ARGS__;                                                                               \
    }                                                                                              \
    static struct bank_pair pair_##name = {#name, launch_##name, input, NULL};                     \
    static const bool entered_##name = (bank_add(&pair_##name), true);
/** The same for most: blocks, threads, bytes of dynamic shared memory, and what `in` is. */
#define RUN_WITH(name, blocks, threads, bytes, input)                                              \
    ENTER(name, input, if (right) name<true><<<blocks, threads, bytes>>>(out, in);                 \
          else name<false><<<blocks, threads, bytes>>>(out, in))
#define RUN(name, blocks, threads) RUN_WITH(name, blocks, threads, 0, bank_any)

static void bank_run(const struct bank_pair *pair, bool right) {
    int *in = pair->input(right), *out = bank_words();
    pair->launch(right, out, in);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
}

int main(int argc, char **argv) {
    for (struct bank_pair *pair = bank; pair; pair = pair->next)
        if (argc < 3)
            puts(pair->name);
        else if (!strcmp(argv[1], pair->name) || !strcmp(argv[1], "all"))
            bank_run(pair, !strcmp(argv[2], "right"));
    return 0;
}

#endif
