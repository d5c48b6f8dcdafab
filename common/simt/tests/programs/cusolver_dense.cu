// Systems, least squares, eigenvalues and singular values by cuSOLVER, as courses use it, against their residuals.
#include <cusolverDn.h>

#include <cmath>
#include <cstdio>
#include <vector>

const int N = 9, M = 14, LD = 16, COLS = 3;
static int bad;

static void check(bool right, const char *what) {
    if (!right) printf("wrong: %s\n", what), bad++;
}
static void check(cusolverStatus_t status, const char *what) {
    check(status == CUSOLVER_STATUS_SUCCESS, what);
}
template <class T> struct device {
    T *at = nullptr;
    explicit device(size_t n) {
        cudaMalloc(&at, (n + 1) * sizeof(T));
    }
    explicit device(const std::vector<T> &from) : device(from.size()) {
        cudaMemcpy(at, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~device() {
        cudaFree(at);
    }
    std::vector<T> get(size_t n) const {
        std::vector<T> to(n);
        cudaMemcpy(to.data(), at, n * sizeof(T), cudaMemcpyDeviceToHost);
        return to;
    }
};

static std::vector<double> matrix(int rows, int cols, int ld, bool symmetric) {
    std::vector<double> a(ld * cols, 0);
    for (int j = 0; j < cols; j++)
        for (int i = 0; i < rows; i++) {
            int p = symmetric ? i + j : 3 * i + 7 * j, q = symmetric ? i * j : i * j + i;
            a[j * ld + i] = (p * 5 + q * 11) % 17 - 8 + (i == j ? 120 : 0);
        }
    return a;
}

/** The greatest |sum_k a(i, k) x(k, j) - b(i, j)|; a and b have leading dimension LD, x has ldx. */
static double residual(const std::vector<double> &a, const std::vector<double> &x, int ldx,
                       const std::vector<double> &b, int rows, int inner, int cols) {
    double worst = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            double sum = -b[j * LD + i];
            for (int k = 0; k < inner; k++) sum += a[k * LD + i] * x[j * ldx + k];
            worst = fmax(worst, fabs(sum));
        }
    return worst;
}

static void solve(cusolverDnHandle_t handle) {
    std::vector<double> a = matrix(N, N, LD, false), s = matrix(N, N, LD, true),
                        b = matrix(N, COLS, LD, false);
    device<double> d_a(a), d_b(b), d_s(s), d_x(b);
    device<int> d_pivots(N), d_info(2);
    int lwork = 0, more = 0;
    check(cusolverDnDgetrf_bufferSize(handle, N, N, d_a.at, LD, &lwork), "size of getrf");
    check(cusolverDnDpotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, N, d_s.at, LD, &more),
          "size of potrf");
    device<double> d_work(lwork), d_more(more);
    check(cusolverDnDgetrf(handle, N, N, d_a.at, LD, d_work.at, d_pivots.at, d_info.at), "getrf");
    check(cusolverDnDgetrs(handle, CUBLAS_OP_N, N, COLS, d_a.at, LD, d_pivots.at, d_b.at, LD,
                           d_info.at + 1),
          "getrs");
    check(d_info.get(2) == std::vector<int>{0, 0}, "what getrf and getrs say");
    check(residual(a, d_b.get(LD * COLS), LD, b, N, N, COLS) < 1e-9, "the solution by LU");
    check(
        cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, N, d_s.at, LD, d_more.at, more, d_info.at),
        "potrf");
    check(cusolverDnDpotrs(handle, CUBLAS_FILL_MODE_LOWER, N, COLS, d_s.at, LD, d_x.at, LD,
                           d_info.at + 1),
          "potrs");
    check(d_info.get(2) == std::vector<int>{0, 0}, "what potrf and potrs say");
    check(residual(s, d_x.get(LD * COLS), LD, b, N, N, COLS) < 1e-9, "the solution by Cholesky");
}

