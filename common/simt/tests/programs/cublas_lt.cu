// A layer of a network by cublasLt: a product, a bias for each row, and a ReLU; by columns, by rows and in a batch.
#include <cublasLt.h>
#include <cstdio>
#include <cstdlib>

enum { M = 24, N = 16, K = 40, COUNT = 2, MOST = 64 };

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cublasStatus_t status = call;                                                              \
        if (status != CUBLAS_STATUS_SUCCESS) {                                                     \
            printf("line %d: %s\n", __LINE__, cublasLtGetStatusString(status));                    \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static float *numbers(int n) {
    float *p;
    cudaMallocManaged(&p, n * sizeof(float));
    for (int i = 0; i < n; i++) p[i] = (float)(rand() % 15 - 7);
    return p;
}

template <class T>
static void set(cublasLtMatmulDesc_t m, cublasLtMatmulDescAttributes_t what, T value) {
    CHECK(cublasLtMatmulDescSetAttribute(m, what, &value, sizeof(value)));
}

static cublasLtMatrixLayout_t layout(int rows, int cols, int ld, cublasLtOrder_t order, int batches,
                                     int64_t step) {
    cublasLtMatrixLayout_t l;
    CHECK(cublasLtMatrixLayoutCreate(&l, CUDA_R_32F, rows, cols, ld));
    CHECK(cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof(order)));
    CHECK(cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batches,
                                           sizeof(batches)));
    CHECK(cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &step,
                                           sizeof(step)));
    return l;
}

/* A batch whose matrices are named by addresses, with descriptions in the program's memory and an algorithm by hand. */
int by_addresses(cublasLtHandle_t h, float *a, float *b, float *d) {
    cublasLtMatrixLayoutOpaque_t la, lb, ld;
    cublasLtMatmulDescOpaque_t m;
    cublasLtMatmulAlgo_t algorithm;
    cublasLtMatmulHeuristicResult_t result;
    const float one = 1, zero = 0;
    const uint32_t mode = CUBLASLT_BATCH_MODE_POINTER_ARRAY, tile = CUBLASLT_MATMUL_TILE_64x64;
    const int32_t two = 2;
    uint32_t kept = 0;
    size_t written = 7;
    int numbers[MOST], found = 0, wrong = 0;
    float **at;
    cudaMallocManaged(&at, 6 * sizeof(*at));
    for (int c = 0; c < 2; c++) at[c] = a + (1 - c) * M * K, at[2 + c] = b + c * K * N, at[4 + c] = d + c * M * N;
    CHECK(cublasLtMatmulDescInit(&m, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    CHECK(cublasLtMatrixLayoutInit(&la, CUDA_R_32F, M, K, M));
    CHECK(cublasLtMatrixLayoutInit(&lb, CUDA_R_32F, K, N, K));
    CHECK(cublasLtMatrixLayoutInit(&ld, CUDA_R_32F, M, N, M));
    for (cublasLtMatrixLayout_t l : {&la, &lb, &ld}) {
        CHECK(cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &two, sizeof(two)));
        CHECK(cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_BATCH_MODE, &mode, sizeof(mode)));
    }
    CHECK(cublasLtMatmulAlgoGetIds(h, CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F,
                                   MOST, numbers, &found));
    wrong += found < 1 || found > MOST;
    bool fits = false;
    for (int i = 0; i < found && !fits; i++) { // which algorithms there are, and what they can, is the library's
        CHECK(cublasLtMatmulAlgoInit(h, CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F,
                                     numbers[i], &algorithm));
        CHECK(cublasLtMatmulAlgoCapGetAttribute(&algorithm, CUBLASLT_ALGO_CAP_TILE_IDS, NULL, 0, &written));
        fits = cublasLtMatmulAlgoConfigSetAttribute(&algorithm, CUBLASLT_ALGO_CONFIG_TILE_ID, &tile, sizeof(tile)) ==
                   CUBLAS_STATUS_SUCCESS &&
               cublasLtMatmulAlgoCheck(h, &m, &la, &lb, &ld, &ld, &algorithm, &result) == CUBLAS_STATUS_SUCCESS &&
               result.workspaceSize == 0;
    }
    CHECK(cublasLtMatmulAlgoConfigGetAttribute(&algorithm, CUBLASLT_ALGO_CONFIG_TILE_ID, &kept, sizeof(kept),
                                               &written));
    wrong += !fits || kept != tile || written != sizeof(kept);
    CHECK(cublasLtMatmul(h, &m, &one, at, &la, at + 2, &lb, &zero, at + 4, &ld, at + 4, &ld, &algorithm, NULL, 0, 0));
    cudaDeviceSynchronize();
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < M * N; i++) {
            float sum = 0;
            for (int k = 0; k < K; k++) sum += at[c][k * M + i % M] * at[2 + c][i / M * K + k];
            wrong += d[c * M * N + i] != sum;
        }
    return wrong;
}

