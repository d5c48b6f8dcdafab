// Kernels that call functions of the program and keep structures run as loops, with the bits of their threads.
#include <vector>

#include "print.h"

enum { N = 1000 };

struct pair {
    float low, high;
};
struct deck {
    int cards[5];
    int first;
};

__device__ inline float square(float x) {
    return x * x;
}
__device__ float hypotenuse(float a, float b) {
    return sqrtf(square(a) + square(b));
}
__device__ void split(float x, float &low, float &high, float scale) {
    low = x > 3 ? scale - x : x;
    high = __expf(low) + __logf(1 + fabsf(x)) * rsqrtf(scale);
}
template <class T> __device__ T most(T a, T b) {
    return a < b ? b : a;
}
template <int rounds> __device__ unsigned mix(unsigned x) {
    for (int i = 0; i < rounds; i++) x = x * 2654435761u ^ x >> 15;
    return x;
}
__device__ float2 operator+(float2 a, float2 b) {
    return make_float2(a.x + b.x, a.y + b.y);
}
__device__ float of_table(const float *row, int k) {
    float table[4] = {row[0], 2 * row[0], 3, 4};
    table[k & 3] += 5;
    return table[(k + 1) & 3] + table[k & 3];
}

__global__ void lengths(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = hypotenuse(a[i], b[i]);
}
__global__ void splits(const float *a, pair *c, float scale, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) {
        float low, high;
        split(a[i], low, high, scale);
        c[i] = {low, high};
    }
}
__global__ void hashes(unsigned *c, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        c[i] = mix<3>(i) + most<unsigned>(i, 500);
}
__global__ void sums(const float2 *a, float2 *c, int n, float2 more) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 sum = make_float2(0.5f, 0);
    for (int k = 0; k < 7; k++) {
        float2 next = a[(i + k) % n];
        sum = sum + next;
        sum.x += more.y;
    }
    if (i < n) c[i] = sum + more;
}
__global__ void tiles(const float *a, float *c, int n) {
    __shared__ float tile[64];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    tile[t] = i < n ? square(a[i]) : 0;
    __syncthreads();
    float best = 0;
    for (int k = 0; k < 64; k++) best = most(best, tile[(t + k) % 64] * hypotenuse(k, 1));
    if (i < n) c[i] = best;
}
__global__ void tables(const float *a, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = of_table(a + i, i * 7);
}
__global__ void own_tables(const float *a, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float table[4] = {a[i], 2 * a[i], 3, 4};
        table[i & 3] += 5;
        c[i] = table[(i + 1) & 3] + table[i & 3];
    }
}
__global__ void decks(deck *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        deck d;
        d.first = i % 5;
        for (int k = 0; k < 5; k++) d.cards[k] = i + k;
        d.cards[d.first] = d.cards[(d.first + 2) % 5] * 10;
        c[i] = d;
    }
}
__global__ void waves(const float *a, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sine, cosine;
    if (i < n) {
        sincosf(a[i], &sine, &cosine);
        c[i] = sine - 2 * cosine;
    }
}

static char *d_c;
static void tell(const char *name) {
    print(name, d_c, N * sizeof(deck));
    cudaMemset(d_c, 0, N * sizeof(deck));
}

int main() {
    std::vector<float> a(2 * N);
    for (int i = 0; i < 2 * N; i++) a[i] = (float)(i * 7919 % 1013) / 97 - (i % 3);
    float *d_a;
    cudaMalloc(&d_a, a.size() * sizeof(float));
    cudaMalloc(&d_c, N * sizeof(deck));
    cudaMemset(d_c, 0, N * sizeof(deck));
    cudaMemcpy(d_a, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
    lengths<<<16, 64>>>(d_a, d_a + 5, (float *)d_c, N);
    tell("lengths");
    splits<<<16, 64>>>(d_a, (pair *)d_c, 1.5f, N);
    tell("splits");
    hashes<<<3, 50>>>((unsigned *)d_c, N);
    tell("hashes");
    sums<<<16, 64>>>((const float2 *)d_a, (float2 *)d_c, N, make_float2(0.1f, 3));
    tell("sums");
    tiles<<<16, 64>>>(d_a, (float *)d_c, N);
    tell("tiles");
    tables<<<16, 64>>>(d_a, (float *)d_c, N);
    tell("tables");
    own_tables<<<16, 64>>>(d_a, (float *)d_c, N);
    tell("own_tables");
    decks<<<16, 64>>>((deck *)d_c, N);
    tell("decks");
    waves<<<16, 64>>>(d_a, (float *)d_c, N);
    tell("waves");
    return 0;
}
