// Kernels that change their parameters, have loops with two counters, or loops that store to shared memory. They run as
// loops, with the bits of their threads.
#include <vector>

#include "print.h"

enum { SIDE = 48, TILE = 16, ROWS = 4, WORDS = SIDE * SIDE, THREADS = 64 };

__global__ void moved(float *to, const float *from, int step, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    to += row * step;
    from += row * step + 1;
    if (row % 3 == 1) step -= 2;
    for (int i = 0; i < step && row * step + i + 1 < n; i++) to[i] = from[i] * 2 + step;
    n >>= 1;
    to[0] += n;
}
__global__ void counted_down(unsigned *to, unsigned n) {
    while (n--) to[blockIdx.x * blockDim.x + threadIdx.x] += n * threadIdx.x;
}
__global__ void product(float *c, const float *a, const float *b, int w) {
    int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    int begin = w * TILE * by, end = begin + w - 1;
    float sum = 0;
    for (int i = begin, j = TILE * bx; i <= end; i += TILE, j += TILE * w) {
        __shared__ float s_a[TILE][TILE], s_b[TILE][TILE];
        s_a[ty][tx] = a[i + w * ty + tx];
        s_b[ty][tx] = b[j + w * ty + tx];
        __syncthreads();
        for (int k = 0; k < TILE; ++k) sum += s_a[ty][k] * s_b[k][tx];
        __syncthreads();
    }
    c[w * (TILE * by + ty) + TILE * bx + tx] = sum;
}
__global__ void turned(float *to, const float *from, int w) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS) tile[threadIdx.y + i][threadIdx.x] = from[(y + i) * w + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS) to[(y + i) * w + x] = tile[threadIdx.x][threadIdx.y + i];
}
/* A row of threads runs such a loop before the next row: in parts of 16 threads, and what is left. */
__global__ void rows(float *to, const float *from, int n, int w) {
    int x = threadIdx.x, y = threadIdx.y + blockDim.y * threadIdx.z;
    float sum = y, least = from[x];
    for (int k = 0, j = n; k < n; k++, j -= 2) {
        int shift = k * 3 + j;
        float own = from[(x + shift * w) % WORDS] * from[y + k];
        sum += own;
        if (own < least + k) least = own;
    }
    to[(blockIdx.x * blockDim.y * blockDim.z + y) * blockDim.x + x] = sum - least;
}
/* Two barriers are missing here, which has to show: the threads of the loop stay in their order. */
__global__ void lacking(float *to, const float *from) {
    __shared__ float part[THREADS];
    int t = threadIdx.x;
    part[t] = from[blockIdx.x * THREADS + t];
    __syncthreads();
    for (int d = THREADS / 2; d > 0; d /= 2)
        if (t < d) part[t] += part[t + d];
    if (t == 0) to[blockIdx.x] = part[0];
}
__device__ void add_to(float &sum, float more) {
    sum += more;
}
__global__ void lacking_too(float *to, const float *from) {
    __shared__ float part[THREADS];
    int t = threadIdx.x;
    part[t] = from[blockIdx.x * THREADS + t];
    __syncthreads();
    for (int d = THREADS / 2; d > 0; d /= 2)
        if (t < d) add_to(part[t], part[t + d]);
    if (t == 0) to[blockIdx.x] = part[0];
}
__global__ void added_to(float *to, float sum) {
    add_to(sum, threadIdx.x);
    to[threadIdx.x] = sum;
}
__global__ void handed_down(float *to, const float *from) {
    __shared__ float part[THREADS];
    int t = threadIdx.x;
    part[t] = from[t];
    __syncthreads();
    for (int i = 0; i < 3; i++) part[(t + 1) % THREADS] = part[t] + i;
    __syncthreads();
    to[t] = part[t];
}
/* Inner variables that hide others, of which some are computed from the thread's index, and some are kept. */
__global__ void hiding(float *to, const float *from, int n) {
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    float sum = t;
    if ((t & 1) == 0) {
        const int t = i % 32;
        for (int i = 0; i < n; i++) sum += from[t + i];
    }
    if (t > 2) {
        const int half = i / 2, t = half + 1, n = t * 3;
        float sum = from[n];
        for (int k = 0; k < 3; k++) sum += from[t + k];
        to[i * 3 + 1] = sum;
        if (half % 3) {
            int half = n - t;
            half += i;
            to[i * 3 + 2] = half;
        }
    }
    to[i * 3] = sum + n;
}
/* What a kernel may return from, and where; and numbers that the compiler knows. */
__global__ void leaving(float *to, const float *from, int n, int m) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= n) return;
    if (x % 3 == 1) return;
    constexpr int COUNT = 3;
    constexpr float HALF = 0.5f, QUARTER = HALF / 2;
    float values[COUNT];
    for (int i = 0; i < COUNT; i++) values[i] = from[x + i] * HALF;
    to[x] = values[0] + values[COUNT - 1] * QUARTER;
    if (x == m) {
        return;
    }
    to[x + n] = values[1];
    return;
}
template <int SIZE>
__global__ void filtered(float *to, const float *__restrict__ from, const float *const mask, int n) {
    constexpr int RADIUS = SIZE / 2;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++)
        if (i + k >= 0 && i + k < n) sum += from[i + k] * mask[k + RADIUS];
    to[i] = sum;
}
/* A condition that is the same for a warp, and that no formula keeps. */
__global__ void of_warps(float *to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int warp = threadIdx.x / 32;
    if (i < n) {
        float value = i;
        if (warp % 2 == 0) {
            for (int k = 0; k < 50; k++) value = value * 0.75f + 0.5f;
        } else {
            for (int k = 0; k < 50; k++) value = value * 0.5f - 0.25f;
        }
        to[i] = value;
    }
}

