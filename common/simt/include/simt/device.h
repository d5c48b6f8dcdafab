/**
 * @file
 * @brief What a kernel calls: built-in variables, barriers, fences, warp operations.
 *
 * Every operation takes its caller's place in the source by default arguments, so that a message
 * can name it. Source: CUDA C++ Programming Guide, "C++ language extensions".
 */
#ifndef SIMT_DEVICE_H
#define SIMT_DEVICE_H

#include <type_traits>

#include "cluster.h"
#include "core.h"

/* The runtime's variables under CUDA's names. A thread sees them constant, though not its worker. */
extern __thread const uint3 threadIdx __asm__("simt_self");
extern __thread const uint3 blockIdx __asm__("simt_block_idx");
extern __thread const dim3 blockDim __asm__("simt_block_dim");
extern __thread const dim3 gridDim __asm__("simt_grid_dim");
static const int warpSize = 32;

static inline void __syncthreads(SIMT_SITE_HERE) {
    simt_barrier(0, SIMT_SITE);
}
static inline int __syncthreads_count(int predicate, SIMT_SITE_HERE) {
    simt_barrier(predicate, SIMT_SITE);
    return simt_barrier_result(SIMT_BARRIER_COUNT);
}
static inline int __syncthreads_and(int predicate, SIMT_SITE_HERE) {
    simt_barrier(predicate, SIMT_SITE);
    return simt_barrier_result(SIMT_BARRIER_AND);
}
static inline int __syncthreads_or(int predicate, SIMT_SITE_HERE) {
    simt_barrier(predicate, SIMT_SITE);
    return simt_barrier_result(SIMT_BARRIER_OR);
}

static SIMT_INLINE void __threadfence() {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    simt_maybe_yield();
}
static SIMT_INLINE void __threadfence_block() {
    __threadfence();
}
static SIMT_INLINE void __threadfence_cluster() {
    __threadfence();
}
static SIMT_INLINE void __threadfence_system() {
    __threadfence();
}

/** Sets the number by which a conditional node of a graph chooses. */
static SIMT_INLINE void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value) {
    simt_set_conditional(handle, value);
}

/** Kernels run one behind the other: the one before has ended, and the next does not begin early. */
static SIMT_INLINE void cudaGridDependencySynchronize() {}
static SIMT_INLINE void cudaTriggerProgrammaticLaunchCompletion() {}

static inline void __syncwarp(unsigned mask = 0xffffffff, SIMT_SITE_HERE) {
    simt_warp(SIMT_WARP_SYNC, mask, 0, 0, SIMT_SITE);
}
static inline unsigned __activemask(SIMT_SITE_HERE) {
    return simt_active_mask(SIMT_SITE);
}

static inline unsigned __ballot_sync(unsigned mask, int predicate, SIMT_SITE_HERE) {
    return (unsigned)simt_warp(SIMT_WARP_BALLOT, mask, predicate != 0, 0, SIMT_SITE);
}
static inline int __any_sync(unsigned mask, int predicate, SIMT_SITE_HERE) {
    return (int)simt_warp(SIMT_WARP_ANY, mask, predicate != 0, 0, SIMT_SITE);
}
static inline int __all_sync(unsigned mask, int predicate, SIMT_SITE_HERE) {
    return (int)simt_warp(SIMT_WARP_ALL, mask, predicate != 0, 0, SIMT_SITE);
}
static inline int __uni_sync(unsigned mask, int predicate, SIMT_SITE_HERE) {
    return (int)simt_warp(SIMT_WARP_UNI, mask, predicate != 0, 0, SIMT_SITE);
}

namespace simt {

/** A value of 1, 2, 4 or 8 bytes as the 64 bits that a warp operation carries, and back. */
template <class T> inline uint64_t to_bits(T value) {
    static_assert(std::is_trivially_copyable<T>::value && sizeof(T) <= 8,
                  "a warp operation carries values of at most 8 bytes");
    uint64_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    return bits;
}
template <class T> inline T from_bits(uint64_t bits) {
    T value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

/** Where a shuffle of `width` lanes reads: each form stays inside its own segment. */
inline unsigned check_width(int width, SIMT_SITE_PARAMETERS) {
    if (width < 1 || width > 32 || (width & (width - 1)))
        simt_bad_argument(SIMT_SITE, "a shuffle has width %d. It must be a power of two up to 32",
                          width);
    return (unsigned)width;
}
template <class T> inline T shuffle(unsigned mask, T value, unsigned source, SIMT_SITE_PARAMETERS) {
    return from_bits<T>(simt_warp(SIMT_WARP_SHFL, mask, to_bits(value), source, SIMT_SITE));
}
inline unsigned lane() {
    return simt_lane();
}

} // namespace simt

template <class T>
inline T __shfl_sync(unsigned mask, T value, int source, int width = 32, SIMT_SITE_HERE) {
    unsigned w = simt::check_width(width, SIMT_SITE), first = simt::lane() & ~(w - 1);
    return simt::shuffle(mask, value, first + ((unsigned)source & (w - 1)), SIMT_SITE);
}
template <class T>
inline T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32, SIMT_SITE_HERE) {
    unsigned w = simt::check_width(width, SIMT_SITE), lane = simt::lane();
    return simt::shuffle(mask, value, (lane & (w - 1)) >= delta ? lane - delta : lane, SIMT_SITE);
}
template <class T>
inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32, SIMT_SITE_HERE) {
    unsigned w = simt::check_width(width, SIMT_SITE), lane = simt::lane();
    return simt::shuffle(mask, value, delta < w - (lane & (w - 1)) ? lane + delta : lane,
                         SIMT_SITE);
}
template <class T>
inline T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32, SIMT_SITE_HERE) {
    unsigned w = simt::check_width(width, SIMT_SITE), lane = simt::lane(),
             source = lane ^ (unsigned)lane_mask;
    /* A partner in a later segment does not exist; one in an earlier segment may be read. */
    return simt::shuffle(mask, value, source < (lane & ~(w - 1)) + w ? source & 31 : lane,
                         SIMT_SITE);
}

