// cuRAND in a kernel: Philox and MRG32k3a, the place in a sequence, normal and Poisson numbers.
#include <cstdio>
#include <curand_kernel.h>
#define EXPECT(what) do { if (!(what)) { printf("FAIL: %s, line %d\n", #what, __LINE__); return 1; } } while (0)

const int N = 64, EACH = 128;

template <class State> __global__ void places(int *wrong) {
    State a, b;
    curand_init(99, 7, 0, &a);
    for (unsigned i = 0; i < threadIdx.x; i++) curand(&a);
    curand_init(99, 7, threadIdx.x, &b);
    if (curand(&a) != curand(&b)) atomicAdd(wrong, 1);
    skipahead(5ull, &b);
    for (int i = 0; i < 5; i++) curand(&a);
    if (curand(&a) != curand(&b)) atomicAdd(wrong, 1);
}

__global__ void words(unsigned *out) {
    curandStatePhilox4_32_10_t philox;
    curandStateMRG32k3a_t mrg;
    curand_init(0, 0, 0, &philox);
    curand_init(1234, 0, 0, &mrg);
    uint4 four = curand4(&philox);
    out[0] = four.x, out[1] = four.y, out[2] = four.z, out[3] = curand(&mrg);
}

template <class State> __global__ void moments(double *sums) {
    State state;
    curand_init(5, threadIdx.x, 0, &state);
    for (int i = 0; i < EACH; i++) {
        float x = curand_normal(&state);
        atomicAdd(&sums[0], x);
        atomicAdd(&sums[1], x * x);
        atomicAdd(&sums[2], curand_poisson(&state, 4.0));
        atomicAdd(&sums[3], curand_uniform_double(&state));
    }
}

template <class State> bool good(int *d_wrong, double *d_sums) {
    int wrong;
    double s[4];
    cudaMemset(d_wrong, 0, sizeof(int));
    cudaMemset(d_sums, 0, sizeof(s));
    places<State><<<1, 33>>>(d_wrong);
    moments<State><<<1, N>>>(d_sums);
    cudaMemcpy(&wrong, d_wrong, sizeof(wrong), cudaMemcpyDeviceToHost);
    cudaMemcpy(s, d_sums, sizeof(s), cudaMemcpyDeviceToHost);
    for (double &sum : s) sum /= N * EACH;
    return wrong == 0 && fabs(s[0]) < 0.05 && fabs(s[1] - 1) < 0.08 && fabs(s[2] - 4) < 0.1 && fabs(s[3] - 0.5) < 0.02;
}

int main() {
    int *d_wrong;
    double *d_sums;
    unsigned *d_words, w[4];
    cudaMalloc(&d_wrong, sizeof(int));
    cudaMalloc(&d_sums, 4 * sizeof(double));
    cudaMalloc(&d_words, sizeof(w));
    words<<<1, 1>>>(d_words);
    cudaMemcpy(w, d_words, sizeof(w), cudaMemcpyDeviceToHost);
    EXPECT(w[0] == 0x6627e8d5 && w[1] == 0xe169c58d && w[2] == 0xbc57ac4c); // from the paper on Philox
    EXPECT(w[3] == 3379073520u);
    EXPECT(good<curandState>(d_wrong, d_sums));
    EXPECT(good<curandStatePhilox4_32_10_t>(d_wrong, d_sums));
    EXPECT(good<curandStateMRG32k3a_t>(d_wrong, d_sums));
    cudaFree(d_wrong), cudaFree(d_sums), cudaFree(d_words);
    printf("PASS\n");
    return 0;
}
