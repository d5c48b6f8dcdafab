/**
 * @file
 * @brief cub::DeviceReduce and ReduceByKey.
 */
#ifndef SIMT_CUB_DEVICE_REDUCE
#define SIMT_CUB_DEVICE_REDUCE

#include <limits>

#include "../iterator/arg_index_input_iterator.cuh"
#include "device_call.cuh"

namespace cub {

struct DeviceReduce {
    /** *out = init op in[0] op … op in[n - 1]. */
    template <class In, class Out, class Op, class T, class Size>
    static cudaError_t Reduce(void *d_temp, size_t &bytes, In in, Out out, Size n, Op op, T init,
                              cudaStream_t stream = 0, bool = false) {
        return reduce("cub::DeviceReduce::Reduce", d_temp, bytes, in, out, n, op, init, stream);
    }
    template <class In, class Out, class Size>
    static cudaError_t Sum(void *d_temp, size_t &bytes, In in, Out out, Size n, cudaStream_t stream = 0, bool = false) {
        typedef typename value_or<Out, value_of<In>>::type T;
        return reduce("cub::DeviceReduce::Sum", d_temp, bytes, in, out, n, cub::Sum(), T(), stream);
    }
    template <class In, class Out, class Size>
    static cudaError_t Min(void *d_temp, size_t &bytes, In in, Out out, Size n, cudaStream_t stream = 0, bool = false) {
        typedef value_of<In> T;
        return reduce("cub::DeviceReduce::Min", d_temp, bytes, in, out, n, cub::Min(), std::numeric_limits<T>::max(),
                      stream);
    }
    template <class In, class Out, class Size>
    static cudaError_t Max(void *d_temp, size_t &bytes, In in, Out out, Size n, cudaStream_t stream = 0, bool = false) {
        typedef value_of<In> T;
        return reduce("cub::DeviceReduce::Max", d_temp, bytes, in, out, n, cub::Max(), std::numeric_limits<T>::lowest(),
                      stream);
    }
    /** *out: the number and the value of the first least or greatest item. */
    template <class In, class Out, class Size>
    static cudaError_t ArgMin(void *d_temp, size_t &bytes, In in, Out out, Size n, cudaStream_t stream = 0,
                              bool = false) {
        return arg("cub::DeviceReduce::ArgMin", d_temp, bytes, in, out, n, cub::ArgMin(),
                   std::numeric_limits<value_of<In>>::max(), stream);
    }
    template <class In, class Out, class Size>
    static cudaError_t ArgMax(void *d_temp, size_t &bytes, In in, Out out, Size n, cudaStream_t stream = 0,
                              bool = false) {
        return arg("cub::DeviceReduce::ArgMax", d_temp, bytes, in, out, n, cub::ArgMax(),
                   std::numeric_limits<value_of<In>>::lowest(), stream);
    }
    /** *out = init op f(in[0]) op … */
    template <class In, class Out, class Size, class Op, class F, class T>
    static cudaError_t TransformReduce(void *d_temp, size_t &bytes, In in, Out out, Size n, Op op, F f, T init,
                                       cudaStream_t stream = 0) {
        auto all = [=]() mutable {
            T sum = init;
            for (Size i = 0; i < n; i++) sum = op(sum, f(in[i]));
            *out = sum;
        };
        return device_call(d_temp, bytes, bytes_of_tiles(n), "cub::DeviceReduce::TransformReduce", stream, all);
    }
    /** Reduces the values of each run of equal keys. */
    template <class Keys, class Unique, class Values, class Sums, class Count, class Op, class Size>
    static cudaError_t ReduceByKey(void *d_temp, size_t &bytes, Keys keys, Unique unique, Values values, Sums sums,
                                   Count runs, Op op, Size n, cudaStream_t stream = 0, bool = false) {
        auto all = [=]() mutable {
            typedef typename value_or<Sums, value_of<Values>>::type T;
            Size run = 0;
            for (Size i = 0; i < n; run++) {
                value_of<Keys> key = keys[i];
                T sum = values[i];
                for (i++; i < n && key == keys[i]; i++) sum = op(sum, values[i]);
                unique[run] = key;
                sums[run] = sum;
            }
            *runs = run;
        };
        return device_call(d_temp, bytes, bytes_of_tiles(n), "cub::DeviceReduce::ReduceByKey", stream, all);
    }

  private:
    template <class In, class Out, class Op, class T, class Size>
    static cudaError_t reduce(const char *name, void *d_temp, size_t &bytes, In in, Out out, Size n, Op op, T init,
                              cudaStream_t stream) {
        auto all = [=]() mutable { *out = n > 0 ? (T)op(init, simt::reduce_in_pairs<T>(in, (size_t)n, op)) : init; };
        return device_call(d_temp, bytes, bytes_of_tiles(n), name, stream, all);
    }
    template <class In, class Out, class Op, class Size>
    static cudaError_t arg(const char *name, void *d_temp, size_t &bytes, In in, Out out, Size n, Op op,
                           value_of<In> empty, cudaStream_t stream) {
        typedef KeyValuePair<int, value_of<In>> pair;
        auto all = [=]() mutable {
            pair best(n > 0 ? 0 : 1, n > 0 ? (value_of<In>)in[0] : empty);
            for (Size i = 1; i < n; i++) best = op(best, pair((int)i, in[i]));
            *out = best;
        };
        return device_call(d_temp, bytes, bytes_of_tiles(n), name, stream, all);
    }
};

} // namespace cub

#endif
