/**
 * @file
 * @brief The sort of grid.h for so few items that one block sorts them alone.
 *
 * It waits for no other block, and all its passes are in shared memory. So a pass takes a microsecond or two.
 */
#ifndef SORTLAB_DEVICE_ALONE_H
#define SORTLAB_DEVICE_ALONE_H

#include "common/sort/device/grid.h"

#ifdef __CUDACC__

enum { ALONE_ROWS = 8 /**< most of a tile */ };

/**
 * A kernel that sorts a tile: items of one or two words, with a word that is carried or none.
 *
 *  @launch one block, GRID_THREADS threads
 *  @shared as of the kernels of grid.h
 *  @cost   8 bytes a word moved; a pass in shared memory for each byte of the key
 *  @source Merrill 2016
 */
#define SORT_ALONE(name, wide, carries)                                                            \
    static __global__ void __launch_bounds__(GRID_THREADS, 1)                                      \
        name(const __grid_constant__ struct grid_sort g) {                                         \
        extern __shared__ struct grid_shared s_grid[];                                             \
        sort_tile(g.pass, &g.by, 0, (uint32_t)g.pass.n, ALONE_ROWS, g.used, wide, carries,         \
                  s_grid);                                                                         \
    }

SORT_ALONE(sort_alone_words_kernel, false, false)
SORT_ALONE(sort_alone_pairs_kernel, false, true)
SORT_ALONE(sort_alone_wide_kernel, true, false)
SORT_ALONE(sort_alone_triples_kernel, true, true)

/** Rows of the tile; 0 if there are more items, or a block has no room for them. */
static inline uint32_t alone_rows(size_t n, bool wide, bool carries) {
    const size_t batch = ROW_BATCH * GRID_THREADS, rows = (n + batch - 1) / batch * ROW_BATCH;
    const bool fits =
        rows <= ALONE_ROWS && grid_bytes((uint32_t)rows, wide, carries) <= block_bytes();
    return fits ? (uint32_t)rows : 0;
}

/** Launches the kernel. */
static inline void launch_alone(const struct grid_sort *g, bool wide, cudaStream_t stream) {
    const void *kernels[2][2] = {
        {(const void *)sort_alone_words_kernel, (const void *)sort_alone_pairs_kernel},
        {(const void *)sort_alone_wide_kernel, (const void *)sort_alone_triples_kernel}};
    const void *kernel = kernels[wide][g->pass.carries];
    const size_t bytes = grid_bytes(g->used, wide, g->pass.carries);
    void *arguments[] = {(void *)g};
    allow_shared(kernel, bytes);
    CU(cudaLaunchKernel(kernel, dim3(1), dim3(GRID_THREADS), arguments, bytes, stream));
}

#endif
#endif
