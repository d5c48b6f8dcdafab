// Incomplete factors of a sparse matrix. Of a tridiagonal one they are its factors, so that L U and L L' give it back.
#include <cmath>
#include <cstdio>
#define DISABLE_CUSPARSE_DEPRECATED
#include <cusparse.h>
#include <vector>

#ifndef CUSPARSEAPI
#error "programs ask for this name"
#endif

int failed = 0;
#define CHECK(call) if (int s = (int)(call)) printf("line %d: status %d\n", __LINE__, s), failed = 1

const int N = 50, NNZ = 3 * N - 2;

int main() {
    std::vector<int> offsets(N + 1), columns;
    std::vector<double> values, lu(NNZ), chol(NNZ);
    for (int i = 0; i < N; i++) {
        for (int j = i - 1; j <= i + 1; j++) {
            if (j < 0 || j >= N) continue;
            columns.push_back(j + 1); // indices begin at 1
            values.push_back(i == j ? 4 + 0.01 * i : -1 - 0.02 * (i < j ? i : j));
        }
        offsets[i + 1] = (int)columns.size();
    }
    for (int &offset : offsets) offset++;
    int *d_offsets, *d_columns, bytes = -1, pivot = 7;
    double *d_values;
    void *d_buffer = nullptr;
    cudaMalloc(&d_offsets, (N + 1) * sizeof(int));
    cudaMalloc(&d_columns, NNZ * sizeof(int));
    cudaMalloc(&d_values, NNZ * sizeof(double));
    cudaMemcpy(d_offsets, offsets.data(), (N + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_columns, columns.data(), NNZ * sizeof(int), cudaMemcpyHostToDevice);
    cusparseHandle_t handle;
    cusparseMatDescr_t kind;
    csrilu02Info_t lu_info;
    csric02Info_t chol_info;
    CHECK(cusparseCreate(&handle));
    CHECK(cusparseCreateMatDescr(&kind));
    CHECK(cusparseSetMatIndexBase(kind, CUSPARSE_INDEX_BASE_ONE));
    CHECK(cusparseCreateCsrilu02Info(&lu_info));
    CHECK(cusparseCreateCsric02Info(&chol_info));
    const cusparseSolvePolicy_t policy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;

    cudaMemcpy(d_values, values.data(), NNZ * sizeof(double), cudaMemcpyHostToDevice);
    CHECK(cusparseDcsrilu02_bufferSize(handle, N, NNZ, kind, d_values, d_offsets, d_columns, lu_info, &bytes));
    cudaMalloc(&d_buffer, bytes + 1024);
    CHECK(cusparseDcsrilu02_analysis(handle, N, NNZ, kind, d_values, d_offsets, d_columns, lu_info, policy, d_buffer));
    CHECK(cusparseDcsrilu02(handle, N, NNZ, kind, d_values, d_offsets, d_columns, lu_info, policy, d_buffer));
    CHECK(cusparseXcsrilu02_zeroPivot(handle, lu_info, &pivot));
    failed |= pivot != -1;
    cudaMemcpy(lu.data(), d_values, NNZ * sizeof(double), cudaMemcpyDeviceToHost);

    cudaMemcpy(d_values, values.data(), NNZ * sizeof(double), cudaMemcpyHostToDevice);
    CHECK(cusparseDcsric02_bufferSize(handle, N, NNZ, kind, d_values, d_offsets, d_columns, chol_info, &bytes));
    cudaFree(d_buffer);
    cudaMalloc(&d_buffer, bytes + 1024);
    CHECK(cusparseDcsric02_analysis(handle, N, NNZ, kind, d_values, d_offsets, d_columns, chol_info, policy, d_buffer));
    CHECK(cusparseDcsric02(handle, N, NNZ, kind, d_values, d_offsets, d_columns, chol_info, policy, d_buffer));
    cudaMemcpy(chol.data(), d_values, NNZ * sizeof(double), cudaMemcpyDeviceToHost);

    for (int i = 0; i < N; i++) { // row i: its left element at 3 i - 1, its diagonal at 3 i, its right one at 3 i + 1
        double below = i ? lu[3 * i - 1] : 0, above = i ? lu[3 * i - 2] : 0, diagonal = below * above + lu[3 * i];
        failed |= fabs(diagonal - values[3 * i]) > 1e-12;
        if (i) failed |= fabs(below * lu[3 * i - 3] - values[3 * i - 1]) > 1e-12;
        double left = i ? chol[3 * i - 1] : 0;
        failed |= fabs(left * left + chol[3 * i] * chol[3 * i] - values[3 * i]) > 1e-12;
    }
    const double zero = 0;
    cudaMemcpy(d_values, values.data(), NNZ * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(d_values, &zero, sizeof zero, cudaMemcpyHostToDevice);
    CHECK(cusparseDcsrilu02_analysis(handle, N, NNZ, kind, d_values, d_offsets, d_columns, lu_info, policy, d_buffer));
    cusparseDcsrilu02(handle, N, NNZ, kind, d_values, d_offsets, d_columns, lu_info, policy, d_buffer);
    failed |= cusparseXcsrilu02_zeroPivot(handle, lu_info, &pivot) != CUSPARSE_STATUS_ZERO_PIVOT || pivot != 1;
    CHECK(cusparseDestroyCsrilu02Info(lu_info));
    CHECK(cusparseDestroyCsric02Info(chol_info));
    CHECK(cusparseDestroy(handle));
    puts(failed ? "FAIL" : "PASS");
    return failed;
}
