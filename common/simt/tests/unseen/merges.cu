/**
 * @file
 * @brief Merges of sorted runs: a thread alone, by ranks, along the merge path, through shared memory.
 */
#include "unseen.h"

__global__ void merge_serial(int *out, const int *in, int pairs, int half) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= pairs) return;
    const int *a = in + t * RUN_KEYS / 4, *b = a + RUN_KEYS / 8;
    int *o = out + t * RUN_KEYS / 4;
    int i = 0, j = 0, k = 0;
    while (i < half && j < half) {
        if (a[i] <= b[j])
            o[k++] = a[i++];
        else
            o[k++] = b[j++];
    }
    while (i < half) o[k++] = a[i++];
    while (j < half) o[k++] = b[j++];
}

__global__ void merge_one_line(int *out, const int *a, const int *b, int n, int m, int runs) {
    int t = threadIdx.x + blockIdx.x * blockDim.x;
    if (t < runs) {
        int i = 0, j = 0;
        for (int k = 0; k < n + m; k++)
            out[k * runs + t] =
                (j >= m || (i < n && a[t * RUN_KEYS / 8 + i] <= b[t * RUN_KEYS / 8 + j]))
                    ? a[t * RUN_KEYS / 8 + i++]
                    : b[t * RUN_KEYS / 8 + j++];
    }
}

