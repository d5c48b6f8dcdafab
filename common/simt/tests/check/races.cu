/**
 * @file
 * @brief Kernels with a race, and their twins without, for test_check.sh. `races NAME` runs one; `races`
 *        lists them with what racecheck has to say: the greatest severity, or clean.
 */
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace cg = cooperative_groups;

enum { THREADS = 128, BLOCKS = 8 };

/*
 * In shared memory.
 */
template <bool barrier> __global__ void read_after_write(int *out, int) {
    __shared__ int s[THREADS];
    s[threadIdx.x] = threadIdx.x; // first
    if (barrier) __syncthreads();
    out[blockIdx.x * THREADS + threadIdx.x] = s[(threadIdx.x + 64) % THREADS]; // second
}

template <bool barrier> __global__ void write_after_read(int *out, int) {
    __shared__ int s[THREADS];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    int other = s[threadIdx.x ^ 32];
    if (barrier) __syncthreads();
    s[threadIdx.x] = other;
    out[blockIdx.x * THREADS + threadIdx.x] = s[threadIdx.x];
}

template <bool same> __global__ void write_after_write(int *out, int) {
    __shared__ int s;
    s = same ? 7 : threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = s;
}

template <int how> __global__ void within_a_warp(int *out, int) {
    __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x;
    if (how == 1) __syncwarp();
    if (how == 2) __syncwarp(threadIdx.x < 16 ? 0xffff : 0xffff0000);
    if (how == 3) __shfl_sync(0xffffffff, 1, 0);
    if (how == 4) cg::tiled_partition<16>(cg::this_thread_block()).sync();
    out[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x ^ 1];
}

/* Of a tile of two warps only one meets. */
template <int width> __global__ void tile_of_warps(int *out, int) {
    __shared__ int s[THREADS];
    s[threadIdx.x] = threadIdx.x;
    cg::tiled_partition<64>(cg::this_thread_block()).sync();
    out[blockIdx.x * THREADS + threadIdx.x] = s[threadIdx.x ^ (width - 1)];
}

template <bool atomic> __global__ void least(int *out, int) {
    __shared__ int s_least;
    if (threadIdx.x == 0) s_least = 1000;
    __syncthreads();
    int mine = (threadIdx.x * 37) % THREADS;
    if (atomic)
        atomicMin(&s_least, mine);
    else if (mine < s_least)
        s_least = mine;
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = s_least;
}

/* The words of one round are set for the next while some threads still read them. */
template <int barriers> __global__ void rounds(int *out, int) {
    __shared__ int s_sum;
    int sum = 0;
    for (int round = 0; round < 4; round++) {
        if (threadIdx.x == 0) s_sum = 0;
        __syncthreads();
        atomicAdd(&s_sum, 1);
        __syncthreads();
        sum += s_sum;
        if (barriers == 3) __syncthreads();
    }
    out[blockIdx.x * THREADS + threadIdx.x] = sum;
}

template <bool barrier> __global__ void atomics_meet_plain(int *out, int) {
    __shared__ int s_sum;
    if (threadIdx.x == 0) s_sum = 0;
    if (barrier) __syncthreads();
    atomicAdd(&s_sum, 1);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = s_sum;
}

template <int step> __global__ void bytes(int *out, int) {
    __shared__ unsigned char s[2 * THREADS];
    s[threadIdx.x] = threadIdx.x;
    s[threadIdx.x + step] = 1;
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

struct point {
    int x, y, z, v[16];
};
template <bool barrier> __global__ void structs(int *out, int) {
    extern __shared__ point s_points[];
    point p = {};
    p.v[5] = p.x = threadIdx.x;
    s_points[threadIdx.x] = p;
    if (barrier) __syncthreads();
    p = s_points[(threadIdx.x + 32) % 64];
    out[blockIdx.x * 64 + threadIdx.x] = p.v[5];
}

/* A thread that has ended is not waited for, and what it did is done. */
__global__ void some_end_early(int *out, int) {
    __shared__ int s[THREADS];
    s[threadIdx.x] = threadIdx.x;
    if (threadIdx.x >= 64) return;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x + 64];
}

/*
 * In global memory.
 */
