/**
 * @file
 * @brief Host code that does what it may not, misaligned kernels, and their twins, for test_init.sh. `host
 *        NAME` runs one; `host` lists them with what memcheck has to say: ENDS, and the program dies.
 */
#include "cases.h"

#include <cstdlib>
#include <thread>

enum { ITEMS = 1000, BYTES = ITEMS * sizeof(int) };

__global__ void fill(int *words, int value) {
    for (int i = threadIdx.x; i < ITEMS; i += blockDim.x) words[i] = value;
}
template <class T> __global__ void read_at(const char *from, int place, T *to) {
    to[threadIdx.x] = *(const T *)(from + place);
}
__global__ void read_shared(int place, int *to) {
    __shared__ int s[64];
    s[threadIdx.x] = s[threadIdx.x + 32] = 1;
    __syncthreads();
    to[threadIdx.x] = *(int *)((char *)s + place);
}
__device__ int variable;
__global__ void write_variable(int place) {
    *(int *)((char *)&variable + 1) = place; /* g++ knows that it is misaligned */
}
struct __attribute__((packed)) packed {
    char c;
    int i;
};
__global__ void read_packed(const packed *from, int *to) {
    to[threadIdx.x] = from[threadIdx.x].i;
}

static int *device() {
    int *d;
    if (cudaMalloc(&d, BYTES) != cudaSuccess) exit(3);
    cudaMemset(d, 0, BYTES);
    return d;
}

/*
 * Two memories.
 */
static volatile int sink;
static void reads() {
    sink = device()[3]; // reads
}
static void writes() {
    int *d;
    cudaMalloc(&d, BYTES);
    d[3] = 1;
}
static void reads_after_a_kernel() {
    int *d = device();
    fill<<<1, 32>>>(d, 1);
    cudaDeviceSynchronize();
    sink = d[3];
}
static void copies() {
    static int h[ITEMS];
    void *(*volatile copy)(void *, const void *, size_t) = memcpy;
    copy(h, device(), BYTES);
}
static void sorts() {
    int *d = device();
    qsort(d, ITEMS, sizeof *d, [](const void *a, const void *b) { return *(int *)a - *(int *)b; });
}
static void by_another_thread() {
    int *d = device();
    std::thread([=] { sink = d[0]; }).join();
}
static void pinned() {
    int *h;
    cudaMallocHost(&h, BYTES);
    fill<<<1, 32>>>(h, 1);
    cudaDeviceSynchronize();
    sink = h[3]++;
}
static void managed() {
    int *h;
    cudaMallocManaged(&h, BYTES);
    h[3] = 7;
    fill<<<1, 32>>>(h, 1);
    cudaDeviceSynchronize();
    sink = h[3];
}
/* Copies of one thread while another one's kernels run. */
static void in_threads() {
    std::thread threads[4];
    for (auto &t : threads)
        t = std::thread([] {
            int *d = device(), h[ITEMS];
            for (int i = 0; i < 200; i++) {
                fill<<<1, 32>>>(d, i);
                cudaMemcpy(h, d, BYTES, cudaMemcpyDeviceToHost);
                if (h[ITEMS - 1] != i) exit(4);
            }
            cudaFree(d);
        });
    for (auto &t : threads) t.join();
}
static void many_sizes() {
    void *kept[50];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 50; i++) {
            if (cudaMalloc(&kept[i], (size_t)1 << i % 23)) exit(4);
            cudaMemset(kept[i], i, (size_t)1 << i % 23);
        }
        for (int i = 0; i < 50; i++) cudaFree(kept[i * 7 % 50]);
    }
}

/*
 * Calls that fail.
 */
