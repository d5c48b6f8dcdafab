/**
 * @file
 * @brief cub::BlockDiscontinuity: flags the first and the last item of each run of a block's items.
 */
#ifndef SIMT_CUB_BLOCK_DISCONTINUITY
#define SIMT_CUB_BLOCK_DISCONTINUITY

#include "block_storage.cuh"

namespace cub {

template <class T, int X, int Y = 1, int Z = 1, int ARCH = 0> class BlockDiscontinuity {
    enum { THREADS = X * Y * Z };

  public:
    struct TempStorage {
        block_storage<T, THREADS> first, last;
    };
    BlockDiscontinuity() : storage_(private_storage<TempStorage>()) {}
    explicit BlockDiscontinuity(TempStorage &storage) : storage_(storage) {}

    /* The block's first item has a flag, unless an item before it is given; and so its last. */
    template <int N, class Flag, class Op>
    SIMT_INLINE void FlagHeads(Flag (&heads)[N], T (&in)[N], Op op, SIMT_SITE_HERE) {
        share(in, SIMT_SITE);
        flag_heads(heads, in, op, nullptr);
    }
    template <int N, class Flag, class Op>
    SIMT_INLINE void FlagHeads(Flag (&heads)[N], T (&in)[N], Op op, T before, SIMT_SITE_HERE) {
        share(in, SIMT_SITE);
        flag_heads(heads, in, op, &before);
    }
    template <int N, class Flag, class Op>
    SIMT_INLINE void FlagTails(Flag (&tails)[N], T (&in)[N], Op op, SIMT_SITE_HERE) {
        share(in, SIMT_SITE);
        flag_tails(tails, in, op, nullptr);
    }
    template <int N, class Flag, class Op>
    SIMT_INLINE void FlagTails(Flag (&tails)[N], T (&in)[N], Op op, T behind, SIMT_SITE_HERE) {
        share(in, SIMT_SITE);
        flag_tails(tails, in, op, &behind);
    }
    template <int N, class Flag, class Op>
    SIMT_INLINE void FlagHeadsAndTails(Flag (&heads)[N], Flag (&tails)[N], T (&in)[N], Op op, SIMT_SITE_HERE) {
        share(in, SIMT_SITE);
        flag_heads(heads, in, op, nullptr);
        flag_tails(tails, in, op, nullptr);
    }
    template <int N, class Flag, class Op>
    SIMT_INLINE void FlagHeadsAndTails(Flag (&heads)[N], T before, Flag (&tails)[N], T behind, T (&in)[N], Op op,
                                       SIMT_SITE_HERE) {
        share(in, SIMT_SITE);
        flag_heads(heads, in, op, &before);
        flag_tails(tails, in, op, &behind);
    }

  private:
    TempStorage &storage_;

    /* Op may take the number of its second item, too. */
    template <class Op> static auto differ(Op op, const T &a, const T &b, int i, int) -> decltype((bool)op(a, b, i)) {
        return op(a, b, i);
    }
    template <class Op> SIMT_INLINE static bool differ(Op op, const T &a, const T &b, int, long) {
        return op(a, b);
    }
    template <int N> SIMT_INLINE void share(T (&in)[N], SIMT_SITE_PARAMETERS) {
        storage_.first[block_tid()] = in[0];
        storage_.last[block_tid()] = in[N - 1];
        __syncthreads(SIMT_SITE);
    }
    template <int N, class Flag, class Op>
    SIMT_INLINE void flag_heads(Flag (&heads)[N], T (&in)[N], Op op, const T *before) {
        int tid = block_tid();
        if (tid > 0) before = &storage_.last[tid - 1];
        heads[0] = (Flag)(before ? differ(op, *before, in[0], tid * N, 0) : true);
        for (int i = 1; i < N; i++) heads[i] = (Flag)differ(op, in[i - 1], in[i], tid * N + i, 0);
    }
    template <int N, class Flag, class Op>
    SIMT_INLINE void flag_tails(Flag (&tails)[N], T (&in)[N], Op op, const T *behind) {
        int tid = block_tid();
        if (tid < THREADS - 1) behind = &storage_.first[tid + 1];
        for (int i = 0; i < N - 1; i++) tails[i] = (Flag)differ(op, in[i], in[i + 1], tid * N + i + 1, 0);
        tails[N - 1] = (Flag)(behind ? differ(op, in[N - 1], *behind, tid * N + N, 0) : true);
    }
};

} // namespace cub

#endif
