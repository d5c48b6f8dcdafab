// What NVRTC says of programs that do not compile, and one kernel loaded twice, each time with its own variable.
// Errors of the API are meant.
#include <cuda.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <vector>

static void check(int result, const char *what, int line) {
    if (result == 0) return;
    printf("line %d: %s gives %d\n", line, what, result);
    exit(1);
}
#define CHECK(call) check((int)(call), #call, __LINE__)
#define MUST(condition) check(!(condition), #condition, __LINE__)

static std::string log_of(nvrtcProgram program) {
    size_t bytes;
    CHECK(nvrtcGetProgramLogSize(program, &bytes));
    std::vector<char> text(bytes + 1);
    CHECK(nvrtcGetProgramLog(program, text.data()));
    return text.data();
}

static void fails() {
    nvrtcProgram program;
    const char *name;
    const char *bad[] = {"--no-such-option"};
    MUST(nvrtcCreateProgram(&program, NULL, "x.cu", 0, NULL, NULL) == NVRTC_ERROR_INVALID_INPUT);
    CHECK(nvrtcCreateProgram(&program, "\n\n__global__ void k(int *x) { *x = y; }\n", "wrong.cu", 0, NULL, NULL));
    MUST(nvrtcCompileProgram(program, 1, bad) == NVRTC_ERROR_INVALID_OPTION);
    MUST(nvrtcCompileProgram(program, 0, NULL) == NVRTC_ERROR_COMPILATION);
    std::string log = log_of(program);
    MUST(log.find("wrong.cu") != std::string::npos && log.find("y") != std::string::npos);
    MUST(nvrtcGetLoweredName(program, "k", &name) != NVRTC_SUCCESS);
    CHECK(nvrtcDestroyProgram(&program));
    MUST(program == NULL);
    MUST(std::string(nvrtcGetErrorString(NVRTC_ERROR_COMPILATION)) == "NVRTC_ERROR_COMPILATION");
}

static int count(CUmodule module, int times) {
    CUfunction f;
    CUdeviceptr d_n;
    int n;
    CHECK(cuModuleGetFunction(&f, module, "count"));
    for (int i = 0; i < times; i++) CHECK(cuLaunchKernel(f, 2, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
    CHECK(cuModuleGetGlobal(&d_n, NULL, module, "n"));
    CHECK(cuMemcpyDtoH(&n, d_n, sizeof n));
    return n;
}

int main() {
    CUcontext context;
    CUmodule one, two, none;
    nvrtcProgram program;
    size_t bytes;
    CHECK(cuInit(0));
    CHECK(cuCtxCreate(&context, NULL, 0, 0));
    fails();
    const char *options[] = {"-default-device", "--use_fast_math", "-DBY=2"};
    CHECK(nvrtcCreateProgram(&program, "int by() { return BY; }\n"
                                       "__device__ int n;\n"
                                       "extern \"C\" __global__ void count() { atomicAdd(&n, by()); }\n",
                             NULL, 0, NULL, NULL));
    CHECK(nvrtcCompileProgram(program, 3, options));
    CHECK(nvrtcGetPTXSize(program, &bytes));
    std::vector<char> ptx(bytes);
    CHECK(nvrtcGetPTX(program, ptx.data()));
    CHECK(nvrtcDestroyProgram(&program));
    CHECK(cuModuleLoadData(&one, ptx.data()));
    CHECK(cuModuleLoadData(&two, ptx.data()));
    MUST(count(one, 1) == 128 && count(two, 2) == 256 && count(one, 1) == 256);
    MUST(cuModuleGetFunction(NULL, one, "count") == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuModuleUnload(one));
    MUST(cuModuleLoadData(&none, "no module at all") != CUDA_SUCCESS);
    MUST(cuModuleLoad(&none, "no_such.fatbin") == CUDA_ERROR_FILE_NOT_FOUND);
    MUST(count(two, 1) == 384);
    CHECK(cuCtxDestroy(context));
    printf("PASS\n");
}
