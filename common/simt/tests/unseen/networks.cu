/**
 * @file
 * @brief Odd-even and bitonic networks, in shared and global memory, of keys of 4, 8 and 16 bytes.
 */
#include "unseen.h"

__global__ void odd_even_tile(int *keys, int n) {
    __shared__ int s_keys[300];
    int t = threadIdx.x;
    for (int k = t; k < n; k += blockDim.x) s_keys[k] = keys[blockIdx.x * 300 + k];
    __syncthreads();
    for (int round = 0; round < 40; round++) {
        int at = 2 * t + (round & 1);
        if (at + 1 < n && s_keys[at] > s_keys[at + 1]) {
            int kept = s_keys[at];
            s_keys[at] = s_keys[at + 1];
            s_keys[at + 1] = kept;
        }
        __syncthreads();
    }
    for (int k = t; k < n; k += blockDim.x) keys[blockIdx.x * 300 + k] = s_keys[k];
}

__global__ void odd_even_phase(int *keys, int n, int phase) {
    int at = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + phase;
    if (at + 1 >= n) return;
    int left = keys[at], right = keys[at + 1];
    if (left > right) {
        keys[at] = right;
        keys[at + 1] = left;
    }
}

/* Every thread has a key; the left one of each pair swaps. It ends when nobody did. */
__global__ void odd_even_until_sorted(int *keys, int n) {
    __shared__ int s_keys[128];
    int t = threadIdx.x, swapped = 1;
    if (t < n) s_keys[t] = keys[blockIdx.x * n + t];
    __syncthreads();
    while (swapped) {
        swapped = 0;
        for (int phase = 0; phase < 2; phase++) {
            if (t % 2 == phase && t + 1 < n) {
                if (s_keys[t] > s_keys[t + 1]) {
                    int kept = s_keys[t];
                    s_keys[t] = s_keys[t + 1];
                    s_keys[t + 1] = kept;
                    swapped = 1;
                }
            }
            __syncthreads();
        }
        swapped = __syncthreads_or(swapped);
    }
    if (t < n) keys[blockIdx.x * n + t] = s_keys[t];
}

__global__ void bitonic_tile(int *keys) {
    __shared__ int s_keys[512];
    int t = threadIdx.x, base = blockIdx.x * 512;
    s_keys[t] = keys[base + t];
    s_keys[t + 256] = keys[base + t + 256];
    for (int size = 2; size <= 512; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            int at = 2 * t - (t & (stride - 1));
            bool up = (at & size) == 0;
            if ((s_keys[at] > s_keys[at + stride]) == up) {
                int kept = s_keys[at];
                s_keys[at] = s_keys[at + stride];
                s_keys[at + stride] = kept;
            }
        }
    __syncthreads();
    keys[base + t] = s_keys[t];
    keys[base + t + 256] = s_keys[t + 256];
}

/* A thread a key: those whose partner stands to the left do nothing. */
__global__ void bitonic_half_idle(int *keys) {
    extern __shared__ int s_all[];
    unsigned t = threadIdx.x;
    s_all[t] = keys[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned size = 2; size <= blockDim.x; size <<= 1) {
        for (unsigned stride = size >> 1; stride > 0; stride >>= 1) {
            unsigned other = t ^ stride;
            if (other > t) {
                int mine = s_all[t], theirs = s_all[other];
                if ((t & size) == 0 ? mine > theirs : mine < theirs) {
                    s_all[t] = theirs;
                    s_all[other] = mine;
                }
            }
            __syncthreads();
        }
    }
    keys[blockIdx.x * blockDim.x + t] = s_all[t];
}

__global__ void bitonic_global_step(int *keys, int n, int stride, int size) {
    int t = threadIdx.x + blockDim.x * blockIdx.x, other = t ^ stride;
    if (t < n && other > t && other < n) {
        if ((t & size) == 0) {
            if (keys[t] > keys[other]) {
                int kept = keys[t];
                keys[t] = keys[other];
                keys[other] = kept;
            }
        } else {
            if (keys[t] < keys[other]) {
                int kept = keys[t];
                keys[t] = keys[other];
                keys[other] = kept;
            }
        }
    }
}

