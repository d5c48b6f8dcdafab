/**
 * @file
 * @brief cub::BlockHistogram: counts of a block's items, in shared memory or in global memory.
 */
#ifndef SIMT_CUB_BLOCK_HISTOGRAM
#define SIMT_CUB_BLOCK_HISTOGRAM

#include "block_storage.cuh"

namespace cub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

template <class T, int X, int N, int BINS, BlockHistogramAlgorithm ALGORITHM = BLOCK_HISTO_SORT, int Y = 1, int Z = 1,
          int ARCH = 0>
class BlockHistogram {
    enum { THREADS = X * Y * Z };

  public:
    struct TempStorage {
        char unused;
    };
    BlockHistogram() {}
    explicit BlockHistogram(TempStorage &) {}

    /** Sets all counters to 0. */
    template <class Counter> SIMT_INLINE void InitHistogram(Counter histogram[BINS]) {
        for (int bin = block_tid(); bin < BINS; bin += THREADS) histogram[bin] = 0;
    }
    /** Adds the items to counters that are set. */
    template <class Counter> SIMT_INLINE void Composite(T (&items)[N], Counter histogram[BINS], SIMT_SITE_HERE) {
        if (ALGORITHM == BLOCK_HISTO_SORT) __syncthreads(SIMT_SITE);
        for (int i = 0; i < N; i++) add(&histogram[(size_t)items[i]]);
    }
    template <class Counter> SIMT_INLINE void Histogram(T (&items)[N], Counter histogram[BINS], SIMT_SITE_HERE) {
        InitHistogram(histogram);
        __syncthreads(SIMT_SITE);
        Composite(items, histogram, SIMT_SITE);
    }

  private:
    template <class Counter> static SIMT_INLINE void add(Counter *counter) {
        simt_begin_atomic(SIMT_ATOMIC_SUM);
        if constexpr (std::is_integral<Counter>::value)
            __atomic_fetch_add(counter, (Counter)1, __ATOMIC_RELAXED);
        else
            simt::atomic_update(counter, [](Counter old) { return old + 1; });
    }
};

} // namespace cub

#endif
