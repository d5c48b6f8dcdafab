/**
 * @file
 * @brief A spike: a value that so many keys have that they are counted, and not moved.
 *
 * A sample finds it. While digits are counted, the other keys move to the front of the array that they will be in. The
 * passes sort these, and the last one leaves a gap, which it fills with the value. So it is for keys without values,
 * all of whose bits count.
 */
#ifndef SORTLAB_DEVICE_SPIKE_H
#define SORTLAB_DEVICE_SPIKE_H

#include "common/size_min.h"
#include "common/sort/device/device.h"
#include "common/sort/device/few_values.h"
#include "common/sort/device/sample.h"

#ifdef __CUDACC__

enum {
    SPIKE_KEYS = 1024, /**< of the sample */
    SPIKE_LEAST = 230, /**< of them have the value: with fewer passes take longer than without */
    SPIKE_BYTES = 4,   /**< of keys differ: else passes are left out */
    REPEAT_KEYS = SPIKE_KEYS / 2,    /**< of a block's sample in which repeats are counted, */
    REPEAT_PLACES = 2 * REPEAT_KEYS, /**< in a hash table */
    KEYS_A_BLOCK = 1 << 18,          /**< of all, for each block that looks for repeats */
    BEGIN_BLOCKS = 2,                /**< that look for a spike and for few values */
    SPREAD_DIGITS = 24,              /**< a warp's neighbours have so many digits, */
    FEW_BANKS = 12, /**< but those lie in so few banks: a partition would wait for them */
    CELL_KEYS = 4,  /**< that a cell has, or up to twice as many, if they lie evenly, */
    WIDER_BITS = 5, /**< and a wide cell has so many bits more: see meet_often */
    MET_BITS = 20,  /**< of a number of sampled keys */
    CLUMP = 8,      /**< so many places apart, keys of a clump would share a bin of the finish, */
    RUN = 4,        /**< and so many apart, three of seven in a run of seven are equal */
    MOST_CLUMPED =
        SPIKE_KEYS / 5 * 2, /**< of a sample: if more are so, the finish waits for them */
};

/** Key i of a sample of n keys, one in each of so many equal parts, as a word. */
static __device__ __forceinline__ uint32_t sample_key(const uint32_t *d_in, size_t n, uint32_t i,
                                                      uint32_t parts, struct sweep_map map) {
    const place_t part = n / parts;
    const struct item x = {d_in[i * part + (random_of(i) * part >> 32)], 0};
    return sweep_encode(x, map, false).low;
}

/** Key i of a sample as sample_key has it, and those that are RUN and CLUMP behind it. */
struct sampled_keys {
    uint32_t word, next, other;
};

static __device__ __forceinline__ struct sampled_keys
sample_keys(const uint32_t *d_in, size_t n, uint32_t i, uint32_t parts, struct sweep_map map) {
    const struct sampled_keys keys = {sample_key(d_in, n - CLUMP, i, parts, map),
                                      sample_key(d_in + RUN, n - CLUMP, i, parts, map),
                                      sample_key(d_in + CLUMP, n - CLUMP, i, parts, map)};
    return keys;
}

/** How far apart two such keys are. */
static __device__ __forceinline__ uint32_t apart_of(struct sampled_keys k) {
    return max(k.word, k.other) - min(k.word, k.other);
}

/**
 * Whether two keys so far apart lie in a clump: around them `keys` lie in a range of so many words, and CLUMP
 * neighbours of the array in a bin of the finish. Numbers that were given out block by block lie in clumps.
 */
static __device__ __forceinline__ bool in_clump(uint32_t apart, place_t keys, place_t range) {
    return apart > 0 && apart * keys / 5 * 4 < range;
}

/**
 * How many keys of a sample have the value that stands out, *word; 0 if its keys differ in few bytes. A block of
 * SPIKE_KEYS threads calls it, with as many keys or more.
 */
