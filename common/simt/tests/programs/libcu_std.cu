/**
 * @file
 * @brief cuda::std in a kernel: arrays, tuples, complex numbers, limits, spans, optionals, bits and time.
 */
#include <cstdio>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/chrono>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

using complex = cuda::std::complex<float>;

/* How long a point stays near zero under z = z z + c. */
__device__ int mandelbrot(complex c) {
    complex z(0, 0);
    int i = 0;
    while (i < 50 && z.real() * z.real() + z.imag() * z.imag() < 4) z = z * z + c, i++;
    return i;
}

template <class T> __device__ cuda::std::tuple<T, T> bounds(cuda::std::span<const T> values) {
    T low = cuda::std::numeric_limits<T>::max(), high = cuda::std::numeric_limits<T>::lowest();
    for (T v : values) {
        low = cuda::std::min(low, v);
        high = cuda::std::max(high, v);
    }
    return cuda::std::make_tuple(low, high);
}

__device__ cuda::std::optional<int> half_of(int x) {
    if (x % 2) return cuda::std::nullopt;
    return x / 2;
}

struct result {
    int steps, low, high, sum, halves, bits;
    cuda::std::uint64_t later;
};

__global__ void compute(const int *values, result *out) {
    const int t = threadIdx.x;
    result r = {};
    r.steps = mandelbrot(complex(t / 16.0f - 2, 0.25f));
    auto low_high = bounds(cuda::std::span<const int>(values + t, 8));
    r.low = cuda::std::get<0>(low_high);
    r.high = cuda::std::get<1>(low_high);
    cuda::std::array<int, 4> a = {t, 2, 3, 4};
    for (auto &x : a) r.sum += x;
    cuda::std::pair<int, float> p = cuda::std::make_pair(r.sum, 1.5f);
    cuda::std::swap(a[0], a[1]);
    r.sum = p.first * 10 + a[0];
    r.halves = half_of(t).value_or(-1);
    static_assert(cuda::std::is_same<cuda::std::decay_t<const int &>, int>::value, "");
    r.bits = cuda::std::popcount((unsigned)t) + 10 * cuda::std::countl_zero((unsigned)t) +
             cuda::ceil_div(t, 3);
    r.bits += cuda::maximum<int>()(t, 5) + cuda::std::plus<int>()(cuda::std::identity()(t), 1);
    r.later = cuda::std::chrono::duration_cast<cuda::std::chrono::milliseconds>(
                  cuda::std::chrono::seconds(t))
                  .count();
    out[t] = r;
}

int main() {
    int *values;
    result *out;
    cudaMallocManaged(&values, 128 * sizeof(*values));
    cudaMallocManaged(&out, 64 * sizeof(*out));
    for (int i = 0; i < 128; i++) values[i] = i * 37 % 101 - 50;
    compute<<<1, 64>>>(values, out);
    bool right = cudaDeviceSynchronize() == cudaSuccess;
    for (int t = 0; t < 64; t++) {
        const result &r = out[t];
        int low = values[t], high = values[t], ones = 0, zeros = 0;
        for (int i = t; i < t + 8; i++)
            low = values[i] < low ? values[i] : low, high = values[i] > high ? values[i] : high;
        for (int i = 0; i < 32; i++) ones += t >> i & 1;
        while (zeros < 32 && !((unsigned)t >> (31 - zeros) & 1)) zeros++;
        right &= r.low == low && r.high == high && r.sum == (t + 9) * 10 + 2 &&
                 r.halves == (t % 2 ? -1 : t / 2);
        right &= r.bits == ones + 10 * zeros + (t + 2) / 3 + (t > 5 ? t : 5) + t + 1 &&
                 r.later == 1000u * t;
        right &= (t > 26 && t < 36 ? r.steps == 50 : true) && (t > 50 ? r.steps < 10 : true);
    }
    puts(right ? "PASS" : "FAIL");
    return !right;
}
