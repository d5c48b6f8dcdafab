/**
 * @file
 * @brief Threads, barriers and warps behave as the CUDA programming guide says, in any order.
 */
#include "promise.h"

enum { THREADS = 96 };

static int *d_wrong;

/* Runs a kernel that counts what is wrong. */
#define KEPT(launch) (cudaMemset(d_wrong, 0, 4), launch, wrongs() == 0)
static int wrongs() {
    int wrong = -1;
    cudaMemcpy(&wrong, d_wrong, 4, cudaMemcpyDeviceToHost);
    return wrong;
}
#define EXPECT(condition) ((condition) ? 0 : atomicAdd(wrong, 1))

__global__ void barriers(int *wrong) {
    __shared__ int s_sum[THREADS];
    int t = threadIdx.x;
    for (int round = 0; round < 50; round++) {
        s_sum[t] = t + round;
        __syncthreads();
        EXPECT(s_sum[(t + 41) % THREADS] == (t + 41) % THREADS + round);
        __syncthreads();
    }
    EXPECT(__syncthreads_count(t % 3 == 0) == THREADS / 3);
    EXPECT(__syncthreads_and(t >= 0) && !__syncthreads_and(t != 5));
    EXPECT(__syncthreads_or(t == 5) && !__syncthreads_or(t > THREADS));
}

__global__ void early_return(int *wrong) {
    __shared__ int s_seen;
    if (threadIdx.x == 0) s_seen = 0;
    __syncthreads();
    if (threadIdx.x >= 40) return;
    atomicAdd(&s_seen, 1);
    __syncthreads();
    EXPECT(s_seen == 40);
}

__global__ void geometry(int *wrong, unsigned *seen) {
    unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned b = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    EXPECT(blockDim.x == 4 && blockDim.y == 3 && blockDim.z == 2 && gridDim.x == 5 &&
           gridDim.y == 2 && gridDim.z == 3);
    atomicAdd(&seen[b * 24 + t], 1);
}

__global__ void dynamic(int *wrong) {
    extern __shared__ int s_numbers[];
    s_numbers[threadIdx.x] = threadIdx.x;
    __syncthreads();
    EXPECT(s_numbers[blockDim.x - 1 - threadIdx.x] == (int)(blockDim.x - 1 - threadIdx.x));
}

__global__ void shared_is_not_clean(int *dirty) {
    __shared__ int s_numbers[64];
    if (s_numbers[threadIdx.x] != 0) atomicAdd(dirty, 1);
    s_numbers[threadIdx.x] = 0;
}

__global__ void votes(int *wrong) {
    unsigned lane = threadIdx.x % 32, all = 0xffffffff;
    EXPECT(__ballot_sync(all, lane & 1) == 0xaaaaaaaa);
    EXPECT(__any_sync(all, lane == 7) && !__any_sync(all, lane > 31));
    EXPECT(__all_sync(all, lane < 32) && !__all_sync(all, lane < 31));
    EXPECT(__match_any_sync(all, lane / 8) == 0xffu << lane / 8 * 8);
    int same;
    EXPECT(__match_all_sync(all, 5, &same) == all && same == 1);
    EXPECT(__match_all_sync(all, lane, &same) == 0 && same == 0);
    EXPECT(__reduce_add_sync(all, lane) == 496 && __reduce_max_sync(all, (int)lane - 40) == -9);
    EXPECT(__reduce_min_sync(all, (int)lane - 40) == -40 &&
           __reduce_min_sync(all, lane - 40) == 0xffffffd8u);
    EXPECT(__reduce_xor_sync(all, lane) == 0 && __reduce_or_sync(all, lane) == 31 &&
           __reduce_and_sync(all, lane | 64) == 64);
    unsigned half = lane < 16 ? 0xffffu : 0xffff0000u;
    EXPECT(__ballot_sync(half, 1) == half);
    EXPECT(__reduce_add_sync(half, 1u) == 16);
}

