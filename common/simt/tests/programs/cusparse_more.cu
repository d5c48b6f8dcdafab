// cuSPARSE: triangles with many right sides, sampled products, batches, products that are made again, conversions,
// sorting, and systems with few diagonals. All numbers are small, so that sums are exact.
#include <cmath>
#include <cstdio>
#include <cusparse.h>
#include <vector>

int failed = 0;
#define CHECK(call) do if (int s = (int)(call)) printf("line %d: status %d\n", __LINE__, s), failed = 1; while (0)
#define EXPECT(what) do if (!(what)) printf("line %d: %s is false\n", __LINE__, #what), failed = 1; while (0)

template <typename T> T *on_device(const std::vector<T> &values) {
    T *d;
    cudaMalloc(&d, values.size() * sizeof(T));
    cudaMemcpy(d, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
    return d;
}
template <typename T> std::vector<T> from_device(const T *d, size_t n) {
    std::vector<T> values(n);
    cudaMemcpy(values.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost);
    return values;
}
typedef std::vector<float> floats;
typedef std::vector<int> ints;

cusparseHandle_t handle;
const float ONE = 1, TWO = 2, ZERO = 0;
const cusparseOperation_t N = CUSPARSE_OPERATION_NON_TRANSPOSE, T = CUSPARSE_OPERATION_TRANSPOSE;
void *d_buffer;

cusparseSpMatDescr_t csr(int rows, int cols, const ints &offsets, const ints &columns, const floats &values) {
    cusparseSpMatDescr_t m;
    CHECK(cusparseCreateCsr(&m, rows, cols, offsets[rows], on_device(offsets), on_device(columns), on_device(values),
                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    return m;
}
cusparseDnMatDescr_t dense(int rows, int cols, float *d_values, cusparseOrder_t order = CUSPARSE_ORDER_COL) {
    cusparseDnMatDescr_t m;
    CHECK(cusparseCreateDnMat(&m, rows, cols, order == CUSPARSE_ORDER_COL ? rows : cols, d_values, CUDA_R_32F, order));
    return m;
}

// [1 0 0; 2 2 0; 0 3 4] has the answers [1 2; 3 4; 5 6] for [1 2; 8 12; 29 36].
void triangles() {
    cusparseSpMatDescr_t a = csr(3, 3, {0, 1, 3, 5}, {0, 0, 1, 1, 2}, {1, 2, 2, 3, 4});
    cusparseFillMode_t lower = CUSPARSE_FILL_MODE_LOWER, seen = CUSPARSE_FILL_MODE_UPPER;
    CHECK(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &lower, sizeof(lower)));
    CHECK(cusparseSpMatGetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &seen, sizeof(seen)));
    EXPECT(seen == CUSPARSE_FILL_MODE_LOWER);
    float *d_b = on_device(floats{1, 2, 8, 12, 29, 36}), *d_c = on_device(floats(6));
    cusparseDnMatDescr_t b = dense(3, 2, d_b, CUSPARSE_ORDER_ROW), b_turned = dense(2, 3, d_b), c = dense(3, 2, d_c);
    cusparseSpSMDescr_t solve;
    size_t bytes;
    CHECK(cusparseSpSM_createDescr(&solve));
    for (int turned = 0; turned < 2; turned++) {
        cusparseDnMatDescr_t right = turned ? b_turned : b;
        cusparseOperation_t op = turned ? T : N;
        CHECK(cusparseSpSM_bufferSize(handle, N, op, &ONE, a, right, c, CUDA_R_32F, CUSPARSE_SPSM_ALG_DEFAULT, solve,
                                      &bytes));
        CHECK(cusparseSpSM_analysis(handle, N, op, &ONE, a, right, c, CUDA_R_32F, CUSPARSE_SPSM_ALG_DEFAULT, solve,
                                    d_buffer));
        CHECK(cusparseSpSM_solve(handle, N, op, &TWO, a, right, c, CUDA_R_32F, CUSPARSE_SPSM_ALG_DEFAULT, solve));
        EXPECT((from_device(d_c, 6) == floats{2, 6, 10, 4, 8, 12}));
    }
    CHECK(cusparseSpSM_destroyDescr(solve));
}

// Where C has elements, 2 A B + C for A = [1 2; 3 4] and B = [5 6; 7 8], whose product is [19 22; 43 50].
void samples() {
    float *d_a = on_device(floats{1, 2, 3, 4}), *d_b = on_device(floats{5, 7, 6, 8});
    cusparseSpMatDescr_t c = csr(2, 2, {0, 1, 3}, {1, 0, 1}, {1, 1, 1});
    cusparseDnMatDescr_t a_rows = dense(2, 2, d_a, CUSPARSE_ORDER_ROW), a_turned = dense(2, 2, d_a);
    cusparseDnMatDescr_t b_cols = dense(2, 2, d_b), b_turned = dense(2, 2, d_b, CUSPARSE_ORDER_ROW);
    size_t bytes;
    void *d_values;
    CHECK(cusparseSDDMM_bufferSize(handle, N, N, &TWO, a_rows, b_cols, &ONE, c, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT,
                                   &bytes));
    CHECK(cusparseSDDMM(handle, N, N, &TWO, a_rows, b_cols, &ONE, c, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, d_buffer));
    CHECK(cusparseSpMatGetValues(c, &d_values));
    EXPECT((from_device((float *)d_values, 3) == floats{45, 87, 101}));
    CHECK(cusparseSDDMM(handle, T, T, &ONE, a_turned, b_turned, &ZERO, c, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT,
                        d_buffer));
    EXPECT((from_device((float *)d_values, 3) == floats{22, 43, 50}));
}

// Two diagonal matrices with the same indices, each times its own B; and one of them times both.
void batches() {
    cusparseSpMatDescr_t a = csr(2, 2, {0, 1, 2}, {0, 1, 0, 1}, {1, 2, 3, 4});
    float *d_b = on_device(floats{1, 2, 3, 4}), *d_c = on_device(floats(4));
    cusparseDnMatDescr_t b = dense(2, 1, d_b), c = dense(2, 1, d_c);
    int count = 0;
    CHECK(cusparseDnMatSetStridedBatch(b, 2, 2));
    CHECK(cusparseDnMatSetStridedBatch(c, 2, 2));
    EXPECT(cusparseSpMM(handle, N, N, &ONE, a, b, &ZERO, c, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, d_buffer) ==
           CUSPARSE_STATUS_INVALID_VALUE); // as long as A is no batch
    CHECK(cusparseCsrSetStridedBatch(a, 2, 0, 0));
    CHECK(cusparseSpMM(handle, N, N, &ONE, a, b, &ZERO, c, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, d_buffer));
    EXPECT((from_device(d_c, 4) == floats{1, 4, 3, 8}));
    CHECK(cusparseCsrSetStridedBatch(a, 2, 0, 2));
    CHECK(cusparseSpMatGetStridedBatch(a, &count));
    EXPECT(count == 2);
    CHECK(cusparseSpMM(handle, N, N, &ONE, a, b, &ZERO, c, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, d_buffer));
    EXPECT((from_device(d_c, 4) == floats{1, 4, 9, 16}));
    CHECK(cusparseCsrSetStridedBatch(a, 3, 0, 2));
    EXPECT(cusparseSpMM(handle, N, N, &ONE, a, b, &ZERO, c, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, d_buffer) ==
           CUSPARSE_STATUS_INVALID_VALUE);
}

// [1 2; 0 3] squared is [1 8; 0 9]; with 2 in place of 1 it is [4 10; 0 9].
void products() {
    cusparseSpMatDescr_t a = csr(2, 2, {0, 2, 3}, {0, 1, 1}, {1, 2, 3}), c;
    float *d_values = on_device(floats(3));
    int *d_offsets = on_device(ints(3)), *d_columns = on_device(ints(3));
    cusparseSpGEMMDescr_t product;
    size_t bytes[3];
    int64_t rows, cols, nnz = 0, pairs = 0;
    void *d_a;
    const cusparseSpGEMMAlg_t alg = CUSPARSE_SPGEMM_DEFAULT;
    CHECK(cusparseCreateCsr(&c, 2, 2, 0, d_offsets, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                            CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    CHECK(cusparseSpGEMM_createDescr(&product));
    CHECK(cusparseSpGEMMreuse_workEstimation(handle, N, N, a, a, c, alg, product, bytes, NULL));
    float *d_buffers[5]; // all of them are needed at once
    for (float *&d : d_buffers) d = on_device(floats(1 << 18));
    CHECK(cusparseSpGEMMreuse_workEstimation(handle, N, N, a, a, c, alg, product, bytes, d_buffers[0]));
    CHECK(cusparseSpGEMMreuse_nnz(handle, N, N, a, a, c, alg, product, bytes, NULL, bytes + 1, NULL, bytes + 2, NULL));
    CHECK(cusparseSpGEMMreuse_nnz(handle, N, N, a, a, c, alg, product, bytes, d_buffers[1], bytes + 1, d_buffers[2],
                                  bytes + 2, d_buffers[3]));
    CHECK(cusparseSpMatGetSize(c, &rows, &cols, &nnz));
    EXPECT(nnz == 3);
    CHECK(cusparseCsrSetPointers(c, d_offsets, d_columns, d_values));
    CHECK(cusparseSpGEMMreuse_copy(handle, N, N, a, a, c, alg, product, bytes, NULL));
    CHECK(cusparseSpGEMMreuse_copy(handle, N, N, a, a, c, alg, product, bytes, d_buffers[4]));
    CHECK(cusparseSpGEMMreuse_compute(handle, N, N, &ONE, a, a, &ZERO, c, CUDA_R_32F, alg, product));
    EXPECT((from_device(d_values, 3) == floats{1, 8, 9} && from_device(d_columns, 3) == ints{0, 1, 1}));
    CHECK(cusparseSpMatGetValues(a, &d_a));
    cudaMemcpy(d_a, &TWO, sizeof(float), cudaMemcpyHostToDevice);
    CHECK(cusparseSpGEMMreuse_compute(handle, N, N, &ONE, a, a, &ZERO, c, CUDA_R_32F, alg, product));
    EXPECT((from_device(d_values, 3) == floats{4, 10, 9} && from_device(d_offsets, 3) == ints{0, 2, 3}));
    CHECK(cusparseSpGEMM_workEstimation(handle, N, N, &ONE, a, a, &ZERO, c, CUDA_R_32F, alg, product, bytes, d_buffer));
    CHECK(cusparseSpGEMM_getNumProducts(product, &pairs));
    EXPECT(pairs == 4);
    CHECK(cusparseSpGEMM_destroyDescr(product));
}

// A matrix of 3 x 4 elements, whose rows and columns are out of order.
void conversions() {
    int *d_rows = on_device(ints{3, 1, 2, 1, 3}), *d_cols = on_device(ints{2, 4, 1, 1, 1}), *d_p = on_device(ints(5)),
        *d_offsets = on_device(ints(5)), *d_indices = on_device(ints(5));
    float *d_values = on_device(floats{14, 32, 21, 11, 31}), *d_turned = on_device(floats(5));
    size_t bytes;
    CHECK(cusparseCreateIdentityPermutation(handle, 5, d_p));
    CHECK(cusparseXcoosort_bufferSizeExt(handle, 3, 4, 5, d_rows, d_cols, &bytes));
    CHECK(cusparseXcoosortByColumn(handle, 3, 4, 5, d_rows, d_cols, d_p, d_buffer));
    EXPECT((from_device(d_p, 5) == ints{3, 2, 4, 0, 1} && from_device(d_cols, 5) == ints{1, 1, 1, 2, 4}));
    CHECK(cusparseXcoosortByRow(handle, 3, 4, 5, d_rows, d_cols, d_p, d_buffer));
    EXPECT((from_device(d_p, 5) == ints{3, 1, 2, 4, 0} && from_device(d_rows, 5) == ints{1, 1, 2, 3, 3}));
    CHECK(cusparseXcoo2csr(handle, d_rows, 5, 3, d_offsets, CUSPARSE_INDEX_BASE_ONE));
    EXPECT((from_device(d_offsets, 4) == ints{1, 3, 4, 6}));
    CHECK(cusparseXcsr2coo(handle, d_offsets, 5, 3, d_indices, CUSPARSE_INDEX_BASE_ONE));
    EXPECT((from_device(d_indices, 5) == ints{1, 1, 2, 3, 3}));
    int *d_csc = on_device(ints(5));
    CHECK(cusparseCsr2cscEx2(handle, 3, 4, 5, d_values, d_offsets, d_cols, d_turned, d_csc, d_indices, CUDA_R_32F,
                             CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ONE, CUSPARSE_CSR2CSC_ALG1, d_buffer));
    EXPECT((from_device(d_csc, 5) == ints{1, 4, 5, 5, 6} && from_device(d_indices, 5) == ints{1, 2, 3, 3, 1}));
    EXPECT((from_device(d_turned, 5) == floats{14, 21, 11, 31, 32}));
    int *d_unsorted = on_device(ints{4, 1, 1, 2, 1});
    cusparseMatDescr_t kind;
    CHECK(cusparseCreateMatDescr(&kind));
    CHECK(cusparseSetMatIndexBase(kind, CUSPARSE_INDEX_BASE_ONE));
    EXPECT(cusparseGetMatIndexBase(kind) == CUSPARSE_INDEX_BASE_ONE);
    CHECK(cusparseCreateIdentityPermutation(handle, 5, d_p));
    CHECK(cusparseXcsrsort(handle, 3, 4, 5, kind, d_offsets, d_unsorted, d_p, d_buffer));
    EXPECT((from_device(d_unsorted, 5) == ints{1, 4, 1, 1, 2} && from_device(d_p, 5) == ints{1, 0, 2, 4, 3}));
}

// Systems are solved in many ways, and rounded in each of them.
bool are_near(const floats &are, const floats &want) {
    for (size_t i = 0; i < want.size(); i++)
        if (std::fabs(are[i] - want[i]) > 1e-5f * want[i]) return false;
    return are.size() == want.size();
}

// Three diagonals without a first pivot, in columns, one behind another and interleaved; and five diagonals.
void bands() {
    double *d_dl = on_device(std::vector<double>{0, 1, 2}), *d_d = on_device(std::vector<double>{0, 1, 1}),
           *d_du = on_device(std::vector<double>{2, 1, 0}), *d_x = on_device(std::vector<double>{4, 6, 7, 2, 2, 3});
    size_t bytes;
    CHECK(cusparseDgtsv2_bufferSizeExt(handle, 3, 2, d_dl, d_d, d_du, d_x, 3, &bytes));
    CHECK(cusparseDgtsv2(handle, 3, 2, d_dl, d_d, d_du, d_x, 3, d_buffer));
    EXPECT((from_device(d_x, 6) == std::vector<double>{1, 2, 3, 0, 1, 1}));
    float *d_behind = on_device(floats{6, 12, 14, 99}), *d_fours = on_device(floats{4, 4, 4}),
          *d_ones = on_device(floats{0, 1, 1}), *d_others = on_device(floats{1, 1, 0}); // which needs no pivot
    CHECK(cusparseSgtsv2StridedBatch(handle, 3, d_ones, d_fours, d_others, d_behind, 1, 4, d_buffer));
    EXPECT(are_near(from_device(d_behind, 4), {1, 2, 3, 99}));
    float *d_l = on_device(floats{0, 0, 1, 0, 2, 0}), *d_m = on_device(floats{0, 1, 1, 2, 1, 4}),
          *d_u = on_device(floats{2, 0, 1, 0, 0, 0}), *d_b = on_device(floats{4, 1, 6, 2, 7, 4});
    CHECK(cusparseSgtsvInterleavedBatch(handle, 2, 3, d_l, d_m, d_u, d_b, 2, d_buffer));
    EXPECT(are_near(from_device(d_b, 6), {1, 1, 2, 1, 3, 1}));
    float *d_ds = on_device(floats{0, 0, 1, 1}), *d_mid = on_device(floats{3, 1, 2, 1}),
          *d_low = on_device(floats{0, 1, 1, 1}), *d_up = on_device(floats{1, 1, 1, 0}),
          *d_dw = on_device(floats{1, 2, 0, 0}), *d_y = on_device(floats{8, 14, 13, 9});
    CHECK(cusparseSgpsvInterleavedBatch(handle, 0, 4, d_ds, d_low, d_mid, d_up, d_dw, d_y, 1, d_buffer));
    EXPECT(are_near(from_device(d_y, 4), {1, 2, 3, 4}));
}

// Rotations of a sparse vector, and scalar products in a graph.
void vectors() {
    int *d_indices = on_device(ints{0, 2});
    float *d_x = on_device(floats{1, 2}), *d_y = on_device(floats{3, 4, 5}), three = 3, result = -1;
    const void *d_values = NULL;
    cusparseSpVecDescr_t x;
    cusparseDnVecDescr_t y;
    cusparseConstDnVecDescr_t same;
    CHECK(cusparseCreateSpVec(&x, 3, 2, d_indices, d_x, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    CHECK(cusparseCreateDnVec(&y, 3, d_y, CUDA_R_32F));
    CHECK(cusparseRot(handle, &TWO, &three, x, y));
    EXPECT((from_device(d_x, 2) == floats{11, 19} && from_device(d_y, 3) == floats{3, 4, 4}));
    CHECK(cusparseCreateConstDnVec(&same, 3, d_y, CUDA_R_32F));
    CHECK(cusparseConstDnVecGetValues(same, &d_values));
    EXPECT(d_values == d_y);
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t runs;
    cudaStreamCreate(&stream);
    CHECK(cusparseSetStream(handle, stream));
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    CHECK(cusparseSpVV(handle, N, x, y, &result, CUDA_R_32F, d_buffer));
    CHECK(cudaStreamEndCapture(stream, &graph));
    EXPECT(result == -1);
    CHECK(cudaGraphInstantiateWithFlags(&runs, graph, 0));
    CHECK(cudaGraphLaunch(runs, stream));
    CHECK(cudaStreamSynchronize(stream));
    EXPECT(result == 11 * 3 + 19 * 4);
    CHECK(cusparseSetStream(handle, NULL));
}

int main() {
    CHECK(cusparseCreate(&handle));
    cudaMalloc(&d_buffer, 1 << 16);
    triangles();
    samples();
    batches();
    products();
    conversions();
    bands();
    vectors();
    CHECK(cusparseDestroy(handle));
    puts(failed ? "FAIL" : "PASS");
    return failed;
}
