/**
 * @file
 * @brief Numbers of 128 bits by carry chains, in one asm and over several, against the host's arithmetic.
 */
#include <cstdio>

struct word4 {
    unsigned w[4];
};

__device__ word4 add(word4 a, word4 b) {
    word4 r;
    asm("add.cc.u32      %0, %4, %8;\n\t"
        "addc.cc.u32     %1, %5, %9;\n\t"
        "addc.cc.u32     %2, %6, %10;\n\t"
        "addc.u32        %3, %7, %11;"
        : "=r"(r.w[0]), "=r"(r.w[1]), "=r"(r.w[2]), "=r"(r.w[3])
        : "r"(a.w[0]), "r"(a.w[1]), "r"(a.w[2]), "r"(a.w[3]), "r"(b.w[0]), "r"(b.w[1]), "r"(b.w[2]),
          "r"(b.w[3]));
    return r;
}
/* Each step an asm of its own, as libraries of big numbers have them. */
__device__ unsigned sub_cc(unsigned a, unsigned b) {
    unsigned r;
    asm volatile("sub.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
}
__device__ unsigned subc_cc(unsigned a, unsigned b) {
    unsigned r;
    asm volatile("subc.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
}
__device__ word4 sub(word4 a, word4 b) {
    word4 r;
    r.w[0] = sub_cc(a.w[0], b.w[0]);
    for (int i = 1; i < 4; i++) r.w[i] = subc_cc(a.w[i], b.w[i]);
    return r;
}
/* The lower 128 bits of a product, by 64-bit halves. */
__device__ word4 mul(word4 a, word4 b) {
    unsigned long long al = a.w[0] | (unsigned long long)a.w[1] << 32,
                       ah = a.w[2] | (unsigned long long)a.w[3] << 32;
    unsigned long long bl = b.w[0] | (unsigned long long)b.w[1] << 32,
                       bh = b.w[2] | (unsigned long long)b.w[3] << 32;
    unsigned long long lo, hi;
    asm("{\n\t"
        ".reg .u64 t, %%u<2>;\n\t"
        "mul.lo.u64      %0, %2, %4;\n\t"
        "mul.hi.u64      t, %2, %4;        // the upper half\n\t"
        "mad.lo.u64      %%u0, %3, %4, t;   /* and the cross products */\n\t"
        "mul.lo.u64      %%u1, %2, %5;\n\t"
        "add.u64         %1, %%u0, %%u1;\n\t"
        "}"
        : "=l"(lo), "=l"(hi)
        : "l"(al), "l"(ah), "l"(bl), "l"(bh));
    word4 r;
    asm("mov.b64 {%0, %1}, %2;" : "=r"(r.w[0]), "=r"(r.w[1]) : "l"(lo));
    asm("mov.b64 {%0, %1}, %2;" : "=r"(r.w[2]), "=r"(r.w[3]) : "l"(hi));
    return r;
}

__global__ void compute(const word4 *a, const word4 *b, word4 *r) {
    const unsigned t = threadIdx.x;
    r[3 * t] = add(a[t], b[t]);
    r[3 * t + 1] = sub(a[t], b[t]);
    r[3 * t + 2] = mul(a[t], b[t]);
}

static unsigned __int128 value(word4 a) {
    unsigned __int128 v = 0;
    for (int i = 4; i-- > 0;) v = v << 32 | a.w[i];
    return v;
}

int main() {
    const int n = 64;
    word4 *a, *b, *r;
    cudaMallocManaged(&a, n * sizeof(*a));
    cudaMallocManaged(&b, n * sizeof(*b));
    cudaMallocManaged(&r, 3 * n * sizeof(*r));
    for (unsigned i = 0, x = 1; i < n; i++)
        for (int k = 0; k < 4; k++) {
            a[i].w[k] = i % 3 ? x = x * 1664525 + 1013904223 : ~0u;
            b[i].w[k] = i % 5 ? x = x * 1664525 + 1013904223 : k == 0;
        }
    compute<<<1, n>>>(a, b, r);
    bool right = cudaDeviceSynchronize() == cudaSuccess;
    for (int i = 0; i < n; i++) {
        right &= value(r[3 * i]) == value(a[i]) + value(b[i]);
        right &= value(r[3 * i + 1]) == value(a[i]) - value(b[i]);
        right &= value(r[3 * i + 2]) == value(a[i]) * value(b[i]);
    }
    puts(right ? "PASS" : "FAIL");
    return !right;
}
