/**
 * @file
 * @brief `new` in device code: simtcc writes `new (simt::in_heap) T`, which is NULL where the kernels' heap is full.
 *        C++ takes any other `new` for one that never fails.
 */
#ifndef SIMT_HEAP_H
#define SIMT_HEAP_H

#include "core.h"

namespace simt {
struct heap {};
constexpr heap in_heap{};
} // namespace simt

SIMT_INLINE void *operator new(size_t bytes, simt::heap) noexcept {
    return simt_heap_new(bytes);
}
SIMT_INLINE void *operator new[](size_t bytes, simt::heap) noexcept {
    return simt_heap_new(bytes);
}

#endif
