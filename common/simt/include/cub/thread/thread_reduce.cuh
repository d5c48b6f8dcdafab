/**
 * @file
 * @brief CUB's reductions and scans of one thread, over an array in its registers, from the first item on.
 */
#ifndef SIMT_CUB_THREAD_REDUCE
#define SIMT_CUB_THREAD_REDUCE

#include "../util_type.cuh"

namespace cub {

template <int N, class T, class Op> T ThreadReduce(T *items, Op op, T prefix) {
    for (int i = 0; i < N; i++) prefix = op(prefix, items[i]);
    return prefix;
}
template <int N, class T, class Op> T ThreadReduce(T (&items)[N], Op op, T prefix) {
    for (int i = 0; i < N; i++) prefix = op(prefix, items[i]);
    return prefix;
}
template <int N, class T, class Op> T ThreadReduce(T (&items)[N], Op op) {
    T sum = items[0];
    for (int i = 1; i < N; i++) sum = op(sum, items[i]);
    return sum;
}
/** out[i]: the items before i, with the prefix where `apply` says so. Gives all together. */
template <int N, class T, class Op> T ThreadScanExclusive(T (&in)[N], T (&out)[N], Op op, T prefix, bool apply = true) {
    for (int i = 0; i < N; i++) {
        T item = in[i];
        out[i] = prefix;
        prefix = i == 0 && !apply ? item : (T)op(prefix, item);
    }
    return prefix;
}
template <int N, class T, class Op> T ThreadScanInclusive(T (&in)[N], T (&out)[N], Op op, T prefix, bool apply = true) {
    for (int i = 0; i < N; i++) out[i] = prefix = i == 0 && !apply ? in[i] : (T)op(prefix, in[i]);
    return prefix;
}
template <int N, class T, class Op> T ThreadScanInclusive(T (&in)[N], T (&out)[N], Op op) {
    return ThreadScanInclusive(in, out, op, in[0], false);
}

} // namespace cub

#endif
