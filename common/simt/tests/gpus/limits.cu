/* What a GPU says of itself, and what it refuses. */
#include <stdio.h>

__global__ void wide(int *d_arch, int bytes) {
    extern __shared__ int s_words[];
    s_words[bytes / 4 - 1] = __CUDA_ARCH__;
    *d_arch = s_words[bytes / 4 - 1];
}

__global__ void both(int *d_arch) {
    extern __shared__ int s_words[];
    __shared__ int s_more[1024];
    s_words[threadIdx.x] = s_more[threadIdx.x] = 0;
    *d_arch = s_words[threadIdx.x];
}

__global__ void together(void) {}

static int at_once(const void *kernel, int blocks, int threads) {
    void *none[] = {NULL};
    cudaError_t error =
        cudaLaunchCooperativeKernel(kernel, dim3(blocks), dim3(threads), none, 0, 0);
    cudaGetLastError();
    return error == cudaSuccess;
}

int main(void) {
    cudaDeviceProp p;
    int kb = 1, fit, *d_arch, arch = 0;
    cudaGetDeviceProperties(&p, 0);
    cudaMalloc(&d_arch, sizeof(int));
    while (!cudaFuncSetAttribute(wide, cudaFuncAttributeMaxDynamicSharedMemorySize, (kb + 1) << 10))
        kb++;
    cudaGetLastError();
    wide<<<1, 1, kb << 10>>>(d_arch, kb << 10);
    cudaMemcpy(&arch, d_arch, sizeof(arch), cudaMemcpyDeviceToHost);
    wide<<<1, 1, (kb << 10) + 4>>>(d_arch, 4);
    bool refused = cudaGetLastError() == cudaErrorInvalidValue;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, wide, 256, 20 << 10);
    int most = p.multiProcessorCount * (p.maxThreadsPerMultiProcessor / 1024);
    bool cooperates = at_once((const void *)together, most, 1024) &&
                      !at_once((const void *)together, most + 1, 1024);
    cudaFuncSetAttribute(both, cudaFuncAttributeMaxDynamicSharedMemorySize, kb << 10);
    both<<<1, 32, kb << 10>>>(d_arch);
    bool too_much = cudaGetLastError() == cudaErrorInvalidValue;
    printf("%s: %d.%d, %d multiprocessors of %d threads, %d KB a block, arch %d, %d blocks fit, %s "
           "%s %s\n",
           p.name, p.major, p.minor, p.multiProcessorCount, p.maxThreadsPerMultiProcessor, kb, arch,
           fit, refused ? "refused" : "taken", cooperates ? "cooperates" : "does not",
           too_much ? "counts both" : "does not");
    return 0;
}
