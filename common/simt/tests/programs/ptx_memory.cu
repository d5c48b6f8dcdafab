/**
 * @file
 * @brief Loads, stores and copies in PTX: cp.async into two buffers, vectors, atomics, and a flag between blocks.
 */
#include <cstdint>
#include <cstdio>

enum { TILE = 256, TILES = 8 };

__device__ __forceinline__ void copy_16(uint32_t shared, const void *global) {
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(shared), "l"(global),
                 "n"(16));
}

/* Each thread sums four neighbours of each tile; the next tile is on its way meanwhile. */
__global__ void sum_tiles(const float *in, float4 *out) {
    __shared__ __align__(16) float s_tile[2][TILE];
    extern __shared__ float s_sums[];
    const unsigned t = threadIdx.x;
    const uint32_t here = static_cast<uint32_t>(__cvta_generic_to_shared(&s_tile[0][4 * t]));
    const uint32_t sums = (uint32_t)__cvta_generic_to_shared(s_sums + t);
    asm volatile("st.shared.f32 [%0], %1;" ::"r"(sums), "f"(0.f) : "memory");
    copy_16(here, in + 4 * t);
    asm volatile("cp.async.commit_group;\n" ::);
    for (int i = 0; i < TILES; i++) {
        if (i + 1 < TILES) copy_16(here + (i + 1) % 2 * TILE * 4, in + (i + 1) * TILE + 4 * t);
        asm volatile("cp.async.commit_group;\n" ::);
        asm volatile("cp.async.wait_group %0;\n" ::"n"(1));
        __syncthreads();
        float a, b, c, d;
        const unsigned other = TILE / 4 - 1 - t;
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4+16];"
                     : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
                     : "r"((uint32_t)__cvta_generic_to_shared(&s_tile[i % 2][4 * other]) - 16));
        float old;
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(old) : "r"(sums));
        asm volatile("st.shared.f32 [%0], %1;" ::"r"(sums), "f"(old + a + b + c + d) : "memory");
        __syncthreads();
    }
    const float sum = s_sums[t];
    asm volatile("st.global.cs.v4.f32 [%0], {%1, %1, %2, %2};" ::"l"(out + t), "f"(sum), "f"(-sum)
                 : "memory");
}

struct mail {
    unsigned flag, value[64], taken;
    unsigned long long ticket;
};

/* Block 0 writes, block 1 waits for it. Which is which they draw, so that both have begun. */
__global__ void hand_over(mail *m, unsigned *out) {
    __shared__ unsigned s_mine;
    const unsigned t = threadIdx.x;
    if (t == 0)
        asm volatile("atom.global.inc.u32 %0, [%1], 99;"
                     : "=r"(s_mine)
                     : "l"(&m->taken)
                     : "memory");
    __syncthreads();
    if (s_mine == 0) {
        m->value[t] = 3 * t;
        __syncthreads();
        if (t == 0)
            asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(&m->flag), "r"(1) : "memory");
    } else {
        unsigned flag = 0;
        while (t == 0 && !flag)
            asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
                         : "=r"(flag)
                         : "l"(&m->flag)
                         : "memory");
        __syncthreads();
        out[t] = m->value[t];
    }
    unsigned long long before;
    asm volatile("{.reg .u64 a; add.u64 a, %1, 0; atom.add.u64 %0, [a], 5;}"
                 : "=l"(before)
                 : "l"(&m->ticket)
                 : "memory");
    asm volatile(
        "{.reg .pred p; setp.eq.u64 p, %0, %1; @p red.relaxed.gpu.global.max.u32 [%2], 1000;}" ::
            "l"(before),
        "l"(5ull * 127), "l"(&m->taken)
        : "memory");
}

int main() {
    float *in;
    float4 *out;
    mail *m;
    unsigned *values;
    cudaMallocManaged(&in, TILE * TILES * sizeof(*in));
    cudaMallocManaged(&out, TILE / 4 * sizeof(*out));
    cudaMallocManaged(&m, sizeof(*m));
    cudaMallocManaged(&values, 64 * sizeof(*values));
    *m = mail{};
    for (int i = 0; i < TILE * TILES; i++) in[i] = i % 251;
    sum_tiles<<<1, TILE / 4, TILE>>>(in, out);
    hand_over<<<2, 64>>>(m, values);
    bool right = cudaDeviceSynchronize() == cudaSuccess && m->ticket == 640 && m->taken == 1000;
    for (int t = 0; t < TILE / 4; t++) {
        float want = 0;
        for (int i = 0; i < TILES; i++)
            for (int k = 0; k < 4; k++) want += in[i * TILE + TILE - 4 - 4 * t + k];
        right &= out[t].x == want && out[t].y == want && out[t].z == -want && values[t] == 3u * t;
    }
    puts(right ? "PASS" : "FAIL");
    return !right;
}