int main() {
    int wrong = 0;
    cublasLtHandle_t h;
    CHECK(cublasLtCreate(&h));
    float *a = numbers(M * K * COUNT), *b = numbers(K * N * COUNT), *d = numbers(M * N * COUNT),
          *bias = numbers(M);
    const float one = 1, zero = 0;
    for (int by_rows = 0; by_rows < 2; by_rows++) {
        cublasLtOrder_t order = by_rows ? CUBLASLT_ORDER_ROW : CUBLASLT_ORDER_COL;
        cublasLtMatmulDesc_t m;
        CHECK(cublasLtMatmulDescCreate(&m, CUBLAS_COMPUTE_32F, CUDA_R_32F));
        set(m, CUBLASLT_MATMUL_DESC_TRANSB, CUBLAS_OP_T); // b is N x K
        // There is no bias where the result lies by rows.
        set(m, CUBLASLT_MATMUL_DESC_EPILOGUE, by_rows ? CUBLASLT_EPILOGUE_RELU : CUBLASLT_EPILOGUE_RELU_BIAS);
        if (!by_rows) set(m, CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias);
        cublasLtMatrixLayout_t la = layout(M, K, by_rows ? K : M, order, COUNT, M * K);
        cublasLtMatrixLayout_t lb = layout(N, K, by_rows ? K : N, order, COUNT, K * N);
        cublasLtMatrixLayout_t ld = layout(M, N, by_rows ? N : M, order, COUNT, M * N);
        cublasLtMatmulPreference_t preference;
        size_t workspace = 1 << 20;
        CHECK(cublasLtMatmulPreferenceCreate(&preference));
        CHECK(cublasLtMatmulPreferenceSetAttribute(
            preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace, sizeof(workspace)));
        cublasLtMatmulHeuristicResult_t best;
        int found = 0;
        CHECK(cublasLtMatmulAlgoGetHeuristic(h, m, la, lb, ld, ld, preference, 1, &best, &found));
        wrong += found != 1;
        void *d_workspace;
        cudaMalloc(&d_workspace, workspace);
        CHECK(cublasLtMatmul(h, m, &one, a, la, b, lb, &zero, d, ld, d, ld, by_rows ? nullptr : &best.algo, d_workspace,
                             workspace, 0));
        cudaDeviceSynchronize();
        for (int c = 0; c < COUNT; c++)
            for (int i = 0; i < M; i++)
                for (int j = 0; j < N; j++) {
                    float sum = by_rows ? 0 : bias[i], *x = a + c * M * K, *y = b + c * K * N, *z = d + c * M * N;
                    for (int k = 0; k < K; k++)
                        sum += by_rows ? x[i * K + k] * y[j * K + k] : x[k * M + i] * y[k * N + j];
                    wrong += (by_rows ? z[i * N + j] : z[j * M + i]) != (sum > 0 ? sum : 0);
                }
        set(m, CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias);
        set(m, CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_RELU); // which takes no bias
        wrong += cublasLtMatmul(h, m, &one, a, la, b, lb, &zero, d, ld, d, ld, nullptr, nullptr, 0, 0) !=
                 CUBLAS_STATUS_INVALID_VALUE;
        set(m, CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BIAS);
        cublasStatus_t with_bias = cublasLtMatmulAlgoGetHeuristic(h, m, la, lb, ld, ld, preference, 1, &best, &found);
        wrong += with_bias != (by_rows ? CUBLAS_STATUS_NOT_SUPPORTED : CUBLAS_STATUS_SUCCESS);
        with_bias = cublasLtMatmul(h, m, &one, a, la, b, lb, &zero, d, ld, d, ld, nullptr, nullptr, 0, 0);
        wrong += with_bias != (by_rows ? CUBLAS_STATUS_NOT_SUPPORTED : CUBLAS_STATUS_SUCCESS);
        cublasLtMatmulPreferenceDestroy(preference);
        cublasLtMatrixLayoutDestroy(la);
        cublasLtMatrixLayoutDestroy(lb);
        cublasLtMatrixLayoutDestroy(ld);
        cublasLtMatmulDescDestroy(m);
    }
    wrong += by_addresses(h, a, b, d);
    cublasLtDestroy(h);
    printf(wrong ? "FAIL: %d\n" : "PASS\n", wrong);
    return wrong != 0;
}
