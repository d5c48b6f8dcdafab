/**
 * @file
 * @brief What C++ leaves open, and a GPU does in one way: shifts by too much, and the smallest integer divided by -1.
 *
 * A shift by 32 or more shifts all bits out. Programs count on it: (1u << n) - 1 is the mask of n lanes. The results
 * are those of an H200.
 */
#include <climits>
#include <cstdio>

enum { ONE = 1, FAR = 40 };
enum { N = 64 };

struct parts {
    unsigned low : 12, high : 20;
};
struct list { // its operator shifts nothing
    int n;
    __device__ list &operator<<(int x) {
        n = 10 * n + x;
        return *this;
    }
};
template <class T> struct box {
    T of;
};

/* A shift in a constant, in a name's argument, in a bound and behind one of a small number. */
template <int BITS, class T> __device__ T in_template(T x, int n) {
    static_assert((1 << BITS) > 0, "");
    T values[(1 << BITS) + 1] = {};
    box<box<T>> deep = {{x}};
    values[1 << BITS] = deep.of.of >> n << 1;
    return values[1 << BITS] << n;
}
__host__ __device__ unsigned of_both(unsigned x, int n) {
    return x << n >> 1;
}

/** Stores what each shift by n gives.
 *  @launch 1 block of 1 thread. @shared none. @cost 16 stores. @source PTX ISA, shl */
__global__ void shift(long long *out, const int *numbers, const long long *wide, int n) {
    int one = numbers[0], minus = numbers[1], k = 0;
    unsigned bits = (unsigned)numbers[2];
    out[k++] = one << n;
    out[k++] = minus >> n;
    out[k++] = bits >> n;
    out[k++] = (1u << n) - 1;
    out[k++] = bits >> (32 - n);
    out[k++] = wide[0] << n | ONE;
    out[k++] = wide[1] >> n;
    out[k++] = (short)one << n;
    out[k++] = one + 1 << n + 1;
    out[k++] = in_template<3>(bits, n) + of_both(bits, n);
    unsigned assigned = bits;
    assigned >>= n ? n : 1;
    out[k++] = assigned;
    int left = one, right = minus;
    left <<= n, right >>= n;
    out[k++] = left + right;
    parts p = {3, 5};
    out[k++] = p.high << n;
    list l = {1};
    l << 2 << n << 3;
    out[k++] = l.n;
    out[k++] = bits << FAR % (n + 1);
    out[k++] = (one << n) == 0 && n >> 5 ? 7 : 8;
}

/** Each thread shifts by its number, which runs as loops. @launch 1 block of N threads. @shared none. @cost 4 bytes a
 *  thread. @source PTX ISA, shl and shr */
__global__ void shift_by_thread(unsigned *left, int *right) {
    int t = threadIdx.x;
    left[t] = 5u << t;
    right[t] = -9 >> t;
}

/** Divides the smallest integers by -1.
 *  @launch 1 block of 1 thread. @shared none. @cost 6 stores. @source PTX ISA, div */
__global__ void divide(long long *out, const int *numbers, const long long *wide, int i) {
    out[0] = numbers[i + 3] / numbers[i + 1];
    out[1] = numbers[i + 3] % numbers[i + 1];
    out[2] = wide[i + 2] / wide[i + 1];
    out[3] = wide[i + 2] % wide[i + 1];
    int x = numbers[3];
    for (int k = 0; k < 3; k++) x /= numbers[1];
    out[4] = x;
    out[5] = 7 / numbers[1];
}

static const long long wanted[][16] = {
    {0, -1, 0, 0xffffffff, 0xfffffff0, 1LL << 32 | 1, -1, 0, 0, 0, 0, -1, 0, 1523, 0xfffff800, 7},
    {0, -1, 0, 0xffffffff, 0, 1LL << 33 | 1, -1, 0, 0, 0, 0, -1, 0, 1533, 0xfffffc00, 7},
    {0, -1, 0, 0xffffffff, 0, 1, -1, 0, 0, 0, 0, -1, 0, 1843, 0, 7},
    {1, -1, 0xfffffff0, 0, 0, 1, -1, 1, 4, 0x7fffffd8, 0x7ffffff8, 0, 5, 1203, 0xfffffff0, 8},
};

int main() {
    const int numbers[] = {1, -1, -16, INT_MIN}, by[] = {32, 33, 64, 0};
    const long long wide[] = {1, -1, LLONG_MIN};
    int *d_numbers, *d_right, right[N];
    long long *d_wide, *d_out, out[16];
    unsigned *d_left, left[N];
    bool good = true;
    cudaMalloc(&d_numbers, sizeof numbers);
    cudaMalloc(&d_wide, sizeof wide);
    cudaMalloc(&d_out, sizeof out);
    cudaMalloc(&d_left, sizeof left);
    cudaMalloc(&d_right, sizeof right);
    cudaMemcpy(d_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMemcpy(d_wide, wide, sizeof wide, cudaMemcpyHostToDevice);
    for (int i = 0; i < 4; i++) {
        shift<<<1, 1>>>(d_out, d_numbers, d_wide, by[i]);
        cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
        for (int k = 0; k < 16; k++) {
            if (out[k] != wanted[i][k]) printf("by %d, %d: %llx, not %llx\n", by[i], k, out[k], wanted[i][k]);
            good = good && out[k] == wanted[i][k];
        }
    }
    shift_by_thread<<<1, N>>>(d_left, d_right);
    cudaMemcpy(left, d_left, sizeof left, cudaMemcpyDeviceToHost);
    cudaMemcpy(right, d_right, sizeof right, cudaMemcpyDeviceToHost);
    for (int t = 0; t < N; t++)
        good = good && left[t] == (t < 32 ? 5u << t : 0) && right[t] == (t < 32 ? -9 >> t : -1);
    divide<<<1, 1>>>(d_out, d_numbers, d_wide, 0);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    good = good && out[0] == INT_MIN && !out[1] && out[2] == LLONG_MIN && !out[3] && out[4] == INT_MIN && out[5] == -7;
    puts(good && cudaGetLastError() == cudaSuccess ? "PASS" : "FAIL");
    return 0;
}
