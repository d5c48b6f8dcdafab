// Kernels with references to elements, members and variables. They run as loops, with the bits of their threads.
#include "print.h"

enum { THREADS = 64, BLOCKS = 3, WORDS = THREADS * BLOCKS };

struct body {
    float x, y;
    int n;
};
struct grid {
    int width, height;
    float *of;
};

__device__ void raise(float &x, float by) {
    x *= by;
}
__global__ void element(float *to, const float *from, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float &x = to[i];
    const float &y = from[i];
    x += y;
    raise(x, 2);
    x *= x - y;
}
__global__ void member(body *to, grid g, float step) {
    const int &width = g.width;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    body &b = to[i];
    const auto &from = g.of[i % width];
    for (int k = 0; k < g.height; k++) {
        float &x = b.x;
        x += step * from;
        b.y -= x;
    }
    b.n++;
}
__global__ void shared(float *to, const float *from, int n) {
    __shared__ float s[THREADS], all[2][THREADS];
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    float sum = 0;
    float &first = s[t];
    auto &row = all[1][t];
    first = from[i];
    row = 2 * first;
    __syncthreads();
    float &total = sum;
    for (int k = 0; k < n; k++) total += s[(t + k) % THREADS] * all[1][k];
    to[i] = total;
}

int main() {
    float values[WORDS], *d_to, *d_from;
    body bodies[WORDS], *d_bodies;
    for (int i = 0; i < WORDS; i++) values[i] = (float)(i * 31 % 97), bodies[i] = {values[i], (float)i, i % 7};
    cudaMalloc(&d_to, sizeof values);
    cudaMalloc(&d_from, sizeof values);
    cudaMalloc(&d_bodies, sizeof bodies);
    cudaMemcpy(d_to, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemcpy(d_from, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemcpy(d_bodies, bodies, sizeof bodies, cudaMemcpyHostToDevice);
    element<<<BLOCKS, THREADS>>>(d_to, d_from, WORDS - 9);
    print("element", d_to, WORDS);
    member<<<BLOCKS, THREADS>>>(d_bodies, {5, 3, d_from}, 0.5f);
    print("member", d_bodies, WORDS);
    shared<<<BLOCKS, THREADS>>>(d_to, d_from, 20);
    print("shared", d_to, WORDS);
    return 0;
}
