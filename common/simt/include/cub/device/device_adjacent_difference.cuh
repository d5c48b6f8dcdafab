/**
 * @file
 * @brief cub::DeviceAdjacentDifference.
 */
#ifndef SIMT_CUB_DEVICE_ADJACENT_DIFFERENCE
#define SIMT_CUB_DEVICE_ADJACENT_DIFFERENCE

#include "device_call.cuh"

namespace cub {

struct DeviceAdjacentDifference {
    /* out[i] = op(in[i], in[i - 1]), and the first item as it is; or with in[i + 1], and the last item as it is. */
    template <class In, class Out, class Size, class Op = Difference, class = if_integral<Size>>
    static cudaError_t SubtractLeftCopy(void *d_temp, size_t &bytes, In in, Out out, Size n, Op op = Op(),
                                        cudaStream_t stream = 0, bool = false) {
        return left("cub::DeviceAdjacentDifference::SubtractLeftCopy", d_temp, bytes, in, out, n, op, stream);
    }
    template <class It, class Size, class Op = Difference, class = if_integral<Size>>
    static cudaError_t SubtractLeft(void *d_temp, size_t &bytes, It data, Size n, Op op = Op(), cudaStream_t stream = 0,
                                    bool = false) {
        return left("cub::DeviceAdjacentDifference::SubtractLeft", d_temp, bytes, data, data, n, op, stream);
    }
    template <class In, class Out, class Size, class Op = Difference, class = if_integral<Size>>
    static cudaError_t SubtractRightCopy(void *d_temp, size_t &bytes, In in, Out out, Size n, Op op = Op(),
                                         cudaStream_t stream = 0, bool = false) {
        return right("cub::DeviceAdjacentDifference::SubtractRightCopy", d_temp, bytes, in, out, n, op, stream);
    }
    template <class It, class Size, class Op = Difference, class = if_integral<Size>>
    static cudaError_t SubtractRight(void *d_temp, size_t &bytes, It data, Size n, Op op = Op(),
                                     cudaStream_t stream = 0, bool = false) {
        return right("cub::DeviceAdjacentDifference::SubtractRight", d_temp, bytes, data, data, n, op, stream);
    }

  private:
    template <class In, class Out, class Size, class Op>
    static cudaError_t left(const char *name, void *d_temp, size_t &bytes, In in, Out out, Size n, Op op,
                            cudaStream_t stream) {
        auto all = [=]() mutable {
            if (n <= 0) return;
            value_of<In> before = in[0];
            out[0] = before;
            for (Size i = 1; i < n; i++) {
                value_of<In> item = in[i];
                out[i] = op(item, before);
                before = item;
            }
        };
        return device_call(d_temp, bytes, bytes_of_tiles(n), name, stream, all);
    }
    template <class In, class Out, class Size, class Op>
    static cudaError_t right(const char *name, void *d_temp, size_t &bytes, In in, Out out, Size n, Op op,
                             cudaStream_t stream) {
        auto all = [=]() mutable {
            for (Size i = 0; i < n; i++) {
                value_of<In> item = in[i];
                if (i + 1 < n)
                    out[i] = op(item, (value_of<In>)in[i + 1]);
                else
                    out[i] = item;
            }
        };
        return device_call(d_temp, bytes, bytes_of_tiles(n), name, stream, all);
    }
};

} // namespace cub

#endif