template <bool barrier> __global__ void within_a_block(int *out, int) {
    int *d = out + blockIdx.x * THREADS;
    d[threadIdx.x] = threadIdx.x;
    if (barrier) __syncthreads();
    d[(threadIdx.x + 32) % THREADS + BLOCKS * THREADS] = d[(threadIdx.x + 32) % THREADS];
}

template <bool own> __global__ void between_blocks(int *out, int) {
    if (threadIdx.x == 0) out[own ? blockIdx.x : 0] = blockIdx.x;
}

__device__ int counter, done;
template <bool atomic> __global__ void device_variable(int *, int) {
    if (atomic)
        atomicAdd(&counter, 1);
    else
        counter++;
}

__global__ void whole_grid(int *out, int grid_barrier) {
    int t = blockIdx.x * THREADS + threadIdx.x, n = gridDim.x * THREADS;
    for (int round = 0; round < 3; round++) {
        out[t] = round;
        if (grid_barrier) cg::this_grid().sync();
        out[t + n] = out[(t + THREADS) % n];
        if (grid_barrier) cg::this_grid().sync();
    }
}

/* Each block waits for the one before it and adds to its sum. */
template <bool fence> __global__ void chain(int *out, int) {
    volatile int *flags = out + BLOCKS;
    if (threadIdx.x == 0) {
        int b = blockIdx.x, before = 0;
        if (b > 0) {
            while (flags[b - 1] == 0) {
            }
            __threadfence();
            before = out[b - 1];
        }
        out[b] = before + b;
        if (fence) __threadfence();
        flags[b] = 1;
    }
}

/* The block that comes last reads what all have written. */
template <bool fence> __global__ void last_block(int *out, int) {
    __shared__ bool s_last;
    out[1 + blockIdx.x * THREADS + threadIdx.x] = blockIdx.x;
    if (fence) __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) s_last = atomicAdd(&done, 1) == (int)gridDim.x - 1;
    __syncthreads();
    if (!s_last) return;
    int sum = 0;
    for (int b = 0; b < (int)gridDim.x; b++) sum += out[1 + b * THREADS + threadIdx.x];
    atomicAdd(out, sum);
}

template <bool fence> __global__ void lock(int *out, int) {
    for (int lane = 0; lane < 32; lane++) {
        if (threadIdx.x % 32 != lane) continue;
        while (atomicCAS(&out[1], 0, 1) != 0) {
        }
        out[0]++;
        if (fence) __threadfence();
        atomicExch(&out[1], 0);
    }
}

/* Two writers of a flag do not know who wins; and who reads it once does not wait for it. */
template <bool one> __global__ void volatile_words(int *out, int) {
    volatile int *flag = out;
    if (!one || (threadIdx.x == 0 && blockIdx.x == 0)) *flag = threadIdx.x + 1;
    out[1 + blockIdx.x * THREADS + threadIdx.x] = *flag;
}

/* The best-known of all mistakes: lanes of a warp are taken to run in step. */
template <bool plain> __global__ void warp_reduction(int *out, int) {
    __shared__ int s_sum[THREADS];
    int t = threadIdx.x;
    s_sum[t] = 1;
    __syncthreads();
    volatile int *s = s_sum;
    for (int step = 16; step > 0; step /= 2) {
        if (t < step && plain) s_sum[t] += s_sum[t + step];
        if (t < step && !plain) s[t] += s[t + step];
        if (plain) __syncwarp();
    }
    if (t == 0) out[blockIdx.x] = s_sum[0];
}

/* Volatile in place of a barrier, or of a second set of words. */
template <bool barrier> __global__ void told_to_all(int *out, int) {
    __shared__ volatile int s_best;
    for (int round = 0; round < 3; round++) {
        if (threadIdx.x == 0) s_best = round + 7;
        if (barrier)
            __syncthreads();
        else
            __syncwarp();
        out[(round * gridDim.x + blockIdx.x) * THREADS + threadIdx.x] = s_best;
        if (barrier) __syncthreads();
    }
}

/* A value and its flag in two words: fences on both sides, the value first. */
enum { BOTH, NOT_OF_WRITER, NOT_OF_READER, FLAG_FIRST };
template <int fences> __global__ void flag_and_value(int *out, int) {
    volatile int *flag = out, *value = out + 1;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        if (fences == FLAG_FIRST) *flag = 1;
        *value = 42;
        if (fences != NOT_OF_WRITER) __threadfence();
        if (fences != FLAG_FIRST) *flag = 1;
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (*flag == 0) continue;
        if (fences != NOT_OF_READER) __threadfence();
        out[2] = *value;
    }
}

