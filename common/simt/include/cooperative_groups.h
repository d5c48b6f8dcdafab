/**
 * @file
 * @brief Cooperative groups: blocks, tiles of a warp, coalesced threads, the grid.
 *
 * Every group within a warp is a mask of lanes; its operations are warp operations with that mask,
 * and ranks are places in it. Tiles of several warps stand in cooperative_groups/warps.h. Left out:
 * several devices. In a launch without clusters each block is a cluster of its own.
 * Source: CUDA C++ Programming Guide, "Cooperative groups".
 */
#ifndef COOPERATIVE_GROUPS_H
#define COOPERATIVE_GROUPS_H

/** Programs tell by this whether the groups are known. */
#define _COOPERATIVE_GROUPS_H_

#include "simt/quiet.h"

#include <type_traits>
#include <utility>

#include "cooperative_groups/warps.h"
#include "simt/core.h"
#include "simt/errors.h"
#include "simt/ptx.h"

namespace cooperative_groups {

/** Any group, its kind known at run time only. */
class thread_group {
  public:
    unsigned long long num_threads() const;
    unsigned long long thread_rank() const;
    unsigned long long size() const {
        return num_threads();
    }
    void sync(SIMT_SITE_HERE) const;

  protected:
    enum class extent { LANES, BLOCK, CLUSTER, GRID };
    explicit thread_group(extent e, uint32_t mask = 0) : extent_(e), mask_(mask) {}
    extent extent_;
    uint32_t mask_; /**< lanes, where the group is part of a warp */
    friend struct group_access;
};

/** The block of the calling thread. */
class thread_block : public thread_group {
  public:
    /** Which round of the block's threads a thread has arrived in. */
    class arrival_token {
        uint32_t round_ = 0;
        friend class thread_block;
    };
    thread_block() : thread_group(extent::BLOCK) {}
    /** sync() in two halves: what a thread does between them waits for nobody. */
    SIMT_UNSEEN static arrival_token barrier_arrive() {
        simt::ptx::named_barrier &b = split_barrier();
        arrival_token token;
        token.round_ = b.epoch;
        simt::ptx::arrive_at(b, num_threads());
        return token;
    }
    SIMT_UNSEEN static void barrier_wait(arrival_token &&token) {
        while (split_barrier().epoch == token.round_) simt_yield();
    }
    static void sync(SIMT_SITE_HERE) {
        simt_barrier(0, SIMT_SITE);
    }
    static unsigned int thread_rank() {
        return simt_self.linear;
    }
    static unsigned int num_threads() {
        const dim3 &d = simt_block_dim;
        return d.x * d.y * d.z;
    }
    static unsigned int size() {
        return num_threads();
    }
    static dim3 dim_threads() {
        return simt_block_dim;
    }
    static dim3 group_dim() {
        return dim_threads();
    }
    static dim3 group_index() {
        return simt_block_idx;
    }
    static dim3 thread_index() {
        return simt_self.thread_idx;
    }

