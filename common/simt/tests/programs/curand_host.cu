// cuRAND's host API: known numbers, an offset, a stream, and normal numbers.
#include <cstdio>
#include <curand.h>
#include <vector>
#define CHECK(call) do { if ((call) != CURAND_STATUS_SUCCESS) { printf("FAIL: %s\n", #call); return 1; } } while (0)
#define EXPECT(what) do { if (!(what)) { printf("FAIL: %s, line %d\n", #what, __LINE__); return 1; } } while (0)

int main() {
    const size_t N = 10000;
    std::vector<float> all(N), part(N);
    float *d_numbers;
    cudaMalloc(&d_numbers, N * sizeof(float));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    curandGenerator_t generator;
    CHECK(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT));
    CHECK(curandSetStream(generator, stream));
    CHECK(curandSetPseudoRandomGeneratorSeed(generator, 1234));
    CHECK(curandGenerateUniform(generator, d_numbers, N));
    cudaMemcpyAsync(all.data(), d_numbers, N * sizeof(float), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    const float known[10] = {0.1455f, 0.8202f, 0.5504f, 0.2948f, 0.9147f, 0.8690f, 0.3219f, 0.7829f, 0.0113f, 0.2855f};
    for (int i = 0; i < 10; i++) EXPECT(fabsf(all[i] - known[i]) < 6e-5f);

    CHECK(curandSetPseudoRandomGeneratorSeed(generator, 1234));
    CHECK(curandSetGeneratorOffset(generator, 5000));
    CHECK(curandGenerateUniform(generator, d_numbers, 100));
    cudaMemcpyAsync(part.data(), d_numbers, 100 * sizeof(float), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    for (int i = 0; i < 100; i++) EXPECT(part[i] == all[5000 + i]);

    double sum = 0, squares = 0;
    CHECK(curandGenerateNormal(generator, d_numbers, N, 10, 2));
    cudaMemcpyAsync(all.data(), d_numbers, N * sizeof(float), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    for (float x : all) sum += x, squares += (x - 10) * (x - 10);
    EXPECT(fabs(sum / N - 10) < 0.1 && fabs(squares / N - 4) < 0.3);
    CHECK(curandDestroyGenerator(generator));
    cudaFree(d_numbers);
    printf("PASS\n");
    return 0;
}
