/**
 * @file
 * @brief cub::DeviceSelect and cub::DevicePartition. The number of items that are chosen goes to *count.
 */
#ifndef SIMT_CUB_DEVICE_SELECT
#define SIMT_CUB_DEVICE_SELECT

#include "device_call.cuh"

namespace cub {

struct DeviceSelect {
    template <class In, class Out, class Count, class Size, class Op>
    static cudaError_t If(void *d_temp, size_t &bytes, In in, Out out, Count count, Size n, Op op,
                          cudaStream_t stream = 0, bool = false) {
        return select("cub::DeviceSelect::If", d_temp, bytes, in, out, count, n, stream,
                      [=](Size, const value_of<In> &item) mutable { return (bool)op(item); });
    }
    template <class In, class Flags, class Out, class Count, class Size>
    static cudaError_t Flagged(void *d_temp, size_t &bytes, In in, Flags flags, Out out, Count count, Size n,
                               cudaStream_t stream = 0, bool = false) {
        return select("cub::DeviceSelect::Flagged", d_temp, bytes, in, out, count, n, stream,
                      [=](Size i, const value_of<In> &) mutable { return (bool)flags[i]; });
    }
    /** The first item of each run of equal ones. */
    template <class In, class Out, class Count, class Size>
    static cudaError_t Unique(void *d_temp, size_t &bytes, In in, Out out, Count count, Size n, cudaStream_t stream = 0,
                              bool = false) {
        return select("cub::DeviceSelect::Unique", d_temp, bytes, in, out, count, n, stream,
                      [=](Size i, const value_of<In> &item) mutable { return i == 0 || !(in[i - 1] == item); });
    }
    template <class Keys, class Values, class KeysOut, class ValuesOut, class Count, class Size>
    static cudaError_t UniqueByKey(void *d_temp, size_t &bytes, Keys keys, Values values, KeysOut keys_out,
                                   ValuesOut values_out, Count count, Size n, cudaStream_t stream = 0, bool = false) {
        auto all = [=]() mutable {
            Size chosen = 0;
            for (Size i = 0; i < n; i++) {
                value_of<Keys> key = keys[i];
                if (i > 0 && keys[i - 1] == key) continue;
                keys_out[chosen] = key;
                values_out[chosen++] = values[i];
            }
            *count = chosen;
        };
        return device_call(d_temp, bytes, bytes_of_tiles(n), "cub::DeviceSelect::UniqueByKey", stream, all);
    }

  private:
    template <class In, class Out, class Count, class Size, class Choose>
    static cudaError_t select(const char *name, void *d_temp, size_t &bytes, In in, Out out, Count count, Size n,
                              cudaStream_t stream, Choose choose) {
        auto all = [=]() mutable {
            Size chosen = 0;
            for (Size i = 0; i < n; i++) {
                value_of<In> item = in[i];
                if (choose(i, item)) out[chosen++] = item;
            }
            *count = chosen;
        };
        return device_call(d_temp, bytes, bytes_of_tiles(n), name, stream, all);
    }
};

/** What is chosen comes first, in its order. The rest comes from the end on, the other way round. */
struct DevicePartition {
    template <class In, class Out, class Count, class Size, class Op>
    static cudaError_t If(void *d_temp, size_t &bytes, In in, Out out, Count count, Size n, Op op,
                          cudaStream_t stream = 0, bool = false) {
        return split("cub::DevicePartition::If", d_temp, bytes, in, out, count, n, stream,
                     [=](Size, const value_of<In> &item) mutable { return (bool)op(item); });
    }
    template <class In, class Flags, class Out, class Count, class Size>
    static cudaError_t Flagged(void *d_temp, size_t &bytes, In in, Flags flags, Out out, Count count, Size n,
                               cudaStream_t stream = 0, bool = false) {
        return split("cub::DevicePartition::Flagged", d_temp, bytes, in, out, count, n, stream,
                     [=](Size i, const value_of<In> &) mutable { return (bool)flags[i]; });
    }
    /** In three parts, each in its order; counts[0] and counts[1] become the sizes of the first two. */
    template <class In, class First, class Second, class Rest, class Counts, class Size, class Op1, class Op2>
    static cudaError_t If(void *d_temp, size_t &bytes, In in, First first, Second second, Rest rest, Counts counts,
                          Size n, Op1 in_first, Op2 in_second, cudaStream_t stream = 0, bool = false) {
        auto all = [=]() mutable {
            Size a = 0, b = 0, c = 0;
            for (Size i = 0; i < n; i++) {
                value_of<In> item = in[i];
                if (in_first(item))
                    first[a++] = item;
                else if (in_second(item))
                    second[b++] = item;
                else
                    rest[c++] = item;
            }
            counts[0] = a;
            counts[1] = b;
        };
        return device_call(d_temp, bytes, bytes_of_tiles(n), "cub::DevicePartition::If", stream, all);
    }

  private:
    template <class In, class Out, class Count, class Size, class Choose>
    static cudaError_t split(const char *name, void *d_temp, size_t &bytes, In in, Out out, Count count, Size n,
                             cudaStream_t stream, Choose choose) {
        auto all = [=]() mutable {
            Size chosen = 0, rest = 0;
            for (Size i = 0; i < n; i++) {
                value_of<In> item = in[i];
                if (choose(i, item))
                    out[chosen++] = item;
                else
                    out[n - ++rest] = item;
            }
            *count = chosen;
        };
        return device_call(d_temp, bytes, bytes_of_tiles(n), name, stream, all);
    }
};

} // namespace cub

#endif
