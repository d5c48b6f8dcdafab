// The host does the work of a stage whose kernels are counted.
#include <stdlib.h>
//> honest merge_lists_atomic
//> with host_sort.cu
void merge_lists_atomic(const uint32_t *d_lists, uint32_t *d_runs, size_t n, cudaStream_t stream) {
    sort_on_host(d_lists, d_runs, n, stream);
}
