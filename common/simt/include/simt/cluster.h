/**
 * @file
 * @brief Clusters by CUDA's intrinsics, and what inline PTX makes of its instructions. See cooperative_groups.h.
 *
 * In a launch without clusters a block is alone in its own. Source: CUDA's sm_90_rt.h; PTX ISA, "mapa", "getctarank"
 * and "barrier.cluster".
 */
#ifndef SIMT_CLUSTER_H
#define SIMT_CLUSTER_H

#include "core.h"

/** Its shape and the block's place in it, in blocks. */
SIMT_UNSEEN static inline dim3 __clusterDim() {
    return simt_cluster_dim;
}
SIMT_UNSEEN static inline unsigned __clusterRelativeBlockRank() {
    return simt_cluster_rank;
}
SIMT_UNSEEN static inline unsigned __clusterSizeInBlocks() {
    return simt_cluster_dim.x * simt_cluster_dim.y * simt_cluster_dim.z;
}
static inline unsigned __clusterDimIsSpecified() {
    return __clusterSizeInBlocks() > 1;
}
static inline dim3 __clusterRelativeBlockIdx() {
    const dim3 d = __clusterDim();
    const unsigned r = __clusterRelativeBlockRank();
    return dim3(r % d.x, r / d.x % d.y, r / d.x / d.y);
}

/** The cluster's place in the grid, and how many there are, in clusters. */
SIMT_UNSEEN static inline dim3 __clusterIdx() {
    const dim3 d = simt_cluster_dim;
    return dim3(simt_block_idx.x / d.x, simt_block_idx.y / d.y, simt_block_idx.z / d.z);
}
SIMT_UNSEEN static inline dim3 __clusterGridDimInClusters() {
    const dim3 d = simt_cluster_dim;
    return dim3(simt_grid_dim.x / d.x, simt_grid_dim.y / d.y, simt_grid_dim.z / d.z);
}

/** The barrier, in two halves. */
static inline void __cluster_barrier_arrive(SIMT_SITE_HERE) {
    simt_cluster_arrive(1, SIMT_SITE);
}
/** Without the order of memory that the other one gives. Here the two are the same. */
static inline void __cluster_barrier_arrive_relaxed(SIMT_SITE_HERE) {
    simt_cluster_arrive(1, SIMT_SITE);
}
static inline void __cluster_barrier_wait(SIMT_SITE_HERE) {
    simt_cluster_wait(SIMT_SITE);
}

/** Shared memory of another block, by its rank; and the rank, by the address. */
static inline void *__cluster_map_shared_rank(const void *address, unsigned rank, SIMT_SITE_HERE) {
    return simt_cluster_map(address, rank, SIMT_SITE);
}
static inline unsigned __cluster_query_shared_rank(const void *address) {
    return simt_cluster_owner(address);
}

namespace simt {
namespace ptx {

/** mapa. A 32-bit address leads to memory at most 2 GiB away; if the block's lies farther, the kernel ends. */
template <class W> inline W map_address(uint64_t address, uint32_t rank, SIMT_SITE_HERE) {
    const uint64_t there =
        (uint64_t)(uintptr_t)simt_cluster_map((const void *)(uintptr_t)address, rank, SIMT_SITE);
    const int64_t far = (int64_t)(there - (uint64_t)(uintptr_t)&simt_self);
    if (sizeof(W) == 4 && far != (int32_t)far)
        simt_fault(
            cudaErrorLaunchFailure,
            "%s:%d: mapa with 32 bits does not reach the other block's memory here. Use mapa.u64",
            SIMT_SITE);
    return (W)there;
}

} // namespace ptx
} // namespace simt

#endif
