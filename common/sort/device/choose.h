/**
 * @file
 * @brief The way for keys of 32 bits, chosen by the device: buckets by a sample, or sweeps where few bytes differ, or
 * where keys repeat.
 *
 * Both ways are launched, and the kernels of one leave at once. So nobody waits for the host.
 */
#ifndef SORTLAB_DEVICE_CHOOSE_H
#define SORTLAB_DEVICE_CHOOSE_H

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
    SWEPT_BYTES = 2,    /**< if no more bytes than these differ, sweeps are faster than buckets */
    SOME_REPEAT = 28,   /**< so many keys more than by chance that were met before are no chance */
    LUMPS = 12,         /**< if so many meet in narrow cells, those of wide ones are known: */
    SMOOTH = 3,         /**< at least so many times as many */
    EVEN_PARTS = 64,    /**< of the range of SPIKE_KEYS keys: */
    MOST_IN_PART = 28,  /**< keys of one, if they lie evenly */
    CLOSE_BITS = 12,    /**< keys are close if they lie within a 2^12th of that range */
    NARROW_BITS = 28,   /**< if fewer bits differ, keys are worth a table sooner */
    SPREAD_DIGITS = 24, /**< a warp's neighbours have so many digits, */
    FEW_BANKS = 12,     /**< but those lie in so few banks: a partition would wait for them */
    RUN_KEYS = 20,      /**< neighbours that are as the one before, of WARP_THREADS */
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
    uint32_t unused[53];                /**< so that what follows is aligned */
    uint32_t again[CHOOSE_PLACES / 32]; /**< a bit for each key that was met again */
    uint32_t key[CHOOSE_SCALES][CHOOSE_PLACES]; /**< that was met, and 1 more; 0: none */
};

/** From so many keys on: what repeats is faster in buckets. */
struct repeat_rule {
    size_t from;
    uint32_t apart;  /**< values that lie apart are slower if so many keys repeat; */
    uint32_t each;   /**< if each value that repeats does it so often, */
    uint32_t most;   /**< and no more keys repeat than these, of CHOOSE_KEYS; */
    uint32_t narrow; /**< or if so many repeat, and few bits differ */
};

