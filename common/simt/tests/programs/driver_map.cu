// A vector that grows where it is: addresses are reserved at first, and memory is mapped to them as it is needed.
#include <cuda.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

static void check(int result, const char *what, int line) {
    if (result == 0) return;
    printf("line %d: %s gives %d\n", line, what, result);
    exit(1);
}
#define CHECK(call) check((int)(call), #call, __LINE__)
#define MUST(condition) check(!(condition), #condition, __LINE__)

struct vector {
    CUdeviceptr start;
    size_t bytes, reserved, piece;
    std::vector<CUmemGenericAllocationHandle> handles;
};

static CUmemAllocationProp of_device(void) {
    CUmemAllocationProp prop = {};
    prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    prop.location.id = 0;
    return prop;
}

static void map_piece(vector *v, CUdeviceptr place, CUmemGenericAllocationHandle handle) {
    CUmemAccessDesc access = {};
    access.location = of_device().location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    CHECK(cuMemMap(place, v->piece, 0, handle, 0));
    CHECK(cuMemSetAccess(place, v->piece, &access, 1));
}

static void grow(vector *v) {
    CUmemAllocationProp prop = of_device();
    CUmemGenericAllocationHandle handle;
    MUST(v->bytes < v->reserved);
    CHECK(cuMemCreate(&handle, v->piece, &prop, 0));
    map_piece(v, v->start + v->bytes, handle);
    v->handles.push_back(handle);
    v->bytes += v->piece;
}

/* The same memory at other addresses. */
static void move(vector *v, size_t pieces) {
    CHECK(cuMemUnmap(v->start, v->bytes));
    CHECK(cuMemAddressFree(v->start, v->reserved));
    v->reserved = pieces * v->piece;
    CHECK(cuMemAddressReserve(&v->start, v->reserved, 0, 0, 0));
    for (size_t i = 0; i < v->handles.size(); i++) map_piece(v, v->start + i * v->piece, v->handles[i]);
}

__global__ void number(int *x, int first, int n) {
    int i = first + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = i;
}

static void number_to_end(const vector *v, size_t from_byte) {
    int first = (int)(from_byte / sizeof(int)), n = (int)(v->bytes / sizeof(int));
    number<<<(n - first + 255) / 256, 256>>>((int *)v->start, first, n);
    CHECK(cudaGetLastError());
}

int main() {
    vector v = {};
    int supported;
    size_t range;
    CUdeviceptr start;
    CHECK(cudaSetDevice(0));
    CHECK(cudaFree(0));
    CHECK(cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 0));
    MUST(supported);
    CUmemAllocationProp prop = of_device();
    CHECK(cuMemGetAllocationGranularity(&v.piece, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    v.reserved = 3 * v.piece;
    CHECK(cuMemAddressReserve(&v.start, v.reserved, 0, 0, 0));
    MUST(v.start % v.piece == 0);
    grow(&v);
    number_to_end(&v, 0);
    grow(&v);
    number_to_end(&v, v.piece);

    /* One copy over both pieces. */
    std::vector<int> x(4 * v.piece / sizeof(int));
    CHECK(cudaMemcpy(x.data(), (void *)v.start, v.bytes, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < v.bytes / sizeof(int); i++) MUST(x[i] == (int)i);

    move(&v, 5);
    grow(&v);
    number_to_end(&v, 2 * v.piece);
    CHECK(cuMemcpyDtoH(x.data(), v.start, v.bytes));
    for (size_t i = 0; i < v.bytes / sizeof(int); i++) MUST(x[i] == (int)i);
    CHECK(cuMemGetAddressRange(&start, &range, v.start + v.piece / 2));
    MUST(start == v.start && range >= v.piece);

    /* Memory lives as long as a handle or a mapping needs it. */
    for (size_t i = 0; i < v.handles.size(); i++) CHECK(cuMemRelease(v.handles[i]));
    CHECK(cuMemsetD32(v.start, 7, v.piece / sizeof(int)));
    CHECK(cuMemcpyDtoH(x.data(), v.start, v.piece));
    MUST(x[0] == 7 && x[v.piece / sizeof(int) - 1] == 7);
    CHECK(cuMemUnmap(v.start, v.bytes));
    CHECK(cuMemAddressFree(v.start, v.reserved));
    printf("PASS\n");
}
