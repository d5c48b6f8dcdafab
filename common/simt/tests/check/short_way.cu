/**
 * @file
 * @brief Kernels that a seed makes up, right and wrong ones, for test_short_way.sh.
 *
 *     short_way SEED
 *
 * In each step all threads do alike: they meet, or each of them touches a word of its own, of its neighbour or of all.
 * In some kernels a thread now and then does something else.
 */
#include <cstdio>
#include <cstdlib>

enum { BYTES = 1 << 15, DYNAMIC = 1024, VARIABLE = 4096 };

__host__ __device__ static unsigned mix(unsigned a, unsigned b) {
    unsigned h = a * 0x9E3779B1u ^ (b + 0x7F4A7C15u) * 0x85EBCA6Bu;
    h = (h ^ h >> 15) * 0xC2B2AE35u;
    return h ^ h >> 13;
}

struct Plan {
    unsigned seed, steps, odd, bytes; /* odd: so many steps of 1,000 are */
    char *written, *fresh;
};

__device__ int4 variable[VARIABLE / sizeof(int4)];
extern __shared__ int4 dynamic_memory[];

/* Accesses of all sizes and kinds. */
template <class T> __device__ int access(char *p, unsigned kind, bool writes) {
    if (!writes) return (int)*(T *)p;
    if (kind == 0) *(T *)p += 1;
    if (kind == 1) *(T *)p = 7;
    return 0;
}
__device__ int touch(char *p, unsigned size, unsigned kind, bool writes) {
    if (kind == 2 && size == 4) return writes ? atomicAdd((int *)p, 1) : *(volatile int *)p;
    if (kind == 2 && size == 8) return (int)atomicAdd((unsigned long long *)p, 1ull);
    if (kind == 3 && size == 4 && writes) return *(volatile int *)p = 5;
    if (size == 1) return access<char>(p, kind & 1, writes);
    if (size == 2) return access<short>(p, kind & 1, writes);
    if (size == 4) return access<int>(p, kind & 1, writes);
    if (size == 8) return access<long long>(p, kind & 1, writes);
    if (!writes) return ((int4 *)p)->x + ((int4 *)p)->w;
    *(int4 *)p = make_int4(1, 2, 3, 4);
    return 0;
}

__global__ void made_up(Plan plan) {
    __shared__ int4 fixed[DYNAMIC / sizeof(int4)];
    const unsigned t = threadIdx.x, all = blockIdx.x * blockDim.x + t;
    int sum = 0;
    for (unsigned step = 0; step < plan.steps; step++) {
        const unsigned h = mix(plan.seed, step), own = mix(h, all);
        const bool odd = own % 1000 < plan.odd;
        const unsigned x = odd ? own : h, size = 1u << (x >> 8) % 5;
        if (h % 5 == 0) __syncthreads();
        if (h % 11 == 0) __syncwarp();
        if (h % 17 == 0) __threadfence();
        if (h % 23 == 0) sum += __shfl_xor_sync(~0u, sum, 1);
        const unsigned words[] = {all, t, all / 2, h >> 20, own >> 20},
                       pattern = (x >> 18) % (odd ? 5 : 4);
        char *const spaces[] = {plan.written, plan.fresh, (char *)variable, (char *)dynamic_memory,
                                (char *)fixed};
        const unsigned space = (h >> 14) % 5;
        const unsigned bytes = space < 2    ? plan.bytes
                               : space == 2 ? (unsigned)VARIABLE
                                            : (unsigned)DYNAMIC;
        const bool writes = pattern == 0 || odd || h >> 28 < 4;
        sum += touch(spaces[space] + words[pattern] * size % bytes, size, (x >> 11) % 4, writes);
    }
    if (sum == 0x12345678) printf("an unlikely sum\n");
}

int main(int, char **argv) {
    const unsigned seed = 7919 * atoi(argv[1]);
    char *written, *fresh;
    cudaStream_t stream[2];
    cudaEvent_t event;
    cudaMalloc(&written, BYTES), cudaMalloc(&fresh, BYTES);
    cudaMemset(written, 0, BYTES);
    cudaEventCreate(&event);
    for (cudaStream_t &s : stream) cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    for (unsigned i = 0; i < 2 + mix(seed, 0) % 4; i++) {
        const unsigned h = mix(seed, 1 + i), which = h % 3 == 0;
        const Plan plan = {h,
                           6 + (h >> 8) % 30,
                           (h >> 16) % 4 ? 0 : 10u,
                           256u << (h >> 18) % 5,
                           written + (h >> 21) % 2 * 4096,
                           fresh};
        made_up<<<1 + (h >> 4) % 3, 32 << (h >> 6) % 3, DYNAMIC, stream[which]>>>(plan);
        if ((h >> 22) % 3 == 0) {
            cudaEventRecord(event, stream[which]);
            cudaStreamWaitEvent(stream[!which], event, 0);
        }
        if ((h >> 24) % 4 == 0) cudaMemsetAsync(written + 1000, 1, 2000, stream[(h >> 26) & 1]);
        if ((h >> 27) % 5 == 0) cudaDeviceSynchronize();
        if ((h >> 27) % 7 != 0) continue;
        cudaDeviceSynchronize();
        cudaFree(fresh);
        cudaMalloc(&fresh, BYTES);
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
