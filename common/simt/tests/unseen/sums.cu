/**
 * @file
 * @brief Reductions, interleaved, sequential and by warps, and scans with padding and without.
 */
#include "unseen.h"

__global__ void sum_modulo(int *out, const int *in, int n) {
    __shared__ int s_sum[192];
    int t = threadIdx.x, at = blockIdx.x * blockDim.x + t;
    s_sum[t] = at < n ? in[at] : 0;
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        if (t % (2 * s) == 0 && t + s < blockDim.x) s_sum[t] += s_sum[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s_sum[0];
}

__global__ void sum_interleaved(int *out, const int *in, int n) {
    extern __shared__ int s_dynamic[];
    int t = threadIdx.x, at = blockIdx.x * blockDim.x + t;
    s_dynamic[t] = at < n ? in[at] : 0;
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        int left = 2 * s * t;
        if (left < blockDim.x) s_dynamic[left] += s_dynamic[left + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s_dynamic[0];
}

__global__ void sum_sequential(int *out, const int *in, int n) {
    extern __shared__ int s_dynamic[];
    int t = threadIdx.x, at = blockIdx.x * 2 * blockDim.x + t;
    int sum = at < n ? in[at] : 0;
    if (at + blockDim.x < n) sum += in[at + blockDim.x];
    s_dynamic[t] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) s_dynamic[t] += s_dynamic[t + s];
        __syncthreads();
    }
    if (!t) out[blockIdx.x] = s_dynamic[0];
}

__global__ void sum_grid_stride(float *out, const int *in, int n) {
    __shared__ float s_sum[160];
    float sum = 0;
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += blockDim.x * gridDim.x)
        sum += (float)in[k];
    s_sum[threadIdx.x] = sum;
    __syncthreads();
    for (int count = blockDim.x; count > 1;) {
        int half = (count + 1) / 2;
        if (threadIdx.x < count / 2) s_sum[threadIdx.x] += s_sum[threadIdx.x + half];
        __syncthreads();
        count = half;
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s_sum[0];
}

__global__ void sum_warps_then_warp(int *out, const int *in, int n) {
    __shared__ int s_warps[32];
    int sum = 0, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (int k = threadIdx.x; k < n; k += blockDim.x) sum += in[blockIdx.x * n + k];
    for (int d = 16; d; d >>= 1) sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0) s_warps[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = lane < blockDim.x / 32 ? s_warps[lane] : 0;
        for (int d = 16; d; d >>= 1) sum += __shfl_down_sync(0xffffffff, sum, d);
        if (lane == 0) atomicAdd(out, sum);
    }
}

__global__ void sum_four_at_once(int *out, const int *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, threads = blockDim.x * gridDim.x;
    int w = 0, x = 0, y = 0, z = 0, k = t;
    for (; k + 3 * threads < n; k += 4 * threads) {
        w += in[k];
        x += in[k + threads];
        y += in[k + 2 * threads];
        z += in[k + 3 * threads];
    }
    for (; k < n; k += threads) w += in[k];
    out[t] = (w + x) + (y + z);
}

__global__ void sum_doubles(double *out, const double *in, int n) {
    __shared__ double s_sum[128];
    int t = threadIdx.x;
    s_sum[t] = 0;
    for (int k = t; k < n; k += 128) s_sum[t] += in[blockIdx.x * n + k];
    __syncthreads();
    for (int s = 1; s < 128; s <<= 1) {
        if (t % (2 * s) == 0) s_sum[t] += s_sum[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s_sum[0];
}

/* The greatest and where it is. */
__global__ void greatest_with_place(int *out, const int *in, int n) {
    __shared__ int s_key[256], s_place[256];
    int t = threadIdx.x, key = -1, place = -1;
    for (int k = t; k < n; k += blockDim.x)
        if (in[k] > key) {
            key = in[k];
            place = k;
        }
    s_key[t] = key;
    s_place[t] = place;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s && s_key[t + s] > s_key[t]) {
            s_key[t] = s_key[t + s];
            s_place[t] = s_place[t + s];
        }
        __syncthreads();
    }
    if (t == 0) {
        out[0] = s_key[0];
        out[1] = s_place[0];
    }
}

