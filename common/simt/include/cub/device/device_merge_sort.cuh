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
        auto all = [=]() mutable {
            uint32_t *order = simt::merge_order<value_of<Keys>>(keys, (size_t)n, less);
            simt::put_in_order<value_of<Keys>>(keys, (size_t)n, order);
            simt::put_in_order<value_of<Values>>(values, (size_t)n, order);
            free(order);
        };
        size_t wanted = bytes_of_tiles(n) + (size_t)n * (sizeof(value_of<Keys>) + sizeof(value_of<Values>));
        return device_call(d_temp, bytes, wanted, "cub::DeviceMergeSort::SortPairs", stream, all);
    }
    template <class Keys, class Size, class Less>
    static cudaError_t SortKeys(void *d_temp, size_t &bytes, Keys keys, Size n, Less less, cudaStream_t stream = 0,
                                bool = false) {
        auto all = [=]() mutable {
            uint32_t *order = simt::merge_order<value_of<Keys>>(keys, (size_t)n, less);
            simt::put_in_order<value_of<Keys>>(keys, (size_t)n, order);
            free(order);
        };
        size_t wanted = bytes_of_tiles(n) + (size_t)n * sizeof(value_of<Keys>);
        return device_call(d_temp, bytes, wanted, "cub::DeviceMergeSort::SortKeys", stream, all);
    }
    template <class In, class Out, class Size, class Less>
    static cudaError_t SortKeysCopy(void *d_temp, size_t &bytes, In in, Out out, Size n, Less less,
                                    cudaStream_t stream = 0, bool = false) {
        auto all = [=]() mutable {
            uint32_t *order = simt::merge_order<value_of<In>>(in, (size_t)n, less);
            for (Size i = 0; i < n; i++) out[i] = in[order[i]];
            free(order);
        };
        size_t wanted = bytes_of_tiles(n) + (size_t)n * sizeof(value_of<In>);
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
