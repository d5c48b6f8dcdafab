/**
 * @file
 * @brief cub::DeviceSegmentedReduce: out[s] is the reduction of in[begins[s]] … in[ends[s] - 1].
 */
#ifndef SIMT_CUB_DEVICE_SEGMENTED_REDUCE
#define SIMT_CUB_DEVICE_SEGMENTED_REDUCE

#include <limits>

#include "device_call.cuh"

namespace cub {

struct DeviceSegmentedReduce {
    template <class In, class Out, class Begins, class Ends, class Op, class T>
    static cudaError_t Reduce(void *d_temp, size_t &bytes, In in, Out out, int segments, Begins begins, Ends ends,
                              Op op, T init, cudaStream_t stream = 0, bool = false) {
        return reduce("cub::DeviceSegmentedReduce::Reduce", d_temp, bytes, in, out, segments, begins, ends, op, init,
                      stream);
    }
    template <class In, class Out, class Begins, class Ends>
    static cudaError_t Sum(void *d_temp, size_t &bytes, In in, Out out, int segments, Begins begins, Ends ends,
                           cudaStream_t stream = 0, bool = false) {
        typedef typename value_or<Out, value_of<In>>::type T;
        return reduce("cub::DeviceSegmentedReduce::Sum", d_temp, bytes, in, out, segments, begins, ends, cub::Sum(),
                      T(), stream);
    }
    template <class In, class Out, class Begins, class Ends>
    static cudaError_t Min(void *d_temp, size_t &bytes, In in, Out out, int segments, Begins begins, Ends ends,
                           cudaStream_t stream = 0, bool = false) {
        return reduce("cub::DeviceSegmentedReduce::Min", d_temp, bytes, in, out, segments, begins, ends, cub::Min(),
                      std::numeric_limits<value_of<In>>::max(), stream);
    }
    template <class In, class Out, class Begins, class Ends>
    static cudaError_t Max(void *d_temp, size_t &bytes, In in, Out out, int segments, Begins begins, Ends ends,
                           cudaStream_t stream = 0, bool = false) {
        return reduce("cub::DeviceSegmentedReduce::Max", d_temp, bytes, in, out, segments, begins, ends, cub::Max(),
                      std::numeric_limits<value_of<In>>::lowest(), stream);
    }
    /** The number counts from the beginning of its segment. */
    template <class In, class Out, class Begins, class Ends>
    static cudaError_t ArgMin(void *d_temp, size_t &bytes, In in, Out out, int segments, Begins begins, Ends ends,
                              cudaStream_t stream = 0, bool = false) {
        return arg("cub::DeviceSegmentedReduce::ArgMin", d_temp, bytes, in, out, segments, begins, ends, cub::ArgMin(),
                   std::numeric_limits<value_of<In>>::max(), stream);
    }
    template <class In, class Out, class Begins, class Ends>
    static cudaError_t ArgMax(void *d_temp, size_t &bytes, In in, Out out, int segments, Begins begins, Ends ends,
                              cudaStream_t stream = 0, bool = false) {
        return arg("cub::DeviceSegmentedReduce::ArgMax", d_temp, bytes, in, out, segments, begins, ends, cub::ArgMax(),
                   std::numeric_limits<value_of<In>>::lowest(), stream);
    }

  private:
    template <class In, class Out, class Begins, class Ends, class Op, class T>
    static cudaError_t reduce(const char *name, void *d_temp, size_t &bytes, In in, Out out, int segments,
                              Begins begins, Ends ends, Op op, T init, cudaStream_t stream) {
        auto all = [=]() mutable {
            for (int s = 0; s < segments; s++) {
                long long first = (long long)begins[s], end = (long long)ends[s];
                out[s] =
                    end > first ? (T)op(init, simt::reduce_in_pairs<T>(in + first, (size_t)(end - first), op)) : init;
            }
        };
        return device_call(d_temp, bytes, 1, name, stream, all);
    }
    template <class In, class Out, class Begins, class Ends, class Op>
    static cudaError_t arg(const char *name, void *d_temp, size_t &bytes, In in, Out out, int segments, Begins begins,
                           Ends ends, Op op, value_of<In> empty, cudaStream_t stream) {
        typedef KeyValuePair<int, value_of<In>> pair;
        auto all = [=]() mutable {
            for (int s = 0; s < segments; s++) {
                long long first = (long long)begins[s], end = (long long)ends[s];
                pair best(end > first ? 0 : 1, end > first ? (value_of<In>)in[first] : empty);
                for (long long i = first + 1; i < end; i++) best = op(best, pair((int)(i - first), in[i]));
                out[s] = best;
            }
        };
        return device_call(d_temp, bytes, 1, name, stream, all);
    }
};

} // namespace cub

#endif
