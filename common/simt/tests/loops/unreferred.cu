// Kernels with references for which nothing can stand: it would mean something else later, or have another value. Their
// threads run one by one.
#include "print.h"

enum { THREADS = 64, BLOCKS = 3, WORDS = THREADS * BLOCKS };

struct part {
    float *of;
    int n;
};
struct base {
    float x;
};
struct derived : base {
    float x;
};
__device__ int outside;
__device__ void set_outside(int i) {
    outside = i;
}
__device__ void move_on(int &i) {
    i = (i + 1) % THREADS;
}

#define KERNEL(name, ...)                                                                                    \
    __global__ void name(float *out, const float *in, derived *d, int k) {                                   \
        const int i = blockIdx.x * blockDim.x + threadIdx.x;                                                 \
        out[i] += in[i];                                                                                     \
        __VA_ARGS__                                                                                          \
    }
KERNEL(converted, const int &n = out[i]; out[i] += 2.5f; out[i] += n;)
KERNEL(index_hidden, float &o = out[i]; for (int i = 0; i < k; i++) o += i;)
KERNEL(index_changed, int j = i; float &o = out[j]; j = (j + 1) % 3; o += j;)
KERNEL(index_counted, int j = i; float &o = out[j]; o += j++; o += j;)
KERNEL(index_led_to, int j = i, *p = &j; float &o = out[j]; *p = 1; o += j;)
KERNEL(index_referred_to, int j = i; int &r = j; float &o = out[j]; r = 1; o += j;)
KERNEL(index_is_reference, int j = i; int &r = j; float &o = out[r]; j = 1; o += j;)
KERNEL(index_handed_on, int j = i; float &o = out[j]; move_on(j); o += j;)
KERNEL(index_loaded, int j[2] = {i, 0}; float &o = out[j[0]]; j[0] = 1; o += j[0];)
KERNEL(array_changed, float *p = out + i; float &o = p[0]; p = out; o = p == out;)
KERNEL(member_changed, part p = {out, 1}; float &o = p.of[i]; p.of = out + 1; o += p.n;)
KERNEL(pointer_in_memory, float *p[1] = {out}; float &o = p[0][i]; p[0] = out + 1; o += k;)
KERNEL(index_outside, float &o = out[i + outside]; set_outside(0); o += k;)
KERNEL(hidden, float &o = out[i]; { int o = 2; k = o; } o += k;)
KERNEL(of_a_base, base &b = d[i]; b.x += 1; d[i].x += 2; out[i] = b.x - d[i].x;)
KERNEL(two, float &o = out[i], p = 3; o += p;)

#define RUN(name)                                                                                            \
    name<<<BLOCKS, THREADS>>>(d_out, d_in, d_d, 4);                                                          \
    print(#name, d_out, WORDS);

int main() {
    float values[WORDS], *d_in, *d_out;
    derived *d_d;
    for (int i = 0; i < WORDS; i++) values[i] = (float)(i * 31 % 97);
    cudaMalloc(&d_in, sizeof values);
    cudaMalloc(&d_out, sizeof values);
    cudaMalloc(&d_d, sizeof(derived[WORDS]));
    cudaMemset(d_out, 0, sizeof values);
    cudaMemset(d_d, 0, sizeof(derived[WORDS]));
    cudaMemcpy(d_in, values, sizeof values, cudaMemcpyHostToDevice);
    RUN(converted)
    RUN(index_hidden)
    RUN(index_changed)
    RUN(index_counted)
    RUN(index_led_to)
    RUN(index_referred_to)
    RUN(index_is_reference)
    RUN(index_handed_on)
    RUN(index_loaded)
    RUN(array_changed)
    RUN(member_changed)
    RUN(pointer_in_memory)
    RUN(index_outside)
    RUN(hidden)
    RUN(of_a_base)
    RUN(two)
    return 0;
}
