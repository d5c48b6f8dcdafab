/**
 * @file
 * @brief Lab 12: a stable radix sort by bytes, with passes by table and passes with look-back.
 */
#include "given.h"

/** @launch one block for each tile, RADIX threads
 *  @shared 1 KB: a bin for each digit
 *  @cost   4 bytes a key moved; an atomic a key in shared memory; 2 barriers
 *  @source Seward 1954; Harris 2007 */
static __global__ void count_tiles_kernel(const uint32_t *d_keys, size_t n, uint32_t digit,
                                          bin *d_table, bin *d_sums) {
    __shared__ uint32_t s_bins[RADIX];
    const size_t start = (size_t)blockIdx.x * SWEEP_TILE;
    s_bins[threadIdx.x] = 0;
    //> TODO 1: count the digits of this tile's keys in s_bins. Then thread d writes the count of digit d
    //> to d_table, and adds it to the sum of the tile's segment of SEGMENT_TILES tiles.
    __syncthreads(); // all bins are 0
    for (size_t i = start + threadIdx.x; i < start + SWEEP_TILE && i < n; i += RADIX)
        atomicAdd(&s_bins[digit_of(d_keys[i], digit)], 1);
    __syncthreads(); // all keys are counted
    d_table[(size_t)blockIdx.x * RADIX + threadIdx.x] = s_bins[threadIdx.x];
    atomicAdd(&d_sums[blockIdx.x / SEGMENT_TILES * RADIX + threadIdx.x], s_bins[threadIdx.x]);
    //<
}

/** @launch a block a segment, RADIX threads
 *  @shared 2 KB: the keys of each digit
 *  @cost   16 bytes a tile and digit moved, and the sums of all segments; 1 barrier
 *  @source Merrill 2016 (reduce, then scan) */
static __global__ void scan_segments_kernel(const bin *d_sums, uint32_t tiles, bin *d_table) {
    __shared__ bin s_totals[RADIX];
    bin start = 0, total = 0;
    //> TODO 1, continued: thread d has digit d. The keys of this digit in this segment start after all
    //> keys of smaller digits, and after the keys of digit d in earlier segments. From there on, go
    //> through the tiles of the segment and replace each count in d_table by its start.
    for (uint32_t s = 0; s * SEGMENT_TILES < tiles; s++) {
        if (s == blockIdx.x) start = total;
        total += d_sums[s * RADIX + threadIdx.x];
    }
    s_totals[threadIdx.x] = total;
    __syncthreads(); // all totals are there
    for (uint32_t d = 0; d < threadIdx.x; d++) start += s_totals[d];
    uint32_t tile = blockIdx.x * SEGMENT_TILES, end = min(tile + SEGMENT_TILES, tiles);
    for (bin count, *next; tile < end; tile++, start += count) {
        next = d_table + (size_t)tile * RADIX + threadIdx.x;
        count = *next;
        *next = start;
    }
    //<
}

/** The index in the tile of this lane's key. Of digit d, word spread(d) of s_next has the index of the
 *  warp's next key, and word spread(d) of s_peers is 0, and 0 again behind this. */
static __device__ uint32_t take_place(uint32_t digit, uint32_t *s_next, uint32_t *s_peers) {
    const uint32_t lane = threadIdx.x % LANES, at = spread(digit);
    uint32_t place = lane;
    //> TODO 2: lanes with the same digit are peers. They take their indices in the order of lanes. Each
    //> lane sets its bit in the digit's word of s_peers, and then reads its peers there. The last peer
    //> moves the word of s_next on for all peers, and clears the word of s_peers. Lanes that set bits of
    //> one word wait for each other. So lanes that have the digit of lane 0 can vote instead.
    const bool vote = digit == __shfl_sync(~0u, digit, 0);
    const uint32_t voters = __ballot_sync(~0u, vote);
    if (!vote) atomicOr(&s_peers[at], 1u << lane);
    __syncwarp(); // all bits are set
    const uint32_t peers = vote ? voters : s_peers[at], last = 31 - __clz(peers);
    place = s_next[at] + __popc(peers & ((1u << lane) - 1));
    __syncwarp(); // all have seen both words
    if (lane == last) s_next[at] = place + 1;
    if (lane == last) s_peers[at] = 0;
    __syncwarp(); // both words are ready for the next row
    //<
    return place;
}

/** How many keys of digit threadIdx.x there are in the tiles before this one. */
static __device__ bin look_back(const struct pass *p, uint32_t tile) {
    bin before = 0, words[WINDOW];
    //> TODO 3: read the words of the tiles before, the nearest tile first. If a tile has published a
    //> count, add it and go on. If it has published a sum, add it and stop. If it has published nothing
    //> in this pass, read its word again.
    while (tile > 0) {
        for (uint32_t w = 0; w < WINDOW; w++) // so many at once: their answers come together
            words[w] = p->d_words[(size_t)(tile > w ? tile - 1 - w : 0) * RADIX + threadIdx.x];
        for (uint32_t w = 0; w < WINDOW && tile > 0; w++, tile--) {
            if (words[w] >= status(p, SUM_READY)) return before + words[w] - status(p, SUM_READY);
            if (words[w] < status(p, COUNT_READY)) break;
            before += words[w] - status(p, COUNT_READY);
        }
    }
    //<
    return before;
}

