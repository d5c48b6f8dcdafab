// Functions of the driver by their names, with the types of <cudaTypedefs.h>.
#include <cuda.h>
#include <cudaTypedefs.h>
#include <stdio.h>

template <class F> static bool find(F &function, const char *name, int release) {
    void *found = NULL;
    CUdriverProcAddressQueryResult how;
    bool good =
        cuGetProcAddress(name, &found, release, CU_GET_PROC_ADDRESS_DEFAULT, &how) == CUDA_SUCCESS;
    function = (F)found;
    return good && how == CU_GET_PROC_ADDRESS_SUCCESS;
}

int main() {
    PFN_cuMemAlloc_v3020 allocate;
    PFN_cuMemcpyDtoH_v3020 copy;
    PFN_cuMemsetD32_v3020 fill;
    PFN_cuMemFree_v3020 release;
    PFN_cuDeviceGetName_v2000 name_of;
    PFN_cuStreamWriteValue32_v11070 write;
    bool right = cuInit(0) == CUDA_SUCCESS && cudaFree(0) == cudaSuccess;
    right = right && find(allocate, "cuMemAlloc", 3020) && find(copy, "cuMemcpyDtoH", 3020);
    right = right && find(fill, "cuMemsetD32", 3020) && find(release, "cuMemFree", 3020);
    right = right && find(name_of, "cuDeviceGetName", 2000) &&
            find(write, "cuStreamWriteValue32", 11070);
    CUdeviceptr d_x;
    char name[100] = "";
    int x[3] = {};
    right = right && allocate(&d_x, sizeof x) == CUDA_SUCCESS && fill(d_x, 7, 3) == CUDA_SUCCESS;
    right = right && write(NULL, d_x + 4, 5, 0) == CUDA_SUCCESS &&
            cudaDeviceSynchronize() == cudaSuccess;
    right = right && copy(x, d_x, sizeof x) == CUDA_SUCCESS && x[0] == 7 && x[1] == 5 && x[2] == 7;
    right = right && name_of(name, sizeof name, 0) == CUDA_SUCCESS && name[0] &&
            release(d_x) == CUDA_SUCCESS;
    puts(right ? "PASS" : "FAIL");
    return !right;
}
