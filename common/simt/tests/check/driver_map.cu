/**
 * @file
 * @brief Memory that is mapped, with a mistake that the first argument names.
 */
#include <cuda.h>
#include <stdio.h>
#include <string.h>
__global__ void put(char *at) { *at = 1; }

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    CUmemAllocationProp prop = {};
    CUmemAccessDesc access = {};
    CUmemGenericAllocationHandle first, second;
    CUdeviceptr start;
    size_t piece;
    cudaFree(0);
    prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    access.location.type = prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    cuMemGetAllocationGranularity(&piece, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
    cuMemAddressReserve(&start, 2 * piece, 0, 0, 0);
    cuMemCreate(&first, piece, &prop, 0);
    if (strcmp(what, "full") == 0) printf("create %d\n", cuMemCreate(&second, piece, &prop, 0));
    if (strcmp(what, "part") == 0) {
        cuMemCreate(&second, 2 * piece, &prop, 0);
        cuMemMap(start, piece, 0, second, 0);
    }
    cuMemMap(start, piece, 0, first, 0);
    if (strcmp(what, "twice") == 0) cuMemMap(start + piece, piece, 0, first, 0);
    cuMemSetAccess(start, piece, &access, 1);
    if (strcmp(what, "hole") == 0) printf("access %d\n", cuMemSetAccess(start, 2 * piece, &access, 1));
    if (strcmp(what, "busy") == 0) printf("free %d\n", cuMemAddressFree(start, 2 * piece));
    put<<<1, 1>>>((char *)start + (strcmp(what, "beyond") == 0 ? piece : 0));
    printf("ended %d\n", cudaDeviceSynchronize());
    return 0;
}