static __device__ uint32_t find_spike(const uint32_t *d_in, size_t n, struct sweep_map map,
                                      uint32_t *word) {
    __shared__ uint32_t s_lanes[WARP_THREADS], s_word[WARP_THREADS], s_differ;
    const uint32_t lane = threadIdx.x % WARP_THREADS, warp = threadIdx.x / WARP_THREADS;
    const uint32_t key = sample_key(d_in, n, threadIdx.x, SPIKE_KEYS, map);
    const uint32_t lanes = __popc(__match_any_sync(ALL_LANES, key));
    const uint32_t most = warp_max(lanes * WARP_THREADS + lane);
    if (threadIdx.x == 0) s_differ = 0;
    if (lane == most % WARP_THREADS) s_lanes[warp] = lanes, s_word[warp] = key;
    __syncthreads(); // it is known which value most lanes of each warp have
    *word = s_word[warp_max(s_lanes[lane] * WARP_THREADS + lane) % WARP_THREADS];
    const uint32_t differ = warp_or(key ^ *word);
    if (lane == 0) atomicOr(&s_differ, differ);
    const uint32_t equal = (uint32_t)__syncthreads_count(key == *word); // all have told their bits
    uint32_t bytes = 0;
    for (uint32_t b = 0; b < sizeof(s_differ); b++) bytes += (s_differ >> b * 8 & 0xff) > 0;
    return bytes < SPIKE_BYTES ? 0 : equal;
}

/** Whether the digits of a warp's neighbours are many and lie in few banks, as those of a bit-reversed counter. */
static __device__ __forceinline__ bool wait_for_banks(uint32_t word) {
    const uint32_t lane = threadIdx.x % WARP_THREADS, digit = word >> (32 - RADIX_BITS);
    const bool first = (uint32_t)__ffs((int)find_peers(digit, RADIX_BITS, ALL_LANES)) == lane + 1;
    const uint32_t digits = __popc(__ballot_sync(ALL_LANES, first));
    return digits >= SPREAD_DIGITS && __popc(warp_or(1u << digit % WARP_THREADS)) <= FEW_BANKS;
}

/** Notes a number in a table of REPEAT_PLACES, 0 where one is free; whether it is there already. */
static __device__ __forceinline__ bool meet_again(uint32_t number, uint32_t *s_places) {
    const uint32_t x = min(number, UINT32_MAX - 1) + 1;
    uint32_t at = random_of(x) % REPEAT_PLACES, there;
    while ((there = atomicCAS(&s_places[at], 0, x)) != 0 && there != x)
        at = (at + 1) % REPEAT_PLACES;
    return there == x;
}

/** Bits of a word that tell cells of CELL_KEYS or more apart, if n keys lie evenly in a range. */
static __device__ __forceinline__ uint32_t cell_bits(size_t n, uint32_t range) {
    const int cells = (int)min(n / CELL_KEYS, (size_t)UINT32_MAX / 2);
    return (uint32_t)max(__clz(cells) + 1 - __clz((int)range), 0);
}

/**
 * How many keys of a block's sample met another one that has their value, that is in their cell, and that is in a cell
 * of WIDER_BITS bits more: MET_BITS each. Many blocks have a small sample each, for one would wait long for a large
 * one. All repeat if most keys are as the next one, or if neighbours would wait for each other. For all threads of the
 * i-th of `blocks`.
 */
static __device__ place_t meet_sample(const uint32_t *d_in, size_t n, uint32_t block,
                                      uint32_t blocks, struct sweep_map map) {
    __shared__ uint32_t s_places[3][REPEAT_PLACES], s_least, s_greatest;
    const uint32_t next = threadIdx.x % 2, i = block * REPEAT_KEYS + threadIdx.x / 2;
    const struct item x = {d_in[(random_of(i) * (n - 1) >> 32) + next], 0}; // in any order
    const uint32_t key = sweep_encode(x, map, false).low;
    const uint32_t stretch = (block * SPIKE_KEYS + threadIdx.x) / WARP_THREADS;
    const place_t first = (n - WARP_THREADS) / (blocks * WARP_THREADS) * stretch;
    const struct item beside = {d_in[first + threadIdx.x % WARP_THREADS], 0};
    const bool waits = wait_for_banks(sweep_encode(beside, map, false).low);
    const uint32_t least = ~warp_max(~key), greatest = warp_max(key);
    if (threadIdx.x == 0) s_least = UINT32_MAX, s_greatest = 0;
    for (uint32_t k = threadIdx.x; k < REPEAT_PLACES; k += SPIKE_KEYS)
        s_places[0][k] = s_places[1][k] = s_places[2][k] = 0;
    const bool run = __shfl_xor_sync(ALL_LANES, key, 1) == key;
    const int runs = __syncthreads_count(run && !next); // all places are free
    if (threadIdx.x % WARP_THREADS == 0)
        atomicMin(&s_least, least), atomicMax(&s_greatest, greatest);
    const int wait = __syncthreads_count(waits); // the sample's range is known
    const uint32_t cell = key >> cell_bits(n, s_greatest - s_least);
    const bool same = !next && meet_again(key, s_places[0]);
    const bool near = meet_again(next ? cell >> WIDER_BITS : cell, s_places[1 + next]);
    const bool all = runs > REPEAT_KEYS / 16 * 15 || wait > SPIKE_KEYS / 2;
    const place_t again = (place_t)__syncthreads_count(same),
                  cells = (place_t)__syncthreads_count(near && !next),
                  wide = (place_t)__syncthreads_count(near && next);
    return (all ? (place_t)REPEAT_KEYS : again) | cells << MET_BITS | wide << 2 * MET_BITS;
}

