/**
 * @file
 * @brief Clusters without cooperative groups: the intrinsics, and the same by inline PTX.
 */
#include <cstdint>
#include <cstdio>

enum {
    THREADS = 32,
    X = 2,
    Y = 2,
    BLOCKS_X = 4,
    BLOCKS_Y = 4,
    BLOCKS = BLOCKS_X * BLOCKS_Y,
    WORDS = 12
};

/* All that a block is told about its cluster, twice. */
__global__ void __cluster_dims__(X, Y) look(unsigned *by_intrinsics, unsigned *by_ptx) {
    const unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
    unsigned *a = by_intrinsics + block * WORDS, *b = by_ptx + block * WORDS;
    if (threadIdx.x > 0) return;
    const dim3 shape = __clusterDim(), place = __clusterIdx(), inside = __clusterRelativeBlockIdx();
    const dim3 clusters = __clusterGridDimInClusters();
    a[0] = shape.x, a[1] = shape.y, a[2] = shape.z;
    a[3] = place.x, a[4] = place.y, a[5] = inside.x, a[6] = inside.y;
    a[7] = clusters.x, a[8] = clusters.y;
    a[9] = __clusterRelativeBlockRank(), a[10] = __clusterSizeInBlocks(),
    a[11] = __clusterDimIsSpecified();
    asm("mov.u32 %0, %%cluster_nctaid.x;" : "=r"(b[0]));
    asm("mov.u32 %0, %%cluster_nctaid.y;" : "=r"(b[1]));
    asm("mov.u32 %0, %%cluster_nctaid.z;" : "=r"(b[2]));
    asm("mov.u32 %0, %%clusterid.x;" : "=r"(b[3]));
    asm("mov.u32 %0, %%clusterid.y;" : "=r"(b[4]));
    asm("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(b[5]));
    asm("mov.u32 %0, %%cluster_ctaid.y;" : "=r"(b[6]));
    asm("mov.u32 %0, %%nclusterid.x;" : "=r"(b[7]));
    asm("mov.u32 %0, %%nclusterid.y;" : "=r"(b[8]));
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(b[9]));
    asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(b[10]));
    asm("{ .reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p; }" : "=r"(b[11]));
}

/* Each block adds to a counter of the next one, by 64-bit addresses, and reads it by 32-bit addresses. */
__global__ void __cluster_dims__(4, 1, 1) pass(unsigned *sums, unsigned *ranks) {
    __shared__ unsigned s_sum;
    const unsigned rank = __clusterRelativeBlockRank(), next = (rank + 1) % 4;
    if (threadIdx.x == 0) s_sum = 100 * blockIdx.x;
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    unsigned *there = (unsigned *)__cluster_map_shared_rank(&s_sum, next);
    atomicAdd(there, threadIdx.x);
    asm volatile(
        "barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::
            : "memory");
    const uint32_t own = (uint32_t)__cvta_generic_to_shared(&s_sum);
    uint32_t other, value, owner;
    uint64_t other64;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(other) : "r"(own), "r"(next));
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(other) : "memory");
    asm volatile("mapa.u64 %0, %1, %2;" : "=l"(other64) : "l"(&s_sum), "r"(next));
    asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(owner) : "r"(other));
    if (other64 != (uint64_t)there || __cluster_query_shared_rank(there) != owner) value = 0;
    if (threadIdx.x == 0) sums[blockIdx.x] = value, ranks[blockIdx.x] = owner;
    __cluster_barrier_arrive_relaxed();
    __cluster_barrier_wait();
}

static int look_is_right(const unsigned *a, const unsigned *b) {
    for (unsigned block = 0; block < BLOCKS; block++, a += WORDS, b += WORDS) {
        const unsigned x = block % BLOCKS_X, y = block / BLOCKS_X;
        const unsigned want[WORDS] = {
            X,     Y, 1, x / X, y / Y, x % X, y % Y, BLOCKS_X / X, BLOCKS_Y / Y, y % Y * X + x % X,
            X * Y, 1};
        for (int i = 0; i < WORDS; i++)
            if (a[i] != want[i] || b[i] != want[i])
                return printf("block %u, word %d: %u %u\n", block, i, a[i], b[i]), 0;
    }
    return 1;
}

int main() {
    unsigned *words;
    cudaMallocManaged(&words, 2 * BLOCKS * WORDS * sizeof *words);
    look<<<dim3(BLOCKS_X, BLOCKS_Y), THREADS>>>(words, words + BLOCKS * WORDS);
    if (cudaDeviceSynchronize() != cudaSuccess || !look_is_right(words, words + BLOCKS * WORDS))
        return puts("FAIL"), 1;
    pass<<<8, THREADS>>>(words, words + 8);
    if (cudaDeviceSynchronize() != cudaSuccess) return puts("FAIL"), 1;
    for (unsigned block = 0; block < 8; block++) {
        const unsigned next = block / 4 * 4 + (block + 1) % 4;
        if (words[block] != 100 * next + 496 || words[8 + block] != next % 4)
            return printf("FAIL at %u\n", block), 1;
    }
    puts("PASS");
}