  private:
    SIMT_UNSEEN static simt::ptx::named_barrier &split_barrier() {
        static __thread simt::ptx::named_barrier of_block;
        return of_block;
    }
};

inline thread_block this_thread_block() {
    return thread_block();
}

/** The cluster of the calling thread. In a launch without clusters it is its block. */
class cluster_group : public thread_group {
  public:
    struct arrival_token {};
    cluster_group() : thread_group(extent::CLUSTER) {}
    static void sync(SIMT_SITE_HERE) {
        if (num_blocks() == 1) {
            simt_barrier(0, SIMT_SITE);
        } else {
            simt_cluster_arrive(0, SIMT_SITE);
            simt_cluster_wait(SIMT_SITE);
        }
    }
    /** sync() in two halves: what a thread does between them waits for nobody. */
    static arrival_token barrier_arrive(SIMT_SITE_HERE) {
        simt_cluster_arrive(1, SIMT_SITE);
        return arrival_token();
    }
    static void barrier_wait(SIMT_SITE_HERE) {
        simt_cluster_wait(SIMT_SITE);
    }
    static void barrier_wait(arrival_token &&, SIMT_SITE_HERE) {
        simt_cluster_wait(SIMT_SITE);
    }
    static unsigned int num_blocks() {
        const dim3 &d = simt_cluster_dim;
        return d.x * d.y * d.z;
    }
    SIMT_UNSEEN static unsigned int block_rank() {
        return simt_cluster_rank;
    }
    static dim3 dim_blocks() {
        return simt_cluster_dim;
    }
    static dim3 dim_threads() {
        const dim3 &b = simt_block_dim, &c = simt_cluster_dim;
        return dim3(b.x * c.x, b.y * c.y, b.z * c.z);
    }
    static dim3 block_index() {
        return __clusterRelativeBlockIdx();
    }
    static dim3 thread_index() {
        dim3 i = block_index();
        const dim3 &b = simt_block_dim;
        const uint3 &t = simt_self.thread_idx;
        return dim3(i.x * b.x + t.x, i.y * b.y + t.y, i.z * b.z + t.z);
    }
    static unsigned int num_threads() {
        return num_blocks() * thread_block::num_threads();
    }
    static unsigned int size() {
        return num_threads();
    }
    static unsigned int thread_rank() {
        return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
    }
    /** The same variable of another block. */
    template <class T> static T *map_shared_rank(T *variable, int rank, SIMT_SITE_HERE) {
        return (T *)simt_cluster_map((const void *)variable, (uint32_t)rank, SIMT_SITE);
    }
    static unsigned int query_shared_rank(const void *address) {
        return simt_cluster_owner(address);
    }
};
inline cluster_group this_cluster() {
    return cluster_group();
}

/** What a GPU needs for tiles of several warps; here they need none. */
template <unsigned int MaxBlockSize = 1024> struct block_tile_memory {
    char bytes[MaxBlockSize / 32 * 16];
};
template <unsigned int MaxBlockSize>
inline thread_block this_thread_block(block_tile_memory<MaxBlockSize> &) {
    return thread_block();
}

/** All threads of a cooperative launch. */
class grid_group : public thread_group {
  public:
    grid_group() : thread_group(extent::GRID) {}
    bool is_valid() const {
        return true;
    }
    void sync(SIMT_SITE_HERE) const {
        simt_grid_barrier(SIMT_SITE);
    }
    static dim3 dim_blocks() {
        return simt_grid_dim;
    }
    static dim3 group_dim() {
        return dim_blocks();
    }
    static dim3 block_index() {
        return simt_block_idx;
    }
    static dim3 dim_threads() {
        return simt_block_dim;
    }
    static dim3 thread_index() {
        return simt_self.thread_idx;
    }
    static unsigned long long num_blocks() {
        const dim3 &d = simt_grid_dim;
        return (unsigned long long)d.x * d.y * d.z;
    }
    static unsigned long long block_rank() {
        const dim3 &d = simt_grid_dim;
        const uint3 &i = simt_block_idx;
        return ((unsigned long long)i.z * d.y + i.y) * d.x + i.x;
    }
    static unsigned long long num_threads() {
        return num_blocks() * thread_block::num_threads();
    }
    static unsigned long long size() {
        return num_threads();
    }
    static unsigned long long thread_rank() {
        return block_rank() * thread_block::num_threads() + simt_self.linear;
    }
};

inline grid_group this_grid() {
    return grid_group();
}

/** What tiles and coalesced groups have in common: some lanes of a warp, ranked from the lowest. */
class lane_group : public thread_group {
  public:
    unsigned int num_threads() const {
        return (unsigned int)__builtin_popcount(mask_);
    }
    unsigned int size() const {
        return num_threads();
    }
    unsigned int thread_rank() const {
        return (unsigned int)__builtin_popcount(mask_ & ((1u << simt_lane()) - 1));
    }
    /** Which one of its parent's parts this is, and of how many. */
    unsigned int meta_group_rank() const {
        return meta_rank_;
    }
    unsigned int meta_group_size() const {
        return meta_size_;
    }

    void sync(SIMT_SITE_HERE) const {
        simt_warp(SIMT_WARP_SYNC, mask_, 0, 0, SIMT_SITE);
    }
    int any(int predicate, SIMT_SITE_HERE) const {
        return (int)simt_warp(SIMT_WARP_ANY, mask_, predicate != 0, 0, SIMT_SITE);
    }
    int all(int predicate, SIMT_SITE_HERE) const {
        return (int)simt_warp(SIMT_WARP_ALL, mask_, predicate != 0, 0, SIMT_SITE);
    }
    /* These three answer in ranks. */
    unsigned int ballot(int predicate, SIMT_SITE_HERE) const {
        return to_ranks(ballot_lanes(predicate, SIMT_SITE));
    }
    template <class T> unsigned int match_any(T value, SIMT_SITE_HERE) const {
        return to_ranks(match_lanes(value, SIMT_SITE));
    }
    template <class T> unsigned int match_all(T value, int &same, SIMT_SITE_HERE) const {
        uint64_t all = simt_warp(SIMT_WARP_MATCH_ALL, mask_, word_of(value, 0), 0, SIMT_SITE);
        same = all != 0;
        return to_ranks((uint32_t)all);
    }

