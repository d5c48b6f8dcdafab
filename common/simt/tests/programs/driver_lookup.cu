/**
 * @file
 * @brief The driver's functions by their names: from cuGetProcAddress and cudaGetDriverEntryPoint, and from libcuda.so.
 *
 * Pointers of the program have the names of functions, as where a program loads the library itself.
 */
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

extern "C" int (*cuInit)(unsigned int);
int (*cuInit)(unsigned int);
extern "C" int (*cuMemAlloc)(unsigned long long *, size_t);
int (*cuMemAlloc)(unsigned long long *, size_t);

static void check(bool right, const char *what, int line) {
    if (right) return;
    printf("line %d: %s\n", line, what);
    exit(1);
}
#define CHECK(what) check(what, #what, __LINE__)

template <class F> static void load(F &function, void *library, const char *name) {
    function = (F)dlsym(library, name);
    check(function, name, __LINE__);
}

static void by_library() {
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    CHECK(library);
    int (*create)(void **, unsigned int, int), (*destroy)(void *),
        (*copy)(unsigned long long, const void *, size_t);
    int (*lookup)(const char *, void **, int, unsigned long long, int *), (*get_count)(int *),
        (*free)(unsigned long long);
    load(cuInit, library, "cuInit");
    load(cuMemAlloc, library, "cuMemAlloc_v2");
    load(create, library, "cuCtxCreate_v2");
    load(destroy, library, "cuCtxDestroy_v2");
    load(copy, library, "cuMemcpyHtoD_v2");
    load(free, library, "cuMemFree_v2");
    load(lookup, library, "cuGetProcAddress_v2");
    CHECK(cuInit(0) == 0);
    void *context, *found;
    unsigned long long memory;
    int seven = 7, back = 0, n = 0, how = -1;
    CHECK(create(&context, 0, 0) == 0);
    CHECK(cuMemAlloc(&memory, 4) == 0);
    CHECK(copy(memory, &seven, 4) == 0);
    CHECK(cudaMemcpy(&back, (void *)memory, 4, cudaMemcpyDeviceToHost) == cudaSuccess && back == 7);
    CHECK(free(memory) == 0);
    CHECK(lookup("cuDeviceGetCount", (void **)&get_count, 12000, 0, &how) == 0 && how == 0);
    CHECK(get_count(&n) == 0 && n >= 1);
    CHECK(lookup("cuCtxCreate", &found, 11000, 0, &how) == 0 &&
          found == dlsym(library, "cuCtxCreate_v2"));
    CHECK(lookup("cuCtxCreate", &found, 13000, 0, &how) == 0 &&
          found == dlsym(library, "cuCtxCreate_v4"));
    CHECK(destroy(context) == 0);
    CHECK(!dlsym(library, "cuNoSuchFunction"));
    CHECK(dlclose(library) == 0);
}

int main() {
    by_library();
    int (*name_of)(char *, int, int) = NULL;
    char name[100] = "";
    cudaDriverEntryPointQueryResult result;
    CHECK(cudaGetDriverEntryPointByVersion("cuDeviceGetName", (void **)&name_of, 12000,
                                           cudaEnableDefault, &result) == cudaSuccess);
    CHECK(result == cudaDriverEntryPointSuccess && name_of(name, sizeof name, 0) == 0 && name[0]);
    printf("PASS\n");
}