__global__ void shuffles(int *wrong) {
    int lane = threadIdx.x % 32;
    unsigned all = 0xffffffff;
    EXPECT(__shfl_sync(all, lane, 5) == 5 && __shfl_sync(all, lane, 37) == 5);
    EXPECT(__shfl_sync(all, lane, 3, 8) == lane / 8 * 8 + 3);
    EXPECT(__shfl_up_sync(all, lane, 2) == (lane < 2 ? lane : lane - 2));
    EXPECT(__shfl_up_sync(all, lane, 2, 16) == (lane % 16 < 2 ? lane : lane - 2));
    EXPECT(__shfl_down_sync(all, lane, 3) == (lane > 28 ? lane : lane + 3));
    EXPECT(__shfl_down_sync(all, lane, 3, 4) == (lane % 4 == 0 ? lane + 3 : lane));
    EXPECT(__shfl_xor_sync(all, lane, 9) == (lane ^ 9));
    EXPECT(__shfl_xor_sync(all, lane, 16, 16) == (lane < 16 ? lane : lane - 16));
    EXPECT(__shfl_sync(all, 0.5 * lane, 9) == 4.5 &&
           __shfl_sync(all, 1ull << lane << 20, 15) == 1ull << 35);
}

__global__ void diverged(int *wrong) {
    int lane = threadIdx.x % 32;
    if (lane % 2) {
        unsigned mask = __activemask();
        EXPECT(mask == 0xaaaaaaaa);
        EXPECT(__shfl_sync(mask, lane, 31) == 31);
        __syncwarp(mask);
    } else if (lane < 16) {
        EXPECT(__ballot_sync(0x5555, lane < 8) == 0x55);
    }
    __syncwarp();
    EXPECT(__activemask() == 0xffffffff);
    if (lane > 20) return;
    EXPECT(__ballot_sync(0x1fffff, 1) == 0x1fffff);
}

__global__ void message(int *wrong) {
    volatile __shared__ int s_flag;
    __shared__ int s_data;
    if (threadIdx.x == 0) s_flag = 0;
    __syncthreads();
    if (threadIdx.x == 70) {
        s_data = 42;
        __threadfence_block();
        s_flag = 1;
    }
    if (threadIdx.x == 3) {
        while (!s_flag) {
        }
        EXPECT(s_data == 42);
    }
}

__global__ void look_back(int *wrong, volatile int *flags, int *tickets) {
    __shared__ int s_tile;
    if (threadIdx.x == 0) s_tile = atomicAdd(tickets, 1);
    __syncthreads();
    int tile = s_tile;
    if (threadIdx.x == 0) {
        int before = 0;
        if (tile > 0)
            while ((before = flags[tile - 1]) == 0) {
            }
        flags[tile] = before + 1;
        EXPECT(before == tile);
    }
}

__global__ void all_blocks_meet(int *wrong, int *count) {
    if (threadIdx.x == 0) {
        atomicAdd(count, 1);
        while (atomicAdd(count, 0) < (int)gridDim.x) {
        }
    }
    __syncthreads();
    EXPECT(*(volatile int *)count == (int)gridDim.x);
}

__global__ void atomics(unsigned *sum, int *least, unsigned long long *large, float *real,
                        unsigned *ring, unsigned *bits) {
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(sum, t);
    atomicMin(least, (int)t - 500);
    atomicMax(large, (unsigned long long)t << 32);
    atomicAdd(real, 0.5f);
    atomicInc(ring, 6);
    atomicOr(bits, 1u << t % 32);
}

__constant__ int c_table[4];
__device__ int d_counter = 5;
__device__ int d_array[3] = {1, 2, 3};
__global__ void symbols(int *wrong) {
    EXPECT(c_table[2] == 30 && d_array[1] == 2);
    if (threadIdx.x == 0) atomicAdd(&d_counter, 2);
}

