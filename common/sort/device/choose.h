/**
 * @file
 * @brief The way for keys of 32 bits, chosen by the device: buckets by a sample, or sweeps where few bytes differ.
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
    CHOOSE_BLOCKS = 64,
    SWEPT_BYTES = 2,    /**< if no more bytes than these differ, sweeps are faster than buckets */
    CHOICE_BYTES = 256, /**< of temporary memory for a choice, so that what follows is aligned */
};

/** What the device has chosen; zeros at first. */
struct choice {
    uint32_t differ; /**< bits in which keys that were met differ from the first one */
    uint32_t blocks; /**< that have added theirs */
    uint32_t sweeps; /**< 1 if sweeps are chosen */
};

/**
 * Looks at a key in each of so many equal parts of the array, at a random place. If buckets are not chosen, all their
 * kernels are told to leave.
 *
 *  @launch CHOOSE_BLOCKS blocks, CHOOSE_THREADS threads
 *  @shared none
 *  @cost   two sectors a thread read; an atomic a warp and block
 *  @source Sanders 2004
 */
static __global__ void choose_kernel(const uint32_t *d_in, size_t n, key_order order,
                                     struct choice *choice, struct sample_notes *notes) {
    const size_t i = (size_t)blockIdx.x * CHOOSE_THREADS + threadIdx.x;
    const size_t part = n / (CHOOSE_BLOCKS * CHOOSE_THREADS) + 1;
    const uint32_t random = (uint32_t)(i * 0x9e3779b97f4a7c15ull >> 32);
    await_kernel_before();
    const uint32_t key = order_encode(d_in[min(i * part + random % part, n - 1)], order);
    const uint32_t differ = warp_or(key ^ order_encode(d_in[0], order));
    if (threadIdx.x % WARP_THREADS == 0) atomicOr(&choice->differ, differ);
    __syncthreads(); // the block's are added
    if (threadIdx.x > 0) return;
    __threadfence(); // before the block says so
    if (atomicAdd(&choice->blocks, 1) + 1 < gridDim.x) return;
    const uint32_t all = atomicOr(&choice->differ, 0);
    uint32_t bytes = 0;
    for (uint32_t b = 0; b < sizeof(all); b++) bytes += (all >> b * RADIX_BITS & (RADIX - 1)) > 0;
    if (bytes > SWEPT_BYTES) return;
    choice->sweeps = 1;
    notes->elsewhere = notes->by_bits = notes->misled[BY_FIRST_PLAN] = 1;
}

/** Sorts FAST_SAMPLED_ITEMS keys or more in the way that the device chooses. */
static inline void sort_chosen(struct items *x, void *d_temp, size_t temp_bytes,
                               cudaStream_t stream) {
    struct choice *d_choice = (struct choice *)d_temp;
    char *d_rest = (char *)d_temp + CHOICE_BYTES; // of either way
    const struct sampled q =
        prepare_sampled((const uint32_t *)x->d_keys, (uint32_t *)x->d_keys_out, x->n, x->order,
                        d_rest, temp_bytes - CHOICE_BYTES, stream);
    void *arguments[] = {(void *)&x->d_keys, &x->n, &x->order, &d_choice, (void *)&q.notes};
    CU(cudaMemsetAsync(d_choice, 0, sizeof(*d_choice), stream));
    launch_early((const void *)choose_kernel, CHOOSE_BLOCKS, CHOOSE_THREADS, 0, stream, arguments);
    launch_sampled(q, stream);
    x->d_goes = &d_choice->sweeps;
    sort_items(x, d_rest, stream);
}

#endif
#endif
