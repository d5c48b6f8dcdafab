/**
 * @file
 * @brief A rank sorts its own keys by the kit's library: for the reference.
 */
#include "common/cu.h"
#include "common/size_min.h"
#include "common/sort/device/sort.h"
#include "grader/sort/ranks/slice.h"
#include "grader/sort/ranks/slices.h"

/** Bytes for slices of up to n keys, and for a sort of so many. */
static size_t temp_bytes(size_t n) {
    return size_max(slice_bytes(n),
                    sortlab_keys_bytes(n, sortlab_ascending(SORTLAB_U32), SORTLAB_EXACT));
}

size_t workspace_bytes(size_t n) {
    return temp_bytes(n) + sizeof(struct scratch);
}

struct workspace workspace_open(size_t n) {
    struct workspace workspace = {.temp_bytes = temp_bytes(n)};
    workspace.d_temp = cu_alloc(workspace.temp_bytes);
    workspace.d_scratch = cu_alloc(sizeof(*workspace.d_scratch));
    CU(cudaMallocHost((void **)&workspace.scratch, sizeof(*workspace.scratch)));
    CU(cudaEventCreateWithFlags(&workspace.first, cudaEventDisableTiming));
    return workspace;
}

void workspace_close(struct workspace *workspace) {
    CU(cudaEventDestroy(workspace->first));
    CU(cudaFreeHost(workspace->scratch));
    cu_free(workspace->d_scratch);
    cu_free(workspace->d_temp);
}

/** Twice the part of a share that evenly spread keys have, but no more than of 16 ranks; and some for few keys. */
size_t over_share(size_t share, int ranks) {
    return size_min(2 * (share / PARTS) * (size_t)ranks, share / 16) + 64;
}

void sort_here(void *workspace, const uint32_t *d_in, uint32_t *d_out, size_t n,
               cudaStream_t stream) {
    const struct workspace *r = workspace;
    sortlab_must(sortlab_sort_keys(d_in, d_out, n, sortlab_ascending(SORTLAB_U32), r->d_temp,
                                   r->temp_bytes, stream));
}
