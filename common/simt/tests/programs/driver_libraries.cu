// Libraries of the driver and the runtime API: all kernels of a module, kernels by handles, and launches of old times.
// Errors of the API are meant.
#include <cuda.h>
#include <cuda_runtime.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vector>

static void check(int result, const char *what, int line) {
    if (result == 0) return;
    printf("line %d: %s gives %d\n", line, what, result);
    exit(1);
}
#define CHECK(call) check((int)(call), #call, __LINE__)
#define MUST(condition) check(!(condition), #condition, __LINE__)

static const char *const source =
    "__device__ int offset;\n"
    "extern \"C\" __global__ void add(int *x, char unused, double what) {\n"
    "    x[threadIdx.x + blockIdx.x * blockDim.x] += (int)what + offset;\n"
    "}\n"
    "extern \"C\" __global__ void twice(int *x) {\n"
    "    extern __shared__ int s[];\n"
    "    int i = threadIdx.x + blockDim.x * threadIdx.y;\n"
    "    s[i] = x[i];\n"
    "    __syncthreads();\n"
    "    x[i] = 2 * s[i];\n"
    "}\n";

__global__ void own(int *x, int what) {
    x[threadIdx.x] = what;
}

static std::vector<char> compile() {
    nvrtcProgram program;
    size_t bytes;
    CHECK(nvrtcCreateProgram(&program, source, "library.cu", 0, NULL, NULL));
    CHECK(nvrtcCompileProgram(program, 0, NULL));
    CHECK(nvrtcGetPTXSize(program, &bytes));
    std::vector<char> image(bytes);
    CHECK(nvrtcGetPTX(program, image.data()));
    CHECK(nvrtcDestroyProgram(&program));
    return image;
}

static int *d_x;

static int at(int i) {
    int value;
    CHECK(cudaMemcpy(&value, d_x + i, sizeof(value), cudaMemcpyDeviceToHost));
    return value;
}

static void of_the_runtime(const std::vector<char> &image) {
    cudaLibrary_t library;
    cudaKernel_t add, all[4] = {};
    unsigned int n = 0;
    void *d_offset;
    size_t bytes, offset;
    int five = 5;
    CHECK(cudaLibraryLoadData(&library, image.data(), NULL, NULL, 0, NULL, NULL, 0));
    CHECK(cudaLibraryGetKernelCount(&n, library));
    MUST(n == 2);
    CHECK(cudaLibraryEnumerateKernels(all, n, library));
    CHECK(cudaLibraryGetKernel(&add, library, "add"));
    MUST(add == all[0] || add == all[1]);
    MUST(cudaLibraryGetKernel(&all[0], library, "nothing") == cudaErrorSymbolNotFound);
    CHECK(cudaLibraryGetGlobal(&d_offset, &bytes, library, "offset"));
    MUST(bytes == sizeof(int));
    CHECK(cudaMemcpy(d_offset, &five, sizeof(five), cudaMemcpyHostToDevice));
    char unused = 0;
    double what = 37;
    void *args[] = {&d_x, &unused, &what};
    CHECK(cudaMemset(d_x, 0, 64 * sizeof(int)));
    CHECK(cudaLaunchKernel((const void *)add, dim3(2), dim3(32), args, 0, 0));
    MUST(at(0) == 42 && at(63) == 42);
    CHECK(cudaKernelSetAttributeForDevice(add, cudaFuncAttributeMaxDynamicSharedMemorySize, 50000, 0));
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, (const void *)add));
    MUST(attributes.maxDynamicSharedSizeBytes == 50000);
    CHECK(cudaFuncGetParamInfo((const void *)add, 2, &offset, &bytes));
    MUST(offset == 16 && bytes == 8);
    CHECK(cudaLibraryUnload(library));
}

