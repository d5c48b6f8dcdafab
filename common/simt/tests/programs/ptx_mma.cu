/**
 * @file
 * @brief A tiled product by mma.sync: half through ldmatrix and stmatrix, tf32, bytes and double from registers.
 */
#include <cstdint>
#include <cstdio>
#include <cuda_fp16.h>

enum { K = 64 };

__device__ uint32_t address(const void *shared) {
    return static_cast<uint32_t>(__cvta_generic_to_shared(shared));
}

/* A warp makes 16 x 8 of d = a b; a lies by rows, and b too: its fragments come transposed. */
__global__ void of_halves(const half *a, const half *b, half *d, float *sums) {
    __shared__ __align__(16) half s_a[16][24], s_b[16][8], s_d[16][8];
    const int lane = threadIdx.x;
    float c[4] = {0, 0, 0, 0};
    for (int k = 0; k < K; k += 16) {
        for (int i = lane; i < 256; i += 32) s_a[i / 16][i % 16] = a[i / 16 * K + k + i % 16];
        for (int i = lane; i < 128; i += 32) s_b[i / 8][i % 8] = b[(k + i / 8) * 8 + i % 8];
        __syncwarp();
        uint32_t fa[4], fb[2];
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n"
                     : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3])
                     : "r"(address(&s_a[lane % 16][lane / 16 * 8])));
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];\n"
                     : "=r"(fb[0]), "=r"(fb[1])
                     : "r"(address(&s_b[lane % 16][0])));
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                     "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                     : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]), "r"(fb[1]));
        __syncwarp();
    }
    for (int i = 0; i < 4; i++) sums[(lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2] = c[i];
    uint32_t low, high;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(low) : "f"(c[1]), "f"(c[0]));
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(high) : "f"(c[3]), "f"(c[2]));
    asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};\n" ::"r"(
                     address(&s_d[lane % 16][0])),
                 "r"(low), "r"(high)
                 : "memory");
    __syncwarp();
    for (int i = lane; i < 128; i += 32) d[i] = s_d[i / 8][i % 8];
}

/* The other types, each lane its own registers: group g has row g, thread t of the group the k's from t on. */
__global__ void others(const float *a, const float *b, float *tf32, int *bytes, double *d) {
    const int g = threadIdx.x / 4, t = threadIdx.x % 4;
    float c[4] = {0, 0, 0, 0};
    for (int k = 0; k < K; k += 8) {
        auto word = [](float x) { return __float_as_uint(x); };
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, "
                     "{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                     : "r"(word(a[g * K + k + t])), "r"(word(a[(g + 8) * K + k + t])),
                       "r"(word(a[g * K + k + t + 4])), "r"(word(a[(g + 8) * K + k + t + 4])),
                       "r"(word(b[(k + t) * 8 + g])), "r"(word(b[(k + t + 4) * 8 + g])));
    }
    int sums[4] = {0, 0, 0, 0};
    for (int k = 0; k < K; k += 32) {
        auto four = [&](const float *x, int step) {
            uint32_t word = 0;
            for (int i = 0; i < 4; i++) word |= (uint32_t)((int)x[i * step] & 0xff) << 8 * i;
            return word;
        };
        const float *low = a + g * K + k + 4 * t, *high = low + 8 * K,
                    *column = b + (k + 4 * t) * 8 + g;
        asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, "
                     "{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
                     : "r"(four(low, 1)), "r"(four(high, 1)), "r"(four(low + 16, 1)),
                       "r"(four(high + 16, 1)), "r"(four(column, 8)),
                       "r"(four(column + 16 * 8, 8)));
    }
    double e[2] = {0, 0};
    for (int k = 0; k < K; k += 4)
        asm volatile(
            "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
            : "+d"(e[0]), "+d"(e[1])
            : "d"((double)a[g * K + k + t]), "d"((double)b[(k + t) * 8 + g]));
    for (int i = 0; i < 4; i++) {
        const int at = (g + i / 2 * 8) * 8 + t * 2 + i % 2;
        tf32[at] = c[i], bytes[at] = sums[i];
        if (i < 2) d[at] = e[i];
    }
}

int main() {
    half *ha, *hb, *hd;
    float *a, *b, *sums, *tf32;
    int *bytes;
    double *d;
    cudaMallocManaged(&ha, 16 * K * sizeof(*ha));
    cudaMallocManaged(&hb, 8 * K * sizeof(*hb));
    cudaMallocManaged(&hd, 128 * sizeof(*hd));
    cudaMallocManaged(&a, 16 * K * sizeof(*a));
    cudaMallocManaged(&b, 8 * K * sizeof(*b));
    cudaMallocManaged(&sums, 128 * sizeof(*sums));
    cudaMallocManaged(&tf32, 128 * sizeof(*tf32));
    cudaMallocManaged(&bytes, 128 * sizeof(*bytes));
    cudaMallocManaged(&d, 128 * sizeof(*d));
    for (int i = 0; i < 16 * K; i++) ha[i] = half(a[i] = i * 7 % 13 - 6);
    for (int i = 0; i < 8 * K; i++) hb[i] = half(b[i] = i * 5 % 11 - 4);
    of_halves<<<1, 32>>>(ha, hb, hd, sums);
    others<<<1, 32>>>(a, b, tf32, bytes, d);
    bool right = cudaDeviceSynchronize() == cudaSuccess;
    for (int i = 0; i < 128; i++) {
        float want = 0;
        for (int k = 0; k < K; k++) want += a[i / 8 * K + k] * b[k * 8 + i % 8];
        right &=
            sums[i] == want && (float)hd[i] == want && tf32[i] == want && bytes[i] == (int)want;
        if (i < 64) right &= d[i] == want;
    }
    puts(right ? "PASS" : "FAIL");
    return !right;
}
