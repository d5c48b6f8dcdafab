/**
 * @file
 * @brief Atomic functions: each returns the old value, and now and then lets other threads run.
 *
 * Relaxed, as CUDA's are; on several workers they are real atomics. Float and 64-bit forms that the
 * CPU lacks are loops of compare-and-swap. The _block and _system forms are the same.
 */
#ifndef SIMT_ATOMIC_H
#define SIMT_ATOMIC_H

#include "device.h"
#include "bits.h"
#include "vector.h"
#include "wide.h"

namespace simt {

/** Replaces *p by f(*p) at once; the loop that a GPU's atomic unit saves. */
template <class T, class F> SIMT_INLINE T atomic_update(T *p, F f) {
    T old, next;
    __atomic_load(p, &old, __ATOMIC_RELAXED);
    do next = f(old);
    while (!__atomic_compare_exchange(p, &old, &next, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return old;
}

/** Replaces *p by v where v is better; most offers are not, and then a load is enough. */
template <class T, class Better> SIMT_INLINE T atomic_offer(T *p, T v, Better better) {
    T old = __atomic_load_n(p, __ATOMIC_RELAXED);
    while (better(v, old) &&
           !__atomic_compare_exchange_n(p, &old, v, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    return old;
}

} // namespace simt

#define SIMT_ATOMIC(name, type, expression) SIMT_ATOMIC_OF(SUM, name, type, expression)
#define SIMT_ATOMIC_OF(kind, name, type, expression)                                               \
    static SIMT_INLINE type name(type *p, type v) {                                                \
        simt_begin_atomic(SIMT_ATOMIC_##kind);                                                     \
        return expression;                                                                         \
    }                                                                                              \
    static SIMT_INLINE type name##_block(type *p, type v) {                                        \
        return name(p, v);                                                                         \
    }                                                                                              \
    static SIMT_INLINE type name##_system(type *p, type v) {                                       \
        return name(p, v);                                                                         \
    }

#define SIMT_FETCH(op)    __atomic_fetch_##op(p, v, __ATOMIC_RELAXED)
#define SIMT_UPDATE(next) simt::atomic_update(p, [v](auto old) { return next; })
#define SIMT_OFFER(better)                                                                         \
    simt::atomic_offer(p, v, [](auto mine, auto old) { return mine better old; })

#define SIMT_ATOMIC_BITS(type)                                                                     \
    SIMT_ATOMIC(atomicAnd, type, SIMT_FETCH(and))                                                  \
    SIMT_ATOMIC(atomicOr, type, SIMT_FETCH(or))                                                    \
    SIMT_ATOMIC(atomicXor, type, SIMT_FETCH(xor))                                                  \
    SIMT_ATOMIC(atomicMin, type, SIMT_OFFER(<))                                                    \
    SIMT_ATOMIC(atomicMax, type, SIMT_OFFER(>))                                                    \
    SIMT_ATOMIC_OF(EXCHANGE, atomicExch, type, __atomic_exchange_n(p, v, __ATOMIC_RELAXED))        \
    static SIMT_INLINE type atomicCAS(type *p, type compare, type v) {                             \
        simt_begin_atomic(SIMT_ATOMIC_SWAP);                                                       \
        __atomic_compare_exchange_n(p, &compare, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);    \
        return compare;                                                                            \
    }                                                                                              \
    static SIMT_INLINE type atomicCAS_block(type *p, type c, type v) {                             \
        return atomicCAS(p, c, v);                                                                 \
    }                                                                                              \
    static SIMT_INLINE type atomicCAS_system(type *p, type c, type v) {                            \
        return atomicCAS(p, c, v);                                                                 \
    }

SIMT_ATOMIC_BITS(int)
SIMT_ATOMIC_BITS(unsigned)
SIMT_ATOMIC_BITS(long long)
SIMT_ATOMIC_BITS(unsigned long long)

SIMT_ATOMIC(atomicAdd, int, SIMT_FETCH(add))
SIMT_ATOMIC(atomicAdd, unsigned, SIMT_FETCH(add))
SIMT_ATOMIC(atomicAdd, unsigned long long, SIMT_FETCH(add))
SIMT_ATOMIC(atomicAdd, float, SIMT_UPDATE(old + v))
SIMT_ATOMIC(atomicAdd, double, SIMT_UPDATE(old + v))
SIMT_ATOMIC(atomicSub, int, SIMT_FETCH(sub))
SIMT_ATOMIC(atomicSub, unsigned, SIMT_FETCH(sub))
SIMT_ATOMIC_OF(EXCHANGE, atomicExch, float, SIMT_UPDATE((void(old), v)))
SIMT_ATOMIC(atomicInc, unsigned, SIMT_UPDATE(old >= v ? 0u : old + 1))
SIMT_ATOMIC(atomicDec, unsigned, SIMT_UPDATE(old == 0 || old > v ? v : old - 1))

static SIMT_INLINE unsigned short atomicCAS(unsigned short *p, unsigned short compare,
                                            unsigned short v) {
    simt_begin_atomic(SIMT_ATOMIC_SWAP);
    __atomic_compare_exchange_n(p, &compare, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return compare;
}

namespace simt {
/** What atomicCAS and atomicExch of 16 bytes take: a type of just so many, aligned to them, that bits can copy. */
template <class T>
using wide_type = std::enable_if_t<
    sizeof(T) == 16 && alignof(T) >= 16 && std::is_trivially_copyable<T>::value, T>;
} // namespace simt

#define SIMT_ATOMIC_WIDE(scope)                                                                    \
    template <class T>                                                                             \
    static SIMT_INLINE simt::wide_type<T> atomicCAS##scope(T *p, T compare, T v) {                 \
        simt_begin_atomic(SIMT_ATOMIC_SWAP);                                                       \
        simt_word16 old = simt::bit_cast<simt_word16>(compare);                                        \
        simt_swap_wide((simt_word16 *)p, &old, simt::bit_cast<simt_word16>(v));                        \
        return simt::bit_cast<T>(old);                                                             \
    }                                                                                              \
    template <class T> static SIMT_INLINE simt::wide_type<T> atomicExch##scope(T *p, T v) {        \
        simt_begin_atomic(SIMT_ATOMIC_EXCHANGE);                                                   \
        return simt::bit_cast<T>(                                                                  \
            simt_exchange_wide((simt_word16 *)p, simt::bit_cast<simt_word16>(v)));                     \
    }
SIMT_ATOMIC_WIDE()
SIMT_ATOMIC_WIDE(_block)
SIMT_ATOMIC_WIDE(_system)

/** Each part is added at once, and not all of them. */
#define SIMT_ATOMIC_PARTS(name)                                                                    \
    static SIMT_INLINE float2 name(float2 *p, float2 v) {                                          \
        return {atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y)};                                     \
    }                                                                                              \
    static SIMT_INLINE float4 name(float4 *p, float4 v) {                                          \
        return {atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y), atomicAdd(&p->z, v.z),               \
                atomicAdd(&p->w, v.w)};                                                            \
    }
SIMT_ATOMIC_PARTS(atomicAdd)
SIMT_ATOMIC_PARTS(atomicAdd_block)
SIMT_ATOMIC_PARTS(atomicAdd_system)

#undef SIMT_ATOMIC_BITS
#undef SIMT_ATOMIC_WIDE
#undef SIMT_ATOMIC_PARTS
#undef SIMT_ATOMIC
#undef SIMT_ATOMIC_OF
#undef SIMT_FETCH
#undef SIMT_UPDATE
#undef SIMT_OFFER

#endif
