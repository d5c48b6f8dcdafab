// Two streams of the driver API share a kernel that was compiled at run time; an event orders what they do.
#include <cuda.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

static void check(int result, const char *what, int line) {
    if (result == 0) return;
    printf("line %d: %s gives %d\n", line, what, result);
    exit(1);
}
#define CHECK(call) check((int)(call), #call, __LINE__)
#define MUST(condition) check(!(condition), #condition, __LINE__)

static const char *const source = "extern \"C\" __global__ void add(int *x, int n, int what) {\n"
                                  "    int all = gridDim.x * blockDim.x;\n"
                                  "    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += all)\n"
                                  "        x[i] += what;\n"
                                  "}\n";

static CUmodule compile() {
    nvrtcProgram program;
    size_t bytes;
    CUmodule module;
    CHECK(nvrtcCreateProgram(&program, source, "add.cu", 0, NULL, NULL));
    CHECK(nvrtcCompileProgram(program, 0, NULL));
    CHECK(nvrtcGetPTXSize(program, &bytes));
    std::vector<char> ptx(bytes);
    CHECK(nvrtcGetPTX(program, ptx.data()));
    CHECK(cuModuleLoadData(&module, ptx.data()));
    CHECK(nvrtcDestroyProgram(&program));
    return module;
}

static void add(CUfunction f, CUdeviceptr d_x, int n, int what, CUstream stream) {
    void *args[] = {&d_x, &n, &what};
    CHECK(cuLaunchKernel(f, 2, 1, 1, 64, 1, 1, 0, stream, args, NULL));
}

static void CUDA_CB note(void *seen) {
    *(volatile int *)seen += 1;
}

int main() {
    const int n = 1000;
    CUcontext context;
    CUstream first, second;
    CUevent added, end;
    CUfunction f;
    CUdeviceptr d_x;
    int *x, seen = 0;
    float ms;
    CHECK(cuInit(0));
    CHECK(cuCtxCreate(&context, NULL, 0, 0));
    CUmodule module = compile();
    CHECK(cuModuleGetFunction(&f, module, "add"));
    CHECK(cuStreamCreate(&first, CU_STREAM_NON_BLOCKING));
    CHECK(cuStreamCreateWithPriority(&second, CU_STREAM_NON_BLOCKING, 0));
    CHECK(cuEventCreate(&added, CU_EVENT_DEFAULT));
    CHECK(cuEventCreate(&end, CU_EVENT_DEFAULT));
    CHECK(cuMemAllocHost((void **)&x, n * sizeof(int)));
    CHECK(cuMemAlloc(&d_x, n * sizeof(int)));
    for (int i = 0; i < n; i++) x[i] = i;
    CHECK(cuMemcpyHtoDAsync(d_x, x, n * sizeof(int), first));
    add(f, d_x, n, 1, first);
    CHECK(cuEventRecord(added, first));
    CHECK(cuStreamWaitEvent(second, added, 0));
    add(f, d_x, n, 10, second);
    CHECK(cuLaunchHostFunc(second, note, &seen));
    CHECK(cuMemcpyDtoHAsync(x, d_x, n * sizeof(int), second));
    CHECK(cuEventRecord(end, second));
    CHECK(cuEventSynchronize(end));
    CHECK(cuEventElapsedTime(&ms, added, end));
    CHECK(cuStreamQuery(second));
    MUST(ms >= 0 && seen == 1);
    for (int i = 0; i < n; i++) MUST(x[i] == i + 11);
    CHECK(cuMemFree(d_x));
    CHECK(cuMemFreeHost(x));
    CHECK(cuEventDestroy(added));
    CHECK(cuEventDestroy(end));
    CHECK(cuStreamDestroy(first));
    CHECK(cuStreamDestroy(second));
    CHECK(cuModuleUnload(module));
    CHECK(cuCtxDestroy(context));
    printf("PASS\n");
}
