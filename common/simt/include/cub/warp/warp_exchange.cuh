/**
 * @file
 * @brief cub::WarpExchange, WarpLoad and WarpStore: a logical warp of W threads rearranges, loads and stores its items.
 */
#ifndef SIMT_CUB_WARP_EXCHANGE
#define SIMT_CUB_WARP_EXCHANGE

#include "../block/block_storage.cuh"

namespace cub {

enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };
enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };

template <class T, int N, int W = 32, int ARCH = 0, WarpExchangeAlgorithm ALGORITHM = WARP_EXCHANGE_SMEM>
class WarpExchange {
  public:
    typedef block_storage<T, W * N> TempStorage;
    explicit WarpExchange(TempStorage &storage) : items_(storage) {}

    /* Blocked: lane l has the items l * N … l * N + N - 1. Striped: l, l + W, and so on. */
    template <class U> SIMT_INLINE void StripedToBlocked(const T (&in)[N], U (&out)[N], SIMT_SITE_HERE) {
        for (int i = 0; i < N; i++) items_[i * W + lane()] = in[i];
        __syncwarp(mask_of_logical_warp<W>(), SIMT_SITE);
        for (int i = 0; i < N; i++) out[i] = items_[lane() * N + i];
    }
    template <class U> SIMT_INLINE void BlockedToStriped(const T (&in)[N], U (&out)[N], SIMT_SITE_HERE) {
        for (int i = 0; i < N; i++) items_[lane() * N + i] = in[i];
        __syncwarp(mask_of_logical_warp<W>(), SIMT_SITE);
        for (int i = 0; i < N; i++) out[i] = items_[i * W + lane()];
    }
    template <class U, class R>
    SIMT_INLINE void ScatterToStriped(const T (&in)[N], U (&out)[N], const R (&ranks)[N], SIMT_SITE_HERE) {
        for (int i = 0; i < N; i++) items_[ranks[i]] = in[i];
        __syncwarp(mask_of_logical_warp<W>(), SIMT_SITE);
        for (int i = 0; i < N; i++) out[i] = items_[i * W + lane()];
    }
    template <class R> SIMT_INLINE void ScatterToStriped(T (&items)[N], const R (&ranks)[N], SIMT_SITE_HERE) {
        ScatterToStriped(items, items, ranks, SIMT_SITE);
    }

  private:
    TempStorage &items_;
    static int lane() {
        return (int)(simt_lane() % W);
    }
};

template <class T, int N, WarpLoadAlgorithm ALGORITHM = WARP_LOAD_DIRECT, int W = 32, int ARCH = 0> class WarpLoad {
    typedef WarpExchange<T, N, W> exchange;

  public:
    typedef typename exchange::TempStorage TempStorage;
    explicit WarpLoad(TempStorage &storage) : storage_(storage) {}

    template <class Iterator> SIMT_INLINE void Load(Iterator from, T (&items)[N], SIMT_SITE_HERE) {
        Load(from, items, W * N, SIMT_SITE);
    }
    /** Of the items from `valid` on, none is loaded. */
    template <class Iterator> SIMT_INLINE void Load(Iterator from, T (&items)[N], int valid, SIMT_SITE_HERE) {
        bool striped = ALGORITHM == WARP_LOAD_STRIPED || ALGORITHM == WARP_LOAD_TRANSPOSE;
        int lane = (int)(simt_lane() % W);
        for (int i = 0; i < N; i++) {
            int place = striped ? i * W + lane : lane * N + i;
            if (place < valid) items[i] = from[place];
        }
        if (ALGORITHM == WARP_LOAD_TRANSPOSE) exchange(storage_).StripedToBlocked(items, items, SIMT_SITE);
    }
    template <class Iterator, class D>
    SIMT_INLINE void Load(Iterator from, T (&items)[N], int valid, D otherwise, SIMT_SITE_HERE) {
        for (int i = 0; i < N; i++) items[i] = otherwise;
        Load(from, items, valid, SIMT_SITE);
    }

  private:
    TempStorage &storage_;
};

template <class T, int N, WarpStoreAlgorithm ALGORITHM = WARP_STORE_DIRECT, int W = 32, int ARCH = 0> class WarpStore {
    typedef WarpExchange<T, N, W> exchange;

  public:
    typedef typename exchange::TempStorage TempStorage;
    explicit WarpStore(TempStorage &storage) : storage_(storage) {}

    template <class Iterator> SIMT_INLINE void Store(Iterator to, T (&items)[N], SIMT_SITE_HERE) {
        Store(to, items, W * N, SIMT_SITE);
    }
    template <class Iterator> SIMT_INLINE void Store(Iterator to, T (&items)[N], int valid, SIMT_SITE_HERE) {
        bool striped = ALGORITHM == WARP_STORE_STRIPED || ALGORITHM == WARP_STORE_TRANSPOSE;
        int lane = (int)(simt_lane() % W);
        if (ALGORITHM == WARP_STORE_TRANSPOSE) exchange(storage_).BlockedToStriped(items, items, SIMT_SITE);
        for (int i = 0; i < N; i++) {
            int place = striped ? i * W + lane : lane * N + i;
            if (place < valid) to[place] = items[i];
        }
    }

  private:
    TempStorage &storage_;
};

} // namespace cub

#endif
