/**
 * @file
 * @brief cub::DeviceCopy and cub::DeviceMemcpy: many ranges of items, or of bytes, in one call.
 */
#ifndef SIMT_CUB_DEVICE_COPY
#define SIMT_CUB_DEVICE_COPY

#include "device_call.cuh"

namespace cub {

struct DeviceCopy {
    /** sizes[k] items from from[k] to to[k]; the ranges are iterators. */
    template <class From, class To, class Sizes>
    static cudaError_t Batched(void *d_temp, size_t &bytes, From from, To to, Sizes sizes, int64_t n,
                               cudaStream_t stream = 0) {
        auto all = [=]() mutable {
            for (int64_t k = 0; k < n; k++) {
                auto in = from[k];
                auto out = to[k];
                for (size_t i = 0; i < (size_t)sizes[k]; i++) out[i] = in[i];
            }
        };
        return device_call(d_temp, bytes, bytes_of_tiles(n), "cub::DeviceCopy::Batched", stream, all);
    }
};

struct DeviceMemcpy {
    /** sizes[k] bytes from from[k] to to[k]; the ranges are pointers. */
    template <class From, class To, class Sizes>
    static cudaError_t Batched(void *d_temp, size_t &bytes, From from, To to, Sizes sizes, int64_t n,
                               cudaStream_t stream = 0) {
        auto all = [=]() mutable {
            for (int64_t k = 0; k < n; k++) memcpy((void *)to[k], (const void *)from[k], (size_t)sizes[k]);
        };
        return device_call(d_temp, bytes, bytes_of_tiles(n), "cub::DeviceMemcpy::Batched", stream, all);
    }
};

} // namespace cub

#endif
