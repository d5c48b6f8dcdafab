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
    CHOOSE_THREADS = 1024,
    CHOOSE_BLOCKS = 16,
    CHOOSE_KEYS = CHOOSE_BLOCKS * CHOOSE_THREADS,
    CHOOSE_PLACES = 4 * CHOOSE_THREADS, /**< of a block's hash table */
    CHOOSE_PROBES = 64,                 /**< of them are tried for a key */
    SWEPT_BYTES = 2,   /**< if no more bytes than these differ, sweeps are faster than buckets */
    SOME_REPEAT = 24,  /**< so many keys of CHOOSE_KEYS that were met before are not chance */
    MANY_REPEAT = 400, /**< if more are, buckets are faster for MANY_ITEMS or more */
    MANY_ITEMS = 3 << 26,
    FEW_VALUES = 20, /**< they are faster, too, if one value repeats for so many repeats */
};

/** What the device has chosen, and why. */
struct choice {
    uint32_t sweeps;     /**< 1 if sweeps are chosen */
    uint32_t blocks;     /**< that have counted */
    uint32_t differ;     /**< bits in which keys differ */
    uint32_t values;     /**< that were met, */
    uint32_t often;      /**< and met again */
    uint32_t unused[59]; /**< so that what follows is aligned */
    uint32_t key[CHOOSE_KEYS];
};

/** What the threads of a block share. */
struct choose_shared {
    uint32_t key[CHOOSE_PLACES];        /**< that was met, or UINT32_MAX */
    uint32_t again[CHOOSE_PLACES / 32]; /**< a bit for each that was met again */
    uint32_t differ, values, often;     /**< as of the choice */
};

/** A number that looks random, for number i. Two of them have nothing to do with each other. */
static __device__ __forceinline__ uint32_t random_of(uint32_t i) {
    i = (i ^ i >> 16) * 0x85ebca6bu;
    i = (i ^ i >> 13) * 0xc2b2ae35u;
    return i ^ i >> 16;
}

/** Whether sweeps are faster. Where keys repeat, buckets are, if nearly all repeats are of few values. */
static __device__ __forceinline__ bool prefer_sweeps(const struct choice *c, size_t n) {
    const uint32_t repeat = CHOOSE_KEYS - c->values, once = c->values - c->often;
    uint32_t bytes = 0;
    for (uint32_t b = 0; b < sizeof(c->differ); b++)
        bytes += (c->differ >> b * RADIX_BITS & (RADIX - 1)) > 0;
    if (bytes <= SWEPT_BYTES) return true;
    if (repeat < SOME_REPEAT || once * 16 <= c->values) return false;
    if (c->often * FEW_VALUES <= repeat) return false;
    return repeat < MANY_REPEAT || n < MANY_ITEMS;
}

/**
 * Meets a key in each of so many equal parts of the array, at a random place.
 *
 *  @launch CHOOSE_BLOCKS blocks, CHOOSE_THREADS threads
 *  @shared none
 *  @cost   a sector read and 4 bytes written for each of CHOOSE_KEYS keys
 *  @source Sanders 2004
 */
static __global__ void meet_kernel(const uint32_t *d_in, size_t n, key_order order,
                                   struct choice *choice) {
    const uint32_t i = blockIdx.x * CHOOSE_THREADS + threadIdx.x;
    const size_t part = n > CHOOSE_KEYS ? n / CHOOSE_KEYS : 1;
    await_kernel_before();
    choice->key[i] = order_encode(d_in[min(i * part + random_of(i) % part, n - 1)], order);
    if (i == 0) choice->blocks = choice->differ = choice->values = choice->often = 0;
}

/** Notes a key in the table; whether it is the first one of its value, or the places where it may stand are full. */
static __device__ __forceinline__ bool note_key(uint32_t key, uint32_t hash,
                                                struct choose_shared *s) {
    key = min(key, UINT32_MAX - 1);
    for (uint32_t i = 0; i < CHOOSE_PROBES; i++) {
        const uint32_t at = (hash + i) % CHOOSE_PLACES, bit = 1u << at % 32;
        uint32_t there = *(volatile uint32_t *)&s->key[at];
        if (there == UINT32_MAX) there = atomicCAS(&s->key[at], UINT32_MAX, key);
        if (there == UINT32_MAX) return true;
        if (there != key) continue;
        if (!(*(volatile uint32_t *)&s->again[at / 32] & bit)) atomicOr(&s->again[at / 32], bit);
        return false;
    }
    return true;
}