    /* Shuffles; a rank that names nobody reads a lane outside the mask, which is reported. */
    template <class T> T shfl(T value, int rank, SIMT_SITE_HERE) const {
        return read_lane(value, lane_of((unsigned int)rank), SIMT_SITE);
    }
    template <class T> T shfl_up(T value, unsigned int delta, SIMT_SITE_HERE) const {
        unsigned int r = thread_rank();
        return read_lane(value, delta <= r ? lane_of(r - delta) : simt_lane(), SIMT_SITE);
    }
    template <class T> T shfl_down(T value, unsigned int delta, SIMT_SITE_HERE) const {
        unsigned int r = thread_rank();
        bool inside = delta < num_threads() - r;
        return read_lane(value, inside ? lane_of(r + delta) : simt_lane(), SIMT_SITE);
    }

  protected:
    explicit lane_group(uint32_t mask, unsigned int meta_rank = 0, unsigned int meta_size = 1)
        : thread_group(extent::LANES, mask), meta_rank_(meta_rank), meta_size_(meta_size) {}

    /** The lane of a rank; when the group has no such rank, a lane outside it if there is one. */
    unsigned int lane_of(unsigned int rank) const {
        uint32_t m = mask_;
        if (rank >= num_threads()) return ~m ? (unsigned int)__builtin_ctz(~m) : rank & 31;
        while (rank--) m &= m - 1;
        return (unsigned int)__builtin_ctz(m);
    }
    /** Bits by lane to bits by rank. */
    unsigned int to_ranks(uint32_t lanes) const {
        unsigned int ranks = 0, r = 0;
        for (uint32_t m = mask_; m; m &= m - 1, r++) ranks |= (lanes >> __builtin_ctz(m) & 1) << r;
        return ranks;
    }

    template <class T> static uint64_t word_of(const T &value, size_t place) {
        static_assert(std::is_trivially_copyable<T>::value, "lanes exchange plain data only");
        uint64_t word = 0;
        size_t left = sizeof value - place;
        __builtin_memcpy(&word, (const char *)&value + place,
                         left < sizeof word ? left : sizeof word);
        return word;
    }
    /** The value that `lane` holds, moved eight bytes at a time. */
    template <class T> T read_lane(T value, unsigned int lane, SIMT_SITE_PARAMETERS) const {
        static_assert(sizeof(T) <= 32, "lanes exchange values of at most 32 bytes");
        for (size_t at = 0; at < sizeof value; at += 8) {
            uint64_t word = simt_warp(SIMT_WARP_SHFL, mask_, word_of(value, at), lane, SIMT_SITE);
            size_t left = sizeof value - at;
            __builtin_memcpy((char *)&value + at, &word, left < sizeof word ? left : sizeof word);
        }
        return value;
    }
    uint32_t ballot_lanes(int predicate, SIMT_SITE_PARAMETERS) const {
        return (uint32_t)simt_warp(SIMT_WARP_BALLOT, mask_, predicate != 0, 0, SIMT_SITE);
    }
    template <class T> uint32_t match_lanes(const T &value, SIMT_SITE_PARAMETERS) const {
        static_assert(sizeof(T) <= 8, "values of at most 8 bytes can be matched");
        return (uint32_t)simt_warp(SIMT_WARP_MATCH_ANY, mask_, word_of(value, 0), 0, SIMT_SITE);
    }

