/**
 * @file
 * @brief The wide finish, a level: keys of all overfull bins are counted by their next bits.
 *
 * Keys of bins that are not overfull are placed. An overfull bin whose keys are all the same becomes a value; the
 * others, all at once, go through the next level.
 */
#ifndef SORTLAB_DEVICE_WIDE_LEVELS_H
#define SORTLAB_DEVICE_WIDE_LEVELS_H

#include "common/sort/device/wide_keys.h"

enum {
    ELECTORS = 4, /**< of each thread's keys so many may give their bin its value */
};

#ifdef __CUDACC__

/** Counts the keys of the level's overfull bins. Nobody asks for a result, so that equal lanes are one atomic. */
static __device__ void count_level(const struct wide_keys *k, const struct wide_level *l,
                                   struct wide_shared *s) {
    if (threadIdx.x == 0) s->n_found = 0;
    for (uint32_t b = threadIdx.x; b < FINISH_BINS / 32; b += blockDim.x) s->is_overfull[b] = 0;
    uint32_t bins =
        (l->n << l->bits) + WARP_THREADS - 1; // whole rows, in which wide_place mixes them
    for (uint32_t b = threadIdx.x; b < bins / WARP_THREADS * (WARP_THREADS / 4); b += blockDim.x)
        s->bin_vectors[b] = make_uint4(0, 0, 0, 0);
    __syncthreads(); // all bins are empty
#pragma unroll
    for (uint32_t i = 0; wide_row(k, i); i++)
        if (overfull_of(k, i) != NO_BIN) atomicAdd(wide_place(s, wide_bin(k, i, l)), 1);
    __syncthreads(); // all keys are counted
}

/** Notes that a bin is overfull; its number. */
static __device__ uint32_t note_overfull(const struct wide_level *l, uint32_t bin, uint32_t begin,
                                         uint32_t n, struct wide_shared *s) {
    uint32_t at = high_count(atomicAdd(&s->n_found, two_counts(1, n)));
    uint32_t prefix = s->overfull[bin >> l->bits].prefix | digit_of(bin, 0, l->bits) << l->shift;
    const struct overfull_bin found = {prefix, UINT32_MAX, 0, (uint16_t)begin, (uint16_t)n, 0};
    s->found[at] = found;
    atomicOr(&s->is_overfull[bin / 32], 1u << bin % 32);
    return at;
}

/** Writes over the counts where each bin begins, or which overfull one it is. */
static __device__ void plan_level(const struct wide_level *l, struct wide_shared *s) {
    uint32_t bins = l->n << l->bits, each = (bins + blockDim.x - 1) / blockDim.x;
    uint32_t first = threadIdx.x * each, end = min(first + each, bins), sum = 0, total;
    for (uint32_t b = first; b < end; b++) sum += *wide_place(s, b);
    uint32_t before = block_scan(sum, s->sums, &total); // in those bins, one behind the other
    for (uint32_t b = first; b < end; b++) {
        uint32_t n = *wide_place(s, b), begin = before + s->overfull[b >> l->bits].next;
        *wide_place(s, b) = n > FEW_ITEMS ? note_overfull(l, b, begin, n, s) : begin;
        if (n > BUCKET_REPEATS && n <= FEW_ITEMS && !l->exact)
            s->few[atomicAdd(&s->n_few, 1)] = two_counts(begin, n);
        before += n;
    }
    __syncthreads(); // it is known where each bin begins
}

/** Places the keys of bins with a few keys; the others keep their overfull bin. */
static __device__ void place_level(struct wide_keys *k, const struct wide_level *l,
                                   uint32_t *s_keys, struct wide_shared *s) {
    bool any_overfull = s->n_found > 0;
    if (threadIdx.x == 0) s->n_left = 0;
#pragma unroll
    for (uint32_t i = 0; wide_row(k, i); i++) {
        uint32_t bin = wide_bin(k, i, l), found = NO_BIN;
        if (overfull_of(k, i) == NO_BIN) continue;
        if (any_overfull && s->is_overfull[bin / 32] >> bin % 32 & 1) {
            found = *wide_place(s, bin);
            if (i < ELECTORS) atomicMin(&s->found[found].value, wide_key(k, i));
        } else {
            s_keys[atomicAdd(wide_place(s, bin), 1)] = wide_key(k, i);
        }
        set_overfull(k, i, found);
    }
    __syncthreads(); // all overfull bins have their values
}

/** Counts for each overfull bin that was found the keys that are equal to its value. */
static __device__ void compare_level(const struct wide_keys *k, struct wide_shared *s) {
#pragma unroll
    for (uint32_t i = 0; wide_row(k, i); i++) {
        uint32_t bin = overfull_of(k, i);
        if (bin != NO_BIN && s->found[bin].value == wide_key(k, i))
            atomicAdd(&s->found[bin].same, 1);
    }
    __syncthreads(); // all keys are compared
}

/** Puts an overfull bin on the list of values if all its keys are the same, or on that of the next level. */
static __device__ void settle_bin(struct overfull_bin *bin, const struct wide_level *l,
                                  struct wide_shared *s) {
    struct overfull_bin c = *bin;
    if (l->exact || c.same == c.n) {
        const struct value value = {l->exact ? c.prefix : c.value, c.begin, c.n};
        bin->next = NO_BIN;
        s->values[atomicAdd(&s->n_values, 1)] = value;
    } else {
        uint32_t before = atomicAdd(&s->n_left, two_counts(1, c.n));
        bin->next = high_count(before);
        c.next = c.begin - low_count(before);
        s->overfull[bin->next] = c;
    }
}

/** Settles what becomes of the overfull bins that were found, and tells their keys. */
static __device__ void settle_level(struct wide_keys *k, struct wide_level *l,
                                    struct wide_shared *s) {
    uint32_t n = high_count(s->n_found);
    if (!l->exact) compare_level(k, s);
    for (uint32_t c = threadIdx.x; c < n; c += blockDim.x) settle_bin(&s->found[c], l, s);
    __syncthreads(); // all bins are on a list
#pragma unroll
    for (uint32_t i = 0; wide_row(k, i); i++)
        if (overfull_of(k, i) != NO_BIN) set_overfull(k, i, s->found[overfull_of(k, i)].next);
    l->n = high_count(s->n_left);
    __syncthreads(); // the bins may be used again
}

#endif
#endif
