// A stream that waits for a value comes behind what was done before the value was written, and one without a wait not.
#include <cstring>
#include <cuda.h>

__global__ void add(int *x) {
    x[threadIdx.x] += 1;
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    int *x;
    unsigned *flag;
    cudaStream_t a, b;
    cudaMalloc(&x, 32 * sizeof *x);
    cudaMemset(x, 0, 32 * sizeof *x);
    cudaMallocHost(&flag, sizeof *flag);
    *flag = 0;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    if (strcmp(what, "first") == 0) {
        cuStreamWaitValue32(b, (CUdeviceptr)flag, 1, CU_STREAM_WAIT_VALUE_EQ);
        add<<<1, 32, 0, b>>>(x);
    }
    add<<<1, 32, 0, a>>>(x);
    if (strcmp(what, "never") != 0) cuStreamWriteValue32(a, (CUdeviceptr)flag, 1, 0);
    if (strcmp(what, "then") == 0 || strcmp(what, "never") == 0)
        cuStreamWaitValue32(b, (CUdeviceptr)flag, 1, CU_STREAM_WAIT_VALUE_EQ);
    if (strcmp(what, "first") != 0) add<<<1, 32, 0, b>>>(x);
    return cudaDeviceSynchronize();
}
