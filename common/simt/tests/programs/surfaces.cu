/**
 * @file
 * @brief A blur in two passes between two surfaces, a volume that is written by slices, and the boundary modes.
 */
#include <cstdio>
#include <vector>

const int W = 40, H = 24, D = 3;

__global__ void blur(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int dx, int dy) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= W || y >= H) return;
    int sum = 0;
    for (int i = -1; i <= 1; i++)
        sum += surf2Dread<int>(from, (x + i * dx) * (int)sizeof(int), y + i * dy,
                               cudaBoundaryModeClamp);
    surf2Dwrite(sum, to, x * (int)sizeof(int), y);
}

__global__ void fill(cudaSurfaceObject_t volume, uchar4 colour) {
    int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
    colour.x = x, colour.y = y, colour.z = z;
    surf3Dwrite(colour, volume, x * sizeof(uchar4), y, z);
    surf3Dwrite(colour, volume, (x + 8) * sizeof(uchar4), y, z, cudaBoundaryModeZero); // nothing
}

__global__ void outside(cudaSurfaceObject_t volume, int *result) {
    uchar4 none = surf3Dread<uchar4>(volume, -4, 0, 0, cudaBoundaryModeZero), edge;
    surf3Dread(&edge, volume, 100 * sizeof(uchar4), 99, -1, cudaBoundaryModeClamp);
    *result = none.x + none.w + (edge.x == 7 && edge.y == 7 && edge.z == 0 && edge.w == 77 ? 0 : 1);
}

// Each layer holds its number. Numbers outside have 16 bits that count, and no sign.
__global__ void number(cudaSurfaceObject_t s, int n) {
    for (int i = 0; i < n; i++) surf2DLayeredwrite(i + 1, s, 0, 0, i);
}
__global__ void layers(cudaSurfaceObject_t s, int n, int *wrong) {
    const int numbers[] = {1, n, -1, 65536 + 1, -65536, -5};
    const int clamped[] = {2, n, n, 2, 1, n}, zero[] = {2, 0, 0, 2, 1, 0};
    for (int i = 0; i < 6; i++) {
        *wrong += surf2DLayeredread<int>(s, 0, 0, numbers[i], cudaBoundaryModeClamp) != clamped[i];
        *wrong += surf2DLayeredread<int>(s, 0, 0, numbers[i], cudaBoundaryModeZero) != zero[i];
    }
}

static cudaArray_t array_of(cudaChannelFormatDesc format, cudaExtent extent, unsigned flags = 0) {
    cudaArray_t array = NULL;
    cudaMalloc3DArray(&array, &format, extent, cudaArraySurfaceLoadStore | flags);
    return array;
}

static cudaSurfaceObject_t surface_of(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t surface = 0;
    cudaCreateSurfaceObject(&surface, &resource);
    return surface;
}

static int at(const std::vector<int> &image, int x, int y) {
    x = x < 0 ? 0 : x >= W ? W - 1 : x, y = y < 0 ? 0 : y >= H ? H - 1 : y;
    return image[y * W + x];
}

int main() {
    std::vector<int> image(W * H), out(W * H);
    for (int i = 0; i < W * H; i++) image[i] = i * i % 101;
    cudaExtent plane = make_cudaExtent(W, H, 0);
    cudaArray_t a = array_of(cudaCreateChannelDesc<int>(), plane),
                b = array_of(cudaCreateChannelDesc<int>(), plane);
    cudaMemcpyToArray(a, 0, 0, image.data(), W * H * sizeof(int), cudaMemcpyHostToDevice);
    cudaSurfaceObject_t s = surface_of(a), t = surface_of(b);
    blur<<<dim3(3, 2), dim3(16, 16)>>>(s, t, 1, 0);
    blur<<<dim3(3, 2), dim3(16, 16)>>>(t, s, 0, 1);
    cudaMemcpy2DFromArray(out.data(), W * 4, a, 0, 0, W * 4, H, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int sum = 0;
            for (int k = 0; k < 9; k++) {
                int row = y + k / 3 - 1;
                sum += at(image, x + k % 3 - 1, row);
            }
            wrong += out[y * W + x] != sum;
        }

    cudaArray_t v = array_of(cudaCreateChannelDesc<uchar4>(), make_cudaExtent(8, 8, D));
    cudaSurfaceObject_t volume = surface_of(v);
    int *result;
    cudaMallocManaged(&result, sizeof(int));
    fill<<<D, dim3(8, 8)>>>(volume, make_uchar4(0, 0, 0, 77));
    outside<<<1, 1>>>(volume, result);
    cudaArray_t l = array_of(cudaCreateChannelDesc<int>(), make_cudaExtent(4, 4, D), cudaArrayLayered);
    cudaSurfaceObject_t layered = surface_of(l);
    number<<<1, 1>>>(layered, D);
    layers<<<1, 1>>>(layered, D, result);
    std::vector<uchar4> boxes(64 * D);
    cudaMemcpy3DParms copy = {};
    copy.srcArray = v;
    copy.dstPtr = make_cudaPitchedPtr(boxes.data(), 8 * sizeof(uchar4), 8, 8);
    copy.extent = make_cudaExtent(8, 8, D);
    copy.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3D(&copy);
    for (int i = 0; i < 64 * D; i++)
        wrong += boxes[i].x != i % 8 || boxes[i].y != i / 8 % 8 || boxes[i].z != i / 64 ||
                 boxes[i].w != 77;
    wrong += *result;
    cudaDestroySurfaceObject(s), cudaDestroySurfaceObject(t), cudaDestroySurfaceObject(volume);
    cudaDestroySurfaceObject(layered);
    cudaFreeArray(a), cudaFreeArray(b), cudaFreeArray(v), cudaFreeArray(l);
    printf(wrong || cudaGetLastError() ? "FAIL: %d wrong\n" : "PASS\n", wrong);
}
