// The order in which CUB adds up floats: the sums have the same bits on any GPU, and here.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_reduce.cuh>

constexpr int THREADS = 256, WARPS = THREADS / 32;

__global__ void sums(const float *in, float *out, float *scanned) {
    typedef cub::BlockReduce<float, THREADS> Warps;
    typedef cub::BlockReduce<float, THREADS, cub::BLOCK_REDUCE_RAKING> Raking;
    typedef cub::BlockScan<float, THREADS, cub::BLOCK_SCAN_RAKING> Scan;
    __shared__ typename Warps::TempStorage warps;
    __shared__ typename Raking::TempStorage raking;
    __shared__ typename Scan::TempStorage scan;
    float mine = in[threadIdx.x], before;
    float by_warps = Warps(warps).Sum(mine), by_raking = Raking(raking).Sum(mine);
    Scan(scan).ExclusiveSum(mine, before);
    scanned[threadIdx.x] = before;
    if (threadIdx.x == 0) out[0] = by_warps, out[1] = by_raking;
}

/** Lane i adds lane i + 1, then i + 2, and so on. */
static float sum_of_warp(const float *lanes) {
    float x[32];
    memcpy(x, lanes, sizeof x);
    for (int by = 1; by < 32; by *= 2)
        for (int lane = 0; lane + by < 32; lane++) x[lane] = x[lane] + x[lane + by];
    return x[0];
}

int main() {
    std::vector<float> h(THREADS);
    for (float &x : h) x = rand() / 3.0f * (rand() % 2 ? 1e-7f : 1.0f);
    float *d_in, *d_out, *d_scanned, got[2], scanned[THREADS];
    cudaMalloc(&d_in, sizeof scanned);
    cudaMalloc(&d_out, sizeof got);
    cudaMalloc(&d_scanned, sizeof scanned);
    cudaMemcpy(d_in, h.data(), sizeof scanned, cudaMemcpyHostToDevice);
    sums<<<1, THREADS>>>(d_in, d_out, d_scanned);
    cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost);
    cudaMemcpy(scanned, d_scanned, sizeof scanned, cudaMemcpyDeviceToHost);

    float by_warps = sum_of_warp(&h[0]), segments[32];
    for (int w = 1; w < WARPS; w++) by_warps += sum_of_warp(&h[32 * w]);
    for (int lane = 0; lane < 32; lane++) {
        segments[lane] = h[lane * WARPS];
        for (int i = 1; i < WARPS; i++) segments[lane] += h[lane * WARPS + i];
    }
    bool good = got[0] == by_warps && got[1] == sum_of_warp(segments);
    for (int by = 1; by < 32; by *= 2)
        for (int lane = 31; lane >= by; lane--) segments[lane] = segments[lane - by] + segments[lane];
    for (int lane = 0; lane < 32; lane++) {
        float sum = lane ? segments[lane - 1] : 0;
        for (int i = 0; i < WARPS; i++) {
            if (scanned[lane * WARPS + i] != sum) good = false;
            sum += h[lane * WARPS + i];
        }
    }
    puts(good ? "PASS" : "FAIL");
    return !good;
}
