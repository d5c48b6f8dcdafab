/**
 * @file
 * @brief Histograms, radix sorts and compaction: counters shared, private and global, ranks by ballots.
 */
#include "unseen.h"

__global__ void count_in_shared(int *bins, const int *keys, int n) {
    __shared__ int s_bins[64];
    for (int k = threadIdx.x; k < 64; k += blockDim.x) s_bins[k] = 0;
    __syncthreads();
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x)
        atomicAdd(&s_bins[keys[k] & 63], 1);
    __syncthreads();
    for (int k = threadIdx.x; k < 64; k += blockDim.x) atomicAdd(&bins[k], s_bins[k]);
}

__global__ void count_skewed(int *bins, const int *keys, int n) {
    __shared__ unsigned s_bins[256];
    s_bins[threadIdx.x] = 0;
    __syncthreads();
    int t = threadIdx.x + blockIdx.x * blockDim.x;
    if (t < n) atomicAdd(&s_bins[keys[t]], 1u);
    __syncthreads();
    bins[blockIdx.x * 256 + threadIdx.x] = s_bins[threadIdx.x];
}

__global__ void count_by_warps(int *bins, const int *keys, int n) {
    __shared__ int s_bins[6][33];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    s_bins[warp][lane] = 0;
    __syncwarp();
    for (int k = threadIdx.x; k < n; k += blockDim.x)
        atomicAdd(&s_bins[warp][keys[blockIdx.x * n + k] % 32], 1);
    __syncthreads();
    if (warp == 0) {
        int sum = 0;
        for (int w = 0; w < blockDim.x / 32; w++) sum += s_bins[w][lane];
        bins[blockIdx.x * 32 + lane] = sum;
    }
}

__global__ void count_in_global(int *bins, const int *keys, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) atomicAdd(bins + (keys[t] & 1023), 1);
}

__global__ void count_skewed_in_global(int *bins, const int *keys, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n && keys[t] != 3) atomicAdd(&bins[keys[t]], 1);
}

/* A counter a thread and bin, so that no atomics are needed. */
__global__ void count_in_columns(int *bins, const int *keys, int n) {
    __shared__ int s_bins[16][64];
    int t = threadIdx.x;
    for (int bin = 0; bin < 16; bin++) s_bins[bin][t] = 0;
    for (int k = t; k < n; k += 64) s_bins[keys[k] >> 8 & 15][t]++;
    __syncthreads();
    if (t >= 16) return;
    int sum = 0;
    for (int k = 0; k < 64; k++) sum += s_bins[t][k];
    bins[t] = sum;
}

/* The same with bytes. */
__global__ void count_in_bytes(int *bins, const int *keys, int n) {
    __shared__ unsigned char s_bins[16 * 64];
    int t = threadIdx.x;
    for (int bin = 0; bin < 16; bin++) s_bins[bin * 64 + t] = 0;
    for (int k = t; k < n; k += 64) s_bins[(keys[k] & 15) * 64 + t] += 1;
    __syncthreads();
    if (t < 16) {
        int sum = 0;
        for (int k = 0; k < 64; k++) sum += s_bins[t * 64 + (k + t) % 64];
        bins[t] = sum;
    }
}

/* The lanes that have one key are counted by one atomic. */
__global__ void count_matches(int *bins, const int *keys, int n) {
    __shared__ int s_bins[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) s_bins[k] = 0;
    __syncthreads();
    int lane = threadIdx.x & 31;
    for (int k = threadIdx.x; k < n; k += blockDim.x) {
        unsigned same = __match_any_sync(__activemask(), keys[k]);
        if (__ffs(same) - 1 == lane) atomicAdd(&s_bins[keys[k]], __popc(same));
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 256; k += blockDim.x) bins[k] = s_bins[k];
}

