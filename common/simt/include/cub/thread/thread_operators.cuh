/**
 * @file
 * @brief CUB's function objects.
 */
#ifndef SIMT_CUB_THREAD_OPERATORS
#define SIMT_CUB_THREAD_OPERATORS

#include "../util_type.cuh"

namespace cub {

struct Equality {
    template <class A, class B> bool operator()(const A &a, const B &b) const {
        return a == b;
    }
};
struct Inequality {
    template <class A, class B> bool operator()(const A &a, const B &b) const {
        return a != b;
    }
};
template <class Op> struct InequalityWrapper {
    Op op;
    InequalityWrapper(Op op) : op(op) {}
    template <class A, class B> bool operator()(const A &a, const B &b) {
        return !op(a, b);
    }
};
struct Sum {
    template <class A, class B> auto operator()(const A &a, const B &b) const {
        return a + b;
    }
};
struct Difference {
    template <class A, class B> auto operator()(const A &a, const B &b) const {
        return a - b;
    }
};
struct Division {
    template <class A, class B> auto operator()(const A &a, const B &b) const {
        return a / b;
    }
};
struct Max {
    template <class A, class B> std::common_type_t<A, B> operator()(const A &a, const B &b) const {
        return a < b ? b : a;
    }
};
struct Min {
    template <class A, class B> std::common_type_t<A, B> operator()(const A &a, const B &b) const {
        return b < a ? b : a;
    }
};
/** Of equal values the one with the lower key. */
struct ArgMax {
    template <class K, class V>
    KeyValuePair<K, V> operator()(const KeyValuePair<K, V> &a, const KeyValuePair<K, V> &b) const {
        return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};
struct ArgMin {
    template <class K, class V>
    KeyValuePair<K, V> operator()(const KeyValuePair<K, V> &a, const KeyValuePair<K, V> &b) const {
        return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};
template <class B> struct CastOp {
    template <class A> B operator()(A &&a) const {
        return (B)a;
    }
};
template <class Op> struct SwizzleScanOp {
    Op op;
    SwizzleScanOp(Op op) : op(op) {}
    template <class T> T operator()(const T &a, const T &b) {
        return op(b, a);
    }
};
template <class Op> struct ReduceBySegmentOp {
    Op op;
    ReduceBySegmentOp() = default;
    ReduceBySegmentOp(Op op) : op(op) {}
    template <class P> P operator()(const P &a, const P &b) {
        P result = b;
        result.key = a.key + b.key;
        if (!b.key) result.value = op(a.value, b.value);
        return result;
    }
};

} // namespace cub

#endif
