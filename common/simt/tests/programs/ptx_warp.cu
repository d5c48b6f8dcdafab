/**
 * @file
 * @brief A warp scan, votes, matches and a leader's atomic in PTX, with predicates and lane masks.
 */
#include <cstdio>

__device__ __forceinline__ unsigned lane_id() {
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}
__device__ __forceinline__ unsigned mask_lt() {
    unsigned mask;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return mask;
}

/* The scan of a library: a step adds only where the shuffle has found a lane. */
__device__ int inclusive_sum(int value) {
    for (int d = 1; d < 32; d *= 2)
        asm volatile("{\n"
                     "  .reg .s32 r0;\n"
                     "  .reg .pred p;\n"
                     "  shfl.sync.up.b32 r0|p, %0, %1, 0x0, 0xffffffff;\n"
                     "  @p add.s32 %0, r0, %0;\n"
                     "}"
                     : "+r"(value)
                     : "r"(d));
    return value;
}

__global__ void warps(const int *in, int *sums, unsigned *counts, unsigned *facts) {
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x, lane = lane_id();
    int x = in[t];
    sums[t] = inclusive_sum(x);

    unsigned odd, same, all, most, active, down, inside;
    asm volatile("{.reg .pred p; .reg .b32 one; and.b32 one, %1, 1; setp.ne.u32 p, one, 0;"
                 " vote.sync.ballot.b32 %0, p, 0xffffffff;}"
                 : "=r"(odd)
                 : "r"(x));
    asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(same) : "r"(x & 3));
    asm volatile("{.reg .pred p; match.all.sync.b32 %0|p, %1, 0xffffffff; @!p mov.b32 %0, 7;}"
                 : "=r"(all)
                 : "r"(t / 48));
    asm volatile("redux.sync.max.s32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(x));
    asm volatile("activemask.b32 %0;" : "=r"(active));
    asm volatile(
        "{.reg .pred p; shfl.sync.down.b32 %0|p, %2, 4, 0x181f, 0xffffffff; selp.u32 %1, 1, 0, p;}"
        : "=r"(down), "=r"(inside)
        : "r"(lane)); // segments of eight lanes
    if (x & 1) {      // one atomic for all odd lanes
        unsigned before = __popc(odd & mask_lt());
        if (before == 0)
            asm volatile("red.global.add.u32 [%0], %1;" ::"l"(counts), "r"(__popc(odd)) : "memory");
    }
    unsigned bid, tid, warp, n;
    asm("mov.u32 %0, %%ctaid.x;" : "=r"(bid));
    asm("mov.u32 %0, %%tid.x;\n mov.u32 %1, %%ntid.x;" : "=r"(tid), "=r"(n));
    asm("mov.u32 %0, %%warpid;" : "=r"(warp));
    bool right = bid * n + tid == t && warp == tid / 32 && (same >> lane & 1) && active == ~0u &&
                 (int)most >= x;
    right &= inside == (lane % 8 < 4) && down == (inside ? lane + 4 : lane);
    right &= all == (t / 32 % 3 == 1 ? 7u : ~0u);
    unsigned votes;
    asm volatile("{.reg .pred p, q; setp.eq.u32 p, %1, 1; vote.sync.all.pred q, p, 0xffffffff; "
                 "selp.b32 %0, 1, 0, q;}"
                 : "=r"(votes)
                 : "r"((unsigned)right));
    if (lane == 0) facts[t / 32] = votes;
}

int main() {
    const int n = 384;
    int *in, *sums, want = 0;
    unsigned *counts, *facts, odd = 0;
    cudaMallocManaged(&in, n * sizeof(*in));
    cudaMallocManaged(&sums, n * sizeof(*sums));
    cudaMallocManaged(&counts, sizeof(*counts));
    cudaMallocManaged(&facts, n / 32 * sizeof(*facts));
    for (int i = 0; i < n; i++) in[i] = i * 7919 % 101 - 50, odd += in[i] & 1;
    *counts = 0;
    warps<<<2, n / 2>>>(in, sums, counts, facts);
    bool right = cudaDeviceSynchronize() == cudaSuccess && *counts == odd;
    for (int i = 0; i < n; i++) {
        want = i % 32 ? want + in[i] : in[i];
        right &= sums[i] == want && facts[i / 32] == 1;
    }
    puts(right ? "PASS" : "FAIL");
    return !right;
}
