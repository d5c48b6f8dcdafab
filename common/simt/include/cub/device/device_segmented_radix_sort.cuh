/**
 * @file
 * @brief cub::DeviceSegmentedRadixSort and cub::DeviceSegmentedSort: each segment is sorted on its own.
 */
#ifndef SIMT_CUB_DEVICE_SEGMENTED_SORT
#define SIMT_CUB_DEVICE_SEGMENTED_SORT

#include "device_radix_sort.cuh"

namespace cub {

/** The two, whose arguments differ: the radix sort is told of bits. */
class segmented_sorts {
  protected:
    template <class K, class V, class Size, class Begins, class Ends>
    static cudaError_t sort(const char *name, void *d_temp, size_t &bytes, const K *keys, K *keys_out, const V *values,
                            V *values_out, Size n, int segments, Begins begins, Ends ends, bool descending, int begin,
                            int end, cudaStream_t stream) {
        auto all = [=] {
            for (int s = 0; s < segments; s++) {
                size_t first = (size_t)begins[s], stop = (size_t)ends[s];
                if (stop <= first) continue;
                radix_sort_into(keys + first, keys_out + first, values + first, values_out + first, stop - first,
                                descending, begin, end, d_temp);
            }
        };
        return device_call(d_temp, bytes, simt::bytes_of_order<K>(n > 0 ? (size_t)n : 0), name, stream, all);
    }
    /* What lies in no segment stays in the first buffer, whose result is undefined for a GPU, too. */
    template <class K, class V, class Size, class Begins, class Ends>
    static cudaError_t sort(const char *name, void *d_temp, size_t &bytes, DoubleBuffer<K> &keys,
                            DoubleBuffer<V> &values, Size n, int segments, Begins begins, Ends ends, bool descending,
                            int begin, int end, cudaStream_t stream) {
        bool runs = d_temp != nullptr;
        cudaError_t error =
            sort(name, d_temp, bytes, (const K *)keys.Current(), keys.Alternate(), (const V *)values.Current(),
                 values.Alternate(), n, segments, begins, ends, descending, begin, end, stream);
        if (error == cudaSuccess && runs) keys.selector ^= 1, values.selector ^= 1;
        return error;
    }
};

#define SIMT_CUB_SORTS(title, pairs, keys_only, descending, PARAMETERS, BITS)                                          \
    template <class K, class V, class Size, class Begins, class Ends>                                                  \
    static cudaError_t pairs(void *d_temp, size_t &bytes, const K *keys, K *keys_out, const V *values, V *values_out,  \
                             Size n, int segments, Begins begins, Ends ends PARAMETERS, cudaStream_t stream = 0,       \
                             bool = false) {                                                                           \
        return sort(title #pairs, d_temp, bytes, keys, keys_out, values, values_out, n, segments, begins, ends,        \
                    descending, BITS, stream);                                                                         \
    }                                                                                                                  \
    template <class K, class V, class Size, class Begins, class Ends>                                                  \
    static cudaError_t pairs(void *d_temp, size_t &bytes, DoubleBuffer<K> &keys, DoubleBuffer<V> &values, Size n,      \
                             int segments, Begins begins, Ends ends PARAMETERS, cudaStream_t stream = 0,               \
                             bool = false) {                                                                           \
        return sort(title #pairs, d_temp, bytes, keys, values, n, segments, begins, ends, descending, BITS, stream);   \
    }                                                                                                                  \
    template <class K, class Size, class Begins, class Ends>                                                           \
    static cudaError_t keys_only(void *d_temp, size_t &bytes, const K *keys, K *keys_out, Size n, int segments,        \
                                 Begins begins, Ends ends PARAMETERS, cudaStream_t stream = 0, bool = false) {         \
        return sort(title #keys_only, d_temp, bytes, keys, keys_out, (const NullType *)nullptr, (NullType *)nullptr,   \
                    n, segments, begins, ends, descending, BITS, stream);                                              \
    }                                                                                                                  \
    template <class K, class Size, class Begins, class Ends>                                                           \
    static cudaError_t keys_only(void *d_temp, size_t &bytes, DoubleBuffer<K> &keys, Size n, int segments,             \
                                 Begins begins, Ends ends PARAMETERS, cudaStream_t stream = 0, bool = false) {         \
        DoubleBuffer<NullType> none;                                                                                   \
        return sort(title #keys_only, d_temp, bytes, keys, none, n, segments, begins, ends, descending, BITS, stream); \
    }
#define SIMT_COMMA ,
#define SIMT_BITS  SIMT_COMMA int begin = 0 SIMT_COMMA int end = 8 * sizeof(K)

class DeviceSegmentedRadixSort : segmented_sorts {
  public:
    SIMT_CUB_SORTS("cub::DeviceSegmentedRadixSort::", SortPairs, SortKeys, false, SIMT_BITS, begin SIMT_COMMA end)
    SIMT_CUB_SORTS("cub::DeviceSegmentedRadixSort::", SortPairsDescending, SortKeysDescending, true, SIMT_BITS,
                   begin SIMT_COMMA end)
};
class DeviceSegmentedSort : segmented_sorts {
  public:
    SIMT_CUB_SORTS("cub::DeviceSegmentedSort::", SortPairs, SortKeys, false, , 0 SIMT_COMMA 8 * (int)sizeof(K))
    SIMT_CUB_SORTS("cub::DeviceSegmentedSort::", SortPairsDescending, SortKeysDescending, true, ,
                   0 SIMT_COMMA 8 * (int)sizeof(K))
    SIMT_CUB_SORTS("cub::DeviceSegmentedSort::", StableSortPairs, StableSortKeys, false, ,
                   0 SIMT_COMMA 8 * (int)sizeof(K))
    SIMT_CUB_SORTS("cub::DeviceSegmentedSort::", StableSortPairsDescending, StableSortKeysDescending, true, ,
                   0 SIMT_COMMA 8 * (int)sizeof(K))
};
#undef SIMT_CUB_SORTS
#undef SIMT_BITS
#undef SIMT_COMMA

} // namespace cub

#endif