/* A warp a row of a matrix whose rows have 45 words. */
__global__ void sum_rows_by_warps(int *out, const int *in, int rows) {
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    int sum = 0;
    for (int k = threadIdx.x; k < 45; k += 32) sum += in[row * 45 + k];
    for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_xor_sync(~0u, sum, offset);
    if (threadIdx.x == 0) out[row] = sum;
}

__global__ void scan_doubling(int *out, const int *in, int n) {
    __shared__ int s_sums[2][256];
    int t = threadIdx.x, from = 0;
    s_sums[0][t] = t < n ? in[blockIdx.x * n + t] : 0;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        if (t >= d)
            s_sums[1 - from][t] = s_sums[from][t] + s_sums[from][t - d];
        else
            s_sums[1 - from][t] = s_sums[from][t];
        from = 1 - from;
        __syncthreads();
    }
    if (t < n) out[blockIdx.x * n + t] = s_sums[from][t];
}

__global__ void scan_in_place(int *out, const int *in) {
    extern __shared__ int s_dynamic[];
    int t = threadIdx.x;
    s_dynamic[t] = in[blockIdx.x * blockDim.x + t];
    for (int d = 1; d < blockDim.x; d *= 2) {
        __syncthreads();
        int add = 0;
        if (t >= d) add = s_dynamic[t - d];
        __syncthreads();
        s_dynamic[t] += add;
    }
    out[blockIdx.x * blockDim.x + t] = s_dynamic[t];
}

/* Blelloch: a tree of sums on the way up, their prefixes on the way down. */
__global__ void scan_tree(int *out, const int *in, int n) {
    extern __shared__ int s_dynamic[];
    int t = threadIdx.x, offset = 1;
    s_dynamic[2 * t] = in[blockIdx.x * n + 2 * t];
    s_dynamic[2 * t + 1] = in[blockIdx.x * n + 2 * t + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
            s_dynamic[right] += s_dynamic[left];
        }
        offset *= 2;
    }
    if (t == 0) s_dynamic[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
            int sum = s_dynamic[left];
            s_dynamic[left] = s_dynamic[right];
            s_dynamic[right] += sum;
        }
    }
    __syncthreads();
    out[blockIdx.x * n + 2 * t] = s_dynamic[2 * t];
    out[blockIdx.x * n + 2 * t + 1] = s_dynamic[2 * t + 1];
}

__device__ int padded(int k) {
    return k + (k >> 5);
}

__global__ void scan_tree_padded(int *out, const int *in) {
    __shared__ int s_sums[512 + 16];
    int t = threadIdx.x, base = blockIdx.x * 512;
    s_sums[padded(t)] = in[base + t];
    s_sums[padded(t + 256)] = in[base + t + 256];
    for (int d = 1; d < 512; d *= 2) {
        __syncthreads();
        int right = (t + 1) * 2 * d - 1;
        if (right < 512) s_sums[padded(right)] += s_sums[padded(right - d)];
    }
    if (t == 0) s_sums[padded(511)] = 0;
    for (int d = 256; d > 0; d /= 2) {
        __syncthreads();
        int right = (t + 1) * 2 * d - 1;
        if (right < 512) {
            int sum = s_sums[padded(right - d)];
            s_sums[padded(right - d)] = s_sums[padded(right)];
            s_sums[padded(right)] += sum;
        }
    }
    __syncthreads();
    out[base + t] = s_sums[padded(t)];
    out[base + t + 256] = s_sums[padded(t + 256)];
}

__global__ void scan_by_shuffles(int *out, const int *in, int n) {
    __shared__ int s_warps[8];
    int at = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31,
        warp = threadIdx.x / 32;
    int sum = at < n ? in[at] : 0;
    for (int d = 1; d < 32; d *= 2) {
        int below = __shfl_up_sync(~0u, sum, d);
        if (lane >= d) sum += below;
    }
    if (lane == 31) s_warps[warp] = sum;
    __syncthreads();
    for (int w = 0; w < warp; w++) sum += s_warps[w];
    if (at < n) out[at] = sum;
}

