/**
 * @file
 * @brief Kernels that read what nobody has written, and their twins, for test_init.sh. `init NAME` runs
 *        one; `init` lists them with what initcheck has to say.
 */
#include "cases.h"

#include <cstdlib>

enum { THREADS = 32, ITEMS = 2000 };

template <class T> __global__ void copy(const T *from, T *to) {
    to[threadIdx.x] = from[threadIdx.x]; // global
}
template <class T> __global__ void write(T *to, int first, int n) {
    for (int i = first + threadIdx.x; i < first + n; i += THREADS) to[i] = T();
}

struct padded {
    char c;
    int i;
};
struct padded_within {
    short s;
    char c;
};
struct padded_after {
    int i;
    char c;
};
struct more_padded {
    char c;
    double d;
    int e[4];
};
template <class T> __global__ void write_members(T *to);
template <> __global__ void write_members(padded *to) {
    to[threadIdx.x].c = 1;
    to[threadIdx.x].i = 2;
}
template <> __global__ void write_members(more_padded *to) {
    to[threadIdx.x].c = 1;
    to[threadIdx.x].d = 2;
    for (int i = 0; i < 4; i++) to[threadIdx.x].e[i] = i;
}
template <> __global__ void write_members(padded_within *to) {
    to[threadIdx.x].s = 1;
    to[threadIdx.x].c = 2;
}
template <> __global__ void write_members(padded_after *to) {
    to[threadIdx.x].i = 1;
    to[threadIdx.x].c = 2;
}

enum how { ADD, EXCHANGE, SWAP };
__global__ void atomics(int *word, int how) {
    if (how == ADD) atomicAdd(word, 1);
    if (how == EXCHANGE) word[1] = atomicExch(word, 1);
    if (how == SWAP) atomicCAS(word, 0, 1);
}

