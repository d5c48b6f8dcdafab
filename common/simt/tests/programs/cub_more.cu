// More of CUB: merge sorts, differences, shuffles, segments, keys, partitions, an allocator, two dimensions.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cub/block/block_shuffle.cuh>
#include <cub/cub.cuh>
#include <cub/util_allocator.cuh>

constexpr int X = 16, Y = 4, THREADS = X * Y, ITEMS = 3, TILE = THREADS * ITEMS;

struct by_last_digit {
    __host__ __device__ bool operator()(const int &a, const int &b) const {
        return a % 10 < b % 10;
    }
};
struct minus {
    __host__ __device__ int operator()(int a, int b) const {
        return a - b;
    }
};
struct odd {
    __host__ __device__ bool operator()(int x) const {
        return x & 1;
    }
};
typedef cub::KeyValuePair<int, int> pair;
struct segment_sum {
    __host__ __device__ int operator()(int a, int b) const {
        return a + b;
    }
};

__global__ void tile(const int *in, int *sorted, int *differences, int *results) {
    typedef cub::BlockLoad<int, X, ITEMS, cub::BLOCK_LOAD_WARP_TRANSPOSE, Y> Load;
    typedef cub::BlockMergeSort<int, X, ITEMS, cub::NullType, Y> Sort;
    typedef cub::BlockAdjacentDifference<int, X, Y> Difference;
    typedef cub::BlockShuffle<int, X, Y> Shuffle;
    typedef cub::BlockScan<int, X, cub::BLOCK_SCAN_WARP_SCANS, Y> Scan;
    typedef cub::BlockExchange<int, X, ITEMS, false, Y> Exchange;
    __shared__ typename Load::TempStorage load;
    __shared__ typename Sort::TempStorage sort;
    __shared__ typename Difference::TempStorage difference;
    __shared__ typename Shuffle::TempStorage shuffle;
    __shared__ typename Scan::TempStorage scan;
    __shared__ typename Exchange::TempStorage exchange;
    int tid = threadIdx.y * X + threadIdx.x, items[ITEMS], changes[ITEMS], rotated = 0, total;
    Load(load).Load(in, items);
    Difference(difference).SubtractLeft(items, changes, minus());
    cub::StoreDirectBlocked(tid, differences, changes);
    Shuffle(shuffle).Rotate(items[0], rotated, 5);
    results[tid] = rotated;
    int prefix[ITEMS];
    Scan(scan).InclusiveSum(items, prefix, total);
    if (tid == THREADS - 1) results[THREADS] = prefix[ITEMS - 1] == total ? total : -1;
    Sort(sort).Sort(items, by_last_digit());
    Exchange(exchange).BlockedToStriped(items);
    cub::StoreDirectStriped<THREADS>(tid, sorted, items);
}

static int failures;
static void check(bool good, const char *what) {
    if (!good) printf("wrong: %s\n", what), failures++;
}
static cub::CachingDeviceAllocator allocator(true);

/** Runs an algorithm in memory of the allocator. */
template <class F> static void run(F algorithm) {
    void *d_temp = NULL;
    size_t bytes = 0;
    CubDebugExit(algorithm(d_temp, bytes));
    CubDebugExit(allocator.DeviceAllocate(&d_temp, bytes));
    CubDebugExit(algorithm(d_temp, bytes));
    CubDebugExit(allocator.DeviceFree(d_temp));
}

int main() {
    std::vector<int> h(TILE), got(TILE), want;
    for (int &x : h) x = rand() % 1000;
    int *d_in, *d_out, *d_more, *d_count;
    size_t bytes = TILE * sizeof(int);
    for (int **d : {&d_in, &d_out, &d_more, &d_count}) {
        CubDebugExit(allocator.DeviceAllocate((void **)d, bytes));
        CubDebugExit(cudaMemset(*d, 0, bytes));
    }
    cudaMemcpy(d_in, h.data(), bytes, cudaMemcpyHostToDevice);
    auto get = [&](int *d) { cudaMemcpy(got.data(), d, bytes, cudaMemcpyDeviceToHost); };
    tile<<<1, dim3(X, Y)>>>(d_in, d_out, d_more, d_count);
    get(d_out);
    check(std::is_permutation(got.begin(), got.end(), h.begin()), "a permutation");
    check(std::is_sorted(got.begin(), got.end(), by_last_digit()), "a merge sort");
    get(d_more);
    check(got[0] == h[0] && got[50] == h[50] - h[49] && got[51] == h[51] - h[50], "differences");
    get(d_count);
    int total = 0;
    for (int x : h) total += x;
    check(got[2] == h[(2 + 5) * ITEMS] && got[THREADS - 1] == h[4 * ITEMS] && got[THREADS] == total,
          "rotated, and scanned");

    run([&](void *t, size_t &b) { return cub::DeviceReduce::ArgMax(t, b, d_in, (pair *)d_out, TILE); });
    get(d_out);
    int place = (int)(std::max_element(h.begin(), h.end()) - h.begin());
    check(got[0] == place && got[1] == h[place], "ArgMax");
    run([&](void *t, size_t &b) { return cub::DevicePartition::If(t, b, d_in, d_out, d_count, TILE, odd()); });
    want = h;
    std::stable_partition(want.begin(), want.end(), odd());
    int n_odd = (int)std::count_if(h.begin(), h.end(), odd());
    std::reverse(want.begin() + n_odd, want.end());
    get(d_out);
    check(got == want, "a partition");
    run([&](void *t, size_t &b) { return cub::DeviceMergeSort::StableSortKeys(t, b, d_out, TILE, by_last_digit()); });
    std::stable_sort(want.begin(), want.end(), by_last_digit());
    get(d_out);
    check(got == want, "a stable sort");

    int offsets[] = {0, 50, 50, TILE}, *d_offsets;
    CubDebugExit(allocator.DeviceAllocate((void **)&d_offsets, sizeof offsets));
    cudaMemcpy(d_offsets, offsets, sizeof offsets, cudaMemcpyHostToDevice);
    run([&](void *t, size_t &b) {
        return cub::DeviceSegmentedRadixSort::SortKeys(t, b, d_in, d_out, TILE, 3, d_offsets, d_offsets + 1);
    });
    want = h;
    std::sort(want.begin(), want.begin() + 50);
    std::sort(want.begin() + 50, want.end());
    get(d_out);
    check(got == want, "segments");
    run([&](void *t, size_t &b) {
        return cub::DeviceReduce::ReduceByKey(t, b, d_offsets, d_out, d_in, d_more, d_count, segment_sum(), 4);
    });
    get(d_more);
    check(got[0] == h[0] && got[1] == h[1] + h[2] && got[2] == h[3], "ReduceByKey");
    for (int *d : {d_in, d_out, d_more, d_count, d_offsets}) CubDebugExit(allocator.DeviceFree(d));
    puts(failures ? "FAIL" : "PASS");
    return failures != 0;
}
