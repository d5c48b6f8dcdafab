/**
 * @file
 * @brief Cooperative groups do what the programming guide says; each result against a serial loop.
 */
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>

namespace cg = cooperative_groups;

/* A kernel leaves the line of an expectation that failed. */
#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) atomicMax(wrong, __LINE__);                                              \
    } while (0)

enum { BLOCK_THREADS = 96, BLOCKS = 4 };

/** A value for a thread that tells most neighbours apart. */
__device__ int value_of(unsigned thread) {
    return (int)(thread * 37 % 101);
}

__global__ void rank_blocks_and_grid(int *wrong) {
    cg::thread_block block = cg::this_thread_block();
    unsigned rank = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    EXPECT(block.thread_rank() == rank && block.size() == BLOCK_THREADS);
    EXPECT(block.num_threads() == BLOCK_THREADS && block.group_index().x == blockIdx.x);
    EXPECT(block.thread_index().y == threadIdx.y && block.dim_threads().x == blockDim.x);
    cg::grid_group grid = cg::this_grid();
    EXPECT(grid.thread_rank() == blockIdx.x * BLOCK_THREADS + rank);
    EXPECT(grid.size() == BLOCKS * BLOCK_THREADS && grid.num_blocks() == BLOCKS);
    EXPECT(grid.block_rank() == blockIdx.x && grid.dim_blocks().x == BLOCKS);
    cg::thread_group any = block;
    EXPECT(any.thread_rank() == rank && any.size() == BLOCK_THREADS);
    EXPECT(cg::this_thread().size() == 1 && cg::this_thread().thread_rank() == 0);
}

__global__ void wait_for_the_block(int *wrong) {
    __shared__ int s_value[BLOCK_THREADS];
    cg::thread_block block = cg::this_thread_block();
    unsigned rank = block.thread_rank();
    s_value[rank] = value_of(rank);
    block.sync();
    EXPECT(s_value[(rank + 50) % BLOCK_THREADS] == value_of((rank + 50) % BLOCK_THREADS));
    cg::sync(block);
    s_value[rank] = -1;
    cg::thread_group any = block;
    any.sync();
    EXPECT(s_value[BLOCK_THREADS - 1 - rank] == -1);
}

template <unsigned N> __device__ void check_shuffles(int *wrong) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<N> tile = cg::tiled_partition<N>(block);
    unsigned thread = block.thread_rank(), rank = tile.thread_rank(), first = thread - rank;
    int mine = value_of(thread);
    EXPECT(rank == thread % N && tile.size() == N && tile.num_threads() == N);
    EXPECT(tile.meta_group_rank() == thread / N && tile.meta_group_size() == BLOCK_THREADS / N);
    EXPECT(tile.shfl(mine, 0) == value_of(first));
    EXPECT(tile.shfl(mine, (rank + 3) % N) == value_of(first + (rank + 3) % N));
    EXPECT(tile.shfl_up(mine, 1) == (rank >= 1 ? value_of(thread - 1) : mine));
    EXPECT(tile.shfl_down(mine, 2) == (rank + 2 < N ? value_of(thread + 2) : mine));
    EXPECT(tile.shfl_xor(mine, N / 2) == value_of(first + (rank ^ N / 2)));
    EXPECT(tile.shfl(1e9 + mine, N - 1) == 1e9 + value_of(first + N - 1));
    int4 wide = tile.shfl(make_int4(mine, 1, 2, -mine), 0);
    EXPECT(wide.x == value_of(first) && wide.w == -value_of(first));
}

template <unsigned N> __device__ void check_votes(int *wrong) {
    auto tile = cg::tiled_partition<N>(cg::this_thread_block());
    unsigned thread = cg::this_thread_block().thread_rank(), rank = tile.thread_rank();
    unsigned all = N < 32 ? (1u << N % 32) - 1 : ~0u;
    tile.sync();
    EXPECT(tile.ballot(1) == all && tile.ballot(rank == 0) == 1);
    EXPECT(tile.any(rank == N - 1) && !tile.any(0) && tile.all(1));
    EXPECT(tile.all(rank != 0) == 0);
    unsigned same = 0;
    for (unsigned r = 0; r < N; r++)
        if (r % 4 == rank % 4) same |= 1u << r;
    EXPECT(tile.match_any(rank % 4) == same);
    int alike = -1;
    EXPECT(tile.match_all(thread / N, alike) == all && alike);
    EXPECT(tile.match_all(rank, alike) == (N == 1) && alike == (N == 1));
}

