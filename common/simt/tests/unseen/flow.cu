/**
 * @file
 * @brief Threads that part: loops that the data end, branches in branches, calls, votes.
 */
#include "unseen.h"

__global__ void collatz(int *out, const int *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    unsigned value = in[t] & 127, steps = 0;
    while (value > 1) {
        value = value % 2 ? 3 * value + 1 : value / 2;
        steps++;
    }
    out[t] = steps;
}

__global__ void sum_of_a_few(int *out, const int *in, const int *counts, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    int sum = 0;
    for (int k = 0; k < counts[t] % 23; k++) sum += in[t + k * n];
    out[t] = sum;
}

__global__ void skip_and_stop(int *out, const int *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int k = 0; k < 30; k++) {
        int key = in[k * n + t];
        if (key % 3 == 0) continue;
        if (key % 31 == 7) break;
        sum += in[key % 1000];
        if (key & 8) out[n + k * n + t] = sum;
    }
    out[t] = sum;
}

__global__ void branches_in_branches(int *out, const int *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    int key = in[t], value;
    if (key & 1) {
        if (key & 2) {
            value = in[t + n];
            if (key & 4) out[t + n] = value;
        } else {
            value = in[t + 2 * n] + in[t + 3 * n];
        }
        out[t + 2 * n] = value;
    } else if (key & 8) {
        value = in[in[t] % n];
        for (int k = 0; k < (key >> 4) % 4; k++) value += in[value % n];
    } else {
        value = -1;
    }
    out[t] = value;
}

__global__ void seven_cases(int *out, const int *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    int value = 0;
    switch (in[t] % 7) {
    case 0:
        value = in[t + 1];
        break;
    case 1:
        value = in[2 * t] * 5;
        break;
    case 2:
        out[t + n] = 2;
    case 3:
        value = in[3 * t];
        break;
    case 4:
        return;
    case 5:
        out[t + 2 * n] = in[n - t];
        break;
    default:
        value = 6;
    }
    out[t] = value;
}

__device__ __noinline__ int follow(const int *next, int from, int steps) {
    while (steps-- > 0) from = next[from];
    return from;
}

__global__ void call_from_two_branches(int *out, const int *order, const int *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, value;
    if (t >= n) return;
    if (in[t] % 2)
        value = follow(order, t, in[t] % 5);
    else
        value = follow(order, t + n, 3) + 1;
    out[t] = value;
}

__device__ int depth_first(const int *in, int node, int nodes) {
    if (node >= nodes) return 0;
    int value = in[node];
    if (value % 4 == 0) return value;
    return value + depth_first(in, 2 * node + 1 + value % 2, nodes);
}

__global__ void recursion(int *out, const int *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t] = depth_first(in + t, 0, 500);
}

__global__ void leave_early(int *out, const int *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    if (in[t] < 1 << 22) return;
    int other = in[t + n];
    if (other % 2) return;
    out[t] = other + in[t + 2 * n];
}

__global__ void until_all_are_done(int *out, const int *order, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, at = t % n, steps = 0;
    bool done = false;
    while (__any_sync(0xffffffffu, !done)) {
        if (!done) {
            at = order[at];
            done = at % 8 == 0;
            steps++;
        }
    }
    out[t] = steps;
}

__global__ void rest_of_a_warp(int *out, const int *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    bool wanted = in[t] % 5 == 1;
    if (!__any_sync(0xffffffffu, wanted && t < n)) return;
    if (__all_sync(0xffffffffu, in[t + n] != 0)) out[t] = in[t + n];
    if (wanted) out[t + 2 * n] = __popc(__activemask()) > 0 ? in[t + n] : 0;
}

__global__ void either_or(int *out, const int *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = t < n && in[t] % 2 == 0 && in[t + n] % 2 == 0 ? in[t + 2 * n]
             : t < n / 2 || in[t + n] % 4 == 1             ? in[t + 3 * n]
                                                           : 0;
}

__global__ void triangle(int *out, const int *in, int n) {
    int t = threadIdx.x, count = 0;
    for (int row = blockIdx.x; row < n; row += gridDim.x)
        for (int k = t; k < row; k += blockDim.x)
            if (in[row] > in[k]) count += in[n + k];
    out[blockIdx.x * blockDim.x + t] = count;
}

/* Rows of a sparse matrix: row r has as many entries as its key says. */
__global__ void sparse_rows(int *out, const int *in, const int *order, int rows) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    int sum = 0, end = row * 16 + order[row] % 16;
    for (int k = row * 16; k < end; k++) sum += in[k] * in[order[k] % 2048];
    out[row] = sum;
}

