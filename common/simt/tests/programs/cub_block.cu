// CUB's block-wide classes in kernels: load, scan, sort, store.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#include <cub/cub.cuh>

constexpr int THREADS = 128, ITEMS = 4, TILE = THREADS * ITEMS;

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

static int failures;
static void check(bool good, const char *what) {
    if (!good) printf("wrong: %s\n", what), failures++;
}

int main() {
    const int n = 6 * TILE;
    std::vector<int> h(n), got(n), want(n);
    for (int &x : h) x = rand() % 1000 - 300;
    int *d_in, *d_out;
    short *d_values;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, n * sizeof(int));
    cudaMalloc(&d_values, n * sizeof(short));
    cudaMemcpy(d_in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    for (int size : {1, TILE - 1, TILE, 3 * TILE + 5}) {
        scan_all<<<1, THREADS>>>(d_in, d_out, size);
        cudaMemcpy(got.data(), d_out, size * sizeof(int), cudaMemcpyDeviceToHost);
        std::exclusive_scan(h.begin(), h.begin() + size, want.begin(), 0);
        check(std::equal(want.begin(), want.begin() + size, got.begin()), "scan");
    }
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
