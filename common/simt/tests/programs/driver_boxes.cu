// The driver API copies boxes and rows of arrays, fills rows, and says what it knows of arrays and textures.
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

enum { WIDTH = 7, HEIGHT = 5, DEPTH = 3 };
typedef int Box[DEPTH][HEIGHT][WIDTH];

static void number(Box box, int from) {
    for (int i = 0; i < WIDTH * HEIGHT * DEPTH; i++) (&box[0][0][0])[i] = from + i;
}

// A box of 3 x 2 x 2 ints goes from the host to the device, from there to an array, and back to the host.
static void copy_boxes(CUarray array) {
    static Box from, back;
    CUdeviceptr d_box;
    number(from, 1);
    number(back, -1000);
    CHECK(cuMemAlloc(&d_box, sizeof(Box)));
    CHECK(cuMemsetD32(d_box, 0, sizeof(Box) / 4));
    CUDA_MEMCPY3D c;
    memset(&c, 0, sizeof(c));
    c.srcMemoryType = CU_MEMORYTYPE_HOST;
    c.srcHost = from;
    c.srcXInBytes = 2 * sizeof(int), c.srcY = 1, c.srcZ = 1;
    c.srcPitch = WIDTH * sizeof(int), c.srcHeight = HEIGHT;
    c.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    c.dstDevice = d_box;
    c.dstXInBytes = sizeof(int), c.dstY = 2, c.dstZ = 0;
    c.dstPitch = WIDTH * sizeof(int), c.dstHeight = HEIGHT;
    c.WidthInBytes = 3 * sizeof(int), c.Height = 2, c.Depth = 2;
    CHECK(cuMemcpy3D(&c));
    c.srcMemoryType = CU_MEMORYTYPE_DEVICE, c.srcDevice = d_box;
    c.srcXInBytes = c.dstXInBytes, c.srcY = c.dstY, c.srcZ = c.dstZ;
    c.dstMemoryType = CU_MEMORYTYPE_ARRAY, c.dstArray = array;
    c.dstXInBytes = 4 * sizeof(int), c.dstY = 3, c.dstZ = 1;
    CHECK(cuMemcpy3DAsync(&c, NULL));
    c.srcMemoryType = CU_MEMORYTYPE_ARRAY, c.srcArray = array;
    c.srcXInBytes = c.dstXInBytes, c.srcY = c.dstY, c.srcZ = c.dstZ;
    c.dstMemoryType = CU_MEMORYTYPE_HOST, c.dstHost = back;
    c.dstXInBytes = 0, c.dstY = 0, c.dstZ = 1;
    CHECK(cuMemcpy3D(&c));
    for (int z = 0; z < DEPTH; z++)
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++) {
                bool in = x < 3 && y < 2 && z >= 1;
                int old = -1000 + (z * HEIGHT + y) * WIDTH + x;
                MUST(back[z][y][x] == (in ? from[z][y + 1][x + 2] : old));
            }
    c.srcXInBytes = 4 * sizeof(int) + 2; // no element begins there
    c.WidthInBytes = 3, c.Height = c.Depth = 1;
    CHECK(cuMemcpy3D(&c));
    const char *bytes = (const char *)&from[1][1][2] + 2;
    MUST(memcmp(back[1], bytes, 3) == 0 && ((char *)back[1])[3] == ((char *)&from[1][1][2])[3]);
    c.WidthInBytes = 3 * sizeof(int), c.Height = c.Depth = 2;
    c.srcXInBytes = 5 * sizeof(int); // and three of them leave the array
    MUST(cuMemcpy3D(&c) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemFree(d_box));
}

// What one context has, another one gets.
static void copy_between(CUcontext first) {
    CUcontext second;
    CUdeviceptr d_x, d_y;
    int x[6] = {1, 2, 3, 4, 5, 6}, y[6];
    unsigned long long id, other;
    CHECK(cuMemAlloc(&d_x, sizeof(x)));
    CHECK(cuMemcpyHtoD(d_x, x, sizeof(x)));
    CHECK(cuCtxGetId(first, &id));
    CHECK(cuCtxCreate(&second, NULL, 0, 0));
    CHECK(cuCtxGetId(NULL, &other));
    MUST(id != other);
    CHECK(cuMemAlloc(&d_y, sizeof(y)));
    CHECK(cuMemcpyPeer(d_y, second, d_x, first, 3 * sizeof(int)));
    CHECK(cuMemcpyPeerAsync(d_y + 12, second, d_x + 12, first, 3 * sizeof(int), NULL));
    CHECK(cuMemcpyDtoH(y, d_y, sizeof(y)));
    MUST(memcmp(x, y, sizeof(x)) == 0);
    CUDA_MEMCPY3D_PEER p;
    memset(&p, 0, sizeof(p));
    p.srcMemoryType = p.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    p.srcDevice = d_x, p.srcContext = first, p.srcPitch = 12;
    p.dstDevice = d_y, p.dstContext = second, p.dstPitch = 8;
    p.WidthInBytes = 8, p.Height = 2, p.Depth = 1;
    CHECK(cuMemcpy3DPeer(&p));
    CHECK(cuMemcpyDtoH(y, d_y, sizeof(y)));
    MUST(y[0] == 1 && y[1] == 2 && y[2] == 4 && y[3] == 5 && y[4] == 5);
    CHECK(cuMemFree(d_y));
    CHECK(cuCtxDestroy(second));
    CHECK(cuMemFree(d_x));
}

