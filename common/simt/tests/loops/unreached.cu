// Kernels with what would divide by zero, or shift too far, in threads that do not come to it: behind a guard, or in
// the step of a loop without a round. They run as loops, without a fault, and with the bits of their threads.
// `unreached NAME` runs one kernel: behind a fault no other would run.
#include <cstring>

#include "print.h"

enum { WORDS = 1024, THREADS = 64 };

__global__ void quotient(unsigned *to, unsigned n, unsigned m) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m) return;
    unsigned s = n / m;
    to[i] = i * s;
}
__global__ void quotient_of(unsigned *to, unsigned n, unsigned m) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m) return;
    unsigned s = n / m;
    unsigned k = i * s;
    to[i] = k;
}
__global__ void least(int *to, int n, int m) {
    int i = threadIdx.x;
    if (m == -1 || m == 0) return;
    int s = n / m + n % m;
    to[i] = i + s;
}
__global__ void twice(unsigned *to, unsigned n, unsigned m) {
    __shared__ unsigned part[THREADS];
    unsigned i = threadIdx.x;
    if (i >= m) return;
    unsigned s = n / m;
    if (i >= s) return;
    part[i] = i;
    __syncthreads();
    to[i] = part[(i + 1) % min(m, s)] + n;
}
__global__ void thrice(unsigned *to, unsigned n, unsigned m, unsigned o) {
    __shared__ unsigned part[THREADS];
    unsigned i = threadIdx.x;
    if (i >= m) return;
    unsigned s = n / m;
    if (i >= s) return;
    unsigned r = o / s;
    if (i >= o % s + r) return;
    part[i] = i * r;
    __syncthreads();
    to[i] = part[0] + s;
}
__global__ void asked(unsigned *to, unsigned n, unsigned m) {
    __shared__ unsigned part[THREADS];
    unsigned i = threadIdx.x;
    if (i >= m) return;
    if (i < n % m) {
        part[i] = i;
        __syncthreads();
        to[i] = part[n % m - 1 - i];
    }
}
/* The threads of both conditions are a box; those of the second alone are none. */
__global__ void box(unsigned *to, unsigned n) {
    __shared__ unsigned part[THREADS];
    unsigned i = threadIdx.x;
    if (i >= n) return;
    if (i % 32 >= n) return;
    part[i] = i;
    __syncthreads();
    to[i] = part[n - 1 - i];
}
__global__ void shifted(unsigned *to, int n, int m) {
    if (m < 0 || m >= 20) return;
    int i = (int)threadIdx.x + (n << m);
    if (i < WORDS) to[i] = i;
}
template <int BITS> __global__ void shifted_far(unsigned *to, int n) {
    if (BITS >= 32) return;
    int i = (int)threadIdx.x + (1 << BITS);
    if (i < n) to[i] = i;
}
__global__ void stepped(unsigned *to, int n, int m) {
    for (int i = threadIdx.x; i < m; i += n / m) to[i] += i;
}
/* A step, or a bound, that is each thread's own. */
__global__ void doubled(unsigned *to, int n) {
    for (int i = threadIdx.x + 1; i < n; i += i) to[i] += i;
}
__global__ void bounded(unsigned *to, int n) {
    for (int i = threadIdx.x; i < n - i; i += 7) to[i] = i;
}
/* What rises by one from thread to thread, from a number that is not known when the kernel begins. */
__global__ void rising(unsigned *to, unsigned n, unsigned m) {
    unsigned s = n / m;
    unsigned i = threadIdx.x + s;
    if (i >= n) return;
    to[threadIdx.x] = i;
}

int main(int argc, char **argv) {
    unsigned *d_to;
    cudaMalloc(&d_to, WORDS * 4);
    const int numbers[] = {0, 1, 2, 5, 31, 40, 64, 100};
    const auto run = [&](const char *name, auto launch) {
        if (argc > 1 && strcmp(name, argv[1]) != 0) return;
        cudaMemset(d_to, 0, WORDS * 4);
        launch();
        print(name, d_to, WORDS);
    };
    for (int m : numbers) {
        run("quotient", [&] { quotient<<<2, THREADS>>>(d_to, 1000, m); });
        run("quotient_of", [&] { quotient_of<<<2, THREADS>>>(d_to, 1000, m); });
        run("twice", [&] { twice<<<1, THREADS>>>(d_to, 300, m); });
        run("thrice", [&] { thrice<<<1, THREADS>>>(d_to, m / 2, m, 50); });
        run("asked", [&] { asked<<<1, THREADS>>>(d_to, 60, m); });
        run("box", [&] { box<<<1, THREADS>>>(d_to, m % THREADS); });
        run("shifted", [&] { shifted<<<1, THREADS>>>(d_to, 2, m); });
        run("stepped", [&] { stepped<<<1, THREADS>>>(d_to, 1000, m); });
        run("doubled", [&] { doubled<<<1, 1>>>(d_to, m * 10); });
        run("bounded", [&] { bounded<<<1, THREADS>>>(d_to, m * 10); });
        run("rising", [&] { rising<<<1, THREADS>>>(d_to, 70, m + 1); });
    }
    for (int m : {-1, 0, 3})
        run("least", [&] { least<<<1, THREADS>>>((int *)d_to, -2147483647 - 1, m); });
    run("shifted_far", [&] { shifted_far<40><<<1, THREADS>>>(d_to, WORDS); });
    run("shifted_far", [&] { shifted_far<9><<<1, THREADS>>>(d_to, WORDS); });
    return 0;
}
