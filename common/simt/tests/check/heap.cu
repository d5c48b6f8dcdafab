/**
 * @file
 * @brief Memory that kernels ask for, with a known verdict: bounds, what was freed, what nobody wrote, leaks.
 */
#include "cases.h"

__device__ int *kept, sink;

__global__ void right() {
    int *p = (int *)malloc(10 * sizeof *p), *q = new int[5];
    for (int i = 0; i < 10; i++) p[i] = i;
    for (int i = 0; i < 5; i++) q[i] = p[2 * i];
    if (threadIdx.x == 0 && blockIdx.x == 0) sink = q[4];
    free(p);
    delete[] q;
    free(nullptr);
}
__global__ void past_read() {
    int *p = (int *)malloc(10 * sizeof *p);
    for (int i = 0; i < 10; i++) p[i] = i;
    sink = p[10]; // past
    free(p);
}
__global__ void past_write() {
    char *p = new char[5];
    p[5] = 1;
    delete[] p;
}
__global__ void before() {
    int *p = new int[4];
    sink = p[-1];
    delete[] p;
}
__global__ void freed() {
    int *p = new int(3);
    delete p;
    sink = *p;
}
__global__ void twice() {
    int *p = (int *)malloc(100);
    free(p);
    free(p);
}
__global__ void middle() {
    int *p = (int *)malloc(100);
    free(p + 4);
}
__global__ void foreign(int *p) {
    free(p);
}
__global__ void unwritten() {
    int *p = new int[8];
    sink = p[3];
    delete[] p;
}
__global__ void share(bool waits) {
    if (threadIdx.x == 0) kept = new int[64];
    __syncthreads();
    kept[threadIdx.x] = threadIdx.x;
    if (waits) __syncthreads();
    int left = kept[(threadIdx.x + 63) % 64];
    if (left < 0) sink = left;
    __syncthreads();
    if (threadIdx.x == 0) delete[] kept;
}
__global__ void keep() {
    kept = new int[25]; // leak
}

static int *d_data;

int main(int argc, char **argv) {
    static const check_case cases[] = {
        {"right", "clean", [] { right<<<2, 64>>>(); }},
        {"past_read", "ERROR", [] { past_read<<<1, 1>>>(); }},
        {"past_write", "ERROR", [] { past_write<<<1, 1>>>(); }},
        {"before", "ERROR", [] { before<<<1, 1>>>(); }},
        {"freed", "ERROR", [] { freed<<<1, 1>>>(); }},
        {"twice", "ERROR", [] { twice<<<1, 1>>>(); }},
        {"middle", "ERROR", [] { middle<<<1, 1>>>(); }},
        {"foreign", "ERROR", [] { foreign<<<1, 1>>>(d_data); }},
        {"unwritten", "ERROR", [] { unwritten<<<1, 1>>>(); }},
        {"shared_right", "clean", [] { share<<<1, 64>>>(true); }},
        {"shared_race", "ERROR", [] { share<<<1, 64>>>(false); }},
        {"kept", "clean", [] { keep<<<1, 1>>>(); }},
    };
    cudaMalloc(&d_data, 100);
    int status = run_case(cases, argc, argv);
    cudaFree(d_data);
    return status;
}
