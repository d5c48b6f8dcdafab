/**
 * @file
 * @brief cub::BlockLoad: a block's threads load neighbouring items, in one of CUB's ways.
 */
#ifndef SIMT_CUB_BLOCK_LOAD
#define SIMT_CUB_BLOCK_LOAD

#include "block_exchange.cuh"

namespace cub {

enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT,
    BLOCK_LOAD_STRIPED,
    BLOCK_LOAD_VECTORIZE,
    BLOCK_LOAD_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED,
};

/*
 * Loads of thread `tid`: each thread its neighbouring items, or in stripes. Of items from `valid` on, those of
 * `items` stay as they are, or become the default.
 */
template <class T, int N, class Iterator> void LoadDirectBlocked(int tid, Iterator from, T (&items)[N]) {
    for (int i = 0; i < N; i++) items[i] = from[tid * N + i];
}
template <class T, int N, class Iterator> void LoadDirectBlocked(int tid, Iterator from, T (&items)[N], int valid) {
    for (int i = 0; i < N; i++)
        if (tid * N + i < valid) items[i] = from[tid * N + i];
}
template <class T, int N, class Iterator, class D>
void LoadDirectBlocked(int tid, Iterator from, T (&items)[N], int valid, D otherwise) {
    for (int i = 0; i < N; i++) items[i] = otherwise;
    LoadDirectBlocked(tid, from, items, valid);
}
template <class T, int N> void LoadDirectBlockedVectorized(int tid, T *from, T (&items)[N]) {
    LoadDirectBlocked(tid, from, items);
}
template <int THREADS, class T, int N, class Iterator> void LoadDirectStriped(int tid, Iterator from, T (&items)[N]) {
    for (int i = 0; i < N; i++) items[i] = from[i * THREADS + tid];
}
template <int THREADS, class T, int N, class Iterator>
void LoadDirectStriped(int tid, Iterator from, T (&items)[N], int valid) {
    for (int i = 0; i < N; i++)
        if (i * THREADS + tid < valid) items[i] = from[i * THREADS + tid];
}
template <int THREADS, class T, int N, class Iterator, class D>
void LoadDirectStriped(int tid, Iterator from, T (&items)[N], int valid, D otherwise) {
    for (int i = 0; i < N; i++) items[i] = otherwise;
    LoadDirectStriped<THREADS>(tid, from, items, valid);
}
template <class T, int N, class Iterator> void LoadDirectWarpStriped(int tid, Iterator from, T (&items)[N]) {
    for (int i = 0; i < N; i++) items[i] = from[tid / 32 * 32 * N + i * 32 + tid % 32];
}
template <class T, int N, class Iterator> void LoadDirectWarpStriped(int tid, Iterator from, T (&items)[N], int valid) {
    for (int i = 0; i < N; i++) {
        int place = tid / 32 * 32 * N + i * 32 + tid % 32;
        if (place < valid) items[i] = from[place];
    }
}

template <class T, int X, int N, BlockLoadAlgorithm ALGORITHM = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1, int ARCH = 0>
class BlockLoad {
    enum { THREADS = X * Y * Z, EXCHANGES = ALGORITHM >= BLOCK_LOAD_TRANSPOSE };
    typedef arrangement<THREADS, N> place;
    typedef BlockExchange<T, X, N, false, Y, Z> exchange;
    struct none {};

  public:
    typedef std::conditional_t<EXCHANGES, typename exchange::TempStorage, none> TempStorage;
    BlockLoad() : storage_(private_storage<TempStorage>()) {}
    explicit BlockLoad(TempStorage &storage) : storage_(storage) {}

    template <class Iterator> SIMT_INLINE void Load(Iterator from, T (&items)[N], SIMT_SITE_HERE) {
        Load(from, items, THREADS * N, SIMT_SITE);
    }
    /** Of the items from `valid` on, none is loaded. */
    template <class Iterator> SIMT_INLINE void Load(Iterator from, T (&items)[N], int valid, SIMT_SITE_HERE) {
        for (int i = 0; i < N; i++)
            if (where(i) < valid) items[i] = from[where(i)];
        if constexpr (ALGORITHM == BLOCK_LOAD_TRANSPOSE) exchange(storage_).StripedToBlocked(items, SIMT_SITE);
        if constexpr (ALGORITHM > BLOCK_LOAD_TRANSPOSE) exchange(storage_).WarpStripedToBlocked(items, SIMT_SITE);
        (void)simt_file, (void)simt_line;
    }
    template <class Iterator, class D>
    SIMT_INLINE void Load(Iterator from, T (&items)[N], int valid, D otherwise, SIMT_SITE_HERE) {
        for (int i = 0; i < N; i++) items[i] = otherwise;
        Load(from, items, valid, SIMT_SITE);
    }

  private:
    TempStorage &storage_;

    SIMT_INLINE static int where(int i) {
        if (ALGORITHM == BLOCK_LOAD_STRIPED || ALGORITHM == BLOCK_LOAD_TRANSPOSE) return place::striped(i);
        return EXCHANGES ? place::warp_striped(i) : place::blocked(i);
    }
};

} // namespace cub

#endif
