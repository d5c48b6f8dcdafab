// Kernels that can run as loops over their threads, right and wrong ones, for test_trials.sh. A check build tries them
// as loops first (check/trial.c).
//
//     trials          the names of the cases
//     trials NAME     runs one, and prints what its memory holds then
#include <cstdio>
#include <cstring>

enum { WORDS = 1024, BLOCK = 256, SMALL = 64 };

__global__ void count(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = i;
}
__global__ void copy(int *to, const int *__restrict from, int shift) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i + shift];
}
/* The last thread comes when all others are right. */
__global__ void late(int *a, int n, int at) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] += 1;
    if (i == n - 1) a[at] = 7;
}
__global__ void neighbours(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n) a[i] = a[i + 1] + 1;
}
__global__ void divide(int *a, int k) {
    a[threadIdx.x] = 100 / (k - (int)threadIdx.x);
}
__global__ void shift(int *a, int k) {
    a[threadIdx.x] = 1 << (k + threadIdx.x);
}
__global__ void across(int *a, int index) {
    *(int *)((char *)a + 4 * threadIdx.x + index) = 1;
}
__global__ void letters(char *a) {
    a[threadIdx.x] = 'a';
}
__global__ void all_read(int *a, int *b, int writer) {
    int t = threadIdx.x;
    b[t] = a[0];
    if (t == writer) a[0] = 1;
}
__global__ void all_ask(int *a, int *b, int writer) {
    int t = threadIdx.x;
    if (t >= *a) return;
    b[t] = t;
    if (t == writer) *a = 9;
}
__global__ void turn(int *a, int distance) {
    __shared__ int s[SMALL];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    a[t] = s[SMALL - 1 - t];
    s[(t + distance) % SMALL] = 3;
}
__global__ void beside(int *a, int distance) {
    __shared__ int s[SMALL], r[SMALL];
    int t = threadIdx.x;
    s[t] = r[t] = t;
    __syncthreads();
    a[t] = s[t + distance] + r[t];
}
__global__ void partly(int *a, int n) {
    __shared__ int s[SMALL];
    int t = threadIdx.x;
    if (t < n) s[t] = t;
    __syncthreads();
    a[t] = s[t];
}
__global__ void leave(int *a, int n) {
    __shared__ int s[SMALL];
    int t = threadIdx.x;
    if (t >= n) return;
    s[t] = t;
    __syncthreads();
    a[t] = s[n - 1 - t];
}
__global__ void twice_dynamic(int *a) {
    extern __shared__ int s[];
    extern __shared__ float f[];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    float x = f[t];
    __syncthreads();
    a[t] = s[(t + 1) % SMALL] + __float_as_int(x);
}
__global__ void unset(int *a, int k) {
    __shared__ int s[SMALL];
    int x, t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    if (t < k) x = s[SMALL - 1 - t];
    __syncthreads();
    a[t] = x;
}
__global__ void vectors(float4 *a, float4 *b, int writer) {
    int t = threadIdx.x;
    float4 v = a[t];
    v.x += v.w;
    b[t] = v;
    if (t == writer) b[t + 1].y = 3;
}
__global__ void step(int *a, int n, int distance) {
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        a[i] = a[(i + distance) % n];
}
__global__ void __launch_bounds__(SMALL) bounded(int *a) {
    a[threadIdx.x] = 1;
}
__device__ int variable[SMALL];
__global__ void to_variable(const int *a) {
    variable[threadIdx.x] = a[threadIdx.x];
}

static int *a, *b, *fresh, *managed;
static cudaStream_t s, r; // nothing orders the two

