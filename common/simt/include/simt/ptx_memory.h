/**
 * @file
 * @brief What inline PTX becomes: memory, shuffles, named barriers. All of it is C++ that the checkers see.
 *
 * Functions that touch the program's memory are inlined, so that a finding names the line of the asm.
 */
#ifndef SIMT_PTX_MEMORY_H
#define SIMT_PTX_MEMORY_H

#include "ptx.h"

namespace simt {
namespace ptx {

/*
 * Addresses. One of shared memory may have lost its upper half: it is the one next to the variables of this OS thread,
 * where shared memory lies.
 */
template <class W> inline uint64_t shared_address(W word, long long offset) {
    const uint64_t address = (uint64_t)word + (uint64_t)offset,
                   here = (uint64_t)(uintptr_t)&simt_self;
    if (sizeof(W) == 8 && address >> 32) return address;
    return here + (uint64_t)(int64_t)(int32_t)((uint32_t)address - (uint32_t)here);
}
template <class W> inline uint64_t generic_address(W word, long long offset) {
    static_assert(sizeof(W) == 8, "an address has 64 bits");
    return (uint64_t)word + (uint64_t)offset;
}
template <class W> inline uint64_t global_address(W word, long long offset) {
    return generic_address(word, offset);
}
template <class W> inline uint64_t local_address(W word, long long offset) {
    return generic_address(word, offset);
}
template <class W> inline uint64_t constant_address(W word, long long offset) {
    return generic_address(word, offset);
}
inline bool is_shared(uint64_t address) {
    return simt_is_shared((const void *)(uintptr_t)address);
}
inline bool is_local(uint64_t address) {
    return simt_is_local((const void *)(uintptr_t)address);
}
inline bool is_global(uint64_t address) {
    return !is_shared(address) && !is_local(address);
}

/** N values as one access. */
template <class T, int N> struct __attribute__((aligned(sizeof(T) * N))) values { T v[N]; };
template <class T>
using plain_word =
    std::conditional_t<sizeof(T) == 8, uint64_t,
                       std::conditional_t<sizeof(T) == 4, uint32_t,
                                          std::conditional_t<sizeof(T) == 2, uint16_t, uint8_t>>>;
template <class T, int N, bool FRESH> SIMT_INLINE values<T, N> load(uint64_t address) {
    values<T, N> result;
    if constexpr (FRESH) look(1);
    if constexpr (N == 1) {
        typedef plain_word<T> W;
        W word = FRESH ? *(const volatile W *)address : *(const W *)address;
        __builtin_memcpy(&result, &word, sizeof word);
    } else {
        result = *(const values<T, N> *)address;
    }
    return result;
}
/** HOW is 1 for volatile, 2 for an atomic store. */
template <class T, int N, int HOW, class... V> SIMT_INLINE void store(uint64_t address, V... v) {
    if constexpr (N == 1) {
        typedef plain_word<T> W;
        W word;
        const T value[] = {v...};
        __builtin_memcpy(&word, value, sizeof word);
        if constexpr (HOW == 2)
            __atomic_store_n((W *)address, word, __ATOMIC_RELAXED);
        else if constexpr (HOW == 1)
            *(volatile W *)address = word;
        else
            *(W *)address = word;
    } else {
        *(values<T, N> *)address = values<T, N>{{v...}};
    }
}
template <int BYTES> SIMT_INLINE void copy(uint64_t to, uint64_t from, uint32_t n = BYTES) {
    static_assert(BYTES == 4 || BYTES == 8 || BYTES == 16, "cp.async copies 4, 8 or 16 bytes");
    typedef std::conditional_t<BYTES == 16, values<uint64_t, 2>,
                               plain_word<char[BYTES & 15 ? BYTES : 4]>>
        word;
    if (n >= BYTES) {
        *(word *)to = *(const word *)from;
        return;
    }
    word bytes = {};
    for (uint32_t i = 0; i < n; i++) ((char *)&bytes)[i] = ((const char *)from)[i];
    *(word *)to = bytes;
}

/*
 * Atomics: CUDA's own where there is one.
 */
template <class T>
using cuda_word =
    std::conditional_t<std::is_same<T, uint64_t>::value, unsigned long long,
                       std::conditional_t<std::is_same<T, int64_t>::value, long long, T>>;
template <class T> SIMT_INLINE T atomic_add(uint64_t address, T v) {
    if constexpr (std::is_same<T, int64_t>::value) {
        return (T)::atomicAdd((unsigned long long *)address, (unsigned long long)v);
    } else if constexpr (is_small<T>::value || is_pair<T>::value) {
        simt_begin_atomic(SIMT_ATOMIC_SUM);
        typedef plain_word<T> W;
        W old = atomic_update((W *)address, [v](W now) {
            return bits(fadd<rounding::nearest, false, false>(as<T>(now), v));
        });
        return as<T>(old);
    } else {
        return ::atomicAdd((cuda_word<T> *)address, (cuda_word<T>)v);
    }
}
#define SIMT_PTX_ATOMIC(name, function)                                                            \
    template <class T> SIMT_INLINE T atomic_##name(uint64_t address, T v) {                        \
        return (T)::function((cuda_word<T> *)address, (cuda_word<T>)v);                            \
    }
SIMT_PTX_ATOMIC(and, atomicAnd)
SIMT_PTX_ATOMIC(or, atomicOr)
SIMT_PTX_ATOMIC(xor, atomicXor)
SIMT_PTX_ATOMIC(exch, atomicExch)
SIMT_PTX_ATOMIC(min, atomicMin)
SIMT_PTX_ATOMIC(max, atomicMax)
SIMT_PTX_ATOMIC(inc, atomicInc)
SIMT_PTX_ATOMIC(dec, atomicDec)
#undef SIMT_PTX_ATOMIC
template <class T> SIMT_INLINE T atomic_cas(uint64_t address, T compare, T v) {
    return (T)::atomicCAS((cuda_word<T> *)address, (cuda_word<T>)compare, (cuda_word<T>)v);
}

/*
 * Shuffles: the lane that is read, and whether it lies in the segment that c describes.
 */
struct source {
    uint32_t lane;
    bool inside;
};
inline source source_of(uint32_t j, bool inside) {
    return {inside ? j & 31 : simt_lane(), inside};
}
inline uint32_t most_lane(uint32_t c) {
    const uint32_t mask = c >> 8 & 31;
    return (simt_lane() & mask) | (c & 31 & ~mask);
}
inline source source_up(uint32_t b, uint32_t c) {
    const int j = (int)simt_lane() - (int)(b & 31);
    return source_of((uint32_t)j, j >= (int)most_lane(c));
}
inline source source_down(uint32_t b, uint32_t c) {
    const uint32_t j = simt_lane() + (b & 31);
    return source_of(j, j <= most_lane(c));
}
inline source source_bfly(uint32_t b, uint32_t c) {
    const uint32_t j = simt_lane() ^ (b & 31);
    return source_of(j, j <= most_lane(c));
}
inline source source_idx(uint32_t b, uint32_t c) {
    const uint32_t mask = c >> 8 & 31, j = (simt_lane() & mask) | (b & 31 & ~mask);
    return source_of(j, j <= most_lane(c));
}
inline uint32_t elect(uint32_t mask, SIMT_SITE_HERE) {
    simt_warp(SIMT_WARP_SYNC, mask, 0, 0, SIMT_SITE);
    return (uint32_t)__builtin_ctz(mask);
}

/*
 * Barriers 0 to 15 of a block. Number 0 without a count is __syncthreads(); the others wait for a number of threads.
 */
struct named_barrier {
    uint64_t arrived;        /**< 65536 times the block's number, and how many threads are here */
    uint64_t holds;          /**< the same of those whose condition holds */
    uint32_t held;           /**< how many did when all met */
    volatile uint32_t epoch; /**< how often all have met */
    bool here[1024];         /**< who is; for the checks */
};
/** For the checks: what those who are here did before is ordered. */
SIMT_UNSEEN inline void all_met(named_barrier &b) {
    uint32_t threads[1024];
    int n = 0;
    for (uint32_t t = 0; t < 1024; t++)
        if (b.here[t]) threads[n++] = t, b.here[t] = false;
    simt_tile_met(threads, n);
}
/** One more thread of this block. */
inline uint64_t one_more(uint64_t old) {
    return (old >> 16 == simt_block_serial ? old : simt_block_serial << 16) + 1;
}
/** True for the last one, who lets all others go on. A thread can be interrupted anywhere, so that another one runs. */
SIMT_UNSEEN inline bool arrive_at(named_barrier &b, uint32_t n) {
    const uint64_t block = simt_block_serial << 16;
    uint64_t old = __atomic_load_n(&b.arrived, __ATOMIC_RELAXED), now;
    if constexpr (simt_is_checked) b.here[simt_self.linear] = true;
    do now = one_more(old);
    while (!__atomic_compare_exchange_n(&b.arrived, &old, now == block + n ? block : now, true,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    if (now != block + n) return false;
    if constexpr (simt_is_checked) all_met(b);
    b.held = b.holds >> 16 == simt_block_serial ? (uint32_t)(b.holds & 0xffff) : 0;
    b.holds = block;
    b.epoch = b.epoch + 1;
    return true;
}
SIMT_UNSEEN inline named_barrier &barrier_of(uint32_t id, uint32_t n, SIMT_SITE_PARAMETERS) {
    static __thread named_barrier barriers[16];
    if (id > 15 || n == 0 || n > 1024 || n % 32)
        simt_bad_argument(
            SIMT_SITE,
            "barrier %u waits for %u threads. There are barriers 0 to 15, for whole warps", id, n);
    return barriers[id];
}
inline uint32_t block_threads() {
    const uint32_t n = simt_block_dim.x * simt_block_dim.y * simt_block_dim.z;
    return (n + 31) / 32 * 32;
}
SIMT_UNSEEN inline void barrier_wait(uint32_t id, uint32_t n, SIMT_SITE_PARAMETERS) {
    named_barrier &b = barrier_of(id, n, SIMT_SITE);
    const uint32_t threads = simt_block_dim.x * simt_block_dim.y * simt_block_dim.z,
                   epoch = b.epoch;
    if (!arrive_at(b, n < threads ? n : threads))
        while (b.epoch == epoch) simt_yield();
}
inline void barrier_sync(uint32_t id, uint32_t n, SIMT_SITE_HERE) {
    if (id == 0 && n == block_threads())
        simt_barrier(0, SIMT_SITE);
    else
        barrier_wait(id, n, SIMT_SITE);
}
inline void barrier_sync(uint32_t id, SIMT_SITE_HERE) {
    barrier_sync(id, block_threads(), SIMT_SITE);
}
SIMT_UNSEEN inline void barrier_arrive(uint32_t id, uint32_t n, SIMT_SITE_HERE) {
    arrive_at(barrier_of(id, n, SIMT_SITE), n);
}
/** Waits, and counts the threads whose condition holds. */
SIMT_UNSEEN inline uint32_t barrier_holds(bool holds, uint32_t id, uint32_t n, SIMT_SITE_PARAMETERS) {
    named_barrier &b = barrier_of(id, n, SIMT_SITE);
    uint64_t old = __atomic_load_n(&b.holds, __ATOMIC_RELAXED);
    while (holds && !__atomic_compare_exchange_n(&b.holds, &old, one_more(old), true,
                                                 __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
    barrier_wait(id, n, SIMT_SITE);
    return b.held;
}
inline uint32_t barrier_count(bool holds, uint32_t id, uint32_t n, SIMT_SITE_HERE) {
    if (id == 0 && n == block_threads()) return (uint32_t)__syncthreads_count(holds, SIMT_SITE);
    return barrier_holds(holds, id, n, SIMT_SITE);
}
inline uint32_t barrier_count(bool holds, uint32_t id, SIMT_SITE_HERE) {
    return barrier_count(holds, id, block_threads(), SIMT_SITE);
}
inline bool barrier_or(bool holds, uint32_t id, uint32_t n, SIMT_SITE_HERE) {
    return barrier_count(holds, id, n, SIMT_SITE) != 0;
}
inline bool barrier_or(bool holds, uint32_t id, SIMT_SITE_HERE) {
    return barrier_count(holds, id, SIMT_SITE) != 0;
}
inline bool barrier_and(bool holds, uint32_t id, uint32_t n, SIMT_SITE_HERE) {
    return barrier_count(!holds, id, n, SIMT_SITE) == 0;
}
inline bool barrier_and(bool holds, uint32_t id, SIMT_SITE_HERE) {
    return barrier_count(!holds, id, SIMT_SITE) == 0;
}

} // namespace ptx
} // namespace simt

/** Named barriers: of all threads of the block, or of so many, in whole warps. */
static inline void __barrier_sync(unsigned id, SIMT_SITE_HERE) {
    simt::ptx::barrier_sync(id, SIMT_SITE);
}
static inline void __barrier_sync_count(unsigned id, unsigned threads, SIMT_SITE_HERE) {
    simt::ptx::barrier_sync(id, threads, SIMT_SITE);
}

#endif
