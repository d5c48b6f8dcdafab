// cuBLAS: complex rotations, symmetric complex matrices, products of one triangle, packed triangles, least squares of
// complex matrices, and sizes of 64 bits; against plain loops.
#include <complex>
#include <cstdio>
#include <cublas_v2.h>
#include <vector>

int failed = 0;
#define CHECK(call) if (int status = (int)(call)) printf("line %d: status %d\n", __LINE__, status), failed = 1
#define EXPECT(what) if (!(what)) printf("line %d: %s\n", __LINE__, #what), failed = 1

typedef std::complex<double> Z;
typedef std::vector<Z> Zs;
static cublasHandle_t h;

static Zs numbers(size_t n, int seed) {
    Zs x(n);
    for (size_t i = 0; i < n; i++) x[i] = Z(int((i * 7 + seed) % 11) - 5, int((i * 5 + 3 * seed) % 13) - 6);
    return x;
}
static cuDoubleComplex *on_device(const Zs &x) {
    cuDoubleComplex *d;
    CHECK(cudaMalloc(&d, x.size() * sizeof(Z)));
    CHECK(cudaMemcpy(d, x.data(), x.size() * sizeof(Z), cudaMemcpyHostToDevice));
    return d;
}
static Zs back(cuDoubleComplex *d, size_t n) {
    Zs x(n);
    CHECK(cudaMemcpy((void *)x.data(), d, n * sizeof(Z), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d));
    return x;
}
static bool close_to(Z a, Z b) {
    return abs(a - b) <= 1e-9 * (1 + abs(b));
}
static cuDoubleComplex of(Z x) {
    return make_cuDoubleComplex(x.real(), x.imag());
}

static void rotations() {
    cuDoubleComplex a = {3, 4}, b = {1, -2}, s;
    double c;
    CHECK(cublasZrotg(h, &a, &b, &c, &s));
    const Z za(3, 4), zb(1, -2), zs(s.x, s.y);
    EXPECT(close_to(-conj(zs) * za + c * zb, 0) && close_to(c * za + zs * zb, Z(a.x, a.y)));
    EXPECT(fabs(c * c + norm(zs) - 1) < 1e-12);
    Zs x = numbers(9, 1), y = numbers(6, 2);
    cuDoubleComplex *d_x = on_device(x), *d_y = on_device(y);
    CHECK(cublasZrot(h, 3, d_x, 3, d_y, 2, &c, &s));
    Zs u = back(d_x, 9), v = back(d_y, 6);
    for (int i = 0; i < 3; i++) {
        EXPECT(close_to(u[3 * i], c * x[3 * i] + zs * y[2 * i]) && u[3 * i + 1] == x[3 * i + 1]);
        EXPECT(close_to(v[2 * i], -conj(zs) * x[3 * i] + c * y[2 * i]));
    }
}

enum { N = 7, K = 4, LD = 9 };
static bool in(cublasFillMode_t fill, int i, int j) {
    return fill == CUBLAS_FILL_MODE_UPPER ? i <= j : i >= j;
}

static void symmetric(cublasFillMode_t fill) {
    const Z alpha(2, -1), beta(0.5, 3);
    const cuDoubleComplex d_alpha = of(alpha), d_beta = of(beta);
    Zs a = numbers(LD * N, 3), x = numbers(N, 4), y = numbers(N, 5);
    auto full = [&](int i, int j) { return in(fill, i, j) ? a[i + j * LD] : a[j + i * LD]; };
    cuDoubleComplex *d_a = on_device(a), *d_x = on_device(x), *d_y = on_device(y);
    CHECK(cublasZsymv(h, fill, N, &d_alpha, d_a, LD, d_x, 1, &d_beta, d_y, 1));
    Zs out = back(d_y, N);
    for (int i = 0; i < N; i++) {
        Z sum = 0;
        for (int j = 0; j < N; j++) sum += full(i, j) * x[j];
        EXPECT(close_to(out[i], alpha * sum + beta * y[i]));
    }
    d_y = on_device(y);
    CHECK(cublasZsyr(h, fill, N, &d_alpha, d_x, 1, d_a, LD));
    CHECK(cublasZsyr2(h, fill, N, &d_beta, d_x, 1, d_y, 1, d_a, LD));
    out = back(d_a, LD * N);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < LD; i++) {
            Z value = a[i + j * LD];
            if (i < N && in(fill, i, j)) value += alpha * x[i] * x[j] + beta * (x[i] * y[j] + y[i] * x[j]);
            EXPECT(close_to(out[i + j * LD], value));
        }
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
}

