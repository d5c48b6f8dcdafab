// Simple kernels, right and wrong ones, for test_trials.sh. A check build tries them first (check/trial.c).
//
//     trials          the names of the cases
//     trials NAME     runs one, and prints what its memory holds then; or beside_signals, which differs from run to run
#include <cuda.h>

#include <cassert>
#include <csignal>
#include <cstdio>
#include <cstring>
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
/* No variable of the program is plainly right. So a trial ends late, without a finding. */
template <int Add> __global__ void slow_letter(int *a, int turns) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    long x = i + Add;
    for (int k = 0; k < turns; k++) x = x * 6364136223846793005 + 1;
    a[i] = (int)(x >> 33);
    if (i == BLOCK - 1) variable[0] = 'a';
}
__global__ void slow(int *a, int turns) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    long x = i;
    for (int k = 0; k < turns; k++) x = x * 6364136223846793005 + 1;
    a[i] = (int)(x >> 33);
}
__global__ void both(int *a, int *b) {
    int t = threadIdx.x;
    b[t] += 1;
    a[t] += 2;
    if (t == SMALL - 1) variable[0] = 'a';
}
__global__ void to_variable(const int *a) {
    variable[threadIdx.x] = a[threadIdx.x];
}
#include "trials_rows.h"

static int *a, *b, *fresh, *managed;
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
    slow_letter<Add><<<1, BLOCK, 0, s>>>(page, 100000);
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
    both<<<1, SMALL>>>((int *)at[0], (int *)at[1]);
    cudaMemcpy(a, (int *)at[0], sizeof(int[SMALL]), cudaMemcpyDeviceToDevice);
}

struct test {
    const char *name;
    void (*run)();
};
#include "trials_bytes.h"
#include "trials_set.h"
#include "trials_members.h"

