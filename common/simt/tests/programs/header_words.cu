// Headers that C++ files include, too, ask whether CUDA's words are defined, and define them as nothing where not.
#include <cstdio>
#ifndef __device__
#define __device__
#endif
#ifndef __shared__
#define __shared__
#endif
#ifdef __host__
#define BOTH __host__ __device__
#else
#define BOTH
#endif
#if !defined(__global__) || !defined(__constant__) || !defined(__managed__) || !defined(__grid_constant__) || \
    !defined(__forceinline__) || !defined(__launch_bounds__) || !defined(__cluster_dims__)
#error "a word of CUDA is no macro"
#endif

__constant__ int d_added[2] = {1, 2};
__managed__ int result;

BOTH __forceinline__ int twice(int x) { return 2 * x; }
template <bool LAST> static inline __device__ int lane() { return LAST ? blockDim.x - 1 - threadIdx.x : threadIdx.x; }

__global__ void __launch_bounds__(64, 2) add_last(const __grid_constant__ int more) {
    __shared__ int s_lanes[64];
    s_lanes[lane<true>()] = twice(lane<true>());
    __syncthreads();
    if (lane<false>() == 0) result = s_lanes[63] + d_added[1] + more;
}

int main() {
    add_last<<<1, 64>>>(5);
    bool right = cudaDeviceSynchronize() == cudaSuccess && result == 126 + 2 + 5 && twice(3) == 6;
    puts(right ? "PASS" : "FAIL");
    return !right;
}
