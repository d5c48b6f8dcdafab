/**
 * @file
 * @brief Runs the kernels of the stages of labs 02 to 06 on a full tile and a short one.
 */
#include <cstdlib>

#include "common/cu.h"
#include "labs/02_strided_buckets/strided_buckets.h"
#include "labs/03_atomic_merge/atomic_merge.h"
#include "labs/04_reduce_merge/reduce_merge.h"
#include "labs/05_odd_even_sort/odd_even_sort.h"
#include "labs/06_bitonic_merge/bitonic_merge.h"

enum { N = TILE_ITEMS + 300, CAPACITY = 4 * N };

static uint32_t keys[CAPACITY];

/* Fresh keys, in lists or runs where `sorts` makes them so. */
static uint32_t *upload(uint32_t *d_keys, void (*sorts)(uint32_t *, size_t, cudaStream_t)) {
    CU(cudaMemcpy(d_keys, keys, sizeof keys, cudaMemcpyHostToDevice));
    if (sorts) sorts(d_keys, N, 0);
    return d_keys;
}

int main() {
    uint32_t state = 1, *d_a, *d_b, *d_heads, *out = (uint32_t *)malloc(sizeof keys);
    for (uint32_t i = 0; i < CAPACITY; i++) {
        state = state * 1664525 + 1013904223;
        keys[i] = state ^ state >> 16;
    }
    CU(cudaMalloc(&d_a, sizeof keys));
    CU(cudaMalloc(&d_b, sizeof keys));
    CU(cudaMalloc(&d_heads, sizeof keys));
    CU(cudaMemset(d_heads, 0, sizeof keys));

    add_owners(keys, out, N);
    sort_lists_global(upload(d_a, NULL), d_b, N, 0);
    sort_lists_shared(upload(d_a, NULL), N, 0);
    sort_lists_local(upload(d_a, NULL), N, 0);
    upload(d_a, sort_lists);

    choose_head(d_a, TILE_ITEMS, d_heads, d_b, 0);
    merge_rounds(d_a, TILE_ITEMS, d_heads, d_b, 40, 0);
    merge_lists_atomic(d_a, d_b, N, 0);

    CU(cudaMemset(d_heads, 0, sizeof keys));
    least_head_neighbours(d_a, TILE_ITEMS, d_heads, BLOCK_THREADS, d_b, 0);
    least_head_halves(d_a, TILE_ITEMS, d_heads, BLOCK_THREADS, d_b, 0);
    merge_lists_tree(d_a, d_b, N, 0);
    merge_lists_reduce(d_a, d_b, N, 0);

    compare_neighbours(upload(d_a, NULL), N, 1, 0);
    sort_tiles_phases(upload(d_a, NULL), N, 0);
    sort_tiles_oddeven(upload(d_a, NULL), N, 0);

    compare_partners(upload(d_a, NULL), N, 5, 0);
    sort_tiles_bitonic(upload(d_a, NULL), N, 0);
    merge_runs_bitonic(d_a, N, 0);
    sort_bitonic(upload(d_a, NULL), N, 0);
    CU(cudaDeviceSynchronize());
    return 0;
}
