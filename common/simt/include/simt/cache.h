/**
 * @file
 * @brief Loads and stores with a cache hint: __ldg, __ldcg, __stcg and kin.
 *
 * All are plain accesses, which the checkers see as such. Those that go past the first-level cache
 * (cg, cv, wt) are volatile, since programs poll other blocks' flags with them. Such loads count as rounds of a loop
 * that looks at a volatile word.
 */
#ifndef SIMT_CACHE_H
#define SIMT_CACHE_H

#include <type_traits>

#include "core.h"
#include "look.h"

namespace simt {

template <class T> SIMT_INLINE T load_fresh(const T *p) {
    look(1);
    if constexpr (std::is_arithmetic<T>::value)
        return *(const volatile T *)p;
    else
        return *p;
}

template <class T> SIMT_INLINE void store_through(T *p, T value) {
    if constexpr (std::is_arithmetic<T>::value)
        *(volatile T *)p = value;
    else
        *p = value;
}

/** A parameter of this type takes its T from the others, so that values convert as usual. */
template <class T> struct same { typedef T type; };

} // namespace simt

#define SIMT_LOAD(name, how)                                                                       \
    template <class T> SIMT_INLINE T name(const T *p) {                                            \
        return how;                                                                                \
    }
SIMT_LOAD(__ldg, *p)
SIMT_LOAD(__ldca, *p)
SIMT_LOAD(__ldcs, *p)
SIMT_LOAD(__ldlu, *p)
SIMT_LOAD(__ldcg, simt::load_fresh(p))
SIMT_LOAD(__ldcv, simt::load_fresh(p))
#undef SIMT_LOAD

#define SIMT_STORE(name, how)                                                                      \
    template <class T> SIMT_INLINE void name(T *p, typename simt::same<T>::type value) {           \
        how;                                                                                       \
    }
SIMT_STORE(__stwb, *p = value)
SIMT_STORE(__stcs, *p = value)
SIMT_STORE(__stcg, simt::store_through(p, value))
SIMT_STORE(__stwt, simt::store_through(p, value))
#undef SIMT_STORE

#endif
