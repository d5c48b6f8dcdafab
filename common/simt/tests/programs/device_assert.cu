/**
 * @file
 * @brief assert in device functions: the kernel ends with its own error, which stays, and stderr has the condition.
 */
// Errors of the API are meant.
#include <cassert>
#include <cstdio>
#include <cstring>
#include <unistd.h>

__device__ int half_of(int x) {
    assert(x % 2 == 0 && "only of even numbers");
    return x / 2;
}
__global__ void halve(int *data) {
    data[threadIdx.x] = half_of(data[threadIdx.x]);
}

int main() {
    int *data, host[32];
    for (int i = 0; i < 32; i++) host[i] = 2 * i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    halve<<<1, 32>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    bool right = host[31] == 31 && cudaGetLastError() == cudaSuccess;
    FILE *out = tmpfile();
    int screen = dup(STDERR_FILENO);
    dup2(fileno(out), STDERR_FILENO);
    halve<<<1, 32>>>(data); // half of them are odd now
    cudaError_t error = cudaDeviceSynchronize();
    dup2(screen, STDERR_FILENO);
    char text[2000] = "";
    rewind(out);
    if (!fread(text, 1, sizeof text - 1, out)) right = false;
    right &= error == cudaErrorAssert && strstr(text, "x % 2 == 0") && strstr(text, "half_of");
    right &= cudaDeviceSynchronize() == cudaErrorAssert; // and so on
    puts(right ? "PASS" : "FAIL");
    return !right;
}