/** Counts the values among the keys that were met whose hashes are the block's. */
static __device__ void count_values(const struct choice *choice, struct choose_shared *s) {
    const uint32_t first = choice->key[0];
    uint32_t key[CHOOSE_BLOCKS], differ = 0, values = 0, often = 0;
#pragma unroll
    for (uint32_t k = 0; k < CHOOSE_BLOCKS; k++) // all on their way at once
        key[k] = choice->key[k * CHOOSE_THREADS + threadIdx.x];
    for (uint32_t k = 0; k < CHOOSE_BLOCKS; k++) {
        const uint32_t hash = random_of(key[k]);
        differ |= key[k] ^ first;
        if (hash % CHOOSE_BLOCKS == blockIdx.x) values += note_key(key[k], hash / CHOOSE_BLOCKS, s);
    }
    __syncthreads(); // all keys are noted
    if (threadIdx.x < CHOOSE_PLACES / 32) often = __popc(s->again[threadIdx.x]);
    differ = warp_or(differ);
    if (threadIdx.x % WARP_THREADS == 0) atomicOr(&s->differ, differ);
    if (values > 0) atomicAdd(&s->values, values);
    if (often > 0) atomicAdd(&s->often, often);
    __syncthreads(); // all are added up
}

/**
 * Counts values among the keys that were met: each block those of a part of the hashes. If buckets are not chosen, all
 * their kernels are told to leave.
 *
 *  @launch CHOOSE_BLOCKS blocks, CHOOSE_THREADS threads
 *  @shared 17 KB: keys that were met
 *  @cost   4 bytes read by each block, and an atomic in shared memory, for each of CHOOSE_KEYS keys; 3 barriers
 *  @source Sanders 2004
 */
static __global__ void __launch_bounds__(CHOOSE_THREADS)
    choose_kernel(size_t n, struct choice *choice, struct sample_notes *notes) {
    __shared__ struct choose_shared s;
    for (uint32_t i = threadIdx.x; i < CHOOSE_PLACES; i += CHOOSE_THREADS) s.key[i] = UINT32_MAX;
    if (threadIdx.x < CHOOSE_PLACES / 32) s.again[threadIdx.x] = 0;
    if (threadIdx.x == 0) s.differ = s.values = s.often = 0;
    await_kernel_before();
    __syncthreads(); // the table is empty
    count_values(choice, &s);
    if (threadIdx.x > 0) return;
    atomicOr(&choice->differ, s.differ);
    atomicAdd(&choice->values, s.values);
    atomicAdd(&choice->often, s.often);
    __threadfence(); // before the block says so
    if (atomicAdd(&choice->blocks, 1) + 1 < gridDim.x) return;
    __threadfence(); // and then all blocks have added theirs
    choice->sweeps = prefer_sweeps(choice, n);
    if (choice->sweeps) notes->elsewhere = notes->by_bits = notes->misled[BY_FIRST_PLAN] = 1;
}

/** Sorts FAST_SAMPLED_ITEMS keys or more in the way that the device chooses. */
static inline void sort_chosen(struct items *x, void *d_temp, size_t temp_bytes,
                               cudaStream_t stream) {
    struct choice *d_choice = (struct choice *)d_temp;
    char *d_rest = (char *)d_temp + sizeof(struct choice); // of either way
    const struct sampled q =
        prepare_sampled((const uint32_t *)x->d_keys, (uint32_t *)x->d_keys_out, x->n, x->order,
                        d_rest, temp_bytes - sizeof(struct choice), stream);
    void *meet[] = {(void *)&x->d_keys, &x->n, &x->order, &d_choice};
    void *choose[] = {&x->n, &d_choice, (void *)&q.notes};
    launch_early((const void *)meet_kernel, CHOOSE_BLOCKS, CHOOSE_THREADS, 0, stream, meet);
    launch_early((const void *)choose_kernel, CHOOSE_BLOCKS, CHOOSE_THREADS, 0, stream, choose);
    launch_sampled(q, stream);
    x->d_goes = &d_choice->sweeps;
    sort_items(x, d_rest, stream);
}

#endif
#endif
