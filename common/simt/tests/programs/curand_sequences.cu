// The order of cuRAND's numbers: where sequences end, pairs of normal numbers, Sobol numbers on host and device.
#include <cstdio>
#include <curand.h>
#include <curand_kernel.h>
#include <vector>

int failed = 0;
#define CHECK(call) if (int s = (int)(call)) printf("line %d: status %d\n", __LINE__, s), failed = 1
#define EXPECT(what) if (!(what)) printf("line %d: %s\n", __LINE__, #what), failed = 1

template <class T, class F> std::vector<T> drawn(curandRngType_t type, unsigned long long at, size_t n, F generate) {
    curandGenerator_t generator;
    std::vector<T> numbers(n);
    T *d_numbers;
    CHECK(cudaMalloc(&d_numbers, n * sizeof(T)));
    CHECK(curandCreateGenerator(&generator, type));
    CHECK(curandSetPseudoRandomGeneratorSeed(generator, 1234));
    CHECK(curandSetGeneratorOffset(generator, at));
    CHECK(generate(generator, d_numbers));
    CHECK(cudaMemcpy(numbers.data(), d_numbers, n * sizeof(T), cudaMemcpyDeviceToHost));
    CHECK(curandDestroyGenerator(generator));
    CHECK(cudaFree(d_numbers));
    return numbers;
}
std::vector<unsigned> bits(curandRngType_t type, unsigned long long at, size_t n) {
    return drawn<unsigned>(type, at, n, [=](curandGenerator_t g, unsigned *d) { return curandGenerate(g, d, n); });
}
std::vector<float> normals(curandRngType_t type, size_t n) {
    return drawn<float>(type, 0, n, [=](curandGenerator_t g, float *d) { return curandGenerateNormal(g, d, n, 0, 1); });
}

__global__ void sobol(curandDirectionVectors32_t *vectors, unsigned *numbers, float *uniform) {
    curandStateSobol32_t state;
    curand_init(vectors[1], 3 + threadIdx.x, &state);
    curandStateSobol32_t same = state;
    numbers[threadIdx.x] = curand(&state);
    uniform[threadIdx.x] = curand_uniform(&same);
}

int main() {
    // Sequences of MRG32k3a and of Philox, which take turns.
    auto mrg = bits(CURAND_RNG_PSEUDO_MRG32K3A, 0, 8);
    EXPECT(mrg[0] == 0xc96891f0 && mrg[7] == 0x6e9aabc4);
    auto philox = bits(CURAND_RNG_PSEUDO_PHILOX4_32_10, 0, 12);
    EXPECT(philox[3] == 0xcbca470e && philox[4] == 0xd115a128 && philox[11] == 0x421d9aa5);
    EXPECT(bits(CURAND_RNG_PSEUDO_PHILOX4_32_10, 5, 3)[2] == philox[7]);
    auto xorwow = normals(CURAND_RNG_PSEUDO_XORWOW, 8);
    const float known[] = {0.780973554f, -1.80157816f, -0.280848563f, 0.563546598f};
    for (int i = 0; i < 4; i++) EXPECT(fabsf(xorwow[i] - known[i]) < 1e-5f);
    EXPECT(fabsf(normals(CURAND_RNG_PSEUDO_PHILOX4_32_10, 7)[6] - 0.254342854f) < 1e-5f);
    EXPECT(fabsf(normals(CURAND_RNG_PSEUDO_MRG32K3A, 8)[7] - 0.0895200446f) < 1e-5f);

    // Sobol numbers: of two dimensions one behind the other, and in a kernel.
    curandGenerator_t generator;
    unsigned *d_numbers, numbers[8], of_kernel[4];
    float *d_uniform, uniform[4];
    curandDirectionVectors32_t *vectors, *d_vectors;
    CHECK(cudaMalloc(&d_numbers, sizeof numbers));
    CHECK(cudaMalloc(&d_uniform, sizeof uniform));
    CHECK(cudaMalloc(&d_vectors, 2 * sizeof *d_vectors));
    CHECK(curandCreateGenerator(&generator, CURAND_RNG_QUASI_SOBOL32));
    CHECK(curandSetQuasiRandomGeneratorDimensions(generator, 2));
    CHECK(curandSetGeneratorOffset(generator, 3));
    CHECK(curandGenerate(generator, d_numbers, 8));
    CHECK(cudaMemcpy(numbers, d_numbers, sizeof numbers, cudaMemcpyDeviceToHost));
    const unsigned first[] = {0x40000000, 0x60000000, 0xe0000000, 0xa0000000},
                   second[] = {0xc0000000, 0x60000000, 0xe0000000, 0x20000000};
    CHECK(curandGetDirectionVectors32(&vectors, CURAND_DIRECTION_VECTORS_32_JOEKUO6));
    CHECK(cudaMemcpy(d_vectors, vectors, 2 * sizeof *vectors, cudaMemcpyHostToDevice));
    sobol<<<1, 4>>>(d_vectors, d_numbers, d_uniform);
    CHECK(cudaMemcpy(of_kernel, d_numbers, sizeof of_kernel, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(uniform, d_uniform, sizeof uniform, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 4; i++) {
        EXPECT(numbers[i] == first[i] && numbers[4 + i] == second[i] && of_kernel[i] == second[i]);
        EXPECT(uniform[i] == (float)second[i] / 4294967296.0f);
    }
    EXPECT(curandGenerate(generator, d_numbers, 7) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
    CHECK(curandDestroyGenerator(generator));
    puts(failed ? "FAIL" : "PASS");
    return failed;
}
