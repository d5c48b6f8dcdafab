/**
 * @file
 * @brief Lab 10: merges by ranks, merges cut by merge path, and a merge sort made of them.
 */
#include "merge_path.h"

#include "common/cu.h"
#include "tile.h"

/** How many of a run's keys are below `key`, or, where `equal` is true, not above it. */
static __device__ size_t rank_of(uint32_t key, const uint32_t *run, size_t n, bool equal) {
    size_t low = 0, high = n; // the rank is one of low .. high
    // TODO 1: halve low .. high until one number is left. Which half, by the key in the middle?
    return low;
}

/** @launch a thread a key, in blocks of MERGE_THREADS
 *  @shared none
 *  @cost   8 bytes a key moved; log2(run) reads and comparisons a key
 *  @source Cook 2012 */
static __global__ void rank_keys_kernel(const uint32_t *d_in, uint32_t *d_out, size_t n,
                                        size_t run) {
    // TODO 1, continued: a key's place is its own index in its run, plus its rank in the other run,
    // from the start of the pair on. Equal keys of both runs: who counts whom?
}

void merge_by_ranks(const uint32_t *d_in, uint32_t *d_out, size_t n, size_t run,
                    cudaStream_t stream) {
    rank_keys_kernel<<<n / MERGE_THREADS + 1, MERGE_THREADS, 0, stream>>>(d_in, d_out, n, run);
    CU_LAUNCHED();
}

/** How many keys of a are among the first `diagonal` keys of the merge of a and b. */
static __device__ size_t cut(const uint32_t *a, size_t a_n, const uint32_t *b, size_t b_n,
                             size_t diagonal) {
    size_t low = diagonal > b_n ? diagonal - b_n : 0, high = merge_least(diagonal, a_n);
    // TODO 2: halve low .. high. With `middle` keys of a go diagonal - middle of b: is one more of a
    // among them, in place of the last one of b?
    return low;
}

/** @launch a thread a tile, in blocks of MERGE_THREADS
 *  @shared none
 *  @cost   8 bytes a tile written; log2(run) comparisons, of two keys read, a tile
 *  @source Green 2012 */
static __global__ void cut_path_kernel(const uint32_t *d_in, size_t n, size_t run, size_t *d_cuts) {
    // TODO 2, continued: which pair is the tile's, and on which diagonal of it does the tile begin?
}

void cut_path(const uint32_t *d_in, size_t n, size_t run, size_t *d_cuts, cudaStream_t stream) {
    uint32_t blocks = merge_tile_count(n) / MERGE_THREADS + 1;
    cut_path_kernel<<<blocks, MERGE_THREADS, 0, stream>>>(d_in, n, run, d_cuts);
    CU_LAUNCHED();
}

/** The same in shared memory, where 32 bits are enough, and half the work. */
static __device__ uint32_t cut_near(const uint32_t *s_a, uint32_t a_n, const uint32_t *s_b,
                                    uint32_t b_n, uint32_t diagonal) {
    uint32_t low = diagonal > b_n ? diagonal - b_n : 0, high = min(diagonal, a_n);
    // TODO 3: the same search.
    return low;
}

/** A thread's share of the merge of s_keys[a .. b) and s_keys[b .. end); s_keys[end] may be read. */
static __device__ void merge_share(const uint32_t *s_keys, uint32_t a, uint32_t b, uint32_t end,
                                   uint32_t diagonal, uint32_t *share) {
    // TODO 3, continued: cut both runs at the diagonal; then MERGE_ITEMS times take the lesser of their
    // heads. Read each key once: the head that was taken is replaced by the next one of its run.
}

/** @launch a block a tile, MERGE_THREADS threads
 *  @shared 17 KB: the keys of a tile, and a word behind them
 *  @cost   8 bytes a key moved; 3 barriers; log2(MERGE_TILE) + MERGE_ITEMS comparisons a thread
 *  @source Green 2012 */
static __global__ void __launch_bounds__(MERGE_THREADS, MERGE_BLOCKS)
    merge_tiles_kernel(const uint32_t *d_in, uint32_t *d_out, size_t n, size_t run,
                       const size_t *d_cuts, enum key_type type) {
    __shared__ uint32_t s_keys[MERGE_TILE + 1];
    // TODO 3, continued: the tile's keys of both runs into s_keys by tile_fetch, from its cuts to the next
    // tile's; a share for each thread; and all shares to the tile of d_out.
}

void merge_tiles(const uint32_t *d_in, uint32_t *d_out, size_t n, size_t run, const size_t *d_cuts,
                 enum key_type type, cudaStream_t stream) {
    uint32_t tiles = merge_tile_count(n);
    if (n > 0)
        merge_tiles_kernel<<<tiles, MERGE_THREADS, 0, stream>>>(d_in, d_out, n, run, d_cuts, type);
    CU_LAUNCHED();
}

static __device__ void merge_rounds(uint32_t *s_keys, uint32_t *share) {
    // TODO 4: every share of the tile is sorted. Merge pairs of runs of 1 share, of 2, of 4, ... until it
    // is one run. Where begins the pair in which this thread has its place, and which is its diagonal?
}

void merge_sort(const uint32_t *d_in, uint32_t *d_out, size_t n, enum key_type type, void *d_temp,
                size_t temp_bytes, cudaStream_t stream) {
    uint32_t *d_keys[2] = {d_out, (uint32_t *)d_temp};
    size_t *d_cuts = (size_t *)(d_keys[1] + n + n % 2); // 8 bytes each, and so aligned
    int at = 0;                                         // where the keys are
    cu_temp_must("merge_sort", merge_sort_bytes(n), temp_bytes);
    if (n == 0) return;
    // TODO 5: tiles become runs, and then pairs one run each, from one array to the other, until one
    // run is left. In which array do the tiles have to be, for the last run to be in d_out?
    sort_tiles_kernel<<<merge_tile_count(n), MERGE_THREADS, 0, stream>>>(
        d_in, d_keys[at], n, type, n > MERGE_TILE ? KEY_U32 : type);
    CU_LAUNCHED();
    // TODO 5, continued: the merges. The last one decodes, as the tiles' sort does where there is none.
}
