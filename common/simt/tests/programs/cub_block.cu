// CUB's block-wide and warp-wide classes in kernels: load, scan, reduce, sort, exchange, flags, counts.
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
/** Goes on where the tile before has ended. */
struct running {
    int total;
    __device__ int operator()(int of_tile) {
        int old = total;
        total += of_tile;
        return old;
    }
};

__global__ void scan_all(const int *in, int *out, int n) {
    typedef cub::BlockLoad<int, THREADS, ITEMS, cub::BLOCK_LOAD_TRANSPOSE> Load;
    typedef cub::BlockStore<int, THREADS, ITEMS, cub::BLOCK_STORE_WARP_TRANSPOSE> Store;
    typedef cub::BlockScan<int, THREADS> Scan;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
        typename Scan::TempStorage scan;
    } temp;
    running prefix = {0};
    for (int tile = 0; tile < n; tile += TILE) {
        int items[ITEMS];
        Load(temp.load).Load(in + tile, items, n - tile, 0);
        __syncthreads();
        Scan(temp.scan).ExclusiveSum(items, items, prefix);
        __syncthreads();
        Store(temp.store).Store(out + tile, items, n - tile);
        __syncthreads();
    }
}

__global__ void sort_tiles(int *keys, short *values) {
    typedef cub::BlockRadixSort<int, THREADS, ITEMS, short> Sort;
    __shared__ typename Sort::TempStorage temp;
    int mine[ITEMS];
    short numbers[ITEMS];
    cub::LoadDirectBlocked(threadIdx.x, keys + blockIdx.x * TILE, mine);
    for (int i = 0; i < ITEMS; i++) numbers[i] = threadIdx.x * ITEMS + i;
    if (blockIdx.x % 2)
        Sort(temp).SortDescending(mine, numbers);
    else
        Sort(temp).SortBlockedToStriped(mine, numbers);
    for (int i = 0; i < ITEMS; i++) {
        int place = blockIdx.x * TILE + (blockIdx.x % 2 ? threadIdx.x * ITEMS + i : i * THREADS + threadIdx.x);
        keys[place] = mine[i];
        values[place] = numbers[i];
    }
}

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
    const int n = 6 * TILE;
    std::vector<int> h(n), got(n), want(n);
    for (int &x : h) x = rand() % 1000 - 300;
    int *d_in, *d_out, *d_bins;
    short *d_values;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, n * sizeof(int));
    cudaMalloc(&d_bins, 16 * sizeof(int));
    cudaMalloc(&d_values, n * sizeof(short));
    cudaMemcpy(d_in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    for (int size : {1, TILE - 1, TILE, 3 * TILE + 5}) {
        scan_all<<<1, THREADS>>>(d_in, d_out, size);
        cudaMemcpy(got.data(), d_out, size * sizeof(int), cudaMemcpyDeviceToHost);
        std::exclusive_scan(h.begin(), h.begin() + size, want.begin(), 0);
        check(std::equal(want.begin(), want.begin() + size, got.begin()), "scan");
    }
    reduce<<<1, THREADS>>>(d_in, d_out, d_bins);
    cudaMemcpy(got.data(), d_out, 4 * sizeof(int), cudaMemcpyDeviceToHost);
    check(got[0] == std::accumulate(h.begin(), h.begin() + TILE, 0), "sum");
    check(got[1] == *std::max_element(h.begin(), h.begin() + 100), "maximum of the first 100");
    check(got[2] == 1100 && got[3] == 16 * 16 + 120, "flags and a warp's sum");
    cudaMemcpy(got.data(), d_bins, 16 * sizeof(int), cudaMemcpyDeviceToHost);
    check(got[3] == std::count_if(h.begin(), h.begin() + TILE, [](int x) { return (x & 15) == 3; }), "histogram");

    sort_tiles<<<n / TILE, THREADS>>>(d_in, d_values);
    std::vector<short> values(n);
    cudaMemcpy(got.data(), d_in, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(values.data(), d_values, n * sizeof(short), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        int tile = i / TILE * TILE;
        check(h[tile + values[i]] == got[i], "a value went with its key");
        if (i == tile) continue;
        bool up = tile / TILE % 2 == 0, stable = got[i] != got[i - 1] || values[i - 1] < values[i];
        check(stable && (up ? got[i - 1] <= got[i] : got[i - 1] >= got[i]), "sorted");
    }
    check(cudaDeviceSynchronize() == cudaSuccess, "no error");
    puts(failures ? "FAIL" : "PASS");
    return failures != 0;
}
