/**
 * @file
 * @brief CUB's small types: pairs, two buffers, markers; and its macros for errors and sizes.
 */
#ifndef SIMT_CUB_UTIL_TYPE
#define SIMT_CUB_UTIL_TYPE

#include <stdio.h>

#include <iterator>
#include <type_traits>

#include "../cuda/cmath" // as NVIDIA's do
#include "../cuda_bf16.h"
#include "../cuda_fp16.h"
#include "../cuda_runtime.h"

#define CUB_MAX(a, b)            (((b) > (a)) ? (b) : (a))
#define CUB_MIN(a, b)            (((b) < (a)) ? (b) : (a))
#define CUB_PTX_WARP_THREADS     32
#define CUB_PTX_LOG_WARP_THREADS 5
#define CUB_WARP_THREADS(unused) 32
#define CUB_PTX_ARCH             900
#define CUB_VERSION              300000
#define CUB_RUNTIME_FUNCTION
#define CUB_NS_QUALIFIER           ::cub
#define CUB_IS_INT128_ENABLED      0
#define CUB_QUOTIENT_FLOOR(x, y)   ((x) / (y))
#define CUB_QUOTIENT_CEILING(x, y) (((x) + (y)-1) / (y))
#define CUB_ROUND_UP_NEAREST(x, y) (CUB_QUOTIENT_CEILING(x, y) * (y))

namespace cub {

/** Says on stderr which call has failed, and gives the error. */
inline cudaError_t Debug(cudaError_t error, const char *file, int line) {
    if (error != cudaSuccess)
        fprintf(stderr, "CUDA error %d [%s, %d]: %s\n", (int)error, file, line, cudaGetErrorString(error));
    return error;
}
#define CubDebug(e)     cub::Debug((cudaError_t)(e), __FILE__, __LINE__)
#define CubDebugExit(e) (CubDebug(e) != cudaSuccess ? exit(1) : (void)0)

struct NullType {
    template <class T> NullType &operator=(const T &) {
        return *this;
    }
    bool operator==(const NullType &) const {
        return true;
    }
    bool operator!=(const NullType &) const {
        return false;
    }
};
template <int A> struct Int2Type {
    enum { VALUE = A };
};

template <class K, class V> struct KeyValuePair {
    typedef K Key;
    typedef V Value;
    K key;
    V value;
    KeyValuePair() = default;
    KeyValuePair(const K &key, const V &value) : key(key), value(value) {}
    bool operator!=(const KeyValuePair &other) const {
        return value != other.value || key != other.key;
    }
    bool operator==(const KeyValuePair &other) const {
        return !(*this != other);
    }
};

/** Two buffers of which one is current: a sort says by it where its result lies. */
template <class T> struct DoubleBuffer {
    T *d_buffers[2] = {nullptr, nullptr};
    int selector = 0;
    DoubleBuffer() = default;
    DoubleBuffer(T *d_current, T *d_alternate) : d_buffers{d_current, d_alternate} {}
    T *Current() {
        return d_buffers[selector];
    }
    T *Alternate() {
        return d_buffers[selector ^ 1];
    }
};

/** A T, or an object of another type in its place, without a constructor. */
template <class T> struct Uninitialized {
    alignas(T) char bytes[sizeof(T)];
    T &Alias() {
        return reinterpret_cast<T &>(bytes);
    }
};

template <int N> struct Log2 {
    enum { VALUE = N <= 1 ? 0 : 1 + Log2<(N + 1) / 2>::VALUE };
};
template <> struct Log2<1> {
    enum { VALUE = 0 };
};
template <int N> struct PowerOfTwo {
    enum { VALUE = (N & (N - 1)) == 0 };
};

template <class N, class D> constexpr N DivideAndRoundUp(N n, D d) {
    return (N)((n + d - 1) / d);
}

/** What an iterator gives; for one that takes anything, `Else`. */
template <class Iterator, class Else> struct value_or {
    typedef typename std::iterator_traits<Iterator>::value_type given;
    typedef std::conditional_t<std::is_void<given>::value, Else, given> type;
};
template <class Iterator> using value_of = typename std::iterator_traits<Iterator>::value_type;

} // namespace cub

#include "thread/thread_operators.cuh"
#include "traits.cuh"

#endif
