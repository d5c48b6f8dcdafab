// Arrays in shared memory, as vectors of four: nobody says that they are aligned, and on a GPU they are.
#include <cstdio>

enum { ROWS = 128, COLUMNS = 32, THREADS = 256, FOURS = COLUMNS / 4 };

__device__ static float4 load(const float *address) {
    return *reinterpret_cast<const float4 *>(address);
}
__device__ static void store(float *address, float4 value) {
    *reinterpret_cast<float4 *>(address) = value;
}

// Each row plus the one as far from the other end.
__global__ void fold_kernel(float *out, const float *in) {
    __shared__ float a[ROWS][COLUMNS];
    __shared__ float b[ROWS][COLUMNS];
    const int column = threadIdx.x % FOURS * 4, first = threadIdx.x / FOURS;
    for (int y = first; y < ROWS; y += THREADS / FOURS) {
        store(&a[y][column], load(in + y * COLUMNS + column));
        store(&b[ROWS - 1 - y][column], load(in + y * COLUMNS + column));
    }
    __syncthreads();
    for (int y = first; y < ROWS; y += THREADS / FOURS) {
        float4 x = load(&a[y][column]), z = load(&b[y][column]);
        x.x += z.x, x.y += z.y, x.z += z.z, x.w += z.w;
        store(out + y * COLUMNS + column, x);
    }
}

int main() {
    float *in, *out;
    int wrong = 0;
    cudaMallocManaged(&in, ROWS * COLUMNS * sizeof(float));
    cudaMallocManaged(&out, ROWS * COLUMNS * sizeof(float));
    for (int i = 0; i < ROWS * COLUMNS; i++) in[i] = (float)i;
    fold_kernel<<<1, THREADS>>>(out, in);
    if (cudaDeviceSynchronize() != cudaSuccess) return printf("FAIL: %s\n", cudaGetErrorString(cudaGetLastError())), 1;
    for (int i = 0; i < ROWS * COLUMNS; i++)
        wrong += out[i] != in[i] + in[(ROWS - 1 - i / COLUMNS) * COLUMNS + i % COLUMNS];
    if (wrong) return printf("FAIL: %d values\n", wrong), 1;
    puts("PASS");
    return 0;
}
