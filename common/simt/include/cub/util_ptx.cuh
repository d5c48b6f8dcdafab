/**
 * @file
 * @brief What CUB takes from PTX: ids of lanes and warps, bits, and shuffles of values of any size.
 */
#ifndef SIMT_CUB_UTIL_PTX
#define SIMT_CUB_UTIL_PTX

#include "util_type.cuh"

namespace cub {

inline unsigned LaneId() {
    return simt_lane();
}
inline unsigned WarpId() {
    return simt_self.linear / 32;
}
inline unsigned LaneMaskLt() {
    return (1u << simt_lane()) - 1;
}
inline unsigned LaneMaskLe() {
    return LaneMaskLt() | 1u << simt_lane();
}
inline unsigned LaneMaskGt() {
    return ~LaneMaskLe();
}
inline unsigned LaneMaskGe() {
    return ~LaneMaskLt();
}
inline int RowMajorTid(int x_threads, int y_threads, int) {
    return ((int)threadIdx.z * y_threads + (int)threadIdx.y) * x_threads + (int)threadIdx.x;
}
template <class U> U BFE(U source, unsigned first_bit, unsigned bits) {
    return (U)(source >> first_bit) & (U)((bits >= 8 * sizeof(U) ? (U)0 : (U)((U)1 << bits)) - 1);
}
inline unsigned SHR_ADD(unsigned x, unsigned shift, unsigned addend) {
    return (x >> shift) + addend;
}
inline unsigned SHL_ADD(unsigned x, unsigned shift, unsigned addend) {
    return (x << shift) + addend;
}
inline void CTA_SYNC(SIMT_SITE_HERE) {
    __syncthreads(SIMT_SITE);
}
inline void WARP_SYNC(unsigned mask, SIMT_SITE_HERE) {
    __syncwarp(mask, SIMT_SITE);
}
inline int WARP_ANY(int predicate, unsigned mask) {
    return __any_sync(mask, predicate);
}
inline int WARP_ALL(int predicate, unsigned mask) {
    return __all_sync(mask, predicate);
}
inline unsigned WARP_BALLOT(int predicate, unsigned mask) {
    return __ballot_sync(mask, predicate);
}

/** The lanes of a logical warp of W threads, in the caller's warp. */
template <int W> unsigned mask_of_logical_warp() {
    if (W >= 32) return 0xffffffff;
    unsigned first = simt_lane() / W * W, bits = (1u << (W % 32)) - 1;
    return bits << first;
}
template <int W, int ARCH = 0> unsigned WarpMask(unsigned warp) {
    return W >= 32 ? 0xffffffff : ((1u << (W % 32)) - 1) << (PowerOfTwo<W>::VALUE ? warp * W : 0);
}

/** The value of another lane of the mask; a large value goes in pieces of 8 bytes. */
template <class T> T shuffle_any(unsigned mask, const T &value, unsigned lane, SIMT_SITE_HERE) {
    enum { WORDS = (sizeof(T) + 7) / 8 };
    uint64_t words[WORDS] = {0};
    Uninitialized<T> result;
    __builtin_memcpy(words, (const void *)&value, sizeof(T));
    for (int i = 0; i < WORDS; i++) words[i] = simt::shuffle(mask, words[i], lane & 31, SIMT_SITE);
    __builtin_memcpy(result.bytes, words, sizeof(T));
    return result.Alias();
}
/** Shuffles in logical warps of W lanes: from `by` lanes below, unless that is below the first. */
template <int W, class T> T ShuffleUp(T value, int by, int first, unsigned mask, SIMT_SITE_HERE) {
    int lane = (int)(simt_lane() % W);
    return shuffle_any(mask, value, simt_lane() - (unsigned)(lane - by >= first ? by : 0), SIMT_SITE);
}
template <int W, class T> T ShuffleDown(T value, int by, int last, unsigned mask, SIMT_SITE_HERE) {
    int lane = (int)(simt_lane() % W);
    return shuffle_any(mask, value, simt_lane() + (unsigned)(lane + by <= last ? by : 0), SIMT_SITE);
}
template <int W, class T> T ShuffleIndex(T value, int lane, unsigned mask, SIMT_SITE_HERE) {
    return shuffle_any(mask, value, simt_lane() / W * W + (unsigned)lane % W, SIMT_SITE);
}

} // namespace cub

#endif