__device__ int split_at(const int *a, int n, const int *b, int m, int diagonal) {
    int low = diagonal > m ? diagonal - m : 0, high = diagonal < n ? diagonal : n;
    while (low < high) {
        int middle = (low + high) >> 1;
        if (a[middle] <= b[diagonal - 1 - middle])
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

__global__ void merge_path_global(int *out, const int *in, int items) {
    const int *a = in + 2 * blockIdx.x * RUN_KEYS, *b = a + RUN_KEYS;
    int first = threadIdx.x * items;
    if (first >= 2 * RUN_KEYS) return;
    int i = split_at(a, RUN_KEYS, b, RUN_KEYS, first), j = first - i;
    for (int k = 0; k < items && first + k < 2 * RUN_KEYS; k++) {
        bool left = j >= RUN_KEYS || (i < RUN_KEYS && a[i] <= b[j]);
        out[2 * blockIdx.x * RUN_KEYS + first + k] = left ? a[i++] : b[j++];
    }
}

__device__ int rank_in(const int *keys, int n, int key, bool after_equal) {
    int low = 0, high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (keys[middle] < key || (after_equal && keys[middle] == key))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

__global__ void merge_by_rank(int *out, const int *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= 2 * n) return;
    bool second = t >= n;
    int k = second ? t - n : t;
    const int *own = second ? in + RUN_KEYS : in, *other = second ? in : in + RUN_KEYS;
    out[k + rank_in(other, n, own[k], second)] = own[k];
}

/* Each block merges a window of 192 outputs, which it has in shared memory. */
__global__ void merge_windows(int *out, const int *in) {
    __shared__ int s_a[192], s_b[192], s_start[2];
    const int *a = in, *b = in + RUN_KEYS;
    int first = blockIdx.x * 192, t = threadIdx.x;
    if (t < 2) s_start[t] = split_at(a, RUN_KEYS, b, RUN_KEYS, min(first + t * 192, 2 * RUN_KEYS));
    __syncthreads();
    int a0 = s_start[0], a1 = s_start[1], b0 = first - a0, b1 = min(first + 192, 2 * RUN_KEYS) - a1;
    for (int k = t; k < a1 - a0; k += blockDim.x) s_a[k] = a[a0 + k];
    for (int k = t; k < b1 - b0; k += blockDim.x) s_b[k] = b[b0 + k];
    __syncthreads();
    int mine = t * 3;
    if (mine >= a1 - a0 + b1 - b0) return;
    int i = split_at(s_a, a1 - a0, s_b, b1 - b0, mine), j = mine - i;
    for (int k = 0; k < 3; k++) {
        if (i >= a1 - a0 && j >= b1 - b0) break;
        if (j >= b1 - b0 || (i < a1 - a0 && s_a[i] <= s_b[j]))
            out[first + mine + k] = s_a[i++];
        else
            out[first + mine + k] = s_b[j++];
    }
}

/* Merge sort of a tile: in each round every key finds its place by a search in the other run. */
__global__ void merge_sort_tile(int *out, const int *in) {
    __shared__ int s_keys[2][256];
    int t = threadIdx.x, now = 0;
    s_keys[0][t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for (int width = 1; width < 256; width *= 2) {
        int pair = t / (2 * width) * (2 * width);
        bool second = t - pair >= width;
        const int *other = s_keys[now] + pair + (second ? 0 : width);
        int key = s_keys[now][t];
        int place = rank_in(other, width, key, second) + t - (second ? width : 0);
        s_keys[1 - now][place] = key;
        now = 1 - now;
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = s_keys[now][t];
}

__global__ void merge_key_value(int2 *out, const int *keys, const int *values, int half, int runs) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= runs) return;
    int i = t * 2 * half, j = i + half, end_i = j, end_j = j + half;
    const int *sorted = keys + (i / RUN_KEYS) * RUN_KEYS;
    for (int k = 0; k < 2 * half; k++) {
        int from =
            (j >= end_j || (i < end_i && sorted[i % RUN_KEYS] <= sorted[j % RUN_KEYS])) ? i++ : j++;
        out[t * 2 * half + k] = make_int2(sorted[from % RUN_KEYS], values[from]);
    }
}

__global__ void merge_four_ways(int *out, const int *in, int keys, int lists) {
    int t = threadIdx.x + blockIdx.x * blockDim.x;
    if (t >= lists) return;
    int head[4], at[4];
    for (int r = 0; r < 4; r++) {
        at[r] = 0;
        head[r] = in[r * RUN_KEYS + t];
    }
    for (int k = 0; k < 4 * keys; k++) {
        int best = 0;
        for (int r = 1; r < 4; r++)
            if (head[r] < head[best]) best = r;
        for (int r = 0; r < 4; r++) {
            if (r != best) continue;
            out[k * lists + t] = head[r];
            at[r]++;
            head[r] = at[r] < keys ? in[r * RUN_KEYS + at[r] * 100 + t] : 0x7fffffff;
        }
    }
}

/* All lanes bid for the least head of their lists; the winner's lane goes on. */
__global__ void merge_by_warp_minimum(int *out, const int *in, int n) {
    int lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int *list = in + (warp * 32 + lane) * 64;
    int at = 0, head = list[0];
    for (int k = 0; k < n; k++) {
        int least = head;
        for (int offset = 16; offset > 0; offset /= 2)
            least = min(least, __shfl_xor_sync(~0u, least, offset));
        int winner = __ffs(__ballot_sync(~0u, head == least)) - 1;
        if (lane == winner) {
            out[warp * n + k] = head;
            at++;
            head = at < 64 ? list[at] : 0x7fffffff;
        }
    }
}

void run_merges(unseen u) {
    LAUNCH(merge_serial, 3, 70, u.c, u.sorted, 200, 37);
    LAUNCH(merge_one_line, 2, 96, u.c, u.sorted, u.sorted + 512, 19, 23, 150);
    LAUNCH(merge_path_global, 3, 160, u.c, u.sorted, 13);
    LAUNCH(merge_by_rank, 14, 128, u.c, u.sorted, 850);
    LAUNCH(merge_windows, 11, 64, u.c, u.sorted);
    LAUNCH(merge_sort_tile, 4, 256, u.c, u.random);
    LAUNCH(merge_key_value, 2, 80, (int2 *)u.c, u.sorted, u.random, 16, 131);
    LAUNCH(merge_four_ways, 1, 100, u.c, u.sorted, 9, 93);
    LAUNCH(merge_by_warp_minimum, 3, 96, u.c, u.sorted, 40);
}
