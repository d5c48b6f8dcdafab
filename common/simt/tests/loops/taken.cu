/**
 * @file
 * @brief Kernels that run as loops, for test_loops.sh: prints a hash of what each of them computes.
 */
#include "print.h"

enum { N = 1000, SIDE = 45, TILE = 16, MOST = 1 << 16 };
const int STEPS = 5;

__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

__global__ void stride(const float *a, float *c, unsigned n, float s) {
    unsigned step = blockDim.x * gridDim.x;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += step)
        c[i] = s * a[i] + c[i];
}

__global__ void product(const float *a, const float *b, float *c, int n) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || col >= n) return;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}

__global__ void turned_product(const float *a, const float *b, float *c, unsigned n) {
    unsigned row = blockIdx.x * blockDim.x + threadIdx.x,
             col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && col < n) {
        float sum = 0.0f;
        for (unsigned k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
        c[row * n + col] = sum;
    }
}

__global__ void tiled_product(const float *a, const float *b, float *c, int n) {
    __shared__ float s_a[TILE][TILE], s_b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0;
    for (int t = 0; t < (n + TILE - 1) / TILE; t++) {
        s_a[y][x] = row < n && t * TILE + x < n ? a[row * n + t * TILE + x] : 0;
        s_b[y][x] = t * TILE + y < n && col < n ? b[(t * TILE + y) * n + col] : 0;
        __syncthreads();
        for (int k = 0; k < TILE; k++) sum += s_a[y][k] * s_b[k][x];
        __syncthreads();
    }
    if (row < n && col < n) c[row * n + col] = sum;
}

__global__ void transpose(const float *a, float *c, int n) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    if (x < n && y < n) tile[threadIdx.y][threadIdx.x] = a[y * n + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    if (x < n && y < n) c[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void stencil(const float *a, float *c, int n) {
    extern __shared__ float line[];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + 2;
    line[t] = i < n ? a[i] : 0;
    if (threadIdx.x < 2) {
        line[t - 2] = i >= 2 ? a[i - 2] : 0;
        line[t + blockDim.x] = i + blockDim.x < n ? a[i + blockDim.x] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int d = -2; d <= 2; d++) sum += line[t + d];
    if (i < n) c[i] = sum;
}

__global__ void reduce(const float *a, float *c, int n) {
    __shared__ float part[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    part[t] = i < n ? a[i] : 0;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (t < d) part[t] += part[t + d];
        __syncthreads();
    }
    if (t == 0) c[blockIdx.x] = part[0];
}

/* Threads of a block take different ways: most come out of their loops at different times. */
__global__ void mandelbrot(float *c, int n, int most) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = i % SIDE * 0.06f - 2, y = i / SIDE * 0.1f - 1, u = 0, v = 0;
    int k;
    for (k = 0; k < most; k++) {
        float w = u * u - v * v + x;
        v = 2 * u * v + y;
        u = w;
        if (u * u + v * v > 4) break;
    }
    c[i] = k;
}

__global__ void some(const float *a, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 3 == 1 || i >= n) return;
    float sum = a[i];
    for (int k = 1; k < STEPS; k++) {
        if (k == 3) continue;
        if (a[i] < k)
            sum += k;
        else
            sum -= a[(i + k) % n];
    }
    if (a[i] > 2) {
        for (int k = 0; k < STEPS; k++) sum *= 1.5f;
    } else {
        for (int k = 0; k < STEPS; k++) sum += c[i];
    }
    c[i] = sum;
}

template <class T, int rounds> __global__ void powers(const float *a, float *c, int n) {
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    T product = 1;
    for (int k = 0; k < rounds; k++) {
        product = product * (T)a[i % n] + k;
    }
    const float *from = a + i % n;
    int whole = product;
    for (int k = 0; k < rounds; k++) from = from == a ? a : from - 1, whole += k;
    if (i < n) c[i] = product + *from + whole;
}

__global__ void deep(float *c, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int at = (z * 3 + y) * n + x;
    if (x < n) {
        float sum = 0;
        for (int i = 1; i < 20; i *= 2)
            for (int j = 0; j < i; j++) {
                int i = j + x;
                sum += i * y - z;
            }
        c[at] += sum;
    }
}

/* The ends of a row do not tell of the threads between them. */
__global__ void between(float *c, unsigned n, int low, int high) {
    int i = (int)threadIdx.x - 5, k = threadIdx.x;
    if (i < n) c[k] = 1;
    if (k > low && k < high) c[100 + k] = 2;
    if (blockDim.x > k) c[200 + k] = 3;
    if (k <= low || k >= high) return;
    c[300 + k] = 4;
}

static float *d_a, *d_b, *d_c;

static void tell(const char *name) {
    print(name, d_c, MOST);
    cudaMemset(d_c, 0, MOST * sizeof(float));
}

int main() {
    static float h[MOST];
    dim3 square(TILE, TILE), squares(3, 3);
    cudaMalloc(&d_a, sizeof(h));
    cudaMalloc(&d_b, sizeof(h));
    cudaMalloc(&d_c, sizeof(h));
    for (int i = 0; i < MOST; i++) h[i] = (float)(i * 7919 % 1013) / 97;
    cudaMemcpy(d_a, h, sizeof(h), cudaMemcpyHostToDevice);
    for (int i = 0; i < MOST; i++) h[i] = (float)(i * 31 % 257) / 11 - 9;
    cudaMemcpy(d_b, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemset(d_c, 0, sizeof(h));
    add<<<8, 128>>>(d_a, d_b, d_c, N);
    tell("add");
    add<<<143, 7>>>(d_a, d_b, d_c, N);
    tell("add");
    stride<<<3, 33>>>(d_a, d_c, N, 0.3f);
    tell("stride");
    product<<<squares, square>>>(d_a, d_b, d_c, SIDE);
    tell("product");
    turned_product<<<squares, square>>>(d_a, d_b, d_c, SIDE);
    tell("turned_product");
    tiled_product<<<squares, square>>>(d_a, d_b, d_c, SIDE);
    tell("tiled_product");
    transpose<<<squares, square>>>(d_a, d_c, SIDE);
    tell("transpose");
    stencil<<<8, 128, (128 + 4) * sizeof(float)>>>(d_a, d_c, N);
    tell("stencil");
    reduce<<<4, 256>>>(d_a, d_c, N);
    tell("reduce");
    mandelbrot<<<16, 64>>>(d_c, N, 200);
    tell("mandelbrot");
    some<<<16, 64>>>(d_b, d_c, N);
    tell("some");
    powers<double, 4><<<16, 64>>>(d_b, d_c, N);
    tell("powers<double>");
    powers<unsigned, 3><<<16, 64>>>(d_a, d_c, N);
    tell("powers<unsigned>");
    deep<<<dim3(3), dim3(5, 3, 2)>>>(d_c, 13);
    tell("deep");
    between<<<1, 64>>>(d_c, 3, 10, 20);
    tell("between");
    between<<<1, 64>>>(d_c, 0xFFFFFFFC, -1, 64);
    tell("between");
    return 0;
}
