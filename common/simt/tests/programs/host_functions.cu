/**
 * @file
 * @brief Pointers to functions: those to kernels are launched, and those to functions of the host are no kernels.
 *
 * A launch of such a pointer calls the function, on the host and once. All questions about it have an error. And so
 * have calls that free a managed variable, and calls of a kernel without <<<>>>.
 */
// Errors of the API are meant.
#include <cstdio>

static int host_calls;
__managed__ int kept[4];

void on_host(int *) {
    host_calls++;
}
template <class T> void also_on_host(T *) {
    host_calls += 10;
}
/* The same body as a kernel's: a compiler may not make one function of the two. */
void same_body(int *p) {
    *p += 1;
}
__global__ void kernel(int *p) {
    *p += 1;
}
template <class T> __global__ void of_type(T *p) {
    *p += 2;
}
static __global__ void declared_before(int *p);
__launch_bounds__(32) static __global__ void declared_before(int *p) {
    *p += 4;
}
namespace {
void __global__ hidden(int *p) {
    *p += 8;
}
} // namespace

/* Do all questions about a function have this answer? */
static bool answers(void (*function)(int *), cudaError_t answer) {
    cudaFuncAttributes attributes;
    int n = 0, threads = 0;
    bool same = cudaFuncGetAttributes(&attributes, function) == answer;
    same = same && cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, 64) == answer;
    same = same && cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, function, 32, 0) == answer;
    same = same && cudaOccupancyMaxPotentialBlockSize(&n, &threads, function) == answer;
    same = same && cudaFuncSetCacheConfig(function, cudaFuncCachePreferL1) == answer;
    size_t bytes;
    same = same && cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, function, 1, 32) == answer;
    return cudaGetLastError() == answer && same;
}

int main() {
    int *d_sum, sum = 0;
    cudaMalloc(&d_sum, sizeof sum);
    cudaMemset(d_sum, 0, sizeof sum);
    void (*kernels[])(int *) = {kernel, of_type, declared_before, hidden};
    bool right = true;
    for (auto *k : kernels) {
        right = right && answers(k, cudaSuccess);
        k<<<1, 1>>>(d_sum);
    }
    for (auto *k : kernels) {
        k(d_sum);
        right = right && cudaPeekAtLastError() == cudaErrorMissingConfiguration;
        right = right && cudaDeviceSynchronize() == cudaSuccess; // no thread has run
        right = right && cudaGetLastError() == cudaErrorMissingConfiguration;
    }
    void (*functions[])(int *) = {on_host, also_on_host};
    for (auto *f : functions) {
        right = right && answers(f, cudaErrorInvalidResourceHandle);
        f<<<4, 32>>>(d_sum);
    }
    right = right && cudaDeviceSynchronize() == cudaSuccess && host_calls == 11;
    right = right && answers(same_body, cudaErrorInvalidResourceHandle);
    void *args[] = {&d_sum};
    right = right && cudaLaunchKernel((void *)on_host, 1, 1, args, 0, 0) == cudaErrorInvalidResourceHandle;
    cudaGetLastError();
    cudaFunction_t none;
    right = right && cudaGetFuncBySymbol(&none, (void *)on_host) == cudaErrorInvalidDeviceFunction;
    right = right && cudaLaunchKernel((void *)nullptr, 1, 1, args, 0, 0) == cudaErrorInvalidDeviceFunction;
    cudaGetLastError();
    right = right && cudaLaunchKernel((void *)kernel, 1, 1, args, 0, 0) == cudaSuccess;
    right = right && cudaFree(kept) == cudaErrorInvalidValue && cudaHostUnregister(kept) != cudaSuccess;
    cudaGetLastError();
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    puts(right && sum == 16 ? "PASS" : "FAIL");
    return 0;
}
