/**
 * @file
 * @brief cub::DeviceRadixSort, and cub::DeviceSegmentedRadixSort.
 *
 * With two buffers a sort leaves its result in the other one, and says so by the selector. A GPU may leave it in
 * either.
 */
#ifndef SIMT_CUB_DEVICE_RADIX_SORT
#define SIMT_CUB_DEVICE_RADIX_SORT

#include "../../simt/radix.h"
#include "device_call.cuh"

namespace cub {

/** Sorts n keys, with their values where there are some, from one memory into another. */
template <class K, class V>
void radix_sort_into(const K *keys, K *keys_out, const V *values, V *values_out, size_t n, bool descending, int begin,
                     int end, void *room) {
    uint32_t *order = simt::radix_order<K>(keys, n, descending, begin, end, (char *)room);
    for (size_t i = 0; i < n; i++) keys_out[i] = keys[order[i]];
    if constexpr (!std::is_same<V, NullType>::value)
        for (size_t i = 0; i < n; i++) values_out[i] = values[order[i]];
}

class DeviceRadixSort {
    template <class K, class V, class Size>
    static cudaError_t sort(const char *name, void *d_temp, size_t &bytes, const K *keys, K *keys_out, const V *values,
                            V *values_out, Size n, bool descending, int begin, int end, cudaStream_t stream) {
        size_t items = n > 0 ? (size_t)n : 0;
        auto all = [=] { radix_sort_into(keys, keys_out, values, values_out, items, descending, begin, end, d_temp); };
        return device_call(d_temp, bytes, simt::bytes_of_order<K>(items), name, stream, all);
    }
    template <class K, class V, class Size>
    static cudaError_t sort(const char *name, void *d_temp, size_t &bytes, DoubleBuffer<K> &keys,
                            DoubleBuffer<V> &values, Size n, bool descending, int begin, int end, cudaStream_t stream) {
        bool runs = d_temp != nullptr;
        cudaError_t error =
            sort(name, d_temp, bytes, (const K *)keys.Current(), keys.Alternate(), (const V *)values.Current(),
                 values.Alternate(), n, descending, begin, end, stream);
        if (error == cudaSuccess && runs) keys.selector ^= 1, values.selector ^= 1;
        return error;
    }

  public:
    /* By the bits begin … end - 1 of the keys. Equal keys keep their order. */
#define SIMT_CUB_SORTS(pairs, keys_only, descending)                                                                   \
    template <class K, class V, class Size>                                                                            \
    static cudaError_t pairs(void *d_temp, size_t &bytes, const K *keys, K *keys_out, const V *values, V *values_out,  \
                             Size n, int begin = 0, int end = 8 * sizeof(K), cudaStream_t stream = 0, bool = false) {  \
        return sort("cub::DeviceRadixSort::" #pairs, d_temp, bytes, keys, keys_out, values, values_out, n, descending, \
                    begin, end, stream);                                                                               \
    }                                                                                                                  \
    template <class K, class V, class Size>                                                                            \
    static cudaError_t pairs(void *d_temp, size_t &bytes, DoubleBuffer<K> &keys, DoubleBuffer<V> &values, Size n,      \
                             int begin = 0, int end = 8 * sizeof(K), cudaStream_t stream = 0, bool = false) {          \
        return sort("cub::DeviceRadixSort::" #pairs, d_temp, bytes, keys, values, n, descending, begin, end, stream);  \
    }                                                                                                                  \
    template <class K, class Size>                                                                                     \
    static cudaError_t keys_only(void *d_temp, size_t &bytes, const K *keys, K *keys_out, Size n, int begin = 0,       \
                                 int end = 8 * sizeof(K), cudaStream_t stream = 0, bool = false) {                     \
        return sort("cub::DeviceRadixSort::" #keys_only, d_temp, bytes, keys, keys_out, (const NullType *)nullptr,     \
                    (NullType *)nullptr, n, descending, begin, end, stream);                                           \
    }                                                                                                                  \
    template <class K, class Size>                                                                                     \
    static cudaError_t keys_only(void *d_temp, size_t &bytes, DoubleBuffer<K> &keys, Size n, int begin = 0,            \
                                 int end = 8 * sizeof(K), cudaStream_t stream = 0, bool = false) {                     \
        DoubleBuffer<NullType> none;                                                                                   \
        return sort("cub::DeviceRadixSort::" #keys_only, d_temp, bytes, keys, none, n, descending, begin, end,         \
                    stream);                                                                                           \
    }
    SIMT_CUB_SORTS(SortPairs, SortKeys, false)
    SIMT_CUB_SORTS(SortPairsDescending, SortKeysDescending, true)
#undef SIMT_CUB_SORTS
};

} // namespace cub

#endif
