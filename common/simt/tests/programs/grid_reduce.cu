/**
 * @file
 * @brief One kernel sums, averages and finds the spread of many numbers, with the grid's barrier between.
 */
// Errors of the API are meant.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cg = cooperative_groups;

static void handle_error(cudaError_t err, const char *file, int line) {
    if (err == cudaSuccess) return;
    printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
    exit(EXIT_FAILURE);
}
#define HANDLE_ERROR(err) (handle_error(err, __FILE__, __LINE__))

/** The block's sum, in its first thread. */
__device__ double block_sum(cg::thread_block block, double value, double *s_part) {
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    value = cg::reduce(warp, value, cg::plus<double>());
    if (warp.thread_rank() == 0) s_part[warp.meta_group_rank()] = value;
    block.sync();
    double sum = 0;
    for (unsigned w = 0; block.thread_rank() == 0 && w < warp.meta_group_size(); w++)
        sum += s_part[w];
    block.sync();
    return sum;
}

__device__ double grid_sum(cg::grid_group grid, cg::thread_block block, double value,
                           double *s_part, double *parts) {
    double sum = block_sum(block, value, s_part);
    if (block.thread_rank() == 0) parts[grid.block_rank()] = sum;
    grid.sync();
    sum = 0;
    for (unsigned b = 0; b < gridDim.x; b++) sum += parts[b];
    grid.sync();
    return sum;
}

extern "C" __global__ void spread(const int *numbers, int n, double *parts, double *result) {
    extern double __shared__ s_part[];
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    double sum = 0, squares = 0;
    for (int i = grid.thread_rank(); i < n; i += grid.size()) sum += numbers[i];
    const double mean = grid_sum(grid, block, sum, s_part, parts) / n;
    for (int i = grid.thread_rank(); i < n; i += grid.size())
        squares += (numbers[i] - mean) * (numbers[i] - mean);
    const double variance = grid_sum(grid, block, squares, s_part, parts) / n;
    if (grid.thread_rank() == 0) result[0] = mean, result[1] = variance;
}

int main() {
    int device, cooperative = 0, processors, per_processor, n = 100000;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    const int threads = 128, bytes = threads / 32 * sizeof(double);
    HANDLE_ERROR(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, spread, threads, bytes));
    const int blocks = per_processor * processors < 12 ? per_processor * processors : 12;
    std::vector<int> numbers(n);
    double mean = 0, variance = 0, result[2], *d_parts, *d_result;
    for (int &x : numbers) mean += x = rand() % 1000;
    mean /= n;
    for (int x : numbers) variance += (x - mean) * (x - mean) / n;
    int *d_numbers;
    HANDLE_ERROR(cudaMalloc(&d_numbers, n * sizeof(int)));
    HANDLE_ERROR(cudaMalloc(&d_parts, blocks * sizeof(double)));
    HANDLE_ERROR(cudaMalloc(&d_result, sizeof result));
    HANDLE_ERROR(cudaMemcpy(d_numbers, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    void *args[] = {(void *)&d_numbers, (void *)&n, (void *)&d_parts, (void *)&d_result};
    HANDLE_ERROR(cudaLaunchCooperativeKernel((void *)spread, dim3(blocks), dim3(threads), args,
                                             bytes, NULL));
    HANDLE_ERROR(cudaMemcpy(result, d_result, sizeof result, cudaMemcpyDeviceToHost));
    cudaError_t too_many =
        cudaLaunchCooperativeKernel((void *)spread, dim3(1 << 20), dim3(threads), args, bytes, 0);
    bool right = cooperative && fabs(result[0] - mean) < 1e-6 &&
                 fabs(result[1] - variance) < 1e-4 &&
                 too_many == cudaErrorCooperativeLaunchTooLarge && cudaGetLastError() == too_many;
    printf("%f %f\n%s\n", result[0], result[1], right ? "PASS" : "FAIL");
    return !right;
}