static void twice_freed() {
    int *d = device();
    cudaFree(d);
    cudaFree(d); // freed
}
static void foreign_freed() {
    cudaFree(malloc(8));
}
static void inside_freed() {
    cudaFree(device() + 1);
}
static void too_long() {
    static char h[2 * BYTES];
    cudaMemcpy(device(), h, sizeof h, cudaMemcpyHostToDevice);
}
static void wrong_way() {
    int h;
    cudaMemcpy(device(), &h, sizeof h, cudaMemcpyDeviceToHost);
}
static void too_much() {
    int *d;
    cudaMalloc(&d, (size_t)1 << 45);
}
static void too_much_pinned() {
    int *h;
    cudaMallocHost(&h, (size_t)1 << 44);
}
static void launch_refused() {
    fill<<<1, 2000>>>(device(), 1); // launch
}
static void not_ready() {
    cudaStreamQuery(0);
    cudaFree(NULL);
    cudaGetLastError();
}
/* 700 is what every call gives, until the device is reset. */
static void sticky() {
    int *d;
    fill<<<1, 1>>>((int *)8, 1);
    bool right = cudaDeviceSynchronize() == 700 && cudaMalloc(&d, 8) == 700 &&
                 cudaGetLastError() == 700 && cudaFree(NULL) == 700 && cudaDeviceReset() == 700 &&
                 cudaMalloc(&d, 8) == cudaSuccess;
    if (!right) exit(4);
}
static void uninitialised_copy() {
    int *d, h[ITEMS];
    cudaMalloc(&d, BYTES);
    cudaMemset(d, 0, BYTES - 64);
    cudaMemcpy(h, d, BYTES, cudaMemcpyDeviceToHost); // copy
}
static void initialised_copy() {
    int *d = device(), h[ITEMS];
    cudaMemcpy(h, d, BYTES, cudaMemcpyDeviceToHost);
    cudaMemcpy(d, h, BYTES, cudaMemcpyHostToDevice);
}
/* A GPU does it. */
static void wrong_side() {
    int *from = device(), *to = device(), value = 0;
    fill<<<1, 32>>>(from, 7);
    if (cudaMemcpy(to, from, BYTES, cudaMemcpyHostToDevice) != cudaSuccess) exit(4); // direction
    cudaMemcpy(&value, to + ITEMS - 1, sizeof value, cudaMemcpyDeviceToHost);
    if (value != 7) exit(4);
    fill<<<1, 32>>>(from, 8);
    if (cudaMemcpy(to, from, BYTES, cudaMemcpyDeviceToHost)) exit(4); // other direction
    // Of both sides:
    cudaMemcpy(&value, to + ITEMS - 1, sizeof value, cudaMemcpyHostToHost);
    if (value != 8) exit(4);
}

static void behind_registered() {
    int *h = (int *)malloc(2 * BYTES);
    cudaHostRegister(h, BYTES, 0);
    read_at<<<1, 1>>>((const char *)h, BYTES, device());
}

/*
 * Misaligned accesses.
 */
template <class T, int place> static void at_place() {
    read_at<<<1, 1>>>((const char *)device(), place, (T *)device());
}
template <int place> static void at_place_shared() {
    read_shared<<<1, 32>>>(place, device());
}
static void in_packed() {
    read_packed<<<1, 32>>>((const packed *)device(), device());
}

static void in_a_variable() {
    write_variable<<<1, 1>>>(1);
}

static const check_case tests[] = {
    {"reads", "ENDS", reads},
    {"writes", "ENDS", writes},
    {"reads_after_a_kernel", "ENDS", reads_after_a_kernel},
    {"copies", "ENDS", copies},
    {"sorts", "ENDS", sorts},
    {"by_another_thread", "ENDS", by_another_thread},
    {"pinned", "clean", pinned},
    {"managed", "clean", managed},
    {"in_threads", "clean", in_threads},
    {"many_sizes", "clean", many_sizes},
    {"twice_freed", "ERROR", twice_freed},
    {"foreign_freed", "ERROR", foreign_freed},
    {"inside_freed", "ERROR", inside_freed},
    {"too_long", "ERROR", too_long},
    {"wrong_way", "ERROR", wrong_way},
    {"too_much", "ERROR", too_much},
    {"too_much_pinned", "ERROR", too_much_pinned},
    {"launch_refused", "ERROR", launch_refused},
    {"not_ready", "clean", not_ready},
    {"sticky", "ERROR", sticky},
    {"uninitialised_copy", "ERROR", uninitialised_copy},
    {"initialised_copy", "clean", initialised_copy},
    {"wrong_side", "WARNING", wrong_side},
    {"behind_registered", "ERROR", behind_registered},
    {"ints_at_4", "clean", at_place<int, 4>},
    {"ints_at_6", "ERROR", at_place<int, 6>},
    {"shorts_at_1", "ERROR", at_place<short, 1>},
    {"doubles_at_4", "ERROR", at_place<double, 4>},
    {"doubles_at_8", "clean", at_place<double, 8>},
    {"vectors_at_16", "clean", at_place<int4, 16>},
    {"ints_at_8_shared", "clean", at_place_shared<8>},
    {"ints_at_9_shared", "ERROR", at_place_shared<9>},
    {"packed_ints", "clean", in_packed},
};

/* What g++ alone lets the hooks see. */
static const struct {
    const char *name;
    void (*run)();
} more[] = {{"variable", in_a_variable}, {"vectors_at_8", at_place<int4, 8>}};

int main(int argc, char **argv) {
    for (const auto &t : more)
        if (argc > 1 && !strcmp(argv[1], t.name)) t.run();
    return run_case(tests, argc, argv);
}
