// Poisson numbers of the host and in kernels, and distributions that a kernel draws from. The known numbers are those
// of NVIDIA's cuRAND 10.4 on the host.
#include <cmath>
#include <cstdio>
#include <curand.h>
#include <curand_kernel.h>
#include <vector>

int failed = 0;
#define CHECK(call) if (int s = (int)(call)) printf("line %d: status %d\n", __LINE__, s), failed = 1
#define EXPECT(what) if (!(what)) printf("line %d: %s\n", __LINE__, #what), failed = 1

static const struct {
    curandRngType_t type;
    double lambda;
    unsigned first[6];
} known[] = {
    {CURAND_RNG_PSEUDO_XORWOW, 10, {14, 7, 10, 12, 6, 7}},
    {CURAND_RNG_PSEUDO_MRG32K3A, 100, {93, 79, 87, 84, 84, 107}},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, 1999.9, {2048, 1959, 2025, 1968, 1965, 2018}},
    {CURAND_RNG_PSEUDO_XORWOW, 3999, {4048, 3981, 3935, 4091, 3990, 3999}},
    {CURAND_RNG_QUASI_SOBOL32, 999, {809, 999, 1020, 978, 989, 1035}},
    {CURAND_RNG_QUASI_SOBOL64, 999, {748, 999, 1020, 978, 989, 1035}},
};

static std::vector<unsigned> drawn(curandRngType_t type, double lambda, size_t n, bool host) {
    curandGenerator_t generator;
    std::vector<unsigned> numbers(n);
    unsigned *d_numbers;
    CHECK(cudaMalloc(&d_numbers, n * sizeof(unsigned)));
    CHECK((host ? curandCreateGeneratorHost : curandCreateGenerator)(&generator, type));
    if (type < CURAND_RNG_QUASI_DEFAULT) CHECK(curandSetPseudoRandomGeneratorSeed(generator, 1234));
    CHECK(curandGeneratePoisson(generator, host ? numbers.data() : d_numbers, n, lambda));
    if (!host) CHECK(cudaMemcpy(numbers.data(), d_numbers, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
    CHECK(curandDestroyGenerator(generator));
    CHECK(cudaFree(d_numbers));
    return numbers;
}

// In a kernel, with the numbers that NVIDIA's header gives from seed 77, sequence 5 and offset 3.
static const struct {
    double lambda;
    unsigned xorwow[3], mrg[3], philox[4];
} in_kernel[] = {
    {3, {1, 5, 5}, {3, 2, 0}, {4, 5, 4, 0}},
    {100, {104, 104, 103}, {108, 105, 99}, {106, 89, 97, 96}},
    {3999, {4025, 4028, 4023}, {4050, 4031, 3999}, {4037, 3932, 3985, 3979}},
    {5000, {4923, 4821, 5009}, {5038, 4971, 5004}, {4997, 5081, 4985, 5089}},
};

__global__ void poisson(double lambda, unsigned *out) {
    curandStateXORWOW_t x;
    curandStateMRG32k3a_t m;
    curandStatePhilox4_32_10_t p;
    curand_init(77, 5, 3, &x);
    curand_init(77, 5, 3, &m);
    curand_init(77, 5, 3, &p);
    for (int i = 0; i < 3; i++) out[i] = curand_poisson(&x, lambda);
    for (int i = 0; i < 3; i++) out[3 + i] = curand_poisson(&m, lambda);
    const uint4 four = curand_poisson4(&p, lambda);
    out[6] = four.x, out[7] = four.y, out[8] = four.z, out[9] = four.w;
}

// Sequence i of XORWOW begins with the host's number i.
__global__ void discrete(curandDiscreteDistribution_t distribution, unsigned *out, unsigned n) {
    const unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
    curandStateXORWOW_t x;
    curand_init(1234, i, 0, &x);
    if (i < n) out[i] = curand_discrete(&x, distribution);
}
__global__ void discrete_fours(curandDiscreteDistribution_t distribution, uint4 *out) {
    curandStatePhilox4_32_10_t p;
    curand_init(1234, threadIdx.x, 0, &p);
    out[threadIdx.x] = curand_discrete4(&p, distribution);
}

int main() {
    for (const auto &k : known)
        for (int host = 0; host < 2; host++) {
            auto numbers = drawn(k.type, k.lambda, 9000, host);
            double sum = 0, squares = 0;
            for (int i = 0; i < 6; i++) EXPECT(numbers[i] == k.first[i]);
            for (unsigned x : numbers) sum += x, squares += (x - k.lambda) * (x - k.lambda);
            EXPECT(fabs(sum / 9000 - k.lambda) < 4 * sqrt(k.lambda / 9000));
            EXPECT(fabs(squares / 9000 / k.lambda - 1) < 0.1);
        }
    unsigned *d_out, out[256];
    CHECK(cudaMalloc(&d_out, sizeof out));
    CHECK(cudaMemset(d_out, 0, sizeof out));
    for (const auto &k : in_kernel) {
        poisson<<<1, 1>>>(k.lambda, d_out);
        CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
        for (int i = 0; i < 3; i++) EXPECT(out[i] == k.xorwow[i] && out[3 + i] == k.mrg[i]);
        for (int i = 0; i < 4; i++) EXPECT(out[6 + i] == k.philox[i]);
    }
    curandDiscreteDistribution_t distribution;
    CHECK(curandCreatePoissonDistribution(60, &distribution));
    discrete<<<2, 128>>>(distribution, d_out, 256);
    CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
    auto xorwow = drawn(CURAND_RNG_PSEUDO_XORWOW, 60, 256, true);
    for (int i = 0; i < 256; i++) EXPECT(out[i] == xorwow[i]);
    discrete_fours<<<1, 64>>>(distribution, (uint4 *)d_out);
    CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
    auto philox = drawn(CURAND_RNG_PSEUDO_PHILOX4_32_10, 60, 256, true);
    for (int i = 0; i < 256; i++) EXPECT(out[i] == philox[i]);
    CHECK(curandDestroyDistribution(distribution));
    CHECK(curandCreatePoissonDistribution(9000, &distribution));
    discrete<<<1, 128>>>(distribution, d_out, 128);
    CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 128; i++) EXPECT(out[i] > 9000 - 600 && out[i] < 9000 + 600);
    CHECK(curandDestroyDistribution(distribution));
    CHECK(cudaFree(d_out));
    curandGenerator_t generator;
    CHECK(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_XORWOW));
    EXPECT(curandGeneratePoisson(generator, out, 4, 0) == CURAND_STATUS_OUT_OF_RANGE);
    EXPECT(curandGeneratePoisson(generator, out, 4, 400001) == CURAND_STATUS_OUT_OF_RANGE);
    CHECK(curandDestroyGenerator(generator));
    puts(failed ? "FAIL" : "PASS");
    return failed;
}