__global__ void shuffle_and_vote_in_tiles(int *wrong) {
    check_shuffles<32>(wrong);
    check_shuffles<16>(wrong);
    check_shuffles<8>(wrong);
    check_shuffles<4>(wrong);
    check_shuffles<2>(wrong);
    check_shuffles<1>(wrong);
    check_votes<32>(wrong);
    check_votes<8>(wrong);
    check_votes<2>(wrong);
    check_votes<1>(wrong);
}

__global__ void cut_tiles(int *wrong) {
    cg::thread_block block = cg::this_thread_block();
    unsigned thread = block.thread_rank();
    auto warp = cg::tiled_partition<32>(block);
    auto quad = cg::tiled_partition<4>(warp);
    EXPECT(quad.meta_group_rank() == thread % 32 / 4 && quad.meta_group_size() == 8);
    EXPECT(quad.shfl((int)thread, 2) == (int)(thread / 4 * 4 + 2));
    cg::thread_group eight = cg::tiled_partition(block, 8);
    EXPECT(eight.size() == 8 && eight.thread_rank() == thread % 8);
    eight.sync();
    cg::thread_group two = cg::tiled_partition(eight, 2);
    EXPECT(two.size() == 2 && two.thread_rank() == thread % 2);
}

__global__ void coalesce(int *wrong) {
    unsigned lane = threadIdx.x % 32;
    if (lane % 3 != 1) return; /* 11 lanes stay: 1, 4 ... 31 */
    cg::coalesced_group active = cg::coalesced_threads();
    unsigned rank = active.thread_rank(), n = active.size();
    EXPECT(n == 11 && rank == lane / 3);
    EXPECT(active.shfl((int)lane, 2) == 7 && active.shfl((int)lane, n - 1) == 31);
    EXPECT(active.shfl_up(lane, 1) == (rank ? lane - 3 : lane));
    EXPECT(active.shfl_down(lane, 2) == (rank + 2 < n ? lane + 6 : lane));
    EXPECT(active.ballot(rank == 3 || rank == 0) == 9 && active.any(rank == 5) &&
           !active.all(rank));
    EXPECT(active.match_any(rank / 4) == (0xfu << rank / 4 * 4 & ((1u << n) - 1)));
    cg::coalesced_group quad = cg::tiled_partition(active, 4);
    EXPECT(quad.thread_rank() == rank % 4 && quad.size() == min(4, n - rank / 4 * 4));
    EXPECT(quad.meta_group_rank() == rank / 4 && quad.meta_group_size() == (n + 3) / 4);
    active.sync();
}

__global__ void partition_by_label(int *wrong) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    unsigned rank = warp.thread_rank();
    cg::coalesced_group like = cg::labeled_partition(warp, (int)(rank * 7 % 5));
    unsigned before = 0, total = 0;
    for (unsigned r = 0; r < 32; r++)
        if (r * 7 % 5 == rank * 7 % 5) total++, before += r < rank;
    EXPECT(like.thread_rank() == before && like.size() == total);
    EXPECT(like.meta_group_size() == 5 && like.meta_group_rank() == rank % 5);
    cg::coalesced_group half = cg::binary_partition(warp, rank < 10);
    EXPECT(half.size() == (rank < 10 ? 10 : 22) && half.meta_group_rank() == (rank < 10));
    EXPECT(cg::binary_partition(half, true).size() == half.size());
}

struct complex_sum { /* a type and an operation of the program's own */
    float re, im;
};

