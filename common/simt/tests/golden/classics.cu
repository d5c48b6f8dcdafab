/**
 * @file
 * @brief What every course shows: reductions, scans, histograms, networks, merges, radix sorts.
 */
#include "golden.h"

#define HERE (blockIdx.x * blockDim.x + threadIdx.x)

__global__ void reduce_interleaved_modulo(const int *a, int *b) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = a[HERE];
    __syncthreads();
    for (int k = 1; k < 256; k *= 2) {
        if (t % (2 * k) == 0) s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) b[blockIdx.x] = s[0];
}
__global__ void reduce_interleaved(const int *a, int *b) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = a[HERE];
    __syncthreads();
    for (int k = 1; k < 256; k *= 2) {
        int at = 2 * k * t;
        if (at < 256) s[at] += s[at + k];
        __syncthreads();
    }
    if (t == 0) b[blockIdx.x] = s[0];
}
__global__ void reduce_sequential(const int *a, int *b) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = a[HERE];
    __syncthreads();
    for (int k = 128; k > 0; k /= 2) {
        if (t < k) s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) b[blockIdx.x] = s[0];
}
__global__ void reduce_by_shuffles(const int *a, int *b) {
    __shared__ int s[8];
    int t = threadIdx.x, v = a[HERE];
    for (int k = 16; k > 0; k /= 2) v += __shfl_down_sync(0xffffffff, v, k);
    if (t % 32 == 0) s[t / 32] = v;
    __syncthreads();
    if (t == 0) {
        for (int k = 1; k < 8; k++) v += s[k];
        b[blockIdx.x] = v;
    }
}
__global__ void reduce_many(const int *a, int *b, int n) {
    __shared__ int s[256];
    int t = threadIdx.x, sum = 0;
    for (int k = HERE; k < n; k += gridDim.x * blockDim.x) sum += a[k];
    s[t] = sum;
    __syncthreads();
    for (int k = 128; k > 0; k /= 2) {
        if (t < k) s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) b[blockIdx.x] = s[0];
}
__global__ void scan_hillis_steele(const int *a, int *b) {
    __shared__ int s[2][256];
    int t = threadIdx.x, from = 0;
    s[0][t] = a[HERE];
    __syncthreads();
    for (int k = 1; k < 256; k *= 2) {
        int v = s[from][t];
        if (t >= k) v += s[from][t - k];
        s[1 - from][t] = v;
        from = 1 - from;
        __syncthreads();
    }
    b[HERE] = s[from][t];
}
__global__ void scan_blelloch(const int *a, int *b) {
    __shared__ int s[512];
    int t = threadIdx.x, k = 1;
    s[2 * t] = a[2 * t];
    s[2 * t + 1] = a[2 * t + 1];
    for (int d = 256; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) s[k * (2 * t + 2) - 1] += s[k * (2 * t + 1) - 1];
        k *= 2;
    }
    if (t == 0) s[511] = 0;
    for (int d = 1; d < 512; d *= 2) {
        k /= 2;
        __syncthreads();
        if (t < d) {
            int low = k * (2 * t + 1) - 1, high = k * (2 * t + 2) - 1, v = s[low];
            s[low] = s[high];
            s[high] += v;
        }
    }
    __syncthreads();
    b[2 * t] = s[2 * t];
    b[2 * t + 1] = s[2 * t + 1];
}
#define PADDED(k) ((k) + (k) / 32)
__global__ void scan_blelloch_padded(const int *a, int *b) {
    __shared__ int s[PADDED(512)];
    int t = threadIdx.x, k = 1;
    s[PADDED(t)] = a[t];
    s[PADDED(t + 256)] = a[t + 256];
    for (int d = 256; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) s[PADDED(k * (2 * t + 2) - 1)] += s[PADDED(k * (2 * t + 1) - 1)];
        k *= 2;
    }
    if (t == 0) s[PADDED(511)] = 0;
    for (int d = 1; d < 512; d *= 2) {
        k /= 2;
        __syncthreads();
        if (t < d) {
            int low = PADDED(k * (2 * t + 1) - 1), high = PADDED(k * (2 * t + 2) - 1), v = s[low];
            s[low] = s[high];
            s[high] += v;
        }
    }
    __syncthreads();
    b[t] = s[PADDED(t)];
    b[t + 256] = s[PADDED(t + 256)];
}
__global__ void histogram_global(const int *a, int *b, int n) {
    for (int k = HERE; k < n; k += gridDim.x * blockDim.x) atomicAdd(&b[a[k] & 255], 1);
}
__global__ void histogram_shared(const int *a, int *b, int n) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    for (int k = HERE; k < n; k += gridDim.x * blockDim.x) atomicAdd(&s[a[k] & 255], 1);
    __syncthreads();
    atomicAdd(&b[t], s[t]);
}
__global__ void histogram_few_bins(const int *a, int *b, int n) {
    __shared__ int s[8];
    int t = threadIdx.x;
    if (t < 8) s[t] = 0;
    __syncthreads();
    for (int k = HERE; k < n; k += gridDim.x * blockDim.x) atomicAdd(&s[a[k] & 7], 1);
    __syncthreads();
    if (t < 8) atomicAdd(&b[t], s[t]);
}
__global__ void odd_even_network(int *a) {
    __shared__ int s[512];
    int t = threadIdx.x;
    s[t] = a[t];
    s[t + 256] = a[t + 256];
    for (int phase = 0; phase < 40; phase++) {
        __syncthreads();
        int at = 2 * t + (phase & 1);
        if (at + 1 < 512 && s[at] > s[at + 1]) {
            int v = s[at];
            s[at] = s[at + 1];
            s[at + 1] = v;
        }
    }
    __syncthreads();
    a[t] = s[t];
    a[t + 256] = s[t + 256];
}
__global__ void bitonic_network(int *a) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = a[t];
    for (int size = 2; size <= 256; size *= 2)
        for (int k = size / 2; k > 0; k /= 2) {
            __syncthreads();
            int other = t ^ k;
            bool up = (t & size) == 0;
            if (other > t && (s[t] > s[other]) == up) {
                int v = s[t];
                s[t] = s[other];
                s[other] = v;
            }
        }
    __syncthreads();
    a[t] = s[t];
}
__global__ void bitonic_step_global(int *a, int k) {
    int t = HERE, other = t ^ k;
    if (other > t && a[t] > a[other]) {
        int v = a[t];
        a[t] = a[other];
        a[other] = v;
    }
}
/** Each thread sorts 16 keys, 256 apart, by one bit after another. */
__global__ void radix_strided(unsigned *a, unsigned *ones) {
    unsigned *list = a + blockIdx.x * 4096 + threadIdx.x;
    ones += blockIdx.x * 4096 + threadIdx.x;
    for (int bit = 0; bit < 8; bit++) {
        int n_zeros = 0, n_ones = 0;
        for (int r = 0; r < 16; r++) {
            unsigned key = list[r * 256];
            if (key >> bit & 1)
                ones[n_ones++ * 256] = key;
            else
                list[n_zeros++ * 256] = key;
        }
        for (int r = 0; r < n_ones; r++) list[(n_zeros + r) * 256] = ones[r * 256];
    }
}
__global__ void radix_blocked(unsigned *a, unsigned *ones) {
    unsigned *list = a + HERE * 16;
    ones += HERE * 16;
    for (int bit = 0; bit < 4; bit++) {
        int n_zeros = 0, n_ones = 0;
        for (int r = 0; r < 16; r++) {
            unsigned key = list[r];
            if (key >> bit & 1)
                ones[n_ones++] = key;
            else
                list[n_zeros++] = key;
        }
        for (int r = 0; r < n_ones; r++) list[n_zeros + r] = ones[r];
    }
}
/** Each thread merges 8 keys of two runs that hold 4 t in the one and 5 t in the other. */
__global__ void merge_by_threads(int *b, int n) {
    int t = HERE, i = 0, k = 0, first = t * 8;
    int low = first > n ? first - n : 0, high = first < n ? first : n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (b[middle] + 4 * middle < b[n + first - 1 - middle] + 5 * (first - 1 - middle))
            low = middle + 1;
        else
            high = middle;
    }
    i = low;
    k = first - low;
    for (int r = 0; r < 8; r++) {
        bool left = k >= n || (i < n && 4 * (b[i] + i) < 5 * (b[n + k] + k));
        b[2 * n + first + r] = left ? 4 * i++ : 5 * k++;
    }
}
/** A block merges 256 short lists by taking the least head again and again. */
__global__ void merge_by_minimum(const int *a, int *b) {
    __shared__ int s_least, s_winner;
    int t = threadIdx.x, head = 0;
    for (int r = 0; r < 24; r++) {
        if (t == 0) {
            s_least = 0x7fffffff;
            s_winner = 256;
        }
        __syncthreads();
        int key = head < 4 ? (a[t] & 1023) + head * 700 : 0x7fffffff;
        atomicMin(&s_least, key);
        __syncthreads();
        if (key == s_least) atomicMin(&s_winner, t);
        __syncthreads();
        if (t == s_winner) {
            b[r] = key;
            head++;
        }
        __syncthreads();
    }
}
__global__ void multiply_tiles(const float *a, const float *b, float *c, int n) {
    __shared__ float s_a[16][16], s_b[16][16];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0;
    for (int tile = 0; tile < n / 16; tile++) {
        s_a[y][x] = a[row * n + tile * 16 + x];
        s_b[y][x] = b[(tile * 16 + y) * n + column];
        __syncthreads();
        for (int k = 0; k < 16; k++) sum += s_a[y][k] * s_b[k][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
__global__ void stencil(const float *a, float *b, int n) {
    __shared__ float s[256 + 6];
    int t = threadIdx.x, at = HERE;
    s[t + 3] = at < n ? a[at] : 0;
    if (t < 3) {
        s[t] = at >= 3 ? a[at - 3] : 0;
        s[t + 259] = at + 256 < n ? a[at + 256] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 7; k++) sum += s[t + k];
    if (at < n) b[at] = sum;
}

void run_classics(golden g) {
    unsigned *a = (unsigned *)g.a, *b = (unsigned *)g.b;
    RUN(4, THREADS, reduce_interleaved_modulo, g.a, g.b);
    RUN(4, THREADS, reduce_interleaved, g.a, g.b);
    RUN(4, THREADS, reduce_sequential, g.a, g.b);
    RUN(4, THREADS, reduce_by_shuffles, g.a, g.b);
    RUN(4, THREADS, reduce_many, g.a, g.b, 5000);
    RUN(2, THREADS, scan_hillis_steele, g.a, g.b);
    RUN(1, THREADS, scan_blelloch, g.a, g.b);
    RUN(1, THREADS, scan_blelloch_padded, g.a, g.b);
    RUN(4, THREADS, histogram_global, g.a, g.b, 5000);
    RUN(4, THREADS, histogram_shared, g.a, g.b, 5000);
    RUN(4, THREADS, histogram_few_bins, g.a, g.b, 5000);
    RUN(1, THREADS, odd_even_network, g.a);
    RUN(1, THREADS, bitonic_network, g.a);
    RUN(4, THREADS, bitonic_step_global, g.a, 4);
    RUN(2, THREADS, radix_strided, a, b);
    RUN(2, THREADS, radix_blocked, a, b);
    RUN(2, THREADS, merge_by_threads, g.b, 2048);
    RUN(1, THREADS, merge_by_minimum, g.a, g.b);
    RUN(dim3(2, 2), dim3(16, 16), multiply_tiles, (float *)g.a, (float *)g.b, (float *)g.c, 32);
    RUN(3, THREADS, stencil, (float *)g.a, (float *)g.b, 700);
}
