/**
 * @file
 * @brief cub::DeviceMerge: two sorted sequences become one. Of equal keys those of the first sequence come first.
 */
#ifndef SIMT_CUB_DEVICE_MERGE
#define SIMT_CUB_DEVICE_MERGE

#include <functional>

#include "device_call.cuh"

namespace cub {

struct DeviceMerge {
    template <class Keys1, class Keys2, class Out, class Less = std::less<>>
    static cudaError_t MergeKeys(void *d_temp, size_t &bytes, Keys1 keys1, int64_t n1, Keys2 keys2, int64_t n2,
                                 Out out, Less less = Less(), cudaStream_t stream = 0) {
        auto all = [=]() mutable {
            for (int64_t a = 0, b = 0; a < n1 || b < n2;) {
                bool second = a == n1 || (b < n2 && less(keys2[b], keys1[a]));
                out[a + b] = second ? keys2[b] : keys1[a];
                second ? b++ : a++;
            }
        };
        return device_call(d_temp, bytes, bytes_of_tiles(n1 + n2), "cub::DeviceMerge::MergeKeys", stream, all);
    }
    template <class Keys1, class Values1, class Keys2, class Values2, class Out, class ValuesOut,
              class Less = std::less<>>
    static cudaError_t MergePairs(void *d_temp, size_t &bytes, Keys1 keys1, Values1 values1, int64_t n1, Keys2 keys2,
                                  Values2 values2, int64_t n2, Out out, ValuesOut values_out, Less less = Less(),
                                  cudaStream_t stream = 0) {
        auto all = [=]() mutable {
            for (int64_t a = 0, b = 0; a < n1 || b < n2;) {
                bool second = a == n1 || (b < n2 && less(keys2[b], keys1[a]));
                out[a + b] = second ? keys2[b] : keys1[a];
                values_out[a + b] = second ? values2[b] : values1[a];
                second ? b++ : a++;
            }
        };
        return device_call(d_temp, bytes, bytes_of_tiles(n1 + n2), "cub::DeviceMerge::MergePairs", stream, all);
    }
};

} // namespace cub

#endif
