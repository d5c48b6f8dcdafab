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
    CHOOSE_BLOCKS = 64,
    CHOOSE_KEYS = CHOOSE_BLOCKS * CHOOSE_THREADS,
    CHOOSE_WARPS = CHOOSE_KEYS / WARP_THREADS,
    CHOOSE_PLACES = 4 * CHOOSE_KEYS, /**< of the hash table */
    CHOOSE_PROBES = 64,              /**< of them are tried for a key */
    SWEPT_BYTES = 2,  /**< if no more bytes than these differ, sweeps are faster than buckets */
    SOME_REPEAT = 28, /**< so many keys more than by chance that were met before are no chance */
    NARROW_BITS = 28, /**< if fewer bits differ, keys are worth a table sooner: */
    NARROW_REPEAT = 5000, /**< then buckets are faster if more keys repeat than these */
    SPREAD_DIGITS = 24,   /**< a warp's neighbours have so many digits, */
    FEW_BANKS = 12,       /**< but those lie in so few banks: a partition would wait for them */
};

/** What the device has chosen, and why. */
struct choice {
    uint32_t sweeps;     /**< 1 if sweeps are chosen */
    uint32_t blocks;     /**< that have counted */
    uint32_t differ;     /**< bits in which keys differ */
    uint32_t values;     /**< that were met, */
    uint32_t often;      /**< and met again */
    uint32_t collide;    /**< warps whose neighbours would wait for each other, */
    uint32_t runs;       /**< and those whose neighbours are short runs of one value */
    uint32_t unused[57]; /**< so that what follows is aligned */
    uint32_t again[CHOOSE_PLACES / 32]; /**< a bit for each key that was met again */
    uint32_t key[CHOOSE_PLACES];        /**< that was met, and 1 more; 0: none */
};

/** From so many keys on: how many of CHOOSE_KEYS repeat, and how often each value does, if buckets are faster. */
struct repeat_rule {
    size_t from;
    uint32_t many, each;
};

