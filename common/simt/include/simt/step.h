/**
 * @file
 * @brief Stores to volatile arrays: simtcc writes `simt::in_step(v[t]) += x` for `v[t] += x` in device code.
 */
#ifndef SIMT_STEP_H
#define SIMT_STEP_H

#include <type_traits>

#include "core.h"

extern "C" {
/** Waits until the other lanes of the warp wait here too, or have ended, or wait elsewhere. 1: a store follows. On the
 * host: nothing. */
void simt_step(int stores);
}

namespace simt {
/** A number that is stored between two steps. What is stored has been loaded before the first. */
template <class T> class stepping_store {
    volatile T &place;

    SIMT_INLINE T set(T value) const {
        simt_step(1);
        place = value;
        simt_step(0);
        return value;
    }

  public:
    SIMT_INLINE explicit stepping_store(volatile T &p) : place(p) {}
    template <class U> SIMT_INLINE T operator=(const U &u) const {
        return set((T)u);
    }
    SIMT_INLINE T operator=(const stepping_store &other) const {
        return set(other.place);
    }
#define SIMT_STEPPING(op)                                                                          \
    template <class U> SIMT_INLINE T operator op##=(const U &u) const {                            \
        return set((T)(place op u));                                                               \
    }
    SIMT_STEPPING(+)
    SIMT_STEPPING(-)
    SIMT_STEPPING(*)
    SIMT_STEPPING(/)
    SIMT_STEPPING(%)
    SIMT_STEPPING(&)
    SIMT_STEPPING(|)
    SIMT_STEPPING(^)
    SIMT_STEPPING(<<)
#undef SIMT_STEPPING
};

template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>>
SIMT_INLINE stepping_store<T> in_step(volatile T &place) {
    return stepping_store<T>(place);
}
template <class T,
          class = std::enable_if_t<!std::is_volatile<T>::value || !std::is_arithmetic<T>::value>>
SIMT_INLINE T &in_step(T &place) {
    return place;
}

/** Waits as often as a lane that stores. */
SIMT_INLINE void pass_step() {
    simt_step(0);
    simt_step(0);
}
} // namespace simt

#endif
