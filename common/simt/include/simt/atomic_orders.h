/**
 * @file
 * @brief Atomic operations with a memory order: __nv_atomic_load_n and its kin, and what <cuda/atomic> is made of.
 *
 * A load is a volatile read and everything else an atomic operation, with a memory fence on the side that its order
 * asks for. The checkers take these words for flags, as in other programs. Scopes change nothing.
 */
#ifndef SIMT_ATOMIC_ORDERS_H
#define SIMT_ATOMIC_ORDERS_H

#include "atomic.h"
#include "bits.h"
#include "look.h"

/** The numbers are those of std::memory_order. */
enum {
    __NV_ATOMIC_RELAXED,
    __NV_ATOMIC_CONSUME,
    __NV_ATOMIC_ACQUIRE,
    __NV_ATOMIC_RELEASE,
    __NV_ATOMIC_ACQ_REL,
    __NV_ATOMIC_SEQ_CST
};
enum {
    __NV_THREAD_SCOPE_THREAD,
    __NV_THREAD_SCOPE_BLOCK,
    __NV_THREAD_SCOPE_CLUSTER,
    __NV_THREAD_SCOPE_DEVICE,
    __NV_THREAD_SCOPE_SYSTEM
};

/** All in line, so that a finding names the program's line. */
namespace simt {

SIMT_INLINE void before_atomic(int order) {
    if (order >= __NV_ATOMIC_RELEASE) __threadfence();
}
SIMT_INLINE void after_atomic(int order) {
    if (order != __NV_ATOMIC_RELAXED && order != __NV_ATOMIC_RELEASE) __threadfence();
}

template <size_t BYTES> struct word_of {
    static_assert(BYTES == 0, "an atomic has 1, 2, 4, 8 or 16 bytes");
};
template <> struct word_of<1> { typedef unsigned char type; };
template <> struct word_of<2> { typedef unsigned short type; };
template <> struct word_of<4> { typedef unsigned type; };
template <> struct word_of<8> { typedef unsigned long long type; };
template <> struct word_of<16> { typedef simt_word16 type; };
template <class T> using word = typename word_of<sizeof(T)>::type;
template <class T> using bare = std::remove_cv_t<T>;

/** The four accesses of a word. Those of 16 bytes are all made of one. */
template <class W> SIMT_INLINE W load_word(W *p) {
    look(1);
    return *(const volatile W *)p;
}
template <class W> SIMT_INLINE void store_word(W *p, W value) {
    __atomic_store_n(p, value, __ATOMIC_RELAXED);
}
template <class W> SIMT_INLINE W exchange_word(W *p, W value) {
    return __atomic_exchange_n(p, value, __ATOMIC_RELAXED);
}
template <class W> SIMT_INLINE bool swap_word(W *p, W *expected, W value) {
    return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}
SIMT_INLINE simt_word16 load_word(simt_word16 *p) {
    simt_word16 value = 0;
    simt_swap_wide(p, &value, 0);
    return value;
}
SIMT_INLINE void store_word(simt_word16 *p, simt_word16 value) {
    simt_exchange_wide(p, value);
}
SIMT_INLINE simt_word16 exchange_word(simt_word16 *p, simt_word16 value) {
    return simt_exchange_wide(p, value);
}
SIMT_INLINE bool swap_word(simt_word16 *p, simt_word16 *expected, simt_word16 value) {
    return simt_swap_wide(p, expected, value);
}

template <class T> SIMT_INLINE bare<T> ordered_load(T *p, int order) {
    if (order == __NV_ATOMIC_SEQ_CST) __threadfence();
    word<T> value = load_word((word<T> *)p);
    after_atomic(order);
    return bit_cast<bare<T>>(value);
}
template <class T> SIMT_INLINE void ordered_store(T *p, bare<T> value, int order) {
    before_atomic(order);
    store_word((word<T> *)p, bit_cast<word<T>>(value));
    if (order == __NV_ATOMIC_SEQ_CST) __threadfence();
}
template <class T> SIMT_INLINE bare<T> ordered_exchange(T *p, bare<T> value, int order) {
    before_atomic(order);
    simt_begin_atomic(SIMT_ATOMIC_EXCHANGE);
    word<T> old = exchange_word((word<T> *)p, bit_cast<word<T>>(value));
    after_atomic(order);
    return bit_cast<bare<T>>(old);
}
/** *p becomes value if it is *expected, which otherwise becomes *p. */
template <class T>
SIMT_INLINE bool ordered_swap(T *p, bare<T> *expected, bare<T> value, int order) {
    word<T> want = bit_cast<word<T>>(*expected);
    before_atomic(order);
    simt_begin_atomic(SIMT_ATOMIC_SWAP);
    bool done = swap_word((word<T> *)p, &want, bit_cast<word<T>>(value));
    after_atomic(order);
    if (!done) *expected = bit_cast<bare<T>>(want);
    return done;
}
/** *p becomes f(*p) at once; the old value. */
template <class T, class F> SIMT_INLINE bare<T> ordered_update(T *p, int order, F f) {
    typedef bare<T> V;
    typedef word<T> W;
    static_assert(sizeof(W) <= 8, "an atomic of 16 bytes can be loaded, stored, exchanged and compared");
    before_atomic(order);
    simt_begin_atomic(SIMT_ATOMIC_SUM);
    W old = __atomic_load_n((W *)p, __ATOMIC_RELAXED), next;
    do next = bit_cast<W>((V)f(bit_cast<V>(old)));
    while (
        !__atomic_compare_exchange_n((W *)p, &old, next, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    after_atomic(order);
    return bit_cast<V>(old);
}

} // namespace simt

#define SIMT_SCOPE int = __NV_THREAD_SCOPE_SYSTEM
#define SIMT_ORDERED(name, parameters, result, call)                                               \
    template <class T> SIMT_INLINE result __nv_atomic_##name parameters {                          \
        call;                                                                                      \
    }
#define SIMT_UPDATE(name, next)                                                                    \
    SIMT_ORDERED(fetch_##name, (T * p, simt::bare<T> v, int order, SIMT_SCOPE), simt::bare<T>,     \
                 return simt::ordered_update(p, order, [v](simt::bare<T> old) { return next; }))   \
    SIMT_ORDERED(name, (T * p, simt::bare<T> v, int order, SIMT_SCOPE), void,                      \
                 simt::ordered_update(p, order, [v](simt::bare<T> old) { return next; }))

SIMT_ORDERED(load_n, (T * p, int order, SIMT_SCOPE), simt::bare<T>,
             return simt::ordered_load(p, order))
SIMT_ORDERED(load, (T * p, simt::bare<T> *to, int order, SIMT_SCOPE), void,
             *to = simt::ordered_load(p, order))
SIMT_ORDERED(store_n, (T * p, simt::bare<T> v, int order, SIMT_SCOPE), void,
             simt::ordered_store(p, v, order))
SIMT_ORDERED(store, (T * p, simt::bare<T> *v, int order, SIMT_SCOPE), void,
             simt::ordered_store(p, *v, order))
SIMT_ORDERED(exchange_n, (T * p, simt::bare<T> v, int order, SIMT_SCOPE), simt::bare<T>,
             return simt::ordered_exchange(p, v, order))
SIMT_ORDERED(exchange, (T * p, simt::bare<T> *v, simt::bare<T> *old, int order, SIMT_SCOPE), void,
             *old = simt::ordered_exchange(p, *v, order))
SIMT_ORDERED(compare_exchange_n,
             (T * p, simt::bare<T> *expected, simt::bare<T> v, bool, int order, int, SIMT_SCOPE),
             bool, return simt::ordered_swap(p, expected, v, order))
SIMT_ORDERED(compare_exchange,
             (T * p, simt::bare<T> *expected, simt::bare<T> *v, bool, int order, int, SIMT_SCOPE),
             bool, return simt::ordered_swap(p, expected, *v, order))
SIMT_UPDATE(add, old + v)
SIMT_UPDATE(sub, old - v)
SIMT_UPDATE(and, old &v)
SIMT_UPDATE(or, old | v)
SIMT_UPDATE(xor, old ^ v)
SIMT_UPDATE(min, v < old ? v : old)
SIMT_UPDATE(max, old < v ? v : old)
SIMT_INLINE void __nv_atomic_thread_fence(int order, SIMT_SCOPE) {
    if (order != __NV_ATOMIC_RELAXED) __threadfence();
}

#undef SIMT_SCOPE
#undef SIMT_ORDERED
#undef SIMT_UPDATE

#endif
