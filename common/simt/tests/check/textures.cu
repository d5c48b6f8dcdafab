/**
 * @file
 * @brief Textures and surfaces that are used wrongly: each kernel has one mistake, by the number on the command line.
 */
#include <cstdio>
#include <cstdlib>

__global__ void read_texture(cudaTextureObject_t t, float *out) {
    out[threadIdx.x] = tex2D<float>(t, threadIdx.x + 0.5f, 0.5f);
}

__global__ void read_line(cudaTextureObject_t t, float *out) {
    out[threadIdx.x] = tex1D<float>(t, threadIdx.x + 0.5f);
}

__global__ void write_surface(cudaSurfaceObject_t s, int step) {
    surf2Dwrite((float)threadIdx.x, s, (int)threadIdx.x / step * 4, 0);
}

__global__ void write_by_index(cudaSurfaceObject_t s) {
    surf2Dwrite(1.0f, s, (int)threadIdx.x, 0);
}

int main(int argc, char **argv) {
    int which = argc > 1 ? atoi(argv[1]) : 0;
    float values[64] = {0}, *out;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMalloc(&out, sizeof values);
    cudaMallocArray(&array, &format, 64, 1, cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc desc = {};
    cudaTextureObject_t texture = 0;
    cudaSurfaceObject_t surface = 0;
    if (which == 1) desc.sRGB = 1;
    cudaError_t error = cudaCreateTextureObject(&texture, &resource, &desc, NULL);
    if (which == 1) return error != cudaErrorNotSupported;
    cudaCreateSurfaceObject(&surface, &resource);
    if (which > 2)
        cudaMemcpy2DToArray(array, 0, 0, values, sizeof values, sizeof values, 1,
                            cudaMemcpyHostToDevice);
    if (which == 2) read_texture<<<1, 64>>>(texture, out); // nobody has written the array
    if (which == 3) read_texture<<<1, 64>>>(texture, out);
    if (which == 4) read_line<<<1, 64>>>(texture, out); // of an array with rows
    if (which == 5) write_surface<<<1, 64>>>(surface, 1);
    if (which == 6) write_surface<<<1, 64>>>(surface, 2); // two threads write each element
    if (which == 7) write_surface<<<1, 65>>>(surface, 1); // behind the end
    if (which == 8) write_by_index<<<1, 4>>>(surface);    // not in bytes
    if (which == 9) cudaDestroyTextureObject(texture), read_texture<<<1, 64>>>(texture, out);
    // An array is no memory, in no direction.
    if (which == 10)
        return cudaMemcpy(array, values, sizeof values, cudaMemcpyDefault) != cudaErrorInvalidValue;
    if (which == 11)
        return cudaMemcpy(values, array, sizeof values, cudaMemcpyDeviceToHost) !=
               cudaErrorInvalidValue;
    if (which == 12) return cudaFree(array) != cudaErrorInvalidValue;
    printf("%d\n", cudaDeviceSynchronize());
}
