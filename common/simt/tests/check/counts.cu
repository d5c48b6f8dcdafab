/**
 * @file
 * @brief Kernels with the counts of their lines beside them, for test_profile.sh.
 */
#include <cuda_runtime.h>

enum { N = 64 };

static __constant__ int table[8];
__constant__ const int fixed[2] = {0, 0};

static __device__ __noinline__ int power(int x, int n) {
    return n == 0 ? 1 : x * power(x, n - 1);
}

static __global__ void lines(const int *a, int *b) {
    __shared__ int s[N * 2];
    int t = threadIdx.x;
    int v = a[t * 2];                      // counts: global_op_ld.sum": 16
    s[t * 2] = v;                          // counts: conflicts_pipe_lsu_mem_shared_op_st.sum": 2
    __syncthreads();                       // counts: "barriers": 1
    atomicAdd(&b[N + t], 1);               // counts: requests_pipe_lsu_mem_global_op_red.sum": 2
    int old = atomicAdd(&b[2 * N + t], 1); // counts: requests_pipe_lsu_mem_global_op_atom.sum": 2
    if (t & 1) b[t] = s[t - 1] + old;      // counts: "requests_shared_ld": 2
    b[t + 4 * N] = table[t & 7];           // counts: {"l1tex__t_requests_pipe_lsu_mem_global_op_st
    b[t + 5 * N] = fixed[t & 1];           // counts: {"l1tex__t_requests_pipe_lsu_mem_global_op_st
    if (a[t] > N) atomicAdd(b + 6 * N + a[t] % 2, 1); // counts: global_op_ld.sum": 2,
    b[t + 3 * N] = power(t, t & 7); // counts: sectors_pipe_lsu_mem_global_op_st.sum": 8
}

/* Logs grow long: lanes let each other catch up. */
static __global__ void long_loop(const int *a, int *b) {
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < 3000 + t; k++)
        sum += a[k & 63]; // counts: requests_pipe_lsu_mem_global_op_ld.sum": 6094
    b[t] = sum;           // counts: requests_pipe_lsu_mem_global_op_st.sum": 2
}

/* One lane of all has ten times the work. */
static __global__ void uneven(const int *a, int *b) {
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < (t == 0 && blockIdx.x == 1 ? 10 : 1); k++) sum += a[k & 63];
    b[t + N * blockIdx.x] = sum;
}

int main(void) {
    int *a, *b;
    cudaMalloc(&a, 8 * N * sizeof *a);
    cudaMalloc(&b, 8 * N * sizeof *b);
    cudaMemset(a, 1, 8 * N * sizeof *a);
    cudaMemset(b, 0, 8 * N * sizeof *b);
    lines<<<1, N>>>(a, b);
    long_loop<<<1, N>>>(a, b);
    for (int i = 0; i < 2; i++) uneven<<<3, N>>>(a, b);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
    return 0;
}
