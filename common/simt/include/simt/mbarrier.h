/**
 * @file
 * @brief Barriers in memory, which count threads and bytes: the word of cuda::barrier and of mbarrier in PTX.
 *
 * A phase is over when all threads have arrived and all bytes that were announced are copied. One word has all: the
 * phase (3 bits), the bytes that are missing (21, less than 0 if a copy was sooner than its announcement), how many
 * threads are expected and how many are missing (20 bits each). All in line, so that findings name the program's line.
 */
#ifndef SIMT_MBARRIER_H
#define SIMT_MBARRIER_H

#include "atomic_orders.h"

namespace simt {
namespace mbarrier {

typedef unsigned long long word;
enum : word { COUNT = (1 << 20) - 1 };

constexpr word phase_of(word state) {
    return state >> 61;
}
constexpr word expected_of(word state) {
    return state >> 20 & COUNT;
}
constexpr word missing_of(word state) {
    return state & COUNT;
}
/** Bytes, in the place that they have. Sums wrap there, and do not touch the phase. */
constexpr word bytes_of(word state) {
    return state & 0x1fffffull << 40;
}
constexpr word make(word phase, word bytes, word expected, word missing) {
    return phase << 61 | bytes | expected << 20 | missing;
}
constexpr word fresh(word expected) {
    return make(0, 0, expected, expected);
}
struct nothing {
    void operator()() const {}
};

/**
 * `n` threads arrive, `drop` of them do not come again, and `bytes` more are missing. Who completes the phase calls
 * `completion` before the next one begins. Returns what the word was.
 */
template <class Completion = nothing>
SIMT_INLINE word change(word *at, word n, word drop, long long bytes,
                        Completion &&completion = Completion()) {
    word old = ordered_load(at, __NV_ATOMIC_RELAXED), next;
    __threadfence();
    do
        next = make(phase_of(old), bytes_of(bytes_of(old) + ((word)bytes << 40)),
                    expected_of(old) - drop, missing_of(old) - n & COUNT);
    while (!ordered_swap(at, &old, next, __NV_ATOMIC_RELAXED));
    if (missing_of(next) == 0 && bytes_of(next) == 0) {
        __threadfence();
        completion();
        __threadfence();
        ordered_store(at, make(phase_of(next) + 1, 0, expected_of(next), expected_of(next)),
                      __NV_ATOMIC_RELAXED);
    }
    return old;
}
/** Is a phase over? If not, another thread has its turn. */
SIMT_INLINE bool is_over(word *at, word phase, word mask = 7) {
    const bool over = ((phase_of(ordered_load(at, __NV_ATOMIC_RELAXED)) ^ phase) & mask) != 0;
    if (over)
        __threadfence();
    else
        simt_yield();
    return over;
}

/*
 * The instructions, of the word at an address. A state is what the word was.
 */
SIMT_INLINE void init(uint64_t at, uint32_t n) {
    ordered_store((word *)at, fresh(n), __NV_ATOMIC_RELAXED);
}
SIMT_INLINE void inval(uint64_t) {}
SIMT_INLINE uint64_t arrive(uint64_t at, uint32_t n = 1) {
    return change((word *)at, n, 0, 0);
}
SIMT_INLINE uint64_t arrive_drop(uint64_t at, uint32_t n = 1) {
    return change((word *)at, n, n, 0);
}
SIMT_INLINE uint64_t arrive_expect_tx(uint64_t at, uint32_t bytes) {
    return change((word *)at, 1, 0, bytes);
}
SIMT_INLINE uint64_t arrive_drop_expect_tx(uint64_t at, uint32_t bytes) {
    return change((word *)at, 1, 1, bytes);
}
SIMT_INLINE void expect_tx(uint64_t at, uint32_t bytes) {
    change((word *)at, 0, 0, bytes);
}
SIMT_INLINE void complete_tx(uint64_t at, uint32_t bytes) {
    change((word *)at, 0, 0, -(long long)bytes);
}
SIMT_INLINE bool state_is_over(uint64_t at, uint64_t state) {
    return is_over((word *)at, phase_of(state));
}
SIMT_INLINE bool parity_is_over(uint64_t at, uint32_t parity) {
    return is_over((word *)at, parity, 1);
}

/** A copy of the engine, 16 bytes at a time; both sides and the size are multiples of them. */
struct alignas(16) line {
    unsigned long long a, b;
};
SIMT_INLINE void copy_lines(uint64_t to, uint64_t from, size_t bytes, SIMT_SITE_HERE) {
    if ((to | from | bytes) % sizeof(line))
        simt_fault(cudaErrorMisalignedAddress,
                   "%s:%d: a bulk copy of %zu bytes from %#llx to %#llx. Addresses and size must "
                   "be multiples of 16",
                   SIMT_SITE, bytes, (unsigned long long)from, (unsigned long long)to);
    for (size_t i = 0; i < bytes / sizeof(line); i++) ((line *)to)[i] = ((const line *)from)[i];
}
/** The same, of which a phase waits for its bytes, whether they are announced before it or after it. */
SIMT_INLINE void copy(uint64_t to, uint64_t from, size_t bytes, uint64_t at, SIMT_SITE_HERE) {
    copy_lines(to, from, bytes, SIMT_SITE);
    complete_tx(at, (uint32_t)bytes);
}

} // namespace mbarrier
} // namespace simt

#endif