/** Blocks that look for repeats among n keys: the more keys, the fewer of a sample repeat. */
static __host__ __device__ inline uint32_t repeat_blocks(size_t n) {
    const size_t blocks = n / KEYS_A_BLOCK;
    return (uint32_t)(blocks < 1 ? 1 : blocks < REPEAT_BLOCKS ? blocks : REPEAT_BLOCKS);
}

/**
 * Looks for a spike, for few values or a narrow range, and for repeats, and writes zeros.
 *
 *  @launch SPIKE_KEYS threads in blocks: the first looks for a spike, the second for few values, the next for repeats;
 *          all but these two write
 *  @shared 41 KB: of each warp the value that most lanes have; tables of keys, and of their cells
 *  @cost   a sector read for each key of the samples, and so many fours of words written
 *  @source none
 */
static __global__ void __launch_bounds__(SPIKE_KEYS)
    begin_kernel(const __grid_constant__ struct pass p, struct counted counted, bool wide,
                 uint32_t repeat_blocks, uint4 *d_zeros, size_t fours) {
    const uint32_t *d_in = p.items.first.d_low, block = blockIdx.x - BEGIN_BLOCKS;
    const size_t step = (gridDim.x - BEGIN_BLOCKS) * SPIKE_KEYS;
    await_kernel_before();
    if (repeat_blocks == 0 && !passes_run(p.d_goes)) return; // else that is not known yet
    if (blockIdx.x == 0 && p.d_spike) {
        uint32_t word;
        const bool there = find_spike(d_in, p.n, p.from, &word) >= SPIKE_LEAST;
        if (threadIdx.x > 0) return;
        p.d_spike->kept = p.d_spike->less = 0;
        p.d_spike->word = word, p.d_spike->there = there;
    } else if (blockIdx.x == 1 && p.d_few) {
        find_values(p.items.first, p.n, p.from, wide, p.d_spike != NULL, counted, p.d_few);
    }
    if (blockIdx.x < BEGIN_BLOCKS) return;
    for (size_t i = block * SPIKE_KEYS + threadIdx.x; i < fours; i += step)
        d_zeros[i] = make_uint4(0, 0, 0, 0);
    if (block >= repeat_blocks) return;
    const place_t met = meet_sample(d_in, p.n, block, repeat_blocks, p.from);
    if (threadIdx.x == 0) p.d_spike->met[block] = met;
}

/**
 * Writes so many zeros; if the pass may have a spike or few values, looks for them at the same time.
 *
 * @param counted which bytes are
 * @param repeats so many blocks look for repeats, too
 */
static inline void launch_begin(const struct pass *p, struct counted counted, bool wide,
                                uint32_t repeats, void *d_zeros, size_t bytes,
                                cudaStream_t stream) {
    size_t fours = bytes / sizeof(uint4);
    const size_t blocks = size_max(size_min(fours / SPIKE_KEYS + 1, multiprocessors()), repeats);
    void *arguments[] = {(void *)p, &counted, &wide, &repeats, &d_zeros, &fours};
    if (p->d_spike || p->d_few)
        launch_early((const void *)begin_kernel, (uint32_t)blocks + BEGIN_BLOCKS, SPIKE_KEYS, 0,
                     stream, arguments);
    else
        CU(cudaMemsetAsync(d_zeros, 0, bytes, stream));
}

#endif
#endif
