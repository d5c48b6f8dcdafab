/**
 * @file
 * @brief cub::BlockMergeSort: sorts the keys of a block's threads by a comparison, and values with them.
 */
#ifndef SIMT_CUB_BLOCK_MERGE_SORT
#define SIMT_CUB_BLOCK_MERGE_SORT

#include "../../simt/merge.h"
#include "block_exchange.cuh"

namespace cub {

template <class K, int X, int N, class V = NullType, int Y = 1, int Z = 1> class BlockMergeSort {
    enum { THREADS = X * Y * Z, ITEMS = THREADS * N };
    typedef arrangement<THREADS, N> place;

  public:
    struct TempStorage {
        alignas(K) alignas(V) char bytes[ITEMS * (sizeof(K) > sizeof(V) ? sizeof(K) : sizeof(V))];
    };
    BlockMergeSort() : storage_(private_storage<TempStorage>()) {}
    explicit BlockMergeSort(TempStorage &storage) : storage_(storage) {}

    /* Of the items from `valid` on, all become the last key. Equal keys keep their order. */
    template <class Less> SIMT_INLINE void Sort(K (&keys)[N], Less less, SIMT_SITE_HERE) {
        sort(keys, nullptr, less, ITEMS, nullptr, SIMT_SITE);
    }
    template <class Less> SIMT_INLINE void Sort(K (&keys)[N], Less less, int valid, K last, SIMT_SITE_HERE) {
        sort(keys, nullptr, less, valid, &last, SIMT_SITE);
    }
    template <class Less> SIMT_INLINE void Sort(K (&keys)[N], V (&values)[N], Less less, SIMT_SITE_HERE) {
        sort(keys, values, less, ITEMS, nullptr, SIMT_SITE);
    }
    template <class Less>
    SIMT_INLINE void Sort(K (&keys)[N], V (&values)[N], Less less, int valid, K last, SIMT_SITE_HERE) {
        sort(keys, values, less, valid, &last, SIMT_SITE);
    }
    template <class Less> SIMT_INLINE void StableSort(K (&keys)[N], Less less, SIMT_SITE_HERE) {
        sort(keys, nullptr, less, ITEMS, nullptr, SIMT_SITE);
    }
    template <class Less> SIMT_INLINE void StableSort(K (&keys)[N], V (&values)[N], Less less, SIMT_SITE_HERE) {
        sort(keys, values, less, ITEMS, nullptr, SIMT_SITE);
    }

  private:
    TempStorage &storage_;

    template <class T> SIMT_INLINE T *put(T *mine, int valid, const T *last, SIMT_SITE_PARAMETERS) {
        T *items = reinterpret_cast<T *>(storage_.bytes);
        for (int i = 0; i < N; i++) items[place::blocked(i)] = last && place::blocked(i) >= valid ? *last : mine[i];
        __syncthreads(SIMT_SITE);
        return items;
    }
    template <class Less>
    SIMT_INLINE void sort(K *keys, V *values, Less less, int valid, const K *last, SIMT_SITE_PARAMETERS) {
        K *items = put(keys, valid, last, SIMT_SITE);
        uint32_t *order = nullptr;
        if (block_tid() == 0) {
            order = simt::merge_order<K>(items, ITEMS, less);
            simt::put_in_order<K>(items, ITEMS, order);
        }
        __syncthreads(SIMT_SITE);
        for (int i = 0; i < N; i++) keys[i] = items[place::blocked(i)];
        if (values) {
            __syncthreads(SIMT_SITE);
            V *more = put(values, ITEMS, (const V *)nullptr, SIMT_SITE);
            if (block_tid() == 0) simt::put_in_order<V>(more, ITEMS, order);
            __syncthreads(SIMT_SITE);
            for (int i = 0; i < N; i++) values[i] = more[place::blocked(i)];
        }
        free(order);
    }
};

} // namespace cub

#endif
