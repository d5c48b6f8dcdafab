/**
 * @file
 * @brief Textures of bytes, shorts, integers and floats with 1, 2 and 4 components, in linear and pitched memory.
 *
 * They are read as they are, and as floats from 0 to 1.
 */
#include <cstdio>
#include <cstring>

__device__ int wrong;

__global__ void elements(cudaTextureObject_t bytes, cudaTextureObject_t shorts,
                         cudaTextureObject_t ints, cudaTextureObject_t floats, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uchar4 b = tex1Dfetch<uchar4>(bytes, i);
    short2 s = tex1Dfetch<short2>(shorts, i);
    int whole = tex1Dfetch<int>(ints, i);
    float4 f;
    tex1Dfetch(&f, floats, i);
    bool good = b.x == (unsigned char)(4 * i) && b.w == (unsigned char)(4 * i + 3) &&
                s.x == (short)(-2 * i) && s.y == (short)(-2 * i - 1) && whole == -i &&
                f.x == 4 * i + 0.5f && f.w == 4 * i + 3.5f;
    if (!good) atomicAdd(&wrong, 1);
    if (i == 0 && (tex1Dfetch<int>(ints, -1) != 0 || tex1Dfetch<int>(ints, n) != 0))
        atomicAdd(&wrong, 1000);
}

__global__ void normalised(cudaTextureObject_t grey, cudaTextureObject_t balanced, int w, int h) {
    int x = threadIdx.x, y = threadIdx.y;
    if (x >= w || y >= h) return;
    unsigned char u = (unsigned char)(y * w + x);
    signed char s = (signed char)u;
    float want = s < -127 ? -1.0f : s / 127.0f;
    if (tex2D<float>(grey, x + 0.5f, y + 0.5f) != u / 255.0f) atomicAdd(&wrong, 1);
    if (tex2D<float>(balanced, x + 0.5f, y + 0.5f) != want) atomicAdd(&wrong, 1);
}

static cudaTextureObject_t linear(void *d_memory, size_t bytes, cudaChannelFormatDesc format) {
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = d_memory;
    resource.res.linear.sizeInBytes = bytes;
    resource.res.linear.desc = format;
    cudaTextureDesc desc;
    memset(&desc, 0, sizeof desc);
    desc.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &desc, NULL);
    return texture;
}

template <class T> static T *filled(int n, float step, float first) {
    T *memory;
    cudaMallocManaged(&memory, n * sizeof(T));
    for (int i = 0; i < n; i++) memory[i] = (T)(i * step + first);
    return memory;
}

int main() {
    const int n = 300, w = 32, h = 8;
    unsigned char *bytes = filled<unsigned char>(4 * n, 0, 0);
    for (int i = 0; i < 4 * n; i++) bytes[i] = (unsigned char)i;
    short *shorts = filled<short>(2 * n, -1, 0);
    int *ints = filled<int>(n, -1, 0);
    float *floats = filled<float>(4 * n, 1, 0.5f);
    cudaTextureObject_t t[] = {linear(bytes, 4 * n, cudaCreateChannelDesc<uchar4>()),
                               linear(shorts, 4 * n, cudaCreateChannelDesc<short2>()),
                               linear(ints, 4 * n, cudaCreateChannelDesc<int>()),
                               linear(floats, 16 * n, cudaCreateChannelDesc<float4>())};
    elements<<<(n + 127) / 128, 128>>>(t[0], t[1], t[2], t[3], n);
    cudaDeviceSynchronize();

    char *d_image;
    size_t pitch;
    cudaMallocPitch(&d_image, &pitch, w, h);
    cudaMemcpy2D(d_image, pitch, bytes, w, w, h, cudaMemcpyHostToDevice);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = d_image;
    resource.res.pitch2D.width = w;
    resource.res.pitch2D.height = h;
    resource.res.pitch2D.pitchInBytes = pitch;
    cudaTextureDesc desc = {};
    desc.readMode = cudaReadModeNormalizedFloat;
    cudaTextureObject_t grey, balanced;
    resource.res.pitch2D.desc = cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindUnsigned);
    cudaCreateTextureObject(&grey, &resource, &desc, NULL);
    resource.res.pitch2D.desc = cudaCreateChannelDesc<signed char>();
    cudaCreateTextureObject(&balanced, &resource, &desc, NULL);
    normalised<<<1, dim3(w, h)>>>(grey, balanced, w, h);
    int result = -1;
    cudaMemcpyFromSymbol(&result, wrong, sizeof result);
    printf(result == 0 ? "PASS\n" : "FAIL: %d\n", result);
}
