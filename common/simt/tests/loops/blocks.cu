// Kernels with a thread_block of cooperative groups, and with volatile __shared__ arrays between barriers, are loops.
#include <cooperative_groups.h>
#include <vector>

#include "print.h"

namespace cg = cooperative_groups;

enum { N = 1000, THREADS = 64, WIDE = 16, HIGH = 4 };

__global__ void turned(const float *a, float *c, int n) {
    cg::thread_block block = cg::this_thread_block();
    __shared__ float tile[THREADS];
    int t = threadIdx.x, i = blockIdx.x * THREADS + t;
    tile[t] = i < n ? a[i] : -1;
    cg::sync(block);
    if (i < n) c[i] = tile[THREADS - 1 - t];
}
__global__ void sums(const float *a, float *c, int n) {
    auto block = cg::this_thread_block();
    __shared__ float part[THREADS];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    part[t] = i < n ? a[i] : 0;
    block.sync();
    for (int d = THREADS / 2; d > 0; d /= 2) {
        if (t < d) part[t] += part[t + d];
        block.sync();
    }
    if (t == 0) c[blockIdx.x] = part[0];
}
__global__ void smooth(const float *a, float *c, int w, int h) {
    cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
    volatile __shared__ float tile[(WIDE + 2) * (HIGH + 2)];
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    const int at = threadIdx.x + 1 + (threadIdx.y + 1) * (WIDE + 2),
              from = min(x, w - 1) + min(y, h - 1) * w;
    tile[at] = a[from];
    if (threadIdx.y == 0) {
        tile[at - WIDE - 2] = a[min(x, w - 1) + max(y - 1, 0) * w];
        int below = min((int)(blockIdx.y + 1) * HIGH, h - 1);
        tile[at + HIGH * (WIDE + 2)] = a[min(x, w - 1) + below * w];
    } else if (threadIdx.y == 1) {
        if (threadIdx.x < HIGH) {
            int row = min((int)(blockIdx.y * HIGH + threadIdx.x), h - 1) * w;
            tile[(threadIdx.x + 1) * (WIDE + 2)] = a[max((int)blockIdx.x * WIDE - 1, 0) + row];
            tile[(threadIdx.x + 2) * (WIDE + 2) - 1] =
                a[min((int)(blockIdx.x + 1) * WIDE, w - 1) + row];
        }
    }
    cooperative_groups::sync(block);
    if (x >= w || y >= h) return;
    c[y * w + x] =
        (tile[at - 1] + tile[at + 1] + tile[at - WIDE - 2] + tile[at + WIDE + 2]) * 0.25f -
        tile[at];
}
/* All lanes store to one place, and then each lane to its own, which for lane 0 is that place. */
__global__ void twice(int *c) {
    __shared__ volatile int words[32];
    words[0] = 1000;
    words[threadIdx.x] = 3 * threadIdx.x;
    __syncthreads();
    c[blockIdx.x * 32 + threadIdx.x] = words[(threadIdx.x + 31) % 32] + words[0];
}

static char *d_c;
static void tell(const char *name) {
    print(name, d_c, N * sizeof(float));
    cudaMemset(d_c, 0, N * sizeof(float));
}

int main() {
    std::vector<float> a(N);
    for (int i = 0; i < N; i++) a[i] = (float)(i * 7919 % 1013) / 97 - (i % 3);
    float *d_a;
    cudaMalloc(&d_a, N * sizeof(float));
    cudaMalloc(&d_c, N * sizeof(float));
    cudaMemset(d_c, 0, N * sizeof(float));
    cudaMemcpy(d_a, a.data(), N * sizeof(float), cudaMemcpyHostToDevice);
    turned<<<16, THREADS>>>(d_a, (float *)d_c, N);
    tell("turned");
    sums<<<16, THREADS>>>(d_a, (float *)d_c, N);
    tell("sums");
    smooth<<<dim3(3, 7), dim3(WIDE, HIGH)>>>(d_a, (float *)d_c, 37, 27);
    tell("smooth");
    twice<<<4, 32>>>((int *)d_c);
    tell("twice");
    return 0;
}
