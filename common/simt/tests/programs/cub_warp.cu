// CUB's warp-wide classes: loads, stores, exchanges, scans and sorts of logical warps, without a block's barrier.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cub/warp/warp_exchange.cuh>
#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cub/warp/warp_store.cuh>

constexpr int W = 16, N = 4, TILE = W * N, WARPS = 6;

struct greater {
    __host__ __device__ bool operator()(const int &a, const int &b) const { return a > b; }
};

__global__ void sort_tiles(const int *in, int *sorted, int *places) {
    typedef cub::WarpLoad<int, N, cub::WARP_LOAD_TRANSPOSE, W> Load;
    typedef cub::WarpStore<int, N, cub::WARP_STORE_TRANSPOSE, W> Store;
    typedef cub::WarpMergeSort<int, N, W, int> Sort;
    __shared__ typename Load::TempStorage load[WARPS];
    __shared__ typename Store::TempStorage store[WARPS];
    __shared__ typename Sort::TempStorage sort[WARPS];
    int warp = threadIdx.x / W, tile = warp * TILE, keys[N], numbers[N];
    Load(load[warp]).Load(in + tile, keys);
    for (int i = 0; i < N; i++) numbers[i] = threadIdx.x % W * N + i;
    Sort(sort[warp]).Sort(keys, numbers, greater());
    Store(store[warp]).Store(sorted + tile, keys);
    __syncwarp();
    Store(store[warp]).Store(places + tile, numbers);
}

__global__ void count(int *out) {
    typedef cub::WarpScan<int, W> Scan;
    typedef cub::WarpReduce<int, W> Reduce;
    typedef cub::WarpExchange<int, N, W> Exchange;
    __shared__ typename Scan::TempStorage scan[WARPS];
    __shared__ typename Reduce::TempStorage reduce[WARPS];
    __shared__ typename Exchange::TempStorage exchange[WARPS];
    int warp = threadIdx.x / W, lane = threadIdx.x % W, before, all, items[N];
    Scan(scan[warp]).ExclusiveSum(lane + 1, before, all);
    int segment = Reduce(reduce[warp]).HeadSegmentedSum(1, lane % 5 == 0);
    for (int i = 0; i < N; i++) items[i] = lane * N + i;
    Exchange(exchange[warp]).BlockedToStriped(items, items);
    out[threadIdx.x] = before + 1000 * all + (lane == 5 ? segment : 0) + (items[2] == 2 * W + lane ? 0 : 7);
}

int main() {
    const int n = WARPS * TILE;
    std::vector<int> h(n), got(n), places(n);
    for (int &x : h) x = rand() % 50;
    int *d_in, *d_out, *d_places;
    for (int **d : {&d_in, &d_out, &d_places}) cudaMalloc(d, n * sizeof(int));
    cudaMemcpy(d_in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    sort_tiles<<<1, WARPS * W>>>(d_in, d_out, d_places);
    cudaMemcpy(got.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(places.data(), d_places, n * sizeof(int), cudaMemcpyDeviceToHost);
    bool good = true;
    for (int tile = 0; tile < n; tile += TILE) {
        good = good && std::is_sorted(&got[tile], &got[tile] + TILE, greater());
        for (int i = 0; i < TILE; i++) good = good && h[tile + places[tile + i]] == got[tile + i];
    }
    count<<<1, WARPS * W>>>(d_out);
    cudaMemcpy(got.data(), d_out, WARPS * W * sizeof(int), cudaMemcpyDeviceToHost);
    for (int t = 0; t < WARPS * W; t++) {
        int lane = t % W;
        good = good && got[t] == lane * (lane + 1) / 2 + 1000 * 136 + (lane == 5 ? 5 : 0);
    }
    puts(good && cudaDeviceSynchronize() == cudaSuccess ? "PASS" : "FAIL");
    return !good;
}
