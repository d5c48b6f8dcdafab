/**
 * @file
 * @brief Layers, volumes, cubemaps, mipmaps and gathers: each element says where it lies.
 */
#include <cstdio>
#include <vector>

__device__ int wrong;

static __device__ void want(float is, float should, int line) {
    if (is == should) return;
    printf("line %d: %g is not %g\n", line, is, should);
    atomicAdd(&wrong, 1);
}
#define WANT(is, should) want(is, should, __LINE__)

__global__ void layers(cudaTextureObject_t t, int w, int h, int n) {
    int x = threadIdx.x, y = threadIdx.y;
    for (int i = 0; i < n; i++)
        WANT(tex2DLayered<float>(t, x + 0.5f, y + 0.5f, i), (i * h + y) * w + x);
    WANT(tex2DLayered<float>(t, x + 0.5f, y + 0.5f, n + 3), ((n - 1) * h + y) * w + x);
    WANT(tex2DLayered<float>(t, x + 0.5f, y + 0.5f, -1), ((n - 1) * h + y) * w + x); // a number without a sign
}

__global__ void volume(cudaTextureObject_t t, int w, int h) {
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    WANT(tex3D<float>(t, x + 0.5f, y + 0.5f, z + 0.5f), (z * h + y) * w + x);
}

// A cubemap of 1 by 1: each face is its number.
__global__ void faces(cudaTextureObject_t t) {
    WANT(texCubemap<float>(t, 1, 0.2f, -0.3f), 0);
    WANT(texCubemap<float>(t, -1, 0.2f, -0.3f), 1);
    WANT(texCubemap<float>(t, 0.2f, 5, 0.1f), 2);
    WANT(texCubemap<float>(t, 0.2f, -5, 0.1f), 3);
    WANT(texCubemap<float>(t, 0.2f, 0.1f, 0.7f), 4);
    WANT(texCubemap<float>(t, 0.2f, 0.1f, -0.7f), 5);
}

__global__ void gather(cudaTextureObject_t t) { // counter-clockwise, from the lower left
    float4 f = tex2Dgather<float4>(t, 1, 1, 0);
    WANT(f.x, 4), WANT(f.y, 5), WANT(f.z, 1), WANT(f.w, 0);
}

__global__ void levels(cudaTextureObject_t t) {
    WANT(tex2DLod<float>(t, 0.1f, 0.1f, 0), 0);
    WANT(tex2DLod<float>(t, 0.1f, 0.1f, 1), 100);
    WANT(tex2DLod<float>(t, 0.1f, 0.1f, 0.5f), 50);
    WANT(tex2DLod<float>(t, 0.1f, 0.1f, 9), 200);
    WANT(tex2DGrad<float>(t, 0.1f, 0.1f, make_float2(0.5f, 0), make_float2(0, 0.25f)), 100);
}

static cudaArray_t array_of(int w, int h, int d, unsigned flags) {
    std::vector<float> values(w * h * d);
    for (size_t i = 0; i < values.size(); i++) values[i] = (float)i;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMalloc3DArray(&array, &format, make_cudaExtent(w, h, d > 1 ? d : 0), flags);
    cudaMemcpy3DParms copy = {0};
    copy.srcPtr = make_cudaPitchedPtr(values.data(), w * sizeof(float), w, h);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(w, h, d);
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
    return array;
}

static cudaTextureObject_t texture_of(const cudaResourceDesc &resource, bool normalised) {
    cudaTextureDesc desc = {};
    for (int i = 0; i < 3; i++) desc.addressMode[i] = cudaAddressModeClamp;
    desc.normalizedCoords = normalised;
    desc.mipmapFilterMode = cudaFilterModeLinear;
    desc.maxMipmapLevelClamp = 10;
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &desc, NULL);
    return texture;
}

static cudaResourceDesc in(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

int main() {
    layers<<<1, dim3(6, 5)>>>(texture_of(in(array_of(6, 5, 4, cudaArrayLayered)), false), 6, 5, 4);
    volume<<<1, dim3(4, 3, 5)>>>(texture_of(in(array_of(4, 3, 5, 0)), false), 4, 3);
    faces<<<1, 1>>>(texture_of(in(array_of(1, 1, 6, cudaArrayCubemap)), true));
    gather<<<1, 1>>>(texture_of(in(array_of(4, 4, 1, cudaArrayTextureGather)), false));

    cudaMipmappedArray_t pyramid;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocMipmappedArray(&pyramid, &format, make_cudaExtent(4, 4, 0), 3);
    for (int i = 0; i < 3; i++) {
        cudaArray_t level;
        cudaGetMipmappedArrayLevel(&level, pyramid, i);
        std::vector<float> values(16, i * 100.0f);
        cudaMemcpy2DToArray(level, 0, 0, values.data(), (4 >> i) * 4, (4 >> i) * 4, 4 >> i,
                            cudaMemcpyHostToDevice);
    }
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = pyramid;
    levels<<<1, 1>>>(texture_of(resource, true));
    int result = -1;
    cudaMemcpyFromSymbol(&result, wrong, sizeof result);
    puts(result == 0 && cudaFreeMipmappedArray(pyramid) == cudaSuccess ? "PASS" : "FAIL");
}
