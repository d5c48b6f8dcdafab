// Memory of the driver API: fills in units of 8, 16 and 32 bits, copies of rows, pinned and managed memory, pointers.
// Errors of the API are meant.
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int result, const char *what, int line) {
    if (result == 0) return;
    printf("line %d: %s gives %d\n", line, what, result);
    exit(1);
}
#define CHECK(call) check((int)(call), #call, __LINE__)
#define MUST(condition) check(!(condition), #condition, __LINE__)

static void fills() {
    unsigned char bytes[64];
    unsigned short halves[32];
    unsigned int words[16];
    CUdeviceptr d;
    CHECK(cuMemAlloc(&d, 64));
    CHECK(cuMemsetD32(d, 0x01020304u, 16));
    CHECK(cuMemcpyDtoH(words, d, 64));
    for (int i = 0; i < 16; i++) MUST(words[i] == 0x01020304u);
    CHECK(cuMemsetD16(d + 2, 0xabcd, 30));
    CHECK(cuMemcpyDtoH(halves, d, 64));
    for (int i = 1; i < 31; i++) MUST(halves[i] == 0xabcd);
    MUST(halves[0] == 0x0304 && halves[31] == 0x0102);
    CHECK(cuMemsetD8(d + 1, 7, 5));
    CHECK(cuMemcpyDtoH(bytes, d, 64));
    for (int i = 1; i < 6; i++) MUST(bytes[i] == 7);
    MUST(cuMemsetD32(d + 2, 0, 1) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemFree(d));
}

/* A rectangle out of a picture with pitch. */
static void rows() {
    enum { WIDTH = 40, HEIGHT = 6 };
    unsigned char picture[HEIGHT][WIDTH], part[3][8];
    size_t pitch;
    CUdeviceptr d;
    CUDA_MEMCPY2D copy;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) picture[y][x] = (unsigned char)(y * WIDTH + x);
    CHECK(cuMemAllocPitch(&d, &pitch, WIDTH, HEIGHT, 4));
    memset(&copy, 0, sizeof copy);
    copy.srcMemoryType = CU_MEMORYTYPE_HOST, copy.srcHost = picture, copy.srcPitch = WIDTH;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE, copy.dstDevice = d, copy.dstPitch = pitch;
    copy.WidthInBytes = WIDTH, copy.Height = HEIGHT;
    CHECK(cuMemcpy2D(&copy));
    memset(&copy, 0, sizeof copy);
    copy.srcMemoryType = CU_MEMORYTYPE_DEVICE, copy.srcDevice = d, copy.srcPitch = pitch;
    copy.srcXInBytes = 10, copy.srcY = 2;
    copy.dstMemoryType = CU_MEMORYTYPE_HOST, copy.dstHost = part, copy.dstPitch = sizeof part[0];
    copy.WidthInBytes = sizeof part[0], copy.Height = 3;
    CHECK(cuMemcpy2D(&copy));
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 8; x++) MUST(part[y][x] == picture[y + 2][x + 10]);
    CHECK(cuMemFree(d));
}

static void pointers() {
    CUdeviceptr d, managed, mapped, start, seen;
    CUmemorytype type;
    unsigned int is_managed;
    size_t bytes;
    int *pinned, ordinal, plain;
    CHECK(cuMemAlloc(&d, 1000));
    CHECK(cuMemAllocManaged(&managed, 16, CU_MEM_ATTACH_GLOBAL));
    CHECK(cuMemHostAlloc((void **)&pinned, 64, CU_MEMHOSTALLOC_DEVICEMAP));
    CHECK(cuMemGetAddressRange(&start, &bytes, d + 500));
    MUST(start == d && bytes == 1000);
    CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, d + 8));
    CHECK(cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, d));
    MUST(type == CU_MEMORYTYPE_DEVICE && ordinal == 0);
    CHECK(cuPointerGetAttribute(&is_managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, managed));
    MUST(is_managed == 1);
    CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)pinned));
    MUST(type == CU_MEMORYTYPE_HOST);
    MUST(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)&plain) ==
         CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemHostGetDevicePointer(&mapped, pinned, 0));
    pinned[0] = 41, pinned[1] = 1;
    CHECK(cuMemcpyDtoD(d, mapped, 8));
    CHECK(cuMemcpy(managed, d, 8));
    CHECK(cuCtxSynchronize());
    MUST(((int *)managed)[0] + ((int *)managed)[1] == 42);
    CHECK(cuPointerGetAttribute(&seen, CU_POINTER_ATTRIBUTE_DEVICE_POINTER, managed));
    MUST(seen == managed);
    size_t all, unused;
    CHECK(cuMemGetInfo(&unused, &all));
    MUST(unused <= all);
    CHECK(cuMemFreeHost(pinned));
    CHECK(cuMemFree(managed));
    CHECK(cuMemFree(d));
    MUST(cuMemAlloc(&d, 0) == CUDA_ERROR_INVALID_VALUE);
    MUST(cuMemcpyHtoD(d, &plain, 4) == CUDA_ERROR_INVALID_VALUE);
}

int main() {
    CUcontext context;
    CHECK(cuInit(0));
    CHECK(cuCtxCreate(&context, NULL, 0, 0));
    fills();
    rows();
    pointers();
    CHECK(cuCtxDestroy(context));
    printf("PASS\n");
}
