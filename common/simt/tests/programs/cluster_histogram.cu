/**
 * @file
 * @brief A histogram whose bins lie in the shared memory of a cluster, and sums that go around a ring of blocks.
 */
#include <cooperative_groups.h>
#include <cstdio>
#include <utility>
#include <vector>

namespace cg = cooperative_groups;

enum { BINS = 1000, PART = 128, THREADS = 64, KEYS = 20000, CLUSTER = 8, GRID = 4 * CLUSTER };

/* Each block of a cluster has a part of the bins, and counts into all of them. */
__global__ void histogram(const unsigned *keys, int n, unsigned *bins, int part) {
    extern __shared__ unsigned s_bins[];
    cg::cluster_group cluster = cg::this_cluster();
    const int stride = gridDim.x * blockDim.x;
    for (int i = threadIdx.x; i < part; i += blockDim.x) s_bins[i] = 0;
    cluster.sync();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        unsigned *there = cluster.map_shared_rank(s_bins, keys[i] / part);
        atomicAdd(there + keys[i] % part, 1u);
    }
    cluster.sync();
    const int first = cluster.block_rank() * part;
    for (int i = threadIdx.x; i < part && first + i < BINS; i += blockDim.x)
        atomicAdd(&bins[first + i], s_bins[i]);
}

/* A sum of all blocks' values: each block gets them one after the other from its neighbour. What it adds between the
 * two halves of the barrier is its own. */
template <int BLOCKS> __global__ void __cluster_dims__(BLOCKS, 1, 1) ring(int *out) {
    __shared__ int s_value[2][THREADS];
    cg::cluster_group cluster = cg::this_cluster();
    const int t = threadIdx.x, left = ((int)cluster.block_rank() + BLOCKS - 1) % BLOCKS;
    int sum = 0, value = blockIdx.x * THREADS + t;
    s_value[0][t] = value;
    for (int step = 1; step < BLOCKS; step++) {
        auto token = cluster.barrier_arrive();
        sum += value;
        cluster.barrier_wait(std::move(token));
        value = cluster.map_shared_rank(&s_value[(step - 1) % 2][0], left)[t];
        s_value[step % 2][t] = value;
    }
    cluster.sync(); /* nobody ends while another one reads */
    out[blockIdx.x * THREADS + t] = sum + value;
}

static int histogram_is_right() {
    std::vector<unsigned> keys(KEYS), want(BINS);
    for (int i = 0; i < KEYS; i++) want[keys[i] = i * 2654435761u % BINS]++;
    unsigned *d_keys, *d_bins;
    std::vector<unsigned> got(BINS);
    cudaMalloc(&d_keys, KEYS * sizeof *d_keys);
    cudaMalloc(&d_bins, BINS * sizeof *d_bins);
    cudaMemcpy(d_keys, keys.data(), KEYS * sizeof *d_keys, cudaMemcpyHostToDevice);
    cudaMemset(d_bins, 0, BINS * sizeof *d_bins);
    cudaLaunchAttribute shape;
    shape.id = cudaLaunchAttributeClusterDimension;
    shape.val.clusterDim.x = CLUSTER, shape.val.clusterDim.y = shape.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = GRID, config.blockDim = THREADS;
    config.dynamicSmemBytes = PART * sizeof(unsigned);
    config.attrs = &shape, config.numAttrs = 1;
    if (cudaLaunchKernelEx(&config, histogram, (const unsigned *)d_keys, (int)KEYS, d_bins,
                           (int)PART) != cudaSuccess)
        return 0;
    cudaMemcpy(got.data(), d_bins, BINS * sizeof *d_bins, cudaMemcpyDeviceToHost);
    return got == want;
}

template <int BLOCKS> static int ring_is_right() {
    const int blocks = 3 * BLOCKS;
    int *out;
    cudaMallocManaged(&out, blocks * THREADS * sizeof *out);
    ring<BLOCKS><<<blocks, THREADS>>>(out);
    if (cudaDeviceSynchronize() != cudaSuccess) return 0;
    int good = 1;
    for (int b = 0; b < blocks; b++)
        for (int t = 0; t < THREADS; t++) {
            int want = 0;
            for (int k = 0; k < BLOCKS; k++) want += (b / BLOCKS * BLOCKS + k) * THREADS + t;
            good &= out[b * THREADS + t] == want;
        }
    return good;
}

int main() {
    puts(histogram_is_right() && ring_is_right<2>() && ring_is_right<5>() && ring_is_right<8>()
             ? "PASS"
             : "FAIL");
}