__global__ void reduce_lanes(int *wrong) {
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    auto tile = cg::tiled_partition<8>(block);
    unsigned thread = block.thread_rank(), first = thread / 8 * 8;
    int sum = 0, least = 1000, bits = 0;
    for (unsigned t = first; t < first + 8; t++) {
        sum += value_of(t), bits ^= value_of(t);
        least = min(least, value_of(t));
    }
    int mine = value_of(thread);
    EXPECT(cg::reduce(tile, mine, cg::plus<int>()) == sum);
    EXPECT(cg::reduce(tile, mine, cg::less<int>()) == least);
    EXPECT(cg::reduce(tile, -mine, cg::greater<int>()) == -least);
    EXPECT(cg::reduce(tile, mine, cg::bit_xor<int>()) == bits);
    EXPECT(cg::reduce(tile, mine, [](int a, int b) { return a + b; }) == sum);
    EXPECT(cg::reduce(warp, 1u << warp.thread_rank(), cg::bit_or<unsigned>()) == ~0u);
    EXPECT(cg::reduce(warp, 1.5, cg::plus<double>()) == 48);
    complex_sum c = cg::reduce(tile, complex_sum{1, (float)mine}, [](complex_sum a, complex_sum b) {
        return complex_sum{a.re + b.re, a.im + b.im};
    });
    EXPECT(c.re == 8 && c.im == sum);
    /* Sums of unlike floats depend on the order: pairs at distance 4, then 2, then 1. */
    float f = thread % 8 == 0 ? 1e8f : 1 + thread % 8, half[8];
    for (unsigned r = 0; r < 8; r++) half[r] = r ? 1 + r : 1e8f;
    for (int reach = 4; reach; reach /= 2)
        for (int r = 0; r < reach; r++) half[r] += half[r + reach];
    EXPECT(cg::reduce(tile, f, cg::plus<float>()) == half[0]);
}

__global__ void reduce_and_scan_coalesced(int *wrong) {
    unsigned lane = threadIdx.x % 32;
    if (lane % 5 != 2) return; /* 6 lanes stay: 2, 7 ... 27 */
    cg::coalesced_group active = cg::coalesced_threads();
    int before = 0, sum = 0;
    for (unsigned l = 2; l < 32; l += 5) {
        if (l < lane) before += value_of(l);
        sum += value_of(l);
    }
    int mine = value_of(lane);
    EXPECT(cg::reduce(active, mine, cg::plus<int>()) == sum);
    EXPECT(cg::reduce(active, lane, cg::greater<unsigned>()) == 27);
    EXPECT(cg::inclusive_scan(active, mine) == before + mine);
    EXPECT(cg::exclusive_scan(active, mine, cg::plus<int>()) == before);
}

__global__ void scan_tiles(int *wrong) {
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    unsigned thread = block.thread_rank(), rank = tile.thread_rank();
    int mine = value_of(thread), before = 0, greatest = -1;
    for (unsigned t = thread - rank; t < thread; t++) {
        before += value_of(t);
        greatest = max(greatest, value_of(t));
    }
    EXPECT(cg::inclusive_scan(tile, mine, cg::plus<int>()) == before + mine);
    EXPECT(cg::exclusive_scan(tile, mine) == before);
    EXPECT(cg::inclusive_scan(tile, mine, cg::greater<int>()) == max(greatest, mine));
    EXPECT(cg::exclusive_scan(tile, mine, cg::greater<int>()) == (rank ? greatest : 0));
    EXPECT(cg::inclusive_scan(tile, (double)mine) == before + mine);
}

__device__ int source[BLOCK_THREADS * 3];

__global__ void copy_by_groups(int *wrong) {
    __shared__ int s_copy[BLOCK_THREADS * 3];
    cg::thread_block block = cg::this_thread_block();
    unsigned thread = block.thread_rank();
    source[thread] = value_of(thread);
    block.sync();
    cg::memcpy_async(block, s_copy, source, sizeof(int) * BLOCK_THREADS);
    cg::wait(block);
    EXPECT(s_copy[(thread + 33) % BLOCK_THREADS] == value_of((thread + 33) % BLOCK_THREADS));
    block.sync();
    s_copy[thread] = -1;
    block.sync();
    auto tile = cg::tiled_partition<32>(block);
    unsigned first = thread / 32 * 32;
    cg::memcpy_async(tile, s_copy + first, 32, source + first, 40);
    cg::wait(tile);
    EXPECT(s_copy[first + (thread + 1) % 32] == value_of(first + (thread + 1) % 32));
}

