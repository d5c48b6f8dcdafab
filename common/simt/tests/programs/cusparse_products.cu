// Sparse matrices times vectors and matrices, in three formats; triangles; conversions; and a product of two.
#include <cusparse.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

enum { M = 30, N = 22, COLS = 7 };

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cusparseStatus_t status = call;                                                            \
        if (status != CUSPARSE_STATUS_SUCCESS) {                                                   \
            printf("line %d: %s\n", __LINE__, cusparseGetErrorString(status));                     \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static int wrong;
static void expect(double is, double want, int line) {
    if (std::fabs(is - want) <= 1e-5 * (1 + std::fabs(want))) return;
    if (wrong++ < 5) printf("line %d: %g, not %g\n", line, is, want);
}
#define EXPECT(is, want) expect(is, want, __LINE__)

template <class T> static T *managed(const std::vector<T> &from) {
    T *p;
    cudaMallocManaged(&p, (from.size() + 1) * sizeof(T));
    for (size_t i = 0; i < from.size(); i++) p[i] = from[i];
    return p;
}

static std::vector<float> numbers(int n, int of) {
    std::vector<float> v(n);
    for (float &x : v) x = rand() % of ? 0 : (float)(rand() % 19 - 9);
    return v;
}

template <class Call> static void *buffer_of(Call size) {
    size_t bytes = 0;
    void *buffer;
    CHECK(size(&bytes));
    cudaMalloc(&buffer, bytes);
    return buffer;
}

int main() {
    cusparseHandle_t h;
    CHECK(cusparseCreate(&h));
    const float alpha = 2, beta = -1, one = 1, zero = 0;
    std::vector<float> a = numbers(M * N, 4), b = numbers(N * COLS, 1),
                       x = numbers(M, 1); // by rows

    // dense to sparse, with indices from 1 and from 0
    float *d_a = managed(a), *values = managed(a), *d_x = managed(x), *d_b = managed(b);
    int *offsets = managed(std::vector<int>(M + N + 2)),
        *indices = managed(std::vector<int>(M * N)), *rows = managed(std::vector<int>(M * N));
    cusparseDnMatDescr_t dense, mb, mc;
    CHECK(cusparseCreateDnMat(&dense, M, N, N, d_a, CUDA_R_32F, CUSPARSE_ORDER_ROW));
    CHECK(cusparseCreateDnMat(&mb, N, COLS, COLS, d_b, CUDA_R_32F, CUSPARSE_ORDER_ROW));
    cusparseDnVecDescr_t vx, vy;
    for (int format = 0; format < 3; format++) {
        cusparseIndexBase_t base = format == 1 ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO;
        cusparseSpMatDescr_t s;
        if (format == 0)
            CHECK(cusparseCreateCsr(&s, M, N, 0, offsets, nullptr, nullptr, CUSPARSE_INDEX_32I,
                                    CUSPARSE_INDEX_32I, base, CUDA_R_32F));
        else if (format == 1)
            CHECK(cusparseCreateCsc(&s, M, N, 0, offsets, nullptr, nullptr, CUSPARSE_INDEX_32I,
                                    CUSPARSE_INDEX_32I, base, CUDA_R_32F));
        else
            CHECK(cusparseCreateCoo(&s, M, N, 0, nullptr, nullptr, nullptr, CUSPARSE_INDEX_32I,
                                    base, CUDA_R_32F));
        void *buffer = buffer_of([&](size_t *bytes) {
            return cusparseDenseToSparse_bufferSize(h, dense, s, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                                    bytes);
        });
        CHECK(cusparseDenseToSparse_analysis(h, dense, s, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                             buffer));
        int64_t m, n, nnz, count = 0;
        CHECK(cusparseSpMatGetSize(s, &m, &n, &nnz));
        for (float v : a) count += v != 0;
        EXPECT((double)nnz, (double)count);
        if (format == 0) CHECK(cusparseCsrSetPointers(s, offsets, indices, values));
        if (format == 1) CHECK(cusparseCscSetPointers(s, offsets, indices, values));
        if (format == 2) CHECK(cusparseCooSetPointers(s, rows, indices, values));
        CHECK(
            cusparseDenseToSparse_convert(h, dense, s, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer));

        // y = 2 A' x - y
        std::vector<float> y(N, 3);
        float *d_y = managed(y), *d_c = managed(std::vector<float>(M * COLS)),
              *back = managed(std::vector<float>(M * N, 5));
        CHECK(cusparseCreateDnVec(&vx, M, d_x, CUDA_R_32F));
        CHECK(cusparseCreateDnVec(&vy, N, d_y, CUDA_R_32F));
        void *more = buffer_of([&](size_t *bytes) {
            return cusparseSpMV_bufferSize(h, CUSPARSE_OPERATION_TRANSPOSE, &alpha, s, vx, &beta,
                                           vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, bytes);
        });
        CHECK(cusparseSpMV(h, CUSPARSE_OPERATION_TRANSPOSE, &alpha, s, vx, &beta, vy, CUDA_R_32F,
                           CUSPARSE_SPMV_ALG_DEFAULT, more));
        // C = A B, by columns
        CHECK(cusparseCreateDnMat(&mc, M, COLS, M, d_c, CUDA_R_32F, CUSPARSE_ORDER_COL));
        CHECK(cusparseSpMM(h, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE,
                           &one, s, mb, &zero, mc, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, more));
        cusparseDnMatDescr_t mback;
        CHECK(cusparseCreateDnMat(&mback, M, N, N, back, CUDA_R_32F, CUSPARSE_ORDER_ROW));
        CHECK(cusparseSparseToDense(h, s, mback, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, more));
        cudaDeviceSynchronize();
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int i = 0; i < M; i++) sum += a[i * N + j] * x[i];
            EXPECT(d_y[j], 2 * sum - 3);
        }
        for (int i = 0; i < M; i++)
            for (int j = 0; j < COLS; j++) {
                float sum = 0;
                for (int k = 0; k < N; k++) sum += a[i * N + k] * b[k * COLS + j];
                EXPECT(d_c[j * M + i], sum);
            }
        for (int i = 0; i < M * N; i++) EXPECT(back[i], a[i]);
        CHECK(cusparseDestroySpMat(s));
        CHECK(cusparseDestroyDnMat(mback));
    }

    // L y = x for a band, and L L of it
    std::vector<double> band;
    std::vector<int> first{0}, column;
    for (int i = 0; i < M; i++) {
        for (int j = i > 2 ? i - 2 : 0; j <= i; j++)
            band.push_back(i == j ? 4 : 1), column.push_back(j);
        first.push_back((int)column.size());
    }
    double *d_band = managed(band), *d_right = managed(std::vector<double>(x.begin(), x.end())),
           *d_solved = managed(std::vector<double>(M)), two = 2, none = 0;
    int *d_first = managed(first), *d_column = managed(column),
        *c_first = managed(std::vector<int>(M + 1));
    cusparseSpMatDescr_t l, ll;
    CHECK(cusparseCreateCsr(&l, M, M, (int64_t)band.size(), d_first, d_column, d_band,
                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                            CUDA_R_64F));
    cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
    cusparseDiagType_t diag = CUSPARSE_DIAG_TYPE_NON_UNIT;
    CHECK(cusparseSpMatSetAttribute(l, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof(fill)));
    CHECK(cusparseSpMatSetAttribute(l, CUSPARSE_SPMAT_DIAG_TYPE, &diag, sizeof(diag)));
    CHECK(cusparseCreateDnVec(&vx, M, d_right, CUDA_R_64F));
    CHECK(cusparseCreateDnVec(&vy, M, d_solved, CUDA_R_64F));
    cusparseSpSVDescr_t solve;
    CHECK(cusparseSpSV_createDescr(&solve));
    void *buffer = buffer_of([&](size_t *bytes) {
        return cusparseSpSV_bufferSize(h, CUSPARSE_OPERATION_NON_TRANSPOSE, &two, l, vx, vy,
                                       CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, solve, bytes);
    });
    CHECK(cusparseSpSV_analysis(h, CUSPARSE_OPERATION_NON_TRANSPOSE, &two, l, vx, vy, CUDA_R_64F,
                                CUSPARSE_SPSV_ALG_DEFAULT, solve, buffer));
    CHECK(cusparseSpSV_solve(h, CUSPARSE_OPERATION_NON_TRANSPOSE, &two, l, vx, vy, CUDA_R_64F,
                             CUSPARSE_SPSV_ALG_DEFAULT, solve));
    cudaDeviceSynchronize();
    for (int i = 0; i < M; i++) {
        double sum = 0;
        for (int p = first[i]; p < first[i + 1]; p++) sum += band[p] * d_solved[column[p]];
        EXPECT(sum, 2 * x[i]);
    }
    CHECK(cusparseCreateCsr(&ll, M, M, 0, c_first, nullptr, nullptr, CUSPARSE_INDEX_32I,
                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    cusparseSpGEMMDescr_t product;
    CHECK(cusparseSpGEMM_createDescr(&product));
    const cusparseOperation_t op = CUSPARSE_OPERATION_NON_TRANSPOSE;
    size_t bytes = 0;
    if (cusparseSpGEMM_workEstimation(h, op, op, &two, l, l, &none, ll, CUDA_R_64F, CUSPARSE_SPGEMM_DEFAULT, product,
                                      &bytes, nullptr) != CUSPARSE_STATUS_NOT_SUPPORTED)
        wrong++; // a matrix that is said to be a triangle may only be solved
    CHECK(cusparseCreateCsr(&l, M, M, (int64_t)band.size(), d_first, d_column, d_band, CUSPARSE_INDEX_32I,
                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    CHECK(cusparseSpGEMM_workEstimation(h, op, op, &two, l, l, &none, ll, CUDA_R_64F,
                                        CUSPARSE_SPGEMM_DEFAULT, product, &bytes, nullptr));
    cudaMalloc(&buffer, bytes); // the next call needs one of its own beside it
    CHECK(cusparseSpGEMM_workEstimation(h, op, op, &two, l, l, &none, ll, CUDA_R_64F,
                                        CUSPARSE_SPGEMM_DEFAULT, product, &bytes, buffer));
    CHECK(cusparseSpGEMM_compute(h, op, op, &two, l, l, &none, ll, CUDA_R_64F,
                                 CUSPARSE_SPGEMM_DEFAULT, product, &bytes, nullptr));
    cudaMalloc(&buffer, bytes);
    CHECK(cusparseSpGEMM_compute(h, op, op, &two, l, l, &none, ll, CUDA_R_64F,
                                 CUSPARSE_SPGEMM_DEFAULT, product, &bytes, buffer));
    int64_t m, n, nnz;
    CHECK(cusparseSpMatGetSize(ll, &m, &n, &nnz));
    int *c_column = managed(std::vector<int>(nnz));
    double *c_values = managed(std::vector<double>(nnz));
    CHECK(cusparseCsrSetPointers(ll, c_first, c_column, c_values));
    CHECK(cusparseSpGEMM_copy(h, op, op, &two, l, l, &none, ll, CUDA_R_64F, CUSPARSE_SPGEMM_DEFAULT,
                              product));
    cudaDeviceSynchronize();
    EXPECT((double)c_first[M], (double)nnz);
    for (int p = c_first[9]; p < c_first[10]; p++) { // 1 2 11 10 16+... of row 9, from column 5
        static const double row[] = {1, 2, 9, 8, 16};
        EXPECT(c_values[p], 2 * row[c_column[p] - 5]);
    }
    cusparseDestroy(h);
    printf(wrong ? "FAIL: %d\n" : "PASS\n", wrong);
    return wrong != 0;
}
