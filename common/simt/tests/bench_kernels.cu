/**
 * @file
 * @brief What kernels of the usual kinds cost: milliseconds of processor time a launch, one launch after the other.
 *
 *     bench_kernels [ROW]     ROW: this one alone, from 0
 *
 * bench.sh builds it with and without the checkers.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ITEMS = 1 << 20, SIDE = 256, TILE = 16, BLOCK = 256, REPEATS = 5 };

__global__ void sum(const float *a, float *out, int n) {
    __shared__ float part[BLOCK];
    float mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mine += a[i];
    part[threadIdx.x] = mine;
    __syncthreads();
    for (int step = BLOCK / 2; step; step /= 2) {
        if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

__global__ void multiply(const float *a, const float *b, float *c, int n) {
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    float s = 0;
    for (int k = 0; k < n; k++) s += a[y * n + k] * b[k * n + x];
    c[y * n + x] = s;
}

__global__ void multiply_tiles(const float *a, const float *b, float *c, int n) {
    __shared__ float s[TILE][TILE], t[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    float sum = 0;
    for (int m = 0; m < n; m += TILE) {
        s[threadIdx.y][threadIdx.x] = a[y * n + m + threadIdx.x];
        t[threadIdx.y][threadIdx.x] = b[(m + threadIdx.y) * n + x];
        __syncthreads();
        for (int k = 0; k < TILE; k++) sum += s[threadIdx.y][k] * t[k][threadIdx.x];
        __syncthreads();
    }
    c[y * n + x] = sum;
}

__global__ void scan(const unsigned *a, unsigned *out) {
    __shared__ unsigned s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t] = a[i];
    __syncthreads();
    for (int step = 1; step < BLOCK; step *= 2) {
        unsigned before = t >= step ? s[t - step] : 0;
        __syncthreads();
        s[t] += before;
        __syncthreads();
    }
    out[i] = s[t];
}

__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

__global__ void nothing() {}

static float *a, *b, *c;

static void run_sum() {
    sum<<<64, BLOCK>>>(a, c, ITEMS);
}
static void run_multiply() {
    multiply<<<dim3(SIDE / TILE, SIDE / TILE), dim3(TILE, TILE)>>>(a, b, c, SIDE);
}
static void run_tiles() {
    multiply_tiles<<<dim3(SIDE / TILE, SIDE / TILE), dim3(TILE, TILE)>>>(a, b, c, SIDE);
}
static void run_scan() {
    scan<<<ITEMS / BLOCK, BLOCK>>>((unsigned *)a, (unsigned *)c);
}
static void run_add() {
    add<<<ITEMS / BLOCK, BLOCK>>>(a, b, c, ITEMS);
}
static void run_nothing() {
    nothing<<<1, 1>>>();
}

static double cpu_ms() {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static double best_ms(void (*launch)(), int launches) {
    double best = 1e30;
    for (int r = 0; r < REPEATS; r++) {
        double start = cpu_ms();
        for (int i = 0; i < launches; i++) launch();
        if (cudaDeviceSynchronize() != cudaSuccess) exit(1);
        double ms = (cpu_ms() - start) / launches;
        if (ms < best) best = ms;
    }
    return best;
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*launch)();
        int launches;
    } rows[] = {
        {"sum of 2^20 floats", run_sum, 1},        {"matrix product 256 x 256", run_multiply, 1},
        {"the same in tiles of 16", run_tiles, 1}, {"scan of 2^20 words", run_scan, 1},
        {"sum of two arrays of 2^20", run_add, 1}, {"an empty kernel", run_nothing, 1000},
    };
    size_t bytes = ITEMS * sizeof(float);
    if (cudaMalloc(&a, bytes) || cudaMalloc(&b, bytes) || cudaMalloc(&c, bytes)) return 1;
    if (cudaMemset(a, 0, bytes) || cudaMemset(b, 0, bytes)) return 1;
    for (auto &row : rows)
        if (argc == 1 || atoi(argv[1]) == &row - rows)
            printf("%-28s %10.4f\n", row.name, best_ms(row.launch, row.launches));
    return 0;
}