static void test_symbols() {
    const int table[] = {10, 20, 30, 40};
    int counter = 0;
    cudaMemcpyToSymbol(c_table, table, sizeof table);
    bool kept = KEPT((symbols<<<1, 32>>>(d_wrong)));
    cudaMemcpyFromSymbol(&counter, d_counter, sizeof counter);
    promise("constants and device variables are reached by their symbols", kept && counter == 7);
    void *d_address;
    cudaGetSymbolAddress(&d_address, d_array);
    int numbers[3];
    cudaError_t copied = cudaMemcpy(numbers, d_address, sizeof numbers, cudaMemcpyDeviceToHost);
    promise("a symbol's address is device memory", copied == cudaSuccess && numbers[2] == 3);
    promise("a copy past a symbol's end is refused",
            cudaMemcpyToSymbol(c_table, table, 16, 4) == cudaErrorInvalidValue);
}

static void test_atomics() {
    struct {
        unsigned sum;
        int least;
        unsigned long long large;
        float real;
        unsigned ring, bits;
    } h = {}, *d;
    cudaMalloc(&d, sizeof *d);
    cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
    atomics<<<10, 100>>>(&d->sum, &d->least, &d->large, &d->real, &d->ring, &d->bits);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    promise("atomics lose nothing between blocks",
            h.sum == 499500 && h.least == -500 && h.large == 999ull << 32 && h.real == 500.0f &&
                h.ring == 1000 % 7 && h.bits == ~0u);
    cudaFree(d);
}

static bool every_thread_runs_once() {
    unsigned *d_seen, seen[720];
    cudaMalloc(&d_seen, sizeof seen);
    cudaMemset(d_seen, 0, sizeof seen);
    bool kept = KEPT((geometry<<<dim3(5, 2, 3), dim3(4, 3, 2)>>>(d_wrong, d_seen)));
    cudaMemcpy(seen, d_seen, sizeof seen, cudaMemcpyDeviceToHost);
    for (unsigned s : seen) kept = kept && s == 1;
    cudaFree(d_seen);
    return kept;
}

int main() {
    cudaMalloc(&d_wrong, 4);
    int *d_numbers;
    cudaMalloc(&d_numbers, 4096);
    promise("a barrier lets nobody through before all are there",
            KEPT((barriers<<<3, THREADS>>>(d_wrong))));
    promise("threads that returned are not waited for",
            KEPT((early_return<<<2, THREADS>>>(d_wrong))));
    promise("grids and blocks of three dimensions run every thread once", every_thread_runs_once());
    promise("dynamic shared memory is as large as the launch says",
            KEPT((dynamic<<<2, 1000, 4000>>>(d_wrong))));
#ifdef __SIMT__ /* on a GPU it may be clean by chance */
    promise("shared memory is not clean when a block starts",
            !KEPT((shared_is_not_clean<<<5, 64>>>(d_wrong))) && wrongs() == 320);
#endif
    promise("votes, matches and reductions of a warp", KEPT((votes<<<2, THREADS>>>(d_wrong))));
    promise("shuffles of all forms and widths", KEPT((shuffles<<<2, THREADS>>>(d_wrong))));
    promise("diverged lanes of a warp work on their own",
            KEPT((diverged<<<2, THREADS>>>(d_wrong))));
    promise("a thread that spins on a volatile flag lets the other one set it",
            KEPT((message<<<2, THREADS>>>(d_wrong))));
    cudaMemset(d_numbers, 0, 4096);
    promise("a block that looks back finds its predecessor",
            KEPT((look_back<<<500, 32>>>(d_wrong, d_numbers, d_numbers + 600))));
    cudaMemset(d_numbers, 0, 4096);
    promise("blocks that wait for one another all run",
            KEPT((all_blocks_meet<<<12, 32>>>(d_wrong, d_numbers))));
    test_atomics();
    test_symbols();
    promise("no launch left an error", cudaDeviceSynchronize() == cudaSuccess);
    return promises_broken != 0;
}