int main() {
    std::vector<float> values(WORDS);
    for (int i = 0; i < WORDS; i++) values[i] = (float)(i * 31 % 97) / 3;
    float *d_a, *d_c;
    cudaMalloc(&d_a, WORDS * 4);
    cudaMalloc(&d_c, WORDS * 4);
    cudaMemcpy(d_a, values.data(), WORDS * 4, cudaMemcpyHostToDevice);
    dim3 tiles(SIDE / TILE, SIDE / TILE);
    cudaMemset(d_c, 0, WORDS * 4);
    moved<<<3, 50>>>(d_c, d_a, 13, WORDS);
    print("moved", d_c, WORDS);
    cudaMemset(d_c, 0, WORDS * 4);
    counted_down<<<3, 50>>>((unsigned *)d_c, 7);
    print("counted_down", d_c, WORDS);
    product<<<tiles, dim3(TILE, TILE)>>>(d_c, d_a, d_a, SIDE);
    print("product", d_c, WORDS);
    turned<<<tiles, dim3(TILE, ROWS)>>>(d_c, d_a, SIDE);
    print("turned", d_c, WORDS);
    const dim3 shapes[] = {dim3(16, 8), dim3(33, 5), dim3(48, 2, 3),
                           dim3(7, 4),  dim3(1, 40), dim3(100)};
    for (const dim3 &shape : shapes) {
        cudaMemset(d_c, 0, WORDS * 4);
        rows<<<3, shape>>>(d_c, d_a, 21, 5);
        print("rows", d_c, WORDS);
    }
    lacking<<<5, THREADS>>>(d_c, d_a);
    print("lacking", d_c, 5);
    lacking_too<<<5, THREADS>>>(d_c, d_a);
    print("lacking_too", d_c, 5);
    added_to<<<1, THREADS>>>(d_c, 5);
    print("added_to", d_c, THREADS);
    handed_down<<<1, THREADS>>>(d_c, d_a);
    print("handed_down", d_c, THREADS);
    cudaMemset(d_c, 0, WORDS * 4);
    hiding<<<3, THREADS>>>(d_c, d_a, 7);
    print("hiding", d_c, WORDS);
    for (int n : {1, 64, 150, 192}) {
        cudaMemset(d_c, 0, WORDS * 4);
        leaving<<<3, THREADS>>>(d_c, d_a, n, n / 2);
        print("leaving", d_c, WORDS);
        filtered<5><<<3, THREADS>>>(d_c, d_a, d_a + 9, n);
        print("filtered", d_c, WORDS);
        of_warps<<<2, 96>>>(d_c, n);
        print("of_warps", d_c, WORDS);
    }
    return 0;
}