/** The rule for n keys. The fewer they are, the more do repeats cost in buckets. Measured on an H100. */
static __device__ __forceinline__ struct repeat_rule rule_for(size_t n) {
    const struct repeat_rule rules[] = {{(size_t)3 << 26, 12000, 12}, {3 << 25, 14000, 20}},
                             least = {0, 15700, 64};
    for (uint32_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
        if (n >= rules[i].from) return rules[i];
    return least;
}

/** Whether sweeps are faster. Where keys repeat, buckets are, if nearly all do, or few values. */
static __device__ __forceinline__ bool prefer_sweeps(const struct choice *c, size_t n) {
    const uint32_t repeat = CHOOSE_KEYS - c->values, once = c->values - c->often;
    const uint32_t length = WARP_THREADS - (uint32_t)__clz((int)c->differ);
    const uint32_t chance = (uint32_t)(((place_t)CHOOSE_KEYS * CHOOSE_KEYS / 2) >> length);
    const struct repeat_rule rule = rule_for(n);
    uint32_t bytes = 0;
    for (uint32_t b = 0; b < sizeof(c->differ); b++)
        bytes += (c->differ >> b * RADIX_BITS & (RADIX - 1)) > 0;
    if (bytes <= SWEPT_BYTES || c->collide > CHOOSE_WARPS / 2) return true;
    if (repeat < SOME_REPEAT + 2 * chance) return c->runs > CHOOSE_WARPS / 2;
    if (once * 16 <= c->values) return false;
    if (c->often * rule.each <= repeat) return false;
    return repeat < (__popc(c->differ) < NARROW_BITS ? (uint32_t)NARROW_REPEAT : rule.many);
}

/** Notes a key in the table; whether it is the first one of its value, or the places where it may stand are full. */
static __device__ __forceinline__ bool note_key(uint32_t key, struct choice *c) {
    const uint32_t hash = random_of(key);
    key = min(key, UINT32_MAX - 1) + 1;
    for (uint32_t i = 0; i < CHOOSE_PROBES; i++) {
        const uint32_t at = (hash + i) % CHOOSE_PLACES, bit = 1u << at % 32;
        uint32_t there = *(volatile uint32_t *)&c->key[at];
        if (there == 0) there = atomicCAS(&c->key[at], 0, key);
        if (there == 0) return true;
        if (there != key) continue;
        if (!(*(volatile uint32_t *)&c->again[at / 32] & bit) &&
            !(atomicOr(&c->again[at / 32], bit) & bit))
            atomicAdd(&c->often, 1);
        return false;
    }
    return true;
}

/** Looks at a warp's neighbours: notes if their top digits are many and meet in few banks, or if most repeat. */
static __device__ __forceinline__ void meet_neighbours(uint32_t key, struct choice *c) {
    const uint32_t lane = threadIdx.x % WARP_THREADS, digit = key >> (32 - RADIX_BITS);
    const bool first = (uint32_t)__ffs((int)find_peers(digit, ALL_LANES)) == lane + 1;
    const uint32_t digits = __popc(__ballot_sync(ALL_LANES, first));
    const uint32_t banks = __popc(warp_or(1u << digit % WARP_THREADS));
    const bool same = key == __shfl_up_sync(ALL_LANES, key, 1) && lane > 0;
    const uint32_t repeat = __popc(__ballot_sync(ALL_LANES, same));
    if (lane == 0 && digits >= SPREAD_DIGITS && banks <= FEW_BANKS) atomicAdd(&c->collide, 1);
    if (lane == 0 && repeat >= WARP_THREADS / 2 && repeat < WARP_THREADS - 1)
        atomicAdd(&c->runs, 1);
}

/**
 * Meets a key in each of so many equal parts of the array, at a random place, and there with the first lane's its
 * neighbours. Counts the values among these keys. If buckets are not chosen, all their kernels are told to leave.
 *
 *  @launch CHOOSE_BLOCKS blocks, CHOOSE_THREADS threads; n is CHOOSE_KEYS or more
 *  @shared none
 *  @cost   two sectors read and some atomics in global memory for each of CHOOSE_KEYS keys; 1 barrier
 *  @source Sanders 2004
 */
static __global__ void __launch_bounds__(CHOOSE_THREADS)
    choose_kernel(const uint32_t *d_in, size_t n, key_order order, struct sweep_map map,
                  struct choice *choice, struct sample_notes *notes) {
    __shared__ bool s_last;
    const uint32_t i = blockIdx.x * CHOOSE_THREADS + threadIdx.x, lane = i % WARP_THREADS;
    const size_t part = n / CHOOSE_KEYS, at = i * part + random_of(i) % part;
    const size_t beside = min(__shfl_sync(ALL_LANES, (place_t)at, 0) + lane, (place_t)n - 1);
    await_kernel_before();
    const uint32_t key = order_encode(d_in[at], order);
    meet_neighbours(order_encode(d_in[beside], order), choice);
    const uint32_t differ = warp_or(key ^ order_encode(d_in[0], order));
    if (lane == 0 && differ & ~*(volatile uint32_t *)&choice->differ)
        atomicOr(&choice->differ, differ);
    const uint32_t values = (uint32_t)__syncthreads_count(note_key(key, choice));
    if (threadIdx.x == 0) {
        atomicAdd(&choice->values, values);
        __threadfence(); // before the block says so
        s_last = atomicAdd(&choice->blocks, 1) + 1 == gridDim.x;
    }
    __syncthreads(); // it is known whether the block is the last one
    uint32_t spike;
    if (!s_last) return;
    const bool spiked = find_spike(d_in, n, map, &spike) >= SPIKE_LARGE;
    if (threadIdx.x > 0) return;
    __threadfence(); // all blocks have added theirs
    choice->sweeps = spiked || prefer_sweeps(choice, n);
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
    const struct sweep s = plan_passes(x);
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