/** Of a singular matrix, and of one that is not positive. */
static void fail(cusolverDnHandle_t handle) {
    std::vector<double> zero(LD * N, 0.0), minus = matrix(N, N, LD, true);
    minus[2 * LD + 2] = -1000;
    device<double> d_zero(zero), d_minus(minus);
    device<int> d_pivots(N), d_info(2);
    int lwork = 0, more = 0;
    cusolverDnDgetrf_bufferSize(handle, N, N, d_zero.at, LD, &lwork);
    cusolverDnDpotrf_bufferSize(handle, CUBLAS_FILL_MODE_UPPER, N, d_minus.at, LD, &more);
    device<double> d_work(lwork), d_more(more);
    check(cusolverDnDgetrf(handle, N, N, d_zero.at, LD, d_work.at, d_pivots.at, d_info.at),
          "getrf of zeros");
    check(cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_UPPER, N, d_minus.at, LD, d_more.at, more,
                           d_info.at + 1),
          "potrf of what is not positive");
    check(d_info.get(2) == std::vector<int>{1, 3}, "which pivot and which minor are wrong");
    check(cusolverDnDgetrf(handle, N, N, d_zero.at, N - 1, d_work.at, d_pivots.at, d_info.at),
          "getrf with a leading dimension that is too small");
    check(d_info.get(1) == std::vector<int>{-4}, "info names the leading dimension");
    check(cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_UPPER, N, d_minus.at, N - 1, d_more.at, more,
                           d_info.at) == CUSOLVER_STATUS_INVALID_VALUE,
          "potrf with a leading dimension that is too small");
}

/** Q R of m x n: Q' B by ormqr, Q by orgqr, and R is what geqrf leaves. */
static void least_squares(cusolverDnHandle_t handle) {
    std::vector<double> a = matrix(M, N, LD, false);
    device<double> d_a(a), d_b(a), d_tau(N);
    device<int> d_info(3);
    int lwork[3];
    check(cusolverDnDgeqrf_bufferSize(handle, M, N, d_a.at, LD, &lwork[0]), "size of geqrf");
    check(cusolverDnDormqr_bufferSize(handle, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, M, N, N, d_a.at, LD,
                                      d_tau.at, d_b.at, LD, &lwork[1]),
          "size of ormqr");
    check(cusolverDnDorgqr_bufferSize(handle, M, N, N, d_a.at, LD, d_tau.at, &lwork[2]),
          "size of orgqr");
    device<double> d_1(lwork[0]), d_3(lwork[2]); // many programs have no other space for ormqr
    check(cusolverDnDgeqrf(handle, M, N, d_a.at, LD, d_tau.at, d_1.at, lwork[0], d_info.at),
          "geqrf");
    std::vector<double> r = d_a.get(LD * N);
    for (int j = 0; j < N; j++)
        for (int i = j + 1; i < LD; i++) r[j * LD + i] = 0;
    check(cusolverDnDormqr(handle, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, M, N, N, d_a.at, LD, d_tau.at,
                           d_b.at, LD, d_1.at, lwork[0], d_info.at + 1),
          "ormqr");
    check(cusolverDnDorgqr(handle, M, N, N, d_a.at, LD, d_tau.at, d_3.at, lwork[2], d_info.at + 2),
          "orgqr");
    check(d_info.get(3) == std::vector<int>{0, 0, 0}, "what the three say");
    check(residual(d_a.get(LD * N), r, LD, a, M, N, N) < 1e-9, "Q R is A");
    std::vector<double> product = d_b.get(LD * N);
    double worst = 0;
    for (int j = 0; j < N; j++)
        for (int i = 0; i < M; i++) worst = fmax(worst, fabs(product[j * LD + i] - r[j * LD + i]));
    check(worst < 1e-9, "Q' A is R");
}

static void eigenvalues(cusolverDnHandle_t handle) {
    std::vector<double> a = matrix(N, N, LD, true);
    device<double> d_a(a), d_w(N);
    device<int> d_info(1);
    int lwork = 0;
    check(cusolverDnDsyevd_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, N,
                                      d_a.at, LD, d_w.at, &lwork),
          "size of syevd");
    device<double> d_work(lwork);
    check(cusolverDnDsyevd(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, N, d_a.at, LD,
                           d_w.at, d_work.at, lwork, d_info.at),
          "syevd");
    std::vector<double> v = d_a.get(LD * N), w = d_w.get(N), scaled = v;
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) scaled[j * LD + i] *= w[j];
    check(d_info.get(1)[0] == 0 && residual(a, v, LD, scaled, N, N, N) < 1e-9, "A V is V W");
    for (int j = 1; j < N; j++) check(w[j - 1] <= w[j], "eigenvalues ascend");
}

