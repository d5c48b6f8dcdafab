// Simple kernels, right and wrong ones, for test_trials.sh. A check build tries them first (check/trial.c).
//
//     trials          the names of the cases
//     trials NAME     runs one, and prints what its memory holds then; or beside_signals, which differs from run to run
#include <cuda.h>

#include <cassert>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <sys/time.h>
#include <thread>

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
    extern __shared__ int of_both[];
    extern __shared__ float f[];
    int t = threadIdx.x;
    of_both[t] = t;
    __syncthreads();
    float x = f[t];
    __syncthreads();
    a[t] = of_both[(t + 1) % SMALL] + __float_as_int(x);
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
/* What a compiler may leave out, or do earlier. */
__global__ void dead_store(int *a, int *b, int far, int x) {
    int i = threadIdx.x;
    b[i] = a[i + far];
    b[i] = x;
}
__global__ void store_over_store(int *a, int *b, int far, int x) {
    int i = threadIdx.x;
    a[i + far] = x;
    b[i] = x;
    a[i + far] = x + 1;
}
__global__ void dead_load(int *a, int *b, int far, int x) {
    int i = threadIdx.x, y = a[i + far];
    y = x;
    b[i] = y;
}
__global__ void unused_load(int *a, int *b, int far, int x) {
    int i = threadIdx.x, y = x * a[i + far];
    b[i] = y & 0;
    a[i + far];
}
__global__ void same_in_each_round(int *a, int *b, int far, int rounds) {
    int i = threadIdx.x;
    for (int k = 0; k < rounds; k++) b[i] += a[far] + k;
}
__device__ int overwrite(int *a, int *b, int i, int far) {
    b[i] = a[i + far];
    b[i] = 2;
    return b[i];
}
__global__ void in_function(int *a, int *b, int far, int x) {
    int i = threadIdx.x;
    b[i] = x + overwrite(a, b, i, far);
}
__global__ void dead_in_shared(int *a, int *b, int far, int x) {
    __shared__ int s[SMALL];
    int t = threadIdx.x;
    s[t] = a[t + far];
    s[t] = x;
    __syncthreads();
    b[t] = s[SMALL - 1 - t] + a[t];
}
/* Barriers that not all threads come to, or not to the same one. */
__global__ void two_barriers(int *a, int n) {
    __shared__ int s[SMALL];
    int t = threadIdx.x;
    s[t] = t;
    if (t < n) {
        __syncthreads();
    } else {
        s[t] += 1;
        __syncthreads();
    }
    a[t] = s[SMALL - 1 - t];
}
__global__ void more_rounds(int *a, int mask) {
    int t = threadIdx.x;
    for (int k = 0; k <= (t & mask); k++)
        __syncthreads();
    a[t] = t;
}
__global__ void in_branch(int *a, int n) {
    __shared__ int s[SMALL];
    int t = threadIdx.x;
    if (t < n) {
        s[t] = t;
        __syncthreads();
        if (t == 5) return;
        a[t] = s[t ^ 1];
    }
}
/* What a thread has for itself. */
struct pair {
    int of[2];
};
__global__ void own_array(int *a, pair given, int index) {
    int own[4] = {1, 2, 3, given.of[threadIdx.x & 1]};
    own[index & 3] = a[threadIdx.x];
    a[threadIdx.x] = own[threadIdx.x & 3] + given.of[index & 1];
}
__global__ void bytes_in_shared(char *a) {
    __shared__ char s[SMALL + 3];
    s[threadIdx.x] = 'a';
    __syncthreads();
    a[threadIdx.x] = s[SMALL - 1 - threadIdx.x];
}
/* A pointer leads to a variable in a later stretch between barriers, and from thread to thread. */
__global__ void by_pointer(int *a, int k) {
    __shared__ int s[SMALL];
    int t = threadIdx.x, x = t, unset;
    int *p = &x, *q = &unset;
    s[t] = t;
    __syncthreads();
    *p = s[SMALL - 1 - t] + k;
    if (t < k) *q = 5;
    __syncthreads();
    a[t] = x ^ unset;
}
__device__ int *place(int &x) {
    return &x;
}
__device__ void put_where(int *p, int **where) {
    *where = p;
}
__global__ void by_reference(int *a, int k) {
    __shared__ int s[SMALL];
    int t = threadIdx.x, x = t, y = 3 * t;
    int *p = place(x), *q;
    s[t] = t;
    put_where(&y, &q);
    __syncthreads();
    *p += s[SMALL - 1 - t] + k;
    *q += x;
    __syncthreads();
    a[t] = x + y;
}
__global__ void of_others(int *a, int **where) {
    __shared__ int s[SMALL];
    int t = threadIdx.x, x = 3 * t;
    where[t] = &x;
    s[t] = t;
    __syncthreads();
    a[t] = *where[SMALL - 1 - t] + s[t];
    __syncthreads();
    where[t] = nullptr;
}
/* Half a warp reads each word, or several warps do. */
__global__ void many_read(const int *a, int *b) {
    int t = threadIdx.x;
    b[t] = a[0] + a[1 + t / 2] + a[WORDS / 2 + t % 2];
}
__device__ int variable[SMALL];
/* No memory of malloc's is plainly right. So a trial ends late, without a finding. */
template <int Add> __global__ void slow_letter(int *a, int turns, int *registered) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    long x = i + Add;
    for (int k = 0; k < turns; k++) x = x * 6364136223846793005 + 1;
    a[i] = (int)(x >> 33);
    if (i == BLOCK - 1) registered[0] = 'a';
}
__global__ void slow(int *a, int turns) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    long x = i;
    for (int k = 0; k < turns; k++) x = x * 6364136223846793005 + 1;
    a[i] = (int)(x >> 33);
}
__global__ void both(int *a, int *b, int *registered) {
    int t = threadIdx.x;
    b[t] += 1;
    a[t] += 2;
    if (t == SMALL - 1) registered[0] = 'a';
}
__global__ void to_variable(const int *a) {
    variable[threadIdx.x] = a[threadIdx.x];
}
#include "trials_rows.h"

