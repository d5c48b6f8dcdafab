/**
 * @file
 * @brief Lanes that go different ways: which of their accesses are one request is what is asked.
 */
#include "golden.h"

#define HERE (blockIdx.x * blockDim.x + threadIdx.x)

__global__ void uneven_loop(const int *a, int *b, const int *i) {
    int t = HERE, n = i[t] & 15, sum = 0;
    for (int k = 0; k < n; k++) sum += a[k * 256 + t];
    b[t] = sum;
}
__global__ void nested_loops(const int *a, int *b, const int *i) {
    int t = HERE, n = i[t] & 7, sum = 0;
    for (int k = 0; k < n; k++) {
        int m = i[k * 256 + t] & 3;
        for (int j = 0; j < m; j++) sum += a[j * 1024 + k * 64 + t];
        b[k * 256 + t] = sum;
    }
}
__global__ void while_chain(int *b, const int *i) {
    int t = HERE, at = t, steps = 0;
    while ((at & 7) != 0 && steps < 50) {
        at = i[at];
        steps++;
    }
    b[t] = steps;
}
__global__ void loop_with_break(const int *a, int *b) {
    int t = HERE, k = 0;
    for (; k < 40; k++)
        if ((a[k * 256 + t] & 7) == 0) break;
    b[t] = k;
}
__global__ void loop_with_continue(const int *a, int *b) {
    int t = HERE, sum = 0;
    for (int k = 0; k < 12; k++) {
        int v = a[k * 256 + t];
        if (v & 1) continue;
        sum += a[v & 1023];
        if (v & 2) continue;
        b[k * 256 + t] = sum;
    }
}
__global__ void either_way(const int *a, int *b, const int *i) {
    int t = HERE;
    if (i[t] & 1)
        b[t] = a[t] + a[t + 256];
    else
        b[t + 512] = a[t + 1024] * 3;
    b[t + 2048] = a[t + 2048];
}
__global__ void four_ways(const int *a, int *b, const int *i) {
    int t = HERE, sum = 1;
    switch (i[t] & 3) {
    case 0:
        sum = a[t];
        break;
    case 1:
        sum = a[2 * t];
    case 2:
        sum += a[3 * t + 1];
        break;
    default:
        b[t + 1024] = 5;
    }
    b[t] = sum;
}
__global__ void short_circuit(const int *a, int *b, const int *i) {
    int t = HERE;
    if (i[t] & 1 && a[t] & 1 && a[t + 256] & 1) b[t] = 1;
    if (i[t] & 2 || a[t + 512] & 1 || a[t + 768] & 1) b[t + 256] = 1;
}
__global__ void early_return(const int *a, int *b, const int *i) {
    int t = HERE;
    if (i[t] & 1) return;
    int v = a[t];
    if (v & 1) return;
    b[t] = a[v & 1023];
}
__global__ void return_from_loop(const int *a, int *b) {
    int t = HERE;
    for (int k = 0; k < 20; k++) {
        int v = a[k * 256 + t];
        if ((v & 15) == 3) {
            b[t] = k;
            return;
        }
    }
    b[t + 1024] = 1;
}
__device__ __noinline__ int far_sum(const int *a, int from, int n) {
    int sum = 0;
    for (int k = 0; k < n; k++) sum += a[from + 32 * k];
    return sum;
}
__global__ void calls_in_branches(const int *a, int *b, const int *i) {
    int t = HERE, sum = 0;
    for (int k = 0; k < 6; k++) {
        int v = i[k * 256 + t];
        if (v & 1) sum += far_sum(a, v & 1023, (v >> 4) & 3);
        sum += a[k * 256 + t];
    }
    b[t] = sum;
}
__device__ int near_sum(const int *a, int from, int n) {
    int sum = 0;
    for (int k = 0; k < n; k++) {
        if (a[from + k] & 1) return sum;
        sum += a[from + 32 * k];
    }
    return sum;
}
__global__ void inlined_in_branches(const int *a, int *b, const int *i) {
    int t = HERE, sum = 0;
    for (int k = 0; k < 6; k++) {
        int v = i[k * 256 + t];
        if (v & 1) sum += near_sum(a, v & 1023, (v >> 4) & 7);
        sum += a[k * 256 + t];
    }
    b[t] = sum;
}
__global__ void part_of_a_warp(const int *a, int *b) {
    int t = HERE, lane = t & 31, v = a[t];
    if (lane < 16) {
        v += __shfl_xor_sync(0xffff, v, 1);
        b[t] = a[v & 1023];
    }
    __syncwarp();
    b[t + 1024] = a[t + 1024];
}
__global__ void uneven_barriers(const int *a, int *b, const int *i) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = a[t];
    for (int k = 0; k < 4; k++) {
        __syncthreads();
        int v = s[i[k * 256 + t] & 255];
        __syncthreads();
        if (v & 1) s[t] = v + a[v & 1023];
    }
    b[t] = s[t];
}
__global__ void collect_even(const int *a, int *b, int *c) {
    int t = HERE, v = a[t], lane = t & 31;
    unsigned votes = __ballot_sync(0xffffffff, (v & 1) == 0);
    int first = 0;
    if (lane == 0) first = atomicAdd(c, __popc(votes));
    first = __shfl_sync(0xffffffff, first, 0);
    if ((v & 1) == 0) b[first + __popc(votes & ((1u << lane) - 1))] = v;
}
__global__ void find_in_sorted(const int *a, int *b, int n) {
    int t = HERE, key = a[t] & 65535, low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (b[middle] + middle * 16 < key)
            low = middle + 1;
        else
            high = middle;
    }
    b[t + 8192] = low;
}
__global__ void rows_of_a_matrix(const int *a, int *b, const int *i) {
    int t = HERE, sum = 0, first = t * 8, n = 1 + (i[t] & 15);
    for (int k = first; k < first + n; k++) sum += a[k] * a[i[k] & 4095];
    b[t] = sum;
}
__global__ void do_while_loop(const int *a, int *b, const int *i) {
    int t = HERE, left = i[t] & 31, sum = 0;
    do {
        sum += a[left * 256 + t];
        left -= 3;
    } while (left > 0);
    b[t] = sum;
}

void run_paths(golden g) {
    RUN(2, THREADS, uneven_loop, g.a, g.b, g.i);
    RUN(2, THREADS, nested_loops, g.a, g.b, g.i);
    RUN(2, THREADS, while_chain, g.b, g.i);
    RUN(2, THREADS, loop_with_break, g.a, g.b);
    RUN(2, THREADS, loop_with_continue, g.a, g.b);
    RUN(2, THREADS, either_way, g.a, g.b, g.i);
    RUN(2, THREADS, four_ways, g.a, g.b, g.i);
    RUN(2, THREADS, short_circuit, g.a, g.b, g.i);
    RUN(2, THREADS, early_return, g.a, g.b, g.i);
    RUN(2, THREADS, return_from_loop, g.a, g.b);
    RUN(2, THREADS, calls_in_branches, g.a, g.b, g.i);
    RUN(2, THREADS, inlined_in_branches, g.a, g.b, g.i);
    RUN(2, THREADS, part_of_a_warp, g.a, g.b);
    RUN(2, THREADS, uneven_barriers, g.a, g.b, g.i);
    RUN(2, THREADS, collect_even, g.a, g.b, g.c);
    RUN(2, THREADS, find_in_sorted, g.a, g.b, 4096);
    RUN(2, THREADS, rows_of_a_matrix, g.a, g.b, g.i);
    RUN(2, THREADS, do_while_loop, g.a, g.b, g.i);
}
