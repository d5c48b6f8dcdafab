/**
 * @file
 * @brief cub::DeviceFor: calls a function for numbers or items, by up to 1024 threads.
 */
#ifndef SIMT_CUB_DEVICE_FOR
#define SIMT_CUB_DEVICE_FOR

#include "device_call.cuh"

namespace cub {

class DeviceFor {
    friend struct DeviceTransform;
    template <class Size, class F>
    static cudaError_t run(const char *name, Size n, F each, cudaStream_t stream) {
        if (n <= 0) return cudaSuccess;
        size_t threads = n < 1024 ? (size_t)n : 1024;
        auto all = [=]() mutable {
            Size step = (Size)(simt_grid_dim.x * simt_block_dim.x);
            for (Size i = (Size)(simt_block_idx.x * simt_block_dim.x + simt_self.linear); i < n; i += step) each(i);
        };
        return simt::launch_closure(name, threads, stream, all);
    }

  public:
    /** op(0) … op(n - 1), in any order. */
    template <class Size, class Op> static cudaError_t Bulk(Size n, Op op, cudaStream_t stream = 0) {
        return run("cub::DeviceFor::Bulk", n, op, stream);
    }
    /** op of each item. */
    template <class Iterator, class Size, class Op>
    static cudaError_t ForEachN(Iterator first, Size n, Op op, cudaStream_t stream = 0) {
        return run("cub::DeviceFor::ForEachN", n, [=](Size i) mutable { op(first[i]); }, stream);
    }
    template <class Iterator, class Op>
    static cudaError_t ForEach(Iterator first, Iterator last, Op op, cudaStream_t stream = 0) {
        auto n = last - first;
        return run("cub::DeviceFor::ForEach", n, [=](decltype(n) i) mutable { op(first[i]); }, stream);
    }
};

} // namespace cub

#endif
