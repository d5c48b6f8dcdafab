/**
 * @file
 * @brief cub::BlockAdjacentDifference: an operation on each item of a block and the item before or behind it.
 */
#ifndef SIMT_CUB_BLOCK_ADJACENT_DIFFERENCE
#define SIMT_CUB_BLOCK_ADJACENT_DIFFERENCE

#include "block_storage.cuh"

namespace cub {

template <class T, int X, int Y = 1, int Z = 1, int ARCH = 0> class BlockAdjacentDifference {
    enum { THREADS = X * Y * Z };

  public:
    struct TempStorage {
        block_storage<T, THREADS> first, last;
    };
    BlockAdjacentDifference() : storage_(private_storage<TempStorage>()) {}
    explicit BlockAdjacentDifference(TempStorage &storage) : storage_(storage) {}

    /* out[i] = op(in[i], in[i - 1]). The block's first item stays as it is, unless one before it is given. */
    template <int N, class U, class Op> SIMT_INLINE void SubtractLeft(T (&in)[N], U (&out)[N], Op op, SIMT_SITE_HERE) {
        left(in, out, op, THREADS * N, nullptr, SIMT_SITE);
    }
    template <int N, class U, class Op>
    SIMT_INLINE void SubtractLeft(T (&in)[N], U (&out)[N], Op op, T before, SIMT_SITE_HERE) {
        left(in, out, op, THREADS * N, &before, SIMT_SITE);
    }
    template <int N, class U, class Op>
    SIMT_INLINE void SubtractLeftPartialTile(T (&in)[N], U (&out)[N], Op op, int valid, SIMT_SITE_HERE) {
        left(in, out, op, valid, nullptr, SIMT_SITE);
    }
    /* out[i] = op(in[i], in[i + 1]). The last one stays as it is, unless one behind it is given. */
    template <int N, class U, class Op> SIMT_INLINE void SubtractRight(T (&in)[N], U (&out)[N], Op op, SIMT_SITE_HERE) {
        right(in, out, op, THREADS * N, nullptr, SIMT_SITE);
    }
    template <int N, class U, class Op>
    SIMT_INLINE void SubtractRight(T (&in)[N], U (&out)[N], Op op, T behind, SIMT_SITE_HERE) {
        right(in, out, op, THREADS * N, &behind, SIMT_SITE);
    }
    template <int N, class U, class Op>
    SIMT_INLINE void SubtractRightPartialTile(T (&in)[N], U (&out)[N], Op op, int valid, SIMT_SITE_HERE) {
        right(in, out, op, valid, nullptr, SIMT_SITE);
    }

  private:
    TempStorage &storage_;

    template <int N, class U, class Op>
    SIMT_INLINE void left(T (&in)[N], U (&out)[N], Op op, int valid, T *before, SIMT_SITE_PARAMETERS) {
        int tid = block_tid();
        storage_.last[tid] = in[N - 1];
        __syncthreads(SIMT_SITE);
        if (tid > 0) before = &storage_.last[tid - 1];
        for (int i = N - 1; i >= 0; i--) {
            T *other = i > 0 ? &in[i - 1] : before;
            out[i] = other && tid * N + i < valid ? (U)op(in[i], *other) : (U)in[i];
        }
    }
    template <int N, class U, class Op>
    SIMT_INLINE void right(T (&in)[N], U (&out)[N], Op op, int valid, T *behind, SIMT_SITE_PARAMETERS) {
        int tid = block_tid();
        storage_.first[tid] = in[0];
        __syncthreads(SIMT_SITE);
        if (tid < THREADS - 1) behind = &storage_.first[tid + 1];
        for (int i = 0; i < N; i++) {
            T *other = i < N - 1 ? &in[i + 1] : behind;
            bool last = tid * N + i + 1 >= valid && valid < THREADS * N;
            out[i] = other && !last ? (U)op(in[i], *other) : (U)in[i];
        }
    }
};

} // namespace cub

#endif
