/**
 * @file
 * @brief Loads a module of the driver API, launches a kernel of it by name, and prints what the calls gave.
 */
#include <cuda.h>
#include <stdio.h>

int main(int argc, char **argv) {
    CUcontext context;
    CUmodule module;
    CUfunction kernel;
    CUdeviceptr d_x;
    int x[64] = {0}, n = 64;
    if (argc < 3) return 2;
    cuInit(0);
    cuCtxCreate(&context, NULL, 0, 0);
    CUresult error = cuModuleLoad(&module, argv[1]);
    if (!error) error = cuModuleGetFunction(&kernel, module, argv[2]);
    printf("found %d\n", error);
    if (error) return 1;
    cuMemAlloc(&d_x, sizeof x);
    cuMemcpyHtoD(d_x, x, sizeof x);
    void *args[] = {&d_x, &n};
    printf("launched %d\n", cuLaunchKernel(kernel, 1, 1, 1, 64, 1, 1, 256, NULL, args, NULL));
    printf("ended %d\n", cuCtxSynchronize());
    cuMemcpyDtoH(x, d_x, sizeof x);
    printf("x[0] is %d\n", x[0]);
    return 0;
}