/** Where this tile's keys of digit threadIdx.x, `count` of them, go in the whole array. */
static __device__ bin find_start(const struct pass *p, uint32_t tile, uint32_t count) {
    if (p->d_table) return p->d_table[(size_t)tile * RADIX + threadIdx.x];
    //> TODO 3, continued: without a table, the start is the number of all keys with smaller digits
    //> (p->d_starts) plus the result of look_back. Publish the sum, with this tile's count included.
    bin before = look_back(p, tile);
    publish(p, tile, SUM_READY, before + count);
    return p->d_starts[threadIdx.x] + before;
    //| return count;
    //<
}

/** The tile number of this block. One thread calls it. */
static __device__ uint32_t take_tile(const struct pass *p) {
    //> TODO 3, continued: blocks may start in any order. With look-back (there is no table), take the
    //> number from the tickets. Then the blocks of all tiles before this tile have started.
    if (!p->d_table) return atomicAdd(p->d_tickets, 1);
    //<
    return blockIdx.x;
}

/** Counts the warps' keys by digit in s_counts. Returns the tile's number of keys of digit threadIdx.x. */
static __device__ uint32_t count_rows(const struct pass *p, const uint32_t *rows,
                                      uint32_t *s_counts) {
    uint32_t count = 0;
    //> TODO 2, continued: each warp counts its own keys in DIGIT_WORDS words of s_counts, digit d in
    //> word spread(d) of these. Its rows end where rows_end says. Then thread d goes through the warps,
    //> and replaces each count of digit d by the sum of the earlier warps' counts.
    uint32_t *s_own = s_counts + threadIdx.x / LANES * DIGIT_WORDS;
#pragma unroll
    for (uint32_t r = 0; r < SWEEP_ITEMS && !rows_end(p, r); r++)
        atomicAdd(&s_own[spread(digit_of(rows[r], p->digit))], 1);
    __syncthreads(); // all counts are there
    for (uint32_t i = spread(threadIdx.x), own; i < WARPS * DIGIT_WORDS;
         i += DIGIT_WORDS, count += own) {
        own = s_counts[i];
        s_counts[i] = count;
    }
    //<
    return count;
}

/** @launch one block for each tile, SWEEP_THREADS threads: one for each digit
 *  @shared 65 KB: keys by digit, and their values in the same words later; peers; places; starts
 *  @cost   8 bytes a key moved, with values 16; 2 atomics a key in shared memory; 6 or 8 barriers
 *  @source Adinets 2022; Merrill 2016 */
static __global__ void __launch_bounds__(SWEEP_THREADS, 3) move_tiles_kernel(const struct pass p) {
    extern __shared__ uint32_t s_keys[];
    __shared__ uint32_t s_next[WARPS * DIGIT_WORDS];
    __shared__ bin s_goes[RADIX];
    const uint32_t own = threadIdx.x / LANES * DIGIT_WORDS; // where the warp's words begin
    uint32_t rows[SWEEP_ITEMS], values[BATCH], digits[SWEEP_ITEMS / WORD];
    uint32_t *s_peers = s_keys + TILE_WORDS;
    const uint32_t tile = begin_tile(&p, s_next, s_peers), m = keys_of_tile(&p, tile);
    load_rows(&p, tile, m, rows);
    if (copy_rows(&p, tile, m, rows)) return;
    const uint32_t count = count_rows(&p, rows, s_next);
    //> TODO 3, continued: with look-back, publish the count for the later tiles.
    if (!p.d_table) publish(&p, tile, COUNT_READY, count);
    //<
    const uint32_t lesser = add_lesser(count, s_next);
    //> TODO 2, continued: for each row, store the key of index i at spread(i) in s_keys. Keep that place
    //> for the value: keep_place.
#pragma unroll
    for (uint32_t r = 0; r < SWEEP_ITEMS && !rows_end(&p, r); r++) {
        const uint32_t i = take_place(byte_of(rows[r], p.digit), s_next + own, s_peers + own);
        s_keys[spread(i)] = rows[r];
        keep_place(rows, r, spread(i));
    }
    //<
    //> TODO 5: if the pass has values, load those of the first rows now: they arrive meanwhile.
    if (p.in.d_values) load_values(&p, tile, m, 0, values);
    //<
    s_goes[threadIdx.x] = find_start(&p, tile, count) - lesser;
    __syncthreads(); // keys and starts are there
    write_keys(&p, m, s_keys, s_goes, digits);
    //> TODO 5, continued: then move the values, too.
    if (p.in.d_values) move_values(&p, tile, m, rows, values, digits, s_keys, s_goes);
    //<
}

static void sort_pairs(struct pairs in, struct pairs out, size_t n, enum key_type type,
                       const struct sweep_temp *t, cudaStream_t stream) {
    //> TODO 4: make a pass for each digit: from the input to temporary memory, from there to the output,
    //> and so on. The last pass must write the output. Which passes map the keys, and how?
    for (uint32_t digit = 0; digit < PASSES; digit++) {
        struct pass p = pass_that_sweeps(t, n, digit);
        p.in = digit == 0 ? in : digit % 2 == 0 ? out : t->temp;
        p.out = digit % 2 == 0 ? t->temp : out;
        if (digit == 0) p.from = type;
        if (digit == PASSES - 1) p.to = type;
        launch_pass(&p, stream);
    }
    //<
}