/* In shared memory, by two warps; who reads makes no fence, but comes to a barrier. */
template <bool barrier> __global__ void flag_in_block(int *out, int) {
    __shared__ volatile int s_flag;
    __shared__ int s_value;
    if (threadIdx.x == 0) s_flag = 0;
    __syncthreads();
    if (threadIdx.x == 64) {
        s_value = 42;
        __threadfence_block();
        s_flag = 1;
    }
    if (threadIdx.x == 0)
        while (s_flag == 0) continue;
    if (barrier) __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = s_value;
}

/* The flags of two blocks have the same address if the blocks run one after the other. They are two flags. */
__global__ void flag_of_another_block(int *out, int) {
    __shared__ volatile int s_flag;
    __shared__ int s_turn;
    if (threadIdx.x == 0) s_flag = 0;
    __syncthreads();
    if (threadIdx.x == 64) {
        s_turn = atomicAdd(out + 1, 1);
        if (s_turn == 0) out[0] = 42;
        __threadfence();
        s_flag = 1;
    }
    if (threadIdx.x == 0)
        while (s_flag == 0) continue;
    __syncthreads();
    if (threadIdx.x == 0 && s_turn == 1) out[2] = out[0];
}

/* Flag and value in one word, which grows: by the first new value a reader may go on. */
__global__ void look_back(int *out, int) {
    volatile int *word = out;
    int b = blockIdx.x, before = 0;
    if (threadIdx.x == 0) {
        word[b] = 100 + b;
        for (int i = b - 1; i >= 0; i--) {
            int seen;
            while ((seen = word[i]) == 0) continue;
            before += seen % 100;
            if (seen >= 1000) break;
        }
        word[b] = 1000 + before + b;
    }
    __syncthreads();
    out[BLOCKS + b * THREADS + threadIdx.x] = before;
}

/* Waiting with all threads, by votes and by barriers. */
template <bool votes> __global__ void wait_together(int *out, int) {
    volatile int *flag = out;
    if (blockIdx.x == 0 && threadIdx.x == 0) *flag = 1;
    if (votes)
        while (__any_sync(~0u, *flag == 0)) continue;
    else
        while (__syncthreads_or(*flag == 0)) continue;
    out[1 + blockIdx.x * THREADS + threadIdx.x] = 3;
}

__global__ void fill(int *out, int value) {
    out[blockIdx.x * THREADS + threadIdx.x] = value;
}

