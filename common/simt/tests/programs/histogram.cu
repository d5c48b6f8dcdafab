/**
 * @file
 * @brief A histogram with shared atomics, on two streams with pinned memory and events.
 */
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <numeric>

constexpr int kBins = 256;
constexpr size_t kBytes = 1 << 20;

__constant__ unsigned char c_map[256];

__global__ void __launch_bounds__(256, 4) histogram(const uchar4 *data, size_t n, unsigned *bins) {
    __shared__ unsigned local[kBins];
    for (int i = threadIdx.x; i < kBins; i += blockDim.x) local[i] = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)blockDim.x * gridDim.x) {
        uchar4 four = __ldg(&data[i].x) == data[i].x ? data[i] : make_uchar4(0, 0, 0, 0);
        atomicAdd(&local[c_map[four.x]], 1u);
        atomicAdd(&local[c_map[four.y]], 1u);
        atomicAdd(&local[c_map[four.z]], 1u);
        atomicAdd(&local[c_map[four.w]], 1u);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < kBins; i += blockDim.x)
        if (local[i]) atomicAdd(&bins[i], local[i]);
}

int main() {
    unsigned char map[256], *data, *d_data[2];
    std::iota(map, map + 256, (unsigned char)128);
    cudaMemcpyToSymbol(c_map, map, sizeof map);
    cudaMallocHost(&data, kBytes);
    unsigned want[kBins] = {}, got[kBins], *d_bins;
    uint32_t state = 1;
    for (size_t i = 0; i < kBytes; i++) {
        data[i] = (unsigned char)((state = state * 1664525u + 1013904223u) >> 24);
        want[map[data[i]]]++;
    }
    cudaMalloc(&d_bins, sizeof want);
    cudaMemset(d_bins, 0, sizeof want);
    cudaStream_t streams[2];
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    for (int s = 0; s < 2; s++) {
        cudaStreamCreate(&streams[s]);
        cudaMalloc(&d_data[s], kBytes / 2);
        cudaMemcpyAsync(d_data[s], data + s * kBytes / 2, kBytes / 2, cudaMemcpyHostToDevice, streams[s]);
        histogram<<<dim3(8), dim3(256), 0, streams[s]>>>((const uchar4 *)d_data[s], kBytes / 8, d_bins);
    }
    for (cudaStream_t stream : streams) cudaStreamSynchronize(stream);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    float ms = -1;
    cudaEventElapsedTime(&ms, start, stop);
    cudaMemcpy(got, d_bins, sizeof got, cudaMemcpyDeviceToHost);
    bool right = !std::memcmp(got, want, sizeof want) && ms >= 0 && cudaGetLastError() == cudaSuccess;
    std::puts(right ? "PASS" : "FAIL");
    return !right;
}