/* A merge of two runs without a branch: what is less goes to the left. */
__global__ void bitonic_merge_min_max(int *keys, int n) {
    __shared__ int s_keys[256];
    int t = threadIdx.x;
    for (int k = t; k < 256; k += blockDim.x) s_keys[k] = k < n ? keys[k] : 0x7fffffff;
    __syncthreads();
    for (int stride = 128; stride >= 1; stride /= 2) {
        int low = (t / stride) * 2 * stride + t % stride;
        int x = s_keys[low], y = s_keys[low + stride];
        s_keys[low] = min(x, y);
        s_keys[low + stride] = max(x, y);
        __syncthreads();
    }
    for (int k = t; k < n; k += blockDim.x) keys[k] = s_keys[k];
}

/* Keys and values in two arrays. */
__global__ void bitonic_keys_values(int *keys, int *values) {
    __shared__ int s_keys[128], s_values[128];
    int t = threadIdx.x, base = blockIdx.x * 128;
    for (int k = t; k < 128; k += 64) {
        s_keys[k] = keys[base + k];
        s_values[k] = base + k;
    }
    for (int size = 2; size <= 128; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            int at = 2 * t - (t & (stride - 1)), to = at + stride;
            if ((s_keys[at] > s_keys[to]) == ((at & size) == 0)) {
                int key = s_keys[at], value = s_values[at];
                s_keys[at] = s_keys[to];
                s_values[at] = s_values[to];
                s_keys[to] = key;
                s_values[to] = value;
            }
        }
    __syncthreads();
    for (int k = t; k < 128; k += 64) {
        keys[base + k] = s_keys[k];
        values[base + k] = s_values[k];
    }
}

/* Keys with what belongs to them: of 8 bytes in a pair, of 8 in one number, of 16. */
__global__ void bitonic_pairs(int2 *pairs) {
    __shared__ int2 s_pairs[128];
    int t = threadIdx.x, base = blockIdx.x * 128;
    s_pairs[t] = pairs[base + t];
    __syncthreads();
    for (int size = 2; size <= 128; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            int other = t ^ stride;
            if (other > t) {
                int2 mine = s_pairs[t], theirs = s_pairs[other];
                if ((mine.x > theirs.x) == ((t & size) == 0)) {
                    s_pairs[t] = theirs;
                    s_pairs[other] = mine;
                }
            }
            __syncthreads();
        }
    pairs[base + t] = s_pairs[t];
}

__global__ void bitonic_long_keys(long long *keys) {
    __shared__ long long s_keys[256];
    int t = threadIdx.x, base = blockIdx.x * 256;
    s_keys[t] = keys[base + t];
    s_keys[t + 128] = keys[base + t + 128];
    for (int size = 2; size <= 256; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            int at = 2 * t - (t & (stride - 1));
            long long x = s_keys[at], y = s_keys[at + stride];
            bool swap = (x > y) == ((at & size) == 0);
            s_keys[at] = swap ? y : x;
            s_keys[at + stride] = swap ? x : y;
        }
    __syncthreads();
    keys[base + t] = s_keys[t];
    keys[base + t + 128] = s_keys[t + 128];
}

__global__ void bitonic_wide(int4 *keys) {
    __shared__ int4 s_keys[64];
    int t = threadIdx.x, base = blockIdx.x * 64;
    s_keys[t] = keys[base + t];
    __syncthreads();
    for (int size = 2; size <= 64; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            int4 mine = s_keys[t], theirs = s_keys[t ^ stride];
            bool up = (t & size) == 0, left = (t & stride) == 0;
            __syncthreads();
            s_keys[t] = (up == left) == (mine.x < theirs.x) ? mine : theirs;
            __syncthreads();
        }
    keys[base + t] = s_keys[t];
}

__global__ void bitonic_in_warp(int *keys, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, lane = t % 32;
    int key = t < n ? keys[t] : 0x7fffffff;
    for (int size = 2; size <= 32; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            int other = __shfl_xor_sync(0xffffffffu, key, stride);
            bool keep_less = ((lane & stride) == 0) == ((lane & size) == 0);
            key = keep_less ? min(key, other) : max(key, other);
        }
    if (t < n) keys[t] = key;
}