  private:
    unsigned int meta_rank_, meta_size_;
    friend struct group_access;
};

/** Lanes in any pattern: those that stood at one place together, or a part of such a group. */
class coalesced_group : public lane_group {
    using lane_group::lane_group;
    friend struct group_access;
};

/** N neighbouring lanes. */
template <unsigned int N> class warp_tile : public lane_group {
  public:
    static constexpr unsigned int num_threads() {
        return N;
    }
    static constexpr unsigned int size() {
        return N;
    }
    static unsigned int thread_rank() {
        return simt_lane() % N;
    }
    template <class T> T shfl(T value, int rank, SIMT_SITE_HERE) const {
        return read_lane(value, first_lane() + (unsigned int)rank % N, SIMT_SITE);
    }
    /** As on a GPU, a partner in a later tile does not exist; to ask for an earlier one is wrong. */
    template <class T> T shfl_xor(T value, unsigned int lane_mask, SIMT_SITE_HERE) const {
        unsigned int partner = simt_lane() ^ lane_mask;
        return read_lane(value, partner < first_lane() + N ? partner : simt_lane(), SIMT_SITE);
    }

  protected:
    warp_tile(unsigned int meta_rank, unsigned int meta_size)
        : lane_group((N < 32 ? (1u << N % 32) - 1 : ~0u) << first_lane(), meta_rank, meta_size) {}
    static unsigned int first_lane() {
        return simt_lane() & ~(N - 1);
    }
};

/** N neighbouring threads, N a power of two known at compile time. */
template <unsigned int N, class Parent = void>
class thread_block_tile : public std::conditional_t<(N > 32), warps_tile<N>, warp_tile<N>> {
    static_assert(N && (N & (N - 1)) == 0 && N <= 512,
                  "a tile's size is a power of two, at most 512");
    using base = std::conditional_t<(N > 32), warps_tile<N>, warp_tile<N>>;

  public:
    template <class Other>
    thread_block_tile(const thread_block_tile<N, Other> &t)
        : thread_block_tile(t.meta_group_rank(), t.meta_group_size()) {}