/** The rule for n keys. The fewer they are, the more do repeats cost in buckets. Measured on an H100. */
static __device__ __forceinline__ struct repeat_rule rule_for(size_t n) {
    const struct repeat_rule rules[] = {{(size_t)3 << 26, LUMPS, 12, CHOOSE_KEYS, 5000},
                                        {3 << 25, CHOOSE_KEYS, 20, CHOOSE_KEYS, CHOOSE_KEYS}},
                             least = {0, CHOOSE_KEYS, 64, CHOOSE_KEYS / 2, CHOOSE_KEYS};
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
static __device__ __forceinline__ bool lie_in_lumps(const struct choice *c) {
    if (c->values[0] < CHOOSE_KEYS / 4 * 3) return false; // too many repeat to say so
    for (uint32_t s = 2; s < CHOOSE_SCALES; s++) {
        const uint32_t narrow = keys_near(c, s - 1), wide = keys_near(c, s);
        if (wide <= CHOOSE_KEYS / 2 && narrow >= LUMPS && wide < SMOOTH * narrow) return true;
    }
    return false;
}

/** Whether sweeps are faster: where keys repeat, or neighbours do, or where the top bits do not say where keys lie. */
static __device__ __forceinline__ bool prefer_sweeps(const struct choice *c, size_t n, bool spiked,
                                                     bool alike) {
    const uint32_t values = c->values[0], repeat = CHOOSE_KEYS - values, once = values - c->often;
    const uint32_t length = WARP_THREADS - (uint32_t)__clz((int)c->differ);
    const uint32_t chance = (uint32_t)(((place_t)CHOOSE_KEYS * CHOOSE_KEYS / 2) >> length);
    const struct repeat_rule rule = rule_for(n);
    uint32_t bytes = 0;
    for (uint32_t b = 0; b < sizeof(c->differ); b++)
        bytes += (c->differ >> b * RADIX_BITS & (RADIX - 1)) > 0;
    if (bytes <= SWEPT_BYTES || c->collide > CHOOSE_WARPS / 2) return true;
    if (once * 16 <= values) return false; // few values: each has a digit of its own
    if (spiked || lie_in_lumps(c)) return true;
    if (alike) return true; // a plan would count all keys
    const bool lumps = repeat >= rule.apart && keys_near(c, 1) < repeat; // values that lie apart
    if (repeat < SOME_REPEAT + 2 * chance && !lumps) return c->runs > CHOOSE_WARPS / 2;
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
    const uint32_t lane = threadIdx.x % WARP_THREADS, digit = key >> (32 - RADIX_BITS);
    const bool first = (uint32_t)__ffs((int)find_peers(digit, ALL_LANES)) == lane + 1;
    const uint32_t digits = __popc(__ballot_sync(ALL_LANES, first));
    const uint32_t banks = __popc(warp_or(1u << digit % WARP_THREADS));
    const bool same = key == __shfl_up_sync(ALL_LANES, key, 1) && lane > 0;
    const uint32_t repeat = __popc(__ballot_sync(ALL_LANES, same));
    if (lane == 0 && digits >= SPREAD_DIGITS && banks <= FEW_BANKS) atomicAdd(&c->collide, 1);
    if (lane == 0 && repeat >= RUN_KEYS) atomicAdd(&c->runs, 1);
}

/**
 * Whether a key tells of its neighbours, for all threads of the block: most keys of a sample are close to the next but
 * one, for two sequences may take turns, and they do not lie evenly between the least and the greatest.
 */
static __device__ bool neighbours_agree(const uint32_t *d_in, size_t n, struct sweep_map map) {
    __shared__ uint32_t s_keys[EVEN_PARTS], s_least, s_greatest;
    const uint32_t each = SPIKE_KEYS / CHOOSE_THREADS;
    uint32_t key[each], apart[each], least = UINT32_MAX, greatest = 0, close = 0;
    bool many = false;
    if (threadIdx.x < EVEN_PARTS) s_keys[threadIdx.x] = 0;
    if (threadIdx.x == 0) s_least = UINT32_MAX, s_greatest = 0;
    __syncthreads(); // all counts are 0
    for (uint32_t k = 0; k < each; k++) {
        const uint32_t i = k * CHOOSE_THREADS + threadIdx.x,
                       other = sample_key(d_in + 2, n - 2, i, SPIKE_KEYS, map);
        key[k] = sample_key(d_in, n - 2, i, SPIKE_KEYS, map);
        apart[k] = max(key[k], other) - min(key[k], other);
        least = min(least, key[k]), greatest = max(greatest, key[k]);
    }
    least = ~warp_max(~least), greatest = warp_max(greatest);
    if (threadIdx.x % WARP_THREADS == 0)
        atomicMin(&s_least, least), atomicMax(&s_greatest, greatest);
    __syncthreads(); // the range is known
    const place_t range = (place_t)s_greatest - s_least + 1;
    for (uint32_t k = 0; k < each; k++) {
        const uint32_t part = (uint32_t)((key[k] - s_least) * (place_t)EVEN_PARTS / range);
        many |= atomicAdd(&s_keys[part], 1) >= MOST_IN_PART;
        close += (uint32_t)__syncthreads_count((place_t)apart[k] << CLOSE_BITS < range);
    }
    return __syncthreads_or(many) && close > SPIKE_KEYS / 2;
}

/**
 * Meets a key in each of so many equal parts of the array, at a random place, and there with the first lane's its
 * neighbours. Counts the values among these keys, at each scale in other blocks. If buckets are not chosen, all their
 * kernels are told to leave.
 *
 *  @launch CHOOSE_BLOCKS blocks, CHOOSE_THREADS threads; n is CHOOSE_KEYS or more
 *  @shared 0.5 KB: for the last block, which looks at SPIKE_KEYS keys more
 *  @cost   a sector read and some atomics in global memory for each of CHOOSE_KEYS keys and scale; 2 barriers
 *  @source Sanders 2004
 */
static __global__ void __launch_bounds__(CHOOSE_THREADS)
    choose_kernel(const uint32_t *d_in, size_t n, key_order order, struct sweep_map map,
                  struct choice *choice, struct sample_notes *notes) {
    const uint32_t i = (blockIdx.x * CHOOSE_THREADS + threadIdx.x) % CHOOSE_KEYS;
    const uint32_t scale = blockIdx.x * CHOOSE_THREADS / CHOOSE_KEYS, lane = i % WARP_THREADS;
    const size_t part = n / CHOOSE_KEYS, at = i * part + random_of(i) % part;
    const size_t beside = min(__shfl_sync(ALL_LANES, (place_t)at, 0) + lane, (place_t)n - 1);
    await_kernel_before();
    const uint32_t key = order_encode(d_in[at], order);
    if (scale == 0) meet_neighbours(order_encode(d_in[beside], order), choice);
    const uint32_t differ = warp_or(key ^ order_encode(d_in[0], order));
    if (lane == 0 && differ & ~*(volatile uint32_t *)&choice->differ)
        atomicOr(&choice->differ, differ);
    const bool first = note_key(key >> scale * SCALE_BITS, scale, choice);
    const uint32_t values = (uint32_t)__syncthreads_count(first);
    if (threadIdx.x == 0) atomicAdd(&choice->values[scale], values);
    if (!is_last_block(&choice->blocks)) return;
    uint32_t spike;
    const bool spiked = find_spike(d_in, n, map, &spike) >= SPIKE_LEAST;
    const bool alike = neighbours_agree(d_in, n, map);
    if (threadIdx.x > 0) return;
    choice->sweeps = prefer_sweeps(choice, n, spiked, alike);
    if (choice->sweeps) notes->elsewhere = notes->by_bits = notes->misled[BY_FIRST_PLAN] = 1;
}

/**
 * Sorts FAST_SAMPLED_ITEMS keys or more in the way that the device chooses. Sweeps are launched first: while they run,
 * the host launches the many kernels for buckets. Notes, by which these leave, lie before the memory of sweeps.
 */
static inline void sort_chosen(struct items *x, void *d_temp, size_t temp_bytes,
                               cudaStream_t stream) {
    struct choice *d_choice = (struct choice *)d_temp;
    char *d_rest = (char *)d_temp + sizeof(struct choice); // for buckets
    const struct sampled q =
        prepare_sampled((const uint32_t *)x->d_keys, (uint32_t *)x->d_keys_out, x->n, x->order,
                        d_rest, temp_bytes - sizeof(struct choice), stream);
    const struct sweep s = plan_passes(x, 0);
    void *choose[] = {(void *)&x->d_keys,   &x->n,     &x->order,
                      (void *)&s.pass.from, &d_choice, (void *)&q.notes};
    CU(cudaMemsetAsync(d_choice, 0, sizeof(*d_choice), stream));
    launch_early((const void *)choose_kernel, CHOOSE_BLOCKS, CHOOSE_THREADS, 0, stream, choose);
    x->d_goes = &d_choice->sweeps;
    sort_items(x, q.t.side[SIDE_TEMP], stream);
    launch_sampled(q, stream);
}

#endif
#endif