static void fill_rows() {
    enum { PITCH = 32, ROWS = 4 };
    unsigned char out[ROWS * PITCH];
    CUdeviceptr d;
    CHECK(cuMemAlloc(&d, sizeof(out)));
    CHECK(cuMemsetD8(d, 0, sizeof(out)));
    CHECK(cuMemsetD2D8(d, PITCH, 0x11, 5, ROWS));
    CHECK(cuMemsetD2D16(d + 8, PITCH, 0x2233, 3, ROWS));
    CHECK(cuMemsetD2D32Async(d + 16, PITCH, 0x44556677, 2, ROWS - 1, NULL));
    MUST(cuMemsetD2D16(d + 1, PITCH, 0, 1, 1) == CUDA_ERROR_INVALID_VALUE);
    MUST(cuMemsetD2D32(d, 6, 0, 2, 2) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemcpyDtoH(out, d, sizeof(out)));
    for (int i = 0; i < ROWS * PITCH; i++) {
        int x = i % PITCH, value = 0;
        if (x < 5) value = 0x11;
        if (x >= 8 && x < 14) value = x % 2 ? 0x22 : 0x33;
        if (x >= 16 && x < 24 && i / PITCH < ROWS - 1) value = 0x77 - 0x11 * (x % 4);
        MUST(out[i] == value);
    }
    CHECK(cuMemFree(d));
}

static void copy_rows_of_arrays() {
    CUDA_ARRAY_DESCRIPTOR d, seen;
    CUarray a, b;
    CUdeviceptr d_x;
    float x[8] = {0, 1, 2, 3, 4, 5, 6, 7}, y[8] = {0};
    d.Width = 8, d.Height = 0, d.Format = CU_AD_FORMAT_FLOAT, d.NumChannels = 1;
    CHECK(cuArrayCreate(&a, &d));
    CHECK(cuArrayCreate(&b, &d));
    CHECK(cuArrayGetDescriptor(&seen, a));
    MUST(seen.Width == 8 && seen.Height == 0 && seen.Format == CU_AD_FORMAT_FLOAT && seen.NumChannels == 1);
    CHECK(cuMemAlloc(&d_x, sizeof(x)));
    CHECK(cuMemcpyHtoA(a, 0, x, sizeof(x)));
    CHECK(cuMemcpyAtoA(b, 8, a, 0, 24));
    CHECK(cuMemcpyHtoAAsync(b, 0, x + 6, 8, NULL));
    CHECK(cuMemcpyAtoD(d_x, b, 0, sizeof(x)));
    CHECK(cuMemcpyDtoH(y, d_x, sizeof(x)));
    MUST(y[0] == 6 && y[1] == 7 && y[2] == 0 && y[7] == 5);
    CHECK(cuMemcpyDtoA(a, 16, d_x, 8));
    CHECK(cuMemcpyAtoH(y, a, 12, 12));
    MUST(y[0] == 3 && y[1] == 6 && y[2] == 7);
    CHECK(cuMemcpyAtoHAsync(y, a, 0, 4, NULL));
    CHECK(cuCtxSynchronize());
    MUST(y[0] == 0);
    CHECK(cuMemFree(d_x));
    CHECK(cuArrayDestroy(a));
    CHECK(cuArrayDestroy(b));
}

// A texture and a mipmap say what they were made of.
static void ask_textures(CUarray array) {
    CUDA_RESOURCE_DESC r, seen;
    CUDA_TEXTURE_DESC t, read;
    CUtexObject texture;
    memset(&r, 0, sizeof(r));
    memset(&t, 0, sizeof(t));
    r.resType = CU_RESOURCE_TYPE_ARRAY;
    r.res.array.hArray = array;
    t.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP;
    t.flags = CU_TRSF_READ_AS_INTEGER;
    t.maxMipmapLevelClamp = 3;
    CHECK(cuTexObjectCreate(&texture, &r, &t, NULL));
    CHECK(cuTexObjectGetResourceDesc(&seen, texture));
    CHECK(cuTexObjectGetTextureDesc(&read, texture));
    MUST(seen.resType == CU_RESOURCE_TYPE_ARRAY && seen.res.array.hArray == array);
    MUST(read.addressMode[1] == CU_TR_ADDRESS_MODE_CLAMP && read.flags == CU_TRSF_READ_AS_INTEGER);
    MUST(read.maxMipmapLevelClamp == 3 && read.filterMode == CU_TR_FILTER_MODE_POINT);
    CHECK(cuTexObjectDestroy(texture));

    CUDA_ARRAY3D_DESCRIPTOR d, level;
    CUmipmappedArray mipmap;
    CUarray half;
    memset(&d, 0, sizeof(d));
    d.Width = 16, d.Height = 8, d.Format = CU_AD_FORMAT_UNSIGNED_INT8, d.NumChannels = 4;
    CHECK(cuMipmappedArrayCreate(&mipmap, &d, 2));
    CHECK(cuMipmappedArrayGetLevel(&half, mipmap, 1));
    CHECK(cuArray3DGetDescriptor(&level, half));
    MUST(level.Width == 8 && level.Height == 4 && level.NumChannels == 4);
    MUST(level.Format == CU_AD_FORMAT_UNSIGNED_INT8);
    CHECK(cuMipmappedArrayDestroy(mipmap));
}

int main() {
    CUcontext context;
    CUarray array;
    CUDA_ARRAY3D_DESCRIPTOR d;
    CHECK(cuInit(0));
    CHECK(cuCtxCreate(&context, NULL, 0, 0));
    memset(&d, 0, sizeof(d));
    d.Width = WIDTH, d.Height = HEIGHT, d.Depth = DEPTH, d.Format = CU_AD_FORMAT_SIGNED_INT32, d.NumChannels = 1;
    CHECK(cuArray3DCreate(&array, &d));
    copy_boxes(array);
    copy_between(context);
    fill_rows();
    copy_rows_of_arrays();
    ask_textures(array);
    CHECK(cuArrayDestroy(array));
    CHECK(cuCtxDestroy(context));
    printf("PASS\n");
    return 0;
}
