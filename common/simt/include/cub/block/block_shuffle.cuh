/**
 * @file
 * @brief cub::BlockShuffle: hands items on to threads a distance away, in the whole block.
 */
#ifndef SIMT_CUB_BLOCK_SHUFFLE
#define SIMT_CUB_BLOCK_SHUFFLE

#include "block_storage.cuh"

namespace cub {

template <class T, int X, int Y = 1, int Z = 1, int ARCH = 0> class BlockShuffle {
    enum { THREADS = X * Y * Z };

  public:
    typedef block_storage<T, THREADS> TempStorage;
    BlockShuffle() : items_(private_storage<TempStorage>()) {}
    explicit BlockShuffle(TempStorage &storage) : items_(storage) {}

    /** The item of thread tid + distance, if there is one. */
    SIMT_INLINE void Offset(T in, T &out, int distance = 1, SIMT_SITE_HERE) {
        put(in, SIMT_SITE);
        int from = block_tid() + distance;
        if (from >= 0 && from < THREADS) out = items_[from];
    }
    SIMT_INLINE void Rotate(T in, T &out, unsigned distance = 1, SIMT_SITE_HERE) {
        put(in, SIMT_SITE);
        out = items_[(block_tid() + distance) % THREADS];
    }
    /** Each item goes one place up. The block's first place stays as it is. */
    template <int N> SIMT_INLINE void Up(T (&in)[N], T (&out)[N], SIMT_SITE_HERE) {
        put(in[N - 1], SIMT_SITE);
        for (int i = N - 1; i > 0; i--) out[i] = in[i - 1];
        if (block_tid() > 0) out[0] = items_[block_tid() - 1];
    }
    template <int N> SIMT_INLINE void Down(T (&in)[N], T (&out)[N], SIMT_SITE_HERE) {
        put(in[0], SIMT_SITE);
        for (int i = 0; i < N - 1; i++) out[i] = in[i + 1];
        if (block_tid() < THREADS - 1) out[N - 1] = items_[block_tid() + 1];
    }

  private:
    TempStorage &items_;

    SIMT_INLINE void put(T item, SIMT_SITE_PARAMETERS) {
        items_[block_tid()] = item;
        __syncthreads(SIMT_SITE);
    }
};

} // namespace cub

#endif