__global__ void extremes(int *out, const int *keys, int n) {
    __shared__ int s_least, s_greatest;
    if (threadIdx.x == 0) {
        s_least = 0x7fffffff;
        s_greatest = 0;
    }
    __syncthreads();
    for (int k = threadIdx.x; k < n; k += blockDim.x) {
        atomicMin(&s_least, keys[k]);
        atomicMax(&s_greatest, keys[k]);
    }
    __syncthreads();
    if (threadIdx.x < 2) out[threadIdx.x] = threadIdx.x ? s_greatest : s_least;
}

/* Each thread takes its list of keys, one every `threads`, bit by bit to two lists. */
__global__ void radix_lists(unsigned *keys, unsigned *ones, int n, int bits) {
    int t = threadIdx.x, threads = blockDim.x, base = blockIdx.x * n;
    for (int bit = 0; bit < bits; bit++) {
        int zeros = 0, others = 0;
        for (int k = t; k < n; k += threads) {
            unsigned key = keys[base + k];
            if (key >> bit & 1) {
                ones[base + others * threads + t] = key;
                others++;
            } else {
                keys[base + zeros * threads + t] = key;
                zeros++;
            }
        }
        for (int k = 0; k < others; k++)
            keys[base + (zeros + k) * threads + t] = ones[base + k * threads + t];
    }
}

/* The same with lists of neighbours, in shared memory. */
__global__ void radix_lists_shared(int *keys, int each) {
    extern __shared__ int s_both[];
    int *s_keys = s_both, *s_ones = s_both + each * blockDim.x;
    int t = threadIdx.x, base = blockIdx.x * each * blockDim.x;
    for (int k = t; k < each * blockDim.x; k += blockDim.x) s_keys[k] = keys[base + k];
    __syncthreads();
    for (int bit = 20; bit < 24; bit++) {
        int zeros = t * each, ones = t * each;
        for (int k = t * each; k < (t + 1) * each; k++) {
            int key = s_keys[k];
            if (key & 1 << bit)
                s_ones[ones++] = key;
            else
                s_keys[zeros++] = key;
        }
        for (int k = t * each; k < ones; k++) s_keys[zeros++] = s_ones[k];
    }
    __syncthreads();
    for (int k = t; k < each * blockDim.x; k += blockDim.x) keys[base + k] = s_keys[k];
}

/* A digit of four bits: each thread counts its keys, then it places them. */
__global__ void radix_digit(int *out, const int *in, int each) {
    __shared__ int s_counts[16][48];
    int t = threadIdx.x, base = blockIdx.x * each * 48 + t * each;
    for (int digit = 0; digit < 16; digit++) s_counts[digit][t] = 0;
    for (int k = 0; k < each; k++) s_counts[in[base + k] & 15][t]++;
    __syncthreads();
    if (t < 16) {
        int sum = 0;
        for (int k = 0; k < 48; k++) {
            int count = s_counts[t][k];
            s_counts[t][k] = sum;
            sum += count;
        }
    }
    __syncthreads();
    for (int k = 0; k < each; k++) {
        int key = in[base + k], digit = key & 15;
        out[(blockIdx.x * 16 + digit) * 48 * each + s_counts[digit][t]++] = key;
    }
}

/* A split by one bit at a time: a rank is a count of the lanes and the warps before. */
__global__ void radix_split(int *keys, int bits) {
    __shared__ int s_keys[160], s_zeros[5];
    int t = threadIdx.x, warp = t / 32, lane = t % 32, base = blockIdx.x * 160;
    s_keys[t] = keys[base + t];
    for (int bit = 0; bit < bits; bit++) {
        __syncthreads();
        int key = s_keys[t], zeros = 0, before = 0;
        bool one = key >> bit & 1;
        unsigned mask = __ballot_sync(~0u, !one);
        if (lane == 0) s_zeros[warp] = __popc(mask);
        __syncthreads();
        for (int w = 0; w < 5; w++) {
            if (w < warp) before += s_zeros[w];
            zeros += s_zeros[w];
        }
        before += __popc(mask & ((1u << lane) - 1));
        s_keys[one ? zeros + t - before : before] = key;
    }
    __syncthreads();
    keys[base + t] = s_keys[t];
}

