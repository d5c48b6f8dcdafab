// CUB's reductions, flags and counts of a block and of warps.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#include <cub/cub.cuh>

constexpr int THREADS = 128, ITEMS = 4, TILE = THREADS * ITEMS;

struct largest {
    __host__ __device__ int operator()(int a, int b) const {
        return a > b ? a : b;
    }
};
struct differ {
    __device__ bool operator()(int a, int b) const {
        return a / 8 != b / 8;
    }
};
__global__ void reduce(const int *in, int *out, int *bins) {
    typedef cub::BlockReduce<int, THREADS> Reduce;
    typedef cub::BlockReduce<int, THREADS, cub::BLOCK_REDUCE_RAKING> Raking;
    typedef cub::BlockHistogram<unsigned char, THREADS, ITEMS, 16, cub::BLOCK_HISTO_ATOMIC> Histogram;
    typedef cub::BlockDiscontinuity<int, THREADS> Flags;
    typedef cub::WarpReduce<int, 16> Warp;
    __shared__ typename Reduce::TempStorage temp;
    __shared__ typename Raking::TempStorage raking;
    __shared__ typename Histogram::TempStorage counts;
    __shared__ typename Flags::TempStorage flags;
    __shared__ typename Warp::TempStorage warps[THREADS / 16];
    int items[ITEMS], heads[ITEMS];
    unsigned char small[ITEMS];
    cub::LoadDirectStriped<THREADS>(threadIdx.x, in, items);
    for (int i = 0; i < ITEMS; i++) small[i] = items[i] & 15;
    int sum = Reduce(temp).Sum(items);
    int most = Raking(raking).Reduce(items[0], largest(), 100);
    Histogram(counts).Histogram(small, bins);
    int numbers[ITEMS] = {0, (int)threadIdx.x * 2, (int)threadIdx.x * 2, (int)threadIdx.x * 2 + 1};
    Flags(flags).FlagHeads(heads, numbers, differ());
    int of_warp = Warp(warps[threadIdx.x / 16]).Sum(threadIdx.x);
    if (threadIdx.x == 0) out[0] = sum, out[1] = most;
    if (threadIdx.x == 5) out[2] = heads[0] * 1000 + heads[1] * 100 + heads[2] * 10 + heads[3];
    if (threadIdx.x == 16) out[3] = of_warp;
}

static int failures;
static void check(bool good, const char *what) {
    if (!good) printf("wrong: %s\n", what), failures++;
}

int main() {
    std::vector<int> h(TILE), got(16);
    for (int &x : h) x = rand() % 1000 - 300;
    int *d_in, *d_out, *d_bins;
    cudaMalloc(&d_in, TILE * sizeof(int));
    cudaMalloc(&d_out, 4 * sizeof(int));
    cudaMalloc(&d_bins, 16 * sizeof(int));
    cudaMemcpy(d_in, h.data(), TILE * sizeof(int), cudaMemcpyHostToDevice);
    reduce<<<1, THREADS>>>(d_in, d_out, d_bins);
    cudaMemcpy(got.data(), d_out, 4 * sizeof(int), cudaMemcpyDeviceToHost);
    check(got[0] == std::accumulate(h.begin(), h.begin() + TILE, 0), "sum");
    check(got[1] == *std::max_element(h.begin(), h.begin() + 100), "maximum of the first 100");
    check(got[2] == 1100 && got[3] == 16 * 16 + 120, "flags and a warp's sum");
    cudaMemcpy(got.data(), d_bins, 16 * sizeof(int), cudaMemcpyDeviceToHost);
    check(got[3] == std::count_if(h.begin(), h.begin() + TILE, [](int x) { return (x & 15) == 3; }), "histogram");
    check(cudaDeviceSynchronize() == cudaSuccess, "no error");
    puts(failures ? "FAIL" : "PASS");
    return failures != 0;
}
