// Reductions and a scan in the manner of before CUDA 9: a warp in step, with volatile and without a barrier.
#include <cstdio>
#include <cstdlib>

enum { THREADS = 256, N = 1 << 14 };

__device__ void add_warp(volatile int *s, int t) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
}

__global__ void sum(const int *in, int *out) {
    __shared__ int s[THREADS];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * THREADS + t];
    __syncthreads();
    for (int half = THREADS / 2; half > 32; half /= 2) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
    }
    if (t < 32) add_warp(s, t);
    if (t == 0) atomicAdd(out, s[0]);
}

// In global memory, with a running sum in a register, and by half a warp.
__global__ void sum_in_place(int *data, int *out) {
    volatile int *v = data + blockIdx.x * THREADS;
    int t = threadIdx.x;
    for (int half = THREADS / 2; half > 32; half /= 2) {
        if (t < half) v[t] = v[t] + v[t + half];
        __syncthreads();
    }
    if (t >= 32) return;
    int mine = v[t];
    v[t] = mine = mine + v[t + 32];
    if (t < 16) {
        v[t] = mine = mine + v[t + 16];
        v[t] = mine = mine + v[t + 8];
        v[t] = mine = mine + v[t + 4];
        v[t] = mine = mine + v[t + 2];
        v[t] = mine = mine + v[t + 1];
    }
    if (t == 0) atomicAdd(out, mine);
}

template <class T> __device__ void greater(volatile T *s, int t, int far) {
    if (s[t] < s[t + far]) s[t] = s[t + far];
}

__global__ void largest(const int *in, int *out) {
    extern __shared__ volatile int most[];
    int t = threadIdx.x;
    most[t] = in[blockIdx.x * 64 + t];
    __syncthreads();
    if (t < 32) {
        for (int far = 32; far > 0; far /= 2) greater(most, t, far);
        if (t == 0) atomicMax(out, most[0]);
    }
}

// Inclusive, with 16 zeros before the numbers of a warp.
__global__ void scan(const int *in, int *out) {
    __shared__ volatile int s[THREADS / 32][48];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, i = blockIdx.x * blockDim.x + threadIdx.x,
        at = lane + 16;
    if (lane < 16) s[warp][lane] = 0;
    s[warp][at] = in[i];
    for (int far = 1; far < 32; far *= 2) s[warp][at] += s[warp][at - far];
    out[i] = s[warp][at];
}

int main() {
    int *in, *out, *work, want = 0, most = 0, wrong = 0;
    cudaMallocManaged(&in, N * sizeof(int));
    cudaMallocManaged(&work, N * sizeof(int));
    cudaMallocManaged(&out, 3 * sizeof(int));
    for (int i = 0; i < N; i++) want += in[i] = work[i] = rand() % 1000;
    for (int i = 0; i < N; i++) most = in[i] > most ? in[i] : most;
    out[0] = out[1] = out[2] = 0;
    sum<<<N / THREADS, THREADS>>>(in, out);
    sum_in_place<<<N / THREADS, THREADS>>>(work, out + 1);
    largest<<<N / 64, 64, 64 * sizeof(int)>>>(in, out + 2);
    cudaDeviceSynchronize();
    wrong += out[0] != want;
    wrong += out[1] != want;
    wrong += out[2] != most;
    scan<<<N / THREADS, THREADS>>>(in, work);
    cudaDeviceSynchronize();
    for (int i = 0, all = 0; i < N; i++) wrong += work[i] != (all = (i % 32 ? all : 0) + in[i]);
    if (wrong)
        printf("%d %d of %d, %d of %d, %d wrong\n", out[0], out[1], want, out[2], most, wrong);
    printf(wrong ? "FAIL\n" : "PASS\n");
    return wrong != 0;
}
