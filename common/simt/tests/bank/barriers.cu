/**
 * @file
 * @brief The finding bank: barriers of the block that not all of its threads reach.
 */
#include <cooperative_groups.h>

#include "bank.h"

enum { THREADS = 64 };

/* Half of the block goes by; later it ends. */
PAIR(barrier_for_one_warp) {
    int t = threadIdx.x;
    in[t] = t;                            // barrier_for_one_warp:b
    if (right || t < 32) __syncthreads(); // barrier_for_one_warp:a
    out[t] = in[t] + in[t & 32];          // barrier_for_one_warp:c
}
RUN(barrier_for_one_warp, 1, THREADS)

/* The same with every other lane. */
PAIR(barrier_for_odd_lanes) {
    int t = threadIdx.x;
    in[t] = t;
    if (right || t % 2) __syncthreads(); // barrier_for_odd_lanes:a
    out[t] = in[t];
}
RUN(barrier_for_odd_lanes, 1, THREADS)

/* A barrier in each branch of an if: one for each warp. */
PAIR(two_branches_by_warp) {
    int t = threadIdx.x;
    if (right) __syncthreads();
    if (t < 32) {
        in[t] = t;
        if (!right) __syncthreads(); // two_branches_by_warp:a
    } else {
        in[t] = -t;
        if (!right) __syncthreads(); // two_branches_by_warp:b
    }
    out[t] = in[t];
}
RUN(two_branches_by_warp, 1, THREADS)

/* One for each half of the lanes. */
PAIR(two_branches_by_lane) {
    int t = threadIdx.x;
    if (right) __syncthreads();
    if (t % 2) {
        in[t] = t;
        if (!right) __syncthreads(); // two_branches_by_lane:a
    } else {
        in[t] = -t;
        if (!right) __syncthreads(); // two_branches_by_lane:b
    }
    out[t] = in[t];
}
RUN(two_branches_by_lane, 1, THREADS)

/* Who has nothing to add goes by, on to the barrier at the end. */
PAIR(inside_the_guard) {
    __shared__ int s[THREADS];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int step = THREADS / 2; step > 0; step /= 2) {
        if (t < step) {
            s[t] += s[t + step];         // inside_the_guard:c
            if (!right) __syncthreads(); // inside_the_guard:a
        }
        if (right) __syncthreads();
    }
    __syncthreads(); // inside_the_guard:b
    out[t] = s[0];   // inside_the_guard:d
}
RUN(inside_the_guard, 1, THREADS)

/* The same where only whole warps go by. */
PAIR(inside_a_guard_of_warps) {
    __shared__ int s[THREADS];
    int t = threadIdx.x;
    s[t] = in[t];
    if (t < 32) {
        s[t] += 1;
        if (!right) __syncthreads(); // inside_a_guard_of_warps:a
    }
    __syncthreads(); // inside_a_guard_of_warps:b
    out[t] = s[THREADS - 1 - t];
}
RUN(inside_a_guard_of_warps, 1, THREADS)

/* A loop that each thread leaves when it has enough. */
PAIR(trips_by_thread) {
    int t = threadIdx.x, trips = right ? 4 : 1 + t % 4;
    for (int i = 0; i < trips; i++) {
        in[t] += i;
        __syncthreads(); // trips_by_thread:a
    }
    out[t] = in[t];
}
RUN(trips_by_thread, 1, THREADS)

PAIR(trips_by_warp) {
    int t = threadIdx.x, trips = right ? 4 : 1 + t / 32;
    for (int i = 0; i < trips; i++) {
        in[t] += i;
        __syncthreads(); // trips_by_warp:a
    }
    out[t] = in[t];
}
RUN(trips_by_warp, 1, THREADS)

