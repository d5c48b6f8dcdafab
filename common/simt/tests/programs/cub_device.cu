// CUB's device-wide algorithms, with memory that each is asked for first: sort, sum, scan, select, runs, histogram.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#include <cub/cub.cuh>

static_assert(cuda::ceil_div(7, 2) == 4); // whose header comes with CUB

/** Asks how much memory the algorithm wants, and runs it. */
#define RUN(algorithm, ...)                                                                                            \
    do {                                                                                                               \
        void *d_temp = NULL;                                                                                           \
        size_t bytes = 0;                                                                                              \
        check(algorithm(d_temp, bytes, __VA_ARGS__) == cudaSuccess, #algorithm);                                       \
        check(bytes > 0, "it wants memory");                                                                           \
        cudaMalloc(&d_temp, bytes);                                                                                    \
        check(algorithm(d_temp, bytes, __VA_ARGS__) == cudaSuccess, #algorithm);                                       \
        cudaFree(d_temp);                                                                                              \
    } while (0)

struct is_small {
    __host__ __device__ bool operator()(const int &x) const {
        return x < 100;
    }
};
struct larger {
    __host__ __device__ int operator()(int a, int b) const {
        return a > b ? a : b;
    }
};

static int failures;
static void check(bool good, const char *what) {
    if (!good) printf("wrong: %s\n", what), failures++;
}

template <class T> static std::vector<T> get(const T *d, int n) {
    std::vector<T> h(n);
    cudaMemcpy(h.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost);
    return h;
}
template <class T> static T *put(const std::vector<T> &h) {
    T *d;
    cudaMalloc(&d, h.size() * sizeof(T));
    cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice);
    return d;
}

static void test_sorts(const std::vector<int> &h) {
    int n = (int)h.size();
    std::vector<int> sorted = h, numbers(n);
    std::sort(sorted.begin(), sorted.end());
    std::iota(numbers.begin(), numbers.end(), 0);
    int *d_in = put(h), *d_out = put(h), *d_numbers = put(numbers), *d_moved = put(numbers);
    RUN(cub::DeviceRadixSort::SortKeys, d_in, d_out, n);
    check(get(d_out, n) == sorted && get(d_in, n) == h, "SortKeys");
    RUN(cub::DeviceRadixSort::SortPairsDescending, d_in, d_out, d_numbers, d_moved, n);
    std::vector<int> keys = get(d_out, n), moved = get(d_moved, n);
    for (int i = 0; i < n; i++) check(keys[i] == sorted[n - 1 - i] && h[moved[i]] == keys[i], "SortPairsDescending");
    cub::DoubleBuffer<int> buffers(d_in, d_out);
    RUN(cub::DeviceRadixSort::SortKeys, buffers, n);
    check(get(buffers.Current(), n) == sorted, "two buffers");
    for (int *d : {d_in, d_out, d_numbers, d_moved}) cudaFree(d);
}

int main() {
    const int n = 2000;
    std::vector<int> h(n), want(n);
    for (int &x : h) x = rand() % 1000 - 200;
    test_sorts(h);

    int *d_in = put(h), *d_out = put(h), *d_count = put(std::vector<int>(1)), *d_lengths = put(h);
    RUN(cub::DeviceReduce::Sum, d_in, d_out, n);
    check(get(d_out, 1)[0] == std::accumulate(h.begin(), h.end(), 0), "Sum");
    RUN(cub::DeviceReduce::Reduce, d_in, d_out, n, larger(), -1000);
    check(get(d_out, 1)[0] == *std::max_element(h.begin(), h.end()), "Reduce");
    RUN(cub::DeviceReduce::Min, d_in, d_out, n);
    check(get(d_out, 1)[0] == *std::min_element(h.begin(), h.end()), "Min");
    RUN(cub::DeviceScan::ExclusiveSum, d_in, d_out, n);
    std::exclusive_scan(h.begin(), h.end(), want.begin(), 0);
    check(get(d_out, n) == want, "ExclusiveSum");
    RUN(cub::DeviceScan::InclusiveScan, d_in, d_out, larger(), n);
    std::inclusive_scan(h.begin(), h.end(), want.begin(), larger());
    check(get(d_out, n) == want, "InclusiveScan");

    RUN(cub::DeviceSelect::If, d_in, d_out, d_count, n, is_small());
    int chosen = get(d_count, 1)[0];
    want.resize(std::copy_if(h.begin(), h.end(), want.begin(), is_small()) - want.begin());
    check(chosen == (int)want.size() && get(d_out, chosen) == want, "Select");

    std::vector<int> sorted = h;
    for (int &x : sorted) x /= 50;
    std::sort(sorted.begin(), sorted.end());
    int *d_sorted = put(sorted);
    RUN(cub::DeviceRunLengthEncode::Encode, d_sorted, d_out, d_lengths, d_count, n);
    int runs = get(d_count, 1)[0];
    std::vector<int> lengths = get(d_lengths, runs), items = get(d_out, runs);
    check(std::accumulate(lengths.begin(), lengths.end(), 0) == n, "the runs have all items");
    for (int r = 0; r < runs; r++) check(lengths[r] == std::count(sorted.begin(), sorted.end(), items[r]), "a run");
    RUN(cub::DeviceSelect::Unique, d_sorted, d_out, d_count, n);
    check(get(d_count, 1)[0] == runs && get(d_out, runs) == items, "Unique");

    RUN(cub::DeviceHistogram::HistogramEven, d_in, d_out, 11, -200, 800, n);
    std::vector<int> bins = get(d_out, 10);
    for (int b = 0; b < 10; b++) {
        int low = -200 + 100 * b;
        check(bins[b] == std::count_if(h.begin(), h.end(), [=](int x) { return x >= low && x < low + 100; }), "bin");
    }
    int *d_offsets = put(std::vector<int>{0, 10, 10, 500, n});
    RUN(cub::DeviceSegmentedReduce::Sum, d_in, d_out, 4, d_offsets, d_offsets + 1);
    std::vector<int> sums = get(d_out, 4);
    check(sums[1] == 0 && sums[2] == std::accumulate(h.begin() + 10, h.begin() + 500, 0), "SegmentedReduce");
    for (int *d : {d_in, d_out, d_count, d_lengths, d_sorted, d_offsets}) cudaFree(d);
    check(cudaDeviceSynchronize() == cudaSuccess, "no error");
    puts(failures ? "FAIL" : "PASS");
    return failures != 0;
}