/* Batcher's odd-even merge sort. */
__global__ void batcher_tile(int *keys) {
    __shared__ int s_keys[256];
    int t = threadIdx.x, base = blockIdx.x * 256;
    for (int k = t; k < 256; k += blockDim.x) s_keys[k] = keys[base + k];
    for (int p = 1; p < 256; p *= 2)
        for (int k = p; k >= 1; k /= 2) {
            __syncthreads();
            for (int i = t; i < 256; i += blockDim.x) {
                if (i % (2 * k) < k % p || (i - k % p) % (2 * k) >= k) continue;
                int to = i + k;
                if (to >= 256 || i / (2 * p) != to / (2 * p)) continue;
                if (s_keys[i] > s_keys[to]) {
                    int kept = s_keys[i];
                    s_keys[i] = s_keys[to];
                    s_keys[to] = kept;
                }
            }
        }
    __syncthreads();
    for (int k = t; k < 256; k += blockDim.x) keys[base + k] = s_keys[k];
}

/* How many keys are less gives a key its place; all lanes read one word at a time. */
__global__ void sort_by_counting_less(int *out, const int *in, int n) {
    extern __shared__ int s_all[];
    int t = threadIdx.x;
    for (int k = t; k < n; k += blockDim.x) s_all[k] = in[k];
    __syncthreads();
    for (int k = t; k < n; k += blockDim.x) {
        int key = s_all[k], less = 0;
        for (int i = 0; i < n; i++)
            if (s_all[i] < key || (s_all[i] == key && i < k)) less++;
        out[less] = key;
    }
}

/* Each thread sorts a column of a table by insertion. */
__global__ void insertion_columns(int *out, const int *in) {
    __shared__ int s_table[12][40];
    int t = threadIdx.x;
    for (int row = 0; row < 12; row++) s_table[row][t] = in[(blockIdx.x * 12 + row) * 40 + t];
    for (int row = 1; row < 12; row++) {
        int key = s_table[row][t], at = row - 1;
        while (at >= 0 && s_table[at][t] > key) {
            s_table[at + 1][t] = s_table[at][t];
            at--;
        }
        s_table[at + 1][t] = key;
    }
    for (int row = 0; row < 12; row++) out[(blockIdx.x * 12 + row) * 40 + t] = s_table[row][t];
}

#define LAUNCH_SHARED(kernel, blocks, threads, bytes, ...)                                         \
    do {                                                                                           \
        u.reset();                                                                                 \
        kernel<<<blocks, threads, bytes>>>(__VA_ARGS__);                                           \
        cudaDeviceSynchronize();                                                                   \
    } while (0)

void run_networks(unseen u) {
    LAUNCH(odd_even_tile, 3, 150, u.b, 299);
    for (int phase = 0; phase < 4; phase++) LAUNCH(odd_even_phase, 9, 128, u.b, 2001, phase % 2);
    LAUNCH(odd_even_until_sorted, 4, 128, u.b, 117);
    LAUNCH(bitonic_tile, 3, 256, u.b);
    LAUNCH_SHARED(bitonic_half_idle, 5, 128, 128 * sizeof(int), u.b);
    for (int stride = 1; stride <= 512; stride *= 2)
        LAUNCH(bitonic_global_step, 8, 200, u.b, 1500, stride, 1024);
    LAUNCH(bitonic_merge_min_max, 1, 128, u.b, 237);
    LAUNCH(bitonic_keys_values, 4, 64, u.b, u.c);
    LAUNCH(bitonic_pairs, 4, 128, (int2 *)u.b);
    LAUNCH(bitonic_long_keys, 3, 128, (long long *)u.b);
    LAUNCH(bitonic_wide, 3, 64, (int4 *)u.b);
    LAUNCH(bitonic_in_warp, 6, 96, u.b, 555);
    LAUNCH(batcher_tile, 2, 96, u.b);
    LAUNCH_SHARED(sort_by_counting_less, 1, 90, 333 * sizeof(int), u.c, u.random, 333);
    LAUNCH(insertion_columns, 5, 40, u.c, u.random);
}
