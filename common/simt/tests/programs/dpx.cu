// The best local alignment of two texts by the intrinsics for dynamic programming, and each of them beside plain C.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

__host__ __device__ static int larger(int a, int b) { return a < b ? b : a; }
__host__ __device__ static int smaller(int a, int b) { return b < a ? b : a; }
__host__ __device__ static uint32_t halves(int high, int low) { return (uint32_t)high << 16 | (low & 0xffff); }

/* What differs between the intrinsics and the same in plain C: bits. */
__host__ __device__ static uint32_t differences(int a, int b, int c) {
    const int16_t ah = (int16_t)(a >> 16), al = (int16_t)a, bh = (int16_t)(b >> 16), bl = (int16_t)b;
    const int16_t ch = (int16_t)(c >> 16), cl = (int16_t)c, sh = (int16_t)(ah + bh), sl = (int16_t)(al + bl);
    const uint32_t ua = (uint32_t)a, ub = (uint32_t)b, uc = (uint32_t)c, us = ua + ub;
    bool first, high, low;
    uint32_t wrong = 0;
    wrong |= (__vimax3_s32(a, b, c) != larger(larger(a, b), c)) << 0;
    wrong |= (__vimin3_s32_relu(a, b, c) != larger(smaller(smaller(a, b), c), 0)) << 1;
    wrong |= (__viaddmax_s32((int)ua, b, c) != larger((int)us, c)) << 2;
    wrong |= (__viaddmin_s32_relu(a, b, c) != larger(smaller((int)us, c), 0)) << 3;
    wrong |= (__viaddmin_u32(ua, ub, uc) != (us < uc ? us : uc)) << 4;
    wrong |= (__vimax3_u32(ua, ub, uc) != (ua < ub ? ub < uc ? uc : ub : ua < uc ? uc : ua)) << 5;
    wrong |= (__vimax3_s16x2(ua, ub, uc) != halves(larger(larger(ah, bh), ch), larger(larger(al, bl), cl))) << 6;
    wrong |= (__viaddmax_s16x2_relu(ua, ub, uc) != halves(larger(larger(sh, ch), 0), larger(larger(sl, cl), 0))) << 7;
    wrong |= (__viaddmin_u16x2(ua, ub, uc) != halves(smaller((uint16_t)sh, (uint16_t)ch),
                                                     smaller((uint16_t)sl, (uint16_t)cl))) << 8;
    wrong |= (__vimax_s32_relu(a, b) != larger(larger(a, b), 0)) << 9;
    wrong |= (__vimin_s16x2_relu(ua, ub) != halves(larger(smaller(ah, bh), 0), larger(smaller(al, bl), 0))) << 10;
    wrong |= (__vibmax_s32(a, b, &first) != larger(a, b) || first != (a >= b)) << 11;
    wrong |= (__vibmin_u32(ua, ub, &first) != (ub < ua ? ub : ua) || first != (ua <= ub)) << 12;
    wrong |= (__vibmin_s16x2(ua, ub, &high, &low) != halves(smaller(ah, bh), smaller(al, bl)) || high != (ah <= bh) ||
              low != (al <= bl)) << 13;
    return wrong;
}

/* Thread t has the numbers at t, t + 1 and t + 2. */
__global__ void compare(const int *numbers, int n, uint32_t *wrong) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t + 2 < n) atomicOr(wrong, differences(numbers[t], numbers[t + 1], numbers[t + 2]));
}

/* One block goes over the diagonals of the table of scores; thread i has row i. */
__global__ void align(const char *a, int n, const char *b, int m, int *best) {
    __shared__ int s_last[3][128];
    const int i = threadIdx.x + 1;
    for (int k = threadIdx.x; k < 3 * 128; k += blockDim.x) s_last[k / 128][k % 128] = 0;
    __syncthreads();
    for (int d = 2; d <= n + m; d++) {
        int j = d - i, *row = s_last[d % 3], *one = s_last[(d + 2) % 3], *two = s_last[(d + 1) % 3];
        if (i <= n && j >= 1 && j <= m) {
            int same = two[i - 1] + (a[i - 1] == b[j - 1] ? 3 : -3);
            row[i] = __viaddmax_s32_relu(larger(one[i - 1], one[i]), -2, same);
            atomicMax(best, row[i]);
        } else if (i <= n) {
            row[i] = 0;
        }
        __syncthreads();
    }
}

static int score(const std::vector<char> &a, const std::vector<char> &b) {
    std::vector<std::vector<int>> h(a.size() + 1, std::vector<int>(b.size() + 1));
    int best = 0;
    for (size_t i = 1; i <= a.size(); i++)
        for (size_t j = 1; j <= b.size(); j++) {
            int same = h[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 3 : -3);
            h[i][j] = std::max({0, same, h[i - 1][j] - 2, h[i][j - 1] - 2});
            best = std::max(best, h[i][j]);
        }
    return best;
}

int main() {
    const int edges[] = {0, 1, -1, INT32_MAX, INT32_MIN, 0x7fff8000, (int)0x80007fff, 0x0001ffff}, n = 4000;
    std::vector<int> numbers(n);
    std::vector<char> a(100), b(90);
    uint32_t seed = 7, host = 0;
    auto next = [&] { return seed = seed * 1664525 + 1013904223; };
    for (int &x : numbers) x = next() >> 31 ? edges[next() >> 29] : (int)next();
    for (char &c : a) c = "ACGT"[next() >> 30];
    for (char &c : b) c = "ACGT"[next() >> 30];
    for (int t = 0; t + 2 < n; t++) host |= differences(numbers[t], numbers[t + 1], numbers[t + 2]);
    int *d_numbers, *best;
    uint32_t *wrong;
    char *d_a, *d_b;
    cudaMalloc(&d_numbers, n * sizeof(int));
    cudaMalloc(&d_a, a.size());
    cudaMalloc(&d_b, b.size());
    cudaMallocManaged(&wrong, sizeof *wrong);
    cudaMallocManaged(&best, sizeof *best);
    cudaMemcpy(d_numbers, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_a, a.data(), a.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b.data(), b.size(), cudaMemcpyHostToDevice);
    *wrong = 0, *best = 0;
    compare<<<(n + 127) / 128, 128>>>(d_numbers, n, wrong);
    align<<<1, 128>>>(d_a, (int)a.size(), d_b, (int)b.size(), best);
    cudaError_t error = cudaDeviceSynchronize();
    bool right = error == cudaSuccess && host == 0 && *wrong == 0 && *best == score(a, b) && *best > 20;
    printf("%s: %s, host %x, device %x, best %d\n", right ? "PASS" : "FAIL", cudaGetErrorName(error), host, *wrong,
           *best);
    return !right;
}
