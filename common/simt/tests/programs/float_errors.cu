// A program whose host code asks what operations on floats left behind: errno, and the flags of <cfenv>.
#include <cerrno>
#include <cfenv>
#include <cmath>
#include <cstdio>

__device__ float smaller_root(float b, float c) {
    return -b / 2 - sqrtf(b * b / 4 - c);
}

__global__ void roots(const float *b, const float *c, float *root, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) root[i] = smaller_root(b[i], c[i]);
}

int main() {
    const int N = 100;
    float *b, *c, *root;
    cudaMallocManaged(&b, N * sizeof(float));
    cudaMallocManaged(&c, N * sizeof(float));
    cudaMallocManaged(&root, N * sizeof(float));
    for (int i = 0; i < N; i++) b[i] = -(float)(i + 3), c[i] = 2 * (float)(i + 1); // roots are 2 and i + 1
    roots<<<(N + 31) / 32, 32>>>(b, c, root, N);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < N; i++) wrong += fabsf(root[i] - fminf(2, (float)(i + 1))) > 1e-3f;

    volatile double minus = -1, none = 0, result;
    errno = 0;
    result = std::sqrt(minus);
    wrong += errno != EDOM || result == result;
    errno = 0;
    result = std::log(none);
    wrong += errno != ERANGE;
    std::feclearexcept(FE_ALL_EXCEPT);
    result = minus / none;
    wrong += !std::fetestexcept(FE_DIVBYZERO);
    printf(wrong ? "FAIL: %d\n" : "PASS\n", wrong);
    cudaFree(b), cudaFree(c), cudaFree(root);
    return wrong != 0;
}