template <class T> inline unsigned __match_any_sync(unsigned mask, T value, SIMT_SITE_HERE) {
    return (unsigned)simt_warp(SIMT_WARP_MATCH_ANY, mask, simt::to_bits(value), 0, SIMT_SITE);
}
template <class T>
inline unsigned __match_all_sync(unsigned mask, T value, int *same, SIMT_SITE_HERE) {
    unsigned all =
        (unsigned)simt_warp(SIMT_WARP_MATCH_ALL, mask, simt::to_bits(value), 0, SIMT_SITE);
    *same = all != 0;
    return all;
}

#define SIMT_REDUCE(name, type, op)                                                                \
    static inline type name(unsigned mask, type value, SIMT_SITE_HERE) {                           \
        return (type)(unsigned)simt_warp(op, mask, (unsigned)value, 0, SIMT_SITE);                 \
    }
SIMT_REDUCE(__reduce_add_sync, unsigned, SIMT_WARP_ADD)
SIMT_REDUCE(__reduce_add_sync, int, SIMT_WARP_ADD)
SIMT_REDUCE(__reduce_min_sync, unsigned, SIMT_WARP_MIN_U)
SIMT_REDUCE(__reduce_min_sync, int, SIMT_WARP_MIN_S)
SIMT_REDUCE(__reduce_max_sync, unsigned, SIMT_WARP_MAX_U)
SIMT_REDUCE(__reduce_max_sync, int, SIMT_WARP_MAX_S)
SIMT_REDUCE(__reduce_and_sync, unsigned, SIMT_WARP_AND)
SIMT_REDUCE(__reduce_or_sync, unsigned, SIMT_WARP_OR)
SIMT_REDUCE(__reduce_xor_sync, unsigned, SIMT_WARP_XOR)
#undef SIMT_REDUCE

/*
 * The forms without a mask, from before Volta: the lanes that stand here together take part.
 */
#define SIMT_OLD __attribute__((deprecated("it has no mask. Use the form that ends in _sync")))
template <class T> SIMT_OLD inline T __shfl(T value, int source, int width = 32, SIMT_SITE_HERE) {
    return __shfl_sync(simt_active_mask(SIMT_SITE), value, source, width, SIMT_SITE);
}
template <class T>
SIMT_OLD inline T __shfl_up(T value, unsigned delta, int width = 32, SIMT_SITE_HERE) {
    return __shfl_up_sync(simt_active_mask(SIMT_SITE), value, delta, width, SIMT_SITE);
}
template <class T>
SIMT_OLD inline T __shfl_down(T value, unsigned delta, int width = 32, SIMT_SITE_HERE) {
    return __shfl_down_sync(simt_active_mask(SIMT_SITE), value, delta, width, SIMT_SITE);
}
template <class T>
SIMT_OLD inline T __shfl_xor(T value, int lane_mask, int width = 32, SIMT_SITE_HERE) {
    return __shfl_xor_sync(simt_active_mask(SIMT_SITE), value, lane_mask, width, SIMT_SITE);
}
SIMT_OLD static inline unsigned __ballot(int predicate, SIMT_SITE_HERE) {
    return __ballot_sync(simt_active_mask(SIMT_SITE), predicate, SIMT_SITE);
}
SIMT_OLD static inline int __any(int predicate, SIMT_SITE_HERE) {
    return __any_sync(simt_active_mask(SIMT_SITE), predicate, SIMT_SITE);
}
SIMT_OLD static inline int __all(int predicate, SIMT_SITE_HERE) {
    return __all_sync(simt_active_mask(SIMT_SITE), predicate, SIMT_SITE);
}
#undef SIMT_OLD

__attribute__((noreturn)) static inline void __trap(SIMT_SITE_HERE) {
    simt_fault(cudaErrorLaunchFailure, "%s:%d: __trap()", SIMT_SITE);
}
static inline void __brkpt() {}

/** Where a pointer leads. What is neither the block's nor the thread's own counts as global, constants too. */
static inline unsigned __isShared(const void *pointer) {
    return (unsigned)simt_is_shared(pointer);
}
static inline unsigned __isCtaShared(const void *pointer) {
    return __isShared(pointer);
}
static inline unsigned __isLocal(const void *pointer) {
    return (unsigned)simt_is_local(pointer);
}
static inline unsigned __isGlobal(const void *pointer) {
    return !simt_is_shared(pointer) && !simt_is_local(pointer);
}

/* All memory has one space of addresses. */
#define SIMT_CVTA(space)                                                                           \
    static inline size_t __cvta_generic_to_##space(const void *pointer) {                          \
        return (size_t)pointer;                                                                    \
    }                                                                                              \
    static inline void *__cvta_##space##_to_generic(size_t address) {                              \
        return (void *)address;                                                                    \
    }
SIMT_CVTA(shared)
SIMT_CVTA(global)
SIMT_CVTA(local)
SIMT_CVTA(constant)
#undef SIMT_CVTA

#endif
