/*
 * Blocks that work, and blocks that wait for others. With one worker a block begins when the one before has
 * ended, however long that takes; only where all threads of a block spin does the next one begin as well.
 *     spin CASE          prints how many blocks were under way at once
 *     spin host          launches from OS threads that have worked before, for more than SIMT_WATCHDOG=2
 *     spin late          once, after such work
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <thread>

__device__ int inside, most;
__device__ volatile unsigned flag, sink;
__device__ unsigned arrived;

__device__ static void enter() {
    if (threadIdx.x == 0) atomicMax(&most, atomicAdd(&inside, 1) + 1);
}
__device__ static void leave() {
    if (threadIdx.x == 0) atomicSub(&inside, 1);
}

/* What works. */
__global__ void work_in_memory(unsigned turns) {
    enter();
    for (volatile unsigned i = 0; i < turns; i++) continue;
    leave();
}
__global__ void work_in_registers(unsigned turns) {
    enter();
    unsigned x = threadIdx.x;
    for (unsigned i = 0; i < turns; i++) x = x * 1664525 + 1013904223 + (x >> 7);
    if (x == 1) sink = x;
    leave();
}
__global__ void work_with_atomics(unsigned turns) {
    enter();
    for (unsigned i = 0; i < turns / 16; i++) atomicAdd(&arrived, 1);
    leave();
}
__global__ void work_with_barriers(unsigned turns) {
    __shared__ unsigned s_sum[64];
    enter();
    for (unsigned i = 0; i < turns / 512; i++) {
        s_sum[threadIdx.x] = i;
        __syncthreads();
        if (s_sum[63 - threadIdx.x] != i) sink = i;
        __syncthreads();
    }
    leave();
}
__global__ void work_and_watch(unsigned turns) {
    enter();
    for (unsigned i = 0; i < turns && flag == 0; i++) continue;
    leave();
}

/* What waits for the block behind it. */
__global__ void wait_for_flag(unsigned) {
    enter();
    if (blockIdx.x == 1) flag = 1;
    while (flag == 0) continue;
    leave();
}
__global__ void wait_at_barrier(unsigned) {
    enter();
    if (blockIdx.x == 1 && threadIdx.x == 0) flag = 1;
    if (threadIdx.x == 0)
        while (flag == 0) continue;
    __syncthreads();
    leave();
}
__global__ void wait_by_votes(unsigned) {
    enter();
    if (blockIdx.x == 1) flag = 1;
    while (__any_sync(~0u, flag == 0)) continue;
    leave();
}
__global__ void wait_with_barriers(unsigned) {
    enter();
    if (blockIdx.x == 1) flag = 1;
    while (__syncthreads_or(flag == 0)) continue;
    leave();
}
__global__ void wait_by_atomics(unsigned) {
    enter();
    if (blockIdx.x == 1 && threadIdx.x == 0) atomicExch(&arrived, 1u);
    while (atomicAdd(&arrived, 0u) == 0) continue;
    leave();
}
__global__ void wait_and_sleep(unsigned) {
    unsigned ns = 8;
    enter();
    if (blockIdx.x == 1) flag = 1;
    for (; flag == 0; ns = ns < 256 ? 2 * ns : ns) __nanosleep(ns);
    leave();
}
__global__ void wait_for_all(unsigned) {
    enter();
    __threadfence();
    if (threadIdx.x == 0) {
        atomicAdd(&arrived, 1u);
        while (*(volatile unsigned *)&arrived < gridDim.x) continue;
    }
    __syncthreads();
    leave();
}
/* No state of it comes again. */
__global__ void wait_and_count(unsigned) {
    unsigned turns = 0;
    enter();
    if (blockIdx.x == 1) flag = 1;
    while (flag == 0) turns++;
    sink = turns;
    leave();
}

static const struct {
    const char *name;
    void (*kernel)(unsigned);
    int blocks, threads;
} cases[] = {
    {"work-in-memory", work_in_memory, 2, 1},
    {"work-in-registers", work_in_registers, 2, 1},
    {"work-of-many", work_in_memory, 3, 40},
    {"work-with-atomics", work_with_atomics, 2, 2},
    {"work-with-barriers", work_with_barriers, 2, 64},
    {"work-and-watch", work_and_watch, 2, 1},
    {"wait-for-flag", wait_for_flag, 2, 1},
    {"wait-for-flag-by-all", wait_for_flag, 2, 256},
    {"wait-at-barrier", wait_at_barrier, 2, 128},
    {"wait-by-votes", wait_by_votes, 2, 64},
    {"wait-with-barriers", wait_with_barriers, 2, 64},
    {"wait-by-atomics", wait_by_atomics, 2, 64},
    {"wait-and-sleep", wait_and_sleep, 2, 1},
    {"wait-for-all", wait_for_all, 60, 64},
    {"wait-and-count", wait_and_count, 2, 1},
};

/* Works for so many seconds of processor time, and then launches what moves, or what does not. */
static void work_and_launch(double seconds, void (*kernel)(unsigned), int threads) {
    struct timespec t;
    do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    while ((double)t.tv_sec + (double)t.tv_nsec / 1e9 < seconds);
    kernel<<<2, threads>>>(100000000u / (unsigned)threads);
    cudaDeviceSynchronize();
}

int main(int argc, char **argv) {
    int seen = 0;
    if (argc > 1 && !strcmp(argv[1], "late")) work_and_launch(2.5, work_in_memory, 1);
    if (argc > 1 && !strcmp(argv[1], "host")) {
        std::thread(work_and_launch, 2.5, work_with_barriers, 64).join();
        std::thread(work_and_launch, 0, work_in_memory, 1).join();
        work_and_launch(0, work_with_barriers, 64);
        work_and_launch(2.5, work_in_memory, 1);
    }
    for (auto &c : cases)
        if (argc > 1 && !strcmp(argv[1], c.name))
            c.kernel<<<c.blocks, c.threads>>>(100000000u / (unsigned)c.threads);
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess) cudaMemcpyFromSymbol(&seen, most, sizeof(seen));
    printf("%d at once\n", seen);
    return error;
}