static void products(cublasFillMode_t fill, bool plain, bool hermitian) {
    const Z alpha(2, -1), beta(0.5, hermitian ? 0 : 3);
    const cuDoubleComplex d_alpha = of(alpha), d_beta = of(beta);
    const cublasOperation_t op = plain ? CUBLAS_OP_N : hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
    Zs a = numbers(LD * N, 3), b = numbers(LD * N, 6), c = numbers(LD * N, 8);
    cuDoubleComplex *d_a = on_device(a), *d_b = on_device(b), *d_c = on_device(c);
    auto of_a = [&](int i, int p) { return plain ? a[i + p * LD] : hermitian ? conj(a[p + i * LD]) : a[p + i * LD]; };
    auto of_b = [&](int i, int p) { return plain ? b[i + p * LD] : hermitian ? conj(b[p + i * LD]) : b[p + i * LD]; };
    if (hermitian) {
        CHECK(cublasZherkx(h, fill, op, N, K, &d_alpha, d_a, LD, d_b, LD, &d_beta.x, d_c, LD));
    } else {
        CHECK(cublasZsyrkx(h, fill, op, N, K, &d_alpha, d_a, LD, d_b, LD, &d_beta, d_c, LD));
    }
    Zs out = back(d_c, LD * N);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            Z sum = 0;
            for (int p = 0; p < K; p++) sum += of_a(i, p) * (hermitian ? conj(of_b(j, p)) : of_b(j, p));
            Z value = in(fill, i, j) ? alpha * sum + beta * c[i + j * LD] : c[i + j * LD];
            if (hermitian && i == j) value = value.real();
            EXPECT(close_to(out[i + j * LD], value));
        }
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
}

static void packed(cublasFillMode_t fill) {
    Zs a = numbers(LD * N, 3), other = numbers(LD * N, 9), p(N * (N + 1) / 2);
    cuDoubleComplex *d_a = on_device(a), *d_other = on_device(other), *d_p = on_device(p);
    CHECK(cublasZtrttp(h, fill, N, d_a, LD, d_p));
    CHECK(cublasZtpttr(h, fill, N, d_p, d_other, LD));
    p = back(d_p, p.size());
    Zs out = back(d_other, LD * N);
    size_t k = 0;
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            if (in(fill, i, j)) EXPECT(p[k++] == a[i + j * LD]);
            EXPECT(out[i + j * LD] == (in(fill, i, j) ? a : other)[i + j * LD]);
        }
    CHECK(cudaFree(d_a));
}

// A X = B with more rows than columns: A^H (A X - B) is 0.
static void least_squares() {
    enum { ROWS = 6, COLS = 3 };
    Zs a = numbers(2 * ROWS * COLS, 2), b = numbers(2 * ROWS, 7);
    for (int i = 0; i < COLS; i++) a[i + i * ROWS] += 20, a[i + (i + COLS) * ROWS] += 30;
    cuDoubleComplex *d_a = on_device(a), *d_b = on_device(b), *as[2], *bs[2], **d_as, **d_bs;
    for (int i = 0; i < 2; i++) as[i] = d_a + i * ROWS * COLS, bs[i] = d_b + i * ROWS;
    CHECK(cudaMalloc(&d_as, sizeof as));
    CHECK(cudaMalloc(&d_bs, sizeof bs));
    CHECK(cudaMemcpy(d_as, as, sizeof as, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_bs, bs, sizeof bs, cudaMemcpyHostToDevice));
    int info = 9;
    CHECK(cublasZgelsBatched(h, CUBLAS_OP_N, ROWS, COLS, 1, d_as, ROWS, d_bs, ROWS, &info, NULL, 2));
    EXPECT(info == 0);
    CHECK(cudaFree(d_as));
    CHECK(cudaFree(d_bs));
    Zs x = back(d_b, 2 * ROWS);
    back(d_a, 1);
    for (int m = 0; m < 2; m++)
        for (int j = 0; j < COLS; j++) {
            Z sum = 0;
            for (int i = 0; i < ROWS; i++) {
                Z rest = -b[m * ROWS + i];
                for (int k = 0; k < COLS; k++) rest += a[m * ROWS * COLS + i + k * ROWS] * x[m * ROWS + k];
                sum += conj(a[m * ROWS * COLS + i + j * ROWS]) * rest;
            }
            EXPECT(abs(sum) < 1e-9);
        }
}

static void of_64_bits() {
    const double alpha = 2, beta = 1;
    double a[6] = {1, 2, 3, 4, 5, 6}, y[2] = {1, 1}, x[3] = {1, 1, 1}, *d_a, *d_x, *d_y, dot = 0;
    CHECK(cudaMalloc(&d_a, sizeof a));
    CHECK(cudaMalloc(&d_x, sizeof x));
    CHECK(cudaMalloc(&d_y, sizeof y));
    CHECK(cublasSetMatrix_64(2, 3, sizeof(double), a, 2, d_a, 2));
    CHECK(cublasSetVector_64(3, sizeof(double), x, 1, d_x, 1));
    CHECK(cublasSetVector_64(2, sizeof(double), y, 1, d_y, 1));
    const int64_t rows = 2, cols = 3;
    CHECK(cublasDgemv_64(h, CUBLAS_OP_N, rows, cols, &alpha, d_a, rows, d_x, 1, &beta, d_y, 1));
    CHECK(cublasDdot_64(h, rows, d_y, 1, d_y, 1, &dot));
    EXPECT(dot == 19. * 19 + 25. * 25);
    CHECK(cublasDaxpy_v2(h, 2, &alpha, d_y, 1, d_y, 1));
    CHECK(cublasGetVector_64(2, sizeof(double), d_y, 1, y, 1));
    EXPECT(y[0] == 57 && y[1] == 75);
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
}

int main() {
    CHECK(cublasCreate(&h));
    rotations();
    for (cublasFillMode_t fill : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
        symmetric(fill);
        for (int kind = 0; kind < 4; kind++) products(fill, kind % 2, kind / 2);
        packed(fill);
    }
    least_squares();
    of_64_bits();
    CHECK(cublasDestroy(h));
    puts(failed ? "FAIL" : "PASS");
    return failed;
}
