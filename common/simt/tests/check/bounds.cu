/**
 * @file
 * @brief Kernels that touch what they may not, and their twins, for test_check.sh. `bounds NAME` runs one;
 *        `bounds` lists them with what memcheck has to say.
 */
#include "cases.h"

#include <cstdlib>

enum { THREADS = 32, ITEMS = 100 };

/* Thread 0 reads or writes one word. */
template <bool writes> __global__ void touch(int *words, long place) {
    if (threadIdx.x > 0) return;
    if (writes)
        words[place] = 1; // write
    else
        words[ITEMS - 1] = words[place]; // read
}

template <class T> __global__ void touch_wide(int *words, long place) {
    ((T *)words)[0] = ((T *)words)[place];
}

struct point {
    int x, y, z, v[30];
};
__global__ void by_value(int *out, struct point p, int *none) {
    out[threadIdx.x] = none ? none[0] : p.x + p.v[threadIdx.x % 30];
}

__constant__ int table[THREADS];
__device__ int sums[THREADS];
__global__ void variables(int *out) {
    int local[40];
    for (int i = 0; i < 40; i++) local[i] = i * out[i];
    sums[threadIdx.x] += table[threadIdx.x] + local[out[threadIdx.x] & 31];
    out[threadIdx.x] = sums[threadIdx.x] + "a text of the program's own, a bit longer"[threadIdx.x];
}

__global__ void heap(int *out, int after) {
    int *mine = new int[4 + threadIdx.x], *also = (int *)malloc(64);
    mine[threadIdx.x] = threadIdx.x;
    also[15] = 3;
    out[threadIdx.x] = mine[threadIdx.x] + also[15];
    free(also);
    delete[] mine;
    if (after && threadIdx.x == 0) out[0] = also[15];
}

/* The places are beyond the end by so many items. */
__global__ void shared(int *out, int first, int second, int dynamic) {
    __shared__ int s_first[64], s_second[THREADS];
    extern __shared__ int s_dynamic[];
    s_first[threadIdx.x] = s_first[threadIdx.x + 32] = 1;
    s_second[threadIdx.x] = s_dynamic[threadIdx.x] = 2;
    __syncthreads();
    out[threadIdx.x] = s_first[63 + first] + s_second[THREADS - 1 + second]; // shared
    out[threadIdx.x] += s_dynamic[THREADS - 1 + dynamic];
}

template <class F> __global__ void apply(F f, int *out) {
    out[threadIdx.x] = f(threadIdx.x);
}

static int *words(long bytes = ITEMS * sizeof(int)) {
    int *d;
    if (cudaMalloc(&d, bytes) != cudaSuccess) exit(3);
    cudaMemset(d, 0, bytes);
    return d;
}
#define RUN(kernel, ...) kernel<<<1, THREADS>>>(__VA_ARGS__)

static void last_word() {
    RUN(touch<false>, words(), (long)ITEMS - 1);
}
static void one_after() {
    RUN(touch<false>, words(), (long)ITEMS);
}
static void one_after_write() {
    RUN(touch<true>, words(), (long)ITEMS);
}
static void one_before() {
    RUN(touch<false>, words(), -1l);
}
static void one_before_write() {
    RUN(touch<true>, words(), -1l);
}
static void far_after() {
    RUN(touch<false>, words(), 250l);
}
static void after_a_round_size() {
    RUN(touch<false>, words(256 * sizeof(int)), 256l);
}
static void half_outside() {
    RUN(touch_wide<short>, words(2 * ITEMS + 1), (long)ITEMS);
}
static void wide_outside() {
    RUN(touch_wide<int4>, words(), (long)ITEMS / 4);
}
static void wide_inside() {
    RUN(touch_wide<int4>, words(), (long)ITEMS / 4 - 1);
}
static void no_pointer() {
    RUN(touch<true>, (int *)NULL, 3l);
}

static void freed() {
    int *d = words();
    cudaFree(d);
    RUN(touch<false>, d, 5l);
}
static void freed_write() {
    int *d = words(1 << 20);
    cudaFree(d);
    words(1 << 20);
    RUN(touch<true>, d, 5l);
}

/* Memory of the host, and what of it a kernel may touch. */
static void on_the_stack() {
    int h[ITEMS];
    RUN(touch<false>, h, 5l);
}
static void from_malloc() {
    RUN(touch<true>, (int *)malloc(ITEMS * sizeof(int)), 5l);
}
static void pinned() {
    int *h;
    cudaMallocHost(&h, ITEMS * sizeof(int));
    RUN(touch<true>, h, 5l);
}
static void managed() {
    int *h;
    cudaMallocManaged(&h, ITEMS * sizeof(int));
    RUN(touch<false>, h, 5l);
}
static void registered() {
    int *h = (int *)malloc(ITEMS * sizeof(int));
    cudaHostRegister(h, ITEMS * sizeof(int), 0);
    RUN(touch<true>, h, 5l);
}
static void no_longer_registered() {
    int *h = (int *)malloc(ITEMS * sizeof(int));
    cudaHostRegister(h, ITEMS * sizeof(int), 0);
    cudaHostUnregister(h);
    RUN(touch<true>, h, 5l);
}

