/**
 * @file
 * @brief A matrix transposed through a padded tile, with pitch, events, a functor and lambdas on the device.
 */
#include <cuda_runtime.h>

#include <cmath>
#include <functional>
#include <iomanip>
#include <iostream>
#include <vector>

constexpr int kTile = 32, kRows = 8;

struct Scale {
    float factor;
    __host__ __device__ float operator()(float x) const {
        return factor * x;
    }
};

template <typename T, typename F>
__global__ void transpose(const T *in, size_t in_pitch, T *out, size_t out_pitch, int width,
                          int height, F f) {
    __shared__ T tile[kTile][kTile + 1];
    int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
#pragma unroll
    for (int j = 0; j < kTile; j += kRows)
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] =
                *((const T *)((const char *)in + (y + j) * in_pitch) + x);
    __syncthreads();
    x = blockIdx.y * kTile + threadIdx.x;
    y = blockIdx.x * kTile + threadIdx.y;
    for (int j = 0; j < kTile; j += kRows)
        if (x < height && y + j < width)
            *((T *)((char *)out + (y + j) * out_pitch) + x) = f(tile[threadIdx.x][threadIdx.y + j]);
}

template <typename T> struct Image {
    T *data = nullptr;
    size_t pitch = 0;
    Image(int width, int height) {
        cudaMallocPitch(&data, &pitch, width * sizeof(T), height);
    }
    Image(const Image &) = delete;
    ~Image() {
        cudaFree(data);
    }
};

template <typename F> bool turns(int width, int height, F f) {
    std::vector<float> in(width * height), out(in.size(), -1.f);
    for (size_t i = 0; i < in.size(); i++) in[i] = (float)i;
    Image<float> from(width, height), to(height, width);
    cudaMemcpy2D(from.data, from.pitch, in.data(), width * sizeof(float), width * sizeof(float),
                 height, cudaMemcpyHostToDevice);
    cudaMemset2D(to.data, to.pitch, 0xff, height * sizeof(float), width);
    dim3 block(kTile, kRows), grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreateWithFlags(&stop, cudaEventBlockingSync);
    cudaEventRecord(start, 0);
    transpose<<<grid, block>>>(from.data, from.pitch, to.data, to.pitch, width, height, f);
    cudaEventRecord(stop, 0);
    cudaEventSynchronize(stop);
    float ms = -1;
    cudaEventElapsedTime(&ms, start, stop);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaMemcpy2D(out.data(), height * sizeof(float), to.data, to.pitch, height * sizeof(float),
                 width, cudaMemcpyDeviceToHost);
    bool right = ms >= 0 && cudaPeekAtLastError() == cudaSuccess;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            right = right && out[x * height + y] == f(in[y * width + x]);
    std::cout << width << " x " << height << ": " << std::setprecision(3) << ms << " ms"
              << std::endl;
    return right;
}

int main() {
    float bias = 0.5f;
    bool right = turns(100, 75, Scale{2.f}) && turns(32, 32, Scale{1.f});
    right = right && turns(1, 300, [=] __host__ __device__(float x) { return x + bias; });
    right =
        right && turns(65, 33, [] __host__ __device__(float x) -> float { return sqrtf(x * x); });
    std::cout << (right ? "PASS" : "FAIL") << '\n';
    return !right;
}
