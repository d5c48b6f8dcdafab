/**
 * @file
 * @brief Tiles of 64 to 512 threads: several warps of a block that wait for one another.
 *
 * Such a tile has a barrier of its own. On arrival each thread may leave the address of a value; after
 * the barrier all can read what the others left, until the next one.
 */
#ifndef COOPERATIVE_GROUPS_WARPS_H
#define COOPERATIVE_GROUPS_WARPS_H

#include "../simt/core.h"

namespace cooperative_groups {

/** What the tiles of the running block share. */
struct tiles_desk {
    struct {
        uint64_t arrived; /**< 65536 times the block's number, and how many threads are here */
        volatile uint32_t epoch; /**< how often all were */
    } tile[32]; /**< from 2 on those of 512 threads, from 4 on those of 256, and so on */
    const void *left[1024]; /**< by each thread, on arrival */
};
SIMT_UNSEEN inline tiles_desk &desk_of_block() {
    static __thread tiles_desk desk;
    return desk;
}

/** One more of n threads has arrived: true for the last, and then nobody has. */
SIMT_UNSEEN inline bool last_to_arrive(uint64_t &arrived, unsigned int n) {
    uint64_t block = simt_block_serial << 16, now;
    uint64_t old = __atomic_load_n(&arrived, __ATOMIC_RELAXED);
    do now = old >> 16 == simt_block_serial ? old + 1 : block + 1;
    while (!__atomic_compare_exchange_n(&arrived, &old, now == block + n ? block : now, true,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return now == block + n;
}

/** N neighbouring threads, a power of two above 32. */
template <unsigned int N> class warps_tile {
  public:
    static constexpr unsigned int num_threads() {
        return N;
    }
    static constexpr unsigned int size() {
        return N;
    }
    static unsigned int thread_rank() {
        return simt_self.linear % N;
    }
    unsigned int meta_group_rank() const {
        return meta_rank_;
    }
    unsigned int meta_group_size() const {
        return meta_size_;
    }

    /** Ends when all threads of the tile have called it. */
    static void sync(SIMT_SITE_HERE) {
        (void)simt_file, (void)simt_line;
        meet(nullptr);
    }
    template <class T> static T shfl(T value, unsigned int rank, SIMT_SITE_HERE) {
        meet(&value);
        T result = left_by<T>(rank % N);
        sync(SIMT_SITE); /* or a value would be gone before all have read it */
        return result;
    }
    static int any(int predicate, SIMT_SITE_HERE) {
        return count(predicate, SIMT_SITE) != 0;
    }
    static int all(int predicate, SIMT_SITE_HERE) {
        return count(predicate, SIMT_SITE) == N;
    }

    /** The value that each warp's threads have in common, to all threads. */
    template <class T> static void gather(const T &mine, T (&values)[N / 32], SIMT_SITE_HERE) {
        meet(&mine);
        for (unsigned int w = 0; w < N / 32; w++) values[w] = left_by<T>(w * 32);
        sync(SIMT_SITE);
    }

  protected:
    warps_tile(unsigned int meta_rank, unsigned int meta_size)
        : meta_rank_(meta_rank), meta_size_(meta_size) {}

  private:
    unsigned int meta_rank_, meta_size_;

    /* A thread can be interrupted anywhere, so that another one runs. */
    SIMT_UNSEEN static void meet(const void *value) {
        tiles_desk &desk = desk_of_block();
        auto &tile = desk.tile[1024 / N + simt_self.linear / N];
        uint32_t epoch = tile.epoch;
        if (value)
            desk.left[simt_self.linear] = value; /* those of the last time may still be read */
        if (last_to_arrive(tile.arrived, N)) {
            all_met();
            tile.epoch = epoch + 1;
        }
        while (tile.epoch == epoch) simt_yield();
    }
    /* For the checks: what was done before is ordered. */
    SIMT_UNSEEN static void all_met() {
        if constexpr (simt_is_checked) {
            uint32_t threads[N];
            for (uint32_t i = 0; i < N; i++) threads[i] = simt_self.linear / N * N + i;
            simt_tile_met(threads, N);
        }
    }
    template <class T> SIMT_UNSEEN static const T &left_by(unsigned int rank) {
        const void *value = desk_of_block().left[simt_self.linear / N * N + rank];
        return *static_cast<const T *>(value);
    }
    static unsigned int count(int predicate, SIMT_SITE_PARAMETERS) {
        unsigned int n = 0;
        meet(&predicate);
        for (unsigned int r = 0; r < N; r++) n += left_by<int>(r) != 0;
        sync(SIMT_SITE);
        return n;
    }
};

} // namespace cooperative_groups

#endif