static const struct {
    const char *name;
    void (*run)();
} cases[] = {
    {"right", [] { copy<<<4, BLOCK>>>(b, a, 0), late<<<4, BLOCK>>>(a, WORDS, WORDS - 1); }},
    {"race_of_blocks", [] { late<<<4, BLOCK>>>(a, WORDS, 0); }},
    {"race_in_block", [] { late<<<1, BLOCK>>>(a, BLOCK, 0); }},
    {"race_of_neighbours", [] { neighbours<<<4, BLOCK>>>(a, WORDS); }},
    {"race_of_steps", [] { step<<<2, SMALL>>>(a, WORDS, SMALL); }},
    {"steps", [] { step<<<2, SMALL>>>(a, WORDS, 0); }},
    {"race_of_readers", [] { all_read<<<1, SMALL>>>(a, b, 5); }},
    {"readers", [] { all_read<<<4, SMALL>>>(a, b + WORDS / 2, -1); }},
    {"race_in_a_guard", [] { cudaMemset(a, 1, 4), all_ask<<<1, SMALL>>>(a, b, 5); }},
    {"written_beyond", [] { count<<<5, BLOCK>>>(a, WORDS + 1); }},
    {"read_beyond", [] { copy<<<4, BLOCK>>>(b, a, 1); }},
    {"freed", [] { cudaFree(fresh), count<<<1, SMALL>>>(fresh, SMALL); }},
    {"nowhere", [] { count<<<1, SMALL>>>(nullptr, SMALL); }},
    {"unwritten", [] { copy<<<1, SMALL>>>(b, fresh, 0); }},
    {"half_written", [] { count<<<1, SMALL>>>(fresh, SMALL), copy<<<1, SMALL>>>(b, fresh, 1); }},
    {"written", [] { count<<<1, SMALL>>>(fresh, SMALL), copy<<<1, SMALL>>>(b, fresh, 0); }},
    {"division", [] { divide<<<1, SMALL>>>(a, 60); }},
    {"far_shift", [] { shift<<<1, SMALL>>>(a, 1); }},
    {"misaligned", [] { across<<<1, SMALL>>>(a, 2); }},
    {"letters",
     [] { letters<<<1, SMALL>>>((char *)a), cudaMemcpyAsync(b, a, 7, cudaMemcpyDefault, s); }},
    {"race_in_shared", [] { turn<<<2, SMALL>>>(a, 1); }},
    {"beyond_shared", [] { beside<<<1, SMALL>>>(a, 1); }},
    {"shared", [] { beside<<<1, SMALL>>>(a, 0), beside<<<1, SMALL>>>(a + 1, 0); }},
    {"unwritten_shared", [] { partly<<<1, SMALL>>>(a, 60); }},
    {"some_leave", [] { leave<<<1, SMALL>>>(a, 50); }},
    {"dynamic",
     [] { twice_dynamic<<<2, SMALL, 4 * SMALL>>>(a), twice_dynamic<<<1, SMALL, 2 * SMALL>>>(a); }},
    {"unset_variable", [] { unset<<<1, SMALL>>>(a, 30); }},
    {"vectors", [] { vectors<<<1, SMALL>>>((float4 *)a, (float4 *)b, -1); }},
    {"race_of_vectors", [] { vectors<<<1, SMALL>>>((float4 *)a, (float4 *)b, 20); }},
    {"too_many_threads", [] { bounded<<<1, 2 * SMALL>>>(a); }},
    {"to_a_variable", [] { to_variable<<<1, SMALL>>>(a); }},
    {"of_two_streams",
     [] { count<<<4, BLOCK, 0, s>>>(a, 600), count<<<4, BLOCK, 0, r>>>(a, 300); }},
    {"of_a_copy",
     [] { count<<<4, BLOCK, 0, s>>>(a, 600), cudaMemcpyAsync(b, a, 999, cudaMemcpyDefault, r); }},
    {"of_a_fill", [] { copy<<<2, BLOCK, 0, s>>>(b, a, 0), cudaMemsetAsync(a + 5, 0, 99, r); }},
    {"of_the_host",
     [] { count<<<4, BLOCK, 0, s>>>(managed, WORDS), printf("%d\n", managed[0] * 0); }},
    {"of_one_by_one",
     [] {
         count<<<4, BLOCK, 0, s>>>(a, 600), copy<<<2, BLOCK, 0, s>>>(b, a, 0);
         late<<<4, BLOCK, 0, r>>>(a, WORDS, 0), turn<<<1, SMALL, 0, r>>>(b, 0);
     }},
};

/* What is left in memory, as one number. */
static void show(const int *memory) {
    static int words[WORDS];
    unsigned sum = 0;
    memset(words, 0, sizeof words);
    cudaMemcpy(words, memory, sizeof words, cudaMemcpyDeviceToHost);
    for (int word : words) sum = sum * 31 + word;
    printf("%08x\n", sum);
}

static void run(void (*launch)()) {
    cudaMalloc(&a, sizeof(int[WORDS]));
    cudaMalloc(&b, sizeof(int[WORDS]));
    cudaMalloc(&fresh, sizeof(int[WORDS]));
    cudaMallocManaged(&managed, sizeof(int[WORDS]));
    cudaMemset(a, 0, sizeof(int[WORDS]));
    cudaMemset(b, 0, sizeof(int[WORDS]));
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&r, cudaStreamNonBlocking);
    count<<<1, BLOCK>>>(a, BLOCK);
    cudaDeviceSynchronize();
    launch();
    puts(cudaGetErrorString(cudaDeviceSynchronize()));
    show(a);
    show(b);
}

int main(int argc, char **argv) {
    for (const auto &one : cases) {
        if (argc < 2) puts(one.name);
        if (argc == 2 && strcmp(argv[1], one.name) == 0) run(one.run);
    }
    return 0;
}
