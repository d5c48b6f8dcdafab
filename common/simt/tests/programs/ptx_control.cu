/**
 * @file
 * @brief Named barriers for producers and consumers, and with votes; exit, a loop of labels, and the clock, in PTX.
 */
#include <cstdio>

enum { ROUNDS = 6 };

__device__ void sync_named(int barrier, int threads) {
    asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}
__device__ void arrive_named(int barrier, int threads) {
    asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

/* The first two warps fill a buffer, the other two read it; barrier 1 says full, barrier 2 says empty. */
__global__ void specialised(int *out) {
    __shared__ int s_buffer[64];
    const int t = threadIdx.x;
    if (t < 64) {
        for (int i = 0; i < ROUNDS; i++) {
            if (i) sync_named(2, 128);
            s_buffer[t] = i * 100 + t;
            arrive_named(1, 128);
        }
        return;
    }
    int sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        sync_named(1, 128);
        sum += s_buffer[127 - t];
        if (i + 1 < ROUNDS) arrive_named(2, 128);
    }
    out[127 - t] = sum;
}

/* Each half of the block votes at its own barrier, and then all at one, for as many rounds as a half has threads. */
__global__ void votes(int *wrong) {
    const int t = threadIdx.x, half = t / 64;
    for (int i = 0; i < 64; i++) {
        int n_half, any_half, all_half, any;
        asm volatile("{\n"
                     ".reg .pred mine, low, one, all;\n"
                     "setp.eq.s32 mine, %4, %5;\n"
                     "setp.lt.s32 low, %4, %5;\n"
                     "bar.red.popc.u32 %0, %6, 64, low;\n"
                     "bar.red.or.pred one, %6, 64, mine;\n"
                     "bar.red.and.pred all, %6, 64, !mine;\n"
                     "selp.s32 %1, 1, 0, one;\n"
                     "selp.s32 %2, 1, 0, all;\n"
                     "bar.red.or.pred one, 9, mine;\n"
                     "selp.s32 %3, 1, 0, one;\n"
                     "}"
                     : "=r"(n_half), "=r"(any_half), "=r"(all_half), "=r"(any)
                     : "r"(t % 64), "r"(half ? i : -i), "r"(1 + half)
                     : "memory");
        if (n_half != (half ? i : 0) || any_half != (half || i == 0) || all_half == any_half || !any) *wrong = 1;
    }
}

/* An input is a register, into which the statement may write. */
__global__ void next_number(int *number) {
    asm volatile("ld.global.u32 %1, [%0];\n\t"
                 "add.u32 %1, %1, 1;\n\t"
                 "st.global.u32 [%0], %1;"
                 ::"l"(number), "r"(0)
                 : "memory");
}

__device__ __noinline__ void leave_if(bool over) {
    if (over) asm volatile("exit;");
}

__global__ void collatz(unsigned *steps, int n) {
    const unsigned t = threadIdx.x;
    leave_if((int)t >= n);
    unsigned x = t + 1, count = 0;
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 ".reg .u32 odd, half;\n"
                 "again:\n"
                 "  setp.eq.u32 p, %0, 1;\n"
                 "  @p bra done;\n"
                 "  add.u32 %1, %1, 1;\n"
                 "  and.b32 odd, %0, 1;\n"
                 "  shr.u32 half, %0, 1;\n"
                 "  setp.ne.u32 p, odd, 0;\n"
                 "  @p mad.lo.u32 %0, %0, 3, 1;\n"
                 "  @!p mov.u32 %0, half;\n"
                 "  bra.uni again;\n"
                 "done:\n"
                 "}"
                 : "+r"(x), "+r"(count));
    __syncthreads(); // those that have left are not waited for
    steps[t] = count;
}

__global__ void look(unsigned *facts) {
    unsigned sm, n_sm, bytes;
    unsigned long long before, after, timer;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(before));
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    asm volatile("mov.u32 %0, %%nsmid;" : "=r"(n_sm));
    asm volatile("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
    asm volatile("nanosleep.u32 %0;" ::"r"(100));
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(timer));
    asm volatile("membar.gl; fence.acq_rel.gpu;" ::: "memory");
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(after));
    facts[0] = sm < n_sm, facts[1] = bytes, facts[2] = after >= before && timer;
}

int main() {
    int *out, *numbers;
    unsigned *steps, *facts;
    cudaMallocManaged(&out, 64 * sizeof(*out));
    cudaMallocManaged(&steps, 128 * sizeof(*steps));
    cudaMallocManaged(&facts, 3 * sizeof(*facts));
    cudaMallocManaged(&numbers, 2 * sizeof(*numbers));
    numbers[0] = 0, numbers[1] = 41;
    specialised<<<1, 128>>>(out);
    votes<<<1, 128>>>(numbers);
    next_number<<<1, 1>>>(numbers + 1);
    collatz<<<1, 128>>>(steps, 100);
    look<<<1, 1, 1000>>>(facts);
    bool right = cudaDeviceSynchronize() == cudaSuccess && facts[0] && facts[1] == 1000 && facts[2];
    for (int t = 0; t < 64; t++) right &= out[t] == ROUNDS * (ROUNDS - 1) * 50 + ROUNDS * t;
    right &= numbers[0] == 0 && numbers[1] == 42;
    right &= steps[0] == 0 && steps[26] == 111 && steps[96] == 118;
    puts(right ? "PASS" : "FAIL");
    return !right;
}
