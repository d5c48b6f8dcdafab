// cuRAND in a kernel: pi by darts, a state for each thread that two launches share, and known numbers.
#include <cstdio>
#include <curand_kernel.h>
#define EXPECT(what) do { if (!(what)) { printf("FAIL: %s, line %d\n", #what, __LINE__); return 1; } } while (0)

const int THREADS = 256, BLOCKS = 4, DARTS = 200;

__global__ void begin(curandState *states, unsigned long long seed) {
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, id, 0, &states[id]);
}

__global__ void first(const curandState *states, float *numbers) {
    curandState state = states[threadIdx.x];
    numbers[threadIdx.x] = curand_uniform(&state);
}

__global__ void darts(curandState *states, int *hits) {
    int id = blockIdx.x * blockDim.x + threadIdx.x, mine = 0;
    curandState state = states[id];
    for (int i = 0; i < DARTS; i++) {
        float x = curand_uniform(&state), y = curand_uniform(&state);
        mine += x * x + y * y <= 1;
    }
    states[id] = state;
    atomicAdd(hits, mine);
}

int main() {
    curandState *d_states;
    float *d_numbers, numbers[10];
    int *d_hits, hits;
    cudaMalloc(&d_states, BLOCKS * THREADS * sizeof(curandState));
    cudaMalloc(&d_numbers, sizeof(numbers));
    cudaMalloc(&d_hits, sizeof(int));
    cudaMemset(d_hits, 0, sizeof(int));
    begin<<<BLOCKS, THREADS>>>(d_states, 1234);
    first<<<1, 10>>>(d_states, d_numbers);
    cudaMemcpy(numbers, d_numbers, sizeof(numbers), cudaMemcpyDeviceToHost);
    const float known[10] = {0.1455f, 0.8202f, 0.5504f, 0.2948f, 0.9147f, 0.8690f, 0.3219f, 0.7829f, 0.0113f, 0.2855f};
    for (int i = 0; i < 10; i++) EXPECT(fabsf(numbers[i] - known[i]) < 6e-5f);
    for (int i = 0; i < 2; i++) darts<<<BLOCKS, THREADS>>>(d_states, d_hits);
    cudaMemcpy(&hits, d_hits, sizeof(hits), cudaMemcpyDeviceToHost);
    double pi = 4.0 * hits / (2.0 * BLOCKS * THREADS * DARTS);
    EXPECT(fabs(pi - 3.14159265) < 0.015);
    cudaFree(d_states), cudaFree(d_numbers), cudaFree(d_hits);
    printf("PASS\n");
    return 0;
}
