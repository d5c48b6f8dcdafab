/**
 * @file
 * @brief cub::WarpMergeSort: sorts the keys of a logical warp of W threads by a comparison, and values with them.
 */
#ifndef SIMT_CUB_WARP_MERGE_SORT
#define SIMT_CUB_WARP_MERGE_SORT

#include "../../simt/merge.h"
#include "../block/block_storage.cuh"

namespace cub {

template <class K, int N, int W = 32, class V = NullType, int ARCH = 0> class WarpMergeSort {
  public:
    struct TempStorage {
        alignas(K) alignas(V) char bytes[W * N * (sizeof(K) > sizeof(V) ? sizeof(K) : sizeof(V))];
    };
    explicit WarpMergeSort(TempStorage &storage) : storage_(storage) {}

    /* Equal keys keep their order. Of the items from `valid` on, all become the last key. */
    template <class Less> SIMT_INLINE void Sort(K (&keys)[N], Less less, SIMT_SITE_HERE) {
        sort(keys, (V *)nullptr, less, W * N, (const K *)nullptr, SIMT_SITE);
    }
    template <class Less> SIMT_INLINE void Sort(K (&keys)[N], Less less, int valid, K last, SIMT_SITE_HERE) {
        sort(keys, (V *)nullptr, less, valid, &last, SIMT_SITE);
    }
    template <class Less> SIMT_INLINE void Sort(K (&keys)[N], V (&values)[N], Less less, SIMT_SITE_HERE) {
        sort(keys, values, less, W * N, (const K *)nullptr, SIMT_SITE);
    }
    template <class Less>
    SIMT_INLINE void Sort(K (&keys)[N], V (&values)[N], Less less, int valid, K last, SIMT_SITE_HERE) {
        sort(keys, values, less, valid, &last, SIMT_SITE);
    }
    template <class Less> SIMT_INLINE void StableSort(K (&keys)[N], Less less, SIMT_SITE_HERE) {
        Sort(keys, less, SIMT_SITE);
    }
    template <class Less> SIMT_INLINE void StableSort(K (&keys)[N], V (&values)[N], Less less, SIMT_SITE_HERE) {
        Sort(keys, values, less, SIMT_SITE);
    }

  private:
    TempStorage &storage_;

    /** All lanes put theirs into shared memory, lane 0 puts all into order, and all take theirs. */
    template <class T, class Arrange>
    SIMT_INLINE void pass(T *mine, int valid, const T *last, Arrange arrange, SIMT_SITE_PARAMETERS) {
        T *items = reinterpret_cast<T *>(storage_.bytes);
        int lane = (int)(simt_lane() % W);
        unsigned mask = mask_of_logical_warp<W>();
        for (int i = 0; i < N; i++) items[lane * N + i] = last && lane * N + i >= valid ? *last : mine[i];
        __syncwarp(mask, SIMT_SITE);
        if (lane == 0) arrange(items);
        __syncwarp(mask, SIMT_SITE);
        for (int i = 0; i < N; i++) mine[i] = items[lane * N + i];
    }
    template <class Less>
    SIMT_INLINE void sort(K *keys, V *values, Less less, int valid, const K *last, SIMT_SITE_PARAMETERS) {
        uint32_t *order = nullptr;
        auto sort_keys = [&](K *items) {
            order = simt::merge_order<K>(items, W * N, less);
            simt::put_in_order<K>(items, W * N, order);
        };
        pass(keys, valid, last, sort_keys, SIMT_SITE);
        if (values) {
            __syncwarp(mask_of_logical_warp<W>(), SIMT_SITE);
            auto sort_values = [&](V *items) { simt::put_in_order<V>(items, W * N, order); };
            pass(values, W * N, (const V *)nullptr, sort_values, SIMT_SITE);
        }
        free(order);
    }
};

} // namespace cub

#endif