static int *a, *b, *fresh, *managed, *pinned, *registered;
static unsigned char *odd; // ODD bytes
static cudaStream_t s, r, q; // nothing orders them

template <void (*Kernel)(int *, int *, int, int), int Far, int X = 5> static void with() {
    Kernel<<<1, BLOCK>>>(a, b, Far, X);
}
template <void (*Kernel)(int *, int *, int, int), int Far, int X = 5> static void with_small() {
    Kernel<<<1, SMALL>>>(a, b, Far, X);
}

/* Meanwhile another host thread copies to the same page, to other words. */
template <int Add> static void beside_copy() {
    int *page, sum = 0;
    static int words[WORDS];
    cudaMalloc(&page, sizeof words);
    cudaMemset(page, 0, sizeof words);
    cudaDeviceSynchronize();
    std::thread copies([page] {
        static const int sevens[WORDS / 2] = {7, 7, 7, 7};
        const timespec later = {0, (Add + 1) * 2000000};
        nanosleep(&later, nullptr);
        cudaMemcpyAsync(page + WORDS / 2, sevens, sizeof sevens, cudaMemcpyHostToDevice, r);
    });
    slow_letter<Add><<<1, BLOCK, 0, s>>>(page, 100000, registered);
    copies.join();
    cudaDeviceSynchronize();
    cudaMemcpy(words, page, sizeof words, cudaMemcpyDeviceToHost);
    for (int word : words) sum = sum * 31 + word;
    printf("%08x\n", sum);
}
template <int... Add> static void beside_copies() {
    (beside_copy<Add>(), ...);
}

/* The handler of a signal is compiled with hooks, too. It comes while the kernel runs. */
static auto &ticks() { // a volatile variable outside of functions would keep structures out of loops
    static volatile sig_atomic_t n;
    return n;
}
static int ticked[8];
static void on_tick(int) {
    ticks() = ticks() + 1;
    ticked[ticks() % 8]++;
}
static void beside_signals() {
    const itimerval once = {{0, 0}, {0, 50000}};
    int sum = 0;
    signal(SIGALRM, on_tick);
    for (int n = 1; n <= 3; n++) {
        setitimer(ITIMER_REAL, &once, nullptr);
        while (ticks() < n) slow<<<1, BLOCK>>>(a, 1000000);
    }
    for (int n : ticked) sum += n;
    puts(sum == ticks() ? "no tick is lost" : "ticks are lost");
}

/* One memory at two places, as another process might have it. */
static void at_two_places() {
    CUmemAllocationProp prop = {};
    CUmemAccessDesc access = {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    CUmemGenericAllocationHandle one, two;
    CUdeviceptr at[2];
    size_t bytes = 2 << 20;
    int file;
    prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    prop.location = access.location;
    prop.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    cuMemCreate(&one, bytes, &prop, 0);
    cuMemExportToShareableHandle(&file, one, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0);
    cuMemImportFromShareableHandle(&two, (void *)(size_t)file,
                                   CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
    for (int i = 0; i < 2; i++) {
        cuMemAddressReserve(&at[i], bytes, 0, 0, 0);
        cuMemMap(at[i], bytes, 0, i ? two : one, 0);
        printf("%d\n", cuMemSetAccess(at[i], bytes, &access, 1));
    }
    both<<<1, SMALL>>>((int *)at[0], (int *)at[1], registered);
    cudaMemcpy(a, (int *)at[0], sizeof(int[SMALL]), cudaMemcpyDeviceToDevice);
}

struct test {
    const char *name;
    void (*run)();
};
#include "trials_bytes.h"
#include "trials_set.h"
#include "trials_members.h"
#include "trials_places.h"
#include "trials_students.h"
#include "trials_cases.h"

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
    cudaMallocHost(&pinned, sizeof(int[WORDS]));
    registered = (int *)malloc(sizeof(int[WORDS]));
    cudaHostRegister(registered, sizeof(int[WORDS]), 0);
    cudaMalloc(&odd, ODD);
    cudaMemset(odd, 1, ODD);
    cudaMemset(a, 0, sizeof(int[WORDS]));
    cudaMemset(b, 0, sizeof(int[WORDS]));
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&r, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&q, cudaStreamNonBlocking);
    count<<<1, BLOCK>>>(a, BLOCK);
    cudaDeviceSynchronize();
    launch();
    puts(cudaGetErrorString(cudaDeviceSynchronize()));
    show(a);
    show(b);
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "beside_signals") == 0) run(beside_signals);
    const auto take = [=](const test &one) {
        if (argc < 2) puts(one.name);
        if (argc == 2 && strcmp(argv[1], one.name) == 0) run(one.run);
    };
    for (const test &one : cases) take(one);
    for (const test &one : byte_cases) take(one);
    for (const test &one : set_cases) take(one);
    for (const test &one : member_cases) take(one);
    for (const test &one : place_cases) take(one);
    for (const test &one : student_cases) take(one);
    return 0;
}
