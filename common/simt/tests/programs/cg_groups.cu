/**
 * @file
 * @brief Cooperative groups in further forms: partitions by label, the cluster, updates of atomics, invoke_one.
 */
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <cuda/atomic>
#include <utility>

namespace cg = cooperative_groups;

__global__ void labels(const int *in, int *counts, int *sums, cuda::atomic<int> *total, int *most) {
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    const int t = block.thread_rank(), x = in[t];
    auto same = cg::labeled_partition(warp, x % 3);
    const int rank_sum = cg::reduce(same, (int)same.thread_rank(), cg::plus<int>());
    const int n = same.size();
    counts[t] = rank_sum * 2 == n * (n - 1) ? n : -1;
    auto odd = cg::binary_partition(warp, x & 1);
    const int upto = cg::inclusive_scan(odd, x, cg::plus<int>());
    sums[t] = upto - cg::exclusive_scan(odd, x, cg::plus<int>());
    cg::reduce_update_async(warp, *total, x, cg::plus<int>());
    auto active = cg::coalesced_threads();
    const int biggest = cg::reduce(active, x, cg::greater<int>());
    cg::invoke_one(active, [&] { atomicMax(most, biggest); });
    const int first = cg::invoke_one_broadcast(warp, [&] { return x; });
    if (first != in[t / 32 * 32]) counts[t] = -2;
}

/* A kernel without clusters: each block is one. */
__global__ void alone(int *out) {
    __shared__ int s_value;
    __shared__ int s_copy[64];
    cg::cluster_group cluster = cg::this_cluster();
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, s_copy, out + 64, sizeof(s_copy));
    if (block.thread_rank() == 0) s_value = cluster.num_blocks() * 100 + cluster.block_rank();
    cluster.sync();
    cg::wait(block);
    const int *remote = cluster.map_shared_rank(&s_value, 0);
    out[block.thread_rank()] = *remote + s_copy[63 - block.thread_rank()];
}

/* Between arrival and waiting each thread works on what is its own. */
__global__ void split(int *out) {
    __shared__ int s_word[2][96];
    auto block = cg::this_thread_block();
    const int t = block.thread_rank();
    int sum = 0;
    for (int i = 0; i < 6; i++) {
        s_word[i % 2][t] = t + i;
        auto token = block.barrier_arrive();
        sum += i;
        block.barrier_wait(std::move(token));
        sum += s_word[i % 2][95 - t];
    }
    out[t] = sum;
}

int main() {
    const int n = 128;
    int *in, *out, *most, sum = 0, biggest = 0;
    cuda::atomic<int> *total;
    cudaMallocManaged(&in, n * sizeof(*in));
    cudaMallocManaged(&out, 2 * n * sizeof(*out));
    cudaMallocManaged(&most, sizeof(*most));
    cudaMallocManaged(&total, sizeof(*total));
    for (int i = 0; i < n; i++) {
        in[i] = i * i * 7 % 113;
        sum += in[i];
        if (in[i] > biggest) biggest = in[i];
    }
    *most = 0;
    total->store(0);
    labels<<<1, n>>>(in, out, out + n, total, most);
    bool right = cudaDeviceSynchronize() == cudaSuccess && total->load() == sum && *most == biggest;
    for (int i = 0; i < n; i++) {
        int same = 0;
        for (int k = i / 32 * 32; k < i / 32 * 32 + 32; k++) same += in[k] % 3 == in[i] % 3;
        right &= out[i] == same && out[n + i] == in[i];
    }
    for (int i = 0; i < 64; i++) out[64 + i] = i;
    alone<<<1, 64>>>(out);
    right &= cudaDeviceSynchronize() == cudaSuccess;
    for (int i = 0; i < 64; i++) right &= out[i] == 100 + 63 - i;
    split<<<1, 96>>>(out);
    right &= cudaDeviceSynchronize() == cudaSuccess;
    for (int i = 0; i < 96; i++) right &= out[i] == 6 * (95 - i) + 30;
    puts(right ? "PASS" : "FAIL");
    return !right;
}
