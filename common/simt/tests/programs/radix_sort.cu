/**
 * @file
 * @brief Radix sort of records by 4 bits a pass: counts, a scan of them, and places by ballots.
 */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

static constexpr int kBits = 4, kRadix = 1 << kBits, kThreads = 256;

struct Record {
    uint32_t key;
    uint16_t origin;
    __host__ __device__ int digit(int shift) const {
        return key >> shift & (kRadix - 1);
    }
};
inline bool operator==(const Record &a, const Record &b) {
    return a.key == b.key && a.origin == b.origin;
}

__global__ void count(const Record *in, int n, int shift, int *counts) {
    __shared__ int s_count[kRadix];
    int i = blockIdx.x * kThreads + threadIdx.x;
    if (threadIdx.x < kRadix) s_count[threadIdx.x] = 0;
    __syncthreads();
    if (i < n) atomicAdd(s_count + in[i].digit(shift), 1);
    __syncthreads();
    if (threadIdx.x < kRadix) counts[threadIdx.x * gridDim.x + blockIdx.x] = s_count[threadIdx.x];
}

/* One warp; exclusive. */
__global__ void scan(int *counts, int n) {
    int before = 0;
    for (int i = threadIdx.x; i - (int)threadIdx.x < n; i += warpSize) {
        int own = i < n ? counts[i] : 0, sum = own;
        for (int d = 1; d < 32; d <<= 1) {
            int lower = __shfl_up_sync(~0u, sum, d);
            if (threadIdx.x >= d) sum += lower;
        }
        if (i < n) counts[i] = before + sum - own;
        before += __shfl_sync(~0u, sum, 31);
    }
}

__global__ void scatter(const Record *in, Record *out, int n, int shift, const int *offsets) {
    __shared__ int s_warp[kThreads / 32][kRadix];
    const int i = blockIdx.x * kThreads + threadIdx.x, warp = threadIdx.x >> 5;
    const int lane = threadIdx.x & 31, digit = i < n ? in[i].digit(shift) : 0;
    unsigned peers = __ballot_sync(0xffffffff, i < n);
    for (int bit = 0; bit < kBits; bit++) {
        unsigned ones = __ballot_sync(0xffffffff, digit >> bit & 1);
        peers &= digit >> bit & 1 ? ones : ~ones;
    }
    for (int d = lane; d < kRadix; d += 32) s_warp[warp][d] = 0;
    __syncwarp();
    const int rank = __popc(peers & ((1u << lane) - 1));
    if (i < n && rank == 0) s_warp[warp][digit] = __popc(peers);
    __syncthreads();
    if (i >= n) return;
    int place = offsets[digit * gridDim.x + blockIdx.x] + rank;
    for (int w = 0; w < warp; w++) place += s_warp[w][digit];
    out[place] = in[i];
}

int main() {
    const int n = 20011, blocks = (n + kThreads - 1) / kThreads;
    std::vector<Record> records(n), sorted(n);
    std::mt19937 random(7);
    for (int i = 0; i < n; i++) records[i] = {(uint32_t)random() >> (i % 3 * 8), (uint16_t)i};
    Record *d_in, *d_out;
    int *d_counts;
    cudaMalloc(&d_in, n * sizeof(Record));
    cudaMalloc(&d_out, n * sizeof(Record));
    cudaMalloc(&d_counts, kRadix * blocks * sizeof(int));
    cudaMemcpy(d_in, records.data(), n * sizeof(Record), cudaMemcpyHostToDevice);
    for (int shift = 0; shift < 32; shift += kBits, std::swap(d_in, d_out)) {
        count<<<blocks, kThreads>>>(d_in, n, shift, d_counts);
        scan<<<1, 32>>>(d_counts, kRadix * blocks);
        scatter<<<blocks, kThreads>>>(d_in, d_out, n, shift, d_counts);
    }
    cudaMemcpy(sorted.data(), d_in, n * sizeof(Record), cudaMemcpyDeviceToHost);
    std::stable_sort(records.begin(), records.end(),
                     [](auto &a, auto &b) { return a.key < b.key; });
    bool right = sorted == records && cudaGetLastError() == cudaSuccess;
    std::printf("%s\n", right ? "PASS" : "FAIL");
    return !right;
}
