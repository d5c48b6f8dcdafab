/**
 * @file
 * @brief Five reductions, from every second thread to warp shuffles, by type, size and kind.
 */
#include <cstdio>
#include <cstdlib>

/* An array of the size that the launch gives, of any type. */
template <class T> struct SharedMemory {
    __device__ inline operator T *() {
        extern __shared__ int s_words[];
        return (T *)s_words;
    }
};
template <> struct SharedMemory<double> {
    __device__ inline operator double *() {
        extern __shared__ double s_doubles[];
        return s_doubles;
    }
};

template <class T> __device__ __forceinline__ T warp_sum(unsigned mask, T value) {
    for (int d = warpSize / 2; d > 0; d /= 2) value += __shfl_down_sync(mask, value, d);
    return value;
}

template <class T, unsigned B, int KIND>
__global__ void reduce(const T *__restrict__ in, T *out, unsigned n) {
    T *s = SharedMemory<T>(), sum = 0;
    const unsigned t = threadIdx.x;
    for (unsigned i = blockIdx.x * B + t; i < n; i += gridDim.x * B) sum += in[i];
    s[t] = sum;
    __syncthreads();
    if (KIND == 0) // every second thread, then every fourth
        for (unsigned d = 1; d < B; d *= 2, __syncthreads())
            if (t % (2 * d) == 0) s[t] += s[t + d];
    if (KIND == 1) // neighbouring threads, distant words
        for (unsigned d = 1; d < B; d *= 2, __syncthreads())
            if (2 * d * t < B) s[2 * d * t] += s[2 * d * t + d];
    if (KIND == 2) // neighbouring threads, neighbouring words
        for (unsigned d = B / 2; d > 0; d >>= 1, __syncthreads())
            if (t < d) s[t] += s[t + d];
    if (KIND == 3) { // the last warp on its own
        for (unsigned d = B / 2; d >= 32; d >>= 1, __syncthreads())
            if (t < d) s[t] = sum = sum + s[t + d];
        sum = warp_sum(0xffffffff, sum);
    }
    if (KIND == 4) { // warps, then one lane for each: lanes that take no part give 0
        sum = warp_sum(0xffffffff, sum);
        if (t % 32 == 0) s[t / 32] = sum;
        __syncthreads();
        const unsigned mask = __ballot_sync(0xffffffff, t < B / 32);
        if (t < B / 32) sum = warp_sum(mask, s[t]);
    }
    if (t == 0) out[blockIdx.x] = KIND < 3 ? s[0] : sum;
}

template <class T, unsigned B, int KIND = 0>
bool all_kinds(const T *d_in, T *d_out, unsigned n, T want) {
    T got = 0;
    reduce<T, B, KIND><<<8, B, B * sizeof(T)>>>(d_in, d_out, n);
    reduce<T, B, KIND><<<1, B, B * sizeof(T)>>>(d_out, d_out, 8);
    if (cudaMemcpy(&got, d_out, sizeof(T), cudaMemcpyDeviceToHost) || got != want) {
        printf("kind %d, %u threads: %g is not %g\n", KIND, B, (double)got, (double)want);
        return false;
    }
    if constexpr (KIND < 4) return all_kinds<T, B, KIND + 1>(d_in, d_out, n, want);
    return true;
}

template <class T> bool run(unsigned n) {
    T *h_in = (T *)malloc(n * sizeof(T)), *d_in, *d_out, sum = 0;
    for (unsigned i = 0; i < n; i++) sum += h_in[i] = (T)(rand() & 0xFF);
    cudaMalloc(&d_in, n * sizeof(T));
    cudaMalloc(&d_out, 8 * sizeof(T));
    cudaMemcpy(d_in, h_in, n * sizeof(T), cudaMemcpyHostToDevice);
    return all_kinds<T, 128>(d_in, d_out, n, sum) && all_kinds<T, 512>(d_in, d_out, n, sum);
}

int main() {
    bool right = run<int>(65536) && run<float>(10007) && run<double>(33333);
    puts(right ? "PASS" : "FAIL");
    return !right;
}