static void arguments() {
    point p = {};
    RUN(by_value, words(), p, (int *)NULL);
}
/* A class whose own constructor makes the copies, given to a kernel template that deduces it. */
struct handle {
    explicit handle(int *words) : words(words) {}
    __host__ __device__ handle(const handle &other)
        : words(other.words), copies(other.copies + 1) {}
    int *words, copies = 0;
};
template <class H> __global__ void by_class(H h) {
    h.words[threadIdx.x] = h.copies;
}
static void class_argument() {
    by_class<<<1, THREADS>>>(handle(words()));
}
static void class_argument_after() {
    by_class<<<1, THREADS>>>(handle(words() + ITEMS));
}
static void own_variables() {
    RUN(variables, words());
}
static void own_heap() {
    RUN(heap, words(), 0);
}
static void heap_after_free() {
    RUN(heap, words(), 1);
}
/* Pointers to a class that has no constructor without arguments. */
struct made {
    int x;
    __device__ explicit made(int x) : x(x) {}
};
__global__ void shared_pointers(int *out, int place) {
    __shared__ made *s_made, *const volatile *s_far, *s_all[2];
    if (threadIdx.x == 0) s_made = (made *)out;
    if (threadIdx.x < 2) s_all[threadIdx.x] = (made *)out;
    __syncthreads();
    out[threadIdx.x] = s_made->x + (s_all[place] == s_made);
    (void)s_far;
}

static void run_shared(int first, int second, int dynamic) {
    shared<<<1, THREADS, THREADS * sizeof(int)>>>(words(), first, second, dynamic);
}
/* The word before the first of a kernel's shared arrays. */
__global__ void below(int *out) {
    __shared__ int s_only[THREADS];
    s_only[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = (&s_only[threadIdx.x])[-1];
}
static void shared_below() {
    below<<<1, THREADS>>>(words());
}

static void pointer_inside() {
    shared_pointers<<<1, THREADS>>>(words(), 1);
}
static void pointer_after() {
    shared_pointers<<<1, THREADS>>>(words(), 2);
}
static void shared_inside() {
    run_shared(0, 0, 0);
}
static void shared_first() {
    run_shared(1, 0, 0);
}
static void shared_second() {
    run_shared(0, 1, 0);
}
static void shared_dynamic() {
    run_shared(0, 0, 1);
}
static void closure() {
    int a = 3, *d = words();
    apply<<<1, THREADS>>>([=] __device__(int t) { return a * t; }, d);
}

static const check_case tests[] = {
    {"last_word", "clean", last_word},
    {"one_after", "ERROR", one_after},
    {"one_after_write", "ERROR", one_after_write},
    {"one_before", "ERROR", one_before},
    {"one_before_write", "ERROR", one_before_write},
    {"far_after", "ERROR", far_after},
    {"after_a_round_size", "ERROR", after_a_round_size},
    {"half_outside", "ERROR", half_outside},
    {"wide_outside", "ERROR", wide_outside},
    {"wide_inside", "clean", wide_inside},
    {"no_pointer", "ERROR", no_pointer},
    {"freed", "ERROR", freed},
    {"freed_write", "ERROR", freed_write},
    {"on_the_stack", "ERROR", on_the_stack},
    {"from_malloc", "ERROR", from_malloc},
    {"pinned", "clean", pinned},
    {"managed", "clean", managed},
    {"registered", "clean", registered},
    {"no_longer_registered", "ERROR", no_longer_registered},
    {"arguments", "clean", arguments},
    {"class_argument", "clean", class_argument},
    {"class_argument_after", "ERROR", class_argument_after},
    {"own_variables", "clean", own_variables},
    {"own_heap", "clean", own_heap},
    {"heap_after_free", "ERROR", heap_after_free},
    {"closure", "clean", closure},
    {"shared_inside", "clean", shared_inside},
    {"shared_first", "ERROR", shared_first},
    {"shared_second", "ERROR", shared_second},
    {"shared_dynamic", "ERROR", shared_dynamic},
    {"shared_below", "ERROR", shared_below},
    {"pointer_inside", "clean", pointer_inside},
    {"pointer_after", "ERROR", pointer_after},
};

int main(int argc, char **argv) {
    return run_case(tests, argc, argv);
}
