/**
 * @file
 * @brief cub::DeviceRunLengthEncode.
 */
#ifndef SIMT_CUB_DEVICE_RUN_LENGTH_ENCODE
#define SIMT_CUB_DEVICE_RUN_LENGTH_ENCODE

#include "device_call.cuh"

namespace cub {

struct DeviceRunLengthEncode {
    /** The first item and the length of each run of equal items. */
    template <class In, class Unique, class Lengths, class Count, class Size>
    static cudaError_t Encode(void *d_temp, size_t &bytes, In in, Unique unique, Lengths lengths, Count count, Size n,
                              cudaStream_t stream = 0, bool = false) {
        auto all = [=]() mutable {
            Size run = 0;
            for (Size i = 0; i < n; run++) {
                Size first = i;
                value_of<In> item = in[i];
                while (i < n && item == in[i]) i++;
                unique[run] = item;
                lengths[run] = i - first;
            }
            *count = run;
        };
        return device_call(d_temp, bytes, bytes_of_tiles(n), "cub::DeviceRunLengthEncode::Encode", stream, all);
    }
    /** Where each run of two and more items begins, and its length. */
    template <class In, class Offsets, class Lengths, class Count, class Size>
    static cudaError_t NonTrivialRuns(void *d_temp, size_t &bytes, In in, Offsets offsets, Lengths lengths, Count count,
                                      Size n, cudaStream_t stream = 0, bool = false) {
        auto all = [=]() mutable {
            Size run = 0;
            for (Size i = 0; i < n;) {
                Size first = i;
                value_of<In> item = in[i];
                while (i < n && item == in[i]) i++;
                if (i - first < 2) continue;
                offsets[run] = first;
                lengths[run++] = i - first;
            }
            *count = run;
        };
        return device_call(d_temp, bytes, bytes_of_tiles(n), "cub::DeviceRunLengthEncode::NonTrivialRuns", stream, all);
    }
};

} // namespace cub

#endif
