/**
 * @file
 * @brief The finding bank: races on global memory, in a block and between blocks.
 */
#include <cooperative_groups.h>

#include "bank.h"

enum { THREADS = 64 };

static int *zeros(bool) {
    int *words;
    if (cudaMalloc(&words, WORDS * sizeof *words) != cudaSuccess) exit(3);
    cudaMemset(words, 0, WORDS * sizeof *words);
    return words;
}

/* Words go from thread to thread through global memory. */
PAIR(global_in_a_block) {
    int t = threadIdx.x;
    in[t] = t; // global_in_a_block:a
    if (right) __syncthreads();
    out[t] = in[THREADS - 1 - t]; // global_in_a_block:b
}
RUN(global_in_a_block, 1, THREADS)

/* Everything moves down by one place. */
PAIR(shift_in_place) {
    int t = threadIdx.x;
    int next = in[t + 1]; // shift_in_place:a
    if (right) __syncthreads();
    in[t] = next; // shift_in_place:b
}
RUN(shift_in_place, 1, THREADS)

/* The other block may not have come so far. */
PAIR(word_of_the_next_block) {
    int i = blockIdx.x * THREADS + threadIdx.x, mine = right ? i : (i + THREADS) % (2 * THREADS);
    in[i] = i;         // word_of_the_next_block:a
    out[i] = in[mine]; // word_of_the_next_block:b
}
RUN(word_of_the_next_block, 2, THREADS)

/* __syncthreads is no barrier for the grid. */
PAIR(barrier_of_a_block) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    in[i] = i; // barrier_of_a_block:a
    if (right)
        cooperative_groups::this_grid().sync();
    else
        __syncthreads();
    out[i] = in[2 * THREADS - 1 - i]; // barrier_of_a_block:b
}
static void launch_on_grid(bool right, int *out, int *in) {
    void *arguments[] = {&out, &in};
    if (right)
        cudaLaunchCooperativeKernel((const void *)barrier_of_a_block<true>, 2, THREADS, arguments);
    else
        barrier_of_a_block<false><<<2, THREADS>>>(out, in);
}
ENTER(barrier_of_a_block, bank_any, launch_on_grid(right, out, in))

PAIR(count_without_atomic) {
    if (threadIdx.x) return;
    if (right)
        atomicAdd(&in[0], 1);
    else
        in[0]++; // count_without_atomic:a
}
RUN_WITH(count_without_atomic, 4, THREADS, 0, zeros)

/* Blocks write their places into one list. */
PAIR(place_without_atomic) {
    if (threadIdx.x) return;
    int place = right ? atomicAdd(&in[0], 1) : in[0]; // place_without_atomic:a
    if (!right) in[0] = place + 1;                    // place_without_atomic:b
    out[place] = blockIdx.x;                          // place_without_atomic:c
}
RUN_WITH(place_without_atomic, 4, THREADS, 0, zeros)

/* A sum is read while other blocks still add. */
PAIR(sum_of_all_blocks) {
    if (threadIdx.x) return;
    if (blockIdx.x < 3)
        atomicAdd(&in[0], 1); // sum_of_all_blocks:a
    else
        out[0] = right ? atomicAdd(&in[0], 0) : in[0]; // sum_of_all_blocks:b
}
RUN_WITH(sum_of_all_blocks, 4, THREADS, 0, zeros)

/* The same by one that has added itself. */
PAIR(sum_after_own_share) {
    if (threadIdx.x) return;
    atomicAdd(&in[0], 1);                                               // sum_after_own_share:a
    if (blockIdx.x == 3) out[0] = right ? atomicAdd(&in[0], 0) : in[0]; // sum_after_own_share:b
}
RUN_WITH(sum_after_own_share, 4, THREADS, 0, zeros)

/* The last block to come sums what the others left: fence, then count. */
PAIR(last_block_sums) {
    if (threadIdx.x) return;
    out[blockIdx.x] = in[blockIdx.x + 1]; // last_block_sums:a
    if (right) __threadfence();
    if (atomicAdd(&in[0], 1) < 3) return;
    if (right) __threadfence();
    int sum = 0;
    for (int i = 0; i < 4; i++) sum += out[i]; // last_block_sums:b
    out[4] = sum;
}
RUN_WITH(last_block_sums, 4, THREADS, 0, zeros)

/* A block takes what the one before it hands over: data, fence, flag. */
PAIR(look_back) {
    if (threadIdx.x) return;
    volatile int *flag = in + 8;
    int before = 0, b = blockIdx.x;
    if (b > 0) {
        while (flag[b - 1] == 0) {
        }
        __threadfence();
        before = in[b - 1]; // look_back:a
    }
    in[b] = before + 1; // look_back:b
    if (right) __threadfence();
    flag[b] = 1;
}
RUN_WITH(look_back, 4, THREADS, 0, zeros)

/* The flag itself is a word like any other. */
PAIR(plain_flag) {
    int *flag = in + 8;
    if (threadIdx.x) return;
    if (blockIdx.x == 0) {
        in[0] = 42; // plain_flag:a
        __threadfence();
        if (right)
            atomicExch(flag, 1);
        else
            *flag = 1;                               // plain_flag:b
    } else if (right ? atomicAdd(flag, 0) : *flag) { // plain_flag:c
        __threadfence();
        out[0] = in[0]; // plain_flag:d
    }
}
RUN_WITH(plain_flag, 2, THREADS, 0, zeros)

/* A fence, but before the data in place of behind it. */
PAIR(fence_too_early) {
    if (threadIdx.x) return;
    volatile int *flag = in + 8;
    if (blockIdx.x == 0) {
        if (!right) __threadfence();
        in[0] = 42; // fence_too_early:a
        if (right) __threadfence();
        *flag = 1;
    } else if (*flag) {
        __threadfence();
        out[0] = in[0]; // fence_too_early:b
    }
}
RUN_WITH(fence_too_early, 2, THREADS, 0, zeros)

/* One block writes to where another one reads. */
PAIR(block_overwrites_input) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    int *to = right ? out : in;
    int left = i > 0 ? in[i - 1] : 0; // block_overwrites_input:a
    __syncthreads();
    to[i] = left; // block_overwrites_input:b
}
RUN(block_overwrites_input, 2, THREADS)

/* A lock that is taken, and given back without a fence. */
PAIR(unlock_without_fence) {
    if (threadIdx.x) return;
    while (atomicCAS(&in[0], 0, 1)) {
    }
    __threadfence();
    in[1] = in[1] + 1; // unlock_without_fence:a
    if (right) __threadfence();
    atomicExch(&in[0], 0);
}
RUN_WITH(unlock_without_fence, 4, THREADS, 0, zeros)

/* Words that more than one block writes, with different values. */
PAIR(blocks_write_one_word) {
    if (threadIdx.x == 0) out[right ? blockIdx.x : 0] = blockIdx.x; // blocks_write_one_word:a
}
RUN(blocks_write_one_word, 4, THREADS)
