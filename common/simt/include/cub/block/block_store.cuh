/**
 * @file
 * @brief cub::BlockStore: a block's threads store neighbouring items, in one of CUB's ways.
 */
#ifndef SIMT_CUB_BLOCK_STORE
#define SIMT_CUB_BLOCK_STORE

#include "block_exchange.cuh"

namespace cub {

enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT,
    BLOCK_STORE_STRIPED,
    BLOCK_STORE_VECTORIZE,
    BLOCK_STORE_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED,
};

/* Stores of thread `tid`, of the items below `valid`. */
template <class T, int N, class Iterator> void StoreDirectBlocked(int tid, Iterator to, T (&items)[N]) {
    for (int i = 0; i < N; i++) to[tid * N + i] = items[i];
}
template <class T, int N, class Iterator> void StoreDirectBlocked(int tid, Iterator to, T (&items)[N], int valid) {
    for (int i = 0; i < N; i++)
        if (tid * N + i < valid) to[tid * N + i] = items[i];
}
template <class T, int N> void StoreDirectBlockedVectorized(int tid, T *to, T (&items)[N]) {
    StoreDirectBlocked(tid, to, items);
}
template <int THREADS, class T, int N, class Iterator> void StoreDirectStriped(int tid, Iterator to, T (&items)[N]) {
    for (int i = 0; i < N; i++) to[i * THREADS + tid] = items[i];
}
template <int THREADS, class T, int N, class Iterator>
void StoreDirectStriped(int tid, Iterator to, T (&items)[N], int valid) {
    for (int i = 0; i < N; i++)
        if (i * THREADS + tid < valid) to[i * THREADS + tid] = items[i];
}
template <class T, int N, class Iterator> void StoreDirectWarpStriped(int tid, Iterator to, T (&items)[N]) {
    for (int i = 0; i < N; i++) to[tid / 32 * 32 * N + i * 32 + tid % 32] = items[i];
}

template <class T, int X, int N, BlockStoreAlgorithm ALGORITHM = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1, int ARCH = 0>
class BlockStore {
    enum { THREADS = X * Y * Z, EXCHANGES = ALGORITHM >= BLOCK_STORE_TRANSPOSE };
    typedef arrangement<THREADS, N> place;
    typedef BlockExchange<T, X, N, false, Y, Z> exchange;
    struct none {};

  public:
    typedef std::conditional_t<EXCHANGES, typename exchange::TempStorage, none> TempStorage;
    BlockStore() : storage_(private_storage<TempStorage>()) {}
    explicit BlockStore(TempStorage &storage) : storage_(storage) {}

    template <class Iterator> SIMT_INLINE void Store(Iterator to, T (&items)[N], SIMT_SITE_HERE) {
        Store(to, items, THREADS * N, SIMT_SITE);
    }
    template <class Iterator> SIMT_INLINE void Store(Iterator to, T (&items)[N], int valid, SIMT_SITE_HERE) {
        if constexpr (ALGORITHM == BLOCK_STORE_TRANSPOSE) exchange(storage_).BlockedToStriped(items, SIMT_SITE);
        if constexpr (ALGORITHM > BLOCK_STORE_TRANSPOSE) exchange(storage_).BlockedToWarpStriped(items, SIMT_SITE);
        for (int i = 0; i < N; i++)
            if (where(i) < valid) to[where(i)] = items[i];
        (void)simt_file, (void)simt_line;
    }

  private:
    TempStorage &storage_;

    SIMT_INLINE static int where(int i) {
        if (ALGORITHM == BLOCK_STORE_STRIPED || ALGORITHM == BLOCK_STORE_TRANSPOSE) return place::striped(i);
        return EXCHANGES ? place::warp_striped(i) : place::blocked(i);
    }
};

} // namespace cub

#endif
