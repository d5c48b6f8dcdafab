// Arrays, textures and surfaces of the driver API: a picture of bytes is read as fractions and as numbers, and written.
#include <cuda.h>
#include <cuda_runtime.h>
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

enum { WIDTH = 20, HEIGHT = 6, N = WIDTH * HEIGHT };

__global__ void read_both(CUtexObject fractions, CUtexObject numbers, float *x, int *y) {
    int column = threadIdx.x, row = blockIdx.x, i = row * WIDTH + column;
    x[i] = tex2D<float>(fractions, column + 0.5f, row + 0.5f);
    y[i] = tex2D<unsigned char>(numbers, column + 0.5f, row + 0.5f);
}

__global__ void turn(CUtexObject line, CUsurfObject picture) {
    int column = threadIdx.x, row = blockIdx.x;
    float value = tex1Dfetch<float>(line, N - 1 - (row * WIDTH + column));
    surf2Dwrite(value, picture, column * (int)sizeof(float), row);
}

static CUtexObject texture_of(CUarray array, unsigned int flags) {
    CUDA_RESOURCE_DESC resource;
    CUDA_TEXTURE_DESC texture;
    CUtexObject object;
    memset(&resource, 0, sizeof resource);
    memset(&texture, 0, sizeof texture);
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = array;
    for (int i = 0; i < 3; i++) texture.addressMode[i] = CU_TR_ADDRESS_MODE_CLAMP;
    texture.filterMode = CU_TR_FILTER_MODE_POINT;
    texture.flags = flags;
    CHECK(cuTexObjectCreate(&object, &resource, &texture, NULL));
    return object;
}

static void read_picture(float *d_x, int *d_y) {
    CUDA_ARRAY_DESCRIPTOR descriptor = {WIDTH, HEIGHT, CU_AD_FORMAT_UNSIGNED_INT8, 1};
    CUDA_MEMCPY2D copy;
    CUarray array;
    unsigned char picture[HEIGHT][WIDTH];
    float x[N];
    int y[N];
    for (int i = 0; i < N; i++) picture[i / WIDTH][i % WIDTH] = (unsigned char)(i * 2);
    CHECK(cuArrayCreate(&array, &descriptor));
    memset(&copy, 0, sizeof copy);
    copy.srcMemoryType = CU_MEMORYTYPE_HOST, copy.srcHost = picture, copy.srcPitch = WIDTH;
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY, copy.dstArray = array;
    copy.WidthInBytes = WIDTH, copy.Height = HEIGHT;
    CHECK(cuMemcpy2D(&copy));
    CUtexObject fractions = texture_of(array, 0), numbers = texture_of(array, CU_TRSF_READ_AS_INTEGER);
    read_both<<<HEIGHT, WIDTH>>>(fractions, numbers, d_x, d_y);
    CHECK(cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++) MUST(y[i] == i * 2 && x[i] > (i * 2 - 0.01f) / 255 && x[i] < (i * 2 + 0.01f) / 255);
    CHECK(cuTexObjectDestroy(fractions));
    CHECK(cuTexObjectDestroy(numbers));
    CHECK(cuArrayDestroy(array));
}

/* From a line in device memory into an array, and out of it. */
static void write_picture(float *d_x) {
    CUDA_ARRAY3D_DESCRIPTOR descriptor;
    CUDA_RESOURCE_DESC line, picture;
    CUDA_TEXTURE_DESC texture;
    CUDA_MEMCPY2D copy;
    CUarray array;
    CUtexObject object;
    CUsurfObject surface;
    float x[N];
    for (int i = 0; i < N; i++) x[i] = i + 0.25f;
    CHECK(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice));
    memset(&descriptor, 0, sizeof descriptor);
    descriptor.Width = WIDTH, descriptor.Height = HEIGHT;
    descriptor.Format = CU_AD_FORMAT_FLOAT, descriptor.NumChannels = 1;
    descriptor.Flags = CUDA_ARRAY3D_SURFACE_LDST;
    CHECK(cuArray3DCreate(&array, &descriptor));
    memset(&line, 0, sizeof line);
    memset(&picture, 0, sizeof picture);
    memset(&texture, 0, sizeof texture);
    line.resType = CU_RESOURCE_TYPE_LINEAR;
    line.res.linear.devPtr = (CUdeviceptr)d_x, line.res.linear.sizeInBytes = sizeof x;
    line.res.linear.format = CU_AD_FORMAT_FLOAT, line.res.linear.numChannels = 1;
    CHECK(cuTexObjectCreate(&object, &line, &texture, NULL));
    picture.resType = CU_RESOURCE_TYPE_ARRAY;
    picture.res.array.hArray = array;
    CHECK(cuSurfObjectCreate(&surface, &picture));
    turn<<<HEIGHT, WIDTH>>>(object, surface);
    CHECK(cudaDeviceSynchronize());
    memset(&copy, 0, sizeof copy);
    memset(x, 0, sizeof x);
    copy.srcMemoryType = CU_MEMORYTYPE_ARRAY, copy.srcArray = array;
    copy.dstMemoryType = CU_MEMORYTYPE_HOST, copy.dstHost = x, copy.dstPitch = WIDTH * sizeof(float);
    copy.WidthInBytes = WIDTH * sizeof(float), copy.Height = HEIGHT;
    CHECK(cuMemcpy2D(&copy));
    for (int i = 0; i < N; i++) MUST(x[i] == N - 1 - i + 0.25f);
    CHECK(cuSurfObjectDestroy(surface));
    CHECK(cuTexObjectDestroy(object));
    CHECK(cuArrayDestroy(array));
}

int main() {
    float *d_x;
    int *d_y;
    CHECK(cudaMalloc((void **)&d_x, N * sizeof(float)));
    CHECK(cudaMalloc((void **)&d_y, N * sizeof(int)));
    read_picture(d_x, d_y);
    write_picture(d_x);
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
    printf("PASS\n");
}