/* Hoare's partition, a list a thread. */
__global__ void partition_lists(int *keys, int each, int lists) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= lists) return;
    int low = t * each, high = low + each - 1, pivot = keys[low + each / 2];
    while (low <= high) {
        while (keys[low] < pivot) low++;
        while (keys[high] > pivot) high--;
        if (low > high) break;
        int kept = keys[low];
        keys[low++] = keys[high];
        keys[high--] = kept;
    }
}

__global__ void compact_warps(int *out, int *counts, const int *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, lane = t & 31, first = t - lane;
    bool keep = t < n && in[t] % 3 == 0;
    unsigned kept = __ballot_sync(0xffffffffu, keep);
    if (keep) out[first + __popc(kept & ((1u << lane) - 1))] = in[t];
    if (lane == 0) counts[first / 32] = __popc(kept);
}

__global__ void compact_block(int *out, const int *in, int n) {
    __shared__ int s_at[201];
    int t = threadIdx.x;
    bool keep = t < n && (in[blockIdx.x * n + t] & 4) != 0;
    s_at[t + 1] = keep;
    if (t == 0) s_at[0] = 0;
    __syncthreads();
    for (int d = 1; d <= 200; d *= 2) {
        int below = t + 1 >= d ? s_at[t + 1 - d] : 0;
        __syncthreads();
        s_at[t + 1] += below;
        __syncthreads();
    }
    if (keep) out[blockIdx.x * n + s_at[t]] = in[blockIdx.x * n + t];
}

/* Even keys to the front, odd ones to the end. */
__global__ void compact_both_ends(int *out, const int *in, int n) {
    int lane = threadIdx.x, even = 0, odd = n;
    for (int k = lane; k - lane < n; k += 32) {
        bool inside = k < n;
        int key = inside ? in[k] : 0;
        unsigned evens = __ballot_sync(~0u, inside && key % 2 == 0),
                 odds = __ballot_sync(~0u, inside && key % 2 != 0);
        unsigned below = (1u << lane) - 1;
        if (inside) {
            if (key % 2 == 0)
                out[even + __popc(evens & below)] = key;
            else
                out[odd - 1 - __popc(odds & below)] = key;
        }
        even += __popc(evens);
        odd -= __popc(odds);
    }
}

void run_counting(unseen u) {
    LAUNCH(count_in_shared, 3, 100, u.c, u.random, 2345);
    LAUNCH(count_skewed, 4, 256, u.c, u.skewed, 987);
    LAUNCH(count_by_warps, 3, 192, u.c, u.random, 613);
    LAUNCH(count_in_global, 9, 128, u.c, u.random, 1100);
    LAUNCH(count_skewed_in_global, 9, 128, u.c, u.skewed, 1100);
    LAUNCH(count_in_columns, 1, 64, u.c, u.random, 1500);
    LAUNCH(count_in_bytes, 1, 64, u.c, u.random, 1500);
    LAUNCH(count_matches, 1, 128, u.c, u.skewed, 1111);
    LAUNCH(extremes, 1, 96, u.c, u.random, 480);
    LAUNCH(radix_lists, 3, 40, (unsigned *)u.b, (unsigned *)u.c, 391, 5);
    u.reset();
    radix_lists_shared<<<2, 50, 2 * 9 * 50 * sizeof(int)>>>(u.b, 9);
    cudaDeviceSynchronize();
    LAUNCH(radix_digit, 2, 48, u.c, u.random, 11);
    LAUNCH(radix_split, 3, 160, u.b, 6);
    LAUNCH(partition_lists, 2, 60, u.b, 21, 113);
    LAUNCH(compact_warps, 5, 160, u.b, u.c, u.random, 777);
    LAUNCH(compact_block, 4, 200, u.c, u.random, 190);
    LAUNCH(compact_both_ends, 1, 32, u.c, u.random, 999);
}