/** Tiles of several warps: a GPU wants memory for them from the block. */
template <unsigned N> __device__ void check_warps(int *wrong) {
    __shared__ cg::block_tile_memory<256> s_memory;
    __shared__ int s_turn[256];
    cg::thread_block block = cg::this_thread_block(s_memory);
    auto tile = cg::tiled_partition<N>(block);
    unsigned thread = block.thread_rank(), rank = tile.thread_rank(), first = thread - rank;
    EXPECT(rank == thread % N && tile.size() == N && tile.num_threads() == N);
    EXPECT(tile.meta_group_rank() == thread / N && tile.meta_group_size() == 256 / N);
    for (int round = 0; round < 3; round++) {
        s_turn[thread] = round * 1000 + value_of(thread);
        tile.sync();
        unsigned other = first + (rank + 33) % N;
        EXPECT(s_turn[other] == round * 1000 + value_of(other));
        cg::sync(tile);
    }
    int sum = 0, before = 0;
    for (unsigned r = 0; r < N; r++) {
        sum += value_of(first + r);
        before += r < rank ? value_of(first + r) : 0;
    }
    EXPECT(tile.shfl(value_of(thread), N - 2) == value_of(first + N - 2));
    EXPECT(tile.any(rank == N - 1) && !tile.any(0) && tile.all(1) && !tile.all(rank != 40));
    EXPECT(cg::reduce(tile, value_of(thread), cg::plus<int>()) == sum);
    EXPECT(cg::reduce(tile, (double)rank, cg::greater<double>()) == N - 1);
    EXPECT(cg::inclusive_scan(tile, value_of(thread)) == before + value_of(thread));
    EXPECT(cg::exclusive_scan(tile, value_of(thread), cg::plus<int>()) == before);
    auto warp = cg::tiled_partition<32>(tile);
    EXPECT(warp.thread_rank() == rank % 32 && warp.meta_group_rank() == rank / 32);
    if (first == 0) tile.sync(); /* the other tiles have their own barrier */
}

__global__ void work_in_tiles_of_warps(int *wrong) {
    check_warps<64>(wrong);
    __syncthreads();
    check_warps<128>(wrong);
    check_warps<256>(wrong);
}

__device__ int posted[BLOCKS];

/** Needs a cooperative launch. */
__global__ void wait_for_the_grid(int *wrong) {
    cg::grid_group grid = cg::this_grid();
    for (int round = 1; round <= 5; round++) {
        if (threadIdx.x == 0) posted[blockIdx.x] = round * 10 + (int)blockIdx.x;
        grid.sync();
        int other = (int)(blockIdx.x + round) % BLOCKS;
        EXPECT(posted[other] == round * 10 + other);
        cg::sync(grid);
    }
}

struct group_test {
    const char *promise;
    void (*kernel)(int *wrong);
    bool cooperative;
    dim3 grid, block;
};

static const group_test tests[] = {
    {"blocks and grids know ranks and sizes", rank_blocks_and_grid, false, 4, {8, 6, 2}},
    {"a block's sync is a barrier", wait_for_the_block, false, 2, 96},
    {"tiles of every size shuffle and vote", shuffle_and_vote_in_tiles, false, 1, 96},
    {"tiles are cut from tiles, and at run time", cut_tiles, false, 1, 96},
    {"coalesced groups rank the lanes that are there", coalesce, false, 1, 96},
    {"groups are parted by label and predicate", partition_by_label, false, 1, 96},
    {"tiles reduce with any operator, floats in a GPU's order", reduce_lanes, false, 1, 96},
    {"coalesced groups reduce and scan", reduce_and_scan_coalesced, false, 1, 96},
    {"tiles scan with any operator", scan_tiles, false, 1, 96},
    {"groups copy, and wait for it", copy_by_groups, false, 1, 96},
    {"tiles of several warps wait, shuffle, vote, reduce and scan", work_in_tiles_of_warps, false,
     2, 256},
    {"a grid's sync is a barrier over all blocks", wait_for_the_grid, true, BLOCKS, 64},
};

static int run(const group_test *test) {
    int *d_wrong, line = 0;
    if (cudaMalloc(&d_wrong, sizeof *d_wrong) || cudaMemset(d_wrong, 0, sizeof *d_wrong)) return -1;
    void *args[] = {&d_wrong};
    if (test->cooperative)
        cudaLaunchCooperativeKernel((const void *)test->kernel, test->grid, test->block, args);
    else
        test->kernel<<<test->grid, test->block>>>(d_wrong);
    if (cudaMemcpy(&line, d_wrong, sizeof line, cudaMemcpyDeviceToHost)) line = -1;
    cudaFree(d_wrong);
    return line;
}

int main() {
    int failed = 0;
    for (const group_test &test : tests) {
        int line = run(&test);
        printf("%s - %s\n", line ? "not ok" : "ok", test.promise);
        if (line) printf("#   %s:%d: %s\n", __FILE__, line, cudaGetErrorString(cudaGetLastError()));
        failed |= line != 0;
    }
    return failed;
}