/* Behind the loop stands one more barrier. */
PAIR(break_out_of_a_loop) {
    int t = threadIdx.x;
    for (int i = 0; i < 4; i++) {
        if (!right && i == 2 && t < 16) break;
        in[t] += i;      // break_out_of_a_loop:c
        __syncthreads(); // break_out_of_a_loop:a
    }
    in[t]++;
    __syncthreads();              // break_out_of_a_loop:b
    out[t] = in[THREADS - 1 - t]; // break_out_of_a_loop:d
}
RUN(break_out_of_a_loop, 1, THREADS)

/* A loop in which some go on early, and meet the others one trip later. */
PAIR(continue_before_barrier) {
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < 4; i++) {
        if (!right && t % 8 == i) continue;
        sum += in[t + i];
        __syncthreads(); // continue_before_barrier:a
    }
    out[t] = sum;
}
RUN(continue_before_barrier, 1, THREADS)

PAIR(count_in_a_branch) {
    int t = threadIdx.x, odd = 0;
    if (right || t < 40) odd = __syncthreads_count(in[t] % 2); // count_in_a_branch:a
    out[t] = odd;
}
RUN(count_in_a_branch, 1, THREADS)

PAIR(group_in_a_branch) {
    cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
    int t = threadIdx.x;
    in[t] = t;
    if (right || t < 20) block.sync(); // group_in_a_branch:a
    out[t] = in[t];
}
RUN(group_in_a_branch, 1, THREADS)

/* Threads that have nothing to do return, and the others meet without them: that is no fault. */
PAIR(early_return_of_lanes) {
    __shared__ int s[THREADS];
    int t = threadIdx.x;
    if (!right && t >= 40) return;
    s[t] = in[t];
    __syncthreads(); // early_return_of_lanes:a
    out[t] = s[t ^ 1];
}
RUN(early_return_of_lanes, 1, THREADS)

/* The same with whole warps. */
PAIR(early_return_of_a_warp) {
    __shared__ int s[THREADS];
    int t = threadIdx.x;
    if (!right && t >= 32) return;
    s[t] = in[t];
    __syncthreads(); // early_return_of_a_warp:a
    out[t] = s[t ^ 1];
}
RUN(early_return_of_a_warp, 1, THREADS)

/* Part of the block waits for the warp, the other for the block. */
PAIR(block_against_warp) {
    int t = threadIdx.x;
    in[t] = t;
    if (right || t % 32 < 16)
        __syncthreads(); // block_against_warp:a
    else
        __syncwarp(0xffff0000); // block_against_warp:b
    out[t] = in[t];
}
RUN(block_against_warp, 1, THREADS)

/* To return out of a loop is right, to leave it for what all do behind it is not. */
PAIR(out_of_a_loop) {
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k <= t % 3; k++) sum += in[t + k];
        if (t / 16 < i) {
            if (right) return;
            break;
        }
        __syncthreads(); // out_of_a_loop:a
    }
    out[t] = sum;
}
RUN(out_of_a_loop, 1, THREADS)

/* What one warp calls before it returns, the others call behind the barrier. */
__device__ __noinline__ int sum_of_three(const int *words) {
    int sum = 0;
    for (int i = 0; i < 3; i++) sum += words[i];
    return sum;
}
PAIR(helper_before_return) {
    int t = threadIdx.x;
    if (t >= 32) {
        out[t] = sum_of_three(in + t);
        if (right) return;
    } else {
        __syncthreads(); // helper_before_return:a
    }
    out[t] = 2 * sum_of_three(in + t);
}
RUN(helper_before_return, 1, THREADS)

/* Grid-stride loops of different lengths lie between two barriers. */
PAIR(strides_between_barriers) {
    int t = threadIdx.x, sum = 0;
    for (int tile = 0; tile < 3; tile++) {
        for (int i = t; i < 100 + 50 * tile; i += THREADS) sum += in[i];
        if (!right && sum % 2) continue;
        __syncthreads(); // strides_between_barriers:a
    }
    out[t] = sum;
}
RUN(strides_between_barriers, 1, THREADS)