static void of_the_driver(const std::vector<char> &image) {
    CUlibrary library, same;
    CUmodule module, its;
    CUkernel add;
    CUfunction functions[2], f;
    unsigned int n = 0;
    int value = 0;
    const char *name;
    CUfunctionLoadingState state;
    CHECK(cuLibraryLoadData(&library, image.data(), NULL, NULL, 0, NULL, NULL, 0));
    CHECK(cuLibraryGetModule(&module, library));
    CHECK(cuModuleGetFunctionCount(&n, module));
    MUST(n == 2);
    CHECK(cuModuleEnumerateFunctions(functions, 2, module));
    MUST(functions[0] != functions[1]);
    CHECK(cuFuncGetModule(&its, functions[1]));
    MUST(its == module);
    CHECK(cuFuncLoad(functions[0]));
    CHECK(cuFuncIsLoaded(&state, functions[0]));
    MUST(state == CU_FUNCTION_LOADING_STATE_LOADED);
    CHECK(cuLibraryGetKernel(&add, library, "add"));
    CHECK(cuKernelGetLibrary(&same, add));
    CHECK(cuKernelGetName(&name, add));
    MUST(same == library && strcmp(name, "add") == 0);
    CHECK(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 60000, add, 0));
    CHECK(cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, add, 0));
    MUST(value == 60000);
    CHECK(cuKernelGetFunction(&f, add));
    size_t free_bytes;
    CHECK(cuOccupancyAvailableDynamicSMemPerBlock(&free_bytes, f, 1, 128));
    MUST(free_bytes >= 48 << 10);
    CHECK(cuLibraryUnload(library));
}

// A function keeps its block and its arguments.
static void of_old_times(const std::vector<char> &image) {
    CUmodule module;
    CUfunction add, twice;
    CHECK(cuModuleLoadData(&module, image.data()));
    CHECK(cuModuleGetFunction(&add, module, "add"));
    CHECK(cuModuleGetFunction(&twice, module, "twice"));
    CHECK(cudaMemset(d_x, 0, 64 * sizeof(int)));
    CUdeviceptr d_pointer = (CUdeviceptr)(size_t)d_x;
    double what = 20;
    CHECK(cuParamSetv(add, 0, &d_pointer, sizeof(d_pointer)));
    CHECK(cuParamSeti(add, 8, 0));
    CHECK(cuParamSetv(add, 16, &what, sizeof(what)));
    CHECK(cuParamSetSize(add, 24));
    CHECK(cuFuncSetBlockShape(add, 16, 1, 1));
    CHECK(cuLaunchGrid(add, 3, 1));
    CHECK(cuLaunchGridAsync(add, 1, 1, NULL));
    MUST(at(0) == 40 && at(16) == 20 && at(47) == 20 && at(48) == 0);
    CHECK(cuParamSetSize(add, 16));
    CHECK(cuLaunch(add)); // the argument that is missing is 0
    MUST(at(0) == 40);
    CHECK(cuParamSetSize(add, 32));
    MUST(cuLaunch(add) == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES); // more than the kernel takes
    MUST(cuFuncSetBlockShape(twice, 1025, 1, 1) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuParamSetv(twice, 0, &d_pointer, sizeof(d_pointer)));
    CHECK(cuParamSetSize(twice, sizeof(d_pointer)));
    CHECK(cuFuncSetBlockShape(twice, 4, 8, 1));
    CHECK(cuFuncSetSharedSize(twice, 32 * sizeof(int)));
    CHECK(cuLaunch(twice));
    MUST(at(0) == 80 && at(31) == 40 && at(32) == 20);
    CHECK(cuModuleUnload(module));
}

// A kernel of the program itself, which the driver launches.
static void of_the_program() {
    cudaFunction_t function;
    cudaKernel_t kernel;
    int what = 7;
    size_t offset, bytes;
    void *args[] = {&d_x, &what};
    CHECK(cudaGetFuncBySymbol(&function, (const void *)own));
    CHECK(cuLaunchKernel((CUfunction)function, 1, 1, 1, 32, 1, 1, 0, NULL, args, NULL));
    MUST(at(31) == 7);
    CHECK(cudaGetKernel(&kernel, own));
    what = 8;
    CHECK(cudaLaunchKernel((const void *)kernel, dim3(1), dim3(32), args, 0, 0));
    MUST(at(31) == 8);
    CHECK(cudaFuncGetParamInfo((const void *)own, 1, &offset, &bytes));
    MUST(offset == 8 && bytes == 4);
}

int main() {
    CHECK(cuInit(0));
    CHECK(cudaMalloc(&d_x, 64 * sizeof(int)));
    std::vector<char> image = compile();
    of_the_runtime(image);
    of_the_driver(image);
    of_old_times(image);
    of_the_program();
    printf("PASS\n");
    return 0;
}