/* A thread has 5 neighbours: 5 and 32 have no divisor in common, so banks do not collide. */
__global__ void scan_five_a_thread(int *out, const int *in, int n) {
    __shared__ int s_items[5 * 64], s_sums[64];
    int t = threadIdx.x, base = blockIdx.x * 320, sum = 0;
    for (int k = t; k < 320; k += 64) s_items[k] = base + k < n ? in[base + k] : 0;
    __syncthreads();
    for (int k = 0; k < 5; k++) sum += s_items[5 * t + k];
    s_sums[t] = sum;
    __syncthreads();
    if (t == 0)
        for (int k = 1; k < 64; k++) s_sums[k] += s_sums[k - 1];
    __syncthreads();
    sum = t > 0 ? s_sums[t - 1] : 0;
    for (int k = 0; k < 5; k++) {
        sum += s_items[5 * t + k];
        s_items[5 * t + k] = sum;
    }
    __syncthreads();
    for (int k = t; k < 320 && base + k < n; k += 64) out[base + k] = s_items[k];
}

/* The same with 8, which collide. */
__global__ void scan_eight_a_thread(int *out, const int *in) {
    __shared__ int s_items[8 * 96];
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < 8; k++) s_items[k * 96 + t] = in[k * 96 + t];
    __syncthreads();
    for (int k = t * 8; k < t * 8 + 8; k++) {
        sum += s_items[k];
        s_items[k] = sum;
    }
    __syncthreads();
    for (int k = 0; k < 8; k++) out[k * 96 + t] = s_items[k * 96 + t];
}

/* Sums of segments: one ends where the low bits of a key are zero. */
__global__ void sum_segments(int *out, const int *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n || (t > 0 && in[t - 1] % 8 != 0)) return;
    int sum = 0, k = t;
    do {
        sum += in[k] >> 3;
    } while (in[k++] % 8 != 0 && k < n);
    out[t] = sum;
}

#define LAUNCH_DYNAMIC(kernel, blocks, threads, ...)                                               \
    do {                                                                                           \
        u.reset();                                                                                 \
        kernel<<<blocks, threads, (threads)*2 * sizeof(int)>>>(__VA_ARGS__);                       \
        cudaDeviceSynchronize();                                                                   \
    } while (0)

void run_sums(unseen u) {
    LAUNCH(sum_modulo, 5, 192, u.c, u.random, 901);
    LAUNCH_DYNAMIC(sum_interleaved, 4, 256, u.c, u.random, 1000);
    LAUNCH_DYNAMIC(sum_sequential, 5, 128, u.c, u.random, 1201);
    LAUNCH(sum_grid_stride, 3, 160, (float *)u.c, u.random, 5003);
    LAUNCH(sum_warps_then_warp, 4, 160, u.c, u.random, 777);
    LAUNCH(sum_four_at_once, 2, 96, u.c, u.random, 2777);
    LAUNCH(sum_doubles, 3, 128, (double *)u.c, (double *)u.random, 301);
    LAUNCH(greatest_with_place, 1, 256, u.c, u.random, 2999);
    LAUNCH(sum_rows_by_warps, 5, dim3(32, 6), u.c, u.random, 29);
    LAUNCH(scan_doubling, 3, 256, u.c, u.random, 213);
    LAUNCH_DYNAMIC(scan_in_place, 3, 224, u.c, u.random);
    LAUNCH_DYNAMIC(scan_tree, 3, 256, u.c, u.random, 512);
    LAUNCH(scan_tree_padded, 2, 256, u.c, u.random);
    LAUNCH(scan_by_shuffles, 4, 224, u.c, u.random, 799);
    LAUNCH(scan_five_a_thread, 3, 64, u.c, u.random, 913);
    LAUNCH(scan_eight_a_thread, 1, 96, u.c, u.random);
    LAUNCH(sum_segments, 6, 150, u.c, u.random, 851);
}
