/**
 * @file
 * @brief Smooth keys whose bucket has no space for all: those that spilled join the others again, in parts.
 *
 * A bucket's keys are counted by bins of its range. Neighbouring bins are a part, as many as a block can finish.
 */
#ifndef SORTLAB_DEVICE_SPILLED_H
#define SORTLAB_DEVICE_SPILLED_H

#include "common/sort/device/smooth.h"

enum {
    SPLIT_AHEAD = 6,  /**< keys that a thread has on their way */
    SPLIT_BINS = 256, /**< of a bucket, */
    SPLIT_BITS = 4,   /**< and so many of a part's number */
    SPLIT_PARTS = 1 << SPLIT_BITS,
};

#ifdef __CUDACC__

/** What the threads of a block share that puts together a bucket that has spilled. */
struct spill_shared {
    uint32_t bins[SPLIT_BINS], sums[WARP_THREADS];
    uint32_t here;              /**< keys that did not spill */
    uint32_t parts;             /**< 0: it can not be parted */
    uint32_t ends[SPLIT_PARTS]; /**< of each part, behind the parts before, */
    uint32_t next[SPLIT_PARTS]; /**< and where the next of its keys goes */
};

/** A bucket that has spilled: n keys, from an index in `d_from` on, that become several buckets of d_out. */
struct spilled_bucket {
    const uint32_t *d_from;
    uint32_t *d_out;
    uint32_t number, n, low, shift;
};

/** Counts a key by bins of the bucket's range, or takes it to the part that it belongs to. A warp calls it. */
static __device__ __forceinline__ void split_key(uint32_t key, bool there,
                                                 const struct spilled_bucket *b, bool counts,
                                                 struct spill_shared *s) {
    const uint32_t bin = there ? (key - b->low) >> b->shift : 0;
    if (counts && there) atomicAdd(&s->bins[bin], 1);
    if (counts) return;
    const uint32_t lane = threadIdx.x % WARP_THREADS, part = s->bins[bin];
    const uint32_t peers = find_peers(part, SPLIT_BITS, __ballot_sync(ALL_LANES, there)),
                   first = (uint32_t)__ffs((int)peers) - 1;
    uint32_t at = there && lane == first ? atomicAdd(&s->next[part], __popc(peers)) : 0;
    at = __shfl_sync(ALL_LANES, at, first) + __popc(peers & ~(~0u << lane));
    if (there) b->d_out[at] = key;
}

/** The same of m keys: a warp calls it for those from `first` on, a lane's being `step` apart. */
static __device__ void split_keys(const uint32_t *d_keys, uint32_t m, uint32_t first, uint32_t step,
                                  const struct spilled_bucket *b, bool counts,
                                  struct spill_shared *s) {
    const uint32_t lane = threadIdx.x % WARP_THREADS;
    for (uint32_t i = first; i - lane < m; i += SPLIT_AHEAD * step) {
        uint32_t key[SPLIT_AHEAD]; // all on their way at once
#pragma unroll
        for (uint32_t k = 0; k < SPLIT_AHEAD; k++)
            key[k] = i + k * step < m ? d_keys[i + k * step] : 0;
#pragma unroll
        for (uint32_t k = 0; k < SPLIT_AHEAD; k++)
            if (i - lane + k * step < m) split_key(key[k], i + k * step < m, b, counts, s);
    }
}

/** The same of all keys of the bucket: of its space, and of the runs that have spilled, whose chunks warps take by
 * turns. */
static __device__ void split_all(const struct smooth *m, const struct spilled_bucket *b,
                                 bool counts, struct spill_shared *s) {
    enum { CHUNK = SPLIT_AHEAD * WARP_THREADS, WARPS = FINISH_THREADS / WARP_THREADS };
    const uint32_t lane = threadIdx.x % WARP_THREADS;
    uint32_t turn = threadIdx.x / WARP_THREADS; // chunks that others take before the warp does
    split_keys(b->d_from, s->here, threadIdx.x, FINISH_THREADS, b, counts, s);
    for (uint32_t i = 0; i < m->notes->runs; i += WARP_THREADS) {
        const bool there = i + lane < m->notes->runs;
        uint32_t mine =
            __ballot_sync(ALL_LANES, there && m->spill.d_runs[i + lane].bucket == b->number);
        for (; mine > 0; mine &= mine - 1) {
            const struct spilled_run run = m->spill.d_runs[i + (uint32_t)__ffs((int)mine) - 1];
            for (; turn * CHUNK < run.n; turn += WARPS)
                split_keys(m->spill.d_keys + run.at + turn * CHUNK,
                           min(run.n - turn * CHUNK, CHUNK), lane, WARP_THREADS, b, counts, s);
            turn -= (run.n + CHUNK - 1) / CHUNK;
        }
    }
    __syncthreads(); // all keys of the bucket were seen
}

/** Finds parts, each of as many bins as a block can finish; words of bins have the keys up to their ends. A thread. */
static __device__ void find_parts(uint32_t n, struct spill_shared *s) {
    uint32_t part = 0, at = 0;
    while (at < n && part < SPLIT_PARTS) {
        uint32_t bins = 0; // that end where the part may, or before it
        for (uint32_t step = SPLIT_BINS; step > 0; step /= 2)
            if (bins + step <= SPLIT_BINS && s->bins[bins + step - 1] <= at + BUCKET_ITEMS)
                bins += step;
        const uint32_t end = bins > 0 ? s->bins[bins - 1] : 0;
        if (end == at) break; // the next bin alone has too many
        s->next[part] = at;
        s->ends[part++] = at = end;
    }
    s->parts = at < n ? 0 : part;
}

/** Parts the bins of a bucket of n keys: their words, which count keys, become numbers of parts. A block calls it. */
static __device__ void part_bins(uint32_t n, struct spill_shared *s) {
    const uint32_t b = threadIdx.x, count = b < SPLIT_BINS ? s->bins[b] : 0;
    uint32_t all, part = 0;
    const uint32_t before = block_scan(count, s->sums, &all);
    if (b < SPLIT_BINS) s->bins[b] = before + count;
    __syncthreads(); // it is known where bins end
    if (b == 0) find_parts(n, s);
    __syncthreads(); // and where parts do
    while (part < s->parts && s->ends[part] <= before) part++;
    if (b < SPLIT_BINS) s->bins[b] = part;
    __syncthreads(); // each bin has its part
}

/**
 * Puts a bucket that has spilled together again, in parts that a block can finish each: s->parts. False, for all
 * threads: no bins part it so. A block of FINISH_THREADS threads calls it.
 */
static __device__ __noinline__ bool split_spilled(const struct smooth *m, struct spilled_bucket b,
                                                  struct spill_shared *s) {
    uint32_t spilled = 0, all;
    for (uint32_t i = threadIdx.x; i < m->notes->runs; i += FINISH_THREADS)
        if (m->spill.d_runs[i].bucket == b.number) spilled += m->spill.d_runs[i].n;
    block_scan(spilled, s->sums, &all);
    if (threadIdx.x < SPLIT_BINS) s->bins[threadIdx.x] = 0;
    if (threadIdx.x == 0) s->here = b.n - all;
    __syncthreads(); // all bins are empty
    split_all(m, &b, true, s);
    part_bins(b.n, s);
    if (s->parts > 0) split_all(m, &b, false, s);
    return s->parts > 0;
}

#endif
#endif
