/**
 * @file
 * @brief Lab 11: the k-th smallest key, digit by digit, and a sample, so that all keys are read only once.
 */
#include "radix_select.h"

#include "common/cu.h"
#include "common/share.h"
#include "warp.h"

/** @launch SELECT_BLOCKS blocks at most, SELECT_THREADS threads
 *  @shared 8 KB: a block's bins
 *  @cost   4 bytes a key read; an atomic in shared memory a key that agrees
 *  @source Alabi 2012 */
static __global__ void count_digits_kernel(const struct search *d_search, enum key_type type,
                                           int round, unsigned long long *d_bins) {
    __shared__ uint32_t s_bins[SELECT_BINS];
    const struct search s = *d_search;
    size_t start = (size_t)blockIdx.x * SELECT_TILE;
    uint32_t share[SELECT_ITEMS], shift = select_shift(round);
    if (start >= s.n) return;
    for (int b = threadIdx.x; b < SELECT_BINS; b += SELECT_THREADS) s_bins[b] = 0;
    __syncthreads(); // all bins are 0
    for (; start < s.n; start += (size_t)gridDim.x * SELECT_TILE) {
        int count = share_fetch(share, SELECT_ITEMS, SELECT_THREADS, s.keys, start, s.n, type);
        // TODO 1: count the digit of each key that has the same higher digits as s.found. Shift both
        // down to this digit. What is their difference, if the higher digits are the same?
    }
    __syncthreads(); // all keys are counted
    for (int b = threadIdx.x; b < SELECT_BINS; b += SELECT_THREADS)
        if (s_bins[b] > 0) atomicAdd(&d_bins[b], s_bins[b]);
}

void count_digits(const struct search *d_search, size_t most, enum key_type type, int round,
                  unsigned long long *d_bins, cudaStream_t stream) {
    count_digits_kernel<<<select_blocks(most), SELECT_THREADS, 0, stream>>>(d_search, type, round,
                                                                            d_bins);
    CU_LAUNCHED();
}

/** @launch one block, a thread for every two bins
 *  @shared 256 bytes: a sum for each warp
 *  @cost   32 KB moved; 1 barrier
 *  @source Alabi 2012 */
static __global__ void pick_digit_kernel(struct search *d_search, int round,
                                         unsigned long long *d_bins) {
    __shared__ uint64_t s_sums[32];
    uint64_t k = d_search->k, even = d_bins[2 * threadIdx.x], odd = d_bins[2 * threadIdx.x + 1];
    uint64_t through = block_sum(even + odd, s_sums), before = through - odd - even;
    d_bins[2 * threadIdx.x] = d_bins[2 * threadIdx.x + 1] = 0;
    // TODO 2: `before` keys are in the bins below this thread's two bins. If the k-th key is in one of
    // the two, put its digit into `found`, and count k from this bin on.
}

void pick_digit(struct search *d_search, int round, unsigned long long *d_bins,
                cudaStream_t stream) {
    pick_digit_kernel<<<1, SELECT_BINS / 2, 0, stream>>>(d_search, round, d_bins);
    CU_LAUNCHED();
}

/** @launch SELECT_BLOCKS blocks at most, SELECT_THREADS threads
 *  @shared none
 *  @cost   4 bytes a key read, 4 a key below written; an atomic a warp and tile where there are any
 *  @source Floyd 1975 */
static __global__ void narrow_kernel(const struct search *d_from, enum key_type type,
                                     const uint32_t *d_bound, uint32_t *d_out, size_t capacity,
                                     unsigned long long *d_taken) {
    const struct search s = *d_from;
    uint32_t share[SELECT_ITEMS], bound = *d_bound, below;
    size_t start = (size_t)blockIdx.x * SELECT_TILE, step = (size_t)gridDim.x * SELECT_TILE;
    for (; start < s.n; start += step) {
        share_fetch(share, SELECT_ITEMS, SELECT_THREADS, s.keys, start, s.n, type);
        // TODO 3: count this thread's keys below the bound. warp_take returns the index of the first
        // one in d_out; all lanes of the warp must call it. Then copy these keys.
    }
}

void narrow(const struct search *d_from, size_t most, enum key_type type, const uint32_t *d_bound,
            uint32_t *d_out, size_t capacity, unsigned long long *d_taken, cudaStream_t stream) {
    narrow_kernel<<<select_blocks(most), SELECT_THREADS, 0, stream>>>(d_from, type, d_bound, d_out,
                                                                      capacity, d_taken);
    CU_LAUNCHED();
}

/** Finds the k-th key of a search, digit by digit. */
static void find_key(struct search *d_search, size_t most, enum key_type type,
                     unsigned long long *d_bins, cudaStream_t stream) {
    // TODO 4: in each round count the digits and pick one. Start with the top digit.
}

/** Finds the k-th key. searches.all has the key, and the keys among which it was found. */
static struct select_temp *find_kth(const uint32_t *d_in, size_t n, size_t k, enum key_type type,
                                    void *d_temp, cudaStream_t stream) {
    struct select_temp *t = (struct select_temp *)d_temp;
    size_t rank = search_rank(n, k), sample = search_sample(n), capacity = search_capacity(n);
    uint32_t *d_candidates = (uint32_t *)(t + 1), *d_sample = d_candidates + capacity;
    const struct search_pair begin = {{d_in, n, k, 0}, {d_sample, sample, rank, 0}};
    struct search_pair *d = &t->searches;
    search_begin_kernel<<<sample / 256 + 1, 256, 0, stream>>>(begin, d_sample, d, &t->taken,
                                                              1 + SELECT_BINS);
    CU_LAUNCHED();
    // TODO 5: if rank is not 0, find the bound in the sample and copy the keys below it to d_candidates.
    // search_decide decides if they are enough. It decides on the device, so the host need not wait.
    find_key(&d->all, n, type, t->bins, stream);
    return t;
}

void select_kth(const uint32_t *d_in, size_t n, size_t k, enum key_type type, uint32_t *d_key,
                void *d_temp, size_t temp_bytes, cudaStream_t stream) {
    cu_temp_must("select_kth", select_bytes(n), temp_bytes);
    struct select_temp *t = find_kth(d_in, n, k, type, d_temp, stream);
    search_fill_kernel<<<1, 1, 0, stream>>>(&t->searches.all, type, 1, d_key + 1);
    CU_LAUNCHED();
}

void select_smallest(const uint32_t *d_in, size_t n, size_t k, enum key_type type, uint32_t *d_out,
                     void *d_temp, size_t temp_bytes, cudaStream_t stream) {
    cu_temp_must("select_smallest", select_bytes(n), temp_bytes);
    if (k == 0) return;
    struct select_temp *t = find_kth(d_in, n, k, type, d_temp, stream);
    struct search *d_all = &t->searches.all;
    // TODO 5, continued: copy the keys below the k-th key by narrow, from the keys that were searched
    // last. After them search_fill_kernel writes the k-th key itself, d_all->k times.
}
