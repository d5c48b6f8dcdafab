/**
 * @file
 * @brief cub::BlockRadixSort: sorts the keys of a block's threads, and values with them.
 *
 * All threads put their keys into shared memory, thread 0 sorts them there, and all take theirs back.
 */
#ifndef SIMT_CUB_BLOCK_RADIX_SORT
#define SIMT_CUB_BLOCK_RADIX_SORT

#include "../../simt/radix.h"
#include "block_exchange.cuh"
#include "block_scan.cuh"

namespace cub {

template <class K, int X, int N, class V = NullType, int BITS = 4, bool MEMOIZE = true,
          BlockScanAlgorithm SCAN = BLOCK_SCAN_WARP_SCANS, cudaSharedMemConfig BANKS = cudaSharedMemBankSizeFourByte,
          int Y = 1, int Z = 1, int ARCH = 0>
class BlockRadixSort {
    enum { THREADS = X * Y * Z, ITEMS = THREADS * N, ALL = 8 * sizeof(K) };
    typedef arrangement<THREADS, N> place;

  public:
    struct TempStorage {
        alignas(K) alignas(V) char bytes[ITEMS * (sizeof(K) > sizeof(V) ? sizeof(K) : sizeof(V))];
    };
    BlockRadixSort() : storage_(private_storage<TempStorage>()) {}
    explicit BlockRadixSort(TempStorage &storage) : storage_(storage) {}

    /* By the bits begin … end - 1 of the keys. Equal keys keep their order. */
    SIMT_INLINE void Sort(K (&keys)[N], int begin = 0, int end = ALL, SIMT_SITE_HERE) {
        sort(keys, nullptr, false, begin, end, place::blocked, SIMT_SITE);
    }
    SIMT_INLINE void Sort(K (&keys)[N], V (&values)[N], int begin = 0, int end = ALL, SIMT_SITE_HERE) {
        sort(keys, values, false, begin, end, place::blocked, SIMT_SITE);
    }
    SIMT_INLINE void SortDescending(K (&keys)[N], int begin = 0, int end = ALL, SIMT_SITE_HERE) {
        sort(keys, nullptr, true, begin, end, place::blocked, SIMT_SITE);
    }
    SIMT_INLINE void SortDescending(K (&keys)[N], V (&values)[N], int begin = 0, int end = ALL, SIMT_SITE_HERE) {
        sort(keys, values, true, begin, end, place::blocked, SIMT_SITE);
    }
    SIMT_INLINE void SortBlockedToStriped(K (&keys)[N], int begin = 0, int end = ALL, SIMT_SITE_HERE) {
        sort(keys, nullptr, false, begin, end, place::striped, SIMT_SITE);
    }
    SIMT_INLINE void SortBlockedToStriped(K (&keys)[N], V (&values)[N], int begin = 0, int end = ALL, SIMT_SITE_HERE) {
        sort(keys, values, false, begin, end, place::striped, SIMT_SITE);
    }
    SIMT_INLINE void SortDescendingBlockedToStriped(K (&keys)[N], int begin = 0, int end = ALL, SIMT_SITE_HERE) {
        sort(keys, nullptr, true, begin, end, place::striped, SIMT_SITE);
    }
    SIMT_INLINE void SortDescendingBlockedToStriped(K (&keys)[N], V (&values)[N], int begin = 0, int end = ALL,
                                                    SIMT_SITE_HERE) {
        sort(keys, values, true, begin, end, place::striped, SIMT_SITE);
    }

  private:
    TempStorage &storage_;

    SIMT_INLINE void sort(K *keys, V *values, bool descending, int begin, int end, int (*to)(int),
                          SIMT_SITE_PARAMETERS) {
        K *items = reinterpret_cast<K *>(storage_.bytes);
        uint32_t *order = nullptr;
        for (int i = 0; i < N; i++) items[place::blocked(i)] = keys[i];
        __syncthreads(SIMT_SITE);
        if (block_tid() == 0) {
            order = simt::radix_order<K>(items, ITEMS, descending, begin, end);
            simt::put_in_order<K>(items, ITEMS, order);
        }
        __syncthreads(SIMT_SITE);
        for (int i = 0; i < N; i++) keys[i] = items[to(i)];
        if (values) sort_values(values, order, to, SIMT_SITE);
        free(order);
    }
    SIMT_INLINE void sort_values(V *values, const uint32_t *order, int (*to)(int), SIMT_SITE_PARAMETERS) {
        V *items = reinterpret_cast<V *>(storage_.bytes);
        __syncthreads(SIMT_SITE);
        for (int i = 0; i < N; i++) items[place::blocked(i)] = values[i];
        __syncthreads(SIMT_SITE);
        if (block_tid() == 0) simt::put_in_order<V>(items, ITEMS, order);
        __syncthreads(SIMT_SITE);
        for (int i = 0; i < N; i++) values[i] = items[to(i)];
    }
};

} // namespace cub

#endif
