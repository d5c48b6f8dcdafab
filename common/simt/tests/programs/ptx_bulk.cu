/**
 * @file
 * @brief Bulk copies and barriers that count bytes, as a Hopper GPU has them: tiles are loaded ahead of the threads.
 */
#include <cstdint>
#include <cstdio>

enum { TILE = 256, STAGES = 2, TILES = 9, N = TILES * TILE };

__device__ uint32_t shared_address(const void *p) {
    return (uint32_t)__cvta_generic_to_shared(p);
}

__device__ void expect(uint64_t *barrier, uint32_t bytes) {
    asm volatile(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)),
        "r"(bytes));
}

__device__ void load(void *to, const void *from, uint32_t bytes, uint64_t *barrier) {
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(shared_address(to)),
        "l"(from), "r"(bytes), "r"(shared_address(barrier))
        : "memory");
}

__device__ void wait(uint64_t *barrier, uint32_t parity) {
    asm volatile("{\n"
                 ".reg .pred done;\n"
                 "AGAIN:\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
                 "@!done bra AGAIN;\n"
                 "}" ::"r"(shared_address(barrier)),
                 "r"(parity)
                 : "memory");
}

__device__ void store(void *to, const void *from, uint32_t bytes) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),
                 "r"(shared_address(from)), "r"(bytes)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}

/* `late`: bytes are announced behind their copy. */
__device__ void fetch(float *tile, const float *in, uint64_t *full, bool late) {
    if (!late) expect(full, TILE * sizeof(float));
    load(tile, in, TILE * sizeof(float), full);
    if (late) expect(full, TILE * sizeof(float));
}

__global__ void twice(const float *in, float *out) {
    __shared__ alignas(128) float tile[STAGES][TILE];
    __shared__ alignas(8) uint64_t full[STAGES];
    bool leads = threadIdx.x == 0;
    for (int s = 0; leads && s < STAGES; s++)
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&full[s])),
                     "r"(1));
    asm volatile("fence.mbarrier_init.release.cluster;");
    __syncthreads();
    if (leads) fetch(tile[0], in, &full[0], false);
    for (int t = 0; t < TILES; t++) {
        int now = t % STAGES, next = (t + 1) % STAGES;
        if (leads && t + 1 < TILES) fetch(tile[next], in + (t + 1) * TILE, &full[next], t & 1);
        wait(&full[now], t / STAGES & 1);
        tile[now][threadIdx.x] *= 2;
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        if (leads) store(out + t * TILE, tile[now], sizeof tile[now]);
        __syncthreads();
    }
}

/* All arrive in the first phase. A fourth of them does not come again. */
__global__ void meet(int *sums) {
    __shared__ uint64_t barrier;
    __shared__ int sum;
    uint32_t at = shared_address(&barrier), over;
    uint64_t state;
    if (threadIdx.x == 0) {
        sum = 0;
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(blockDim.x));
    }
    __syncthreads();
    atomicAdd(&sum, 1);
    if (threadIdx.x % 4 == 3) {
        asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];"
                     : "=l"(state)
                     : "r"(at)
                     : "memory");
        return;
    }
    for (int phase = 0; phase < 2; phase++) {
        asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(at) : "memory");
        do
            asm volatile("{\n.reg .pred p;\nmbarrier.test_wait.shared.b64 p, [%1], %2;\nselp.u32 "
                         "%0, 1, 0, p;\n}"
                         : "=r"(over)
                         : "r"(at), "l"(state)
                         : "memory");
        while (!over);
        if (threadIdx.x == 0) sums[phase] = sum;
        if (phase == 0 && threadIdx.x == 1) sums[2] = 1;
    }
}

int main() {
    float *in, *out;
    int *sums, wrong = 0;
    cudaMallocManaged(&in, N * sizeof *in);
    cudaMallocManaged(&out, N * sizeof *out);
    cudaMallocManaged(&sums, 3 * sizeof *sums);
    for (int i = 0; i < N; i++) in[i] = i;
    twice<<<1, TILE>>>(in, out);
    meet<<<1, 128>>>(sums);
    if (cudaDeviceSynchronize()) return 1;
    for (int i = 0; i < N; i++) wrong += out[i] != 2 * i;
    if (wrong || sums[0] != 128 || sums[1] != 128 || sums[2] != 1)
        return printf("%d wrong, %d %d\n", wrong, sums[0], sums[1]);
    printf("PASS\n");
}
