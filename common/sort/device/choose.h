/**
 * @file
 * @brief The way for keys of 32 bits, chosen by the device: buckets by a sample, or sweeps where few bytes tell keys
 * apart, or where keys repeat.
 *
 * Both ways are launched, and the kernels of one leave at once. So nobody waits for the host.
 */
#ifndef SORTLAB_DEVICE_CHOOSE_H
#define SORTLAB_DEVICE_CHOOSE_H

#include "common/sort/device/block_merge.h"
#include "common/sort/device/items.h"
#include "common/sort/device/reference.h"

#ifdef __CUDACC__

enum {
    CHOOSE_THREADS = 256,
    CHOOSE_KEYS = 1 << 14,
    CHOOSE_SCALES = 5, /**< keys are counted as they are, and without their lowest bits: */
    SCALE_BITS = 4,    /**< so many more each */
    CHOOSE_BLOCKS = CHOOSE_SCALES * CHOOSE_KEYS / CHOOSE_THREADS,
    CHOOSE_WARPS = CHOOSE_KEYS / WARP_THREADS,
    CHOOSE_PLACES = 4 * CHOOSE_KEYS, /**< of a hash table */
    CHOOSE_PROBES = 64,              /**< of them are tried for a key */
    SWEPT_BYTES = 2,  /**< if no more bytes than these differ, sweeps are faster than buckets */
    SOME_REPEAT = 28, /**< so many keys more than by chance that were met before are no chance */
    LUMPS = 12,       /**< if so many meet in narrow cells, those of wide ones are known */
    NARROW_BITS = 28, /**< if fewer bits differ, keys are worth a table sooner */
    RUN_KEYS = 20,    /**< neighbours that are as the one before, of WARP_THREADS */
    AROUND = 5,       /**< keys of a sample on either side of two: a bucket's, or nearly so many */
    MOST_CLOSE = 102, /**< keys of SPIKE_KEYS that share an entry of their bucket's table, */
    MOST_CROWDED = 128, /**< and that are in entries with two buckets' keys: see look_at_order */
    MOST_DENSE = 341,   /**< and that are closer to neighbours than keys are on the average */
    UNEVEN_BITS = 3,    /**< if keys that agree in so many first bits */
    UNEVEN_KEYS = 200,  /**< are more of a sample than this, buckets by bits are too large */
};

/** What the device has chosen, and why. */
struct choice {
    uint32_t sweeps;                    /**< 1 if sweeps are chosen */
    uint32_t blocks;                    /**< that have counted */
    uint32_t differ;                    /**< bits in which keys differ */
    uint32_t values[CHOOSE_SCALES];     /**< that were met, */
    uint32_t often;                     /**< and met again, of whole keys */
    uint32_t collide;                   /**< warps whose neighbours would wait for each other, */
    uint32_t runs;                      /**< and those whose neighbours are runs of one value */
    uint32_t close, crowded, dense;     /**< keys of a sample that are too close to others, */
    uint32_t clumped;                   /**< and that lie in clumps: see in_clump */
    uint32_t spiked;                    /**< 1 if a value of it stands out: see spike.h */
    uint32_t uneven;                    /**< 1 if too many of them agree in their first bits */
    uint32_t low, high;                 /**< as of sample_notes */
    uint32_t unused[45];                /**< so that what follows is aligned */
    uint32_t again[CHOOSE_PLACES / 32]; /**< a bit for each key that was met again */
    uint32_t key[CHOOSE_SCALES][CHOOSE_PLACES]; /**< that was met, and 1 more; 0: none */
};

/** From so many keys on: what is faster in buckets. */
struct bucket_rule {
    size_t from;
    uint32_t dense;   /**< no more keys of a sample lie closer to their neighbours than most do, */
    uint32_t crowded; /**< or in crowds; */
    uint32_t apart;   /**< values that lie apart are slower if so many keys repeat; */
    uint32_t each;    /**< if each value that repeats does it so often, */
    uint32_t most;    /**< and no more keys repeat than these, of CHOOSE_KEYS; */
    uint32_t narrow;  /**< or if so many repeat, and few bits differ; */
    uint32_t smooth;  /**< and if so many times as many meet in wide cells as in narrow ones */
};

