// Which space of memory a pointer leads to, by the intrinsics and by PTX, and the length of a vector.
#include <cstdio>

__device__ int d_number;

__device__ __noinline__ unsigned spaces(const void *p) {
    return __isShared(p) | __isLocal(p) << 1 | __isGlobal(p) << 2;
}

__device__ unsigned by_ptx(const void *p) {
    unsigned shared, local;
    asm("{ .reg .pred p; isspacep.shared p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(shared) : "l"(p));
    asm("{ .reg .pred p; isspacep.local p, %1; selp.u32 %0, 2, 0, p; }" : "=r"(local) : "l"(p));
    return shared | local;
}

__global__ void ask(const int *given, unsigned *answers) {
    __shared__ int s_number[32];
    extern __shared__ int s_more[];
    int own[4] = {(int)threadIdx.x, 1, 2, 3};
    const void *pointers[] = {s_number + threadIdx.x, s_more + threadIdx.x, own + threadIdx.x % 4, given, &d_number};
    for (int k = 0; k < 5; k++)
        answers[threadIdx.x * 5 + k] = spaces(pointers[k]) << 4 | by_ptx(pointers[k]) | (unsigned)(own[0] < 0);
}

/* A pointer goes to its space and back. */
__global__ void there_and_back(int *out) {
    __shared__ int s_number;
    if (threadIdx.x == 0) s_number = 3;
    __syncthreads();
    size_t shared = __cvta_generic_to_shared(&s_number), global = __cvta_generic_to_global(out);
    int *again = (int *)__cvta_global_to_generic(global);
    again[threadIdx.x] = *(int *)__cvta_shared_to_generic(shared) + (int)threadIdx.x;
}

__global__ void lengths(const float *x, float *out) {
    out[0] = normf(4, x);
    out[1] = rnormf(4, x);
}

int main() {
    const unsigned wanted[] = {0x11, 0x11, 0x22, 0x40, 0x40};
    unsigned *answers;
    int *out;
    float *x;
    cudaMallocManaged(&answers, 32 * 5 * sizeof *answers);
    cudaMallocManaged(&out, 32 * sizeof *out);
    cudaMallocManaged(&x, 6 * sizeof *x);
    x[0] = 1e20f, x[1] = x[2] = x[3] = -1e20f;
    ask<<<1, 32, 32 * sizeof(int)>>>(out, answers);
    there_and_back<<<1, 32>>>(out);
    lengths<<<1, 1>>>(x, x + 4);
    int bad = cudaDeviceSynchronize() != cudaSuccess;
    for (int i = 0; i < 32 * 5; i++) bad += answers[i] != wanted[i % 5];
    for (int i = 0; i < 32; i++) bad += out[i] != i + 3;
    bad += !(x[4] > 1.99999e20f && x[4] < 2.00001e20f) || !(x[5] > 4.99999e-21f && x[5] < 5.00001e-21f);
    printf("%s: %d wrong, %g %g\n", bad ? "FAIL" : "PASS", bad, x[4], x[5]);
    return bad != 0;
}