__global__ void longest_of_equal(int *out, const int *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, length = 1;
    if (t >= n || (t > 0 && in[t] == in[t - 1])) return;
    while (t + length < n && in[t + length] == in[t]) length++;
    out[t] = length;
}

__global__ void search_sorted(int *out, const int *sorted, const int *keys, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, low = 0, high = 1023;
    if (t >= n) return;
    out[t] = -1;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (sorted[middle] == keys[t]) {
            out[t] = middle;
            break;
        }
        if (sorted[middle] < keys[t])
            low = middle + 1;
        else
            high = middle - 1;
    }
}

/* A tree in an array, as deep for each thread as its keys say. */
__global__ void descend(int *out, const int *tree, const int *keys, int n) {
    __shared__ int s_tree[127];
    for (int k = threadIdx.x; k < 127; k += blockDim.x) s_tree[k] = tree[k];
    __syncthreads();
    int t = blockIdx.x * blockDim.x + threadIdx.x, node = 0;
    while (t < n && node < 127) {
        if (s_tree[node] % 9 == 0) break;
        node = 2 * node + 1 + (keys[t] > s_tree[node]);
    }
    if (t < n) out[t] = node;
}

__global__ void mandelbrot(unsigned char *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float re = -2 + 3.0f * x / width, im = -1 + 2.0f * y / height, a = 0, b = 0;
    int rounds = 0;
    while (rounds < 50 && a * a + b * b < 4) {
        float next = a * a - b * b + re;
        b = 2 * a * b + im;
        a = next;
        rounds++;
    }
    out[y * width + x] = (unsigned char)rounds;
}

/* Sieve of Eratosthenes: thread t strikes the multiples of t + 2. */
__global__ void sieve(unsigned char *struck, int n) {
    int p = blockIdx.x * blockDim.x + threadIdx.x + 2;
    if (p * p > n) return;
    for (int k = p * p; k < n; k += p) struck[k] = 1;
}

__global__ void first_match(int *out, const int *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, wanted = t % 11, at = 0;
    do {
        if (in[at * 7 + t] % 11 == wanted) break;
        at++;
    } while (at < n);
    out[t] = at;
}

__global__ void two_loops(int *out, const int *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    if (t >= n) return;
    for (int i = 0; i < in[t] % 4; i++)
        for (int j = 0; j < in[t + i] % 5; j++) sum += in[i * 64 + j * n + t];
    out[t] = sum;
}

/* Warps of one block do other work. */
__global__ void work_by_warps(int *out, const int *in, int n) {
    __shared__ int s_words[128];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    s_words[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
    __syncthreads();
    int sum = 0;
    if (warp == 0)
        for (int k = lane; k < n; k += 32) sum += in[k];
    else if (warp == 1)
        for (int k = 0; k <= lane; k++) sum += s_words[k * 4];
    else
        sum = s_words[127 - threadIdx.x + (warp & 1)];
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

void run_flow(unseen u) {
    LAUNCH(collatz, 4, 96, u.c, u.random, 361);
    LAUNCH(sum_of_a_few, 3, 128, u.c, u.random, u.order, 350);
    LAUNCH(skip_and_stop, 3, 80, u.c, u.random, 240);
    LAUNCH(branches_in_branches, 7, 128, u.c, u.random, 820);
    LAUNCH(seven_cases, 7, 128, u.c, u.random, 850);
    LAUNCH(call_from_two_branches, 4, 100, u.c, u.order, u.random, 388);
    LAUNCH(recursion, 3, 64, u.c, u.random, 180);
    LAUNCH(leave_early, 7, 128, u.c, u.random, 888);
    LAUNCH(until_all_are_done, 4, 96, u.c, u.order, 350);
    LAUNCH(rest_of_a_warp, 4, 96, u.c, u.random, 384);
    LAUNCH(either_or, 4, 128, u.c, u.random, 500);
    LAUNCH(triangle, 4, 64, u.c, u.random, 90);
    LAUNCH(sparse_rows, 3, 96, u.c, u.random, u.order, 270);
    LAUNCH(longest_of_equal, 6, 128, u.c, u.skewed, 700);
    LAUNCH(search_sorted, 4, 96, u.c, u.sorted, u.random, 370);
    LAUNCH(descend, 4, 96, u.c, u.random, u.random + 512, 370);
    LAUNCH(mandelbrot, dim3(3, 6), dim3(20, 8), (unsigned char *)u.c, 55, 45);
    LAUNCH(sieve, 1, 64, (unsigned char *)u.c, 2500);
    LAUNCH(first_match, 3, 96, u.c, u.random, 40);
    LAUNCH(two_loops, 4, 96, u.c, u.random, 371);
    LAUNCH(work_by_warps, 3, 128, u.c, u.random, 100);
}
