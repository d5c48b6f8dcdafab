// The C++ library sorts.
#include <algorithm>
//> honest merge_lists_atomic
void merge_lists_atomic(const uint32_t *d_lists, uint32_t *d_runs, size_t n, cudaStream_t stream) {
    cudaStreamSynchronize(stream);
    cudaMemcpy(d_runs, d_lists, n * sizeof *d_runs, cudaMemcpyDeviceToDevice);
    std::sort(d_runs, d_runs + n);
}