struct test {
    const char *name, *verdict;
    void (*kernel)(int *, int);
    int blocks, threads;
};
static const test tests[] = {
    {"raw_shared", "ERROR", read_after_write<false>, 2, THREADS},
    {"raw_shared_barrier", "clean", read_after_write<true>, 2, THREADS},
    {"war_shared", "ERROR", write_after_read<false>, 2, THREADS},
    {"war_shared_barrier", "clean", write_after_read<true>, 2, THREADS},
    {"waw_shared", "ERROR", write_after_write<false>, 2, THREADS},
    {"waw_same_value", "INFO", write_after_write<true>, 2, THREADS},
    {"warp", "WARNING", within_a_warp<0>, 2, 32},
    {"warp_syncwarp", "clean", within_a_warp<1>, 2, 32},
    {"warp_two_masks", "clean", within_a_warp<2>, 2, 32},
    {"warp_shuffle", "WARNING", within_a_warp<3>, 2, 32},
    {"warp_tile", "clean", within_a_warp<4>, 2, 32},
    {"tile_of_two_warps", "clean", tile_of_warps<64>, 2, THREADS},
    {"tile_too_small", "ERROR", tile_of_warps<128>, 2, THREADS},
    {"plain_minimum", "ERROR", least<false>, 2, THREADS},
    {"atomic_minimum", "clean", least<true>, 2, THREADS},
    {"two_barriers_a_round", "ERROR", rounds<2>, 2, THREADS},
    {"three_barriers_a_round", "clean", rounds<3>, 2, THREADS},
    {"atomic_and_plain", "ERROR", atomics_meet_plain<false>, 2, THREADS},
    {"atomic_and_plain_barrier", "clean", atomics_meet_plain<true>, 2, THREADS},
    {"bytes_shared_by_two", "ERROR", bytes<64>, 2, THREADS},
    {"bytes_of_ones_own", "clean", bytes<THREADS>, 2, THREADS},
    {"structs", "ERROR", structs<false>, 2, 64},
    {"structs_barrier", "clean", structs<true>, 2, 64},
    {"ended_threads", "clean", some_end_early, 2, THREADS},
    {"global_in_a_block", "ERROR", within_a_block<false>, 2, THREADS},
    {"global_in_a_block_barrier", "clean", within_a_block<true>, 2, THREADS},
    {"blocks_one_word", "ERROR", between_blocks<false>, BLOCKS, THREADS},
    {"blocks_own_words", "clean", between_blocks<true>, BLOCKS, THREADS},
    {"device_variable", "ERROR", device_variable<false>, 2, THREADS},
    {"device_variable_atomic", "clean", device_variable<true>, 2, THREADS},
    {"grid", "ERROR", whole_grid, 4, THREADS},
    {"grid_barrier", "clean", whole_grid, 4, THREADS},
    {"chain", "ERROR", chain<false>, BLOCKS, 32},
    {"chain_fence", "clean", chain<true>, BLOCKS, 32},
    {"last_block", "ERROR", last_block<false>, BLOCKS, THREADS},
    {"last_block_fence", "clean", last_block<true>, BLOCKS, THREADS},
    {"lock", "ERROR", lock<false>, 4, 64},
    {"lock_fence", "clean", lock<true>, 4, 64},
    {"volatile_many_writers", "ERROR", volatile_words<false>, 2, THREADS},
    {"volatile_read_once", "ERROR", volatile_words<true>, 2, THREADS},
    {"volatile_warp_reduction", "WARNING", warp_reduction<false>, 2, THREADS},
    {"told_to_all", "ERROR", told_to_all<false>, 2, THREADS},
    {"told_to_all_barrier", "clean", told_to_all<true>, 2, THREADS},
    {"flag_and_value", "clean", flag_and_value<BOTH>, 2, THREADS},
    {"flag_no_fence_of_writer", "ERROR", flag_and_value<NOT_OF_WRITER>, 2, THREADS},
    {"flag_no_fence_of_reader", "ERROR", flag_and_value<NOT_OF_READER>, 2, THREADS},
    {"flag_before_value", "ERROR", flag_and_value<FLAG_FIRST>, 2, THREADS},
    {"flag_in_block", "ERROR", flag_in_block<false>, 2, THREADS},
    {"flag_in_block_barrier", "clean", flag_in_block<true>, 2, THREADS},
    {"flag_of_another_block", "ERROR", flag_of_another_block, 2, THREADS},
    {"look_back", "clean", look_back, BLOCKS, THREADS},
    {"wait_by_votes", "clean", wait_together<true>, 3, 64},
    {"wait_by_barriers", "clean", wait_together<false>, 3, 64},
    {"next_kernel", "clean", fill, BLOCKS, THREADS},
};

static int run(const test &t) {
    int *d, value = 1;
    const size_t shared = 64 * sizeof(point);
    enum { WORDS = 4 * BLOCKS * THREADS };
    cudaMalloc(&d, WORDS * sizeof(int));
    cudaMemset(d, 0, WORDS * sizeof(int));
    if (!strncmp(t.name, "grid", 4) || !strncmp(t.name, "next", 4)) fill<<<BLOCKS, THREADS>>>(d, 3);
    if (strncmp(t.name, "grid", 4)) {
        t.kernel<<<t.blocks, t.threads, shared>>>(d, value);
    } else {
        value = !strcmp(t.name, "grid_barrier");
        void *args[] = {&d, &value};
        cudaLaunchCooperativeKernel(whole_grid, t.blocks, t.threads, args);
    }
    cudaError_t error = cudaGetLastError();
    if (!error) error = cudaDeviceSynchronize();
    if (error) printf("%s: %s\n", t.name, cudaGetErrorString(error));
    cudaFree(d);
    return error ? 2 : 0;
}

int main(int argc, char **argv) {
    for (const test &t : tests)
        if (argc < 2)
            printf("%s %s\n", t.name, t.verdict);
        else if (!strcmp(argv[1], t.name))
            return run(t);
    return argc < 2 ? 0 : 2;
}
