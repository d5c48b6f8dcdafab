/**
 * @file
 * @brief The finding bank: warp operations whose masks do not fit who calls them.
 */
#include "bank.h"

static const unsigned ALL = 0xffffffff;

/* The caller's own bit is missing. */
PAIR(mask_without_caller) {
    int t = threadIdx.x;
    unsigned mask = __ballot_sync(ALL, t < 16);
    if (t < (right ? 16 : 17)) __syncwarp(mask); // mask_without_caller:a
    out[t] = in[t];
}
RUN(mask_without_caller, 1, 32)

PAIR(empty_mask) {
    int t = threadIdx.x;
    __syncwarp(right ? ALL : (unsigned)in[0]); // empty_mask:a
    out[t] = in[t];
}
RUN(empty_mask, 1, 32)

/* A full mask where half of the warp is; the others end. */
PAIR(syncwarp_in_a_branch) {
    int t = threadIdx.x;
    if (t < 16) {
        in[t] = t;
        __syncwarp(right ? 0xffff : ALL); // syncwarp_in_a_branch:a
        out[t] = in[15 - t];
    }
}
RUN(syncwarp_in_a_branch, 1, 32)

/* The others are at the barrier of the block, and can never come. */
PAIR(syncwarp_against_block) {
    int t = threadIdx.x;
    if (t < 16) {
        in[t] = t;
        __syncwarp(right ? 0xffff : ALL); // syncwarp_against_block:a
    }
    __syncthreads(); // syncwarp_against_block:b
    out[t] = in[t];
}
RUN(syncwarp_against_block, 1, 32)

PAIR(masks_differ) {
    int t = threadIdx.x;
    in[t] = t;                                      // masks_differ:b
    __syncwarp(right || t < 16 ? ALL : 0xffff0000); // masks_differ:a
    out[t] = in[31 - t];                            // masks_differ:c
}
RUN(masks_differ, 1, 32)

/* Each branch has its own, with a full mask. */
PAIR(syncwarp_in_both_branches) {
    int t = threadIdx.x;
    if (t % 2) {
        in[t] = t;
        __syncwarp(right ? 0xaaaaaaaa : ALL); // syncwarp_in_both_branches:a
    } else {
        in[t] = -t;
        __syncwarp(right ? 0x55555555 : ALL); // syncwarp_in_both_branches:b
    }
    out[t] = in[t];
}
RUN(syncwarp_in_both_branches, 1, 32)

/* A shuffle and a vote with one mask. */
PAIR(shuffle_against_vote) {
    int t = threadIdx.x, v;
    unsigned odd = right ? 0xaaaaaaaa : ALL, even = right ? 0x55555555 : ALL;
    if (t % 2)
        v = __shfl_xor_sync(odd, in[t], 2); // shuffle_against_vote:a
    else
        v = __any_sync(even, in[t]); // shuffle_against_vote:b
    out[t] = v;
}
RUN(shuffle_against_vote, 1, 32)

/* A tail of 20 words, summed by shuffles with a full mask. */
PAIR(shuffle_in_a_tail) {
    int t = threadIdx.x;
    int v = t < 20 ? in[t] : 0;
    if (right || t < 20)
        for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(ALL, v, d); // shuffle_in_a_tail:a
    if (t == 0) out[0] = v;
}
RUN(shuffle_in_a_tail, 1, 32)

/* The lane that is asked takes no part. */
PAIR(shuffle_from_outside) {
    int t = threadIdx.x;
    if (t < 16) out[t] = __shfl_sync(0xffff, in[t], right ? 3 : 20); // shuffle_from_outside:a
}
RUN(shuffle_from_outside, 1, 32)

/* Lanes that take no part are asked by the half-step of a reduction. */
PAIR(shuffle_down_half_warp) {
    int t = threadIdx.x;
    if (t >= 16) return;
    int v = in[t];
    for (int d = 8; d > 0; d /= 2)
        v += __shfl_down_sync(0xffff, v, d, right ? 16 : 32); // shuffle_down_half_warp:a
    out[t] = v;
}
RUN(shuffle_down_half_warp, 1, 32)

PAIR(shuffle_width) {
    int t = threadIdx.x;
    out[t] = __shfl_sync(ALL, in[t], 0, right ? 8 : 12); // shuffle_width:a
}
RUN(shuffle_width, 1, 32)

/* A vote in a loop that lanes leave one by one. */
PAIR(vote_in_a_loop) {
    int t = threadIdx.x, trips = right ? 8 : 1 + t % 8;
    unsigned votes = 0;
    for (int i = 0; i < trips; i++) votes += __ballot_sync(ALL, in[t + i] % 2); // vote_in_a_loop:a
    out[t] = votes;
}
RUN(vote_in_a_loop, 1, 32)

/* Lanes that have returned are named. */
PAIR(mask_names_exited) {
    int t = threadIdx.x;
    if (!right && t >= 24) return;
    out[t] = __popc(__ballot_sync(ALL, in[t] % 2)); // mask_names_exited:a
}
RUN(mask_names_exited, 1, 32)

/* Lanes that never were: the block's last warp is not full. */
PAIR(mask_names_nobody) {
    int t = threadIdx.x;
    unsigned mask = right && t >= 32 ? 0xff : ALL;
    out[t] = __any_sync(mask, in[t] == 35); // mask_names_nobody:a
}
RUN(mask_names_nobody, 1, 40)

PAIR(reduce_in_a_branch) {
    int t = threadIdx.x;
    unsigned sum = 0;
    if (t % 4 == 0)
        sum = __reduce_add_sync(right ? 0x11111111 : ALL, (unsigned)in[t]); // reduce_in_a_branch:a
    __syncwarp();                                                           // reduce_in_a_branch:b
    out[t] = sum;
}
RUN(reduce_in_a_branch, 1, 32)
