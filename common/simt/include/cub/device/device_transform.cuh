/**
 * @file
 * @brief cub::DeviceTransform: output[i] = op(input[i], ...), with one input or a tuple of them.
 */
#ifndef SIMT_CUB_DEVICE_TRANSFORM
#define SIMT_CUB_DEVICE_TRANSFORM

#include <tuple>

#include "device_for.cuh"

namespace cub {

struct DeviceTransform {
    template <class... In, class Out, class Size, class Op>
    static cudaError_t Transform(std::tuple<In...> inputs, Out output, Size n, Op op, cudaStream_t stream = 0) {
        auto each = [=](Size i) mutable {
            output[i] = at(inputs, op, i, std::index_sequence_for<In...>());
        };
        return DeviceFor::run("cub::DeviceTransform::Transform", n, each, stream);
    }
    template <class In, class Out, class Size, class Op>
    static cudaError_t Transform(In input, Out output, Size n, Op op, cudaStream_t stream = 0) {
        return Transform(std::make_tuple(input), output, n, op, stream);
    }
    /** As Transform. On a GPU op may use the address of its arguments, and here it always may. */
    template <class In, class Out, class Size, class Op>
    static cudaError_t TransformStableArgumentAddresses(In input, Out output, Size n, Op op, cudaStream_t stream = 0) {
        return Transform(input, output, n, op, stream);
    }
    /* The forms with temporary memory want one byte of it. */
    template <class In, class Out, class Size, class Op, class = if_integral<Size>>
    static cudaError_t Transform(void *d_temp, size_t &bytes, In input, Out output, Size n, Op op,
                                 cudaStream_t stream = 0) {
        if (d_temp) return Transform(input, output, n, op, stream);
        bytes = 1;
        return cudaSuccess;
    }
    template <class In, class Out, class Size, class Op, class = if_integral<Size>>
    static cudaError_t TransformStableArgumentAddresses(void *d_temp, size_t &bytes, In input, Out output, Size n,
                                                        Op op, cudaStream_t stream = 0) {
        return Transform(d_temp, bytes, input, output, n, op, stream);
    }

  private:
    template <class Inputs, class Op, class Size, size_t... K>
    static decltype(auto) at(Inputs &inputs, Op &op, Size i, std::index_sequence<K...>) {
        return op(std::get<K>(inputs)[i]...);
    }
};

} // namespace cub

#endif
