/**
 * @file
 * @brief cub::DeviceMergeSort: sorts by a comparison. All its forms are stable here.
 */
#ifndef SIMT_CUB_DEVICE_MERGE_SORT
#define SIMT_CUB_DEVICE_MERGE_SORT

#include "../../simt/merge.h"
#include "device_call.cuh"

namespace cub {

struct DeviceMergeSort {
    template <class Keys, class Values, class Size, class Less>
    static cudaError_t SortPairs(void *d_temp, size_t &bytes, Keys keys, Values values, Size n, Less less,
                                 cudaStream_t stream = 0, bool = false) {
        typedef value_of<Keys> K;
        typedef value_of<Values> V;
        const size_t orders = simt::bytes_of_order<K>((size_t)n);
        auto all = [=]() mutable {
            uint32_t *order = simt::merge_order<K>(keys, (size_t)n, less, (char *)d_temp);
            simt::put_in_order<K>(keys, (size_t)n, order, (char *)d_temp + orders);
            simt::put_in_order<V>(values, (size_t)n, order, (char *)d_temp + orders);
        };
        const size_t wanted = orders + simt::bytes_of_values<K>((size_t)n) + simt::bytes_of_values<V>((size_t)n);
        return device_call(d_temp, bytes, wanted, "cub::DeviceMergeSort::SortPairs", stream, all);
    }
    template <class Keys, class Size, class Less>
    static cudaError_t SortKeys(void *d_temp, size_t &bytes, Keys keys, Size n, Less less, cudaStream_t stream = 0,
                                bool = false) {
        typedef value_of<Keys> K;
        const size_t orders = simt::bytes_of_order<K>((size_t)n);
        auto all = [=]() mutable {
            uint32_t *order = simt::merge_order<K>(keys, (size_t)n, less, (char *)d_temp);
            simt::put_in_order<K>(keys, (size_t)n, order, (char *)d_temp + orders);
        };
        const size_t wanted = orders + simt::bytes_of_values<K>((size_t)n);
        return device_call(d_temp, bytes, wanted, "cub::DeviceMergeSort::SortKeys", stream, all);
    }
    template <class In, class Out, class Size, class Less>
    static cudaError_t SortKeysCopy(void *d_temp, size_t &bytes, In in, Out out, Size n, Less less,
                                    cudaStream_t stream = 0, bool = false) {
        auto all = [=]() mutable {
            uint32_t *order = simt::merge_order<value_of<In>>(in, (size_t)n, less, (char *)d_temp);
            for (Size i = 0; i < n; i++) out[i] = in[order[i]];
        };
        const size_t wanted = simt::bytes_of_order<value_of<In>>((size_t)n);
        return device_call(d_temp, bytes, wanted, "cub::DeviceMergeSort::SortKeysCopy", stream, all);
    }
    template <class Keys, class Values, class Size, class Less>
    static cudaError_t StableSortPairs(void *d_temp, size_t &bytes, Keys keys, Values values, Size n, Less less,
                                       cudaStream_t stream = 0, bool = false) {
        return SortPairs(d_temp, bytes, keys, values, n, less, stream);
    }
    template <class Keys, class Size, class Less>
    static cudaError_t StableSortKeys(void *d_temp, size_t &bytes, Keys keys, Size n, Less less,
                                      cudaStream_t stream = 0, bool = false) {
        return SortKeys(d_temp, bytes, keys, n, less, stream);
    }
};

} // namespace cub

#endif
