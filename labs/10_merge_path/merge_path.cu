/**
 * @file
 * @brief Lab 10: merges by ranks, merges cut by merge path, and a merge sort made of them.
 */
#include "merge_path.h"

#include "common/cu.h"
#include "tile.h"

/** The number of keys of a run that are below `key`, or, if `equal` is true, below or equal to it. */
static __device__ size_t rank_of(uint32_t key, const uint32_t *run, size_t n, bool equal) {
    size_t low = 0, high = n; // the rank is one of low .. high
    // TODO 1: halve low .. high until one number is left. The key in the middle says which half.
    return low;
}

/** @launch one thread for each key, in blocks of MERGE_THREADS
 *  @shared none
 *  @cost   8 bytes a key moved; log2(run) reads and comparisons a key
 *  @source Cook 2012 */
static __global__ void rank_keys_kernel(const uint32_t *d_in, uint32_t *d_out, size_t n,
                                        size_t run) {
    // TODO 1, continued: write the key to d_out. Its index there is the start of the pair, plus its index
    // in its own run, plus its rank in the other run. Which run counts equal keys?
}

void merge_by_ranks(const uint32_t *d_in, uint32_t *d_out, size_t n, size_t run,
                    cudaStream_t stream) {
    rank_keys_kernel<<<n / MERGE_THREADS + 1, MERGE_THREADS, 0, stream>>>(d_in, d_out, n, run);
    CU_LAUNCHED();
}

/** The number of keys of a among the first `diagonal` keys of the merge of a and b. */
static __device__ size_t cut(const uint32_t *a, size_t a_n, const uint32_t *b, size_t b_n,
                             size_t diagonal) {
    size_t low = diagonal > b_n ? diagonal - b_n : 0, high = merge_least(diagonal, a_n);
    // TODO 2: halve low .. high. If `middle` keys come from a, diagonal - middle keys come from b. Does
    // one more key of a belong before the cut, instead of the last of these keys of b?
    return low;
}

/** @launch a thread a tile, in blocks of MERGE_THREADS
 *  @shared none
 *  @cost   8 bytes a tile written; log2(run) comparisons, of two keys read, a tile
 *  @source Green 2012 */
static __global__ void cut_path_kernel(const uint32_t *d_in, size_t n, size_t run, size_t *d_cuts) {
    // TODO 2, continued: find the tile's pair. On which diagonal of this pair does the tile begin?
}

void cut_path(const uint32_t *d_in, size_t n, size_t run, size_t *d_cuts, cudaStream_t stream) {
    uint32_t blocks = merge_tile_count(n) / MERGE_THREADS + 1;
    cut_path_kernel<<<blocks, MERGE_THREADS, 0, stream>>>(d_in, n, run, d_cuts);
    CU_LAUNCHED();
}

/** The same in shared memory. Indices of 32 bits are enough there, and halve the work. */
static __device__ uint32_t cut_near(const uint32_t *s_a, uint32_t a_n, const uint32_t *s_b,
                                    uint32_t b_n, uint32_t diagonal) {
    uint32_t low = diagonal > b_n ? diagonal - b_n : 0, high = min(diagonal, a_n);
    // TODO 3: the same search as in cut.
    return low;
}

/** Makes a thread's share of the merge of s_keys[a .. b) and s_keys[b .. end). It may read s_keys[end]. */
static __device__ void merge_share(const uint32_t *s_keys, uint32_t a, uint32_t b, uint32_t end,
                                   uint32_t diagonal, uint32_t *share) {
    // TODO 3, continued: cut both runs at the diagonal. Then take the smaller of the two heads,
    // MERGE_ITEMS times. Read each key once: replace the head that was taken by the next key of its run.
}

/** @launch one block for each tile, MERGE_THREADS threads
 *  @shared 17 KB: the keys of a tile, and a word behind them
 *  @cost   8 bytes a key moved; 3 barriers; log2(MERGE_TILE) + MERGE_ITEMS comparisons a thread
 *  @source Green 2012 */
static __global__ void __launch_bounds__(MERGE_THREADS, MERGE_BLOCKS)
    merge_tiles_kernel(const uint32_t *d_in, uint32_t *d_out, size_t n, size_t run,
                       const size_t *d_cuts, enum key_type type) {
    __shared__ uint32_t s_keys[MERGE_TILE + 1];
    // TODO 3, continued: load the tile's keys of both runs by tile_fetch, from this tile's cut to the next
    // tile's cut. Let each thread make its share. Then store all shares and write the tile to d_out.
}

void merge_tiles(const uint32_t *d_in, uint32_t *d_out, size_t n, size_t run, const size_t *d_cuts,
                 enum key_type type, cudaStream_t stream) {
    uint32_t tiles = merge_tile_count(n);
    if (n > 0)
        merge_tiles_kernel<<<tiles, MERGE_THREADS, 0, stream>>>(d_in, d_out, n, run, d_cuts, type);
    CU_LAUNCHED();
}

static __device__ void merge_rounds(uint32_t *s_keys, uint32_t *share) {
    // TODO 4: each share of the tile is sorted. Merge pairs of runs of 1 share, 2 shares, 4 shares, ...
    // until the tile is one run. Where does this thread's pair begin? Which diagonal does it have?
}

void merge_sort(const uint32_t *d_in, uint32_t *d_out, size_t n, enum key_type type, void *d_temp,
                size_t temp_bytes, cudaStream_t stream) {
    uint32_t *d_keys[2] = {d_out, (uint32_t *)d_temp};
    size_t *d_cuts = (size_t *)(d_keys[1] + n + n % 2); // 8 bytes each, and so aligned
    int at = 0;                                         // where the keys are
    cu_temp_must("merge_sort", merge_sort_bytes(n), temp_bytes);
    if (n == 0) return;
    // TODO 5: first the tiles are sorted. Then each pass merges pairs of runs, from one array into the
    // other, until one run is left. In which array must the tiles be, so that this run is in d_out?
    sort_tiles_kernel<<<merge_tile_count(n), MERGE_THREADS, 0, stream>>>(
        d_in, d_keys[at], n, type, n > MERGE_TILE ? KEY_U32 : type);
    CU_LAUNCHED();
    // TODO 5, continued: the merges. The last merge decodes. Without merges the sort of tiles decodes.
}
