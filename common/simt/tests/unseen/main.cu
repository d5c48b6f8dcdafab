/**
 * @file
 * @brief Runs all kernels of this folder. They are one program, so that headers are read once.
 */
#include "merges.cu"
#include "networks.cu"
#include "sums.cu"
#include "counting.cu"
#include "moves.cu"
#include "flow.cu"

static unsigned next(unsigned *state) {
    *state = *state * 1103515245u + 12345u;
    return *state >> 8;
}

static int compare(const void *x, const void *y) {
    return *(const int *)x - *(const int *)y;
}

static int *send(const int *words) {
    int *d_words;
    cudaMalloc(&d_words, WORDS * sizeof(int));
    cudaMemcpy(d_words, words, WORDS * sizeof(int), cudaMemcpyHostToDevice);
    return d_words;
}

static unseen make_inputs() {
    static int words[WORDS];
    unsigned state = 2026;
    unseen u;
    for (int k = 0; k < WORDS; k++) words[k] = (int)next(&state);
    u.random = send(words);
    u.b = send(words);
    for (int k = 0; k < WORDS; k += RUN_KEYS) qsort(words + k, RUN_KEYS, sizeof(int), compare);
    u.sorted = send(words);
    for (int k = 0; k < PLACES; k++) words[k] = k;
    for (int k = PLACES - 1; k > 0; k--) {
        int other = (int)(next(&state) % (unsigned)(k + 1)), kept = words[k];
        words[k] = words[other];
        words[other] = kept;
    }
    for (int k = PLACES; k < WORDS; k++) words[k] = words[k % PLACES];
    u.order = send(words);
    for (int k = 0; k < WORDS; k++) words[k] = next(&state) % 3 ? 3 : (int)(next(&state) % 256);
    u.skewed = send(words);
    cudaMalloc(&u.c, WORDS * sizeof(int));
    return u;
}

void unseen::reset() {
    cudaMemcpy(b, random, WORDS * sizeof(int), cudaMemcpyDeviceToDevice);
    cudaMemset(c, 0, WORDS * sizeof(int));
}

int main() {
    unseen u = make_inputs();
    run_merges(u);
    run_networks(u);
    run_sums(u);
    run_counting(u);
    run_moves(u);
    run_flow(u);
    return 0;
}
