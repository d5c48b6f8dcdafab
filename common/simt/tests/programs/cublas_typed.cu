/**
 * @file
 * @brief cuBLAS's functions of vectors whose types are arguments: half, bfloat16, float and complex numbers.
 */
#include <cublas_v2.h>

#include <cstdio>

static bool right = true;

static void check(bool what, int line) {
    if (!what) printf("line %d is wrong\n", line);
    right = right && what;
}
#define CHECK(what) check(what, __LINE__)
#define DONE(call)  CHECK((call) == CUBLAS_STATUS_SUCCESS)

enum { N = 100 };

/* x = 0, 1, 2, ..., -3 at 50; y = 2 everywhere. T holds all of these exactly. */
template <class T> struct vectors {
    T *x, *y;
    vectors() {
        cudaMallocManaged(&x, N * sizeof(T));
        cudaMallocManaged(&y, N * sizeof(T));
        for (int i = 0; i < N; i++) {
            x[i] = T(float(i == 50 ? -3 : i % 8));
            y[i] = T(2.0f);
        }
    }
};

template <class T> static void try_short(cublasHandle_t h, cudaDataType type) {
    vectors<T> v;
    const cudaDataType run = CUDA_R_32F;
    T sum = T(0.0f), c = T(0.0f), s = T(1.0f);
    float alpha = 3;
    int index = 0;
    DONE(cublasDotEx(h, N, v.x, type, 1, v.y, type, 1, &sum, type, run));
    float all = 0, squares = 0;
    for (int i = 0; i < N; i++) all += float(v.x[i]), squares += float(v.x[i]) * float(v.x[i]);
    CHECK(float(sum) == float(T(2 * all)));
    DONE(cublasNrm2Ex(h, 9, v.x, type, 1, &sum, type, run));
    CHECK(float(sum) == float(T(11.83216f))); // of 0..7 and 0
    float sizes = 0;
    DONE(cublasAsumEx(h, N, v.x, type, 1, &sizes, CUDA_R_32F, run));
    CHECK(sizes == all + 6);
    CHECK(cublasAsumEx(h, N, v.x, type, 1, &sum, type, run) == CUBLAS_STATUS_NOT_SUPPORTED);
    CHECK(cublasScalEx(h, N, &sum, type, v.x, type, 1, run) != CUBLAS_STATUS_SUCCESS);
    CHECK(cublasAxpyEx(h, N, &sum, type, v.x, type, 1, v.y, type, 1, run) != CUBLAS_STATUS_SUCCESS);
    DONE(cublasIamaxEx(h, N, v.x, type, 1, &index));
    CHECK(index == 8);
    DONE(cublasIaminEx(h, N - 1, v.x + 1, type, 1, &index));
    CHECK(index == 8);
    DONE(cublasAxpyEx(h, N, &alpha, CUDA_R_32F, v.x, type, 1, v.y, type, -1, run));
    cudaDeviceSynchronize();
    CHECK(float(v.y[N - 1 - 50]) == -7 && float(v.y[N - 1 - 7]) == 23);
    DONE(cublasScalEx(h, N / 2, &alpha, CUDA_R_32F, v.x, type, 2, run));
    DONE(cublasSwapEx(h, 4, v.x, type, 1, v.y, type, 1));
    DONE(cublasCopyEx(h, 3, v.x + 1, type, -1, v.x + 10, type, 1));
    DONE(cublasRotEx(h, 1, v.x + 50, type, 1, v.y, type, 1, &c, &s, type, run));
    cudaDeviceSynchronize();
    CHECK(float(v.x[6]) == 18 && float(v.x[7]) == 7 && float(v.y[2]) == 6 && float(v.y[1]) == 1);
    CHECK(float(v.x[10]) == float(v.x[3]) && float(v.x[12]) == float(v.x[1]));
    CHECK(float(v.x[50]) == 0 && float(v.y[0]) == 9);
}

static void try_float(cublasHandle_t h) {
    vectors<float> v;
    float sum = 0, alpha = 2;
    DONE(cublasScalEx(h, N, &alpha, CUDA_R_32F, v.y, CUDA_R_32F, 1, CUDA_R_32F));
    DONE(cublasDotEx(h, 10, v.x, CUDA_R_32F, 1, v.y, CUDA_R_32F, 1, &sum, CUDA_R_32F, CUDA_R_32F));
    CHECK(sum == 29 * 4);
    cuComplex *z, dot;
    cudaMallocManaged(&z, 2 * sizeof *z);
    z[0] = {1, 2}, z[1] = {3, -1};
    DONE(cublasDotcEx(h, 2, z, CUDA_C_32F, 1, z, CUDA_C_32F, 1, &dot, CUDA_C_32F, CUDA_C_32F));
    CHECK(dot.x == 15 && dot.y == 0);
    DONE(cublasDotEx(h, 2, z, CUDA_C_32F, 1, z, CUDA_C_32F, 1, &dot, CUDA_C_32F, CUDA_C_32F));
    CHECK(dot.x == 5 && dot.y == -2);
    DONE(cublasAsumEx(h, 2, z, CUDA_C_32F, 1, &sum, CUDA_R_32F, CUDA_C_32F));
    CHECK(sum == 7);
    DONE(cublasNrm2Ex(h, 2, z, CUDA_C_32F, 1, &sum, CUDA_R_32F, CUDA_R_32F));
    CHECK(sum > 3.87f && sum < 3.88f);
    CHECK(cublasAsumEx(h, 2, z, CUDA_C_32F, 1, &sum, CUDA_R_32F, CUDA_R_32F) == CUBLAS_STATUS_NOT_SUPPORTED);
}

int main() {
    cublasHandle_t h;
    DONE(cublasCreate(&h));
    try_short<__half>(h, CUDA_R_16F);
    try_short<__nv_bfloat16>(h, CUDA_R_16BF);
    try_float(h);
    DONE(cublasDestroy(h));
    puts(right ? "PASS" : "FAIL");
    return 0;
}
