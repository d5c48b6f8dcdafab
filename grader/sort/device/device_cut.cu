/**
 * @file
 * @brief What the device engine does before slices are merged: encodes keys, and cuts runs.
 */
#include "common/cu.h"
#include "common/size_min.h"
#include "grader/sort/device/device_parts.h"

enum {
    ENCODE_THREADS = 256,
    CUT_THREADS = 128,
    SCAN_THREADS = 32,
};

/** @launch any number of threads
 *  @shared none
 *  @cost   8 bytes a key moved
 *  @source common/keys.h */
static __global__ void encode_kernel(uint32_t *d_keys, size_t n, enum key_type type) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < n; i += (size_t)gridDim.x * blockDim.x) d_keys[i] = key_encode(d_keys[i], type);
}

void device_encode(uint32_t *d_keys, size_t n, enum key_type type, cudaStream_t stream) {
    enum { BLOCKS = 2048 };
    uint32_t blocks = (uint32_t)size_min(n / ENCODE_THREADS + 1, BLOCKS);
    if (type == KEY_U32) return;
    encode_kernel<<<blocks, ENCODE_THREADS, 0, stream>>>(d_keys, n, type);
    CU_LAUNCHED();
}

/*
 * Cuts
 */

/** The first place in low .. high whose key is not below, or where `equal` is true above, the key. */
static __device__ size_t search(const uint32_t *d_run, size_t low, size_t high, uint32_t key,
                                bool equal) {
    while (low < high) {
        size_t middle = (low + high) / 2;
        bool before = equal ? d_run[middle] <= key : d_run[middle] < key;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

/** What a block knows of a run: the cut is in low .. high; `at` is tried. */
struct cut_run {
    size_t low, high, at;
};

/** How many keys of all runs are below the key; each thread notes the places of its runs. */
static __device__ size_t count_below(const uint32_t *d_runs, size_t chunk, uint32_t k, uint32_t key,
                                     struct cut_run *s_runs, unsigned long long *s_sum) {
    unsigned long long sum = 0;
    __syncthreads(); // the sum has been read
    if (threadIdx.x == 0) *s_sum = 0;
    __syncthreads(); // it is 0
    for (uint32_t r = threadIdx.x; r < k; r += CUT_THREADS) {
        s_runs[r].at = search(d_runs, s_runs[r].low, s_runs[r].high, key, false);
        sum += s_runs[r].at - r * chunk;
    }
    atomicAdd(s_sum, sum);
    __syncthreads(); // all have added
    return (size_t)*s_sum;
}

/** Keys that are equal at the cut go by their runs. One thread. */
static __device__ void share_equal(struct cut_run *s_runs, size_t chunk, uint32_t k, size_t rank) {
    size_t missing = rank;
    for (uint32_t r = 0; r < k; r++) missing -= s_runs[r].low - r * chunk;
    for (uint32_t r = 0; r < k && missing > 0; r++) {
        size_t equal = s_runs[r].at - s_runs[r].low, taken = equal < missing ? equal : missing;
        s_runs[r].low += taken;
        missing -= taken;
    }
}

/** @launch a block a row of cuts, CUT_THREADS threads
 *  @shared 24 bytes a run
 *  @cost   32 + log2(chunk) steps, each a key read; 3 barriers a bit of a key
 *  @source as lab 07 cuts runs: by bits of the key */
static __global__ void cut_slices_kernel(const uint32_t *d_runs, size_t n, size_t chunk, uint32_t k,
                                         size_t slice, size_t *d_cuts) {
    extern __shared__ struct cut_run s_runs[];
    __shared__ unsigned long long s_sum;
    size_t rank = blockIdx.x * slice < n ? blockIdx.x * slice : n;
    uint32_t key = 0;
    for (uint32_t r = threadIdx.x; r < k; r += CUT_THREADS) {
        s_runs[r].low = r * chunk;
        s_runs[r].high = (r + 1) * chunk < n ? (r + 1) * chunk : n;
    }
    // the greatest key with at most `rank` below it, and where it would stand in each run
    for (uint32_t bit = 1u << 31; bit > 0; bit /= 2) {
        bool fits = count_below(d_runs, chunk, k, key | bit, s_runs, &s_sum) <= rank;
        key |= fits ? bit : 0;
        for (uint32_t r = threadIdx.x; r < k; r += CUT_THREADS)
            *(fits ? &s_runs[r].low : &s_runs[r].high) = s_runs[r].at;
    }
    for (uint32_t r = threadIdx.x; r < k; r += CUT_THREADS)
        s_runs[r].at = search(d_runs, s_runs[r].low, s_runs[r].high, key, true);
    __syncthreads(); // all places are there
    if (threadIdx.x == 0) share_equal(s_runs, chunk, k, rank);
    __syncthreads(); // and final
    for (uint32_t r = threadIdx.x; r < k; r += CUT_THREADS)
        d_cuts[(size_t)blockIdx.x * k + r] = s_runs[r].low;
}

/** @launch a block a slice, SCAN_THREADS threads
 *  @shared none
 *  @cost   24 bytes a run and slice moved
 *  @source Blelloch 1990 (scan) */
static __global__ void offsets_kernel(const size_t *d_cuts, uint32_t k, size_t *d_offsets) {
    const size_t *cuts = d_cuts + (size_t)blockIdx.x * k;
    size_t *offsets = d_offsets + (size_t)blockIdx.x * (k + 1);
    unsigned long long before = 0;
    for (uint32_t first = 0; first < k; first += SCAN_THREADS) {
        uint32_t r = first + threadIdx.x;
        unsigned long long length = r < k ? cuts[k + r] - cuts[r] : 0, sum = length;
        for (uint32_t step = 1; step < SCAN_THREADS; step *= 2) {
            unsigned long long other = __shfl_up_sync(0xffffffffu, sum, step);
            if (threadIdx.x >= step) sum += other;
        }
        if (r < k) offsets[r] = (size_t)(before + sum - length);
        before += __shfl_sync(0xffffffffu, sum, SCAN_THREADS - 1);
    }
    if (threadIdx.x == 0) offsets[k] = (size_t)before;
}

void device_cut_slices(const uint32_t *d_runs, size_t n, size_t chunk, size_t slice, size_t *d_cuts,
                     size_t *d_offsets, cudaStream_t stream) {
    uint32_t k = (uint32_t)((n + chunk - 1) / chunk), slices = (uint32_t)((n + slice - 1) / slice);
    cut_slices_kernel<<<slices + 1, CUT_THREADS, k * sizeof(struct cut_run), stream>>>(
        d_runs, n, chunk, k, slice, d_cuts);
    CU_LAUNCHED();
    offsets_kernel<<<slices, SCAN_THREADS, 0, stream>>>(d_cuts, k, d_offsets);
    CU_LAUNCHED();
}