static void singular_values(cusolverDnHandle_t handle) {
    std::vector<float> a(LD * N);
    std::vector<double> exact = matrix(M, N, LD, false);
    for (int i = 0; i < LD * N; i++) a[i] = exact[i];
    device<float> d_a(a), d_s(N), d_u(M * M), d_vt(N * N), d_rest(N);
    device<int> d_info(1);
    int lwork = 0;
    check(cusolverDnSgesvd_bufferSize(handle, M, N, &lwork), "size of gesvd");
    device<float> d_work(lwork);
    check(cusolverDnSgesvd(handle, 'A', 'A', M, N, d_a.at, LD, d_s.at, d_u.at, M, d_vt.at, N,
                           d_work.at, lwork, d_rest.at, d_info.at),
          "gesvd");
    std::vector<float> s = d_s.get(N), u = d_u.get(M * M), vt = d_vt.get(N * N);
    double worst = 0;
    for (int j = 0; j < N; j++)
        for (int i = 0; i < M; i++) {
            double sum = -exact[j * LD + i];
            for (int k = 0; k < N; k++) sum += (double)u[k * M + i] * s[k] * vt[j * N + k];
            worst = fmax(worst, fabs(sum));
        }
    check(d_info.get(1)[0] == 0 && worst < 1e-2, "U S V' is A");
    for (int j = 1; j < N; j++) check(s[j - 1] >= s[j], "singular values descend");
}

/** (2 i; -i 3) x = b of complex numbers, which is Hermitian. */
static void complex_numbers(cusolverDnHandle_t handle) {
    std::vector<cuDoubleComplex> a = {{2, 0}, {0, -1}, {0, 1}, {3, 0}}, b = {{2, 3}, {3, 2}};
    device<cuDoubleComplex> d_a(a), d_b(b), d_v(a);
    device<double> d_w(2);
    device<int> d_info(3);
    int lwork = 0, more = 0;
    check(cusolverDnZpotrf_bufferSize(handle, CUBLAS_FILL_MODE_UPPER, 2, d_a.at, 2, &lwork),
          "size of complex potrf");
    check(cusolverDnZheevd_bufferSize(handle, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_UPPER, 2,
                                      d_v.at, 2, d_w.at, &more),
          "size of heevd");
    device<cuDoubleComplex> d_work(lwork), d_more(more);
    check(
        cusolverDnZpotrf(handle, CUBLAS_FILL_MODE_UPPER, 2, d_a.at, 2, d_work.at, lwork, d_info.at),
        "complex potrf");
    check(
        cusolverDnZpotrs(handle, CUBLAS_FILL_MODE_UPPER, 2, 1, d_a.at, 2, d_b.at, 2, d_info.at + 1),
        "complex potrs");
    check(cusolverDnZheevd(handle, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_UPPER, 2, d_v.at, 2,
                           d_w.at, d_more.at, more, d_info.at + 2),
          "heevd");
    std::vector<cuDoubleComplex> x = d_b.get(2);
    std::vector<double> w = d_w.get(2);
    double x0 = 2 * x[0].x - x[1].y - 2, y0 = 2 * x[0].y + x[1].x - 3;
    double x1 = x[0].y + 3 * x[1].x - 3, y1 = -x[0].x + 3 * x[1].y - 2;
    check(fabs(x0) + fabs(y0) + fabs(x1) + fabs(y1) < 1e-12, "the solution of a Hermitian system");
    check(fabs(w[0] - (5 - sqrt(5)) / 2) + fabs(w[1] - (5 + sqrt(5)) / 2) < 1e-12,
          "eigenvalues of a Hermitian matrix");
}

int main() {
    cusolverDnHandle_t handle;
    cudaStream_t stream, same;
    cudaStreamCreate(&stream);
    check(cusolverDnCreate(&handle), "a handle");
    solve(handle);
    fail(handle);
    least_squares(handle);
    eigenvalues(handle);
    singular_values(handle);
    complex_numbers(handle);
    check(cusolverDnSetStream(handle, stream), "a stream");
    check(cusolverDnGetStream(handle, &same) == CUSOLVER_STATUS_SUCCESS && same == stream,
          "the same stream");
    check(cusolverDnDestroy(handle), "the end of the handle");
    cudaStreamDestroy(stream);
    puts(bad ? "FAIL" : "PASS");
    return bad != 0;
}
