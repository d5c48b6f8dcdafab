// A kernel's name is the one that the compiler gives it, which CUDA's demangler turns back.
#include <nv_decode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__global__ void add(int *x, int what) {
    *x += what;
}
namespace parts {
template <class T> __global__ void fill(T *x, T what) {
    *x = what;
}
} // namespace parts
extern "C" __global__ void plain(int *x) {
    *x = 1;
}

static bool is(const char *name, const char *wanted) {
    if (strcmp(name, wanted) == 0) return true;
    printf("%s, and not %s\n", name, wanted);
    return false;
}

int main() {
    const char *name;
    int status;
    bool right = cudaFuncGetName(&name, add) == cudaSuccess && is(name, "_Z3addPii");
    right = right && cudaFuncGetName(&name, parts::fill<float>) == cudaSuccess;
    right = right && is(name, "_ZN5parts4fillIfEEvPT_S1_");
    char *plainly = right ? __cu_demangle(name, NULL, NULL, &status) : NULL;
    right = right && status == 0 && is(plainly, "void parts::fill<float>(float*, float)");
    free(plainly);
    right = right && cudaFuncGetName(&name, plain) == cudaSuccess && is(name, "plain");
    right = right && !__cu_demangle("no name", NULL, NULL, &status) && status == -2;
    puts(right ? "PASS" : "FAIL");
    return !right;
}
