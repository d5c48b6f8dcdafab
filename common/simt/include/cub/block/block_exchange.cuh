/**
 * @file
 * @brief cub::BlockExchange: rearranges the items of a block's threads through shared memory.
 *
 * Blocked: each thread has neighbouring items. Striped: thread t has the items t, t + THREADS, and so on.
 */
#ifndef SIMT_CUB_BLOCK_EXCHANGE
#define SIMT_CUB_BLOCK_EXCHANGE

#include "block_storage.cuh"

namespace cub {

/** Where item i of this thread lies among those of the block. */
template <int THREADS, int N> struct arrangement {
    static int blocked(int i) {
        return block_tid() * N + i;
    }
    static int striped(int i) {
        return i * THREADS + block_tid();
    }
    static int warp_striped(int i) {
        int lanes = THREADS < 32 ? THREADS : 32;
        return block_tid() / 32 * 32 * N + i * lanes + block_tid() % 32;
    }
};

template <class T, int X, int N, bool SLICED = false, int Y = 1, int Z = 1, int ARCH = 0> class BlockExchange {
    enum { THREADS = X * Y * Z };
    typedef arrangement<THREADS, N> place;

  public:
    typedef block_storage<T, THREADS * N> TempStorage;
    BlockExchange() : items_(private_storage<TempStorage>()) {}
    explicit BlockExchange(TempStorage &storage) : items_(storage) {}

    template <class U> SIMT_INLINE void StripedToBlocked(const T (&in)[N], U (&out)[N], SIMT_SITE_HERE) {
        move(in, out, place::striped, place::blocked, SIMT_SITE);
    }
    template <class U> SIMT_INLINE void BlockedToStriped(const T (&in)[N], U (&out)[N], SIMT_SITE_HERE) {
        move(in, out, place::blocked, place::striped, SIMT_SITE);
    }
    template <class U> SIMT_INLINE void WarpStripedToBlocked(const T (&in)[N], U (&out)[N], SIMT_SITE_HERE) {
        move(in, out, place::warp_striped, place::blocked, SIMT_SITE);
    }
    template <class U> SIMT_INLINE void BlockedToWarpStriped(const T (&in)[N], U (&out)[N], SIMT_SITE_HERE) {
        move(in, out, place::blocked, place::warp_striped, SIMT_SITE);
    }
    /** Item i goes to place ranks[i]. */
    template <class U, class R>
    SIMT_INLINE void ScatterToBlocked(const T (&in)[N], U (&out)[N], const R (&ranks)[N], SIMT_SITE_HERE) {
        move(
            in, out, [&](int i) { return (int)ranks[i]; }, place::blocked, SIMT_SITE);
    }
    template <class U, class R>
    SIMT_INLINE void ScatterToStriped(const T (&in)[N], U (&out)[N], const R (&ranks)[N], SIMT_SITE_HERE) {
        move(
            in, out, [&](int i) { return (int)ranks[i]; }, place::striped, SIMT_SITE);
    }
    /** Items with a rank below 0, or whose flag is not set, go nowhere. */
    template <class U, class R>
    SIMT_INLINE void ScatterToStripedGuarded(const T (&in)[N], U (&out)[N], const R (&ranks)[N], SIMT_SITE_HERE) {
        ScatterToStriped(in, out, ranks, SIMT_SITE);
    }
    template <class U, class R, class F>
    SIMT_INLINE void ScatterToStripedFlagged(const T (&in)[N], U (&out)[N], const R (&ranks)[N], const F (&valid)[N],
                                             SIMT_SITE_HERE) {
        move(
            in, out, [&](int i) { return valid[i] ? (int)ranks[i] : -1; }, place::striped, SIMT_SITE);
    }

    /* In place. */
    SIMT_INLINE void StripedToBlocked(T (&items)[N], SIMT_SITE_HERE) {
        StripedToBlocked(items, items, SIMT_SITE);
    }
    SIMT_INLINE void BlockedToStriped(T (&items)[N], SIMT_SITE_HERE) {
        BlockedToStriped(items, items, SIMT_SITE);
    }
    SIMT_INLINE void WarpStripedToBlocked(T (&items)[N], SIMT_SITE_HERE) {
        WarpStripedToBlocked(items, items, SIMT_SITE);
    }
    SIMT_INLINE void BlockedToWarpStriped(T (&items)[N], SIMT_SITE_HERE) {
        BlockedToWarpStriped(items, items, SIMT_SITE);
    }
    template <class R> SIMT_INLINE void ScatterToBlocked(T (&items)[N], const R (&ranks)[N], SIMT_SITE_HERE) {
        ScatterToBlocked(items, items, ranks, SIMT_SITE);
    }
    template <class R> SIMT_INLINE void ScatterToStriped(T (&items)[N], const R (&ranks)[N], SIMT_SITE_HERE) {
        ScatterToStriped(items, items, ranks, SIMT_SITE);
    }

  private:
    TempStorage &items_;

    template <class U, class From, class To>
    SIMT_INLINE void move(const T (&in)[N], U (&out)[N], From from, To to, SIMT_SITE_PARAMETERS) {
        bool all = true;
        for (int i = 0; i < N; i++) {
            if (from(i) >= 0)
                items_[from(i)] = in[i];
            else
                all = false;
        }
        all = __syncthreads_and(all, SIMT_SITE);
        take(out, to, all);
    }
    /* A place that no item went to holds whatever was there: the checks need not hear of it. */
    template <class U, class To> SIMT_INLINE void take(U (&out)[N], To to, bool all) {
        if (all)
            for (int i = 0; i < N; i++) out[i] = items_[to(i)];
        else
            take_unseen(out, to);
    }
    template <class U, class To> SIMT_UNSEEN __attribute__((noinline)) void take_unseen(U (&out)[N], To to) {
        for (int i = 0; i < N; i++) __builtin_memcpy((void *)&out[i], items_.bytes + sizeof(T) * to(i), sizeof(T));
    }
};

} // namespace cub

#endif
