/**
 * @file
 * @brief CUDA arrays by copies alone: parts of rows, boxes, array to array, pitched volumes, and what they tell.
 */
#include <cstdio>
#include <vector>

#define GOOD(call)                                                                                 \
    do {                                                                                           \
        cudaError_t e = (call);                                                                    \
        if (e != cudaSuccess) return printf("FAIL: %s: %s\n", #call, cudaGetErrorName(e)), 1;      \
    } while (0)
#define CHECK(what)                                                                                \
    do {                                                                                           \
        if (!(what)) return printf("FAIL: line %d: %s\n", __LINE__, #what), 1;                     \
    } while (0)

const int W = 20, H = 10, D = 4;

int main() {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<short2>(), told;
    cudaArray_t a, b, volume;
    GOOD(cudaMallocArray(&a, &format, W, H));
    GOOD(cudaMallocArray(&b, &format, W, H));
    GOOD(cudaMalloc3DArray(&volume, &format, make_cudaExtent(W, H, D)));
    cudaExtent extent;
    unsigned flags = 99;
    GOOD(cudaArrayGetInfo(&told, &extent, &flags, volume));
    CHECK(told.x == 16 && told.y == 16 && told.z == 0 && told.f == cudaChannelFormatKindSigned);
    CHECK(extent.width == W && extent.height == H && extent.depth == D && flags == 0);

    std::vector<short2> in(W * H * D), out(W * H * D);
    for (int i = 0; i < W * H * D; i++) in[i] = make_short2((short)i, (short)-i);
    size_t row = W * sizeof(short2);
    GOOD(cudaMemcpy2DToArray(a, 0, 0, in.data(), row, row, H, cudaMemcpyHostToDevice));
    // A part of a in the middle of b, and the whole of b back.
    std::vector<short2> zeros(W * H, make_short2(0, 0));
    GOOD(cudaMemcpy2DToArray(b, 0, 0, zeros.data(), row, row, H, cudaMemcpyHostToDevice));
    GOOD(cudaMemcpy2DArrayToArray(b, 4 * sizeof(short2), 3, a, 2 * sizeof(short2), 1,
                                  5 * sizeof(short2), 4, cudaMemcpyDeviceToDevice));
    GOOD(cudaMemcpy2DFromArray(out.data(), row, b, 0, 0, row, H, cudaMemcpyDeviceToHost));
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            bool inside = x >= 4 && x < 9 && y >= 3 && y < 7;
            int want = inside ? (y - 2) * W + x - 2 : 0;
            CHECK(out[y * W + x].x == want && out[y * W + x].y == -want);
        }

    // A box of the host's into the volume, and from there into pitched memory.
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(in.data(), row, W, H);
    copy.dstArray = volume;
    copy.extent = make_cudaExtent(W, H, D);
    copy.kind = cudaMemcpyHostToDevice;
    GOOD(cudaMemcpy3D(&copy));
    cudaPitchedPtr d_box;
    GOOD(cudaMalloc3D(&d_box, make_cudaExtent(row, H, D)));
    GOOD(cudaMemset3D(d_box, 0xff, make_cudaExtent(row, H, D)));
    cudaMemcpy3DParms part = {};
    part.srcArray = volume;
    part.srcPos = make_cudaPos(3, 2, 1);
    part.dstPtr = d_box;
    part.dstPos = make_cudaPos(1, 1, 0); // in elements, since an array takes part
    part.extent = make_cudaExtent(6, 5, 2);
    part.kind = cudaMemcpyDeviceToDevice;
    GOOD(cudaMemcpy3DAsync(&part, 0));
    cudaMemcpy3DParms back = {};
    back.srcPtr = d_box;
    back.dstPtr = make_cudaPitchedPtr(out.data(), row, W, H);
    back.extent = make_cudaExtent(row, H, D);
    back.kind = cudaMemcpyDeviceToHost;
    GOOD(cudaMemcpy3D(&back));
    for (int i = 0; i < W * H * D; i++) {
        int x = i % W, y = i / W % H, z = i / W / H;
        bool inside = x >= 1 && x < 7 && y >= 1 && y < 6 && z < 2;
        int want = inside ? ((z + 1) * H + y + 1) * W + x + 2 : -1;
        CHECK(out[i].x == want && out[i].y == (inside ? -want : -1));
    }
    GOOD(cudaFreeArray(a));
    GOOD(cudaFreeArray(b));
    GOOD(cudaFreeArray(volume));
    GOOD(cudaFree(d_box.ptr));
    puts("PASS");
}