  private:
    thread_block_tile(unsigned int meta_rank, unsigned int meta_size)
        : base(meta_rank, meta_size) {}
    template <unsigned int M, class P> friend class thread_block_tile;
    friend struct group_access;
};

/** What the functions below, and those of reduce.h and scan.h, may do that programs may not. */
struct group_access {
    static coalesced_group lanes(uint32_t mask, unsigned int meta_rank, unsigned int meta_size) {
        return coalesced_group(mask, meta_rank, meta_size);
    }
    template <class Tile> static Tile tile(unsigned int meta_rank, unsigned int meta_size) {
        return Tile(meta_rank, meta_size);
    }
    static bool is_block(const thread_group &g) {
        return g.extent_ == thread_group::extent::BLOCK;
    }
    static bool is_grid(const thread_group &g) {
        return g.extent_ == thread_group::extent::GRID;
    }
    static uint32_t mask(const thread_group &g) {
        return g.mask_;
    }
    template <class T>
    static T read_lane(const lane_group &g, T value, unsigned int lane, SIMT_SITE_PARAMETERS) {
        return g.read_lane(value, lane, SIMT_SITE);
    }
    static uint32_t ballot(const lane_group &g, int predicate, SIMT_SITE_PARAMETERS) {
        return g.ballot_lanes(predicate, SIMT_SITE);
    }
    template <class T> static uint32_t match(const lane_group &g, T value, SIMT_SITE_PARAMETERS) {
        return g.match_lanes(value, SIMT_SITE);
    }
    /** The part of a mask that lies below this lane. */
    static unsigned int rank_in(uint32_t mask) {
        return (unsigned int)__builtin_popcount(mask & ((1u << simt_lane()) - 1));
    }
};

inline thread_block_tile<1> this_thread() {
    return group_access::tile<thread_block_tile<1>>(0, 1);
}

inline coalesced_group coalesced_threads(SIMT_SITE_HERE) {
    return group_access::lanes(simt_active_mask(SIMT_SITE), 0, 1);
}

inline unsigned long long thread_group::num_threads() const {
    if (extent_ == extent::GRID) return grid_group::num_threads();
    if (extent_ == extent::CLUSTER) return cluster_group::num_threads();
    if (extent_ == extent::BLOCK) return thread_block::num_threads();
    return (unsigned long long)__builtin_popcount(mask_);
}
inline unsigned long long thread_group::thread_rank() const {
    if (extent_ == extent::GRID) return grid_group::thread_rank();
    if (extent_ == extent::CLUSTER) return cluster_group::thread_rank();
    if (extent_ == extent::BLOCK) return thread_block::thread_rank();
    return group_access::rank_in(mask_);
}
inline void thread_group::sync(SIMT_SITE_PARAMETERS) const {
    if (extent_ == extent::GRID)
        simt_grid_barrier(SIMT_SITE);
    else if (extent_ == extent::CLUSTER)
        cluster_group::sync(SIMT_SITE);
    else if (extent_ == extent::BLOCK)
        simt_barrier(0, SIMT_SITE);
    else
        simt_warp(SIMT_WARP_SYNC, mask_, 0, 0, SIMT_SITE);
}

/*
 * Partitions.
 */
/** Cuts a block, or a tile, into tiles. */
template <unsigned int N, class Parent>
inline thread_block_tile<N, Parent> tiled_partition(const Parent &parent) {
    static_assert(!std::is_same<Parent, coalesced_group>::value &&
                      !std::is_same<Parent, grid_group>::value,
                  "only blocks and tiles are cut into tiles of a fixed size");
    unsigned int threads = parent.num_threads();
    return group_access::tile<thread_block_tile<N, Parent>>(parent.thread_rank() / N,
                                                            (threads + N - 1) / N);
}

inline void simt_check_tile(unsigned int threads, SIMT_SITE_PARAMETERS) {
    if (threads == 0 || threads > 32 || (threads & (threads - 1)))
        simt_fault(cudaErrorLaunchFailure,
                   "%s:%d: a tile has %u threads. It must be a power of two up to 32", SIMT_SITE,
                   threads);
}

/** Cuts lanes into parts of a size known at run time: by ranks. */
inline coalesced_group tiled_partition(const coalesced_group &parent, unsigned int threads,
                                       SIMT_SITE_HERE) {
    simt_check_tile(threads, SIMT_SITE);
    unsigned int part = parent.thread_rank() / threads, rank = 0;
    uint32_t mask = 0;
    for (uint32_t m = group_access::mask(parent); m; m &= m - 1, rank++)
        if (rank / threads == part) mask |= m & -m;
    return group_access::lanes(mask, part, (parent.num_threads() + threads - 1) / threads);
}
inline thread_group tiled_partition(const thread_group &parent, unsigned int threads,
                                    SIMT_SITE_HERE) {
    uint32_t warp = group_access::mask(parent);
    if (group_access::is_block(parent)) {
        unsigned int left = thread_block::num_threads() - (simt_self.linear & ~31u);
        warp = left < 32 ? (1u << left) - 1 : ~0u;
    } else if (group_access::is_grid(parent)) {
        simt_fault(cudaErrorLaunchFailure, "%s:%d: a grid cannot be cut into tiles", SIMT_SITE);
    }
    return tiled_partition(group_access::lanes(warp, 0, 1), threads, SIMT_SITE);
}

/** Lanes of `parent` that have the same label. */
template <class Label>
inline coalesced_group labeled_partition(const lane_group &parent, Label label, SIMT_SITE_HERE) {
    static_assert(std::is_integral<Label>::value || std::is_pointer<Label>::value,
                  "a label is an integer or a pointer");
    uint32_t mask = group_access::match(parent, label, SIMT_SITE);
    bool is_lowest = group_access::rank_in(mask) == 0;
    uint32_t lowest = group_access::ballot(parent, is_lowest, SIMT_SITE);
    unsigned int parts_below = (unsigned int)__builtin_popcount(lowest & ((mask & -mask) - 1));
    return group_access::lanes(mask, parts_below, (unsigned int)__builtin_popcount(lowest));
}

/** Lanes of `parent` where the predicate is the same. */
inline coalesced_group binary_partition(const lane_group &parent, bool predicate, SIMT_SITE_HERE) {
    uint32_t all = group_access::mask(parent);
    uint32_t yes = group_access::ballot(parent, predicate, SIMT_SITE);
    if (yes == all || yes == 0) return group_access::lanes(all, 0, 1);
    return group_access::lanes(predicate ? yes : all & ~yes, predicate, 2);
}

/*
 * Operations in their free forms.
 */
template <class Group> inline void sync(const Group &group, SIMT_SITE_HERE) {
    group.sync(SIMT_SITE);
}
template <class Group> inline auto thread_rank(const Group &group) {
    return group.thread_rank();
}
template <class Group> inline auto group_size(const Group &group) {
    return group.num_threads();
}

/** One thread of the group calls f. */
template <class Group, class F, class... Args>
inline void invoke_one(const Group &group, F &&f, Args &&...args) {
    if (group.thread_rank() == 0) std::forward<F>(f)(std::forward<Args>(args)...);
}
/** One thread calls f; all get what it returned. */
template <class Group, class F, class... Args>
inline auto invoke_one_broadcast(const Group &group, F &&f, Args &&...args) {
    decltype(f(args...)) result{};
    if (group.thread_rank() == 0) result = std::forward<F>(f)(std::forward<Args>(args)...);
    return group.shfl(result, 0);
}

} // namespace cooperative_groups

#include "simt/loud.h"
#endif
