/**
 * @file
 * @brief cub::DeviceScan.
 */
#ifndef SIMT_CUB_DEVICE_SCAN
#define SIMT_CUB_DEVICE_SCAN

#include "device_call.cuh"

namespace cub {

/** A first value that is on the device when the scan runs. */
template <class T, class Iterator = T *> struct FutureValue {
    Iterator d_value;
    explicit FutureValue(Iterator d_value) : d_value(d_value) {}
    operator T() const {
        return *d_value;
    }
};

struct DeviceScan {
    /** out[i] = init op in[0] op … op in[i - 1]. Input and output may be the same. */
    template <class In, class Out, class Op, class T, class Size, class = if_integral<Size>>
    static cudaError_t ExclusiveScan(void *d_temp, size_t &bytes, In in, Out out, Op op, T init, Size n,
                                     cudaStream_t stream = 0, bool = false) {
        return exclusive("cub::DeviceScan::ExclusiveScan", d_temp, bytes, in, out, op, init, n, stream);
    }
    template <class In, class Out, class Size, class = if_integral<Size>>
    static cudaError_t ExclusiveSum(void *d_temp, size_t &bytes, In in, Out out, Size n, cudaStream_t stream = 0,
                                    bool = false) {
        typedef value_of<In> T;
        return exclusive("cub::DeviceScan::ExclusiveSum", d_temp, bytes, in, out, cub::Sum(), T(), n, stream);
    }
    template <class It, class Size, class = if_integral<Size>>
    static cudaError_t ExclusiveSum(void *d_temp, size_t &bytes, It data, Size n, cudaStream_t stream = 0) {
        return ExclusiveSum(d_temp, bytes, data, data, n, stream);
    }
    template <class In, class Out, class Op, class Size, class = if_integral<Size>>
    static cudaError_t InclusiveScan(void *d_temp, size_t &bytes, In in, Out out, Op op, Size n,
                                     cudaStream_t stream = 0, bool = false) {
        return inclusive("cub::DeviceScan::InclusiveScan", d_temp, bytes, in, out, op, n, stream);
    }
    template <class In, class Out, class Op, class T, class Size, class = if_integral<Size>>
    static cudaError_t InclusiveScanInit(void *d_temp, size_t &bytes, In in, Out out, Op op, T init, Size n,
                                         cudaStream_t stream = 0) {
        auto all = [=]() mutable {
            T sum = init;
            for (Size i = 0; i < n; i++) out[i] = sum = op(sum, in[i]);
        };
        return device_call(d_temp, bytes, bytes_of_tiles(n), "cub::DeviceScan::InclusiveScanInit", stream, all);
    }
    template <class In, class Out, class Size, class = if_integral<Size>>
    static cudaError_t InclusiveSum(void *d_temp, size_t &bytes, In in, Out out, Size n, cudaStream_t stream = 0,
                                    bool = false) {
        return inclusive("cub::DeviceScan::InclusiveSum", d_temp, bytes, in, out, cub::Sum(), n, stream);
    }
    template <class It, class Size, class = if_integral<Size>>
    static cudaError_t InclusiveSum(void *d_temp, size_t &bytes, It data, Size n, cudaStream_t stream = 0) {
        return InclusiveSum(d_temp, bytes, data, data, n, stream);
    }

    /** The same for each run of equal keys. */
    template <class Keys, class In, class Out, class Op, class T, class Size, class Equal = Equality>
    static cudaError_t ExclusiveScanByKey(void *d_temp, size_t &bytes, Keys keys, In in, Out out, Op op, T init, Size n,
                                          Equal equal = Equal(), cudaStream_t stream = 0, bool = false) {
        auto all = [=]() mutable {
            T sum = init;
            for (Size i = 0; i < n; i++) {
                value_of<In> item = in[i];
                if (i > 0 && !equal(keys[i - 1], keys[i])) sum = init;
                out[i] = sum;
                sum = op(sum, item);
            }
        };
        return device_call(d_temp, bytes, bytes_of_tiles(n), "cub::DeviceScan::ExclusiveScanByKey", stream, all);
    }
    template <class Keys, class In, class Out, class Size, class Equal = Equality>
    static cudaError_t ExclusiveSumByKey(void *d_temp, size_t &bytes, Keys keys, In in, Out out, Size n,
                                         Equal equal = Equal(), cudaStream_t stream = 0, bool = false) {
        typedef value_of<In> T;
        return ExclusiveScanByKey(d_temp, bytes, keys, in, out, cub::Sum(), T(), n, equal, stream);
    }
    template <class Keys, class In, class Out, class Op, class Size, class Equal = Equality>
    static cudaError_t InclusiveScanByKey(void *d_temp, size_t &bytes, Keys keys, In in, Out out, Op op, Size n,
                                          Equal equal = Equal(), cudaStream_t stream = 0, bool = false) {
        auto all = [=]() mutable {
            if (n <= 0) return;
            value_of<In> sum = in[0];
            out[0] = sum;
            for (Size i = 1; i < n; i++) {
                value_of<In> item = in[i];
                sum = equal(keys[i - 1], keys[i]) ? (value_of<In>)op(sum, item) : item;
                out[i] = sum;
            }
        };
        return device_call(d_temp, bytes, bytes_of_tiles(n), "cub::DeviceScan::InclusiveScanByKey", stream, all);
    }
    template <class Keys, class In, class Out, class Size, class Equal = Equality>
    static cudaError_t InclusiveSumByKey(void *d_temp, size_t &bytes, Keys keys, In in, Out out, Size n,
                                         Equal equal = Equal(), cudaStream_t stream = 0, bool = false) {
        return InclusiveScanByKey(d_temp, bytes, keys, in, out, cub::Sum(), n, equal, stream);
    }

  private:
    template <class T> struct of_init { typedef T type; };
    template <class T, class I> struct of_init<FutureValue<T, I>> { typedef T type; };

    template <class In, class Out, class Op, class T, class Size>
    static cudaError_t exclusive(const char *name, void *d_temp, size_t &bytes, In in, Out out, Op op, T init, Size n,
                                 cudaStream_t stream) {
        auto all = [=]() mutable {
            typename of_init<T>::type sum = init;
            for (Size i = 0; i < n; i++) {
                value_of<In> item = in[i];
                out[i] = sum;
                sum = op(sum, item);
            }
        };
        return device_call(d_temp, bytes, bytes_of_tiles(n), name, stream, all);
    }
    template <class In, class Out, class Op, class Size>
    static cudaError_t inclusive(const char *name, void *d_temp, size_t &bytes, In in, Out out, Op op, Size n,
                                 cudaStream_t stream) {
        auto all = [=]() mutable {
            if (n <= 0) return;
            value_of<In> sum = in[0];
            out[0] = sum;
            for (Size i = 1; i < n; i++) {
                sum = op(sum, in[i]);
                out[i] = sum;
            }
        };
        return device_call(d_temp, bytes, bytes_of_tiles(n), name, stream, all);
    }
};

} // namespace cub

#endif