/** The rule for n keys. The fewer they are, the more do repeats cost in buckets. Measured on an H100. */
static __device__ __forceinline__ struct bucket_rule rule_for(size_t n) {
    const uint32_t any = CHOOSE_KEYS;
    const struct bucket_rule rules[] = {{(size_t)3 << 27, MOST_DENSE, any, LUMPS, 12, any, 5000, 3},
                                        {(size_t)3 << 26, any, any, LUMPS, 12, any, 5000, 3},
                                        {3 << 25, any, MOST_CROWDED, any, 20, any, any, 3}},
                             least = {0, any, MOST_CROWDED, any, 64, CHOOSE_KEYS / 2, any, 5};
    for (uint32_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
        if (n >= rules[i].from) return rules[i];
    return least;
}

/** How many keys of the sample met another one at a scale, but not as whole keys: they share a cell of values. */
static __device__ __forceinline__ uint32_t keys_near(const struct choice *c, uint32_t scale) {
    return c->values[0] - min(c->values[scale], c->values[0]);
}

/**
 * Whether keys lie in lumps: multiples of a number, pairs of coordinates. If they lie smoothly, cells that are 2^4
 * times as wide have about 2^4 times as many keys that meet, up to where most do. Few more means that the narrow cells
 * are as far from each other as the wide ones are.
 */
static __device__ __forceinline__ bool lie_in_lumps(const struct choice *c, uint32_t smooth) {
    if (c->values[0] < CHOOSE_KEYS / 4 * 3) return false; // too many repeat to say so
    for (uint32_t s = 2; s < CHOOSE_SCALES; s++) {
        const uint32_t narrow = keys_near(c, s - 1), wide = keys_near(c, s);
        if (wide <= CHOOSE_KEYS / 2 && narrow >= LUMPS && wide < smooth * narrow) return true;
    }
    return false;
}

/**
 * Whether bins of the finish are too large, since all keys have the same bits between others: what lies below these
 * makes lumps of values side by side. There are about as many bins as keys.
 */
static __device__ __forceinline__ bool have_gaps(uint32_t differ, size_t n) {
    const uint32_t length = WARP_THREADS - (uint32_t)__clz((int)differ),
                   low = (uint32_t)max(__ffs((int)differ), 1) - 1,
                   side = (uint32_t)max(__ffs((int)~(differ >> low)), 1) - 1; // bits of a lump
    const uint32_t above = differ >> low >> side;
    if (above == 0) return false;
    const place_t bin = ((place_t)1 << length) / n, lump = (place_t)1 << (low + side);
    return (n >> __popc(above)) * min(bin, lump) / lump > BUCKET_REPEATS;
}

/** Whether sweeps are faster: where keys repeat, or neighbours do, or where tables do not tell keys apart. */
static __device__ __forceinline__ bool prefer_sweeps(const struct choice *c, size_t n) {
    const uint32_t values = c->values[0], repeat = CHOOSE_KEYS - values, once = values - c->often;
    const uint32_t length = WARP_THREADS - (uint32_t)__clz((int)c->differ);
    const uint32_t chance = (uint32_t)(((place_t)CHOOSE_KEYS * CHOOSE_KEYS / 2) >> length);
    const struct bucket_rule rule = rule_for(n);
    uint32_t bytes = 0;
    for (uint32_t b = 0; b < sizeof(c->differ); b++)
        bytes += (c->differ >> b * RADIX_BITS & (RADIX - 1)) > 0;
    const struct ends met = {UINT32_MAX - c->low, c->high};
    if (min(bytes, range_around(met, sizeof(c->low)).bytes) <= SWEPT_BYTES ||
        c->collide > CHOOSE_WARPS / 2)
        return true;
    if (values <= MOST_FEW) return true;   // they are counted, and written anew
    if (once * 16 <= values) return false; // few values: each has a digit of its own
    if ((c->spiked && bytes == SPIKE_BYTES) || lie_in_lumps(c, rule.smooth) ||
        c->close > MOST_CLOSE || c->clumped > MOST_CLUMPED)
        return true;
    if (c->crowded > rule.crowded || c->dense > rule.dense) return true;
    const bool lumps = repeat >= rule.apart && keys_near(c, 1) < repeat; // values that lie apart
    if (repeat < SOME_REPEAT + 2 * chance && !lumps)
        return c->runs > CHOOSE_WARPS / 2 || have_gaps(c->differ, n);
    if (c->often * rule.each <= repeat && repeat <= rule.most) return false;
    return __popc(c->differ) >= NARROW_BITS || repeat < rule.narrow;
}

/** Notes that a key was met again. */
static __device__ __forceinline__ void note_again(uint32_t at, struct choice *c) {
    const uint32_t bit = 1u << at % 32;
    if (!(*(volatile uint32_t *)&c->again[at / 32] & bit) &&
        !(atomicOr(&c->again[at / 32], bit) & bit))
        atomicAdd(&c->often, 1);
}

/** Notes a key in the table of a scale; whether it is the first one of its value, or the places where it may stand are
 * full. */
static __device__ __forceinline__ bool note_key(uint32_t key, uint32_t scale, struct choice *c) {
    const uint32_t hash = random_of(key);
    key = min(key, UINT32_MAX - 1) + 1;
    for (uint32_t i = 0; i < CHOOSE_PROBES; i++) {
        const uint32_t at = (hash + i) % CHOOSE_PLACES;
        uint32_t there = *(volatile uint32_t *)&c->key[scale][at];
        if (there == 0) there = atomicCAS(&c->key[scale][at], 0, key);
        if (there == 0) return true;
        if (there != key) continue;
        if (scale == 0) note_again(at, c);
        return false;
    }
    return true;
}

/** Looks at a warp's neighbours: notes if their top digits are many and meet in few banks, or if most are as the one
 * before. */
static __device__ __forceinline__ void meet_neighbours(uint32_t key, struct choice *c) {
    const uint32_t lane = threadIdx.x % WARP_THREADS;
    const bool wait = wait_for_banks(key);
    const bool same = key == __shfl_up_sync(ALL_LANES, key, 1) && lane > 0;
    const uint32_t repeat = __popc(__ballot_sync(ALL_LANES, same));
    if (lane == 0 && wait) atomicAdd(&c->collide, 1);
    if (lane == 0 && repeat >= RUN_KEYS) atomicAdd(&c->runs, 1);
}

/** Widens the range of the keys that were met by a warp's. */
static __device__ __forceinline__ void meet_range(uint32_t key, struct choice *c) {
    const uint32_t least = warp_max(~key), most = warp_max(key);
    if (threadIdx.x % WARP_THREADS > 0) return;
    if (least > *(volatile uint32_t *)&c->low) atomicMax(&c->low, least);
    if (most > *(volatile uint32_t *)&c->high) atomicMax(&c->high, most);
}

/** Meets a key for each thread at the block's scale; at the first one its neighbours, too. */
static __device__ __forceinline__ void meet_keys(const uint32_t *d_in, size_t n, key_order order,
                                                 struct choice *choice) {
    const uint32_t i = (blockIdx.x * CHOOSE_THREADS + threadIdx.x) % CHOOSE_KEYS;
    const uint32_t scale = blockIdx.x * CHOOSE_THREADS / CHOOSE_KEYS, lane = i % WARP_THREADS;
    const size_t part = n / CHOOSE_KEYS, at = i * part + random_of(i) % part;
    const size_t beside = min(__shfl_sync(ALL_LANES, (place_t)at, 0) + lane, (place_t)n - 1);
    const uint32_t key = order_encode(d_in[at], order);
    if (scale == 0) meet_neighbours(order_encode(d_in[beside], order), choice);
    const uint32_t differ = warp_or(key ^ order_encode(d_in[0], order));
    if (lane == 0 && differ & ~*(volatile uint32_t *)&choice->differ)
        atomicOr(&choice->differ, differ);
    if (scale == 0) meet_range(key, choice);
    const bool first = note_key(key >> scale * SCALE_BITS, scale, choice);
    const uint32_t values = (uint32_t)__syncthreads_count(first);
    if (threadIdx.x == 0) atomicAdd(&choice->values[scale], values);
}

/** The place of a word that is in an ordered sample. */
static __device__ __forceinline__ uint32_t find_word(const uint32_t *s_key, uint32_t word) {
    uint32_t at = 0;
    for (uint32_t step = SPIKE_KEYS / 2; step > 0; step /= 2)
        if (s_key[at + step] <= word) at += step;
    return at;
}

/**
 * Puts a sample in order, and looks at it as the plans of buckets will, with all threads of a block. A bucket's table
 * has ENTRIES_2 entries: how many keys are so close to the next one that they share one? The first table has ENTRIES_1:
 * how many keys are in entries that have two buckets' keys or more? And how many have a neighbour in the array that is
 * closer than keys are on the average, so that the others lie apart, or closer than they are in that place? Do many
 * agree in their first bits? And does a value stand out?
 */
static __device__ void look_at_order(const uint32_t *d_in, size_t n, struct sweep_map map,
                                     struct choice *c) {
    __shared__ uint4 s_tiles[2][SPIKE_KEYS / 4];
    struct merge_tile t = {(uint32_t *)s_tiles[0], NULL, {UINT32_MAX, 0}},
                      other = {(uint32_t *)s_tiles[1], NULL, {UINT32_MAX, 0}};
    const uint32_t *key = t.words, last = SPIKE_KEYS - 1, each = SPIKE_KEYS / CHOOSE_THREADS,
                   two = (uint32_t)(2 * SPIKE_KEYS / sqrtf((float)n / PLANNED_ITEMS));
    struct sampled_keys x[each];
    uint32_t close = 0, crowded = 0, dense = 0, clumped = 0, uneven = 0, spiked = 0;
#pragma unroll
    for (uint32_t k = 0; k < each; k++)
        x[k] = sample_keys(d_in, n, k * CHOOSE_THREADS + threadIdx.x, SPIKE_KEYS, map);
#pragma unroll
    for (uint32_t k = 0; k < each; k++) t.words[k * CHOOSE_THREADS + threadIdx.x] = x[k].word;
    __syncthreads(); // the sample is there
    merge_sort(&t, &other, SPIKE_KEYS, false, false);
    key = t.words;
    const place_t range = (place_t)key[last] - key[0] + 1;
    for (uint32_t k = 0; k < each; k++) {
        const uint32_t i = k * CHOOSE_THREADS + threadIdx.x, apart = apart_of(x[k]),
                       at = find_word(key, x[k].word);
        const place_t gap = key[min(i + 1, last)] - key[i],
                      crowd = i + two > last ? 0 : key[i + two] - key[i],
                      around = key[min(i + 1 + AROUND, last)] - key[max(i, AROUND) - AROUND],
                      there = key[min(at + AROUND, last)] - key[max(at, AROUND) - AROUND];
        uneven |= i + UNEVEN_KEYS <= last &&
                  (key[i] ^ key[i + UNEVEN_KEYS]) >> (WARP_THREADS - UNEVEN_BITS) == 0;
        spiked |= i + SPIKE_LEAST <= last + 1 && key[i] == key[i + SPIKE_LEAST - 1];
        close += (uint32_t)__syncthreads_count(gap > 0 && gap * ENTRIES_2 < around);
        crowded += (uint32_t)__syncthreads_count(crowd > 0 && crowd * ENTRIES_1 < range);
        dense += (uint32_t)__syncthreads_count(apart > 0 && apart * (place_t)n / 4 < range);
        clumped +=
            (uint32_t)__syncthreads_count(in_clump(apart, 2 * AROUND * (n / SPIKE_KEYS), there));
    }
    uneven = (uint32_t)__syncthreads_or((int)uneven),
    spiked = (uint32_t)__syncthreads_or((int)spiked);
    if (threadIdx.x > 0) return;
    c->close = close, c->crowded = crowded, c->dense = dense, c->clumped = clumped;
    c->uneven = uneven != 0, c->spiked = spiked != 0;
}

/**
 * Meets a key in each of so many equal parts of the array, at a random place, and there with the first lane's its
 * neighbours. Counts the values among these keys, at each scale in other blocks. If buckets are not chosen, all their
 * kernels are told to leave. Else they are told the range of these keys, and whether bits need to be tried.
 *
 *  @launch CHOOSE_BLOCKS blocks, and one for look_at_order; CHOOSE_THREADS threads; n is CHOOSE_KEYS or more
 *  @shared 8.5 KB: a sample, which one block puts in order
 *  @cost   a sector read and some atomics in global memory for each of CHOOSE_KEYS keys and scale; 30 barriers at most
 *  @source Sanders 2004
 */
static __global__ void __launch_bounds__(CHOOSE_THREADS)
    choose_kernel(const uint32_t *d_in, size_t n, key_order order, struct sweep_map map,
                  struct choice *choice, struct sample_notes *notes) {
    await_kernel_before();
    let_next_begin();
    if (blockIdx.x < CHOOSE_BLOCKS)
        meet_keys(d_in, n, order, choice);
    else
        look_at_order(d_in, n, map, choice);
    if (!is_last_block(&choice->blocks)) return;
    if (threadIdx.x > 0) return;
    choice->sweeps = prefer_sweeps(choice, n);
    if (choice->sweeps) notes->elsewhere = notes->by_bits = notes->misled[BY_FIRST_PLAN] = 1;
    notes->uneven = choice->uneven, notes->low = choice->low, notes->high = choice->high;
}

/**
 * Sorts FAST_SAMPLED_ITEMS keys or more in the way that the device chooses. Sweeps are launched first: while they run,
 * the host launches the many kernels for buckets. Notes, by which these leave, lie before the memory of sweeps.
 */
static inline void sort_chosen(struct items *x, void *d_temp, size_t temp_bytes,
                               cudaStream_t stream) {
    struct choice *d_choice = (struct choice *)d_temp;
    char *d_rest = (char *)d_temp + sizeof(struct choice); // for buckets
    struct sampled q = prepare_sampled((const uint32_t *)x->d_keys, (uint32_t *)x->d_keys_out, x->n,
                                       x->order, d_rest, temp_bytes - sizeof(struct choice));
    empty_sampled(&q, d_choice, stream);
    const struct sweep s = plan_passes(x, 0);
    void *choose[] = {(void *)&x->d_keys,   &x->n,     &x->order,
                      (void *)&s.pass.from, &d_choice, (void *)&q.notes};
    launch_early((const void *)choose_kernel, CHOOSE_BLOCKS + 1, CHOOSE_THREADS, 0, stream, choose);
    x->d_goes = &d_choice->sweeps, q.chosen = true;
    launch_sample(q, stream); // beside the choice
    sort_items(x, q.t.side[SIDE_TEMP], stream);
    launch_sampled(q, stream);
}

#endif
#endif