static const test cases[] = {
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
    {"partly_written", [] { count<<<1, SMALL>>>(fresh, 50), copy<<<1, SMALL>>>(b, fresh, 0); }},
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
    {"up_to_fills",
     [] {
         copy<<<1, SMALL, 0, s>>>(b + 1, a, 5), cudaMemsetAsync(a, 0, 20, r);
         cudaMemsetAsync(a + 5 + SMALL, 0, 99, r), cudaMemsetAsync(b, 0, 4, r);
     }},
    {"of_a_fill_of_other_words",
     [] {
         copy<<<1, SMALL, 0, s>>>(b + SMALL, a + SMALL, 0), copy<<<1, SMALL, 0, s>>>(b, a + BLOCK, 5);
         cudaMemsetAsync(a + SMALL, 0, 99, r);
     }},
    {"of_a_fill_behind", [] { copy<<<1, SMALL, 0, s>>>(b, a, 5), cudaMemsetAsync(a + 4 + SMALL, 0, 99, r); }},
    {"of_the_host",
     [] { count<<<4, BLOCK, 0, s>>>(managed, WORDS), printf("%d\n", managed[0] * 0); }},
    {"of_three_streams",
     [] {
         many_read<<<1, SMALL, 0, s>>>(a, b), many_read<<<1, SMALL, 0, s>>>(a, b);
         many_read<<<1, SMALL, 0, r>>>(a, b + SMALL), count<<<1, BLOCK, 0, q>>>(a, BLOCK);
     }},
    {"of_three_streams_and_a_fill",
     [] {
         many_read<<<2, SMALL, 0, s>>>(a, b), many_read<<<1, SMALL, 0, r>>>(a, b + 2 * SMALL);
         cudaMemsetAsync(a, 0, sizeof(int[WORDS]), q);
     }},
    {"written_before", [] { late<<<1, SMALL>>>(a, SMALL, -70000); }},
    {"written_far_before", [] { late<<<1, SMALL>>>(a, SMALL, -7000000); }},
    {"read_before", [] { turn<<<1, SMALL>>>(a, 0), copy<<<1, SMALL>>>(b, a, -8192000); }},
    {"host_reads_before",
     [] { turn<<<1, SMALL>>>(a, 0), cudaDeviceSynchronize(), printf("%d\n", a[-8192000]); }},
    {"by_pointer", [] { by_pointer<<<2, SMALL>>>(a, 30); }},
    {"by_reference", [] { by_reference<<<1, SMALL>>>(a, 30); }},
    {"of_others",
     [] {
         int **where;
         cudaMalloc(&where, sizeof(int *[SMALL])), of_others<<<1, SMALL>>>(a, where);
     }},
    {"dead_store", with<dead_store, SMALL>},
    {"dead_store_beyond", with<dead_store, WORDS - 10>},
    {"store_over_store", with<store_over_store, SMALL>},
    {"store_over_store_beyond", with<store_over_store, WORDS - 10>},
    {"dead_load", with<dead_load, SMALL>},
    {"dead_load_beyond", with<dead_load, WORDS - 10>},
    {"unused_load", with<unused_load, SMALL>},
    {"unused_load_beyond", with<unused_load, WORDS - 10>},
    {"same_in_each_round", with<same_in_each_round, SMALL>},
    {"same_in_each_round_beyond", with<same_in_each_round, WORDS>},
    {"same_in_no_round_beyond", with<same_in_each_round, WORDS, 0>},
    {"in_function", with<in_function, SMALL>},
    {"in_function_beyond", with<in_function, WORDS - 10>},
    {"dead_in_shared", [] { dead_in_shared<<<1, SMALL>>>(a, b, 1, 5); }},
    {"dead_in_shared_beyond", [] { dead_in_shared<<<1, SMALL>>>(a, b, WORDS - 10, 5); }},
    {"left_out_beside_copies",
     [] {
         dead_load<<<1, BLOCK, 0, s>>>(a, b, SMALL, 5), dead_store<<<1, BLOCK, 0, s>>>(a, b, SMALL, 5);
         cudaMemsetAsync(a, 0, sizeof(int[WORDS]), r);
     }},
    {"unused_beside_copies",
     [] { dead_load<<<1, BLOCK, 0, s>>>(a, b, 512, 5), cudaMemsetAsync(a + 600, 0, 99, r); }},
    {"stored_beside_copies",
     [] {
         adds_nothing<<<1, BLOCK, 0, s>>>(a, b, 0, 5);
         cudaMemcpyAsync(a + BLOCK, b, 999, cudaMemcpyDefault, r);
     }},
    {"product", [] { product<<<1, dim3(TILE, TILE)>>>(a, b, 2 * TILE, 0); }},
    {"product_beyond_a_row", [] { product<<<1, dim3(TILE, TILE)>>>(a, b, 2 * TILE, 1); }},
    {"product_beyond", [] { product<<<1, dim3(TILE, TILE)>>>(a, b, 8 * TILE, 0); }},
    {"product_of_unwritten", [] { product<<<1, dim3(TILE, TILE)>>>(fresh, b, TILE, 0); }},
    {"rows", [] { rows_read<<<2, dim3(TILE, 6)>>>(a, b, -1, TILE), rows_write<<<1, dim3(SMALL, 3)>>>(a, 1); }},
    {"race_of_rows", [] { rows_read<<<1, dim3(TILE, 6)>>>(a, b, 4, 0); }},
    {"race_of_one_word", [] { rows_read<<<1, dim3(TILE, 6, 2)>>>(a, b, 0, 2 * TILE); }},
    {"rows_beyond", [] { rows_read<<<1, dim3(TILE, 6)>>>(a, b, -1, WORDS - 3); }},
    {"rows_of_unwritten", [] { rows_read<<<1, dim3(TILE, 6)>>>(fresh, b, -1, 0); }},
    {"race_of_rows_that_write", [] { rows_write<<<1, dim3(SMALL, 3)>>>(a, 2); }},
    {"one_writes", [] { all_write<<<1, SMALL>>>(a, 1), all_write<<<1, dim3(1, SMALL)>>>(a, 0); }},
    {"race_of_all", [] { all_write<<<1, SMALL>>>(a, SMALL); }},
    {"doubles", [] { doubles<<<1, BLOCK / 2>>>((double *)a, (double *)b, 0); }},
    {"race_of_doubles", [] { doubles<<<1, BLOCK / 2>>>((double *)a, (double *)b, 1); }},
    {"two_widths", [] { widths<<<1, BLOCK>>>(a, (double *)a, 2 * BLOCK); }},
    {"race_of_widths", [] { widths<<<1, BLOCK>>>(a, (double *)a, 0); }},
    {"fewer_write", [] { fewer<<<1, SMALL>>>(a, 40, 0); }},
    {"race_of_fewer", [] { fewer<<<1, SMALL>>>(a, 40, 1); }},
    {"halves", [] { halves<<<2, SMALL>>>(a, 1), halves<<<1, SMALL>>>(a, 1); }},
    {"one_block_of_halves", [] { halves<<<1, SMALL>>>(a, 1); }},
    {"halves_beyond", [] { halves<<<1, SMALL>>>(a, 2); }},
    {"scans", [] { scans<<<1, SMALL>>>(a, 0); }},
    {"scans_before", [] { scans<<<1, SMALL>>>(a, 1); }},
    {"sums", [] { sums<<<1, SMALL>>>(a, b, 300); }},
    {"sums_beyond", [] { sums<<<1, SMALL>>>(a, b, WORDS + 9); }},
    {"indexed", with<indexed, 3, 0>},
    {"indexed_beyond", with<indexed, WORDS - 10, 0>},
    {"race_of_indexed", with<indexed, 3, 1>},
    {"indexed_of_unwritten", [] { indexed<<<1, BLOCK>>>(fresh, b, 3, 0); }},
    {"matrices", [] { of_matrices<<<1, dim3(TILE, TILE)>>>({TILE, a}, {TILE, b}, 0); }},
    {"matrices_beyond", [] { of_matrices<<<1, dim3(TILE, TILE)>>>({WORDS / 4, a}, {TILE, b}, 0); }},
    {"race_of_matrices", [] { of_matrices<<<1, dim3(TILE, TILE)>>>({TILE, a}, {TILE, b}, 1); }},
    {"matrices_of_unwritten", [] { of_matrices<<<1, dim3(TILE, TILE)>>>({TILE, fresh}, {TILE, b}, 0); }},
    {"chained", with<chained, SMALL, 0>},
    {"chained_beyond", with<chained, WORDS - 10, 0>},
    {"race_of_chained", with<chained, SMALL, 1>},
    {"chained_of_unwritten", [] { chained<<<1, BLOCK>>>(fresh, b, 0, 0); }},
    {"asserted", with<asserted, SMALL, BLOCK + 3>},
    {"asserted_beyond", with<asserted, WORDS - 10, BLOCK + 3>},
    {"asserted_of_unwritten", [] { asserted<<<1, BLOCK>>>(fresh, b, 0, BLOCK + 3); }},
    {"race_of_asserted", [] { asserted<<<1, BLOCK>>>(a, a, 1, BLOCK + 3); }},
    {"assert_fails", with<asserted, SMALL, BLOCK>},
    {"assert_fails_beyond", with<asserted, WORDS - 10, BLOCK>},
    {"asserted_of_memory", with<asserted_of_memory, SMALL, BLOCK>},
    {"assert_of_memory_fails", with<asserted_of_memory, 0, BLOCK - 9>},
    {"sheets", [] { sheets<<<1, dim3(TILE, TILE)>>>({16, 16, a}, {8, 8, b}, 0, 0); }},
    {"sheets_of_blocks", [] { sheets<<<dim3(2, 2), dim3(TILE, TILE)>>>({16, 16, a}, {16, 16, b}, 0, 0); }},
    {"sheets_beyond", [] { sheets<<<1, dim3(TILE, TILE)>>>({16, 16, a}, {8, 8, b}, WORDS - 200, 0); }},
    {"sheets_far_beyond", [] { sheets<<<1, dim3(TILE, TILE)>>>({16, 500, a}, {8, 8, b}, 0, 0); }},
    {"race_of_sheets", [] { sheets<<<1, dim3(TILE, TILE)>>>({16, 16, a}, {8, 8, b}, 0, 1); }},
    {"race_of_sheets_of_blocks", [] { sheets<<<2, dim3(TILE, TILE)>>>({16, 16, a}, {8, 4, b}, 0, 0); }},
    {"sheets_of_unwritten", [] { sheets<<<1, dim3(TILE, TILE)>>>({16, 16, fresh}, {8, 8, b}, 0, 0); }},
    {"sheet_unset", [] { sheet_unset<<<1, SMALL>>>({16, 16, a}, b); }},
    {"helped", with<helped, 4, SMALL>},
    {"helped_beyond", with<helped, WORDS / 2 - 9, SMALL>},
    {"helped_beyond_by_one", with<helped, (WORDS - BLOCK) / 2, BLOCK>},
    {"helped_of_unwritten", [] { helped<<<1, BLOCK>>>(fresh, b, 0, SMALL); }},
    {"helped_of_partly_written", [] { count<<<1, SMALL>>>(fresh, 40), helped<<<1, SMALL>>>(fresh, b, 0, 9); }},
    {"race_of_helped", with<helped_race, 1, BLOCK>},
    {"helped_apart", with<helped_race, 2 * BLOCK, 3 * BLOCK>},
    {"helped_by_unset", with<helped_by_unset, 2, 100>},
    {"helped_oddly", with<helped_oddly, 2 * BLOCK, SMALL>},
    {"helped_oddly_beyond", with<helped_oddly, WORDS - 30, SMALL>},
    {"inner", with<inner, SMALL, 0>},
    {"inner_beyond", with<inner, WORDS - 10, 0>},
    {"race_of_inner", with<inner, SMALL, 1>},
    {"inner_of_unwritten", [] { inner<<<1, BLOCK>>>(fresh, b, 0, 0); }},
    {"hiding", with<hiding, SMALL, 0>},
    {"hiding_beyond", with<hiding, WORDS - 10, 0>},
    {"race_of_hiding", with<hiding, SMALL, 1>},
    {"two_halves", [] { two_halves<<<4, SMALL, 8 * SMALL>>>(a, b, 0, SMALL); }},
    {"two_halves_beyond", [] { two_halves<<<4, BLOCK, 8 * BLOCK>>>(a, b, 9, BLOCK); }},
    {"two_halves_beyond_shared", [] { two_halves<<<1, SMALL, 4 * SMALL>>>(a, b, 0, SMALL); }},
    {"two_halves_of_unwritten", [] { two_halves<<<1, SMALL, 8 * SMALL>>>(fresh, b, 0, SMALL); }},
    {"race_of_two_halves", [] { two_halves<<<2, SMALL, 8 * SMALL>>>(a, b, 0, SMALL / 2); }},
    {"one_half", with<one_half, 1, BLOCK>},
    {"race_of_one_half", with<one_half, 0, BLOCK>},
    {"one_half_of_unwritten", with<one_half, 1, BLOCK + 1>},
    {"not_alike", with<not_alike, 30, 64>},
    {"not_alike_beyond", with<not_alike, BLOCK, BLOCK + 3>},
    {"guarded_late", with<guarded_late, 0, BLOCK / 2>},
    {"guarded_late_for_some", with<guarded_late, 0, 40>},
    {"guarded_late_beyond", with<guarded_late, WORDS - 50, 40>},
    {"best", [] { best<<<2, SMALL>>>(a, b, 5, 0, SMALL / 2); }},
    {"one_block_of_best", [] { best<<<1, SMALL>>>(a, b, 5, 0, SMALL / 2); }},
    {"best_beyond", [] { best<<<1, SMALL>>>(a, b, WORDS - 10, 0, SMALL / 2); }},
    {"best_beyond_shared", [] { best<<<1, SMALL>>>(a, b, 5, 0, SMALL); }},
    {"race_of_best", [] { best<<<1, SMALL>>>(a, b, 5, 1, SMALL / 2); }},
    {"best_of_unwritten", [] { best<<<1, SMALL>>>(fresh, b, 0, 0, SMALL / 2); }},
    {"asking", with<asking, SMALL, BLOCK / 2>},
    {"asking_beyond", with<asking, WORDS - BLOCK / 2 - 3, BLOCK / 2>},
    {"asking_beyond_at_once", with<asking, WORDS, BLOCK / 2>},
    {"asking_for_unwritten", [] { asking<<<1, BLOCK>>>(fresh, b, 0, 7); }},
    {"asking_for_partly_written", [] { count<<<1, SMALL>>>(fresh, 60), asking<<<1, SMALL>>>(fresh, b, -2, 30); }},
    {"race_of_asking", [] { asking<<<1, BLOCK>>>(a, a, SMALL, BLOCK / 2); }},
    {"neighbour_asked", [] { asks_neighbour<<<1, SMALL>>>(a, WORDS); }},
    {"race_of_neighbour_asked", [] { asks_neighbour<<<1, SMALL>>>(a, SMALL - 1); }},
    {"race_of_blocks_that_ask", [] { asks_neighbour<<<2, SMALL>>>(a, 2 * SMALL); }},
    {"neighbour_asked_beyond", [] { asks_neighbour<<<WORDS / SMALL, SMALL>>>(a, WORDS); }},
    {"own_store_asked", with<asks_own_store, 0, 300>},
    {"own_store_asked_beyond", with<asks_own_store, WORDS - 200, 300>},
    {"last_round_asked", with<asks_last_round, 0, 270>},
    {"last_round_asked_beyond", with<asks_last_round, WORDS - 265, 270>},
    {"wide", [] { wide<<<2, SMALL>>>((float4 *)a, (float4 *)b, 3, 0); }},
    {"one_block_of_wide", [] { wide<<<1, SMALL>>>((float4 *)a, (float4 *)b, 3, 0); }},
    {"wide_beyond_shared", [] { wide<<<1, SMALL>>>((float4 *)a, (float4 *)b, SMALL, 0); }},
    {"wide_beyond", [] { wide<<<1, SMALL>>>((float4 *)a, (float4 *)b, 3 * SMALL + 9, 0); }},
    {"wide_misaligned", [] { wide<<<1, SMALL>>>((float4 *)(a + 1), (float4 *)b, 3, 0); }},
    {"race_of_wide", [] { wide<<<1, SMALL>>>((float4 *)a, (float4 *)b, 3, 1); }},
    {"wide_of_unwritten", [] { wide<<<1, SMALL>>>((float4 *)fresh, (float4 *)b, 0, 0); }},
    {"wide_of_partly_written",
     [] { count<<<1, SMALL>>>(fresh, 50), wide<<<1, SMALL>>>((float4 *)fresh, (float4 *)b, 0, 0); }},
    {"first_members", [] { first_members<<<1, SMALL>>>((float4 *)fresh, (float2 *)b, SMALL); }},
    {"unwritten_member", [] { first_members<<<1, SMALL>>>((float4 *)fresh, (float2 *)b, 40); }},
    {"no_row", [] { no_row<<<1, SMALL>>>(a, b, 30); }},
    {"two_barriers", [] { two_barriers<<<1, SMALL>>>(a, 30); }},
    {"one_of_two_barriers", [] { two_barriers<<<1, SMALL>>>(a, SMALL); }},
    {"more_rounds", [] { more_rounds<<<1, SMALL>>>(a, 1); }},
    {"equal_rounds", [] { more_rounds<<<1, SMALL>>>(a, 0); }},
    {"some_in_branch", [] { in_branch<<<1, SMALL>>>(a, 30); }},
    {"all_in_branch", [] { in_branch<<<1, SMALL>>>(a, SMALL); }},
    {"own_array", [] { own_array<<<1, SMALL>>>(a, {{3, 4}}, 2); }},
    {"bytes_in_shared", [] { bytes_in_shared<<<1, SMALL>>>((char *)a); }},
    {"beside_copies", beside_copies<0, 1, 2, 3, 4>},
    {"at_two_places", at_two_places},
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
    return 0;
}