/* So many threads write their items; thread 0 reads the last ones. */
__global__ void shared(int *out, int statics, int dynamics) {
    __shared__ int s_static[THREADS];
    extern __shared__ int s_dynamic[];
    if (threadIdx.x < statics) s_static[threadIdx.x] = 1;
    if (threadIdx.x < dynamics) s_dynamic[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = s_static[THREADS - 1] + s_dynamic[THREADS - 1]; // shared
}

/* The first block leaves something behind that the second one must not count on. */
__global__ void left_behind(int *out) {
    __shared__ int s[THREADS];
    if (blockIdx.x == 0) s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}

/* Without a barrier a word is read before it is written, which is a race too. */
__global__ void no_barrier(int *out) {
    __shared__ int s[2 * THREADS];
    s[threadIdx.x] = 1;
    out[threadIdx.x] = s[2 * THREADS - 1 - threadIdx.x];
}

__device__ int table[THREADS], sums[THREADS];
__global__ void variables(int *out) {
    out[threadIdx.x] = table[threadIdx.x] + sums[threadIdx.x];
}
__global__ void heap(int *out, int set) {
    int *mine = new int[4];
    if (set) mine[3] = 1;
    out[threadIdx.x] = mine[3];
    delete[] mine;
}

static void *device(size_t bytes = ITEMS * sizeof(int)) {
    void *d;
    if (cudaMalloc(&d, bytes) != cudaSuccess) exit(3);
    return d;
}
static int *ints() {
    return (int *)device();
}
template <class T> static void use(void *d) {
    copy<<<1, THREADS>>>((const T *)d, (T *)device(THREADS * sizeof(T)));
}

static void never() {
    use<int>(device());
}
static void set() {
    void *d = device();
    cudaMemset(d, 0, ITEMS * sizeof(int));
    use<int>(d);
}
static void set_items_for_bytes() {
    void *d = device();
    cudaMemset(d, 0, THREADS);
    use<int>(d);
}
static void set_rows() {
    void *d = device();
    cudaMemset2D(d, 8, 0, 8, THREADS);
    use<int2>(d);
}
static void set_half_of_rows() {
    void *d = device();
    cudaMemset2D(d, 8, 0, 4, THREADS);
    use<int2>(d);
}
static void copied() {
    int h[THREADS] = {0}, *d = ints();
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    use<int>(d);
}
static void copied_but_one() {
    int h[THREADS] = {0}, *d = ints();
    cudaMemcpy(d, h, sizeof h - sizeof *h, cudaMemcpyHostToDevice);
    use<int>(d);
}
static void copied_in_stream() {
    int h[THREADS] = {0}, *d = ints();
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMemcpyAsync(d, h, sizeof h, cudaMemcpyHostToDevice, stream);
    copy<<<1, THREADS, 0, stream>>>(d, ints());
}
static void copied_on_device() {
    int h[THREADS] = {0}, *d = ints(), *d_too = ints();
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(d_too, d, sizeof h, cudaMemcpyDeviceToDevice);
    use<int>(d_too);
}
static void by_a_kernel() {
    int *d = ints();
    write<<<1, THREADS>>>(d, 0, ITEMS);
    use<int>(d + ITEMS - THREADS);
}
static void by_a_kernel_elsewhere() {
    int *d = ints();
    write<<<1, THREADS>>>(d, 1, ITEMS - 1);
    use<int>(d);
}
static void freed_and_new() {
    int *d = ints();
    write<<<1, THREADS>>>(d, 0, ITEMS);
    cudaFree(d);
    for (int i = 0; i < 300; i++) cudaFree(ints()); /* until the address comes back */
    use<int>(ints());
}
static void bytes() {
    char *d = (char *)device();
    write<<<1, THREADS>>>(d, 0, THREADS);
    use<char>(d);
}
static void bytes_but_one() {
    char *d = (char *)device();
    write<<<1, THREADS>>>(d, 0, THREADS - 1);
    use<char>(d);
}
/* All bytes but those at a multiple of STEP, plus FIRST. */
__global__ void write_all_but(char *to, int n, int first, int step) {
    for (int i = threadIdx.x; i < n; i += THREADS)
        if (i % step != first) to[i] = 1;
}
template <class T, int first, int step> static void bytes_for() {
    void *d = device(THREADS * sizeof(T));
    write_all_but<<<1, THREADS>>>((char *)d, THREADS * sizeof(T), first, step);
    use<T>(d);
}
template <class T> static void set_but_the_last_byte() {
    void *d = device(THREADS * sizeof(T));
    cudaMemset(d, 0, THREADS * sizeof(T) - 1);
    use<T>(d);
}
template <class T> static void members() {
    T *d = (T *)device(THREADS * sizeof(T));
    write_members<<<1, THREADS>>>(d);
    use<T>(d);
}
template <class T> static void no_members() {
    use<T>(device(THREADS * sizeof(T)));
}
static void pinned() {
    int *h;
    cudaMallocHost(&h, ITEMS);
    use<int>(h);
}
static void managed() {
    int *h;
    cudaMallocManaged(&h, ITEMS);
    use<int>(h);
}
template <int how> static void atomic() {
    atomics<<<1, THREADS>>>(ints(), how);
}
template <int how> static void atomic_on_zeros() {
    int *d = ints();
    cudaMemset(d, 0, sizeof *d);
    atomics<<<1, THREADS>>>(d, how);
}
template <int statics, int dynamics> static void in_shared() {
    shared<<<2, THREADS, THREADS * sizeof(int)>>>(ints(), statics, dynamics);
}
static void of_another_block() {
    left_behind<<<2, THREADS>>>(ints());
}
static void before_it_is_written() {
    no_barrier<<<1, 2 * THREADS>>>(ints());
}
static void own_variables() {
    void *d;
    cudaGetSymbolAddress(&d, table);
    variables<<<1, THREADS>>>(ints());
}
template <int set> static void on_the_heap() {
    heap<<<1, THREADS>>>(ints(), set);
}

static const check_case tests[] = {
    {"never", "ERROR", never},
    {"set", "clean", set},
    {"set_items_for_bytes", "ERROR", set_items_for_bytes},
    {"set_rows", "clean", set_rows},
    {"set_half_of_rows", "ERROR", set_half_of_rows},
    {"copied", "clean", copied},
    {"copied_but_one", "ERROR", copied_but_one},
    {"copied_in_stream", "clean", copied_in_stream},
    {"copied_on_device", "clean", copied_on_device},
    {"by_a_kernel", "clean", by_a_kernel},
    {"by_a_kernel_elsewhere", "ERROR", by_a_kernel_elsewhere},
    {"freed_and_new", "ERROR", freed_and_new},
    {"bytes", "clean", bytes},
    {"bytes_but_one", "ERROR", bytes_but_one},
    {"first_byte_of_an_int", "ERROR", bytes_for<int, 0, 4>},
    {"third_byte_of_an_int", "ERROR", bytes_for<int, 2, 4>},
    {"last_byte_of_one_int", "ERROR", bytes_for<int, 7, 4 * THREADS>},
    {"second_byte_of_one_int", "ERROR", bytes_for<int, 5, 4 * THREADS>},
    {"fifth_byte_of_longs", "ERROR", bytes_for<long long, 4, 8>},
    {"a_byte_of_a_short", "ERROR", bytes_for<short, 1, 2>},
    {"a_byte_of_four_ints", "ERROR", bytes_for<int4, 10, 16>},
    {"every_byte_of_ints", "clean", bytes_for<int, -1, 4>},
    {"set_but_the_last_byte", "ERROR", set_but_the_last_byte<int>},
    {"padded_within", "clean", members<padded_within>},
    {"padded_after", "clean", members<padded_after>},
    {"padded", "clean", members<padded>},
    {"padded_never", "ERROR", no_members<padded>},
    {"more_padded", "clean", members<more_padded>},
    {"more_padded_never", "ERROR", no_members<more_padded>},
    {"pinned", "clean", pinned},
    {"managed", "clean", managed},
    {"atomic_add", "ERROR", atomic<ADD>},
    {"atomic_add_on_zeros", "clean", atomic_on_zeros<ADD>},
    {"atomic_exchange", "ERROR", atomic<EXCHANGE>},
    {"atomic_exchange_on_zeros", "clean", atomic_on_zeros<EXCHANGE>},
    {"atomic_swap", "ERROR", atomic<SWAP>},
    {"shared", "clean", in_shared<THREADS, THREADS>},
    {"shared_static", "ERROR", in_shared<THREADS - 1, THREADS>},
    {"shared_dynamic", "ERROR", in_shared<THREADS, THREADS - 1>},
    {"shared_of_another_block", "ERROR", of_another_block},
    {"before_it_is_written", "ERROR", before_it_is_written},
    {"own_variables", "clean", own_variables},
    {"heap", "clean", on_the_heap<1>},
    {"heap_never", "ERROR", on_the_heap<0>},
};

int main(int argc, char **argv) {
    return run_case(tests, argc, argv);
}
