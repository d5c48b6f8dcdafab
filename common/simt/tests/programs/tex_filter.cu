/**
 * @file
 * @brief An image is enlarged by a texture with linear filtering, and by the same arithmetic in integers.
 *
 * CUDA's weights have 8 bits of fraction. Then come the four addressing modes, past both ends.
 */
#include <cmath>
#include <cstdio>
#include <vector>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t e = (call);                                                                    \
        if (e != cudaSuccess) {                                                                    \
            printf("FAIL: %s: %s\n", #call, cudaGetErrorString(e));                                \
            return 1;                                                                              \
        }                                                                                          \
    } while (0)

const int W = 13, H = 9, SCALE = 4;

__global__ void enlarge(cudaTextureObject_t image, float *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[y * w + x] = tex2D<float>(image, (x + 0.5f) / SCALE, (y + 0.5f) / SCALE);
}

__global__ void past_the_ends(cudaTextureObject_t line, float *out, int n) {
    int i = threadIdx.x;
    if (i < 3 * n) out[i] = tex1D<float>(line, (i - n + 0.5f) / n);
}

static int clamp(int i, int n) {
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

/* To 24 bits; of two numbers as near the larger one by magnitude. */
static float rounded(double x) {
    const int unit = ilogb(x) - 23;
    return (float)ldexp(round(ldexp(x, -unit)), unit);
}

/* Each element is cut to a multiple of 2^(e - 27), where e is the largest exponent among those that count. */
static float expected(const std::vector<float> &image, int x, int y) {
    int fx = (x * 2 + 1) * 128 / SCALE - 128, fy = (y * 2 + 1) * 128 / SCALE - 128;
    int ix = fx >> 8, iy = fy >> 8, a = fx & 255, b = fy & 255;
    const int wx[] = {256 - a, a};
    double value[4];
    int weight[4], most = -200;
    for (int k = 0; k < 2; k++) {
        int upper = (wx[k] * b + 127 + k) / 256, column = clamp(ix + k, W);
        value[2 * k] = image[clamp(iy, H) * W + column], weight[2 * k] = wx[k] - upper;
        value[2 * k + 1] = image[clamp(iy + 1, H) * W + column], weight[2 * k + 1] = upper;
    }
    for (int k = 0; k < 4; k++)
        if (weight[k] && value[k] != 0 && ilogb(value[k]) > most) most = ilogb(value[k]);
    double sum = 0;
    for (int k = 0; k < 4; k++) sum += trunc(ldexp(value[k], 27 - most)) * weight[k];
    return sum == 0 ? 0 : rounded(ldexp(sum, most - 27 - 8));
}

static cudaTextureObject_t texture_of(cudaArray_t array, cudaTextureAddressMode mode, bool linear) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc desc = {};
    desc.addressMode[0] = desc.addressMode[1] = mode;
    desc.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
    desc.borderColor[0] = -1;
    desc.normalizedCoords = !linear;
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &desc, NULL);
    return texture;
}

int main() {
    std::vector<float> image(W * H), out(W * H * SCALE * SCALE);
    for (int i = 0; i < W * H; i++) image[i] = sinf((float)i) * 100;
    for (int i = 0; i < W * H; i += 3) image[i] = ldexpf(image[i], i % 31 - 15); // far smaller and larger neighbours
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array, line;
    float *d_out;
    CHECK(cudaMallocArray(&array, &format, W, H));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, image.data(), W * sizeof(float), W * sizeof(float), H,
                              cudaMemcpyHostToDevice));
    CHECK(cudaMalloc(&d_out, out.size() * sizeof(float)));
    cudaTextureObject_t texture = texture_of(array, cudaAddressModeClamp, true);
    enlarge<<<dim3(4, 3), dim3(16, 16)>>>(texture, d_out, W * SCALE, H * SCALE);
    CHECK(cudaMemcpy(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < (int)out.size(); i++)
        if (out[i] != expected(image, i % (W * SCALE), i / (W * SCALE))) {
            printf("FAIL: pixel %d is %.9g, not %.9g\n", i, out[i],
                   expected(image, i % (W * SCALE), i / (W * SCALE)));
            return 1;
        }
    CHECK(cudaDestroyTextureObject(texture));

    const int n = 5;
    const float lines[4][3 * n] = {{1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5},
                                   {1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 5, 5, 5, 5, 5},
                                   {5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 5, 4, 3, 2, 1},
                                   {-1, -1, -1, -1, -1, 1, 2, 3, 4, 5, -1, -1, -1, -1, -1}};
    CHECK(cudaMallocArray(&line, &format, n));
    CHECK(cudaMemcpy2DToArray(line, 0, 0, lines[0], sizeof(float) * n, sizeof(float) * n, 1,
                              cudaMemcpyHostToDevice));
    for (int mode = 0; mode < 4; mode++) {
        cudaTextureObject_t t = texture_of(line, (cudaTextureAddressMode)mode, false);
        past_the_ends<<<1, 32>>>(t, d_out, n);
        CHECK(cudaMemcpy(out.data(), d_out, sizeof(lines[0]), cudaMemcpyDeviceToHost));
        for (int i = 0; i < 3 * n; i++)
            if (out[i] != lines[mode][i]) return printf("FAIL: mode %d, %d\n", mode, i), 1;
        CHECK(cudaDestroyTextureObject(t));
    }
    CHECK(cudaFreeArray(array));
    CHECK(cudaFreeArray(line));
    CHECK(cudaFree(d_out));
    puts("PASS");
}
