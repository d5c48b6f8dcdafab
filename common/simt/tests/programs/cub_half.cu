// Half and bfloat16 through CUB, whose headers bring both types along.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cub/cub.cuh>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t error = (call);                                                                                    \
        if (error != cudaSuccess) {                                                                                    \
            printf("FAIL: line %d: %s\n", __LINE__, cudaGetErrorString(error));                                        \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

enum { BLOCK = 128, ROWS = 5 };

template <typename T> struct wide {
    using type = T;
};
template <> struct wide<__half> {
    using type = float;
};
template <> struct wide<nv_bfloat16> {
    using type = float;
};

struct larger {
    template <typename T> __device__ T operator()(const T &a, const T &b) const { return a < b ? b : a; }
};

// Each block: the largest of its row, and the sum of its row as floats.
template <typename T> __global__ void row_kernel(const T *in, T *most, float *sum) {
    typedef typename wide<T>::type number;
    typedef cub::BlockReduce<T, BLOCK> most_of;
    typedef cub::BlockReduce<number, BLOCK> sum_of;
    __shared__ typename most_of::TempStorage most_storage;
    __shared__ typename sum_of::TempStorage sum_storage;
    const T mine = in[blockIdx.x * BLOCK + threadIdx.x];
    const T largest = most_of(most_storage).Reduce(mine, larger());
    const number total = sum_of(sum_storage).Sum(static_cast<number>(mine));
    if (threadIdx.x == 0) {
        most[blockIdx.x] = largest;
        sum[blockIdx.x] = total;
    }
}

template <typename T> bool rows_are_right() {
    std::vector<T> in(ROWS * BLOCK), most(ROWS);
    std::vector<float> sum(ROWS);
    for (int i = 0; i < ROWS * BLOCK; i++) in[i] = T(static_cast<float>((i * 37) % 101) - 50.0f);
    T *d_in, *d_most;
    float *d_sum;
    CHECK(cudaMalloc(&d_in, in.size() * sizeof(T)));
    CHECK(cudaMalloc(&d_most, ROWS * sizeof(T)));
    CHECK(cudaMalloc(&d_sum, ROWS * sizeof(float)));
    CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(T), cudaMemcpyHostToDevice));
    row_kernel<<<ROWS, BLOCK>>>(d_in, d_most, d_sum);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(most.data(), d_most, ROWS * sizeof(T), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(sum.data(), d_sum, ROWS * sizeof(float), cudaMemcpyDeviceToHost));
    bool right = true;
    for (int row = 0; row < ROWS; row++) {
        float total = 0, largest = -1000;
        for (int t = 0; t < BLOCK; t++) {
            float value = static_cast<float>(in[row * BLOCK + t]);
            total += value;
            if (value > largest) largest = value;
        }
        right = right && static_cast<float>(most[row]) == largest && sum[row] == total;
    }
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_most));
    CHECK(cudaFree(d_sum));
    return right;
}

int main() {
    const bool halves = rows_are_right<__half>(), brains = rows_are_right<nv_bfloat16>();
    if (!halves || !brains) return printf("FAIL: half %d, bfloat16 %d\n", halves, brains), 1;
    puts("PASS");
    return 0;
}
